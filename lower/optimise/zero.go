package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// fromZero makes a move of product i when a factor is zero, and moves of the sums behind it that add such a zero.
// Products of 64-bit numbers by a constant, of which the high half is zero, come so.
func (o *optimiser) fromZero(i, end int) {
	c := &o.P.Insts[i]
	if o.dead[i] || !isZero(c) {
		return
	}
	zero := native.ImmOperand(0, edit.DwordOf(c.Dst.Type))
	c.Op, c.Src = native.OpMov, [3]native.Operand{zero}
	v, lo, hi := bytesOf(c, 0)
	for _, at := range o.mentions.after(v, i) {
		if int(at) >= end {
			return
		}
		in := &o.P.Insts[at]
		reads, writes := touches(in, v, lo, hi)
		if reads {
			addsNothing(in, c)
		}
		if writes {
			return
		}
	}
}

// isZero tells products of dwords by a factor that is the number zero, written side by side.
func isZero(c *native.Inst) bool {
	zero := func(o *native.Operand) bool {
		return o.File == native.Imm && o.Imm == 0 && o.AddrOf == 0 && !o.Type.IsFloat()
	}
	return c.Op == native.OpMul && !c.Sat && !c.AccWr && c.Cond == native.CondNone && len(c.Uses) == 0 && !c.Dst.Type.IsFloat() && c.Dst.Type.Size() == 4 &&
		edit.IsReg(&c.Dst) && c.Dst.Region.H == 1 && (zero(&c.Src[0]) || zero(&c.Src[1]))
}

// addsNothing makes a move of a sum of dwords of which one is the zero that c wrote.
func addsNothing(in, c *native.Inst) {
	if in.Op != native.OpAdd || in.Sat || in.AccWr || in.Align16 || in.Cond != native.CondNone || in.Dst.Type.IsFloat() || in.Dst.Type.Size() != 4 || c.PredCtrl != native.PredNone {
		return
	}
	for s := range 2 {
		other := in.Src[1-s]
		if !readsAll(in, &in.Src[s], c) || readsOf(in, &other, c) || other.Type.Size() > 4 || other.Type.IsFloat() || edit.IsVectorImm(&other) || other.File == native.ARF {
			continue
		}
		in.Op, in.Src = native.OpMov, [3]native.Operand{other}
		return
	}
}

// readsAll reports whether a source of an instruction reads what c wrote, each channel its own, in lanes
// in which c wrote it.
func readsAll(in *native.Inst, src *native.Operand, c *native.Inst) bool {
	if !edit.IsReg(src) || src.Reg != c.Dst.Reg || src.Sub != c.Dst.Sub || src.Type.Size() != 4 || src.Type.IsFloat() || in.ExecSize != c.ExecSize {
		return false
	}
	n, ok := edit.Stride(src.Region, int(in.ExecSize))
	return ok && (n == 1 || in.ExecSize == 1) && (c.NoMask || !in.NoMask && in.ChanOff == c.ChanOff)
}
