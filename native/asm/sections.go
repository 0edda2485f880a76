package asm

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/genvisa/genvisa/native"
)

// Comments that Assemble reads at the begin of a statement or behind an instruction.
const (
	headingWord = "//!kernel" // what follows is the code of the kernel with this name
	symbolWord  = "//!symbol" // the next instruction is where a symbol of the container was
	relocWord   = "//!reloc"  // this instruction has the address that a relocation of the container patches
)

// Section is the code of one kernel of a text: what follows its heading, or all of a
// text without headings.
type Section struct {
	Name  string // "" without a heading
	Line  int    // of the heading, 1 without
	Code  []byte
	Marks []Mark // in the order of the text
}

// Mark connects a byte of a kernel's code, as its container has it, with the code that
// takes its place: relocations and symbols of the container follow the instruction.
type Mark struct {
	Was       int    // byte of the code in the container
	At        int    // byte of the section's code at which the instruction begins
	Reloc     bool   // Was is what a relocation patches, else the place of a symbol
	Name      string // of the symbol: for people, Was is what counts
	Line, Col int    // in the text, from 1
}

// word is what the text calls the mark.
func (m *Mark) word() string {
	if m.Reloc {
		return relocWord
	}
	return symbolWord
}

// String is the mark as it stands in a text.
func (m *Mark) String() string { return fmt.Sprintf("%s %#x %s", m.word(), m.Was, spelled(m.Name)) }

// Heading is the line, without its end, that begins the code of a kernel in a text of
// several.
func Heading(kernel string) string { return headingWord + " " + spelled(kernel) }

// spelled is a name as it stands at the end of a line: quoted where it is not one word
// of printable letters.
func spelled(name string) string {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' || r == '"' || r == unicode.ReplacementChar }
	if name == "" || strings.ContainsFunc(name, odd) {
		return strconv.Quote(name)
	}
	return name
}

// AssembleSections is AssembleSyntax of a text that may hold several kernels, each below
// its heading and with labels of its own. Only the syntax IGA has headings and marks.
func AssembleSections(name string, t native.Target, r io.Reader, s Syntax) ([]Section, error) {
	if !t.Decodes() {
		return nil, &native.TargetError{Target: t}
	}
	a, err := assemble(name, t, r, s)
	if err != nil {
		return nil, err
	}
	if len(a.errs) > 0 {
		slices.SortStableFunc(a.errs, func(x, y *Error) int { return x.Line - y.Line })
		return nil, a.errs
	}
	return a.sections, nil
}

// beginSection ends the kernel before and begins another.
func (a *assembler) beginSection(name string) {
	if a.section.Name != "" || len(a.code) > 0 {
		a.endSection()
	}
	if slices.ContainsFunc(a.sections, func(s Section) bool { return s.Name == name }) {
		a.fail(0, "kernel %s is there twice: want one heading for each", spelled(name))
	}
	a.section = Section{Name: name, Line: a.lineNo}
	a.labels, a.again, a.ahead, a.settles, a.code = map[string]int{}, nil, nil, 0, nil
}

// endSection encodes what waits for its labels.
func (a *assembler) endSection() {
	a.resolve()
	if len(a.code) == 0 && len(a.errs) == 0 {
		at, what := place{line: a.lineNo}, "the text ends without an instruction"
		if a.section.Name != "" {
			at, what = place{line: a.section.Line}, "kernel "+spelled(a.section.Name)+" has no instruction"
		}
		a.report(at, fault{msg: what + ": want at least one"})
	}
	a.section.Code = a.code
	a.size += len(a.code)
	a.sections = append(a.sections, a.section)
}

// directive reads a comment that begins a statement: a heading, the mark of a symbol, or
// one that says nothing.
func (a *assembler) directive() {
	from := a.scanner.at
	switch rest := a.line[from:]; {
	case begins(rest, headingWord):
		a.scanner.at += len(headingWord)
		name := a.rest()
		if name == "" {
			a.fail(from, "a heading without a name: want %s NAME", headingWord)
		}
		if a.err == nil {
			a.beginSection(name)
		}
	case begins(rest, symbolWord):
		a.mark(symbolWord, len(a.code))
	}
}

// relocated reads the mark behind an instruction, which begins at a byte of the code.
func (a *assembler) relocated(at int) {
	if begins(a.line[a.scanner.at:], relocWord) {
		a.mark(relocWord, at)
	}
}

// begins tells that text is the word, or the word and something behind it.
func begins(text []byte, word string) bool {
	return bytes.HasPrefix(text, []byte(word)) && (len(text) == len(word) || text[len(word)] == ' ' || text[len(word)] == '\t')
}

// mark reads the number and the name behind the word of a mark of the instruction at a
// byte of the code.
func (a *assembler) mark(word string, at int) {
	from := a.scanner.at
	a.scanner.at += len(word)
	if a.skip(); !isDigit(a.peek()) {
		a.fail(a.scanner.at, "%s: want %s and the byte of the container's code, such as 0x40", a.token(), word)
		return
	}
	l := a.number()
	if l.float || l.v >= MaxCode {
		a.fail(l.at, "byte %q: want 0 to %d", l.text, MaxCode-1)
		return
	}
	m := Mark{Was: int(l.v), At: at, Reloc: word == relocWord, Name: a.rest(), Line: a.lineNo, Col: from + 1}
	if len(a.section.Marks) >= maxMarks {
		a.fail(from, "more than %d marks", maxMarks)
	}
	if a.err == nil {
		a.section.Marks = append(a.section.Marks, m)
	}
}

// maxMarks is how many a section may have: more than the symbols and relocations of any
// container that compilers wrote.
const maxMarks = 1 << 20

// rest is the name that the line ends with, which may be quoted.
func (a *assembler) rest() string {
	a.skip()
	from := a.scanner.at
	text := string(bytes.TrimRight(a.line[from:], " \t"))
	a.scanner.at = len(a.line)
	if !strings.HasPrefix(text, `"`) {
		return text
	}
	name, err := strconv.Unquote(text)
	if err != nil {
		a.fail(from, "%s: want a name, or one between quotes with backslashes as in Go", text)
	}
	return name
}
