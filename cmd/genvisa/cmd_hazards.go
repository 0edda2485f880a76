package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/run"
)

type hazardsCmd struct {
	In     string
	Kernel string
	Target string
	JSON   bool
}

func (c *hazardsCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "Raw native code (.dat), or a container of it (zebin, ocloc's .bin); - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel of a container; all of them by default."),
		word(&c.Target, "target", "", "TARGET", "", "Device of the code: "+targetNames(decoded)+". Default: a container's, else skl."),
		onOff(&c.JSON, "json", "Print one JSON object with the findings."),
	}
	to.Description = `Examples:
  genvisa hazards kernel.dat --target tgl
  genvisa hazards kernels.bin --kernel saxpy --json

Finds registers that an instruction touches before an earlier one is done with them, on any path, because nothing makes it wait: from tgl on a distance or token that is missing (SWSB), before that a NoDDClr or NoDDChk without its partner, or in a wrong place. Registers by address, and messages whose length a register has, are followed by genvisa run --hazards only. The exit code is 1 when there is a finding.`
}

// hazardFinding is a finding with its place.
type hazardFinding struct {
	Kernel  string `json:"kernel,omitempty"`
	Offset  int    `json:"offset"` // bytes from the entry
	Inst    string `json:"inst"`
	By      int    `json:"by"` // offset of the instruction that is in flight
	Message string `json:"message"`
}

func (c *hazardsCmd) Run(_ context.Context, s streams) error {
	o, err := targetOption(c.Target)
	if err != nil {
		return err
	}
	src, kind, err := readInput(s, c.In, run.NativeFile, run.ContainerFile)
	if err != nil {
		return err
	}
	kernels, t := []container.Kernel{{Code: src}}, o.Target
	if kind == run.ContainerFile {
		if kernels, t, err = c.container(src, o); err != nil {
			return err
		}
	} else if c.Kernel != "" {
		return fmt.Errorf("--kernel %s: %s is raw native code, which names no kernel", c.Kernel, c.In)
	}
	findings, count := []hazardFinding{}, 0
	for i := range kernels {
		found, n, err := hazardsOf(t, &kernels[i])
		if err != nil {
			return fmt.Errorf("%s: %w", c.In, err)
		}
		findings, count = append(findings, found...), count+n
	}
	return c.show(s, findings, count)
}

// container is the kernels that are wanted of a container, and their target.
func (c *hazardsCmd) container(src []byte, o run.Options) ([]container.Kernel, native.Target, error) {
	f, t, err := run.OpenContainer(c.In, src, o)
	if err != nil || c.Kernel == "" {
		if err != nil {
			return nil, t, err
		}
		return f.Kernels, t, nil
	}
	k, err := f.Kernel(c.Kernel)
	if err != nil {
		return nil, t, err
	}
	return []container.Kernel{*k}, t, nil
}

// hazardsOf checks one kernel, and counts its instructions.
func hazardsOf(t native.Target, k *container.Kernel) ([]hazardFinding, int, error) {
	name := func(err error) error {
		if k.Name != "" {
			err = fmt.Errorf("kernel %s: %w", k.Name, err)
		}
		return err
	}
	insts, offs, err := native.DecodeAll(t, k.Code)
	if err != nil {
		return nil, 0, name(err)
	}
	found, err := hazard.Check(t, insts, offs)
	var at *flow.InstError
	if errors.As(err, &at) {
		err = fmt.Errorf("offset %#x: %w", offs[at.Inst], at.Err)
	}
	if err != nil {
		return nil, 0, name(err)
	}
	var out []hazardFinding
	for _, f := range found {
		text := strings.Join(strings.Fields(nasm.Inst(t, &insts[f.Inst], offs[f.Inst])), " ")
		out = append(out, hazardFinding{k.Name, offs[f.Inst], text, offs[f.By], f.Text(func(i int) string { return fmt.Sprintf("%#x", offs[i]) })})
	}
	return out, len(insts), nil
}

func (c *hazardsCmd) show(s streams, findings []hazardFinding, count int) error {
	if c.JSON {
		body := struct {
			Findings []hazardFinding `json:"findings"`
		}{findings}
		if err := s.reply(len(findings) == 0, nil, body); err != nil {
			return err
		}
	} else {
		for _, f := range findings {
			where := c.In
			if f.Kernel != "" {
				where += ": kernel " + f.Kernel
			}
			fmt.Fprintf(s.err, "%s: offset %#x: %s: %s\n", where, f.Offset, f.Inst, f.Message)
		}
		fmt.Fprintf(s.out, "%s: %d instructions, %d findings\n", c.In, count, len(findings))
	}
	if len(findings) > 0 {
		return errFindings
	}
	return nil
}
