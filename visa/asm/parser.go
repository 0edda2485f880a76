package asm

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// Parse reads one kernel or function in vISA text. file is only used in
// messages. The error is an ErrorList; with an error the kernel is nil. A byte
// order mark in front of the text is no part of its first line.
func Parse(file string, src []byte) (*visa.Kernel, error) {
	return ParseBy(file, src, PairedOpen)
}

// ParseBy is Parse of a text of which something else says whether it has the operands
// that only later compilers write.
func ParseBy(file string, src []byte, paired Paired) (*visa.Kernel, error) {
	if bytes.HasPrefix(src, []byte("CISA")) {
		return nil, ErrorList{{File: file, Line: 1, Col: 1, Msg: "the binary form of vISA (.isa): want its text (.visaasm)", Err: errors.ErrUnsupported}}
	}
	p := newParser(file, bytes.TrimPrefix(src, []byte("\uFEFF")))
	p.options.paired = paired
	for p.statement() {
		if len(p.errs) >= maxErrors {
			break
		}
	}
	if len(p.errs) < maxErrors {
		p.finish()
	}
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	return p.k, nil
}

// symKind says which table of the kernel a name belongs to.
type symKind uint8

const (
	symVar symKind = iota
	symAddr
	symPred
	symSurface
	symSampler
	numSymKinds
)

var symNames = [numSymKinds]string{
	"a general variable", "an address variable", "a predicate", "a surface", "a sampler",
}

type symbol struct {
	kind symKind
	id   int32
}

// labelUse is where a label was first seen and whether it has a definition.
type labelUse struct {
	id      int32
	at      pos
	defined bool
}

// parser reads statement by statement. The first fault of a statement sticks in
// err; from then on the statement looks ended, so that callers need no checks
// before they keep what they read.
type parser struct {
	file      string
	sc        scanner
	toks      []token
	pos       int
	args      []visa.Operand // operands of the next instructions
	err       *fault
	errs      ErrorList
	k         *visa.Kernel
	syms      map[string]symbol
	labels    map[string]*labelUse
	options   options
	strings   map[string]int32
	named     bool    // .kernel or .global_function was seen
	versioned bool    // .version was seen
	entry     *string // name of the last .function until its label follows
	entryAt   pos
	split     int        // index of a word of which a part was read, 0 for none
	splitSlot *visa.Slot // what was read of it
}

// What a line of text takes at least, to estimate how many there are.
const (
	instBytes = 40 // "add (M1, 8) A(0,0)<1> B(0,0)<1;1,0> 0x1:w"
	declBytes = 32 // ".decl A v_type=G type=d num_elts=1"
)

func newParser(file string, src []byte) *parser {
	p := &parser{
		file: file, sc: scanner{text: string(src)}, k: visa.NewKernel(""), toks: make([]token, 0, 64),
		labels: map[string]*labelUse{}, strings: map[string]int32{},
	}
	decls := strings.Count(p.sc.text, "\n.decl ")
	vars := min(decls, len(src)/declBytes)
	p.syms = make(map[string]symbol, vars+visa.FirstUserVar)
	p.k.Vars = slices.Grow(p.k.Vars, vars)
	p.k.File = file
	p.k.Insts = make([]visa.Inst, 0, min(strings.Count(p.sc.text, "\n")-decls, len(src)/instBytes)+1)
	for i, v := range p.k.Vars {
		if v.Name != "" {
			p.syms[v.Name] = symbol{symVar, int32(i)}
		}
	}
	for i, s := range p.k.Surfaces {
		p.syms[s.Name] = symbol{symSurface, int32(i)}
	}
	return p
}

// argChunk is how many operands are allocated together.
const argChunk = 1024

// newArgs gives n operands.
func (p *parser) newArgs(n int) []visa.Operand {
	if len(p.args) < n {
		p.args = make([]visa.Operand, max(n, argChunk))
	}
	out := p.args[:n:n]
	p.args = p.args[n:]
	return out
}

// statement reads one line; false at the end of the text.
func (p *parser) statement() bool {
	toks, err := p.sc.statement(p.toks)
	if err != nil {
		p.report(err)
		return true
	}
	if toks == nil {
		return false
	}
	p.toks, p.pos, p.err = toks, 0, nil
	first := p.tok()
	if p.entry != nil && !p.atLabel() {
		p.report(&fault{at: p.entryAt, msg: fmt.Sprintf(".function %q is not followed by its label, '%s:'", *p.entry, *p.entry)})
		p.entry = nil
	}
	switch {
	case first.kind == tokDirective:
		p.directive()
	case p.atLabel():
		p.labelDef()
	case first.kind == tokIdent || first.text == "(":
		p.instruction()
	case first.text == "{" || first.text == "}":
		p.lacks(first.at, "inner scopes '{ }' are not supported: declare all variables of a kernel in one scope")
	default:
		p.fail(first.at, "%s: want a directive (.decl, .input, ...), a label ('L1:') or an instruction", first)
	}
	if p.err != nil {
		p.err.msg += p.k.SourceLine().Behind()
		p.report(p.err)
	}
	return true
}

