package asm

import (
	"math"

	"github.com/genvisa/genvisa/native"
)

// branch reads the destination of a call and the targets of a branch.
func (p *parser) branch() {
	in := &p.in
	p.skip()
	p.cols[0] = p.at
	if in.Op.Links() {
		s := p.register(&in.Dst)
		p.branchRegister(&in.Dst, &s)
		in.Dst.Region = native.Dst1
		if s.regions > 0 {
			in.Dst.Region.H = s.region[0]
		}
		p.skip()
	}
	form := &p.forms[in.Op]
	if in.Dst.File == native.NoFile && form.Needed[0] {
		in.Dst = native.NullDst(native.UD)
	}
	src := form.TargetSource
	if src >= 0 && !p.ends() && p.isRegister() {
		p.cols[1+src] = p.at
		o := &in.Src[src]
		s := p.register(o)
		p.branchRegister(o, &s)
		o.Region = native.Scalar
		if in.Op.Targets() != 1 && form.Regions[1+src] {
			o.Region = native.Region{V: 2, W: 2, H: 1} // two dwords: IP and mask, or JIP and UIP
		}
		if in.Op.Targets() == 2 && form.Files[2] {
			in.Src[1].File = native.ARF // no offset there
		}
		return
	}
	offsets := p.target.Offsets(in.Op)
	for i := range offsets {
		if p.skip(); p.ends() {
			p.fail(p.at, "%s: want target %d of the %d of %v, a label or an offset in bytes", p.token(), i, offsets, in.Op)
		}
		p.destinationOf(i, src)
	}
}

// branchRegister finishes a register of a branch, which is a dword where the
// text says no type.
func (p *parser) branchRegister(o *native.Operand, s *shape) {
	if !s.hasType {
		o.Type = native.D
	}
	o.Sub = uint16(s.sub*o.Type.Size() + s.rest)
}

// isRegister tells a register from a label.
func (p *parser) isRegister() bool {
	from := p.at
	w := p.word()
	indirect := len(w) == 1 && w[0] == 'r' && p.peek() == '['
	p.at = from
	_, arf := p.regs.find(w)
	grf := len(w) > 1 && w[0] == 'r'
	for _, c := range w[min(1, len(w)):] {
		grf = grf && isDigit(c)
	}
	return arf || grf || indirect
}

// destinationOf reads a label, or an offset from the instruction in bytes.
func (p *parser) destinationOf(i, src int) {
	at := p.at
	if p.isNumber() {
		l := p.number()
		v := int64(l.v)
		if l.neg {
			v = -v
		}
		if l.float || l.v > math.MaxInt32+1 || v > math.MaxInt32 {
			p.fail(at, "offset %q: want -2147483648..2147483647 bytes", l.text)
		}
		*p.distance(i) = int32(v)
	} else if w := p.word(); len(w) > 0 {
		p.refs[i] = labelRef{w, at}
	} else {
		p.fail(at, "%s: want a label or an offset in bytes", p.token())
	}
	if p.take(':') {
		t := p.typeName()
		if src < 0 {
			p.fail(at, "type %v: want no type behind a target of %v", t, p.in.Op)
			return
		}
		p.in.Src[src] = native.Operand{File: native.Imm, Type: t}
	}
}

func (p *parser) distance(i int) *int32 {
	if i == 0 {
		return &p.in.JIP
	}
	return &p.in.UIP
}

// waitSource reads the notification register, which is the destination too.
func (p *parser) waitSource() {
	p.skip()
	p.cols[1] = p.at
	o := &p.in.Src[0]
	s := p.register(o)
	if !s.hasType {
		o.Type = native.UD
	}
	o.Sub = uint16(s.sub*o.Type.Size() + s.rest)
	p.source1(o, &s)
	if s.regions == 0 {
		o.Region = native.Scalar
	}
	p.in.Dst = *o
	p.in.Dst.Region = native.Dst1
}

// syncSource reads what a sync waits for beside its scoreboard: null, a mask, or
// tokens such as ($0,$3).
func (p *parser) syncSource() {
	p.skip()
	at := p.at
	p.cols[1] = at
	o := &p.in.Src[0]
	switch {
	case p.take('('):
		*o = native.ImmOperand(0, native.UD)
		for p.skip(); p.peek() != ')'; {
			p.skip()
			if !p.take('$') {
				p.fail(p.at, "%s: want a token, $0 to $31", p.token())
			}
			o.Imm |= 1 << p.decimal("a token", 31)
			p.skip()
			if !p.take(',') {
				break
			}
		}
		p.expect(')', "tokens")
	case p.isNumber():
		p.immediate(o, p.number())
	default:
		if w := p.word(); string(w) != native.RegName(native.ARF, native.ARFNull) {
			p.at = at
			p.fail(at, "%s: want null, a mask such as 0x3:ud or tokens such as ($0,$1)", p.token())
		}
		*o = native.Operand{File: native.ARF, Type: native.UB, Region: native.Scalar}
	}
}
