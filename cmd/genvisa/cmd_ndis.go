package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

type ndisCmd struct {
	In     string
	Kernel string
	Target string
	Out    string
	Force  bool
	Source bool
	nasm.Options
}

func (c *ndisCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, codeFiles+"; - is standard input."),
	}
	to.Flags = []cli.Flag{
		kernelFlag(&c.Kernel), targetFlag(&c.Target),
		word(&c.Out, "out", "o", "FILE", "-", "Assembly text."),
		onOff(&c.PC, "pc", "Show where each instruction starts, in bytes."),
		onOff(&c.Bits, "bits", "Show the bytes of each instruction, as one number."),
		onOff(&c.Raw, "raw", "Print what is no instruction of the target as .raw words, in place of an error."),
		onOffShort(&c.Source, "source", "S", "Show the source line before its instructions, of code compiled with -g; with its text when the file lies beside IN or in the working folder."),
		onOff(&c.Force, "force", "Write over a text, metadata, a launch file or a container that is there."),
	}
	to.Description = `Examples:
  genvisa ndis examples/saxpy/saxpy.skl.dat --target skl
  genvisa ndis examples/saxpy/saxpy.skl.debug.zebin --source
  genvisa ndis kernels.bin --kernel saxpy -o saxpy.asm --pc --bits
  genvisa ndis kernels.bin -o all.asm && genvisa nasm all.asm --into kernels.bin -o new.bin --force

genvisa nasm makes the same bytes of the text, with --into of all kernels of a container. It reads some of the comments: //!bits 28=1 is what the text of an instruction does not say, //!kernel NAME the heading of a kernel of a container, //!reloc and //!symbol go with an instruction to which the container refers.`
}

func (c *ndisCmd) Run(_ context.Context, s streams) error {
	o, err := targetOption(c.Target)
	if err != nil {
		return err
	}
	if err := errors.Join(checkOutputs([]string{c.In}, c.Out), keepSource(c.Out, c.Force)); err != nil {
		return err
	}
	src, kind, err := c.read(s)
	if err != nil {
		return err
	}
	f, t, err := openCode(c.In, src, kind, c.Kernel, o)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return c.kernels(w, f, t) }
	if int64(len(src)) > files.Native.Limit() {
		return streamOutput(s, c.Out, write)
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	return writeOutput(s, c.Out, text.Bytes())
}

// read reads the input, of raw code more than other commands do.
func (c *ndisCmd) read(s streams) ([]byte, files.Kind, error) {
	r, done, kind, err := openInput(s, c.In, nasm.MaxCode, codeKinds...)
	if err != nil {
		return nil, kind, err
	}
	defer done()
	src, err := io.ReadAll(r)
	if limit := kind.Limit(); kind != files.Native && int64(len(src)) > limit {
		err = &files.SizeError{Path: c.In, Kind: kind, Limit: limit}
	}
	return src, kind, err
}

// kernels prints all kernels, each below its name when it has one, with marks of what the
// container refers to.
func (c *ndisCmd) kernels(w io.Writer, f *container.File, t native.Target) error {
	lines, err := c.lines(f)
	if err != nil {
		return err
	}
	for i := range f.Kernels {
		k := &f.Kernels[i]
		o := c.Options
		o.Before = c.comments(lines[i])
		if err := load.CodeText(w, f, k, t, o); err != nil {
			return inKernel(f, k, err)
		}
	}
	return nil
}

// lines are the source lines of all kernels when they are wanted. One kernel that
// has them is enough: functions of a library may be without.
func (c *ndisCmd) lines(f *container.File) ([]*container.Lines, error) {
	out := make([]*container.Lines, len(f.Kernels))
	if !c.Source {
		return out, nil
	}
	found := false
	for i := range f.Kernels {
		l, err := f.Lines(&f.Kernels[i])
		if err != nil {
			return nil, fmt.Errorf("--source: %w", err)
		}
		out[i], found = l, found || l != nil
	}
	if !found {
		return nil, fmt.Errorf("--source: %s has no source lines: ocloc compile -options -g adds them; compilers like IGC 1.0.12504 add them to a zebin of one kernel only", f.Name)
	}
	return out, nil
}

// comments gives the source line of instructions where it changes; nil when they are
// not wanted.
func (c *ndisCmd) comments(l *container.Lines) func(pc int) string {
	if !c.Source {
		return nil
	}
	texts, last := beside(c.In), source.Line{Line: -1}
	return func(pc int) string {
		line := l.At(pc)
		if line == last {
			return ""
		}
		if last = line; !line.Known() {
			return "no source line"
		}
		return texts.show(line)
	}
}

// targetOption is the target that a flag names; without it skl, unless a
// container names its own.
func targetOption(name string) (run.Options, error) {
	if name == "" {
		return run.Options{}, nil
	}
	t, err := native.ParseTarget(name)
	return run.Options{Target: load.Only(t)}, err
}
