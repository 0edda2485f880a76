package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

type verifyCmd struct {
	In     string
	Kernel string
	Family string
	JSON   bool
}

func (c *verifyCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, textFiles+"; - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel of a container or .isa; all of them by default."),
		choice(&c.Family, "family", "Device family that the program is for. With one, ops, types and surfaces that it lacks are findings.", append([]string{anyFamily}, visa.Platforms()...)...),
		onOff(&c.JSON, "json", "Print one JSON object with the findings."),
	}
	to.Description = `Examples:
  genvisa verify examples/bitfields/bitfields.visaasm
  genvisa verify kernels.bin --kernel saxpy
  genvisa verify examples/bitfields/bitfields.visaasm --family ICLLP

Prints every finding as file:line:col: error: message [RULE-ID]; the exit code is 1 when there is one. Text that does not parse is a finding too. Lines of a container or .isa are those that genvisa fmt --lines prints.
Notes are no findings: instructions that genvisa knows by name only, whose operands are not checked, and predicates and address variables that are read where nothing has written them on some path.
docs/verifier.md lists the rules.`
}

// anyFamily is no device family in particular.
const anyFamily = "any"

// verified is what verify finds in texts.
type verified struct {
	Findings []verify.Finding `json:"findings"`
	Notes    []verify.Finding `json:"notes"`
}

func (c *verifyCmd) Run(_ context.Context, s streams) error {
	texts, err := readTexts(s, c.In, c.Kernel, "", textKinds...)
	if err != nil {
		return err
	}
	all, good := verified{[]verify.Finding{}, []verify.Finding{}}, true
	var wrong error
	for i := range texts {
		found, err := c.text(s, &texts[i])
		if errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		good = good && err == nil && len(found.Findings) == 0
		wrong = errors.Join(wrong, err)
		all.Findings, all.Notes = append(all.Findings, found.Findings...), append(all.Notes, found.Notes...)
	}
	switch {
	case len(texts) == 0 && !c.JSON:
		fmt.Fprintf(s.out, "%s: no kernels, 0 findings\n", c.In)
	case c.JSON:
		if err := s.reply(good, wrong, all); err != nil {
			return err
		}
	}
	if !good {
		return errors.Join(wrong, errFindings)
	}
	return nil
}

// text verifies one text; the error says that it cannot be read. With --json its lines are
// findings too.
func (c *verifyCmd) text(s streams, t *text) (found verified, err error) {
	k, err := t.parse()
	var wrong asm.ErrorList
	switch {
	case err == nil:
		family, _ := visa.ParsePlatform(c.Family) // else AnyPlatform
		found.Findings, found.Notes = verify.For(k, family), verify.Notes(k)
	case errors.As(err, &wrong):
		for _, e := range wrong {
			found.Findings = append(found.Findings, verify.Finding{Rule: "text", File: e.File, Pos: visa.Pos{Line: int32(e.Line), Col: int32(e.Col)}, Inst: -1, Msg: e.Msg})
		}
	}
	if c.JSON || err != nil {
		return found, err
	}
	for _, f := range append(found.Notes, found.Findings...) {
		s.say("%v", f)
	}
	fmt.Fprintf(s.out, "%s: %d instructions, %d findings\n", t.name, len(k.Insts), len(found.Findings))
	return found, nil
}
