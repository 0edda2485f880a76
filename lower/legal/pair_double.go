package legal

import (
	"fmt"
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// Conversions between doubles and integers of 64 bits that are pairs of dwords. A double has
// room for a dword and for any multiple of 2 to the 32nd below 2 to the 64th, so that all steps
// but the last one are exact.

// twoTo32 is a high dword's worth.
const twoTo32 = 1 << 32

func doubleImm(v float64) native.Operand { return native.ImmOperand(math.Float64bits(v), native.DF) }

// doubles is step for doubles.
func (p *pairer) doubles(op native.Op, a, b native.Operand) native.Operand {
	v := p.NewVar(fmt.Sprintf("x%d", len(p.P.Vars)), 8*p.size, 8)
	in := p.inst(op)
	in.Dst, in.Src = edit.Virt(v, 0, native.Dst1, native.DF), [3]native.Operand{a, b}
	p.run(in)
	out := p.packed(v)
	out.Type = native.DF
	return out
}

// toDouble is the sum of the halves, which is rounded once.
func (p *pairer) toDouble() {
	n := p.number(0)
	high := p.inRegister(n[1])
	if p.in.Src[0].Type.IsSigned() {
		high = signed(high)
	}
	low := p.doubles(native.OpMov, p.inRegister(n[0]), native.Operand{})
	last := p.in
	last.Op = native.OpAdd
	last.Src = [3]native.Operand{p.doubles(native.OpMul, p.doubles(native.OpMov, high, native.Operand{}), doubleImm(twoTo32)), low}
	if !last.Dst.Indirect {
		last.Uses = nil
	}
	p.run(last)
}

// fromDouble truncates a double to 64 bits and clamps it, as fromFloat does a float. No
// instruction cuts a double to a whole number but the conversion to a dword.
func (p *pairer) fromDouble() {
	x := p.load(&p.in, p.in.Src[0], native.DF)
	size := x
	size.Mod = native.ModAbs
	most := p.convert(p.doubles(native.OpMul, size, doubleImm(1.0/twoTo32)), native.UD)
	whole := p.doubles(native.OpMul, p.doubles(native.OpMov, most, native.Operand{}), doubleImm(twoTo32))
	whole.Mod = native.ModNeg
	rest := p.convert(p.doubles(native.OpAdd, size, whole), native.UD)
	p.clamp(size, signed(p.inRegisters(x)[1]), pair{rest, most}, func(v float64) native.Operand { return doubleImm(v) })
}
