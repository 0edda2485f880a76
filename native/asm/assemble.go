package asm

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Limits of a text.
const (
	MaxLine = 64 << 10  // bytes of a line
	MaxCode = 256 << 20 // bytes of code
)

// Assemble reads text in the syntax that Print writes, to its end, and gives the
// code: the same bytes for what Print wrote. name is the text's in messages. The
// error is an ErrorList with all faults, a *native.TargetError, or r's. Memory is
// the code, the labels, and what branches ahead take. A text of several kernels is a
// fault: AssembleSections takes those.
func Assemble(name string, t native.Target, r io.Reader) ([]byte, error) {
	return AssembleSyntax(name, t, r, IGA)
}

// AssembleSyntax is Assemble for a text in another syntax.
func AssembleSyntax(name string, t native.Target, r io.Reader, s Syntax) ([]byte, error) {
	sections, err := AssembleSections(name, t, r, s)
	if err != nil {
		return nil, err
	}
	if len(sections) > 1 {
		first, second := &sections[0], &sections[1]
		return nil, ErrorList{{File: name, Line: second.Line, Col: 1, Msg: fmt.Sprintf("a second kernel, %s, behind %s: raw code is that of one; want one of them, or their container to put them into", spelled(second.Name), cmp.Or(first.Name, "one without a heading"))}}
	}
	return sections[0].Code, nil
}

// assemble reads a whole text. Its faults are in the assembler; the error is r's.
func assemble(name string, t native.Target, r io.Reader, s Syntax) (*assembler, error) {
	a := &assembler{parser: newParser(t), name: name, section: Section{Line: 1}, labels: map[string]int{}}
	a.syntax = s
	if err := a.read(bufio.NewReaderSize(r, MaxLine)); err != nil {
		return nil, err
	}
	a.endSection()
	return a, nil
}

