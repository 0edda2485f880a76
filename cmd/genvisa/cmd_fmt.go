package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

type fmtCmd struct {
	In     string
	Kernel string
	AsIs   bool
	Lines  bool
	Out    string
	Force  bool
}

func (c *fmtCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, textFiles+"; - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel of a container or .isa; all of them by default."),
		onOff(&c.AsIs, "as-is", "Print the text as it stands, whose lines are those of places in messages."),
		onOff(&c.Lines, "lines", "Print the text as it stands, each line behind its number."),
		word(&c.Out, "out", "o", "FILE", "-", "Formatted text."),
		onOff(&c.Force, "force", "Write over a file that is there."),
	}
	to.Description = `Examples:
  genvisa fmt mine.visaasm
  genvisa fmt mine.visaasm -o formatted.visaasm --force
  genvisa fmt kernels.bin --kernel saxpy --lines

The text means the same; comments are left out, and a kernel has its name in the container. A place such as kernels.bin:saxpy.visaasm:289:5 is line 289, column 5 of the text as it stands in the container, which --lines and --as-is print; formatted, lines may have other numbers. Several texts stand one behind the other, each below its name.`
}

// textFiles says in the help of a command what holds vISA text.
const textFiles = "vISA text (.visaasm), a container with it (zebin), or its binary form (.isa)"

// text is a vISA text that was read.
type text struct {
	name   string
	source []byte
	kernel string // what a container calls it
	parse  func() (*visa.Kernel, error)
}

// textKinds are the files with vISA.
var textKinds = []files.Kind{files.VISA, files.Container, files.ISA}

// readTexts reads a file of one of the wanted kinds, with vISA text, or the texts of a
// container's or .isa file's kernels; profile is that of run.ISATexts.
func readTexts(s streams, path, kernel, profile string, want ...files.Kind) (out []text, err error) {
	if path != "-" && kindAt(path) == files.Unknown {
		want = want[:1] // text that says nothing of itself
	}
	src, kind, err := readInput(s, path, want...)
	if err != nil {
		return nil, err
	}
	switch kind {
	case files.ISA:
		texts, err := load.ISATexts(path, src, kernel, profile)
		return ofRun(texts), err
	case files.VISA:
		if kernel != "" {
			return nil, fmt.Errorf("--kernel %s: %s is %s, which is that of one kernel", kernel, path, kind)
		}
		return []text{{path, src, "", func() (*visa.Kernel, error) { return asm.Parse(path, src) }}}, nil
	}
	f, _, err := load.OpenContainer(path, src, load.Options{Code: load.InterpCode})
	if err != nil {
		return nil, err
	}
	texts, err := load.ContainedTexts(f, kernel)
	return ofRun(texts), err
}

// ofRun are texts out of a file of another kind.
func ofRun(texts []load.Text) (out []text) {
	for i := range texts {
		out = append(out, text{texts[i].Name, texts[i].Source, texts[i].Kernel, texts[i].Parse})
	}
	return out
}

func (c *fmtCmd) Run(_ context.Context, s streams) error {
	if err := errors.Join(checkOutputs([]string{c.In}, c.Out), keepOld(c.Out, c.Force)); err != nil {
		return err
	}
	texts, err := readTexts(s, c.In, c.Kernel, "", textKinds...)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	for i := range texts {
		if len(texts) > 1 {
			fmt.Fprintf(&out, "// %s\n", texts[i].name)
		}
		if err := c.print(&out, &texts[i]); err != nil {
			return err
		}
	}
	return writeOutput(s, c.Out, out.Bytes())
}

// print writes a text in the form that the flags ask for.
func (c *fmtCmd) print(w io.Writer, t *text) error {
	if !c.AsIs && !c.Lines {
		k, err := t.parse()
		if err != nil {
			return err
		}
		if t.kernel != "" { // compilers of 2022 call all kernels "kernel" in their text
			k.Name = t.kernel
		}
		return asm.Print(w, k)
	}
	n := 0
	for line := range bytes.Lines(t.source) {
		if n++; c.Lines {
			fmt.Fprintf(w, "%6d  ", n)
		}
		w.Write(line)
	}
	if len(t.source) > 0 && t.source[len(t.source)-1] != '\n' {
		io.WriteString(w, "\n")
	}
	return nil
}
