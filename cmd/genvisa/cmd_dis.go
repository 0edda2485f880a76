package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
)

type disCmd struct {
	In      string
	Kernel  string
	Profile string
	Out     string
	Force   bool
}

func (c *disCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "vISA in binary form (.isa); - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel of a file with several, with all functions; all of them by default."),
		profileFlag(&c.Profile, "Layout of what compilers wrote in different ways: "+strings.Join(profileNames(), ", ")+". Default: the one that fits."),
		word(&c.Out, "out", "o", "FILE", "-", "vISA text (.visaasm)."),
		onOff(&c.Force, "force", "Write over a file that is there."),
	}
	to.Description = `Examples:
  genvisa asm examples/saxpy/saxpy.visaasm -o saxpy.isa --force && genvisa dis saxpy.isa
  genvisa dis saxpy.isa -o saxpy.visaasm --force

Several texts stand one behind the other, each below its name. genvisa ndis shows the native code in the file. docs/isa.md says what a profile is, and which files cannot be read.`
}

func (c *disCmd) Run(_ context.Context, s streams) error {
	if err := errors.Join(checkOutputs([]string{c.In}, c.Out), keepOld(c.Out, c.Force)); err != nil {
		return err
	}
	texts, err := readTexts(s, c.In, c.Kernel, c.Profile, files.ISA)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	for i := range texts {
		if len(texts) > 1 {
			fmt.Fprintf(&out, "// %s\n", texts[i].name)
		}
		out.Write(texts[i].source)
	}
	return writeOutput(s, c.Out, out.Bytes())
}
