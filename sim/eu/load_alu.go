package eu

import (
	"github.com/genvisa/genvisa/native"
)

// execType is the execution type of an instruction with n sources: DF, F, HF, Q
// for integers when one has 64 bits, D, or W when all are narrower (packed
// vectors of integers count as words).
func (l *loader) execType() native.Type {
	var has [native.NumTypes]bool
	for i := range l.row.srcs {
		if src := &l.in.Src[i]; src.File != native.NoFile {
			has[src.Type] = true
		}
	}
	mixed := l.in.Dst.Type == native.F && l.in.Op != native.OpMov && l.in.Op != native.OpSmov
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

// intDst says that the destination takes the low bits of an integer of at most
// 32 bits, and that nothing of the instruction needs more.
func (l *loader) intDst() bool {
	dst := l.in.Dst.Type
	return !dst.IsFloat() && dst.Size() <= 4 && !l.in.Sat && !l.in.AccWr && !isAcc(&l.in.Dst)
}

// intSrc says that source i is an integer of at most 32 bits that is not in the
// accumulator.
func (l *loader) intSrc(i int) bool {
	src := &l.in.Src[i]
	return !src.Type.IsFloat() && src.Type.Size() <= 4 && !isAcc(src)
}

// wraps says that 32-bit rows give the right result of an operation that needs
// only the low bits.
func (l *loader) wraps() bool {
	for i := range l.row.srcs {
		if !l.intSrc(i) {
			return false
		}
	}
	return l.intDst()
}

// loadALU chooses the kernel by execution type and representation.
func loadALU(l *loader) error {
	row := l.row
	switch l.execType() {
	case native.DF:
		return addPlan(l, &classD, row.d)
	case native.F:
		return addPlan(l, &classF, row.f)
	case native.HF:
		return addPlan(l, &classH, row.h)
	}
	if row.wrap != nil && l.wraps() {
		return addPlan(l, &classRaw, row.wrap)
	}
	return addPlan(l, &classWide, row.exact)
}

// loadAvg: the bits above the stored ones matter, so that 64-bit sources do not fit.
func loadAvg(l *loader) error {
	if l.resultBits() > 64 {
		return l.refuse("avg of 64-bit types")
	}
	return loadALU(l)
}

// addPlan makes the op of an instruction that a plan describes completely.
func addPlan[T lane](l *loader, c *class[T], k kernel[T]) error {
	if k == nil {
		return l.refuse("%s with %s sources and a destination of type %s", l.in.Op, c.name, l.in.Dst.Type)
	}
	p, err := newPlan(l, c, k, l.row.srcs)
	if err != nil {
		return err
	}
	l.op.fn = p.run
	return nil
}

// loadMov is a move: raw when nothing is changed, else a conversion. It ignores
// tm0, the timer, when it throws the value away (a wait for a hazard).
func loadMov(l *loader) error {
	src := &l.in.Src[0]
	if src.File == native.ARF && l.in.Dst.IsNull() && l.in.Cond == native.CondNone && !l.in.AccWr {
		return loadNop(l)
	}
	if src.Mod == native.ModNone && !l.in.Sat {
		return loadALU(l)
	}
	switch l.execType() {
	case native.DF:
		return addPlan(l, &classD, dFlush)
	case native.F:
		return addPlan(l, &classF, fFlush)
	case native.HF:
		return addPlan(l, &classH, hFlush)
	}
	return loadALU(l)
}

// loadSmov is a move whose second source, an immediate, enables elements: bit k is
// that of element k, whatever channel the first element has.
func loadSmov(l *loader) error {
	imm := &l.in.Src[1]
	if imm.File != native.Imm {
		return l.bad("smov takes its channel mask from an immediate")
	}
	l.enable = uint32(imm.Imm)
	return loadMov(l)
}

// loadShift picks the shift kernel. A logical right shift works on the value cut
// to the execution width; that is 64 bits, and counts have 6 bits instead of 5,
// when source 0 or the destination has 64 bits. The type of the count alone does
// not make a shift one of 64 bits.
func loadShift(l *loader) error {
	src, exec := &l.in.Src[0], l.execType()
	if exec.IsFloat() || l.in.Dst.Type.IsFloat() {
		return l.refuse("%s from %s to %s", l.in.Op, src.Type, l.in.Dst.Type)
	}
	mask, width := int64(31), min(8*exec.Size(), 32)
	if src.Type.Size() == 8 || l.in.Dst.Type.Size() == 8 {
		mask, width = 63, 64
	}
	narrow := l.wraps() && mask == 31
	whole := narrow && src.Mod == native.ModNone // row bits are the value at 32 bits
	switch {
	case l.in.Op == native.OpShl && narrow:
		return addPlan(l, &classRaw, kShl32)
	case l.in.Op == native.OpShr && whole && (width == 32 || !src.Type.IsSigned()),
		l.in.Op == native.OpAsr && whole && src.Type == native.UD:
		return addPlan(l, &classRaw, kShr32)
	case l.in.Op == native.OpAsr && whole:
		return addPlan(l, &classRaw, kAsr32)
	case l.in.Op == native.OpShl:
		return addPlan(l, &classWide, shiftWide(shiftLeft, mask, 64))
	case l.in.Op == native.OpShr:
		return addPlan(l, &classWide, shiftWide(shiftLogical, mask, width))
	case src.Type == native.UQ:
		return addPlan(l, &classWide, shiftWide(shiftLogical, mask, 64))
	}
	return addPlan(l, &classWide, shiftWide(shiftSigned, mask, 64))
}

// loadBits loads bit operations that depend on the source type.
func loadBits(l *loader) error {
	src := &l.in.Src[max(0, l.row.srcs-1)]
	if !l.wraps() {
		return l.refuse("%s of type %s into %s", l.in.Op, src.Type, l.in.Dst.Type)
	}
	signed := src.Type.IsSigned()
	switch {
	case l.in.Op == native.OpCbit:
		return addPlan(l, &classRaw, countBits(8*src.Type.Size()))
	case l.in.Op == native.OpBfe:
		return addPlan(l, &classRaw, kBfe(signed))
	case signed:
		return addPlan(l, &classRaw, kFbhSigned)
	}
	return addPlan(l, &classRaw, kFbhUnsigned)
}

func loadNop(l *loader) error {
	l.op.fn = func(*thread, *op) {}
	return nil
}

func loadIllegal(l *loader) error {
	l.op.ctl = func(t *thread, o *op) step {
		t.fault(o, -1, Illegal{})
		return end
	}
	return nil
}
