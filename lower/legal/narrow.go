package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// lateBytes: bytes stand in the first source alone, of sums they become words.
func (l *legaliser) lateBytes(in *native.Inst) bool {
	n := edit.NumSrcs(in)
	dwordFirst := in.Op == native.OpMul && in.Src[0].Type.Size() > 2
	if n == 2 && in.Src[1].Type.Size() == 1 && in.Src[0].Type.Size() > 1 && in.Src[0].File != native.Imm && !dwordFirst && l.exchange(in) {
		l.run(*in)
		return true
	}
	changed := false
	for s := 1; s < n; s++ {
		o := in.Src[s]
		if o.Type.Size() > 1 {
			continue
		}
		word := native.UW
		if o.Type.IsSigned() {
			word = native.W
		}
		in.Src[s] = l.toTemp(in, o, word)
		changed = true
	}
	if changed {
		l.run(*in)
	}
	return changed
}

// mixedFloats: half floats do not stand beside floats. They become floats first, and a
// result of floats becomes one of halves behind.
func (l *legaliser) mixedFloats(in *native.Inst) bool {
	if edit.NumSrcs(in) < 2 || !edit.MixedFloat(in) {
		return false
	}
	if in.Dst.IsNull() {
		in.Dst.Type = native.F
	}
	for s := range edit.NumSrcs(in) {
		if in.Src[s].Type == native.HF {
			in.Src[s] = l.toTemp(in, in.Src[s], native.F)
		}
	}
	switch {
	case in.Op.Compares() && in.Dst.Type == native.HF:
		l.compareFloats(*in)
	case in.Dst.Type == native.HF:
		l.viaTemp(*in, native.F, 1)
	default:
		l.run(*in)
	}
	return true
}

// compareFloats compares floats into half floats: all bits or none, of which half are moved.
func (l *legaliser) compareFloats(in native.Inst) {
	size := int(in.ExecSize)
	last := in
	v := l.NewTemp(4 * size)
	in.Dst = edit.Virt(v, 0, native.Dst1, native.F)
	l.run(in)
	last.Op, last.Cond, last.Dst.Type = native.OpMov, native.CondNone, native.W
	last.Src = [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: 2, W: 1}, size), native.W)}
	if !last.Dst.Indirect {
		last.Uses = nil
	}
	l.run(last)
}

// mulModifiers: beside something smaller a dword is multiplied without modifiers. A sign
// of the smaller factor is one of the dword.
func (l *legaliser) mulModifiers(in *native.Inst) bool {
	if in.Op != native.OpMul || in.Src[0].Type.Size() != 4 || in.Src[0].Type.IsFloat() || in.Src[1].Type.Size() > 2 || in.Src[0].Mod|in.Src[1].Mod == native.ModNone {
		return false
	}
	small := &in.Src[1]
	negative := small.Mod&native.ModNeg != 0
	if small.Mod &^= native.ModNeg; small.Mod != native.ModNone {
		*small = l.load(in, *small, native.UW)
	}
	if negative {
		in.Src[0].Mod = edit.Negated(in.Src[0].Mod)
	}
	if in.Src[0].Mod != native.ModNone {
		in.Src[0] = l.load(in, in.Src[0], native.D)
	}
	l.run(*in)
	return true
}
