package code

import "github.com/genvisa/genvisa/native"

// resolveCarry is addc and subb: unsigned dwords, with carry or borrow in the
// accumulator. Source 1 may be words, which Intel's compiler makes of packed
// vector immediates: nothing says what carry a negative one gives.
func resolveCarry(l *loader) error {
	in := l.in
	words := isWord(in.Src[1].Type)
	if words && isWord(in.Src[0].Type) && isWord(in.Dst.Type) && !in.Sat && in.Src[0].Mod|in.Src[1].Mod == 0 && in.Cond == native.CondNone {
		return l.carryOfWords()
	}
	if in.Src[0].Type != native.UD || in.Src[1].Type != native.UD && !words || in.Dst.Type != native.UD || in.Sat ||
		in.Src[0].Mod != 0 || in.Src[1].Mod != 0 {
		return l.refuse("%s with types other than ud, or w in source 1, modifiers or saturation", in.Op)
	}
	return l.longForm(FormCarry)
}

// carryOfWords is a sum or difference of words, which drivers' kernels for bdw and icl
// have. Nothing says what it carries: the accumulator must not be read behind it.
func (l *loader) carryOfWords() error {
	plain := *l.in
	plain.AccWr = false
	inner := *l
	inner.in = &plain
	if err := resolveALU(&inner); err != nil || !l.in.AccWr {
		return err
	}
	l.op.Form = FormCarry
	l.op.Flags &^= FlagDirect | FlagInPlace | FlagBring
	return nil
}

func isWord(ty native.Type) bool { return ty == native.W || ty == native.UW }

// resolveMach is the second step of a 32-bit multiply. Source 0 may have modifiers, as in
// the first step (gen-execution R-MUL4, compiled code up to Gen11).
func resolveMach(l *loader) error {
	in := l.in
	if !in.AccWr && !l.prog.Target.Caps().MachLow {
		return l.refuse("mach without AccWrEn on %s", l.prog.Target)
	}
	if negatedUD(&in.Src[0]) || in.Src[1].Mod != 0 || in.Sat || l.execType() != native.D {
		return l.refuse("mach of a negated ud, with a modifier of source 1, saturation or types other than dwords")
	}
	if !in.AccWr && isDword(in.Dst.Type) && !isAcc(&in.Dst) && !in.Align16 && in.Src[0].Region.V != native.VxH {
		return l.machLow()
	}
	return l.longForm(FormMach)
}

// machLow is mach that gives the lower half of its sum: of the accumulator it reads the low dwords
// alone, so that the multiply in front of it need not keep the others.
func (l *loader) machLow() error {
	if int(l.op.N) > AccDwordLanes {
		return l.tooWide()
	}
	at, err := l.summand(native.UD)
	if err != nil {
		return err
	}
	three := *l.in
	three.Src = [3]native.Operand{at, l.in.Src[0], l.in.Src[1]}
	inner := *l
	inner.in, inner.srcs = &three, 3
	return inner.alu(ClassRaw, KernMachLow)
}

// longForm resolves the instructions that write something else than their result
// to the accumulator.
func (l *loader) longForm(f Form) error {
	o := l.op
	o.Form, o.Class, o.Kern = f, ClassWide, l.row.kern
	if s := &l.in.Src; f == FormCarry && s[1].Type.Size() >= 2 && !s[1].Type.IsSigned() && !isAcc(&s[0]) && !isAcc(&s[1]) && !isAcc(&l.in.Dst) {
		o.Class = ClassRaw
	}
	if int(o.N) > AccDwordLanes {
		return l.tooWide()
	}
	plain := *l.in
	plain.AccWr = false
	inner := *l
	inner.in = &plain
	if err := inner.operands(); err != nil {
		return err
	}
	at, err := l.accByte(native.UD)
	switch {
	case err != nil:
		return err
	case at+4*int(o.N) > AccPair:
		return l.refuse("%s of %d dwords from byte %d of the accumulator", l.in.Op, o.N, at)
	}
	o.AccAt = uint32(l.prog.FileBytes + OffAcc + at)
	if l.in.AccWr {
		o.Flags |= FlagAccWr
	}
	switch {
	case f == FormMach && l.in.AccWr && o.Cond == native.CondNone && o.Dst.Mode == DstReg && o.Dst.Size == 4 && o.Flags&FlagAccs == 0:
		l.long(int(o.AccAt))
	case f == FormCarry && o.Class == ClassRaw:
		inner.inPlace()
		o.AccWrites = l.prog.AccRange(int(o.AccAt), native.UD.Size()*int(o.N))
		o.AccBecome = AccEach(AccDwords) & o.AccWrites
	}
	return nil
}

// tooWide refuses more dwords than the accumulator has.
func (l *loader) tooWide() error {
	return l.refuse("%s of %d dwords: the accumulator has %d", l.in.Op, l.op.N, AccDwordLanes)
}

// accSet tells accumulators, by whether they hold dwords or narrower integers: one that is read as
// another kind than it was written stops the thread.
type accSet struct{ dwords, words uint8 }

func (s *accSet) add(ty native.Type, regs uint8) {
	if ty.Size() == 4 {
		s.dwords |= regs
	} else {
		s.words |= regs
	}
}

