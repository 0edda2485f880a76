package asm

import (
	"math"

	"github.com/genvisa/genvisa/native"
)

// lastBit is the bit of a message's 32 that is no part of the descriptor: end of
// thread.
const lastBit = 1 << 31

// gen4asmSend reads a message of intel-gen4asm, and gives what finishes it.
func (p *parser) gen4asmSend() func() {
	in := &p.in
	p.skip()
	p.cols[0] = p.at
	if p.isExpression() {
		return p.gen4asmNamed()
	}
	dst := p.dialectRegister(&in.Dst)
	p.skip()
	p.cols[1] = p.at
	src := p.dialectRegister(&in.Src[0])
	kind := native.UD
	in.Src[0].Type = native.UB
	p.dialectFunction()
	p.skip()
	at := p.at
	if p.isNumber() {
		l := p.dialectNumber()
		if l.neg || l.float || l.v > math.MaxUint32 {
			p.fail(at, "descriptor %q: want 32 bits", l.text)
		}
		in.Msg.Desc = native.Desc(l.v % lastBit)
		kind = native.D
		if p.take(':') || isLetter(p.peek()) {
			kind = p.dialectTypeName()
		}
	} else {
		p.addressRegister("a descriptor, 32 bits or a0.0<0,1,0>UD", &in.Msg.DescReg, &in.Msg.DescSub)
	}
	return func() {
		p.dialectPlace(&in.Dst, &dst, true, false)
		p.dialectPlace(&in.Src[0], &src, false, false)
		if src.regions == 0 && !in.Align16 {
			in.Src[0].Region = native.Scalar
		}
		if !in.Msg.DescReg && p.err == nil {
			p.likePlain(native.ImmOperand(0, kind))
		}
	}
}

// addressRegister reads a0.0<0,1,0>UD, which holds a descriptor.
func (p *parser) addressRegister(what string, holds *bool, sub *uint8) {
	at := p.at
	var o native.Operand
	s := p.dialectRegister(&o)
	a0 := o.File == native.ARF && o.Reg == native.ARFA0
	if p.syntax == Mesa && o.Indirect && o.AddrSub == 0 && o.AddrImm == 0 { // g[a0]UD, as Mesa wrote it until 2021
		a0 = true
	}
	if p.err == nil && !a0 {
		p.at = at
		p.fail(at, "%s: want %s", p.token(), what)
	}
	*holds, *sub = true, uint8(s.sub)
	if p.syntax == Mesa {
		*sub = uint8(s.sub * o.Type.Size())
	}
}

// dialectFunction reads the number of the shared function, with end of thread.
func (p *parser) dialectFunction() {
	p.skip()
	at := p.at
	if !p.isNumber() {
		p.fail(at, "%s: want the number of a shared function", p.token())
		return
	}
	l := p.dialectNumber()
	m := native.Message{ExDescReg: true}.Resolved(0, native.ExDesc(l.v))
	if l.neg || l.float || l.v > math.MaxUint32 || m.ExDesc != 0 {
		p.fail(at, "number %q: want that of a shared function, 0 to 15, and 0x20 for the end of the thread", l.text)
	}
	p.in.Msg.SFID, p.in.Msg.EOT = m.SFID, m.EOT
}
