package asm

import (
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// opaque reads an instruction without a page behind its mnemonic: the modifiers that
// follow directly, the execution mask where one is next, and the rest as it is written.
func (p *parser) opaque(in *visa.Inst) {
	from := p.pos
	for p.tok().kind == tokSuffix || p.pos > from && p.glued() && !p.is("(") {
		p.pos++
	}
	modifiers := p.written(from)
	if p.atExec() {
		in.Exec = p.exec()
	}
	from, p.pos = p.pos, len(p.toks)-1
	in.Args = p.newArgs(visa.NumOpaque)
	in.Args[visa.OpaqueModifiers] = visa.Operand{Kind: visa.Name, Var: p.stringID(modifiers)}
	in.Args[visa.OpaqueOperands] = visa.Operand{Kind: visa.Name, Var: p.stringID(p.written(from))}
	p.add(*in)
}

// opaqueDirective reads a directive that is an instruction, ".loc 12"; false when there is
// none of this name. One that has the code of an op with a page is another writing of that: LOC 12.
func (p *parser) opaqueDirective(t token) bool {
	forms := ops().byWord["."+t.text]
	if len(forms) == 0 {
		return false
	}
	if op, ok := paged(forms[0].op); ok {
		p.pos--
		p.toks[p.pos].kind, p.toks[p.pos].text = tokIdent, mnemonic(op)
		p.instruction()
		return true
	}
	p.opaque(&visa.Inst{Op: forms[0].op, Pos: t.at.pos()})
	return true
}

// paged is the op with a page that has the code of one without.
func paged(opaque visa.Op) (visa.Op, bool) {
	for op := range visa.NumOps {
		if op.Info().Code == opaque.Info().Code {
			return op, true
		}
	}
	return 0, false
}

// atExec says that an execution mask and size is next, "(M1, 8)". A number alone in
// parentheses may be something else.
func (p *parser) atExec() bool {
	_, ok := execMask(p.peek(1).text)
	return ok && p.is("(") && p.peek(1).kind == tokIdent && p.peek(2).text == "," && p.peek(3).kind == tokNumber && p.peek(4).text == ")"
}

// glued says that the next token stands directly behind the one before it.
func (p *parser) glued() bool {
	return p.tok().kind != tokEOL && gap(p.toks[p.pos-1], p.tok()) == 0
}

// gap is the number of blanks between two tokens; a new line counts as one.
func gap(a, b token) int {
	if a.at.line != b.at.line {
		return 1
	}
	return int(b.at.col-a.at.col) - a.width()
}

// written is the text of the tokens from one to the next, with a blank for each
// character of comments between them.
func (p *parser) written(from int) string {
	var b strings.Builder
	for i := from; i < p.pos; i++ {
		t := p.toks[i]
		if t.kind == tokDirective { // first on its line, in the middle of the statement
			p.fail(t.at, "%s does not follow a mnemonic or a variable", t)
			break
		}
		if i > from {
			b.WriteString(strings.Repeat(" ", gap(p.toks[i-1], t)))
		}
		switch t.kind {
		case tokString:
			b.WriteString(`"` + t.text + `"`)
		case tokSuffix:
			b.WriteString("." + t.text)
		default:
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// opaque writes an instruction of an op without a page.
func (p *printer) opaque(in *visa.Inst) {
	p.s(in.Op.String() + p.raw(in, visa.OpaqueModifiers))
	if in.Exec.Size > 0 {
		p.s(" ")
		p.exec(in.Exec)
	}
	if rest := p.raw(in, visa.OpaqueOperands); rest != "" {
		p.s(" " + rest)
	}
}

// raw is the text of an operand that is kept as written.
func (p *printer) raw(in *visa.Inst, slot int) string {
	o := &in.Args[slot]
	if o.Kind != visa.Name || o.Var < 0 || int(o.Var) >= len(p.k.Strings) {
		p.fail("operand %s of %s has no text", in.Slot(slot).Name, in.Op)
		return ""
	}
	s := p.k.Strings[o.Var]
	if strings.ContainsAny(s, "\r\n") {
		p.fail("operand %s of %s: %q has a line end, which the text cannot show", in.Slot(slot).Name, in.Op, s)
	}
	return s
}
