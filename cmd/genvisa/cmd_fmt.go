package main

import (
	"bytes"
	"context"
	"errors"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/visa/asm"
)

type fmtCmd struct {
	In    string
	Out   string
	Force bool
}

func (c *fmtCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "vISA text (.visaasm); - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Out, "out", "o", "FILE", "-", "Formatted text."),
		onOff(&c.Force, "force", "Write over a file that is there."),
	}
	to.Description = `Examples:
  genvisa fmt mine.visaasm
  genvisa fmt mine.visaasm -o formatted.visaasm --force

The text means the same; comments are left out.`
}

func (c *fmtCmd) Run(_ context.Context, s streams) error {
	if err := errors.Join(checkOutputs([]string{c.In}, c.Out), keepOld(c.Out, c.Force)); err != nil {
		return err
	}
	k, err := readVISA(s, c.In)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := asm.Print(&text, k); err != nil {
		return err
	}
	return writeOutput(s, c.Out, text.Bytes())
}
