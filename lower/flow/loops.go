package flow

import "github.com/genvisa/genvisa/native"

// nearest is how many branches to the same place are looked at for one that a branch can
// lead to instead.
const nearest = 8

// shorten lets branches lead to one on their way that leads all lanes to the same place:
//
//	(p) goto A                     (p) goto A
//	(q) goto B                     (q) goto B
//	    ...                            ...
//	    goto end                       goto C
//	B:  ...                        B:  ...
//	    goto end                   C:  goto end
//	A:  ...                        A:  ...
//	end:                           end:
//
// The inner of two ifs ends where it did before a compiler saved the second jump, and so
// inside the outer one.
func (n *nesting) shorten() {
	to := newCrossings(n).to
	always := map[int][]int{} // place -> branches that lead all lanes there, the last first
	for i := len(n.P.Insts) - 1; i >= 0; i-- {
		if !n.forward(i) {
			continue
		}
		end := n.to[i]
		list := always[end]
		for k := len(list) - 1; k >= max(0, len(list)-nearest); k-- {
			if _, far := to.in(i+1, list[k]-1); far <= list[k] {
				n.to[i] = list[k]
				to.set(i, list[k])
				break
			}
		}
		if n.always(i) {
			always[end] = append(list, i)
		}
	}
}

// straighten undoes that for jumps where no if ends and no segment begins on the way.
func (n *nesting) straighten() {
	for i := len(n.shapes) - 1; i >= 0; i-- {
		if n.shapes[i] != jumped || n.backward(i) {
			continue
		}
		if k := n.to[i]; k != n.labelled(i) && n.shapes[k] == jumped && len(n.closes[k]) == 0 && n.starts[n.number[k]] != k {
			n.to[i] = n.to[k]
		}
	}
}

// findLoops finds the loops that branches leave to the place right behind them: a branch
// back that becomes while, and the others break. A loop in which lanes never part stays
// one of jmpi.
func (n *nesting) findLoops() {
	x := newCrossings(n)
	leaving := map[int][]int{}               // place -> branches forward to it
	parting := make([]int, len(n.P.Insts)+1) // branches in front of it that part lanes
	for i := range n.P.Insts {
		parting[i+1] = parting[i]
		if n.isBranch(i) && !n.together(i) {
			parting[i+1]++
		}
		if n.forward(i) {
			leaving[n.to[i]] = append(leaving[n.to[i]], i)
		}
	}
	for i := range n.P.Insts {
		if n.isBranch(i) && n.backward(i) && parting[i+1] > parting[n.to[i]] && n.isLoop(x, i) {
			n.leaveLoop(x, i, leaving[i+1])
		}
	}
}

func (n *nesting) isBranch(i int) bool { return n.P.Insts[i].Op == native.OpGoto }
func (n *nesting) forward(i int) bool  { return n.isBranch(i) && !n.backward(i) }

// isLoop reports that what branch i encloses is entered at its beginning, and left right
// behind it.
func (n *nesting) isLoop(x *crossings, i int) bool {
	head := n.to[i]
	return n.whole(i) && x.lead(head, i, head, i+1) && x.come(head+1, i, head, i)
}

// leaveLoop makes the branches from inside a loop to what is behind it breaks, unless one
// leaves an inner loop with it: break is for the innermost.
func (n *nesting) leaveLoop(x *crossings, i int, leaving []int) {
	var breaks []int
	for _, b := range leaving {
		if b < n.to[i] {
			continue
		}
		if inner, _ := x.to.in(b+1, i-1); inner <= b || !n.whole(b) {
			return
		}
		breaks = append(breaks, b)
	}
	if len(breaks) == 0 {
		return
	}
	n.shapes[i], n.breaks[i] = nested, breaks
	for _, b := range breaks {
		n.shapes[b], n.loopOf[b] = leave, i
	}
}
