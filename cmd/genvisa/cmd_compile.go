package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

type compileCmd struct {
	In       string
	Kernel   string
	Target   string
	Platform string
	GRFs     uint64
	Out      string
	Asm      string
	Zebin    string
	Info     string
	Options  string
	Dump     []string
	Compare  string
	Stats    bool
	Force    bool
	JSON     bool

	opened *container.File // IN, when it is one
}

func (c *compileCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "vISA text (.visaasm), its binary form (.isa), a container with it (zebin), or OpenCL C (.cl), of which ocloc makes one; - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel of a container or .isa with several."),
		word(&c.Target, "target", "", "TARGET", "skl", "Device: "+targetNames(lower.Supported)+", or a product that runs the code of one, such as kbl, whose name the container then has."),
		platform(&c.Platform),
		registers(&c.GRFs),
		word(&c.Out, "out", "o", "FILE", "", "Native code (.dat); beside it the relocations of addresses in it (.reloc)."),
		word(&c.Asm, "asm", "", "FILE", "", "Gen assembly of the native code."),
		word(&c.Zebin, "zebin", "", "FILE", "", "Container for drivers, of all kernels of IN and its metadata, with the scratch space that our code needs. No driver takes one for ivb and hsw; genvisa does."),
		word(&c.Info, "info", "", "FILE", "", "Metadata of a text, for --zebin, for addresses in code and for the number of registers; beside it by default."),
		buildFlag(&c.Options),
		list(&c.Dump, "dump", "PASS", "Print the program after a pass, as vISA where there are no native instructions yet: "+passNames()+"."),
		onOff(&c.Stats, "stats", "Print what the code is and costs: instructions, GRFs, spill bytes, messages, and an estimate of clocks of a thread that runs each instruction once, by block, by line of the text and by what is waited for; the longest path; and a chart of registers that hold values."),
		word(&c.Compare, "compare", "", "FILE", "", "Native code of the same kernel for the same device from another compiler (.dat, .asm, container or .isa): print what it costs beside ours, block by block, and the reasons of each difference."),
		onOff(&c.Force, "force", "Write over a text, metadata, a launch file or a container that is there."),
		onOff(&c.JSON, "json", "Print the statistics, and the comparison, as one JSON object."),
	}
	to.Description = `Examples:
  genvisa compile examples/saxpy/saxpy.visaasm --target skl -o saxpy.dat --asm -
  genvisa compile examples/saxpy/saxpy.visaasm --stats --json
  genvisa compile k.bin --compare k.bin
  genvisa compile examples/saxpy/saxpy.visaasm --dump select
  genvisa compile examples/saxpy/saxpy.visaasm --zebin saxpy.bin --force

Clocks are an estimate from the latencies of compilers' models: a thread alone that runs each instruction once, in the order of the code. "Clocks with loops" takes each loop to run 8 times, one inside it 64 times. --compare matches basic blocks by what they do, by their order, and by source lines where both sides have them; the reasons of a pair add up to the difference of its clocks. docs/cost.md explains each line.`
}

func (c *compileCmd) Run(ctx context.Context, s streams) error {
	target, err := native.ParseTarget(c.Target)
	if err != nil {
		return err
	}
	if c.Zebin != "" {
		return c.zebin(ctx, s, target)
	}
	if err := c.checkOutputs(); err != nil {
		return err
	}
	if c.Compare == "-" && c.In == "-" {
		return errors.New("--compare -: standard input is IN already: want a file")
	}
	for _, d := range c.Dump {
		if !slices.Contains(lower.Passes(), d) {
			return fmt.Errorf("unknown pass %q: legal are %s", d, passNames())
		}
	}
	k, err := c.kernel(ctx, s, target)
	if err != nil {
		return err
	}
	var dumpErr error
	dump := func(pass string, print func() error) {
		if slices.Contains(c.Dump, pass) {
			fmt.Fprintf(s.out, "// after %s\n", pass)
			dumpErr = errors.Join(dumpErr, print())
		}
	}
	grfs, err := c.registers(k, target)
	if err != nil {
		return err
	}
	res, err := lower.Compile(k, target, lower.Options{
		GRFs: grfs,
		Dump: func(pass string, p *native.Program) {
			dump(pass, func() error { return nasm.PrintProgram(s.out, target, p) })
		},
		DumpText: func(pass string, k *visa.Kernel) { dump(pass, func() error { return asm.Print(s.out, k) }) },
	})
	if err := errors.Join(origin.WithSource(k, err), dumpErr); err != nil {
		return err
	}
	other, err := c.other(s, k, target)
	if err != nil {
		return err
	}
	relocs, err := c.relocs(k, target, res)
	if err != nil {
		return err
	}
	if err := c.write(s, target, res, relocs); err != nil {
		return err
	}
	return c.showStats(s, k, target, res, other)
}

// kernel reads the text of what is compiled.
func (c *compileCmd) kernel(ctx context.Context, s streams, t native.Target) (*visa.Kernel, error) {
	src, kind, err := readCompiled(ctx, s, c.In, c.Target, c.Options, files.VISA, files.Container, files.ISA)
	switch {
	case err != nil:
		return nil, err
	case kind == files.ISA:
		k, _, err := load.ISAVISA(c.In, src, c.Kernel)
		return c.made(k, err)
	case kind == files.Container:
		f, _, err := load.OpenContainer(c.In, src, load.Options{Target: load.Prefer(t), Code: load.OurCode})
		if err != nil {
			return nil, err
		}
		c.opened = f
		k, err := load.ContainedKernel(f, c.Kernel)
		if err != nil {
			return nil, err
		}
		return c.made(load.ContainedVISA(f, k))
	}
	k, err := load.ParseVISA(c.In, src)
	if err != nil {
		return nil, err
	}
	if c.Kernel != "" && c.Kernel != k.Name {
		return nil, fmt.Errorf("--kernel %s: %s holds kernel %s", c.Kernel, c.In, k.Name)
	}
	return c.made(load.LinkBeside(c.In, k))
}

// made says to a kernel what --platform says.
func (c *compileCmd) made(k *visa.Kernel, err error) (*visa.Kernel, error) {
	if err != nil {
		return nil, err
	}
	if err := load.MadeFor(k, c.Platform); err != nil {
		return nil, fmt.Errorf("--platform: %w", err)
	}
	return k, nil
}

// checkOutputs keeps standard output to one form: JSON and native code are read
// by programs.
func (c *compileCmd) checkOutputs() error {
	dump, stats := "", ""
	if len(c.Dump) > 0 {
		dump = "-"
	}
	if c.JSON || (c.Stats || c.Compare != "") && c.Out == "-" {
		stats = "-"
	}
	if err := errors.Join(keepSource(c.Out, c.Force), keepSource(c.Asm, c.Force)); err != nil {
		return err
	}
	if c.JSON || c.Out == "-" {
		return checkOutputs([]string{c.In, c.Compare}, c.Out, c.Asm, dump, stats)
	}
	return checkOutputs([]string{c.In, c.Compare}, c.Out, c.Asm)
}

func (c *compileCmd) write(s streams, t native.Target, res *lower.Result, relocs []output) error {
	outs := relocs
	if c.Out != "" {
		outs = append(outs, output{c.Out, res.Code})
	}
	if c.Asm != "" {
		var text bytes.Buffer
		if err := nasm.Print(&text, t, res.Code); err != nil {
			return err
		}
		outs = append(outs, output{c.Asm, text.Bytes()})
	}
	return writeOutputs(s, outs...)
}

func passNames() string { return strings.Join(lower.Passes(), ", ") }
