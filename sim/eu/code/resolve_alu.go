package code

import "github.com/genvisa/genvisa/native"

// execType is the execution type of an instruction with n sources: DF, F, HF, Q
// for integers when one has 64 bits, D, or W when all are narrower (packed
// vectors of integers count as words).
func (l *loader) execType() native.Type {
	var has [native.NumTypes]bool
	for i := range l.srcs {
		if src := &l.in.Src[i]; src.File != native.NoFile {
			has[src.Type] = true
		}
	}
	mixed := l.in.Dst.Type == native.F && !l.in.Op.IsCopy()
	switch {
	case has[native.DF]:
		return native.DF
	case has[native.F] || has[native.VF] || has[native.HF] && mixed:
		return native.F
	case has[native.HF]:
		return native.HF
	case has[native.Q] || has[native.UQ]:
		return native.Q
	case has[native.D] || has[native.UD]:
		return native.D
	}
	return native.W
}

// floatClass is the class of a float execution type.
func floatClass(exec native.Type) (Class, bool) {
	switch exec {
	case native.DF:
		return ClassDouble, true
	case native.F:
		return ClassFloat, true
	case native.HF:
		return ClassHalf, true
	}
	return ClassWide, false
}

// intDst says that the destination takes the low bits of an integer of at most
// 32 bits.
func (l *loader) intDst() bool {
	dst := l.in.Dst.Type
	return !dst.IsFloat() && dst.Size() <= 4 && !l.in.Sat && !l.in.AccWr && !(isAcc(&l.in.Dst) && l.highRead(&l.in.Dst))
}

// intSrc says that the low 32 bits of source i, an integer of at most 32 bits, are
// all there is.
func (l *loader) intSrc(i int) bool {
	src := &l.in.Src[i]
	return !src.Type.IsFloat() && src.Type.Size() <= 4 && !(isAcc(src) && l.in.Op.WideAccumulator() && (!l.in.Op.LowBits() || src.Mod != native.ModNone || src.Type.Size() < l.in.Dst.Type.Size()))
}

// wraps says that 32-bit rows give the right result of an operation that needs
// only the low bits.
func (l *loader) wraps() bool {
	for i := range l.srcs {
		if !l.intSrc(i) {
			return false
		}
	}
	return l.intDst()
}

// resolveALU chooses the class by execution type and representation.
func resolveALU(l *loader) error {
	c, float := floatClass(l.execType())
	if !float && l.row.kern.Has(ClassRaw) && l.wraps() && l.in.Cond != native.CondOV {
		c = ClassRaw
	}
	return l.alu(c, l.row.kern)
}

// resolveAvg: the bits above the stored ones matter, so that 64-bit sources do not
// fit.
func resolveAvg(l *loader) error {
	if l.resultBits() > 64 {
		return l.refuse("avg of 64-bit types")
	}
	return resolveALU(l)
}

// alu makes the op of an instruction that is one kernel.
func (l *loader) alu(c Class, k Kernel) error {
	if !k.Has(c) {
		return l.refuse("%s with %s sources and a destination of type %s", l.in.Op, c, l.in.Dst.Type)
	}
	o := l.op
	o.Form, o.Class, o.Kern = FormALU, c, k
	if err := l.operands(); err != nil {
		return err
	}
	if l.prog.NotAlt == 0 && !l.inAlt() {
		l.prog.NotAlt = l.index + 1
	}
	l.inPlace()
	l.straightforward()
	if d := &o.Dst; c == ClassWide && k == KernMul && d.Mode == DstAcc && d.Size == 4 && d.Step == 4 && o.Flags&^FlagPredicated == 0 {
		l.long(int(d.Addr))
	}
	return nil
}

