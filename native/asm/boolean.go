package asm

import "github.com/genvisa/genvisa/native"

// boolean reads the function of bfn: (s0^s1&~s2), or its number.
func (p *parser) boolean() {
	if p.isNumber() {
		at := p.at
		l := p.number()
		if l.neg || l.float || l.v > byteCodes-1 {
			p.fail(at, "function %q: want 0x00 to 0xFF, or an expression such as (s0^s1&~s2)", l.text)
		}
		p.in.BoolFC = uint8(l.v)
		return
	}
	if p.peek() != '(' {
		p.fail(p.at, "%s: want a function behind bfn and a point: an expression such as (s0^s1&~s2), or its number", p.token())
		return
	}
	p.nested = 0
	p.in.BoolFC = p.booleanTerm()
}

// mostParens are the parentheses around a part of an expression.
const mostParens = 100

// booleanOperators are those of two operands, the loosest first.
var booleanOperators = [...]struct {
	mark byte
	of   func(a, b uint8) uint8
}{
	{'|', func(a, b uint8) uint8 { return a | b }},
	{'^', func(a, b uint8) uint8 { return a ^ b }},
	{'&', func(a, b uint8) uint8 { return a & b }},
}

// booleanLevel reads operands of the operator of a level and of tighter ones.
func (p *parser) booleanLevel(level int) uint8 {
	if level == len(booleanOperators) {
		return p.booleanTerm()
	}
	v, o := p.booleanLevel(level+1), &booleanOperators[level]
	for p.skip(); p.err == nil && p.take(o.mark); p.skip() {
		v = o.of(v, p.booleanLevel(level+1))
	}
	return v
}

// booleanTerm reads a source, its complement, or an expression in parentheses.
func (p *parser) booleanTerm() (v uint8) {
	p.skip()
	at := p.at
	invert := false
	for p.take('~') {
		invert = !invert
		p.skip()
	}
	switch {
	case p.take('('):
		if p.nested++; p.nested > mostParens {
			p.fail(at, "more than %d parentheses around a part of a function", mostParens)
			return 0
		}
		v = p.booleanLevel(0)
		p.skip()
		p.expect(')', "a function of bfn")
		p.nested--
	case p.take('s') && p.peek() >= '0' && p.peek() < '0'+byte(len(native.BooleanSources)):
		v = native.BooleanSources[p.peek()-'0']
		p.at++
	default:
		p.fail(p.at, "%s: want s0, s1, s2, ~ or a parenthesis in a function of bfn", p.token())
	}
	if invert {
		v = ^v
	}
	return v
}
