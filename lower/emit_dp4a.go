package lower

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// emitDp4a: without the instruction, the products of the bytes, which dwords hold,
// are summed up; the sum with source 0 comes last and saturates.
func emitDp4a(s *selector) {
	if s.T.HasOp(s.r.op) {
		emitPlain(s)
		return
	}
	a, b := s.dwordRegs(s.arg(visa.ArgSrc1)), s.dwordRegs(s.arg(visa.ArgSrc2))
	size := int(s.in.Exec.Size)
	packed := edit.FitRegion(native.Region{V: 1, W: 1}, size)
	var sum native.Operand
	for k := range 4 {
		mul := s.step(native.OpMul)
		mul.Uses = nil
		mul.Dst = edit.Virt(s.NewTemp(4*size), 0, native.Dst1, native.D)
		mul.Src = [3]native.Operand{byteOf(a, k, size), byteOf(b, k, size)}
		s.emit(mul)
		product := edit.Virt(mul.Dst.Reg, 0, packed, native.D)
		if k == 0 {
			sum = product
			continue
		}
		add := mul
		add.Op, add.Dst = native.OpAdd, edit.Virt(sum.Reg, 0, native.Dst1, native.D)
		add.Src = [3]native.Operand{sum, product}
		s.emit(add)
	}
	last := s.inst(native.OpAdd)
	last.Dst, last.Src, last.Uses = s.dst(s.arg(visa.ArgDst)), [3]native.Operand{s.src(s.arg(visa.ArgSrc0)), sum}, s.uses()
	s.emit(last)
}

// dwordRegs is a source of dwords at a constant stride in registers, or one value.
func (s *selector) dwordRegs(o *visa.Operand) native.Operand {
	from := s.src(o)
	size := int(s.in.Exec.Size)
	n, ok := edit.Stride(from.Region, size)
	if from.File == native.Imm && !edit.IsVectorImm(&from) || edit.IsReg(&from) && ok && 4*n <= 32 {
		return from
	}
	m := s.step(native.OpMov)
	m.Dst, m.Src[0] = edit.Virt(s.NewTemp(size*4), 0, native.Dst1, edit.DwordOf(edit.ValueType(&from))), from
	s.emit(m)
	return edit.Virt(m.Dst.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), m.Dst.Type)
}

// byteOf is byte k of the dwords of a source.
func byteOf(o native.Operand, k, size int) native.Operand {
	t := native.UB
	if o.Type.IsSigned() {
		t = native.B
	}
	if o.File == native.Imm {
		v := uint8(o.Imm >> (8 * k))
		if t == native.B {
			return native.ImmOperand(uint64(uint16(int8(v))), native.W)
		}
		return native.ImmOperand(uint64(v), native.UW)
	}
	n, _ := edit.Stride(o.Region, size)
	o.Type = t
	o.Sub += uint16(k)
	o.Region = edit.FitRegion(native.Region{V: uint8(4 * n), W: 1}, size)
	return o
}
