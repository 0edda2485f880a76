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
)

type hazardsCmd struct {
	In     string
	Kernel string
	Target string
	JSON   bool
}

func (c *hazardsCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, codeFiles+"; - is standard input."),
	}
	to.Flags = []cli.Flag{
		kernelFlag(&c.Kernel), targetFlag(&c.Target),
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
	src, kind, err := readInput(s, c.In, codeKinds...)
	if err != nil {
		return err
	}
	f, t, err := openCode(c.In, src, kind, c.Kernel, o)
	if err != nil {
		return err
	}
	findings, count := []hazardFinding{}, 0
	for i := range f.Kernels {
		found, n, err := hazardsOf(t, &f.Kernels[i])
		if err != nil {
			return inKernel(f, &f.Kernels[i], err)
		}
		findings, count = append(findings, found...), count+n
	}
	return c.show(s, findings, count)
}

// hazardsOf checks one kernel, and counts its instructions.
func hazardsOf(t native.Target, k *container.Kernel) ([]hazardFinding, int, error) {
	insts, offs, err := native.DecodeAll(t, k.Code)
	if err != nil {
		return nil, 0, err
	}
	found, err := hazard.Check(t, insts, offs)
	var at *flow.InstError
	if errors.As(err, &at) {
		err = fmt.Errorf("offset %#x: %w", offs[at.Inst], at.Err)
	}
	if err != nil {
		return nil, 0, err
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
