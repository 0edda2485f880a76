package main

import (
	"bytes"
	"errors"

	"github.com/genvisa/genvisa/visa/asm"
)

type fmtCmd struct {
	In    string `arg:"" help:"vISA text (.visaasm); - is standard input."`
	Out   string `short:"o" help:"Formatted text." default:"-" placeholder:"FILE"`
	Force bool   `help:"Write over a file that is there."`
}

func (c *fmtCmd) Help() string {
	return `Examples:
  genvisa fmt mine.visaasm
  genvisa fmt mine.visaasm -o formatted.visaasm

The text means the same; comments are left out.`
}

func (c *fmtCmd) Run(s streams) error {
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
