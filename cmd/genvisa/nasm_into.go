package main

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// intoContainer is a container that is given the code of a text.
type intoContainer struct {
	path   string
	data   []byte
	file   *container.File
	target native.Target
}

// openInto reads the container of --into. Its device is that of the text.
func (c *nasmCmd) openInto(s streams, o run.Options) (*intoContainer, error) {
	if c.In == "-" && c.Into == "-" {
		return nil, &usageError{errors.New("IN and --into: both are standard input; want one of them in a file")}
	}
	data, _, err := readInput(s, c.Into, files.Container)
	if err != nil {
		return nil, err
	}
	f, t, err := load.OpenContainer(c.Into, data, o.Loading())
	if err != nil {
		return nil, err
	}
	return &intoContainer{c.Into, data, f, t}, nil
}

// name gives a text without headings its kernel: the one of that name, or the only one.
func (i *intoContainer) name(text string, section *nasm.Section, kernel string) error {
	k, err := load.ContainedKernel(i.file, kernel)
	if err != nil {
		return fmt.Errorf("%s: no heading such as %q says whose code this is: %w", text, nasm.Heading("saxpy"), err)
	}
	section.Name = k.Name
	return nil
}

// with is the container with the code of kernels in it, each named by its section; dropped
// are sections that are empty now.
func (i *intoContainer) with(text string, sections []nasm.Section) (out []byte, dropped []string, err error) {
	edits, err := load.CodeEdits(text, sections)
	if err != nil {
		return nil, nil, err
	}
	out, dropped, err = container.Replace(i.path, i.data, i.target, edits)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", text, err)
	}
	return out, dropped, nil
}
