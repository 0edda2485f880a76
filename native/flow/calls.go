package flow

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Routine is code that calls lead to, and that returns behind them with all lanes that
// came.
type Routine struct {
	Entry  int32   // block where calls come in
	Calls  []int32 // blocks that end with a call of it, rising
	Rets   []int32 // blocks of its own that end with a return
	Blocks []int32 // those that run between a call and its return, what it calls included, rising

	own []int32 // Blocks without those of what it calls
}

// maxDepth bounds the loops that calls add to those around them.
const maxDepth = 8

// callStep is the step of a call of all lanes of the program, or of a return, whose places
// returns adds. A thread that comes to a call without lanes goes on behind it.
func callStep(p *native.Program, i int) (Step, error) {
	in, next := &p.Insts[i], int32(i+1)
	s := Step{Lane: [2]int32{None, None}, Thread: [2]int32{None, None}, Wait: None}
	switch {
	case in.Op.Links() && in.TargetRegister() != nil:
		return s, &UnsupportedError{in.Op.String() + " by a register"}
	case in.Op.Links() && in.Label == 0:
		return s, &UnsupportedError{in.Op.String() + " without a target"}
	case in.PredCtrl != native.PredNone || in.NoMask || in.ChanOff > 0 || int(in.ExecSize) < p.SIMD:
		return s, &UnsupportedError{in.Op.String() + " of some channels"}
	case !in.Op.Links():
		return s, nil
	}
	entry, err := Target(p, in.Label, next)
	if err == nil && int(entry) == len(p.Insts) {
		err = fmt.Errorf("%s to behind the last instruction", in.Op)
	}
	s.Lane[0], s.Thread = entry, [2]int32{entry, next}
	return s, err
}

// calls tells the instructions that callStep is about.
func calls(in *native.Inst) bool { return in.Op == native.OpRet || in.Op.Links() }

// findRoutines finds what calls lead to, and lets returns lead behind them. The error is
// an *InstError: a return of what nobody calls.
func (g *Graph) findRoutines(p *native.Program) error {
	number := map[int32]int32{}
	for b := range g.Blocks {
		x := &g.Blocks[b]
		if !p.Insts[x.End-1].Op.Links() {
			continue
		}
		n, ok := number[x.Thread[0]]
		if !ok {
			n = int32(len(g.Routines))
			number[x.Thread[0]] = n
			g.Routines = append(g.Routines, Routine{Entry: x.Thread[0]})
		}
		x.Call = n + 1
		g.Routines[n].Calls = append(g.Routines[n].Calls, int32(b))
	}
	if at := g.returnIn(p, g.within(0)); at >= 0 {
		return &InstError{at, &UnsupportedError{p.Insts[at].Op.String() + " where nothing was called"}}
	}
	for n := range g.Routines {
		r := &g.Routines[n]
		r.own = g.within(r.Entry)
		for _, b := range r.own {
			if p.Insts[g.Blocks[b].End-1].Op == native.OpRet {
				r.Rets = append(r.Rets, b)
			}
		}
	}
	for n := range g.Routines {
		r := &g.Routines[n]
		r.Blocks = g.between(n)
		for _, c := range r.Calls {
			if behind := c + 1; int(behind) < len(g.Blocks) {
				for _, b := range r.Rets {
					x := &g.Blocks[b]
					x.Lane, x.Thread = append(x.Lane, behind), append(x.Thread, behind)
				}
			}
		}
	}
	return nil
}

// returnIn is the first return that blocks end with, or -1.
func (g *Graph) returnIn(p *native.Program, blocks []int32) int {
	for _, b := range blocks {
		if last := g.Blocks[b].End - 1; p.Insts[last].Op == native.OpRet {
			return int(last)
		}
	}
	return -1
}

// inside are the blocks where the thread can be next in the same call.
func (g *Graph) inside(b int32) []int32 {
	x := &g.Blocks[b]
	switch {
	case x.Call > 0:
		return x.Thread[1:]
	case x.Returns:
		return nil
	}
	return x.Thread
}

// within lists the blocks that the thread can reach from one in the same call, rising.
func (g *Graph) within(from int32) (list []int32) {
	if len(g.Blocks) == 0 {
		return nil
	}
	seen := map[int32]bool{from: true}
	for work := []int32{from}; len(work) > 0; {
		b := work[len(work)-1]
		work, list = work[:len(work)-1], append(list, b)
		for _, t := range g.inside(b) {
			if !seen[t] {
				seen[t] = true
				work = append(work, t)
			}
		}
	}
	slices.Sort(list)
	return list
}

// between lists the blocks of routine n and of all that it calls.
func (g *Graph) between(n int) (list []int32) {
	seen := make([]bool, len(g.Routines))
	seen[n] = true
	for work := []int{n}; len(work) > 0; {
		r := &g.Routines[work[len(work)-1]]
		work, list = work[:len(work)-1], append(list, r.own...)
		for _, b := range r.own {
			if to := g.Blocks[b].Call - 1; to >= 0 && !seen[to] {
				seen[to] = true
				work = append(work, int(to))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// inherit gives the blocks of routines what their calls have: lanes that wait while those
// run, which are not in the call, and their loops. A routine counts for one more: it may
// run for each of its calls.
func (g *Graph) inherit() {
	depth := make([]int32, len(g.Blocks))
	known := make([]int, len(g.Routines)) // how many places wait, which their blocks know
	seen := make([]bool, len(g.Blocks))
	for again := true; again; {
		again = false
		for n := range g.Routines {
			r := &g.Routines[n]
			waiting, base := g.waitingAround(r, seen), int32(0)
			for _, c := range r.Calls {
				base = max(base, min(g.Blocks[c].Depth+depth[c]+1, maxDepth))
			}
			more := len(waiting) > known[n]
			known[n] = len(waiting)
			for _, b := range r.own {
				again = more && g.addWaiting(b, waiting) || base > depth[b] || again
				depth[b] = max(depth[b], base)
			}
		}
	}
	for b := range depth {
		g.Blocks[b].Depth += depth[b]
	}
}

// waitingAround lists the places where lanes wait at calls of a routine, rising. Nothing is
// seen before and behind it.
func (g *Graph) waitingAround(r *Routine, seen []bool) (list []int32) {
	for _, c := range r.Calls {
		for _, w := range g.Blocks[c].Waiting {
			if !seen[w] {
				seen[w], list = true, append(list, w)
			}
		}
	}
	for _, w := range list {
		seen[w] = false
	}
	slices.Sort(list)
	return list
}

// addWaiting adds places, which rise, to those where lanes wait while a block runs, and says
// whether that made more.
func (g *Graph) addWaiting(b int32, places []int32) bool {
	x := &g.Blocks[b]
	all, rest := make([]int32, 0, len(x.Waiting)+len(places)), x.Waiting
	for _, w := range places {
		k, there := slices.BinarySearch(rest, w)
		all = append(all, rest[:k]...)
		if rest = rest[k:]; !there {
			all = append(all, w)
		}
	}
	if all = append(all, rest...); len(all) == len(x.Waiting) {
		return false
	}
	x.Waiting = all
	return true
}
