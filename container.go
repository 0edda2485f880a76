package genvisa

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/load"
)

// Container is a file of compiled kernels: a zebin, ocloc's patch tokens, or the
// member for one device of an archive. Kernels[i].Code is the native code of a
// kernel; assigning to it edits the container, and Encode writes it.
type Container struct {
	*container.File
	Target string // device of the code, such as "skl"

	name string
	data []byte // of the file; nil when it was made by hand
}

// ReadContainer reads a container's file. It takes no more bytes than docs/launch.md
// says for its kind.
func ReadContainer(path, target string) (*Container, error) {
	src, _, err := files.Read(path, files.Container)
	if err != nil {
		return nil, err
	}
	return OpenContainer(path, src, target)
}

// OpenContainer reads a container in memory, which must not change from then on;
// name stands for it in messages. target chooses the device of an archive, and
// refuses a container for another; "" takes what the container is for. Of one for a
// later device, such as dg2, the texts can be read and interpreted; what needs its code
// is refused then, with an error that is errors.ErrUnsupported.
func OpenContainer(name string, data []byte, target string) (*Container, error) {
	o, err := runTarget(target)
	if err != nil {
		return nil, err
	}
	f, t, err := load.OpenContainer(name, data, load.Options{Target: o, Code: InterpCode})
	if err != nil {
		return nil, err
	}
	return &Container{f, t.String(), name, data}, nil
}

// Text is the vISA of a kernel, linked with the functions that it calls; "" is the
// only kernel there. The error is errors.ErrUnsupported where the compiler put no
// vISA into the container. Verify says whether the kernel is right.
func (c *Container) Text(kernel string) (*Kernel, error) {
	if _, err := c.target(); err != nil {
		return nil, err
	}
	k, err := load.ContainedKernel(c.File, kernel)
	if err != nil {
		return nil, err
	}
	return load.ContainedVISA(c.File, k)
}

// Program prepares a kernel of the container with its metadata and data, for a Run
// of any launch: its vISA for the interpreter (InterpCode) or compiled here (OurCode),
// or its native code (IntelCode, also for ""); "" is the only kernel there.
func (c *Container) Program(kernel string, code CodeName) (*Program, error) {
	t, err := c.target()
	if err != nil {
		return nil, err
	}
	return load.FromContainer(c.File, kernel, code, t)
}

// Disassemble writes the code of all kernels as one assembly text, each below a heading
// with its name, and marks the instructions that the container refers to. Assemble takes
// it back (docs/assembly.md).
func (c *Container) Disassemble(w io.Writer) error {
	t, err := c.native()
	if err != nil {
		return err
	}
	for i := range c.Kernels {
		k := &c.Kernels[i]
		if err := load.CodeText(w, c.File, k, t, nasm.Options{}); err != nil {
			return fmt.Errorf("%s: kernel %s: %w", c.name, k.Name, err)
		}
	}
	return nil
}

// Assemble is the container's file with the code of a text as Disassemble writes it; name
// stands for the text in messages. All else of the file stays: symbols and relocations
// follow their instructions. dropped are the sections for debuggers that are empty now,
// because they were about the old code.
func (c *Container) Assemble(name string, text []byte) (file []byte, dropped []string, err error) {
	t, err := c.native()
	if err != nil {
		return nil, nil, err
	}
	if c.data == nil {
		return nil, nil, errors.New("a container made by hand has no file: want one from ReadContainer or OpenContainer, or Encode")
	}
	sections, err := nasm.AssembleSections(name, t, bytes.NewReader(text), nasm.IGA)
	if err != nil {
		return nil, nil, err
	}
	edits, err := load.CodeEdits(name, sections)
	if err != nil {
		return nil, nil, err
	}
	return container.Replace(c.name, c.data, t, edits)
}

// Encode writes the container as a zebin: code, texts, metadata, data and
// relocations, and nothing else of what was read. Code that grew or moved does not
// take relocations of addresses in it along.
func (c *Container) Encode() ([]byte, error) {
	t, err := c.native()
	if err != nil {
		return nil, err
	}
	return container.Encode(c.File, t)
}

// native is the target, of a container whose code can be read.
func (c *Container) native() (native.Target, error) {
	t, err := c.target()
	if err == nil && c.Foreign {
		err = load.ForeignError(c.File)
	}
	return t, err
}

// target is the device, of a container that was read or made by hand.
func (c *Container) target() (native.Target, error) {
	if c == nil || c.File == nil {
		return 0, fmt.Errorf("no container: want one from ReadContainer or OpenContainer")
	}
	return targetOf(c.Target)
}
