package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// oword is half a register, between whose halves older targets divide an instruction.
const oword = 16

// pairs: an instruction over two registers of a destination has half of its elements
// in each; over two registers of a source it has them in one half of the destination's
// register, or half of them in each.
func (l *legaliser) pairs(in *native.Inst) bool {
	if !l.uneven(in) {
		return false
	}
	half := int(in.ExecSize) / 2
	switch {
	case usesAcc(in) || edit.Splittable(in) && edit.Clobbers(in, half):
		l.viaTemp(*in, in.Dst.Type, int(in.Dst.Region.H))
	case !edit.Splittable(in):
		l.overOld(*in)
	default:
		l.run(edit.Part(*in, 0, half))
		l.run(edit.Part(*in, half, half))
	}
	return true
}

// uneven tells what pairs mends.
func (l *legaliser) uneven(in *native.Inst) bool {
	n := int(in.ExecSize)
	if edit.NumSrcs(in) > 2 || n == 1 || !edit.IsReg(&in.Dst) { // three sources are in Align16
		return false
	}
	if l.GRFs(&in.Dst, true, n) > 1 {
		return l.below(&in.Dst, n, grfBytes) != n/2
	}
	low := l.below(&in.Dst, n, oword)
	if low == n/2 || low == n || low == 0 {
		return false
	}
	for s := range edit.NumSrcs(in) {
		if o := &in.Src[s]; edit.IsReg(o) && o.Region.V != native.VxH && l.GRFs(o, false, n) > 1 {
			return true
		}
	}
	return false
}

// below counts the elements of a destination that begin in the same piece of so many
// bytes as the first.
func (l *legaliser) below(o *native.Operand, n, piece int) (count int) {
	at, known := l.Base(o)
	if !known && l.Alignment(o) < piece {
		return n // the variable is smaller than a piece
	}
	for k := range n {
		if at%piece+edit.ElementOffset(o, true, k) < piece {
			count++
		}
	}
	return count
}

// overOld runs an instruction that cannot be split over a copy of what its destination
// held, and copies all of that back.
func (l *legaliser) overOld(in native.Inst) {
	n, t := int(in.ExecSize), in.Dst.Type
	v := l.NewTemp(n * t.Size())
	packed := edit.FitRegion(native.Region{V: 1, W: 1}, n)
	move := native.Inst{Op: native.OpMov, ExecSize: in.ExecSize, NoMask: true}
	old, back := move, move
	old.Dst, old.Src[0] = edit.Virt(v, 0, native.Dst1, t), in.Dst
	old.Src[0].Region = edit.FitRegion(native.Region{V: in.Dst.Region.H, W: 1}, n)
	back.Dst, back.Src[0] = in.Dst, edit.Virt(v, 0, packed, t)
	in.Dst = edit.Virt(v, 0, native.Dst1, t)
	l.run(old)
	l.run(in)
	l.run(back)
}
