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

// gen4asmTarget reads a label, or a distance in instructions of 16 bytes.
func (p *parser) gen4asmTarget(i int) {
	p.skip()
	at := p.at
	if !p.isNumber() {
		w := p.word()
		if len(w) == 0 {
			p.fail(at, "%s: want a label or a number of instructions", p.token())
		}
		p.refs[i] = labelRef{w, at}
		return
	}
	const whole = 16
	l := p.dialectNumber()
	if l.float || l.v > math.MaxInt32/whole {
		p.fail(at, "distance %q: want a whole number, of less than 2 GiB", l.text)
		return
	}
	v := int32(l.v)
	if l.neg {
		v = -v
	}
	*p.distance(i) = v * whole
}