// read assembles all lines of a text.
func (a *assembler) read(in *bufio.Reader) error {
	each := a.oneLine
	if a.syntax != IGA {
		each = a.dialectLine
	}
	for {
		line, err := in.ReadSlice('\n')
		a.lineNo++
		if errors.Is(err, bufio.ErrBufferFull) {
			a.report(place{line: a.lineNo}, fault{msg: fmt.Sprintf("line of more than %d bytes", MaxLine)})
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			line = nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		if a.lineNo == 1 {
			line = bytes.TrimPrefix(line, []byte(utf8Mark))
		}
		each(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'}))
		if err == io.EOF || a.full() {
			break
		}
	}
	if a.syntax != IGA {
		a.dialectEnd()
	}
	if a.comment {
		a.report(a.opened, fault{msg: "comment without an end: want */ behind it"})
	}
	return nil
}

// utf8Mark is what some editors begin a text with.
const utf8Mark = "\xEF\xBB\xBF"

// openComment takes note of a comment that may span lines, from a byte of the line.
func (a *assembler) openComment(at int) { a.comment, a.opened = true, place{a.lineNo, at} }

// assembler turns lines into code.
type assembler struct {
	*parser
	name    string
	lineNo  int
	comment bool  // the line begins inside a comment of several lines
	opened  place // where that comment begins
	code    []byte
	labels  map[string]int
	again   map[string][]int // further places of labels, which intel-gen4asm allows
	ahead   []branchAhead
	settles int // branches ahead at which settle is due
	errs    ErrorList

	sections []Section // that are complete
	size     int       // of their code
	section  Section   // that is read; its code is in code

	pieces []piece // of the statement in a dialect, which may take several lines
}

// place is a byte of the text.
type place struct{ line, col int }

// where is the place of a byte of what the scanner reads.
func (a *assembler) where(at int) place {
	for i := len(a.pieces) - 1; i >= 0; i-- {
		if p := &a.pieces[i]; at >= p.at {
			return place{p.line, p.col + at - p.at}
		}
	}
	return place{a.lineNo, at}
}

// branchAhead is a branch that names a label below it.
type branchAhead struct {
	in     native.Inst
	patch  native.Patch
	at     int
	names  [2]string
	places [2]place
	op     place
}

func (a *assembler) full() bool { return len(a.errs) >= maxErrors }

// report records a fault at a place.
func (a *assembler) report(at place, f fault) {
	if a.full() {
		return
	}
	msg := f.msg
	if len(a.errs) == maxErrors-1 {
		msg += "; and perhaps more: this is the last one shown"
	}
	a.errs = append(a.errs, &Error{File: a.name, Line: at.line, Col: at.col + 1, Msg: msg, Err: f.err})
}

// oneLine assembles the labels and instructions of a line, to its first fault.
func (a *assembler) oneLine(line []byte) {
	a.start(line)
	if a.blank(); a.scanner.at < len(line) && !a.comment {
		for a.statement() && a.err == nil {
		}
	}
	if a.err != nil {
		a.report(a.where(a.err.at), *a.err)
	}
}

// blank goes past blanks and comments of the kind that may span lines.
func (a *assembler) blank() {
	for {
		if a.comment {
			end := bytes.Index(a.line[a.scanner.at:], []byte("*/"))
			if end < 0 {
				a.scanner.at = len(a.line)
				return
			}
			a.scanner.at += end + 2
			a.comment = false
		}
		a.skip()
		if !bytes.HasPrefix(a.line[a.scanner.at:], []byte("/*")) {
			return
		}
		a.openComment(a.scanner.at)
		a.scanner.at += 2
	}
}

// statement reads a label or an instruction, and tells whether the line goes on.
func (a *assembler) statement() bool {
	a.blank()
	switch {
	case a.scanner.at == len(a.line):
		return false
	case bytes.HasPrefix(a.line[a.scanner.at:], []byte("//")):
		a.directive()
		return false
	case a.take(';'):
		return true
	}
	from := a.scanner.at
	switch w := a.word(); {
	case len(w) > 0:
		if a.skip(); a.take(':') {
			a.label(from, w)
			return true
		}
		a.scanner.at = from
	case bytes.HasPrefix(a.line[from:], []byte(rawWord)):
		a.raw()
		return false
	}
	a.inst()
	a.blank()
	a.annotated()
	if a.err != nil {
		return false
	}
	at := len(a.code)
	a.emit()
	a.relocated(at)
	if c := a.peek(); c != 0 && c != ';' && c != '/' {
		a.fail(a.scanner.at, "%s: want the end of the line or ';' behind an instruction", a.token())
	}
	return a.peek() == ';'
}

func (a *assembler) label(from int, w []byte) {
	if isDigit(w[0]) {
		a.fail(from, "label %q: want a letter first", w)
		return
	}
	if _, ok := a.labels[string(w)]; ok && a.syntax.isGen4asm() {
		if a.again == nil {
			a.again = map[string][]int{}
		}
		a.again[string(w)] = append(a.again[string(w)], len(a.code))
		return
	} else if ok {
		a.fail(from, "label %q is there twice: want another name", w)
		return
	}
	a.labels[string(w)] = len(a.code)
}

// raw reads the dwords of an instruction.
func (a *assembler) raw() {
	from := a.scanner.at
	a.scanner.at += len(rawWord)
	var dwords []byte
	for a.skip(); isDigit(a.peek()); a.skip() {
		l := a.number()
		if l.float || l.v > math.MaxUint32 {
			a.fail(l.at, "number %q: want 32 bits", l.text)
		}
		dwords = binary.LittleEndian.AppendUint32(dwords, uint32(l.v))
	}
	if !a.ends() {
		a.fail(a.scanner.at, "%s: want the dwords of an instruction, such as 0x0060007E", a.token())
	}
	if n := native.RawSize(dwords); n != len(dwords) {
		a.fail(from, "%d bytes: want %d, as the compaction bit says", len(dwords), n)
	}
	if a.err == nil {
		a.code = append(a.code, dwords...)
	}
}

// emit encodes the instruction, or leaves room for a branch whose target comes
// later.
func (a *assembler) emit() {
	if a.size+len(a.code) >= MaxCode {
		a.fail(a.cols[atOp], "more than %d bytes of code", MaxCode)
		return
	}
	from := len(a.code)
	if cap(a.code)-from < native.MostBytes { // twice what there is, where append would take a quarter more
		a.code = slices.Grow(a.code, max(from, native.MostBytes))
	}
	later := false
	for i := range a.refs {
		if ref := &a.refs[i]; ref.name != nil {
			to, ok := a.labels[string(ref.name)]
			if !ok || a.syntax.isGen4asm() { // there the next of several counts
				later = true
				continue
			}
			if f := setDistance(&a.in, i, from, to, ref.at); f != nil {
				a.stop(*f)
				return
			}
		}
	}
	if later {
		b := branchAhead{in: a.in, patch: a.patch, at: from, op: a.where(a.cols[atOp])}
		for i := range a.refs {
			b.names[i], b.places[i] = string(a.refs[i].name), a.where(a.refs[i].at)
		}
		if len(a.ahead) >= max(a.settles, someAhead) && !a.syntax.isGen4asm() {
			a.settle()
		}
		a.ahead = append(a.ahead, b)
		a.code = append(a.code, make([]byte, native.SizeOf(&a.in))...)
		return
	}
	var err error
	if a.code, err = a.codec.AppendPatched(a.code, &a.in, &a.patch); err != nil {
		a.code = append(a.code, make([]byte, native.SizeOf(&a.in))...)
		a.stop(a.fieldFault(err))
	}
}

// setDistance makes offset i of a branch lead from its place to another.
func setDistance(in *native.Inst, i, from, to, col int) *fault {
	d := to - base(in, from)
	if d > math.MaxInt32 || d < math.MinInt32 {
		return &fault{at: col, msg: fmt.Sprintf("target %d bytes away: want less than 2 GiB", d)}
	}
	if i == 0 {
		in.JIP = int32(d)
	} else {
		in.UIP = int32(d)
	}
	return nil
}

// someAhead is how many branches ahead are kept before those are encoded whose labels
// have come: texts are long, and few branches go far.
const someAhead = 1 << 10

// settle encodes the branches ahead whose labels have come.
func (a *assembler) settle() {
	open := a.ahead[:0]
	for i := range a.ahead {
		b := &a.ahead[i]
		if slices.ContainsFunc(b.names[:], func(name string) bool { return name != "" && !a.knows(name) }) {
			open = append(open, *b)
		} else {
			a.land(b)
		}
	}
	clear(a.ahead[len(open):])
	a.ahead = open
	a.settles = 2*len(open) + someAhead
}

// labelAt is where the branch at a place goes to: the label, and of several with the name
// the first behind the branch, else the first of all.
func (a *assembler) labelAt(name string, from int) (to int, ok bool) {
	first, ok := a.labels[name]
	if first >= from {
		return first, ok
	}
	for _, to := range a.again[name] {
		if to >= from {
			return to, ok
		}
	}
	return first, ok
}

func (a *assembler) knows(label string) bool {
	_, ok := a.labels[label]
	return ok
}

// resolve encodes the branches ahead at the end of the text.
func (a *assembler) resolve() {
	for i := range a.ahead {
		a.land(&a.ahead[i])
	}
}

// land encodes a branch ahead, or reports the labels that it names in vain.
func (a *assembler) land(b *branchAhead) {
	ok := true
	for k, name := range b.names {
		if name == "" {
			continue
		}
		to, known := a.labelAt(name, b.at)
		if !known {
			a.report(b.places[k], fault{msg: fmt.Sprintf("label %q is nowhere in the text: want one that stands before an instruction or at the end", name)})
			ok = false
			continue
		}
		if f := setDistance(&b.in, k, b.at, to, 0); f != nil {
			a.report(b.places[k], *f)
			ok = false
		}
	}
	if !ok {
		return
	}
	if _, err := a.codec.AppendPatched(a.code[:b.at:b.at+native.SizeOf(&b.in)], &b.in, &b.patch); err != nil {
		a.report(b.op, fault{msg: err.Error(), err: err})
	}
}
