package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/run"
)

type ndisCmd struct {
	In     string `arg:"" help:"Raw native code (.dat); - is standard input."`
	Target string `help:"Device of the code: ${decoded}." default:"skl"`
	Out    string `short:"o" help:"Assembly text." default:"-" placeholder:"FILE"`
	Force  bool   `help:"Write over a file that no genvisa command wrote."`
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
	if err := errors.Join(checkOutputs([]string{c.In}, c.Out), keepSource(c.Out, c.Force)); err != nil {
		return err
	}
	code, _, err := readInput(s, c.In, run.NativeFile)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := nasm.Print(&text, target, code); err != nil {
		return fmt.Errorf("%s: %w", c.In, err)
	}
	return writeOutput(s, c.Out, text.Bytes())
}
