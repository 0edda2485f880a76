package lower

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// relations maps cmp's relation codes.
var relations = [...]native.CondMod{
	native.CondEQ, native.CondNE, native.CondGT, native.CondGE, native.CondLT, native.CondLE,
}

// emitCmp: into a predicate the result is the flag; into a variable all bits of
// each element, with a flag that nobody reads.
func emitCmp(s *selector) {
	in := s.inst(native.OpCmp)
	rel := s.field(visa.ArgRelOp)
	if int(rel) >= len(relations) {
		s.unsupported("relation %d: want 0 to %d", rel, len(relations)-1)
		return
	}
	in.Cond, in.Sat = relations[rel], false
	in.Src = [3]native.Operand{s.src(s.arg(visa.ArgSrc0)), s.src(s.arg(visa.ArgSrc1))}
	in.Uses = s.uses()
	dst := s.arg(visa.ArgDst)
	if dst.Kind == visa.Predicate {
		in.Flag.Virt = s.flagFor(dst.Var) + 1
		in.Dst = native.NullDst(cmpType(&in))
		s.checkLanes(dst.Var)
	} else {
		in.Flag.Virt = s.NewFlag("cmp", s.in.Exec.First()+int(s.in.Exec.Size)) + 1
		in.Dst = s.dst(dst)
	}
	s.emit(in)
}

// emitSel: the native sel needs a predicate or a condition to choose by.
func emitSel(s *selector) {
	if s.in.Pred.Var == 0 {
		s.unsupported("sel without a predicate")
		return
	}
	emitPlain(s)
}

// cmpType is the wider source type, words for bytes: the type of the null
// destination.
func cmpType(in *native.Inst) native.Type {
	t := edit.ValueType(&in.Src[0])
	if in.Src[1].Type.Size() > t.Size() || in.Src[1].Type.IsFloat() {
		t = in.Src[1].Type
	}
	switch {
	case edit.IsVectorImm(&in.Src[1]):
		t = edit.ValueType(&in.Src[1])
	case t.Size() == 1:
		return native.W
	}
	return t
}

// checkLanes refuses lanes that the predicate's flag has no bits for.
func (s *selector) checkLanes(p int32) {
	f := s.flagFor(p)
	if n := s.in.Exec.First() + int(s.in.Exec.Size); n > s.P.Flags[f].Bits {
		s.unsupported("lane %d of predicate %s with %d elements", n-1, s.k.Preds[p].Name, s.k.Preds[p].Elems)
	}
}

// emitMov handles the moves from and to predicates, and those that clear addresses before
// some lanes get theirs.
func emitMov(s *selector) {
	dst, src := s.arg(visa.ArgDst), s.arg(visa.ArgSrc0)
	switch {
	case dst.Kind == visa.Address && (src.Kind != visa.Immediate || src.Imm != 0):
		s.unsupported("an address from a number: want 0, or addr_add of a variable's address")
	case dst.Kind == visa.Predicate:
		emitLogic(s)
	case src.Kind == visa.Predicate:
		s.moveFlag(src)
	default:
		emitPlain(s)
	}
}

// moveFlag: the predicate's bits as a number.
func (s *selector) moveFlag(src *visa.Operand) {
	in := s.inst(native.OpMov)
	in.Dst, in.Src[0] = s.dst(s.arg(visa.ArgDst)), s.src(src)
	elems := s.k.Preds[src.Var].Elems
	if elems < s.P.Flags[s.flagFor(src.Var)].Bits {
		in.Op = native.OpAnd
		in.Src[1] = native.ImmOperand(uint64(1)<<elems-1, in.Src[0].Type)
	}
	s.emit(in)
}

// emitLogic: on predicates the operation is done on flag bits.
func emitLogic(s *selector) {
	dst := s.arg(visa.ArgDst)
	if dst.Kind != visa.Predicate {
		emitPlain(s)
		return
	}
	if s.in.Pred.Var != 0 {
		s.unsupported("predicated operation on predicates")
		return
	}
	s.checkLanes(dst.Var)
	sub, t, exact := s.flagPart(dst.Var)
	free := s.in.Exec.NoMask || s.local[dst.Var]
	op := s.r.op
	if exact && free {
		s.emit(s.scalar(op, edit.FlagReg(s.flagFor(dst.Var), sub, native.Dst1, t), s.flagSrcs(sub, t)...))
		return
	}
	f := s.flagFor(dst.Var)
	v := s.NewTemp(4)
	t = s.FlagType(f)
	s.emit(s.scalar(op, edit.Virt(v, 0, native.Dst1, t), s.flagSrcs(0, t)...))
	s.mergeFlag(f, v)
}

// flagPart is the part of a predicate's flag that holds exactly the lanes of
// the instruction: byte offset and type of the element. exact is false when
// the element has other lanes too.
func (s *selector) flagPart(p int32) (sub int, t native.Type, exact bool) {
	f := s.flagFor(p)
	first, size := s.in.Exec.First(), int(s.in.Exec.Size)
	switch {
	case size == 32:
		return 0, native.UD, true
	case size == 16 && first%16 == 0:
		return first / 8, native.UW, true
	case first == 0 && (size >= s.k.Preds[p].Elems || size >= s.P.SIMD):
		return 0, s.FlagType(f), true
	}
	return 0, s.FlagType(f), false
}

