package load

import (
	"fmt"
	"io"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
)

// CodeText writes a kernel of a container as assembly text, below its heading when it has
// a name, with marks of what the container refers to. More is said as o says.
func CodeText(w io.Writer, f *container.File, k *container.Kernel, t native.Target, o nasm.Options) error {
	if k.Name != "" {
		if _, err := fmt.Fprintln(w, nasm.Heading(k.Name)); err != nil {
			return err
		}
	}
	for _, p := range f.Places(k) {
		o.Marks = append(o.Marks, nasm.Mark{Was: p.Off, Reloc: p.Reloc, Name: p.Name})
	}
	return nasm.Disassemble(w, t, k.Code, o)
}

// CodeEdits are the kernels of a text for container.Replace; text names it in messages.
func CodeEdits(text string, sections []nasm.Section) (edits []container.Edit, err error) {
	for _, s := range sections {
		if s.Name == "" {
			return nil, fmt.Errorf("%s:%d: error: instructions above the first heading: want the name of their kernel before them, such as %q", text, s.Line, nasm.Heading("saxpy"))
		}
		e := container.Edit{Kernel: s.Name, Code: s.Code}
		for _, m := range s.Marks {
			e.Moves = append(e.Moves, container.Move{Was: m.Was, Reloc: m.Reloc, At: m.At})
		}
		edits = append(edits, e)
	}
	return edits, nil
}
