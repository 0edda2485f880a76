package lower

import (
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// emitMad: vISA adds the last source, the native instruction the first.
func emitMad(s *selector) {
	in := s.inst(native.OpMad)
	in.Dst = s.dst(s.arg(visa.ArgDst))
	in.Src = [3]native.Operand{s.src(s.arg(visa.ArgSrc2)), s.src(s.arg(visa.ArgSrc0)), s.src(s.arg(visa.ArgSrc1))}
	in.Uses = s.uses()
	s.emit(in)
}

// emitMath picks the function by the type of the operation. The math unit has none
// for doubles, but their quotients are those of the macro.
func emitMath(s *selector) {
	r := s.r
	in := s.inst(native.OpMath)
	in.Dst = s.dst(s.arg(visa.ArgDst))
	in.Src[0] = s.src(s.arg(visa.ArgSrc0))
	if b := s.in.Arg(visa.ArgSrc1); b != nil {
		in.Src[1] = s.src(b)
	}
	in.MathFC = r.fc
	switch {
	case !in.Dst.Type.IsFloat():
		in.MathFC = r.intF
	case in.Dst.Type == native.DF && r.fc == native.MathFdiv:
		in.MathFC = native.MathInvm
	case in.Dst.Type == native.DF && r.fc == native.MathInv:
		in.MathFC = native.MathInvm
		in.Src = [3]native.Operand{native.ImmOperand(math.Float64bits(1), native.DF), in.Src[0]}
	case in.Dst.Type == native.DF:
		in.MathFC = 0
	}
	if in.MathFC == 0 {
		s.unsupported("type %s of the result: want %s", in.Dst.Type, mathTypes(r))
	}
	in.Uses = s.uses()
	s.emit(in)
}

// mathTypes names the destination types of a math op.
func mathTypes(r *rule) string {
	switch {
	case r.fc == 0:
		return "integers of at most 32 bits"
	case r.intF == 0:
		return "f or hf"
	}
	return "f, hf or integers of at most 32 bits"
}

// emitCarry: addc and subb leave carry or borrow in the accumulator, which
// holds eight dwords. Where both results are registers of dwords side by side nothing
// needs a copy.
func emitCarry(s *selector) {
	r := s.r
	second := s.in.Arg(visa.ArgCarry)
	if second == nil {
		second = s.arg(visa.ArgBorrow)
	}
	in := s.step(r.op)
	in.AccWr = true
	in.Src[0], in.Src[1] = s.dwords(s.arg(visa.ArgSrc0)), s.dwords(s.arg(visa.ArgSrc1))
	sum, carry := s.dst(s.arg(visa.ArgDst)), s.dst(second)
	size := int(s.in.Exec.Size)
	lanes := min(size, edit.AccLanes)
	if size <= edit.AccLanes && s.plainDwords(&sum) && s.plainDwords(&carry) && s.EnsureAlign(&sum, grfBytes) {
		whole := s.inst(r.op)
		whole.AccWr, whole.Src, whole.Dst = true, in.Src, sum
		whole.Dst.Type = native.UD
		whole.Uses = s.uses()
		s.emit(whole)
		m := s.inst(native.OpMov)
		m.Dst, m.Src[0] = carry, native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: native.UD, Region: edit.FitRegion(edit.Row8, lanes)}
		s.emit(m)
		return
	}
	tmp := s.NewVar("sum", max(size*4, grfBytes), grfBytes)
	acc := s.NewVar("carry", max(size*4, grfBytes), grfBytes)
	in.Dst = edit.Virt(tmp, 0, native.Dst1, native.UD)
	for k := 0; k < size; k += lanes {
		p := edit.Part(in, k, lanes)
		s.emit(p)
		m := edit.Part(s.step(native.OpMov), k, lanes)
		m.Dst, m.Uses = edit.Virt(acc, k*4, native.Dst1, native.UD), nil
		m.Src[0] = native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: native.UD, Region: edit.FitRegion(edit.Row8, lanes)}
		s.emit(m)
	}
	s.result(sum, tmp, native.UD)
	s.result(carry, acc, native.UD)
}

// plainDwords reports a destination of dwords side by side.
func (s *selector) plainDwords(o *native.Operand) bool {
	return edit.IsReg(o) && o.Region.H == 1 && o.Type.Size() == 4 && !o.Type.IsFloat()
}

// dwords is a source of an instruction that takes dwords only, which a packed
// immediate becomes in a register.
func (s *selector) dwords(o *visa.Operand) native.Operand {
	from := s.src(o)
	if !edit.IsVectorImm(&from) {
		return from
	}
	size := int(s.in.Exec.Size)
	m := s.step(native.OpMov)
	m.Dst, m.Src[0] = edit.Virt(s.NewTemp(size*4), 0, native.Dst1, native.UD), from
	s.emit(m)
	return edit.Virt(m.Dst.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), native.UD)
}

// result moves a packed temporary to a destination under the vISA mask.
func (s *selector) result(dst native.Operand, v int32, t native.Type) {
	m := s.inst(native.OpMov)
	m.Dst, m.Src[0] = dst, edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, int(s.in.Exec.Size)), t)
	m.Uses = s.uses()
	s.emit(m)
}

