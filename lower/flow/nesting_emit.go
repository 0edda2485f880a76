package flow

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// mark is a place of the new program that something may branch to: a label below zero.
func (n *nesting) mark(at int) int {
	n.marks = append(n.marks, at)
	return len(n.marks) - 1
}

func markLabel(mark int) int32 { return -int32(mark) - 1 }

// before puts in front of instruction i what ends or begins there.
func (n *nesting) before(i int, out *edit.Sequence) {
	if i == 0 && len(n.starts) > 1 {
		n.place = n.NewVar("place", 2*n.P.SIMD, native.GRFBytes)
		n.setPlace(native.Inst{ExecSize: uint8(n.P.SIMD), NoMask: true}, 0, out)
	}
	n.passMark(n.front[i], out)
	for _, b := range n.closes[i] {
		left := n.top().left
		n.blocks = n.blocks[:len(n.blocks)-1]
		n.marks[n.endOf(b)] = len(out.Insts)
		next := n.mark(len(out.Insts) + 1)
		if left { // perhaps all lanes: then the thread follows them
			next = n.top().end
		}
		out.Add(n.wide(native.OpEndif, next))
	}
	if m := n.number[i]; n.starts[m] == i {
		n.close(i, out)
		n.guards[m] = n.markAt(n.guards[m], len(out.Insts))
		if m > 0 && m < len(n.starts)-1 || m == 0 && n.aimed[0] {
			n.guard(m, out)
		}
	}
	n.passMark(n.inside[i], out)
	for k := len(n.heads[i]) - 1; k >= 0; k-- {
		n.blocks = append(n.blocks, block{end: n.later(n.at, n.heads[i][k])})
	}
}

// top is the innermost block.
func (n *nesting) top() *block { return &n.blocks[len(n.blocks)-1] }

// later is the mark of an instruction whose place is known when it is put in.
func (n *nesting) later(marks []int, i int) int {
	if marks[i] == 0 {
		marks[i] = n.mark(0) + 1
	}
	return marks[i] - 1
}

// passMark sets a mark, which is one more than its index, if there is one.
func (n *nesting) passMark(mark int, out *edit.Sequence) {
	if mark > 0 {
		n.marks[mark-1] = len(out.Insts)
	}
}

// markAt sets a mark, which is one more than its index, or makes it.
func (n *nesting) markAt(mark, at int) int {
	if mark == 0 {
		return n.mark(at) + 1
	}
	n.marks[mark-1] = at
	return mark
}

// endOf is the mark of the endif of branch b.
func (n *nesting) endOf(b int) int { return n.later(n.ends, b) }

// wide is a branch of all lanes.
func (n *nesting) wide(op native.Op, mark int) native.Inst {
	return native.Inst{Op: op, ExecSize: uint8(n.P.SIMD), Label: markLabel(mark)}
}

// close ends the segment in front of instruction i, and goes back where that ends with a
// branch back.
func (n *nesting) close(i int, out *edit.Sequence) {
	if n.open > 0 {
		n.marks[n.open-1] = len(out.Insts)
		out.Add(n.wide(native.OpEndif, n.mark(len(out.Insts)+1)))
		n.open = 0
	}
	if i == 0 || n.shapes[i-1] != step || !n.backward(i-1) {
		return
	}
	f := n.NewFlag("behind", n.P.SIMD)
	out.Mov(1, n.WholeFlag(f, native.Dst1), native.ImmOperand(0, n.FlagType(f)))
	n.compare(f, n.number[i-1], out)
	jmpi := native.Inst{Op: native.OpJmpi, ExecSize: 1, NoMask: true, PredCtrl: anyOf(n.P.SIMD)}
	jmpi.Flag.Virt = f + 1
	jmpi.Label = markLabel(n.guards[n.number[n.to[i-1]]] - 1)
	out.Add(jmpi)
}

// anyOf is the predicate control that asks for any of so many channels.
func anyOf(channels int) native.PredCtrl {
	switch {
	case channels > 16:
		return native.PredAny32H
	case channels > 8:
		return native.PredAny16H
	}
	return native.PredAny8H
}

// guard lets the lanes into segment m whose place is at most that.
func (n *nesting) guard(m int, out *edit.Sequence) {
	f := n.NewFlag("here", n.P.SIMD)
	n.compare(f, m, out)
	n.open = n.mark(0) + 1
	in := n.wide(native.OpIf, n.open-1)
	in.Label2, in.PredCtrl, in.Flag.Virt = in.Label, native.PredSeq, f+1
	out.Add(in)
	if last := n.starts[m+1] - 1; n.shapes[last] == step && n.backward(last) {
		n.setPlace(native.Inst{ExecSize: uint8(n.P.SIMD)}, m+1, out)
	}
}

