package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/run"
)

type nasmCmd struct {
	In     string
	Target string
	Syntax string
	Into   string
	Kernel string
	Out    string
	Force  bool
	JSON   bool
}

func (c *nasmCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "Gen assembly text (.asm); - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Target, "target", "", "TARGET", "", "Device of the code: "+targetNames(decoded)+". Default: that of --into, else skl."),
		choice(&c.Syntax, "syntax", "Way of writing: that of Intel's IGA, of Mesa, or of intel-gen4asm, also with its -a.", nasm.IGA.String(), nasm.Mesa.String(), nasm.Gen4asm.String(), nasm.Gen4asmElements.String()),
		word(&c.Into, "into", "", "FILE", "", "Container (zebin, ocloc's .bin) whose kernels get this code; -o is then a container like it."),
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel of a text with several; with --into also that of a text without headings."),
		word(&c.Out, "out", "o", "FILE", "", "Native code (.dat), or with --into a container; - is standard output. Without it the text is only checked."),
		onOff(&c.Force, "force", "Write over a text, metadata, a launch file or a container that is there."),
		onOff(&c.JSON, "json", "Print one JSON object with the size, or with all errors."),
	}
	to.Description = `Examples:
  genvisa nasm k.asm --target skl -o k.dat
  genvisa ndis examples/saxpy/saxpy.skl.dat -o saxpy.asm && genvisa nasm saxpy.asm -o saxpy.dat
  genvisa ndis kernels.bin -o all.asm && genvisa nasm all.asm --into kernels.bin -o new.bin --force
  echo '(W) mov (8|M0) r2.0<1>:f 1.5:f' | genvisa nasm - -o - | genvisa ndis - --bits

The text is that of Intel's assembler IGA, as genvisa ndis writes it, or with --syntax that of Mesa's or the Intel GPU tools' assembler: docs/assembly.md. Every error is file:line:col with what stands there and what is legal.
A container keeps all that --into FILE has but the code of the kernels in the text, and what goes by its size.`
}

func (c *nasmCmd) Run(_ context.Context, s streams) error {
	o, err := targetOption(c.Target)
	if err != nil {
		return err
	}
	made, err := c.assemble(s, o)
	var wrong nasm.ErrorList
	if c.JSON && (err == nil || errors.As(err, &wrong)) {
		if jerr := s.reply(err == nil, err, nasmReply(made, wrong)); jerr != nil {
			return jerr
		}
	}
	if err != nil {
		return err
	}
	for _, section := range made.dropped {
		s.say("note: section %s was about the old code and is empty in the new container", section)
	}
	if c.Out != "" {
		return writeOutput(s, c.Out, made.out)
	}
	switch {
	case c.JSON:
	case c.Into != "":
		fmt.Fprintf(s.out, "%s: assembles to %d bytes of %d kernels, which fit into %s (use -o to keep them)\n", c.In, made.bytes(), len(made.sections), c.Into)
	default:
		fmt.Fprintf(s.out, "%s: assembles to %d bytes (use -o to keep them)\n", c.In, len(made.out))
	}
	return nil
}

// assembly is what a text becomes.
type assembly struct {
	sections []nasm.Section
	out      []byte   // code, or a container
	dropped  []string // sections of the container that are empty now
}

// bytes is the size of the code.
func (a *assembly) bytes() (n int) {
	for i := range a.sections {
		n += len(a.sections[i].Code)
	}
	return n
}

func (c *nasmCmd) assemble(s streams, o run.Options) (made assembly, err error) {
	outs := []string{c.Out}
	if c.JSON {
		outs = append(outs, "-")
	}
	if err := errors.Join(checkOutputs([]string{c.In, c.Into}, outs...), keepSource(c.Out, c.Force), keepText(c.Out, c.Force)); err != nil {
		return made, err
	}
	syntax, err := nasm.ParseSyntax(c.Syntax)
	if err != nil {
		return made, err
	}
	t := o.Target.Device()
	var into *intoContainer
	if c.Into != "" {
		if into, err = c.openInto(s, o); err != nil {
			return made, err
		}
		t = into.target
	}
	if made.sections, err = c.sections(s, t, syntax); err != nil {
		return made, err
	}
	if into != nil && len(made.sections) == 1 && made.sections[0].Name == "" {
		err = into.name(c.In, &made.sections[0], c.Kernel)
	} else {
		made.sections, err = onlySection(c.In, made.sections, c.Kernel)
	}
	if err != nil {
		return made, err
	}
	if into != nil {
		made.out, made.dropped, err = into.with(c.In, made.sections)
		return made, err
	}
	if len(made.sections) > 1 {
		first, second := made.sections[0].Name, &made.sections[1]
		return made, nasm.ErrorList{{File: c.In, Line: second.Line, Col: 1, Msg: fmt.Sprintf("a second kernel, %q behind %q: raw code is that of one; want --kernel NAME, or --into FILE, the container that has them", second.Name, first)}}
	}
	made.out = made.sections[0].Code
	return made, nil
}

// sections assembles the text.
func (c *nasmCmd) sections(s streams, t native.Target, syntax nasm.Syntax) ([]nasm.Section, error) {
	r, done, _, err := openInput(s, c.In, 0, files.Assembly)
	if err != nil {
		return nil, err
	}
	defer done()
	sections, err := nasm.AssembleSections(c.In, t, r, syntax)
	if err != nil && !is[nasm.ErrorList](err) && !is[*files.SizeError](err) {
		err = fmt.Errorf("%s: %w", c.In, err)
	}
	return sections, err
}

// nasmReply is what --json says.
func nasmReply(made assembly, wrong nasm.ErrorList) any {
	type kernel struct {
		Name  string `json:"name"`
		Bytes int    `json:"bytes"`
	}
	type found struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Message string `json:"message"`
	}
	body := struct {
		Bytes   int      `json:"bytes"`             // of the code
		Kernels []kernel `json:"kernels,omitempty"` // with headings
		Dropped []string `json:"dropped,omitempty"` // sections that are empty now
		Errors  []found  `json:"errors"`
	}{Errors: []found{}}
	if wrong == nil {
		body.Bytes, body.Dropped = made.bytes(), made.dropped
		for _, k := range made.sections {
			if k.Name != "" {
				body.Kernels = append(body.Kernels, kernel{k.Name, len(k.Code)})
			}
		}
	}
	for _, e := range wrong {
		body.Errors = append(body.Errors, found{e.File, e.Line, e.Col, e.Msg})
	}
	return body
}

// keepText refuses to write code over assembly text, which may be its source.
func keepText(path string, force bool) error {
	if kindAt(path) == files.Assembly && !force {
		return fmt.Errorf("%s: is there already and is %s: want another file, or --force", path, files.Assembly)
	}
	return nil
}
