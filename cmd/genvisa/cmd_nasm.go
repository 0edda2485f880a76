package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/run"
)

type nasmCmd struct {
	In     string
	Target string
	Syntax string
	Out    string
	Force  bool
	JSON   bool
}

func (c *nasmCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "Gen assembly text (.asm); - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Target, "target", "", "TARGET", "skl", "Device of the code: "+targetNames(decoded)+"."),
		choice(&c.Syntax, "syntax", "Way of writing: that of Intel's IGA, of Mesa, or of intel-gen4asm, also with its -a.", nasm.IGA.String(), nasm.Mesa.String(), nasm.Gen4asm.String(), nasm.Gen4asmElements.String()),
		word(&c.Out, "out", "o", "FILE", "", "Native code (.dat); - is standard output. Without it the text is only checked."),
		onOff(&c.Force, "force", "Write over a text, metadata, a launch file or a container that is there."),
		onOff(&c.JSON, "json", "Print one JSON object with the size, or with all errors."),
	}
	to.Description = `Examples:
  genvisa nasm k.asm --target skl -o k.dat
  genvisa ndis examples/saxpy/saxpy.skl.dat -o saxpy.asm && genvisa nasm saxpy.asm -o saxpy.dat
  echo '(W) mov (8|M0) r2.0<1>:f 1.5:f' | genvisa nasm - -o - | genvisa ndis - --bits

The text is that of Intel's assembler IGA, as genvisa ndis writes it, or with --syntax that of Mesa's or the Intel GPU tools' assembler: docs/assembly.md. Every error is file:line:col with what stands there and what is legal.`
}

func (c *nasmCmd) Run(_ context.Context, s streams) error {
	o, err := targetOption(c.Target)
	if err != nil {
		return err
	}
	code, err := c.assemble(s, o)
	var wrong nasm.ErrorList
	if c.JSON && (err == nil || errors.As(err, &wrong)) {
		if jerr := s.reply(err == nil, err, nasmReply(len(code), wrong)); jerr != nil {
			return jerr
		}
	}
	if err != nil {
		return err
	}
	if c.Out != "" {
		return writeOutput(s, c.Out, code)
	}
	if !c.JSON {
		fmt.Fprintf(s.out, "%s: assembles to %d bytes (use -o to keep them)\n", c.In, len(code))
	}
	return nil
}

func (c *nasmCmd) assemble(s streams, o run.Options) ([]byte, error) {
	outs := []string{c.Out}
	if c.JSON {
		outs = append(outs, "-")
	}
	if err := errors.Join(checkOutputs([]string{c.In}, outs...), keepSource(c.Out, c.Force), keepText(c.Out, c.Force)); err != nil {
		return nil, err
	}
	syntax, err := nasm.ParseSyntax(c.Syntax)
	if err != nil {
		return nil, err
	}
	r, done, _, err := openInput(s, c.In, 0, run.AssemblyFile)
	if err != nil {
		return nil, err
	}
	defer done()
	code, err := nasm.AssembleSyntax(c.In, o.Target.Device(), r, syntax)
	if err != nil && !is[nasm.ErrorList](err) && !is[*run.SizeError](err) {
		err = fmt.Errorf("%s: %w", c.In, err)
	}
	return code, err
}

// nasmReply is what --json says.
func nasmReply(size int, wrong nasm.ErrorList) any {
	type found struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Message string `json:"message"`
	}
	body := struct {
		Bytes  int     `json:"bytes"`
		Errors []found `json:"errors"`
	}{size, []found{}}
	for _, e := range wrong {
		body.Errors = append(body.Errors, found{e.File, e.Line, e.Col, e.Msg})
	}
	return body
}

// keepText refuses to write code over assembly text, which may be its source.
func keepText(path string, force bool) error {
	if kindAt(path) == run.AssemblyFile && !force {
		return fmt.Errorf("%s: is there already and is %s: want another file, or --force", path, run.AssemblyFile)
	}
	return nil
}