func (s *accSet) has(ty native.Type, regs uint8) bool {
	if ty.Size() == 4 {
		return s.dwords&regs != 0
	}
	return s.words&regs != 0
}

// accPlaces are those that an operand can be in: two at most.
func accPlaces(op *native.Operand) uint8 { return 3 << (op.Reg - native.ARFAcc0) & (1<<AccRegs - 1) }

// highReads tells the accumulators of which an instruction may read the bits above integer
// elements: by an operand of an op to which they count, as a summand that it does not name, or in
// other arithmetic than on the low bits.
func highReads(insts []native.Inst) (set accSet) {
	for i := range insts {
		in := &insts[i]
		if in.Op.ReadsAccumulator() {
			for _, ty := range [...]native.Type{in.Src[0].Type, in.Src[1].Type, in.Dst.Type} {
				set.add(ty, 3)
			}
		}
		low := in.Op.LowBits() && !in.Dst.Type.IsFloat() && in.Dst.Type.Size() <= 4 && !in.Sat && !in.AccWr
		for k := range in.Op.Sources() {
			if src := &in.Src[k]; isAcc(src) && !src.Type.IsFloat() && in.Op.WideAccumulator() &&
				!(low && src.Mod == native.ModNone && in.Dst.Type.Size() <= src.Type.Size()) {
				set.add(src.Type, accPlaces(src))
			}
		}
	}
	return set
}

// highRead says that the bits above integers which the instruction writes to an accumulator may be
// read. On targets with two accumulators they are kept always, as code that was loaded apart may.
func (l *loader) highRead(op *native.Operand) bool {
	return !l.low && (l.prog.accs <= accFew || l.prog.accHigh.has(op.Type, accPlaces(op)))
}

// AccDwordLanes is how many dwords an instruction can have in the accumulator: those of
// acc0 (Ivy Bridge PRM vol. 4 part 3, 3.3.3.5; Broxton's says the same).
const AccDwordLanes = 8

// AccWord is the bits of a word, and of a dword that is no product.
const AccWord = 33

// accumulators checks explicit accumulator operands (section as above).
func (l *loader) accumulators() error {
	in, o := l.in, l.op
	for i := range l.srcs {
		src := &in.Src[i]
		if !isAcc(src) {
			continue
		}
		switch {
		case l.srcs == 2 && i >= l.prog.Target.Caps().AccSources:
			return l.refuse("accumulator as source %d", i)
		case isAcc(&in.Dst) && in.Dst.Reg != src.Reg && l.prog.accs == accFew:
			return l.refuse("acc%d from acc%d", in.Dst.Reg&15, src.Reg&15)
		case in.Align16 && src.Swizzle != noSwizzle:
			return l.refuse("swizzle of an accumulator")
		case isDword(src.Type) && src.Region != native.Scalar && int(o.N) > AccDwordLanes:
			return l.refuse("%d dwords in the accumulator, which has %d", o.N, AccDwordLanes)
		}
	}
	if !isAcc(&in.Dst) && !in.AccWr {
		return nil
	}
	ty := in.Dst.Type
	switch {
	case ty.IsFloat():
		return nil
	case ty.Size() == 1:
		return l.refuse("writing the accumulator as %s", ty)
	case isDword(ty) && int(o.N) > AccDwordLanes:
		return l.refuse("%d dwords in the accumulator, which has %d", o.N, AccDwordLanes)
	case l.row.product && isDword(in.Src[0].Type) && isDword(in.Src[1].Type) && (negatedUD(&in.Src[0]) || negatedUD(&in.Src[1])):
		return l.refuse("product of a negated ud in the accumulator")
	}
	if ty.Size() == 2 || isDword(ty) && !l.row.product {
		o.AccDrop = 64 - AccWord
	}
	return nil
}

func negatedUD(op *native.Operand) bool {
	return op.Type == native.UD && op.Mod&native.ModNeg != 0
}

// summand is the accumulator as a source that the instruction does not name, of type ty. For halves
// of the channels from 16 on it is acc1, where Intel's finalizer for Gen11 puts them before a mac.
func (l *loader) summand(ty native.Type) (native.Operand, error) {
	at, err := l.accByte(ty)
	if ty == native.HF && l.op.Off >= MaxLanes/2 {
		at += AccRegBytes
	}
	return native.Operand{File: native.ARF, Reg: native.ARFAcc0, Sub: uint16(at), Type: ty, Region: native.Region{V: 1, W: 1}}, err
}

// resolveMac is mad with the accumulator as the summand.
func resolveMac(l *loader) error {
	mad := *l.in
	ty := l.execType()
	if first := l.in.Src[0].Type; !ty.IsFloat() && (first.Size() > 1 || ty.Size() != 2) {
		ty = first // of bytes, which the accumulator does not have, it is words
	}
	acc, err := l.summand(ty)
	if err != nil {
		return err
	}
	mad.Src = [3]native.Operand{acc, l.in.Src[0], l.in.Src[1]}
	inner := *l
	inner.in, inner.srcs = &mad, 3
	if c, float := floatClass(inner.execType()); float {
		return inner.alu(c, KernMad)
	}
	return inner.alu(ClassWide, KernMad)
}