// inAlt says that the ALT mode of floats has the operation: it has no conversion
// between floats and others (Ivy Bridge PRM vol. 4 part 3, 2.3.2), and nothing says
// what a quotient of zeros is there.
func (l *loader) inAlt() bool {
	o := l.op
	float, other := o.Class == ClassFloat || o.Conv == ConvFloat, o.Conv == ConvHalf || o.Conv == ConvDouble
	for i := range l.srcs {
		ty := l.in.Src[i].Type
		float = float || ty == native.F
		other = other || ty == native.HF || ty == native.DF
	}
	return !float || !other && o.Kern != KernFdiv && o.Cond != native.CondOV
}

// inPlace marks an op whose result is a packed destination as it is, so that with
// all elements enabled it can be computed there.
func (l *loader) inPlace() {
	o, size := l.op, l.op.Class.Size()
	packed := o.Dst.Mode == DstReg && o.Dst.Hook == HookNone && int(o.Dst.Size) == size && int(o.Dst.Step) == size &&
		int(o.Dst.Addr)%size == 0 && o.Dst.Enable&o.Full == o.Full
	if packed && o.Conv == ConvNone && o.Cond != native.CondOV && l.disjoint(uint32(int(o.N)*size)) {
		o.Flags |= FlagInPlace
	}
}

// straightforward marks an op whose kernel and store are all that there is to do.
func (l *loader) straightforward() {
	o := l.op
	whole := o.Dst.Enable&o.Full == o.Full || o.Dst.Size != 4 || o.Dst.Step != 4
	if o.Conv != ConvNone || o.Flags&FlagReports != 0 || o.Class != ClassRaw && o.Class != ClassFloat ||
		o.Dst.Mode != DstReg || o.Dst.Hook != HookNone && o.Dst.Hook != HookMode && o.Dst.Hook != HookNotify || !whole { // ownState looks at those behind it
		return
	}
	for i := range o.Src {
		s := &o.Src[i]
		if s.Hook != HookNone || s.Indirect || s.Mode == SrcRows {
			return
		}
	}
	o.spread()
	for i := range o.Src {
		if o.N == 1 && o.Src[i].Mode == SrcSpread {
			o.Src[i].Mode = SrcRow // one element for all is the row
		}
		if o.Src[i].Mode != SrcRow {
			o.Flags |= FlagBring
		}
	}
	o.Flags |= FlagDirect
}

// spreads are the operations with a form whose last source is one element for all
// lanes, and how many sources they have. The last two can change places.
var spreads = [NumKernels]struct {
	form Kernel
	srcs int
}{KernAdd: {KernAddSpread, 2}, KernMul: {KernMulSpread, 2}, KernMad: {KernMadSpread, 3}}

// spread chooses that form for an op with such a source.
func (o *Op) spread() {
	to := spreads[o.Kern]
	if to.srcs == 0 || !to.form.Has(o.Class) {
		return
	}
	last, other := &o.Src[to.srcs-1], &o.Src[to.srcs-2]
	if last.Mode != SrcSpread && other.Mode == SrcSpread {
		*last, *other = *other, *last
	}
	if last.Mode == SrcSpread {
		o.Kern, last.Mode = to.form, SrcRow
	}
}

// disjoint says that no source that is read from the registers themselves
// overlaps the size bytes of the destination, except exactly.
func (l *loader) disjoint(size uint32) bool {
	at := l.op.Dst.Addr
	for i := range l.op.Src {
		s := &l.op.Src[i]
		if s.Mode == SrcRow && s.Space == SpaceRegs && s.Addr != at && s.Addr < at+size && at < s.Addr+size {
			return false
		}
	}
	return true
}

// operands resolves sources, destination and result conversion for the op's class.
func (l *loader) operands() error {
	o := l.op
	if o.Cond == native.CondOV && !l.overflows() {
		return l.refuse("condition modifier .o of %s of type %s", l.in.Op, l.in.Dst.Type)
	}
	if err := l.accumulators(); err != nil {
		return err
	}
	if err := l.sources(l.srcs); err != nil {
		return err
	}
	if err := l.destination(); err != nil {
		return err
	}
	if err := l.conversion(o.Dst.Type); err != nil {
		return err
	}
	if l.in.Sat {
		o.Flags |= FlagSat
	}
	if l.in.AccWr || isAcc(&l.in.Dst) {
		if err := l.accWrite(); err != nil {
			return err
		}
	}
	if o.Cond != native.CondNone {
		o.Flags |= FlagReports
	}
	return nil
}