// compare sets a flag for the lanes whose place is at most m.
func (n *nesting) compare(flag int32, m int, out *edit.Sequence) {
	all := native.Inst{ExecSize: uint8(n.P.SIMD)}
	n.onPlaces(all, func(in native.Inst, at int) {
		in.Op, in.Cond, in.Flag.Virt, in.Dst = native.OpCmp, native.CondLE, flag+1, native.NullDst(native.UW)
		in.Src[0] = edit.Virt(n.place, at, edit.FitRegion(edit.Row8, int(in.ExecSize)), native.UW)
		in.Src[1] = native.ImmOperand(uint64(m), native.UW)
		out.Add(in)
	})
}

// setPlace makes m the place of the lanes of an instruction.
func (n *nesting) setPlace(proto native.Inst, m int, out *edit.Sequence) {
	n.onPlaces(proto, func(in native.Inst, at int) {
		in.Op, in.Dst = native.OpMov, edit.Virt(n.place, at, native.Dst1, native.UW)
		in.Src[0] = native.ImmOperand(uint64(m), native.UW)
		out.Add(in)
	})
}

// onPlaces divides the lanes of an instruction on places by register: no more have
// their own enables.
func (n *nesting) onPlaces(proto native.Inst, each func(in native.Inst, at int)) {
	const lanes = native.GRFBytes / 2
	for k := 0; k < int(proto.ExecSize); k += lanes {
		in := native.Inst{ExecSize: min(proto.ExecSize, lanes), ChanOff: proto.ChanOff + uint8(k), NoMask: proto.NoMask}
		in.PredCtrl, in.PredInv, in.Flag = proto.PredCtrl, proto.PredInv, proto.Flag
		each(in, 2*int(in.ChanOff))
	}
}

// branch puts instruction i in its shape.
func (n *nesting) branch(i int, in native.Inst, out *edit.Sequence) {
	switch n.shapes[i] {
	case jumped:
		jump(&in)
		in.Label = n.jumpLabel(i)
	case nested, divided, leave:
		n.widen(&in, out)
		n.enclose(i, &in, len(out.Insts))
	case orElse:
		d := n.ifOf(i)
		n.at[i] = n.markAt(n.at[i], len(out.Insts))
		in = n.wide(native.OpElse, n.endOf(d))
		n.top().end = n.endOf(d)
	case step:
		n.widen(&in, out)
		n.setPlace(in, n.number[n.to[i]], out)
		return
	}
	out.Add(in)
}

// jumpLabel is the label of a jump, or of the else arm of an if.
func (n *nesting) jumpLabel(i int) int32 {
	switch {
	case n.backward(i):
		return markLabel(n.inside[n.to[i]] - 1)
	case n.to[i] != n.labelled(i):
		return markLabel(n.later(n.front, n.to[i]))
	}
	return n.P.Insts[i].Label
}

// widen makes a branch that channel 0 decides one of all lanes.
func (n *nesting) widen(in *native.Inst, out *edit.Sequence) {
	if in.NoMask = false; in.ExecSize > 1 {
		return
	}
	in.ExecSize, in.ChanOff = uint8(n.P.SIMD), 0
	if in.PredCtrl != native.PredNone {
		in.Flag.Virt = (&flowState{Editor: n.Editor}).broadcast(in.Flag.Virt-1, out) + 1
	}
}

// enclose makes a branch, which is put in at a place, if, while or break.
func (n *nesting) enclose(i int, in *native.Inst, at int) {
	switch {
	case n.shapes[i] == leave:
		in.Op, in.Label = native.OpBreak, markLabel(n.top().end)
		loop := n.later(n.at, n.loopOf[i])
		for k := len(n.blocks) - 1; n.blocks[k].end != loop && !n.blocks[k].left; k-- { // what is left is so down to the loop
			n.blocks[k].left = true
		}
		in.Label2 = markLabel(loop)
		return
	case n.backward(i):
		in.Op, in.Label = native.OpWhile, markLabel(n.inside[n.to[i]]-1)
		n.at[i] = n.markAt(n.at[i], at)
		n.blocks = n.blocks[:len(n.blocks)-1]
		return
	case n.shapes[i] == nested:
		in.Label = markLabel(n.endOf(i))
		n.blocks = append(n.blocks, block{end: n.endOf(i)})
	default:
		in.Label = n.jumpLabel(i)
		n.blocks = append(n.blocks, block{end: n.later(n.at, n.arms[i])})
	}
	in.Op, in.PredInv, in.Label2 = native.OpIf, !in.PredInv, markLabel(n.endOf(i))
}

// ifOf is the branch whose else instruction j is.
func (n *nesting) ifOf(j int) int {
	for _, i := range n.closes[n.to[j]] {
		if n.shapes[i] == divided && n.arms[i] == j {
			return i
		}
	}
	panic("BUG: else without an if")
}
