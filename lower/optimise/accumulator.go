package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// fromAccumulator lets a sum right behind copy i of the accumulator read the accumulator, when
// it is all that reads the copy: products and carries that are added to something come so. The
// accumulator has more bits than the copy, which the low dwords of a sum do not see.
func (o *optimiser) fromAccumulator(i, end int) {
	c := &o.P.Insts[i]
	if o.dead[i] || !copiesAccumulator(c) {
		return
	}
	j := i + 1
	for j < end && o.dead[j] {
		j++
	}
	if j == end {
		return
	}
	in := &o.P.Insts[j]
	s, ok := o.summand(in, c)
	if !ok || !o.readBy(i, j, end) {
		return
	}
	acc := c.Src[0]
	in.Src[0], in.Src[1] = acc, in.Src[1-s]
	o.kill(i)
}

// copiesAccumulator tells the moves of dwords from acc0 into registers of their own lanes.
func copiesAccumulator(c *native.Inst) bool {
	s, d := &c.Src[0], &c.Dst
	return c.Op == native.OpMov && s.File == native.ARF && s.Reg == native.ARFAcc0 && s.Sub == 0 && s.Mod == native.ModNone && !s.Type.IsFloat() &&
		c.PredCtrl == native.PredNone && c.Cond == native.CondNone && !c.Sat && edit.IsReg(d) && d.Region.H == 1 &&
		d.Type.Size() == 4 && s.Type.Size() == 4 && !d.Type.IsFloat()
}

// summand is the source of a sum that reads what copy c wrote, in whose place the accumulator
// can stand.
func (o *optimiser) summand(in, c *native.Inst) (s int, ok bool) {
	d := &in.Dst
	if in.Op != native.OpAdd || in.Sat || in.Cond != native.CondNone || in.AccWr || in.Align16 || len(in.Uses) > 0 || in.ExecSize != c.ExecSize ||
		!edit.IsReg(d) || d.Region.H != 1 || d.Type.Size() != 4 || d.Type.IsFloat() || !c.NoMask && (in.NoMask || in.ChanOff != c.ChanOff) {
		return 0, false
	}
	found := 0
	for k := range 2 {
		src := &in.Src[k]
		if readsOf(in, src, c) {
			n, even := edit.Stride(src.Region, int(in.ExecSize))
			if src.Sub != c.Dst.Sub || src.Mod != native.ModNone || src.Type.Size() != 4 || src.Type.IsFloat() || !even || n != 1 && in.ExecSize > 1 {
				return 0, false
			}
			s, found = k, found+1
		} else if src.File != native.Imm && !edit.IsReg(src) || edit.IsVectorImm(src) || src.Type.Size() > 4 || src.Type.IsFloat() {
			return 0, false
		}
	}
	return s, found == 1 && o.EnsureAlign(d, native.GRFBytes)
}

// readBy reports whether instruction j is all that reads what copy i wrote.
func (o *optimiser) readBy(i, j, end int) bool {
	c := &o.P.Insts[i]
	v, lo, hi := bytesOf(c, 0)
	for _, at := range o.mentions.after(v, i) {
		k := int(at)
		if k >= end {
			break
		}
		reads, writes := touches(&o.P.Insts[k], v, lo, hi)
		if reads && k != j {
			return false
		}
		if writes {
			return covers(&o.P.Insts[k], c)
		}
	}
	return o.unread(v, lo, hi, i, end)
}
