package asm

import (
	"bytes"
	"math"
	"strconv"
)

// lower is a word in lower case: intel-gen4asm tells no case but in names.
func lower(w []byte) []byte { return bytes.ToLower(w) }

// integer reads a whole number of at most max: digits, or in intel-gen4asm's syntax an
// expression.
func (p *parser) integer(what string, max int) int {
	if !p.syntax.isGen4asm() {
		return p.decimal(what, max)
	}
	at := p.at
	v := p.expression()
	if p.err == nil && (v < 0 || v > int64(max)) {
		p.fail(at, "%s %q: want 0..%d", what, p.line[at:p.at], max)
	}
	return int(v)
}

// expression reads sums of products of numbers, with signs and parentheses.
func (p *parser) expression() int64 {
	v := p.product()
	for p.err == nil {
		op, ok := p.operator("+-")
		if !ok {
			return v
		}
		w := p.product()
		if op == '-' {
			w = -w
		}
		v = p.whole(v + w)
	}
	return 0
}

func (p *parser) product() int64 {
	v := p.factor()
	for p.err == nil {
		op, ok := p.operator("*/")
		if !ok {
			return v
		}
		at := p.at
		w := p.factor()
		switch {
		case op == '*':
			v = p.whole(v * w)
		case w == 0:
			p.fail(at, "division by zero: want another number")
		default:
			v /= w
		}
	}
	return 0
}

// operator takes one of two operators with a number behind it.
func (p *parser) operator(ops string) (byte, bool) {
	from := p.at
	p.skip()
	c := p.peek()
	if c != 0 && bytes.IndexByte([]byte(ops), c) >= 0 {
		if p.at++; p.isExpression() {
			return c, true
		}
	}
	p.at = from
	return 0, false
}

// isExpression tells that a number comes next, perhaps with signs and parentheses.
func (p *parser) isExpression() bool {
	at := p.at
	for at < len(p.line) && (p.line[at] == ' ' || p.line[at] == '\t' || p.line[at] == '-' || p.line[at] == '(') {
		at++
	}
	return at < len(p.line) && isDigit(p.line[at])
}

// mostNested bounds the signs and parentheses around a number.
const mostNested = 1 << 10

func (p *parser) factor() (v int64) {
	p.skip()
	if p.nested++; p.nested > mostNested {
		p.fail(p.at, "more than %d signs and parentheses around a number", mostNested)
		return 0
	}
	defer func() { p.nested-- }()
	switch {
	case p.take('-'):
		return p.whole(-p.factor())
	case p.take('('):
		v = p.expression()
		p.expect(')', "an expression")
		return v
	}
	if !isDigit(p.peek()) {
		p.fail(p.at, "%s: want a number", p.token())
		return 0
	}
	l := p.dialectNumber()
	if l.float {
		p.fail(l.at, "number %q: want a whole one", l.text)
	}
	if l.v > math.MaxUint32 {
		p.fail(l.at, "number %q: want 32 bits", l.text)
	}
	return p.whole(int64(l.v))
}

// whole is a value that 32 bits hold, with or without sign.
func (p *parser) whole(v int64) int64 {
	if v > math.MaxUint32 || v < math.MinInt32 {
		p.fail(p.at, "expression of %d: want 32 bits", v)
		return 0
	}
	return v
}

// gen4asmLiteral reads the number of an immediate: a float, or an expression.
func (p *parser) gen4asmLiteral() literal {
	at := p.at
	if p.isNumber() {
		l := p.dialectNumber()
		if _, more := p.operator("+-*/"); !more {
			return l
		}
	}
	if p.err != nil {
		return literal{}
	}
	p.at = at
	v := p.expression()
	m := uint64(max(v, -v))
	return literal{at: at, text: strconv.AppendUint(nil, m, 10), neg: v < 0, v: m}
}
