package flow

import (
	"slices"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// flowState is what the pass knows of labels and branches, by instruction index
// before the pass.
type flowState struct {
	*edit.Editor
	join    []bool // label is where lanes may wait
	scalar  []bool // instruction is a branch that jmpi can do
	targets []int  // label -> instruction
	ahead   []int  // instruction -> a label there that branches lead to from above, and 1
	gone    gone
}

// Run chooses jmpi, goto or goto.b for each branch, puts joins where lanes
// wait, and links every branch and join with the next join.
func Run(e *edit.Editor) error {
	if !e.T.HasOp(native.OpGoto) {
		return nest(e)
	}
	f := &flowState{Editor: e, targets: slices.Clone(e.P.Labels)}
	f.join = make([]bool, len(e.P.Labels))
	f.scalar = make([]bool, len(e.P.Insts))
	f.ahead = make([]int, len(e.P.Insts)+1)
	f.classify(evenFlags(e.P))
	i := -1
	pending, reached := f.joinAt(), f.branchedTo()
	err := e.Rewrite(func(in *native.Inst, out *edit.Sequence) error {
		i++
		if pending[i] {
			out.Add(f.joinInst())
		}
		if reached[i] || writesFlag(in) || in.Op.Links() { // a routine writes flags too
			f.gone = gone{}
		}
		if in.Op == native.OpGoto {
			f.branch(i, *in, out)
		} else {
			out.Keep(in)
		}
		return nil
	})
	if err != nil {
		return err
	}
	f.linkJoins()
	return nil
}

// classify finds the branches that jmpi can do: those of all lanes together that pass no place where lanes
// may wait meanwhile. A backward one passes none, because every waiting lane
// is ahead. Each branch that must be a goto makes its target such a place; so
// does a divergent backward one with the place behind it.
func (f *flowState) classify(even []int) {
	for i := range f.P.Insts {
		if in := &f.P.Insts[i]; in.Op == native.OpGoto && !f.backward(i) {
			f.ahead[f.targets[in.Label-1]] = int(in.Label)
		}
	}
	var work []int // instructions in front of which lanes may wait
	open := newSpans(len(f.P.Insts))
	places := newPlaces(f.P, f.targets)
	leave := func(i int) {
		if at := f.waitOf(i); places.leave(i, at) {
			work = append(work, at)
		}
	}
	for i := range f.P.Insts {
		in := &f.P.Insts[i]
		if in.Op != native.OpGoto {
			continue
		}
		f.scalar[i] = together(f.P, in, even)
		switch {
		case !f.scalar[i]:
			leave(i)
		case !f.backward(i):
			open.set(i, f.targets[in.Label-1])
		}
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for i := open.over(at); i >= places.from[at]; i = open.over(at) {
			open.set(i, 0)
			f.scalar[i] = false
			leave(i)
		}
	}
}

// waitOf is where the lanes that a goto sends past the thread wait. Those of a backward
// one do so at the label behind it, where branches lead to one: in front of it, a jmpi to
// the label would leave them behind.
func (f *flowState) waitOf(i int) int {
	label := int(f.P.Insts[i].Label) - 1
	if f.backward(i) {
		if label = f.ahead[i+1] - 1; label < 0 {
			return i + 1
		}
	}
	f.join[label] = true
	return f.targets[label]
}

func (f *flowState) backward(i int) bool { return f.targets[f.P.Insts[i].Label-1] <= i }

// spans are intervals of instructions, one from each start, in a tree whose
// nodes hold the highest end below them.
type spans struct {
	ends []int // node k has the children 2k and 2k+1, start i is leaf n+i
	n    int
}

func newSpans(starts int) *spans {
	n := 1
	for n <= starts {
		n *= 2
	}
	return &spans{make([]int, 2*n), n}
}

// set makes end the end of the interval from start; 0 takes it out.
func (s *spans) set(start, end int) {
	k := s.n + start
	s.ends[k] = end
	for k /= 2; k > 0; k /= 2 {
		s.ends[k] = max(s.ends[2*k], s.ends[2*k+1])
	}
}

// over is the last start of an interval with start < at < end, or -1.
func (s *spans) over(at int) int {
	// Go up from leaf at, and down into the first left neighbour that reaches over.
	for k := s.n + at; k > 1; k /= 2 {
		if k%2 == 0 || s.ends[k-1] <= at {
			continue
		}
		for k--; k < s.n; {
			if k = 2*k + 1; s.ends[k] <= at {
				k--
			}
		}
		return k - s.n
	}
	return -1
}

// joinAt marks the instructions that get a join before them because of their
// labels.
func (f *flowState) joinAt() []bool {
	at := make([]bool, len(f.P.Insts)+1)
	for l, i := range f.targets {
		if f.join[l] {
			at[i] = true
		}
	}
	return at
}

// branchedTo marks the instructions that branches lead to.
func (f *flowState) branchedTo() []bool {
	at := make([]bool, len(f.P.Insts)+1)
	for i := range f.P.Insts {
		if in := &f.P.Insts[i]; in.Op == native.OpGoto {
			at[f.targets[in.Label-1]] = true
		}
	}
	return at
}

func (f *flowState) joinInst() native.Inst {
	return native.Inst{Op: native.OpJoin, ExecSize: uint8(f.P.SIMD)}
}

func (f *flowState) branch(i int, in native.Inst, out *edit.Sequence) {
	switch {
	case f.scalar[i]:
		jump(&in)
		out.Add(in)
		f.gone = gone{}
	case f.backward(i):
		if in.ExecSize == 1 {
			panic("BUG: uniform backward branch that is not scalar")
		}
		in.Branch, in.Label2, in.Label = true, in.Label, 0
		in.NoMask = false
		out.Add(in)
		f.gone = gone{}
		if f.ahead[i+1] == 0 {
			out.Add(f.joinInst())
		}
	default:
		f.forward(in, out)
	}
}

// forward branches for lanes. Where the false channels jump, the predicate is
// inverted, and an unconditional one tests a predicate that is false in all of them.
func (f *flowState) forward(in native.Inst, out *edit.Sequence) {
	in.Label2, in.Label = in.Label, 0
	in.NoMask = false
	if in.ExecSize == 1 {
		in.ExecSize, in.ChanOff = uint8(f.P.SIMD), 0
		if in.PredCtrl != native.PredNone {
			in.Flag.Virt = f.broadcast(in.Flag.Virt-1, out) + 1
		}
	}
	if !f.Caps.GotoTrueJumps {
		if in.PredCtrl == native.PredNone {
			f.neverTrue(&in, out)
		} else {
			in.PredInv = !in.PredInv
			f.gone = gone{in.PredCtrl, in.PredInv, in.Flag, in.ExecSize, in.ChanOff}
		}
	}
	out.Add(in)
}

// gone is the predicate of the branch, in the same block, that took away the lanes in which it was false: the
// others have it true.
type gone struct {
	pred          native.PredCtrl
	inv           bool
	flag          native.Flag
	size, chanOff uint8
}

// neverTrue gives an instruction a predicate that is false in its lanes: the opposite of what the branch in
// front left, as at the end of a then-part, or a flag of zeros.
func (f *flowState) neverTrue(in *native.Inst, out *edit.Sequence) {
	if g := f.gone; g.pred == native.PredSeq && g.size == in.ExecSize && g.chanOff == in.ChanOff {
		in.PredCtrl, in.PredInv, in.Flag = g.pred, !g.inv, g.flag
	} else {
		zero := f.NewFlag("zero", int(in.ExecSize)+int(in.ChanOff))
		out.Mov(1, f.WholeFlag(zero, native.Dst1), native.ImmOperand(0, f.FlagType(zero)))
		in.PredCtrl, in.Flag.Virt = native.PredSeq, zero+1
	}
	f.gone = gone{}
}

// writesFlag tells instructions behind which a flag may have other bits, or has to find room beside
// another.
func writesFlag(in *native.Inst) bool {
	return in.Dst.File == native.VirtFlag || in.Cond != native.CondNone && in.Op.WritesFlag()
}

// broadcast copies channel 0 of a flag to all channels of a new one.
func (f *flowState) broadcast(flag int32, out *edit.Sequence) int32 {
	v := f.NewTemp(4)
	all := f.NewFlag("all", f.P.SIMD)
	low := native.Inst{Op: native.OpAnd, ExecSize: 1, NoMask: true, Dst: edit.Virt(v, 0, native.Dst1, native.D)}
	low.Src[0], low.Src[1] = f.WholeFlag(flag, native.Scalar), native.ImmOperand(1, native.UW)
	out.Add(low)
	bits := edit.Virt(v, 0, native.Scalar, native.D)
	bits.Mod = native.ModNeg
	out.Mov(1, edit.Virt(v, 0, native.Dst1, native.D), bits)
	out.Mov(1, f.WholeFlag(all, native.Dst1), edit.Virt(v, 0, native.Scalar, f.FlagType(all)))
	return all
}