// emitBfi: mask = bfi1(width, offset); dst = base ^ ((insert << offset ^ base) & mask).
func emitBfi(s *selector) {
	size := int(s.in.Exec.Size)
	t := s.typ(s.arg(visa.ArgDst).Type)
	packed := edit.FitRegion(native.Region{V: 1, W: 1}, size)
	mask, bits := s.NewTemp(size*4), s.NewTemp(size*4)
	step := func(op native.Op, v int32, a, b native.Operand) {
		in := s.step(op)
		in.Dst, in.Src = edit.Virt(v, 0, native.Dst1, t), [3]native.Operand{a, b}
		s.emit(in)
	}
	width, offset := s.src(s.arg(visa.ArgSrc0)), s.src(s.arg(visa.ArgSrc1))
	insert, base := s.src(s.arg(visa.ArgSrc2)), s.src(s.arg(visa.ArgSrc3))
	maskOp, bitsOp := edit.Virt(mask, 0, packed, t), edit.Virt(bits, 0, packed, t)
	step(native.OpBfi1, mask, width, offset)
	step(native.OpShl, bits, insert, offset)
	step(native.OpXor, bits, bitsOp, base)
	step(native.OpAnd, bits, bitsOp, maskOp)
	last := s.inst(native.OpXor)
	last.Dst, last.Src = s.dst(s.arg(visa.ArgDst)), [3]native.Operand{bitsOp, base}
	last.Uses = s.uses()
	s.emit(last)
}

// emitRotate: a target without rotation shifts both ways, by the count and by
// its negative, both modulo the width of the type.
func emitRotate(s *selector) {
	dst, x, n := s.dst(s.arg(visa.ArgDst)), s.dwords(s.arg(visa.ArgSrc0)), s.dwords(s.arg(visa.ArgSrc1))
	width := dst.Type.Size()
	if width != 4 && width != 2 || x.Type.Size() != width || x.Mod != native.ModNone || n.Mod != native.ModNone || s.in.Sat() {
		s.unsupported("rotation other than of plain dwords or words")
		return
	}
	if s.T.HasOp(s.r.op) {
		in := s.inst(s.r.op)
		in.Dst, in.Src, in.Uses = dst, [3]native.Operand{x, n}, s.uses()
		s.emit(in)
		return
	}
	x.Type = native.UD
	if width == 2 {
		x.Type = native.UW
	}
	n, back := s.rotateCounts(n, width)
	first, second := native.OpShl, native.OpShr
	if s.r.op == native.OpRor {
		first, second = second, first
	}
	half := func(op native.Op, count native.Operand) native.Operand { return s.stepTo(op, x.Type, x, count) }
	last := s.inst(native.OpOr)
	last.Dst, last.Src = dst, [3]native.Operand{half(first, n), half(second, back)}
	last.Uses = s.uses()
	s.emit(last)
}

// rotateCounts gives the counts of the two shifts of a rotation by n of elements
// of width bytes. A shift of dwords takes the low five bits of its count itself.
func (s *selector) rotateCounts(n native.Operand, width int) (count, back native.Operand) {
	last := uint64(8*width - 1)
	switch {
	case n.File == native.Imm:
		count, back = n, n
		count.Imm, back.Imm = n.Imm&last, -n.Imm&last
		return count, back
	case width == 4:
		back = n
		back.Mod = native.ModNeg
		return n, back
	}
	low := native.ImmOperand(last, native.UW)
	from := n
	from.Mod = native.ModNeg
	negative := s.stepTo(native.OpAdd, native.W, from, native.ImmOperand(0, native.W))
	return s.stepTo(native.OpAnd, native.UW, n, low), s.stepTo(native.OpAnd, native.UW, negative, low)
}

// stepTo runs one step of an instruction into a temporary of type t.
func (s *selector) stepTo(op native.Op, t native.Type, a, b native.Operand) native.Operand {
	size := int(s.in.Exec.Size)
	v := s.NewTemp(size * t.Size())
	in := s.step(op)
	in.Dst, in.Src = edit.Virt(v, 0, native.Dst1, t), [3]native.Operand{a, b}
	s.emit(in)
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
}

// emitAddrAdd: the address of a variable is known after allocation only, so it
// is an immediate that the allocator completes.
func emitAddrAdd(s *selector) {
	in := s.inst(native.OpAdd)
	in.Sat = false
	in.Dst = s.dst(s.arg(visa.ArgDst))
	from, add := s.arg(visa.ArgSrc0), s.src(s.arg(visa.ArgSrc1))
	if from.Kind == visa.Address {
		in.Src = [3]native.Operand{s.src(from), add}
		s.emit(in)
		return
	}
	if from.Kind != visa.AddressOf || from.StateVar != visa.NoState {
		s.unsupported("address of a surface or sampler")
		return
	}
	v, off, err := s.varFor(from.Var)
	if err != nil {
		s.unsupported("%v", err)
		return
	}
	addr := native.ImmOperand(uint64(off+int(from.Off)), native.UW)
	addr.AddrOf = v + 1
	if add.File == native.Imm {
		in.Op = native.OpMov
		addr.Imm = (addr.Imm + add.Imm) & 0xFFFF
		in.Src = [3]native.Operand{addr}
	} else {
		in.Src = [3]native.Operand{add, addr}
	}
	s.emit(in)
}