// accWrite checks an instruction that writes the accumulator, which gets what a register
// of the destination's type would get, integers with their upper bits (Ivy Bridge PRM vol. 4
// part 3, 1.2 and 3.3.3.5: a copy of destination values).
func (l *loader) accWrite() error {
	o := l.op
	if l.in.Sat && (l.in.AccWr || !o.Dst.Type.IsFloat()) { // floats are stored as in any register
		return l.refuse("saturated result in the accumulator")
	}
	if !l.in.AccWr {
		return nil
	}
	if o.Dst.Type == native.HF && o.Off >= MaxLanes/2 {
		return l.refuse("AccWrEn of hf from channel 16 on") // acc1 in one sentence of the manuals, none in another
	}
	size := o.Dst.Type.Size()
	at, err := l.accByte(o.Dst.Type)
	if err != nil {
		return err
	}
	if at+int(o.N)*size > AccPair {
		return l.refuse("%d elements of type %s from byte %d of the accumulator", o.N, o.Dst.Type, at)
	}
	o.Flags |= FlagAccWr | FlagReports
	o.AccAt = uint32(l.prog.FileBytes + OffAcc + at)
	return nil
}

// accElem0 is the accumulator element of an instruction's first channel when it
// uses the accumulator without naming it. Dwords and quads have acc0 only.
func accElem0(ty native.Type, off uint8) int {
	if (ty.Size() == 4 && !ty.IsFloat()) || ty.Size() == 8 {
		return 0
	}
	return int(off) % 16
}

// accByte is the byte of the accumulator, of elements of type ty, that goes with the first channel of an instruction which does not name it:
// it lies as the destination does in its register (IGC `G4_IR.cpp`: "mac's implicit acc gets its region from dst"; intel-vaapi-driver
// `AVS_SetupSecondBlock.asm`, whose comments say what a sum in acc0.2 and then in a register's dword 2 is).
func (l *loader) accByte(ty native.Type) (int, error) {
	at, dst := accElem0(ty, l.op.Off)*ty.Size(), &l.in.Dst
	if dst.Sub == 0 || dst.Indirect || dst.IsNull() {
		return at, nil
	}
	if dst.Type.Size() != ty.Size() || dst.Region.H != 1 && l.op.N > 1 {
		return 0, l.refuse("accumulator of %s beside a destination of %s from byte %d of its register on, of which only some elements count", ty, dst.Type, dst.Sub)
	}
	return at + int(dst.Sub), nil
}

// resolveRotate is rol and ror: by the width of the destination, which is that of
// source 0.
func resolveRotate(l *loader) error {
	ty, src, count := l.in.Dst.Type, &l.in.Src[0], &l.in.Src[1]
	if ty.IsFloat() || src.Type.IsFloat() || count.Type.IsFloat() || src.Type.Size() != ty.Size() || l.in.Sat || src.Mod|count.Mod != 0 {
		return l.refuse("%s with floats, different sizes, modifiers or saturation", l.in.Op)
	}
	switch ty.Size() {
	case 4:
		return l.alu(ClassRaw, l.row.kern)
	case 2:
		return l.alu(ClassRaw, l.row.kern+1)
	}
	return l.refuse("%s of %s", l.in.Op, ty)
}

