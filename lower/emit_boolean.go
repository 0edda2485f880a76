package lower

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// emitBfn: any function of three bits. Without the instruction it is two of src0 and src1, p where
// src2 is 0 and q where it is 1: p ^ (p ^ q) & src2, or what is left of that.
func emitBfn(s *selector) {
	table := uint8(s.field(visa.ArgBooleanfuncctrl))
	if s.T.HasOp(native.OpBfn) {
		in := s.inst(native.OpBfn)
		in.BoolFC = table
		in.Dst = s.dst(s.arg(visa.ArgDst))
		for i, name := range []visa.ArgName{visa.ArgSrc0, visa.ArgSrc1, visa.ArgSrc2} {
			in.Src[i] = s.src(s.arg(name))
		}
		in.Uses = s.uses()
		s.emit(in)
		return
	}
	f := boolean{s, s.wide(s.arg(visa.ArgSrc0)), s.wide(s.arg(visa.ArgSrc1))}
	p, q := table&0xF, table>>4
	c := func() native.Operand { return s.wide(s.arg(visa.ArgSrc2)) }
	var last [2]native.Operand
	op := native.OpMov
	switch {
	case p == q:
		last[0] = f.two(p)
	case p == 0:
		op, last = native.OpAnd, [2]native.Operand{f.two(q), c()}
	case q == 0xF:
		op, last = native.OpOr, [2]native.Operand{f.two(p), c()}
	case p^q == 0xF:
		op, last = native.OpXor, [2]native.Operand{f.two(p), c()}
	case q == 0:
		op, last = native.OpAnd, [2]native.Operand{f.two(p), f.not(c())}
	case p == 0xF:
		op, last = native.OpOr, [2]native.Operand{f.two(q), f.not(c())}
	default:
		op, last = native.OpXor, [2]native.Operand{f.two(p), f.step(native.OpAnd, f.two(p^q), c())}
	}
	in := s.inst(op)
	in.Dst, in.Src, in.Uses = s.dst(s.arg(visa.ArgDst)), [3]native.Operand{last[0], last[1]}, s.uses()
	if op == native.OpMov {
		in.Src[1] = native.Operand{}
	}
	s.emit(in)
}

// boolean makes functions of the bits of two sources of dwords.
type boolean struct {
	*selector
	a, b native.Operand
}

// two is the function with a table of four bits: bit 0 of the index is that of a, bit 1 that of b.
func (f *boolean) two(table uint8) native.Operand {
	switch table {
	case 0:
		return native.ImmOperand(0, native.D)
	case 0x2:
		return f.step(native.OpAnd, f.a, f.not(f.b))
	case 0x4:
		return f.step(native.OpAnd, f.not(f.a), f.b)
	case 0x6:
		return f.step(native.OpXor, f.a, f.b)
	case 0x8:
		return f.step(native.OpAnd, f.a, f.b)
	case 0xA:
		return f.a
	case 0xC:
		return f.b
	case 0xE:
		return f.step(native.OpOr, f.a, f.b)
	case 0xF:
		return native.ImmOperand(0xFFFFFFFF, native.D)
	}
	return f.not(f.two(table ^ 0xF))
}

func (f *boolean) not(a native.Operand) native.Operand {
	if a.File == native.Imm {
		return native.ImmOperand(uint64(^uint32(a.Imm)), native.D)
	}
	return f.step(native.OpNot, a, native.Operand{})
}

// step is a result of dwords, that of constants made here.
func (f *boolean) step(op native.Op, a, b native.Operand) native.Operand {
	if a.File == native.Imm && b.File == native.Imm {
		x, y := uint32(a.Imm), uint32(b.Imm)
		v := map[native.Op]uint32{native.OpAnd: x & y, native.OpOr: x | y, native.OpXor: x ^ y}[op]
		return native.ImmOperand(uint64(v), native.D)
	}
	return f.stepTo(op, native.D, a, b)
}

// wide is a source as dwords: one of words is extended by its type.
func (s *selector) wide(o *visa.Operand) native.Operand {
	from := s.src(o)
	switch {
	case from.File == native.Imm && !edit.IsVectorImm(&from):
		return native.ImmOperand(uint64(uint32(extended(&from))), native.D)
	case from.Type.Size() == 4 && from.File != native.Imm:
		return from
	}
	return s.stepTo(native.OpMov, native.D, from, native.Operand{})
}

// extended is the value of an integer immediate.
func extended(o *native.Operand) int64 {
	high := 64 - 8*o.Type.Size()
	if o.Type.IsSigned() {
		return int64(o.Imm) << high >> high
	}
	return int64(o.Imm << high >> high)
}

// emitAdd3: without the instruction, two sums. The first wraps, which the low bits of the second do not show. Where the
// result saturates it has to be exact, as sums of words are in dwords.
func emitAdd3(s *selector) {
	if s.T.HasOp(native.OpAdd3) {
		emitPlain(s)
		return
	}
	a, b, c := s.src(s.arg(visa.ArgSrc0)), s.src(s.arg(visa.ArgSrc1)), s.src(s.arg(visa.ArgSrc2))
	if s.in.Sat() && max(a.Type.Size(), b.Type.Size(), c.Type.Size()) > 2 {
		s.unsupported("a saturated sum of three dwords, for which target %v has no instruction", s.T)
		return
	}
	in := s.inst(native.OpAdd)
	in.Dst, in.Src, in.Uses = s.dst(s.arg(visa.ArgDst)), [3]native.Operand{s.stepTo(native.OpAdd, native.D, a, b), c}, s.uses()
	s.emit(in)
}
