package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
)

// linter collects what breaks rules.
type linter struct {
	only   string // one rule's ID; empty or everyRule for all
	target native.Target
	file   string
	insts  int
	found  []lintFinding
}

// code checks the instructions of one kernel, whose name may be empty. Zeros
// behind the last instruction are padding.
func (l *linter) code(kernel string, code []byte) error {
	insts, offs, err := decodeAll(l.target, code)
	if err != nil && kernel != "" {
		return fmt.Errorf("%s: kernel %s: %w", l.file, kernel, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", l.file, err)
	}
	l.insts += len(insts)
	for _, f := range native.Check(l.target, insts) {
		if l.only != "" && l.only != everyRule && l.only != f.Rule.ID {
			continue
		}
		in := insts[f.Inst]
		l.found = append(l.found, lintFinding{
			File: l.file, Kernel: kernel, Offset: offs[f.Inst], Text: oneLine(nasm.Inst(l.target, &in, offs[f.Inst])),
			Rule: f.Rule.ID, Broken: f.Rule.Text, Legal: f.Rule.Legal, inst: in,
		})
	}
	return nil
}

// decodeAll decodes code up to the zeros at its end.
func decodeAll(t native.Target, code []byte) (insts []native.Inst, offs []int, err error) {
	end := len(bytes.TrimRight(code, "\x00"))
	if end == 0 {
		return native.DecodeAll(t, code)
	}
	for off := 0; off < end; {
		in, n, err := native.Decode(t, code[off:])
		if err != nil {
			if bad, ok := err.(*native.DecodeError); ok {
				bad.Offset = off
			}
			return nil, nil, err
		}
		insts, offs = append(insts, in), append(offs, off)
		off += n
	}
	return insts, offs, nil
}

// oneLine is assembly text without its columns.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// place is where a finding is.
func (f *lintFinding) place() string {
	if f.Kernel != "" {
		return fmt.Sprintf("%s: kernel %s: %#x", f.File, f.Kernel, f.Offset)
	}
	return fmt.Sprintf("%s: %#x", f.File, f.Offset)
}

func (l *linter) print(w io.Writer) {
	for i := range l.found {
		f := &l.found[i]
		fmt.Fprintf(w, "%s: %s [%s]\n    %s\n    legal: %s\n", f.place(), f.Broken, f.Rule, f.Text, f.Legal)
	}
	fmt.Fprintf(w, "%s: %s, %d instructions, %d findings of %d rules\n", l.file, l.target, l.insts, len(l.found), len(native.Rules(l.target)))
}