// resolveDP4A is dp4a: the form says which of the two dwords of bytes are signed.
func resolveDP4A(l *loader) error {
	if !isDword(l.in.Dst.Type) {
		return l.refuse("dp4a into a destination of type %s", l.in.Dst.Type)
	}
	for i := range l.srcs {
		if s := &l.in.Src[i]; s.Type.IsFloat() || i > 0 && s.Type.Size() != 4 || s.Mod != native.ModNone {
			return l.refuse("dp4a with floats, bytes of others than dwords, or modifiers")
		}
	}
	k := KernDP4A
	for i, form := range [...]Kernel{2, 1} {
		if l.in.Src[1+i].Type.IsSigned() {
			k += form
		}
	}
	return l.alu(ClassWide, k)
}

// resolveMov is a move: raw when nothing is changed, else a conversion. It ignores
// the architecture register whose value it throws away (a wait for a hazard).
func resolveMov(l *loader) error {
	src := &l.in.Src[0]
	if src.File == native.ARF && l.in.Dst.IsNull() && l.in.Cond == native.CondNone && !l.in.AccWr {
		return resolveNop(l)
	}
	if l.in.Dst.File == native.ARF && l.in.Dst.Reg == native.ARFIP && !l.in.Dst.Indirect {
		return l.jumpByMov()
	}
	if l.isExtension(src) || l.isExtension(&l.in.Dst) {
		return l.moveExtension()
	}
	c, float := floatClass(l.execType())
	if float && src.Type == l.in.Dst.Type && (src.Mod != native.ModNone || l.in.Sat) {
		return l.alu(c, KernFlush) // a conversion does not flush denormals, whatever the mode (Ivy Bridge PRM vol. 4 part 3, 2.3.1.2)
	}
	return resolveALU(l)
}

// resolveSmov is a move whose second source, an immediate, enables elements: bit k
// is that of element k, whatever channel the first element has.
func resolveSmov(l *loader) error {
	imm := &l.in.Src[l.in.Op.MaskSource()]
	if imm.File != native.Imm {
		return l.bad("smov takes its channel mask from an immediate")
	}
	l.enable = uint32(imm.Imm)
	return resolveMov(l)
}

// resolveShift picks the shift kernel. A logical right shift works on the value cut
// to the execution width, or on all bits of an accumulator (Ivy Bridge PRM vol. 4 part
// 3, 3.3.3.5: mul, mach and shr make a 64-bit product); the width is 64 bits, and counts have 6 bits instead of 5,
// when source 0 or the destination has 64 bits. The type of the count alone does
// not make a shift one of 64 bits.
func resolveShift(l *loader) error {
	src, exec := &l.in.Src[0], l.execType()
	if exec.IsFloat() || l.in.Dst.Type.IsFloat() {
		return l.refuse("%s from %s to %s", l.in.Op, src.Type, l.in.Dst.Type)
	}
	quad := src.Type.Size() == 8 || l.in.Dst.Type.Size() == 8
	if quad && l.row.bits != nil {
		row, bits := *l.row, l.row.bits
		row.bits = func(s [3]int) int { return bits([3]int{max(s[0], 64), s[1]}) }
		l.row = &row
	}
	words := exec.Size() == 2 && !quad
	narrow := l.wraps() && !quad
	whole := narrow && src.Mod == native.ModNone // row bits are the value at 32 bits
	switch k := l.row.kern; {
	case k == KernShl && narrow:
		return l.alu(ClassRaw, KernShl)
	case k == KernShr && whole && (!words || !src.Type.IsSigned()), k == KernAsr && whole && src.Type == native.UD:
		return l.alu(ClassRaw, KernShr)
	case k == KernAsr && whole:
		return l.alu(ClassRaw, KernAsr)
	case k == KernShl && quad:
		return l.alu(ClassWide, KernShl64)
	case k == KernShr && quad, k == KernAsr && src.Type == native.UQ:
		return l.alu(ClassWide, KernShr64)
	case k == KernShr && isAcc(src) && src.Type.Size() == 4:
		return l.alu(ClassWide, KernShrAcc)
	case k == KernShr && isAcc(src):
		return l.alu(ClassWide, KernShrAcc16)
	case k == KernShr && words:
		return l.alu(ClassWide, KernShr16)
	case k == KernAsr && quad:
		return l.alu(ClassWide, KernAsr64)
	default:
		return l.alu(ClassWide, k)
	}
}

