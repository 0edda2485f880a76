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
	l.inHalves(in)
	return true
}

// inHalves runs an instruction as two, or on a copy of its destination.
func (l *legaliser) inHalves(in *native.Inst) {
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
		if o := &in.Src[s]; edit.IsReg(o) && l.GRFs(o, false, n) > 1 {
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

// fixedHalves: where the second register of a destination has the enables of the eight
// channels behind those of the first, it has those, and the sources have two registers
// too.
func (l *legaliser) fixedHalves(in *native.Inst) bool {
	n := int(in.ExecSize)
	if n == 1 || edit.NumSrcs(in) > 2 || in.Align16 {
		return false
	}
	masked := !in.NoMask || in.PredCtrl != native.PredNone || in.Cond != native.CondNone
	switch first := l.inFirst(&in.Dst, n); {
	case masked && n > 2*edit.AccLanes:
	case first == n:
		return false
	case masked && (n != 2*edit.AccLanes || first != edit.AccLanes):
	case !l.oneRegister(in):
		return false
	case l.exchanged(*in):
		return true
	}
	l.inHalves(in)
	return true
}

// exchanged runs an instruction with its sources the other way round, when that is all it
// needs. Factors have an order of their own.
func (l *legaliser) exchanged(in native.Inst) bool {
	if !in.Op.Commutes() || in.Op == native.OpMul || !edit.IsReg(&in.Src[0]) || !edit.IsReg(&in.Src[1]) {
		return false
	}
	in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
	if l.oneRegister(&in) {
		return false
	}
	l.run(in)
	return true
}

// inFirst counts the elements of a destination in its first register. What is behind an
// address counts as if that were of a register's start.
func (l *legaliser) inFirst(d *native.Operand, n int) int {
	switch {
	case d.Indirect:
		return min(n, grfBytes/(int(d.Region.H)*d.Type.Size()))
	case !edit.IsReg(d) || l.GRFs(d, true, n) == 1:
		return n
	}
	return l.below(d, n, grfBytes)
}

// oneRegister tells an instruction with a source of one register that is neither a
// scalar nor packed words in front of a destination of dwords.
func (l *legaliser) oneRegister(in *native.Inst) bool {
	n := int(in.ExecSize)
	for s := range edit.NumSrcs(in) {
		o := &in.Src[s]
		step, ok := edit.Stride(o.Region, n)
		switch {
		case !edit.IsReg(o), ok && step == 0, l.GRFs(o, false, n) > 1:
			continue
		case s == 0 && ok && step == 1 && o.Type.Size() == 2 && int(in.Dst.Region.H)*in.Dst.Type.Size() == 4:
			continue
		}
		return true
	}
	return false
}
