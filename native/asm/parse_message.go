package asm

import (
	"math"

	"github.com/genvisa/genvisa/native"
)

// message reads the operands of a send: response, one payload or two, extended
// descriptor, descriptor.
func (p *parser) message() {
	in := &p.in
	p.skip()
	p.cols[0] = p.at
	p.block(&in.Dst)
	in.Dst.Region = native.Dst1
	payloads := 1
	if in.Op.IsSplit() || p.unified() {
		payloads = 2
	}
	for i := range payloads {
		p.skip()
		p.cols[i+1] = p.at
		p.block(&in.Src[i])
		in.Src[i].Region = native.Scalar
	}
	ex, exReg, exSub := p.descriptor("an extended descriptor")
	d, reg, sub := p.descriptor("a descriptor")
	m := &in.Msg
	m.Desc, m.DescReg, m.DescSub = native.Desc(d), reg, sub
	switch {
	case exReg:
		m.ExDescReg, m.ExDescSub = true, exSub
	case p.unified():
		m.ExDesc = native.ExDesc(ex)
	default:
		sfid := native.Message{ExDescReg: true}.Resolved(0, native.ExDesc(ex))
		m.SFID, m.EOT, m.ExDesc = sfid.SFID, sfid.EOT, sfid.ExDesc
	}
}

// block reads a register of a message, of type ud where the text says none.
func (p *parser) block(o *native.Operand) {
	const most = 31 // registers of a payload
	if p.ends() {
		p.fail(p.at, "%s: want the registers and two descriptors of %v", p.token(), p.in.Op)
	}
	s := p.bare(o)
	p.count(&s, 0, "none, a message has whole registers")
	if at := p.at; p.take(':') {
		if o == &p.in.Src[1] && p.forms[p.in.Op].Lengths && isDigit(p.peek()) {
			p.second, p.lenAt = p.decimal("a number of registers", most), at
		} else {
			o.Type = p.typeName()
		}
	}
	o.Sub = uint16(s.sub*o.Type.Size() + s.rest)
	if p.unified() {
		o.Type = native.UD // whatever the text says, there is no field
	}
}

// secondLength puts the registers of a second payload where they belong: with ExBSO into the
// instruction, else into the extended descriptor.
func (p *parser) secondLength() {
	m := &p.in.Msg
	if m.ExBSO {
		m.Src1Len = uint8(max(p.second, 0))
		return
	}
	switch {
	case p.second < 0:
	case m.ExDescReg:
		p.fail(p.lenAt, "%d registers of a payload whose extended descriptor is in a0, which says how many: want {ExBSO}, or no length", p.second)
	case m.ExDesc.Mlen() != 0 && m.ExDesc.Mlen() != p.second:
		p.fail(p.lenAt, "%d registers of a payload, of which the extended descriptor has %d: want the same", p.second, m.ExDesc.Mlen())
	default:
		m.ExDesc, _ = m.ExDesc.WithMlen(p.second)
	}
}

// descriptor reads 32 bits, or an address register that holds them, numbered in
// dwords.
func (p *parser) descriptor(what string) (bits uint32, reg bool, sub uint8) {
	p.skip()
	at := p.at
	if p.isNumber() {
		l := p.number()
		if l.neg || l.float || l.v > math.MaxUint32 {
			p.fail(at, "%s %q: want 32 bits", what, l.text)
		}
		return uint32(l.v), false, 0
	}
	if w := p.word(); string(w) != native.RegName(native.ARF, native.ARFA0) {
		p.at = at
		p.fail(at, "%s: want %s, 32 bits or a0.0", p.token(), what)
	}
	const dword, most = 4, byteCodes/4 - 1
	if p.take('.') {
		sub = uint8(dword * p.decimal("a dword of a0", most))
	}
	if p.take(':') {
		p.typeName()
	}
	return 0, true, sub
}
