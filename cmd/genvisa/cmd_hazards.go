package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/internal/source"
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
		argument(&c.In, "IN", true, codeFiles+", or assembly (.asm); - is standard input."),
	}
	to.Flags = []cli.Flag{
		kernelFlag(&c.Kernel), targetFlag(&c.Target),
		onOff(&c.JSON, "json", "Print one JSON object with the findings."),
	}
	to.Description = `Examples:
  genvisa hazards kernel.dat --target tgl
  genvisa hazards kernels.bin --kernel saxpy --json

Finds registers that an instruction touches before an earlier one is done with them, on any path, because nothing makes it wait: from tgl on a distance or token that is missing (SWSB), before that a NoDDClr or NoDDChk without its partner, or in a wrong place. Registers by address, and messages whose length a register has, are followed where their block makes them of constants; the others are listed, and genvisa run --hazards follows them. From tgl on, jumps and calls to a place that a register has are listed, and not followed. The exit code is 1 when there is a finding.`
}

// hazardPlace is an instruction, as text.
type hazardPlace struct {
	Kernel string `json:"kernel,omitempty"`
	Offset int    `json:"offset"` // bytes from the entry
	source.Line
	Inst string `json:"inst"`
}

// hazardFinding is a finding with its place.
type hazardFinding struct {
	hazardPlace
	By      int    `json:"by"` // offset of the instruction that is in flight
	Message string `json:"message"`
}

// hazardReport is what there is of all kernels.
type hazardReport struct {
	Findings []hazardFinding `json:"findings"`
	Unknown  []hazardPlace   `json:"unknown"` // what they touch is not all known
	Lost     []hazardPlace   `json:"lost"`    // they go to a place that a register has
	count    int             // instructions
}

func (c *hazardsCmd) Run(_ context.Context, s streams) error {
	o, err := targetOption(c.Target)
	if err != nil {
		return err
	}
	r, done, kind, err := openInput(s, c.In, 0, append(codeKinds, files.Assembly)...)
	if err != nil {
		return err
	}
	defer done()
	f, t, err := openAny(c.In, r, kind, c.Kernel, o)
	if err != nil {
		return err
	}
	all := hazardReport{Findings: []hazardFinding{}, Unknown: []hazardPlace{}, Lost: []hazardPlace{}}
	var left []error // what was left out, beside findings that stay right
	for i := range f.Kernels {
		if err := all.add(t, &f.Kernels[i], kernelLines(s.err, f, &f.Kernels[i])); is[*hazard.FullError](err) {
			left = append(left, inKernel(f, &f.Kernels[i], err))
		} else if err != nil {
			return inKernel(f, &f.Kernels[i], err)
		}
	}
	return c.show(s, &all, errors.Join(left...))
}

// atOffset says of an error about the flow where its instruction stands.
func atOffset(err error, offs []int) error {
	var at *flow.InstError
	if errors.As(err, &at) {
		return fmt.Errorf("offset %#x: %w", offs[at.Inst], at.Err)
	}
	return err
}

// add checks one kernel.
func (r *hazardReport) add(t native.Target, k *container.Kernel, lines *container.Lines) error {
	insts, offs, err := native.DecodeAll(t, k.Code)
	if err != nil {
		return err
	}
	found, err := hazard.Check(t, insts, offs)
	err = atOffset(err, offs)
	if found == nil {
		return err
	}
	place := func(i int) hazardPlace {
		return hazardPlace{k.Name, offs[i], lines.At(offs[i]), strings.Join(strings.Fields(nasm.Inst(t, &insts[i], offs[i])), " ")}
	}
	for _, f := range found.Findings {
		r.Findings = append(r.Findings, hazardFinding{place(f.Inst), offs[f.By], f.Text(func(i int) string { return fmt.Sprintf("%#x", offs[i]) })})
	}
	for _, i := range found.Unknown {
		r.Unknown = append(r.Unknown, place(i))
	}
	for _, i := range found.Lost {
		r.Lost = append(r.Lost, place(i))
	}
	r.count += len(insts)
	return err
}

func (c *hazardsCmd) show(s streams, r *hazardReport, left error) error {
	if c.JSON {
		if err := s.reply(len(r.Findings) == 0, left, r); err != nil {
			return err
		}
	} else {
		say := func(p *hazardPlace, what string) {
			where := c.In
			if p.Kernel != "" {
				where += ": kernel " + p.Kernel
			}
			s.say("%s: offset %#x%s: %s: %s", where, p.Offset, p.Behind(), p.Inst, what)
		}
		for i := range r.Findings {
			say(&r.Findings[i].hazardPlace, r.Findings[i].Message)
		}
		for i := range r.Unknown {
			say(&r.Unknown[i], "not checked in full: an address or a length in a register, which its block does not make of constants")
		}
		for i := range r.Lost {
			say(&r.Lost[i], "not followed: a register has the place to which it goes; behind a call, and where no other path leads, the check begins anew with nothing in flight")
		}
		open := ""
		if n := len(r.Unknown); n > 0 {
			open = fmt.Sprintf(", %d not checked in full", n)
		}
		if n := len(r.Lost); n > 0 {
			open += fmt.Sprintf(", %d not followed", n)
		}
		fmt.Fprintf(s.out, "%s: %d instructions, %d findings%s\n", c.In, r.count, len(r.Findings), open)
	}
	if len(r.Findings) > 0 {
		return errors.Join(left, errFindings)
	}
	return left
}
