package flow

import (
	"slices"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// Targets without goto have if, else, endif, while and break, which send lanes no further
// than to the end of what they enclose, and jmpi, which moves all active lanes. So a branch
// that other branches do not cross becomes if or while, or break where it leaves a loop
// (loops.go). Lanes of any other note in a variable, place, where they go; the code is cut
// in segments at those branches and their targets, and each segment runs under an if for
// the lanes that have come to it:
//
//	        cmp.le f place 2
//	  (f)   if
//	        ...                   segment 2
//	  (p)   mov place 5           (p) goto L, where segment 5 begins
//	        endif
//
// A lane's place is at most the number of the segment that it is in. In a segment that
// ends with a branch back all lanes note the next one first; behind the endif the thread
// jumps back if a lane has a place that lies behind.

// shape is what becomes of an instruction.
type shape uint8

const (
	asIs    shape = iota
	jumped        // jmpi
	nested        // if, or while
	divided       // if with else
	orElse        // the goto in front of the else
	leave         // break
	step          // a new place
)

// block is an if, else or loop that is open.
type block struct {
	end  int  // mark of the else, endif or while that ends it
	left bool // lanes have left a loop around it from inside
}

// nesting is what the pass knows, by instruction index before it.
type nesting struct {
	*edit.Editor
	targets []int     // label -> instruction
	even    []int     // flag -> its channels that are always the same
	to      []int     // branch -> the instruction that it leads to
	shapes  []shape   // of instructions
	arms    []int     // divided: its goto in front of the else
	breaks  [][]int   // branch back -> those that leave its loop
	loopOf  []int     // leave: the branch back of its loop
	heads   [][]int   // instruction -> branches back to it that are while, the innermost first
	closes  [][]int   // instruction -> branches whose endif stands in front of it, the innermost first
	starts  []int     // where segments begin, rising
	number  []int     // instruction -> its segment
	aimed   []bool    // segment -> a step leads to it
	ahead   [2]*spans // forward branches, and mirrored the backward ones, that a cut spoils

	place  int32 // variable
	marks  []int // positions in the new program, which labels below zero name
	ends   []int // branch -> mark of its endif or of what is behind its else
	inside []int // instruction that branches lead back to -> mark behind what is put in front of it, plus one
	front  []int // instruction that jumps lead to -> mark in front of that, plus one
	at     []int // else or while -> its mark, plus one
	blocks []block
	guards []int // segment -> mark of its guard
	open   int   // mark of the endif of the segment that is open, plus one
}

// nest turns the branches of a target without goto into nested ones, and steps.
func nest(e *edit.Editor) error {
	size := len(e.P.Insts)
	n := &nesting{Editor: e, targets: slices.Clone(e.P.Labels), even: evenFlags(e.P), to: make([]int, size)}
	branches := 0
	for i := range e.P.Insts {
		if n.isBranch(i) {
			n.to[i] = n.labelled(i)
			branches++
		}
	}
	if branches == 0 {
		return nil
	}
	n.shapes, n.arms, n.closes = make([]shape, size), make([]int, size), make([][]int, size+1)
	n.breaks, n.loopOf, n.heads = make([][]int, size), make([]int, size), make([][]int, size)
	n.ends, n.inside = make([]int, size), make([]int, size+1)
	n.front, n.at = make([]int, size+1), make([]int, size)
	n.ahead = [2]*spans{newSpans(size + 1), newSpans(size + 1)}
	n.shorten()
	n.findLoops()
	n.shapeAll()
	n.segments()
	if len(n.starts) > maxPlaces {
		return edit.Unsupported(&e.P.Insts[0], "a program of %d segments: want at most %d", len(n.starts), maxPlaces)
	}
	n.findCloses()
	n.straighten()
	i := -1
	err := e.Rewrite(func(in *native.Inst, out *edit.Sequence) error {
		i++
		n.before(i, out)
		n.branch(i, *in, out)
		return nil
	})
	if err != nil {
		return err
	}
	for i := range e.P.Insts {
		for _, l := range []*int32{&e.P.Insts[i].Label, &e.P.Insts[i].Label2} {
			if *l < 0 {
				*l = e.NewLabel(n.marks[-*l-1])
			}
		}
	}
	return nil
}

// maxPlaces is how many segments a word can number.
const maxPlaces = 1 << 16

// labelled is the instruction that the label of branch i names.
func (n *nesting) labelled(i int) int { return n.targets[n.P.Insts[i].Label-1] }

func (n *nesting) backward(i int) bool { return n.to[i] <= i }

// shapeAll chooses shapes. What cannot be nested is a step, and cuts the program; what
// a cut lies in is a step too.
func (n *nesting) shapeAll() {
	x := newCrossings(n)
	var cuts []int
	for i := range n.P.Insts {
		if !n.isBranch(i) || n.shapes[i] == orElse || n.shapes[i] == leave {
			continue
		}
		if n.shapes[i] == asIs {
			n.shapes[i] = n.shapeOf(x, i)
		}
		if n.shapes[i] == step {
			cuts = append(cuts, n.step(i)...)
			continue
		}
		end := n.to[i]
		if n.shapes[i] == divided {
			end = n.to[n.arms[i]]
			n.shapes[n.arms[i]] = orElse
		}
		n.setSpan(i, end)
	}
	for len(cuts) > 0 {
		at := cuts[len(cuts)-1]
		cuts = cuts[:len(cuts)-1]
		for _, i := range n.spoilt(at) {
			for _, b := range n.parts(i) {
				cuts = append(cuts, n.step(b)...)
			}
		}
	}
}

// step makes branch i a step, and returns where that cuts the program.
func (n *nesting) step(i int) []int {
	n.shapes[i], n.to[i] = step, n.labelled(i)
	return []int{i + 1, n.to[i]}
}

// parts are the branches that change their shape together.
func (n *nesting) parts(i int) []int {
	if n.shapes[i] == divided {
		return []int{i, n.arms[i]}
	}
	return append([]int{i}, n.breaks[i]...)
}

// setSpan notes what branch i encloses or passes.
func (n *nesting) setSpan(i, end int) {
	if end > i {
		n.ahead[0].set(i, end)
		return
	}
	size := len(n.P.Insts)
	n.ahead[1].set(size-1-i, size-end)
}

// spoilt takes the branches out that pass a cut.
func (n *nesting) spoilt(at int) (list []int) {
	size := len(n.P.Insts)
	for i := n.ahead[0].over(at); i >= 0; i = n.ahead[0].over(at) {
		n.ahead[0].set(i, 0)
		list = append(list, i)
	}
	for k := n.ahead[1].over(size - at); k >= 0; k = n.ahead[1].over(size - at) {
		n.ahead[1].set(k, 0)
		list = append(list, size-1-k)
	}
	return list
}

// shapeOf is the shape of a branch as far as it lies between others.
func (n *nesting) shapeOf(x *crossings, i int) shape {
	in, to := &n.P.Insts[i], n.to[i]
	switch {
	case n.together(i):
		return jumped
	case in.PredCtrl == native.PredNone:
		return step
	case n.backward(i):
		if x.lead(to, i, to, i) && x.come(to+1, i, to, i) {
			return nested
		}
	case x.lead(i+1, to-1, i+1, to) && x.come(i+1, to-1, i+1, to-1):
		return nested
	default:
		if j := to - 1; j > i && n.always(j) && n.shapes[j] != leave && n.encloses(x, i, j) {
			n.arms[i] = j
			return divided
		}
	}
	return step
}

// whole reports that no lane is outside the width of branch i.
func (n *nesting) whole(i int) bool {
	in := &n.P.Insts[i]
	return in.ExecSize == 1 || in.ChanOff == 0 && int(in.ExecSize) >= n.P.SIMD
}

// together tells a branch that all active lanes take or none.
func (n *nesting) together(i int) bool { return together(n.P, &n.P.Insts[i], n.even) }

// always tells a branch forward of all active lanes.
func (n *nesting) always(i int) bool {
	return n.forward(i) && n.P.Insts[i].PredCtrl == native.PredNone && n.whole(i)
}

// encloses reports whether nothing crosses the two arms of an if whose else is at j.
func (n *nesting) encloses(x *crossings, i, j int) bool {
	to := n.to[j]
	then := x.lead(i+1, j-1, i+1, j) && x.come(i+1, j, i+1, j-1)
	return then && x.lead(j+1, to-1, j+1, to) && x.come(j+1, j+1, i, to-1) && x.come(j+2, to-1, j+1, to-1)
}

// segments numbers them.
func (n *nesting) segments() {
	at := make([]bool, len(n.P.Insts)+1)
	for i, s := range n.shapes {
		if s == step {
			at[i+1], at[n.to[i]] = true, true
		}
	}
	at[0] = true
	n.number = make([]int, len(at))
	for i := range at {
		if at[i] {
			n.starts = append(n.starts, i)
		}
		n.number[i] = len(n.starts) - 1
	}
	n.aimed, n.guards = make([]bool, len(n.starts)), make([]int, len(n.starts))
	for i, s := range n.shapes {
		if s == step {
			n.aimed[n.number[n.to[i]]] = true
		}
	}
}

// findCloses finds where each if ends, and where each while leads.
func (n *nesting) findCloses() {
	for i, s := range n.shapes {
		if (s != nested && s != jumped) || !n.backward(i) {
			continue
		}
		n.later(n.inside, n.to[i])
		if s == nested {
			n.heads[n.to[i]] = append(n.heads[n.to[i]], i)
		}
	}
	for i := len(n.shapes) - 1; i >= 0; i-- {
		end := 0
		switch {
		case n.shapes[i] == divided:
			end = n.to[n.arms[i]]
		case n.shapes[i] == nested && !n.backward(i):
			end = n.to[i]
		default:
			continue
		}
		n.closes[end] = append(n.closes[end], i)
	}
}
