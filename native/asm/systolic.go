package asm

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// systolicName is what dpas has behind its mnemonic: depth and repeat count.
func systolicName(s native.Systolic) string { return fmt.Sprintf("%dx%d", s.Depth, s.Repeat) }

// mostRows is more than a depth or a repeat count has.
const mostRows = 99

// systolicSize reads 8x4 behind dpas and a point.
func (p *parser) systolicSize() {
	const want = "want depth and repeat count such as 8x4 behind %v and a point"
	if !isDigit(p.peek()) {
		p.fail(p.at, "%s: "+want, p.token(), p.in.Op)
		return
	}
	p.in.Systolic.Depth = uint8(p.decimal("a depth", mostRows))
	if !p.take('x') || !isDigit(p.peek()) {
		p.fail(p.at, "%s: "+want, p.token(), p.in.Op)
		return
	}
	p.in.Systolic.Repeat = uint8(p.decimal("a repeat count", mostRows))
}

// narrow are the types of elements with fewer bits than a byte, as text has them.
var narrow = [...]struct {
	name string
	t    native.Type
	bits uint8
}{{"s4", native.B, 4}, {"u4", native.UB, 4}, {"s2", native.B, 2}, {"u2", native.UB, 2}}

// systolic writes destination and sources of dpas, which have no regions.
func (p *printer) systolic(in *native.Inst) int {
	p.systolicOperand(&in.Dst, 0)
	for i := range in.Src {
		bits := uint8(0)
		if i > 0 {
			bits = in.Systolic.Bits[i-1]
		}
		p.column(i)
		p.systolicOperand(&in.Src[i], bits)
	}
	return len(in.Src)
}

func (p *printer) systolicOperand(o *native.Operand, bits uint8) {
	if o.IsNull() {
		p.str("null")
	} else {
		p.register(o)
	}
	for _, n := range narrow {
		if bits == n.bits && o.Type == n.t {
			p.char(':')
			p.str(n.name)
			return
		}
	}
	p.typed(o.Type)
}

// systolicOperands reads destination and sources of dpas.
func (p *parser) systolicOperands() {
	in := &p.in
	for i := range 1 + len(in.Src) {
		o := &in.Dst
		if i > 0 {
			o = &in.Src[i-1]
		}
		if p.skip(); p.ends() {
			p.fail(p.at, "%s: want destination and three sources of %v", p.token(), in.Op)
			return
		}
		p.cols[i] = p.at
		p.systolicRegister(o, i)
	}
	in.Dst.Region = native.Dst1
	if p.skip(); !p.ends() {
		p.fail(p.at, "%s: want no more than three sources of %v", p.token(), in.Op)
	}
}

// systolicRegister reads operand i with its type, which may be narrower than a byte for
// sources 1 and 2.
func (p *parser) systolicRegister(o *native.Operand, i int) {
	s := p.bare(o)
	p.count(&s, 0, "none, operands are whole registers of rows")
	if !p.take(':') {
		p.fail(p.at, "%s: want a type such as :d behind a register", p.token())
		return
	}
	at := p.at
	w := p.word()
	for _, n := range narrow {
		if i > 1 && string(w) == n.name {
			o.Type, p.in.Systolic.Bits[i-2] = n.t, n.bits
			o.Sub = uint16(s.sub + s.rest)
			return
		}
	}
	o.Type = lookup(p, p.types, w, at, "a type")
	o.Sub = uint16(s.sub*o.Type.Size() + s.rest)
}
