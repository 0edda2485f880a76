package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
)

// linter collects what breaks rules.
type linter struct {
	only   string // one rule's ID; empty or everyRule for all
	target native.Target
	grfs   int // registers of a thread of the kernel
	file   string

	preemptible bool // native.Preemptible too

	insts  int
	found  []lintFinding
	doubts []lintFinding // which do not count: see native.Doubts
	lines  *container.Lines
	more   int // findings behind the first mostFindings
}

// mostFindings is how many findings are kept and shown; the rest are counted.
const mostFindings = 10000

// pieceInsts is how many instructions are decoded at a time.
const pieceInsts = 512

// pieces checks the instructions of one kernel, whose name may be empty. Zeros
// behind the last instruction are padding.
// grfs are the registers of a thread; 0 where nothing says how many.
func (l *linter) pieces(kernel string, code []byte, grfs int) error {
	end := len(bytes.TrimRight(code, "\x00"))
	if end == 0 {
		_, _, err := native.DecodeAll(l.target, code)
		return err
	}
	if l.grfs = grfs; grfs == 0 {
		l.grfs = filedBy(l.target, code, end)
	}
	insts, offs := make([]native.Inst, 0, pieceInsts), make([]int, 0, pieceInsts)
	for off := 0; off < end; {
		in, n, err := native.Decode(l.target, code[off:])
		if err != nil {
			if bad, ok := err.(*native.DecodeError); ok {
				bad.Offset = off
			}
			return err
		}
		insts, offs = append(insts, in), append(offs, off)
		if off += n; len(insts) == pieceInsts || off >= end {
			l.check(kernel, insts, offs)
			insts, offs = insts[:0], offs[:0]
		}
	}
	return nil
}

// filedBy is the register file that code names, in registers, up to what does not decode.
// The last instruction begins before end.
func filedBy(t native.Target, code []byte, end int) int {
	for at := 0; t.MostGRFs() > native.GRFs && at < end; {
		in, n, err := native.Decode(t, code[at:])
		if err != nil {
			break
		}
		if g := t.GRFsOf([]native.Inst{in}); g > native.GRFs {
			return g
		}
		at += n
	}
	return native.GRFs
}

// check takes what is found in instructions at these offsets.
func (l *linter) check(kernel string, insts []native.Inst, offs []int) {
	l.insts += len(insts)
	take := func(list *[]lintFinding, found []native.Finding, more *int) {
		for _, f := range found {
			switch {
			case l.only != "" && l.only != f.Rule.ID:
				continue
			case len(*list) == mostFindings:
				*more++
				continue
			}
			in, at := insts[f.Inst], offs[f.Inst]
			counted, _ := l.target.Elements(&in)
			*list = append(*list, lintFinding{
				File: l.file, Kernel: kernel, Offset: at, Line: l.lines.At(at), Text: oneLine(nasm.Inst(l.target, &in, at)),
				Rule: f.Rule.ID, Broken: f.Rule.Text, Legal: f.Rule.Legal, inst: counted,
			})
		}
	}
	take(&l.found, native.CheckFile(l.target, l.grfs, insts), &l.more)
	if l.preemptible || l.only != "" && l.only != everyRule && native.RuleByID(l.only).Preemptible != 0 {
		take(&l.found, native.Preemptible(l.target, insts), &l.more)
	}
	take(&l.doubts, native.Doubts(l.target, insts), new(int))
}

// rules is how many rules were applied.
func (l *linter) rules() (n int) {
	for _, r := range native.AllRules() {
		if r.On(l.target) || l.preemptible && r.Preemptible>>l.target&1 != 0 {
			n++
		}
	}
	return n
}

// oneLine is assembly text without its columns.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// place is where a finding is.
func (f *lintFinding) place() string {
	if f.Kernel != "" {
		return fmt.Sprintf("%s: kernel %s: %#x%s", f.File, f.Kernel, f.Offset, f.Behind())
	}
	return fmt.Sprintf("%s: %#x%s", f.File, f.Offset, f.Behind())
}

func (l *linter) print(w io.Writer) {
	for i := range l.found {
		f := &l.found[i]
		fmt.Fprintf(w, "%s: %s [%s]\n    %s\n    legal: %s\n", f.place(), f.Broken, f.Rule, f.Text, f.Legal)
	}
	if l.more > 0 {
		fmt.Fprintf(w, "and %d more\n", l.more)
	}
	for i := range l.doubts {
		f := &l.doubts[i]
		fmt.Fprintf(w, "%s: doubt: %s [%s]\n    %s\n    a document says so, code of Intel's compiler for %s does it all the same: not counted\n", f.place(), f.Broken, f.Rule, f.Text, l.target)
	}
	fmt.Fprintf(w, "%s: %s, %d instructions, %d findings of %d rules\n", l.file, l.target, l.insts, len(l.found)+l.more, l.rules())
}
