package asm

import (
	"math"

	"github.com/genvisa/genvisa/native"
)

// dialectBranch reads the targets of a branch, and gives what finishes it.
func (p *parser) dialectBranch() func() {
	if p.syntax == Mesa {
		return p.mesaBranch()
	}
	return p.gen4asmBranch()
}

// gen4asmBranch reads what intel-gen4asm takes: a destination of call, a source of
// ret, labels, or offsets in instructions.
func (p *parser) gen4asmBranch() func() {
	in := &p.in
	var dst, src shape
	if in.Op.Links() || in.Op.Targets() == 0 {
		p.skip()
		p.cols[0] = p.at
		dst = p.dialectRegister(&in.Dst)
	}
	if in.Op.Targets() == 0 {
		p.skip()
		p.cols[1] = p.at
		src = p.dialectRegister(&in.Src[0])
	}
	if in.Op == native.OpJmpi {
		in.NoMask = p.syntax == Gen4asmElements
		if p.skip(); p.isGen4asmRegister() {
			return p.gen4asmJump()
		}
	}
	for i := range p.target.Offsets(in.Op) {
		p.gen4asmTarget(i)
	}
	return func() {
		if in.Dst.File != native.NoFile {
			p.dialectPlace(&in.Dst, &dst, true, false)
			in.Dst.Type = native.D
		}
		if in.Src[0].File != native.NoFile {
			p.dialectPlace(&in.Src[0], &src, false, false)
			in.Src[0].Type = native.D
			in.Src[0].Region = native.Region{V: 2, W: 2, H: 1} // two dwords, whatever the text says
		}
	}
}

// isGen4asmRegister tells the register of a jump from a label: r5, g[a0], NAME(1).
func (p *parser) isGen4asmRegister() bool {
	from := p.at
	w := p.word()
	_, declared := p.symbols[string(w)]
	p.skip()
	next := p.peek()
	p.at = from
	w = lower(w)
	if len(w) == 0 || w[0] != 'g' && w[0] != 'r' {
		return declared && next == '('
	}
	digits := len(w) > 1
	for _, c := range w[1:] {
		digits = digits && isDigit(c)
	}
	return digits || len(w) == 1 && next == '[' || declared && next == '('
}

// gen4asmJump reads the register that holds the distance of a jump.
func (p *parser) gen4asmJump() func() {
	o := &p.in.Src[p.forms[p.in.Op].TargetSource]
	s := p.dialectRegister(o)
	return func() { p.dialectPlace(o, &s, false, false) }
}

// gen4asmTarget reads a label, or a distance in instructions of 16 bytes: of jmpi any
// expression, of others a number.
func (p *parser) gen4asmTarget(i int) {
	p.skip()
	at := p.at
	if !p.isExpression() {
		w := p.word()
		if len(w) == 0 {
			p.fail(at, "%s: want a label or a number of instructions", p.token())
		}
		p.refs[i] = labelRef{w, at}
		return
	}
	v := int64(0)
	if p.in.Op == native.OpJmpi {
		v = p.expression()
	} else {
		v = p.factor() // of two distances the second may begin with a minus
	}
	v *= native.MostBytes
	if v > math.MaxInt32 || v < math.MinInt32 {
		p.fail(at, "distance %q: want one of less than 2 GiB", p.line[at:p.at])
	}
	*p.distance(i) = int32(v)
}