// resolveBits chooses the form of bit operations that depend on the source type.
func resolveBits(l *loader) error {
	src := &l.in.Src[max(0, l.srcs-1)]
	if !l.wraps() {
		return l.refuse("%s of type %s into %s", l.in.Op, src.Type, l.in.Dst.Type)
	}
	k := l.row.kern
	switch {
	case k == KernBfe && src.Type.IsSigned() != l.in.Dst.Type.IsSigned():
		return l.refuse("bfe of type %s into %s: no document says which extends the sign", src.Type, l.in.Dst.Type)
	case k == KernCbit && src.Type.Size() < 4:
		k += KernCbit8 - KernCbit
		if src.Type.Size() == 2 {
			k = KernCbit16
		}
	case k != KernCbit && src.Type.IsSigned():
		k++ // KernFbhSigned, KernBfeSigned
	}
	return l.alu(ClassRaw, k)
}

// resolveNop is an instruction without elements.
func resolveNop(l *loader) error {
	*l.op = Op{IP: l.op.IP}
	return nil
}

func resolveIllegal(l *loader) error {
	l.op.Form = FormIllegal
	return nil
}

// mathRow is a function of the math unit: of floats and halves, or of integers,
// with the signed form in the kernel that follows.
type mathRow struct {
	srcs int
	kern Kernel
	ints bool
	both bool // also the remainder, in the register behind
}

var mathTable = [...]mathRow{
	native.MathInv:  {srcs: 1, kern: KernInv},
	native.MathLog:  {srcs: 1, kern: KernLog},
	native.MathExp:  {srcs: 1, kern: KernExp},
	native.MathSqt:  {srcs: 1, kern: KernSqt},
	native.MathRsqt: {srcs: 1, kern: KernRsqt},
	native.MathSin:  {srcs: 1, kern: KernSin},
	native.MathCos:  {srcs: 1, kern: KernCos},
	native.MathFdiv: {srcs: 2, kern: KernFdiv},
	native.MathPow:  {srcs: 2, kern: KernPow},
	native.MathIdiv: {srcs: 2, kern: KernQuot, ints: true, both: true},
	native.MathIqot: {srcs: 2, kern: KernQuot, ints: true},
	native.MathIrem: {srcs: 2, kern: KernRem, ints: true},
}

func resolveMath(l *loader) error {
	switch l.in.MathFC {
	case native.MathInvm:
		return l.macro(StepInvm)
	case native.MathRsqtm:
		return l.macro(StepRsqtm)
	}
	fc := int(l.in.MathFC)
	if fc >= len(mathTable) || mathTable[fc].srcs == 0 {
		return l.refuse("math function %d (%s)", fc, native.MathName(l.in.MathFC))
	}
	m := &mathTable[fc]
	l.srcs = m.srcs
	l.op.Cond = native.CondNone // the modifier bits hold the function
	c, float := floatClass(l.execType())
	switch {
	case !m.ints && float && m.kern.Has(c):
		return l.alu(c, m.kern)
	case m.ints && l.dwords():
		k := m.kern
		if l.in.Src[0].Type == native.D {
			k++
		}
		if m.both {
			return l.resolveBoth(k)
		}
		if l.wraps() {
			return l.alu(ClassRaw, k)
		}
		return l.alu(ClassWide, k)
	}
	return l.refuse("math function %d (%s) with sources of type %s and %s", fc, native.MathName(l.in.MathFC), l.in.Src[0].Type, l.in.Src[1].Type)
}

// dwords says that both sources are dwords without modifiers.
func (l *loader) dwords() bool {
	for i := range 2 {
		if src := &l.in.Src[i]; src.Type != native.D && src.Type != native.UD || src.Mod != native.ModNone {
			return false
		}
	}
	return !l.in.Dst.Type.IsFloat()
}
