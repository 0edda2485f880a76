package main

import (
	"bytes"
	"fmt"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
)

type ndisCmd struct {
	In     string `arg:"" help:"Raw native code (.dat); - is standard input."`
	Target string `help:"Device of the code: ${decoded}." default:"skl"`
	Out    string `short:"o" help:"Assembly text." default:"-" placeholder:"FILE"`
}

func (c *ndisCmd) Help() string {
	return `Example:
  genvisa ndis examples/saxpy/saxpy.skl.dat --target skl`
}

func (c *ndisCmd) Run(s streams) error {
	target, err := native.ParseTarget(c.Target)
	if err != nil {
		return err
	}
	if err := checkOutputs(c.In, c.Out); err != nil {
		return err
	}
	code, err := readInput(s, c.In)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := nasm.Print(&text, target, code); err != nil {
		return fmt.Errorf("%s: %w", c.In, err)
	}
	return writeOutput(s, c.Out, text.Bytes())
}
