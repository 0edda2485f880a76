package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

type verifyCmd struct {
	In   string
	JSON bool
}

func (c *verifyCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "vISA text (.visaasm); - is standard input."),
	}
	to.Flags = []cli.Flag{
		onOff(&c.JSON, "json", "Print one JSON object with the findings."),
	}
	to.Description = `Example:
  genvisa verify examples/bitfields/bitfields.visaasm

Prints every finding as file:line:col: error: message [RULE-ID]; the exit code is 1 when there is one. Text that does not parse is a finding too.
Instructions that genvisa knows by name only are notes: their operands are not checked.`
}

func (c *verifyCmd) Run(_ context.Context, s streams) error {
	src, _, err := readInput(s, c.In, run.VISAFile)
	if err != nil {
		return err
	}
	k, err := asm.Parse(c.In, src)
	if errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	findings, notes := []verify.Finding{}, []verify.Finding{}
	if err == nil {
		findings, notes = append(findings, verify.Kernel(k)...), append(notes, verify.Notes(k)...)
	}
	good := err == nil && len(findings) == 0
	var wrong asm.ErrorList
	if c.JSON && errors.As(err, &wrong) {
		for _, e := range wrong {
			findings = append(findings, verify.Finding{Rule: "text", File: e.File, Pos: visa.Pos{Line: int32(e.Line), Col: int32(e.Col)}, Inst: -1, Msg: e.Msg})
		}
	}
	if c.JSON {
		body := struct {
			Findings []verify.Finding `json:"findings"`
			Notes    []verify.Finding `json:"notes"`
		}{findings, notes}
		if jerr := s.reply(good, err, body); jerr != nil {
			return jerr
		}
	} else if err == nil {
		for _, f := range append(notes, findings...) {
			fmt.Fprintln(s.err, f)
		}
		fmt.Fprintf(s.out, "%s: %d instructions, %d findings\n", c.In, len(k.Insts), len(findings))
	}
	if !good {
		return errors.Join(err, errFindings)
	}
	return nil
}
