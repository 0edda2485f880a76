package opdefs

import (
	"slices"
	"strconv"
	"strings"
)

// ElementSize is the name of the bytes of an element of the variable that a raw operand
// names, in the expression behind "bytes:".
const ElementSize = "element"

// payload keeps "EXPR" or "EXPR at most N" of a raw field until all fields are known.
func (r *reader) payload(f *OpField, h span, val string) {
	text, most, limited := strings.Cut(val, " at most ")
	if limited {
		n, err := strconv.ParseUint(most, 10, 16)
		if err != nil || n == 0 {
			r.errs.add(h.Pos, "bytes of field %s at most %q; legal is a number of up to 16 bits", f.Name, most)
		}
		f.Limits.AtMost = uint32(n)
	}
	f.Limits.bytes = inside(h, text)
}

// inside is the place of a part of a line.
func inside(h span, part string) span {
	at := h.Pos
	at.Col += strings.Index(h.Text, part)
	return span{part, at}
}

// requiresKey is the property that may stand several times.
const requiresKey = "Requires"

// requirement keeps "EXPR; WORDS" until all fields are known.
func (r *reader) requirement(p *Page, h span, val string) {
	expr, words, ok := strings.Cut(val, "; ")
	if words = strings.TrimSpace(words); !ok || words == "" || strings.Contains(words, "\n") {
		r.errs.add(h.Pos, "property %s has value %q; legal is EXPRESSION; WORDS", requiresKey, val)
		return
	}
	p.Props.Requires = append(p.Props.Requires, Requirement{Words: words, text: inside(h, expr)})
}

// limitCalls are the built-ins of the expressions of limits; limitOperands are those on raw
// operands, of which only requirements know.
var (
	limitCalls    = []string{"min", "max", "popcount"}
	limitOperands = []string{"null", "is_float"}
)

// checkLimits parses what the page says of the bytes and elements of its operands and requires.
func checkLimits(p *Page, errs *Errors) {
	for _, f := range p.Fields {
		if f.elements.Text != "" {
			f.Elements = parseLimit(p, elementsLimit, f.elements, errs)
			if !p.HasBody() || p.hasType(TRaw) {
				errs.add(f.Pos, "elements of %s; legal are they where Semantics are a block and no operand is raw", f.Name)
			}
		}
		if l := &f.Limits; l.bytes.Text != "" {
			l.Bytes = parseLimit(p, bytesLimit, l.bytes, errs)
		}
	}
	for i := range p.Props.Requires {
		q := &p.Props.Requires[i]
		q.Holds = parseLimit(p, requiredLimit, q.text, errs)
	}
}

// limitKind says which expression of a limit is read, and what names it has; the zero value
// is none.
type limitKind uint8

const (
	noLimit       limitKind = iota
	bytesLimit              // knows ElementSize
	requiredLimit           // knows limitOperands
	elementsLimit
)

func parseLimit(p *Page, kind limitKind, text span, errs *Errors) (e Expr) {
	ps := &parser{page: p, errs: errs, used: map[*OpField]bool{}, limit: kind}
	before := len(*errs)
	if ps.toks = lexBody(text.Text, text.Pos, errs); len(*errs) > before {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bail); !ok {
				panic(r)
			}
			e = nil
		}
	}()
	e = ps.expr()
	if t := ps.tok(); t.kind != 'e' {
		ps.fail(t.pos, "found %q behind an expression of a limit", t.text)
	}
	ps.countable(e)
	return e
}

// countable fails on what an expression of a limit cannot have: the instruction alone decides
// it, not what runs.
func (ps *parser) countable(e Expr) {
	switch e := e.(type) {
	case *Num:
		if !e.Float {
			return
		}
	case *Ref:
		if e.Env != "" || e.Field != nil && e.Field.Type.IsNumber() {
			return
		}
	case *Unary:
		if e.Op == "!" {
			ps.countable(e.X)
			return
		}
	case *Binary:
		if e.Op == "/" && !divisor(e.Y) {
			ps.fail(e.Y.Where(), "an expression of a limit divides by it; legal are exec_size, GRF_SIZE and whole numbers other than 0")
		}
		ps.countable(e.X)
		ps.countable(e.Y)
		return
	case *Ternary:
		ps.countable(e.C)
		ps.countable(e.A)
		ps.countable(e.B)
		return
	case *Call:
		if e.Operand != nil && e.Operand.IsRaw() || slices.Contains(limitCalls, e.Name) {
			for _, a := range e.Args {
				ps.countable(a)
			}
			return
		}
	}
	ps.fail(e.Where(), "an expression of a limit; legal are whole numbers, number fields, exec_size, GRF_SIZE, %s of bytes, operators and %s", ElementSize, oneOf(append(limitOperands, limitCalls...)))
}

// divisor says that an expression is never 0, whatever the instruction.
func divisor(e Expr) bool {
	switch e := e.(type) {
	case *Num:
		return !e.Float && e.Int != 0
	case *Ref:
		return e.Env != "" && e.Env != ElementSize
	}
	return false
}

// rawCall reads the name of a raw operand in parentheses.
func (ps *parser) rawCall(t token) Expr {
	ps.expect("(")
	o := ps.name("a raw operand")
	f := ps.page.Field(o.text)
	if f == nil || !f.IsRaw() || f.Repeat {
		ps.fail(o.pos, "%s(%s); legal is a field of Format of type raw that does not repeat", t.text, o.text)
	}
	ps.expect(")")
	return &Call{Pos: t.pos, Name: t.text, Operand: f}
}