// flagSrcs reads the sources of a logic instruction on predicates.
func (s *selector) flagSrcs(sub int, t native.Type) []native.Operand {
	var out []native.Operand
	for i, slot := range s.in.Op.Info().Slots {
		o := &s.in.Args[i]
		if slot.Access == visa.Writes {
			continue
		}
		if o.Kind != visa.Predicate {
			s.unsupported("predicate and other operand in one instruction: want predicates only")
			return nil
		}
		s.checkLanes(o.Var)
		f := edit.FlagReg(s.flagFor(o.Var), sub, native.Scalar, t)
		if s.FlagType(f.Reg).Size() < t.Size() {
			f.Type = s.FlagType(f.Reg)
		}
		f.Mod = srcMods[o.Mod]
		out = append(out, f)
	}
	return out
}

// mergeFlag writes the bits of v to the flag for the lanes that the vISA
// instruction enables, and keeps the others: old ^ (v ^ old) & lanes. What the flag
// held is read once: two reads of a flag that nothing wrote yet may differ.
func (s *selector) mergeFlag(f, v int32) {
	t := s.FlagType(f)
	temp := func(v int32, r native.Region) native.Operand { return edit.Virt(v, 0, r, t) }
	old := s.NewTemp(4)
	s.emit(s.scalar(native.OpMov, temp(old, native.Dst1), s.WholeFlag(f, native.Scalar)))
	s.emit(s.scalar(native.OpXor, temp(v, native.Dst1), temp(old, native.Scalar), temp(v, native.Scalar)))
	lanes := uint64(1)<<s.in.Exec.Size - 1
	if s.in.Exec.NoMask {
		s.emit(s.scalar(native.OpAnd, temp(v, native.Dst1), temp(v, native.Scalar), native.ImmOperand(lanes<<s.in.Exec.First(), t)))
	} else {
		s.emit(s.scalar(native.OpAnd, temp(v, native.Dst1), s.WholeFlag(s.enabled(s.P.Flags[f].Bits), native.Scalar), temp(v, native.Scalar)))
	}
	s.emit(s.scalar(native.OpXor, s.WholeFlag(f, native.Dst1), temp(old, native.Scalar), temp(v, native.Scalar)))
}

// enabled is a new flag with the lanes in which the instruction runs.
func (s *selector) enabled(channels int) int32 {
	f := s.NewFlag("lanes", channels)
	s.emit(s.scalar(native.OpMov, s.WholeFlag(f, native.Dst1), native.ImmOperand(0, s.FlagType(f))))
	in := s.inst(native.OpCmp)
	in.PredCtrl, in.PredInv, in.Sat = native.PredNone, false, false
	in.Cond, in.Flag.Virt = native.CondEQ, f+1
	in.Dst = native.NullDst(native.UW)
	r0 := s.r0(0, native.Scalar)
	r0.Type = native.UW
	in.Src = [3]native.Operand{r0, r0}
	s.emit(in)
	return f
}

// emitSetp: a scalar source gives its bits to the lanes in order, whether they
// are on or not; another source gives bit 0 of each element to enabled lanes. A
// packed immediate stands for the number of its element 0.
func emitSetp(s *selector) {
	dst, src := s.arg(visa.ArgDst), s.arg(visa.ArgSrc0)
	s.checkLanes(dst.Var)
	from := s.src(src)
	if src.Kind != visa.Immediate && !src.Region.IsScalar() {
		in := s.inst(native.OpAnd)
		in.Cond, in.Flag.Virt = native.CondNE, s.flagFor(dst.Var)+1
		in.Dst, in.Src = native.NullDst(from.Type), [3]native.Operand{from, native.ImmOperand(1, native.UW)}
		s.emit(in)
		return
	}
	if from.File != native.Imm {
		from.Region = native.Scalar
	}
	if edit.IsVectorImm(&from) {
		from = firstElement(from)
	}
	sub, t, exact := s.flagPart(dst.Var)
	if exact {
		s.emit(s.scalar(native.OpMov, edit.FlagReg(s.flagFor(dst.Var), sub, native.Dst1, t), low(from, t)))
		return
	}
	if s.in.Exec.First() != 0 {
		s.unsupported("setp of %d lanes from %d: want 16 lanes, or to begin at lane 0", s.in.Exec.Size, s.in.Exec.First())
		return
	}
	f := s.flagFor(dst.Var)
	t = s.FlagType(f)
	v := s.NewTemp(4)
	s.emit(s.scalar(native.OpMov, edit.Virt(v, 0, native.Dst1, t), low(from, t)))
	old := s.in.Exec
	forced := *s.in
	forced.Exec = visa.Exec{Size: old.Size, Mask: old.Mask, NoMask: true}
	s.in = &forced
	s.mergeFlag(f, v)
}

// firstElement is the value of element 0 of a packed integer immediate.
func firstElement(o native.Operand) native.Operand {
	v := o.Imm & 15
	if o.Type == native.V && v > 7 {
		v |= 0xFFFFFFF0
	}
	return native.ImmOperand(v, native.UD)
}

// low reads the low part of an integer operand that is wider than t.
func low(o native.Operand, t native.Type) native.Operand {
	if o.Type.Size() <= t.Size() {
		return o
	}
	if o.File == native.Imm {
		o.Imm &= 1<<(8*t.Size()) - 1
	}
	o.Type = t
	return o
}
