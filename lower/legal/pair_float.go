package legal

import (
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// pairsAndFloats turns an instruction with floats and 64-bit integers into conversions and one
// without; false when it is a conversion itself.
func (l *legaliser) pairsAndFloats(in *native.Inst) bool {
	floats := false
	for s := range edit.NumSrcs(in) {
		floats = floats || in.Src[s].Type.IsFloat()
	}
	switch {
	case in.Op.IsCopy() && in.Dst.Type == native.HF:
		l.viaTemp(*in, native.F, 1)
	case in.Op.IsCopy() && in.Src[0].Type == native.HF:
		in.Src[0] = l.load(in, in.Src[0], native.F)
		l.run(*in)
	case in.Op.IsCopy():
		return false
	case in.Dst.Type.Size() == 8 && floats:
		l.viaTemp(*in, native.F, 1)
	case floats:
		return l.mixedSources(in)
	default:
		l.viaTemp(*in, native.Q, 1)
	}
	return true
}

// asFloat reads a temporary's dwords as floats.
func asFloat(o native.Operand) native.Operand {
	o.Type = native.F
	return o
}

func floatImm(v float32) native.Operand {
	return native.ImmOperand(uint64(math.Float32bits(v)), native.F)
}

// convert moves a dword or float to a temporary of another type.
func (p *pairer) convert(o native.Operand, t native.Type) native.Operand {
	v := p.NewTemp(4 * p.size)
	in := p.inst(native.OpMov)
	in.Dst, in.Src[0] = edit.Virt(v, 0, native.Dst1, t), o
	p.run(in)
	out := p.packed(v)
	out.Type = t
	return out
}

// floats is step for floats.
func (p *pairer) floats(op native.Op, a, b native.Operand) native.Operand {
	v := p.NewTemp(4 * p.size)
	in := p.inst(op)
	in.Dst, in.Src = edit.Virt(v, 0, native.Dst1, native.F), [3]native.Operand{a, b}
	p.run(in)
	return asFloat(p.packed(v))
}

// toFloat is a float of 64 bits. The number is shifted up to 31 bits with a sign, the last
// of which is set when any behind them is: rounding those is rounding the number, in every
// mode, and the power of two that they lack changes no bits.
func (p *pairer) toFloat() {
	n := p.number(0)
	sign := dwordImm(0)
	if p.in.Src[0].Type.IsSigned() {
		sign = p.step(native.OpAsr, signed(p.inRegister(n[1])), countImm(31))
		for half := range n {
			n[half] = p.step(native.OpXor, sign, n[half])
		}
		n = p.difference(n, pair{sign, sign})
	}
	for half := range n {
		n[half] = p.inRegister(n[half])
	}
	zeros := p.leadingZeros(n)
	shifted := *p
	shifted.in.Op = native.OpShl
	n = shifted.shiftVar(n, 0, 1, zeros)
	rest := p.least(p.step(native.OpOr, p.step(native.OpAnd, n[1], dwordImm(1)), n[0]), dwordImm(1))
	top := p.step(native.OpOr, p.step(native.OpShr, n[1], countImm(1)), rest)
	if sign.File != native.Imm {
		minus := sign
		minus.Mod = native.ModNeg
		top = p.step(native.OpAdd, minus, p.step(native.OpXor, top, sign))
	}
	const bias, mantissa, over = 127, 23, 33 // the top has bit 30 where the number has bit 63 less the zeros
	zeros.Mod = native.ModNeg
	scale := p.step(native.OpShl, p.step(native.OpAdd, zeros, dwordImm(bias+over)), countImm(mantissa))
	last := p.in
	last.Op, last.Src = native.OpMul, [3]native.Operand{p.convert(signed(top), native.F), asFloat(scale)}
	if !last.Dst.Indirect {
		last.Uses = nil
	}
	p.run(last)
}

// least is the lesser of two dwords without sign.
func (p *pairer) least(a, b native.Operand) native.Operand {
	v := p.NewTemp(4 * p.size)
	in := p.inst(native.OpSel)
	in.Cond, in.Dst, in.Src = native.CondLT, edit.Virt(v, 0, native.Dst1, native.UD), [3]native.Operand{a, b}
	p.run(in)
	return p.packed(v)
}

// leadingZeros counts them in 64 bits.
func (p *pairer) leadingZeros(n pair) native.Operand {
	high := p.step(native.OpLzd, n[1], native.Operand{})
	low := p.step(native.OpLzd, n[0], native.Operand{})
	f := p.flag("empty")
	test := p.inst(native.OpCmp)
	test.Cond, test.Flag = native.CondEQ, f
	test.Dst, test.Src = native.NullDst(native.UD), [3]native.Operand{n[1], dwordImm(0)}
	p.run(test)
	return p.either(f, p.step(native.OpAdd, low, dwordImm(32)), high)
}

// fromFloat truncates a float to 64 bits and clamps it: its multiples of 2 to the 32nd are
// the high dword, the rest is the low one, and both are exact.
func (p *pairer) fromFloat() {
	x := p.load(&p.in, p.in.Src[0], native.F)
	size := x
	size.Mod = native.ModAbs
	most := p.floats(native.OpRndz, p.floats(native.OpMul, size, floatImm(1.0/twoTo32)), native.Operand{})
	minus := most
	minus.Mod = native.ModNeg
	rest := p.floats(native.OpAdd, size, p.floats(native.OpMul, minus, floatImm(twoTo32)))
	bits := x
	bits.Type = native.D
	n := pair{p.convert(rest, native.UD), p.convert(most, native.UD)}
	p.clamp(size, bits, n, func(v float64) native.Operand { return floatImm(float32(v)) })
}

// clamp stores the whole part n of a float of a size, whose upper dword is bits: what is past the end of the destination is
// that end, and what is below zero is negated, or zero where there is no sign.
func (p *pairer) clamp(size, bits native.Operand, n pair, number func(float64) native.Operand) {
	sign := p.step(native.OpAsr, bits, countImm(31))
	limit, end := number(twoTo32*twoTo32), pair{dwordImm(-1), dwordImm(-1)}
	if p.in.Dst.Type.IsSigned() {
		limit, end[1] = number(twoTo32*twoTo32/2), dwordImm(math.MaxInt32)
	}
	f := p.flag("past")
	test := p.inst(native.OpCmp)
	test.Cond, test.Flag = native.CondGE, f
	test.Dst, test.Src = native.NullDst(size.Type), [3]native.Operand{size, limit}
	p.run(test)
	if p.in.Dst.Type.IsSigned() {
		flipped := pair{p.step(native.OpXor, sign, n[0]), p.step(native.OpXor, sign, n[1])}
		n = p.difference(flipped, pair{sign, sign})
	}
	for half := range n {
		n[half] = p.either(f, p.step(native.OpXor, sign, end[half]), n[half])
	}
	if !p.in.Dst.Type.IsSigned() {
		positive := sign
		positive.Mod = native.ModNeg // of logic: all bits inverted
		n = pair{p.step(native.OpAnd, positive, n[0]), p.step(native.OpAnd, positive, n[1])}
	}
	p.store(n)
}