func (p *parser) report(f *fault) {
	p.errs = append(p.errs, &Error{File: p.file, Line: int(f.at.line), Col: int(f.at.col), Msg: f.msg, Err: f.err})
}

// finish checks what only the whole text tells.
func (p *parser) finish() {
	if !p.named {
		p.report(&fault{at: pos{p.sc.line, 1}, msg: `no '.kernel "name"' or '.global_function "name"' in the text`})
	}
	if p.entry != nil {
		p.report(&fault{at: p.entryAt, msg: fmt.Sprintf(".function %q is not followed by its label", *p.entry)})
	}
	p.settle()
	for _, l := range p.k.Labels {
		if u := p.labels[l.Name]; !u.defined {
			p.report(&fault{at: u.at, msg: fmt.Sprintf("label '%s' is not defined: no line '%s:'", l.Name, l.Name)})
		}
	}
}

// fail records the statement's first fault.
func (p *parser) fail(at pos, format string, args ...any) {
	if p.err == nil {
		p.err = &fault{at: at, msg: fmt.Sprintf(format, args...)}
	}
	p.pos = len(p.toks) - 1
}

// lacks is fail for what is valid but not modelled.
func (p *parser) lacks(at pos, format string, args ...any) {
	if p.err == nil {
		p.fail(at, format, args...)
		p.err.err = errors.ErrUnsupported
	}
}

func (p *parser) tok() token { return p.toks[p.pos] }

// peek is the token n places ahead, or the end of the statement.
func (p *parser) peek(n int) token {
	return p.toks[min(p.pos+n, len(p.toks)-1)]
}

func (p *parser) advance() token {
	t := p.tok()
	if t.kind != tokEOL {
		p.pos++
	}
	return t
}

// is reports whether the next token is the character or word text.
func (p *parser) is(text string) bool {
	t := &p.toks[p.pos]
	return t.text == text && (t.kind == tokPunct || t.kind == tokIdent)
}

// accept skips the next token when it is text.
func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.pos++
		return true
	}
	return false
}

// expect skips text or faults; what says which construct wants it.
func (p *parser) expect(text, what string) {
	if t := &p.toks[p.pos]; t.text != text || t.kind != tokPunct && t.kind != tokIdent {
		p.fail(p.tok().at, "%s: want '%s' in %s", p.tok(), text, what)
		return
	}
	p.pos++
}

// ident reads an identifier.
func (p *parser) ident(what string) token {
	t := p.tok()
	if t.kind != tokIdent {
		p.fail(t.at, "%s: want %s", t, what)
		return token{kind: tokIdent, at: t.at}
	}
	return p.advance()
}

// end faults unless the statement is read completely.
func (p *parser) end(what string) {
	if t := p.tok(); t.kind != tokEOL {
		p.fail(t.at, "%s is left over after %s", t, what)
	}
}

// lookup finds a declared name of one kind.
func (p *parser) lookup(t token, kind symKind, what string) int32 {
	s, ok := p.symbol(t)
	if ok && s.kind != kind {
		p.fail(t.at, "'%s' is %s: %s", t.text, symNames[s.kind], what)
	}
	return s.id
}

// symbol finds a declared name of any kind.
func (p *parser) symbol(t token) (symbol, bool) {
	s, ok := p.syms[t.text]
	if !ok && t.text == visa.BindlessSampler {
		s, ok = symbol{symSampler, int32(len(p.k.Samplers))}, true
		p.syms[t.text] = s
		p.k.Samplers = append(p.k.Samplers, visa.Decl{Name: t.text, Elems: 1, Pos: t.at.pos()})
	}
	if !ok {
		p.fail(t.at, "%s is not declared%s", t, p.similar(t.text))
	}
	return s, ok
}

// maxProposed is how many names a text may have to be searched for one that was
// meant: every fault searches all.
const maxProposed = 1 << 14

// similar proposes the declared names nearest to name.
func (p *parser) similar(name string) string {
	if len(p.syms) > maxProposed {
		return ""
	}
	all := make([]string, 0, len(p.syms))
	for s := range p.syms {
		all = append(all, s)
	}
	if near := nearest(name, all); len(near) > 0 {
		return "; declared are, for example, " + strings.Join(near, ", ")
	}
	return ""
}
