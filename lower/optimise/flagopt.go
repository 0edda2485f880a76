package optimise

import (
	"slices"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// flagLists finds the instructions that mention each virtual flag.
func (o *optimiser) flagLists() [][]int32 {
	lists := make([][]int32, len(o.P.Flags))
	add := func(f int32, i int) {
		if l := lists[f]; len(l) == 0 || l[len(l)-1] != int32(i) {
			lists[f] = append(l, int32(i))
		}
	}
	for i := range o.P.Insts {
		in := &o.P.Insts[i]
		if in.Flag.Virt > 0 {
			add(in.Flag.Virt-1, i)
		}
		for _, x := range edit.Operands(in) {
			if x.File == native.VirtFlag {
				add(x.Reg, i)
			}
		}
	}
	return lists
}

// flags lets a comparison run under the predicate that its result would be
// combined with, and moves of single lanes carry their lane.
func (o *optimiser) flags(blocks []flow.Block) {
	lists := o.flagLists()
	for _, b := range blocks {
		for k := int(b.Start); k < int(b.End); k++ {
			o.scatterMove(lists, k, int(b.End))
			o.combine(lists, int(b.Start), int(b.End), k)
		}
	}
}

// scatterMove: a move under a predicate that is a constant and of no other use
// is an smov, which has the lanes as an immediate.
func (o *optimiser) scatterMove(lists [][]int32, i, end int) {
	set := &o.P.Insts[i]
	if set.Op != native.OpMov || set.Dst.File != native.VirtFlag || set.Src[0].File != native.Imm || set.PredCtrl != native.PredNone || !o.T.HasOp(native.OpSmov) {
		return
	}
	list := lists[set.Dst.Reg]
	if len(list) != 2 || int(list[0]) != i || int(list[1]) >= end {
		return
	}
	in := &o.P.Insts[list[1]]
	if in.Op != native.OpMov || in.Flag.Virt != set.Dst.Reg+1 || in.PredCtrl != native.PredSeq || in.PredInv || in.Cond != native.CondNone || in.Sat ||
		in.ExecSize > 16 || in.Dst.File == native.VirtFlag || in.Dst.Type.Size() != 4 || in.Src[0].Type != in.Dst.Type || in.Src[0].Mod != native.ModNone ||
		in.Src[0].File == native.Imm {
		return
	}
	lanes := set.Src[0].Imm << (8 * set.Dst.Sub) >> in.ChanOff & (1<<in.ExecSize - 1)
	in.Op, in.PredCtrl, in.Flag = native.OpSmov, native.PredNone, native.Flag{}
	in.Dst.Type, in.Src[0].Type = native.D, native.D
	in.Src[1] = native.ImmOperand(lanes, native.UW)
	o.kill(i)
}

// merge is one and or or of two flags: f gets early and late combined, over the
// lanes of comparison cmp, which makes late.
type merge struct{ at, cmp int }

// combine replaces the ands (or ors) of two flags, one for each part of their
// lanes, the first of which is instruction i: the later comparison runs where the
// earlier one leaves the result open. The flags must have no other use on the
// way.
func (o *optimiser) combine(lists [][]int32, start, end, i int) {
	in := &o.P.Insts[i]
	if !isMerge(in) {
		return
	}
	either := in.Op == native.OpOr // in is the first that goes
	for s := range 2 {
		late, early, to := in.Src[s].Reg, in.Src[1-s].Reg, in.Dst.Reg
		if early == to || late == early || o.P.Flags[to].Bits < o.P.Flags[early].Bits {
			continue
		}
		list := o.merges(lists, late, early, to, i, start, end)
		if len(list) == 0 || !o.onlyFor(lists, late, early, to, list) {
			continue
		}
		for _, m := range list {
			c := &o.P.Insts[m.cmp]
			c.PredCtrl, c.PredInv, c.Flag.Virt = native.PredSeq, either, to+1
			o.kill(m.at)
		}
		for _, k := range lists[early] {
			if e := &o.P.Insts[k]; e.Flag.Virt == early+1 {
				e.Flag.Virt = to + 1
			}
		}
		lists[to] = slices.Compact(slices.Sorted(slices.Values(slices.Concat(lists[to], lists[early], lists[late]))))
		return
	}
}

func isMerge(in *native.Inst) bool {
	if in.Op != native.OpAnd && in.Op != native.OpOr || in.PredCtrl != native.PredNone || in.Cond != native.CondNone || in.Dst.File != native.VirtFlag {
		return false
	}
	for s := range 2 {
		if src := &in.Src[s]; src.File != native.VirtFlag || src.Mod != native.ModNone || src.Sub != in.Dst.Sub || src.Type != in.Dst.Type {
			return false
		}
	}
	return true
}

// merges lists the instructions of the block that combine late and early into
// to, each with the comparison that makes late in its lanes.
func (o *optimiser) merges(lists [][]int32, late, early, to int32, i, start, end int) []merge {
	op := o.P.Insts[i].Op
	var list []merge
	for _, at := range lists[early] {
		in := &o.P.Insts[at]
		if !isMerge(in) {
			continue
		}
		s := 0
		if in.Src[0].Reg != late {
			s = 1
		}
		if int(at) < start || int(at) >= end || in.Op != op || in.Dst.Reg != to || in.Src[s].Reg != late || in.Src[1-s].Reg != early {
			return nil
		}
		cmp := o.makes(lists[late], int(at), start, late)
		if cmp < 0 || !o.earlier(lists[early], cmp, start, early) {
			return nil
		}
		list = append(list, merge{int(at), cmp})
	}
	return list
}

// makes is the comparison that writes flag f in the lanes of merge at, or -1.
func (o *optimiser) makes(list []int32, at, start int, f int32) int {
	for n := len(list) - 1; n >= 0 && int(list[n]) >= start; n-- {
		if int(list[n]) < at && o.isPart(int(list[n]), at, f) {
			return int(list[n])
		}
	}
	return -1
}

// Lanes are those that an instruction of the text is about.
type Lanes struct {
	First, Size uint8
	NoMask      bool
}

// isPart reports a comparison into flag f in the lanes that vISA instruction
// gives to merge at.
func (o *optimiser) isPart(i, at int, f int32) bool {
	c := &o.P.Insts[i]
	if c.Op != native.OpCmp || c.PredCtrl != native.PredNone || c.Flag.Virt != f+1 || !c.Dst.IsNull() {
		return false
	}
	return o.lanes(&o.P.Insts[at]) == Lanes{c.ChanOff, c.ExecSize, c.NoMask}
}

// earlier reports whether a comparison in the block writes flag f in the lanes
// of comparison cmp, before it.
func (o *optimiser) earlier(list []int32, cmp, start int, f int32) bool {
	late := &o.P.Insts[cmp]
	for _, k := range list {
		c := &o.P.Insts[k]
		if int(k) >= start && int(k) < cmp && c.Op == native.OpCmp && c.PredCtrl == native.PredNone && c.Flag.Virt == f+1 &&
			c.Dst.IsNull() && c.ChanOff == late.ChanOff && c.ExecSize == late.ExecSize && c.NoMask == late.NoMask {
			return true
		}
	}
	return false
}

// onlyFor reports whether early and late serve only the merges of list, and to
// has no use before the last of them but for being late itself.
func (o *optimiser) onlyFor(lists [][]int32, late, early, to int32, list []merge) bool {
	if len(lists[early]) != 2*len(list) {
		return false
	}
	last := 0
	known := map[int]bool{}
	for _, m := range list {
		known[m.at], known[m.cmp] = true, true
		last = max(last, m.at)
	}
	for _, f := range []int32{early, late, to} {
		for _, k := range lists[f] {
			in := &o.P.Insts[k]
			switch {
			case known[int(k)]:
			case f == early && in.Op == native.OpCmp && in.PredCtrl == native.PredNone && in.Dst.IsNull() && int(k) < last:
			case f == to && int(k) > last:
			default:
				return false
			}
		}
	}
	return true
}
