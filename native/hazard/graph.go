package hazard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// graph is where the thread can be next. Its nodes are the instructions, and behind
// them a second one for each to which the thread may come without lanes. The two differ
// where lanes come together: from a join the thread goes on to the JIP only when it came
// without any.
type graph struct {
	of   []int32 // instruction of a node
	next [][]int32
	idle map[int32]int32 // second node of an instruction
}

// newGraph finds where the thread goes. A call goes to its target; the returns of what it
// calls go behind every call of that. The error is a *flow.InstError.
func newGraph(p *native.Program, t native.Target) (*graph, error) {
	steps, calls := make([]step, len(p.Insts)), map[int32][]int32{} // target -> calls of it
	g := &graph{of: make([]int32, len(steps)), idle: map[int32]int32{}}
	for i := range p.Insts {
		s, err := stepOf(p, t, i)
		if err != nil {
			return nil, &flow.InstError{Inst: i, Err: err}
		}
		if steps[i] = s; p.Insts[i].Op.Links() {
			calls[s.Thread[0]] = append(calls[s.Thread[0]], int32(i))
		}
		g.of[i] = int32(i)
	}
	for n := 0; n < len(g.of); n++ {
		g.next = append(g.next, nil)
		g.edges(int32(n), &steps[g.of[n]], len(steps))
	}
	for _, next := range g.next { // behind all
		for k, to := range next {
			if to < 0 {
				next[k] = int32(len(g.of))
			}
		}
	}
	g.returns(p, calls)
	return g, nil
}

// step is where an instruction leads; branch tells one with a JIP.
type step struct {
	flow.Step
	branch bool
}

func stepOf(p *native.Program, t native.Target, i int) (s step, err error) {
	in := &p.Insts[i]
	if in.Op != native.OpRet && !in.Op.Links() {
		s.Step, err = flow.StepAt(p, t, i)
		s.branch = in.Label != 0
		return s, err
	}
	s.Thread = [2]int32{flow.None, flow.None}
	if in.PredCtrl != native.PredNone {
		s.Thread[1] = int32(i + 1)
	}
	if in.Op.Links() {
		if s.Thread[0], err = flow.Target(p, in.Label, flow.None); err == nil && s.Thread[0] == flow.None {
			err = &flow.UnsupportedError{What: in.Op.String() + " to an address in a register"}
		}
	}
	return s, err
}

// together says that all lanes go one way, so that the thread has those that it had.
func (s *step) together() bool { return !s.branch || s.Lane == s.Thread && s.Wait == flow.None }

// edges adds where a node leads: to the first place when lanes go or are there, else to
// the other one, where they are if no lane goes elsewhere. When the two are one there may
// be none.
func (g *graph) edges(n int32, s *step, insts int) {
	first, other := s.Thread[0], s.Thread[1]
	idle := g.of[n] != n
	if s.together() {
		g.lead(n, first, idle, insts)
		g.lead(n, other, idle, insts)
		return
	}
	g.lead(n, first, other == flow.None, insts)
	switch {
	case idle || !s.allGo(first, other): // with lanes that went elsewhere
		g.lead(n, other, true, insts)
	case s.Lane[0] == other || s.Lane[1] == other:
		g.lead(n, other, false, insts)
	}
}

// allGo says that lanes go to these two places alone.
func (s *step) allGo(a, b int32) bool {
	for _, l := range s.Lane {
		if l != flow.None && l != a && l != b {
			return false
		}
	}
	return true
}

// lead adds a place, -1 for the one behind all.
func (g *graph) lead(n, to int32, idle bool, insts int) {
	switch {
	case to == flow.None:
		return
	case int(to) >= insts:
		to = -1
	case idle:
		second, ok := g.idle[to]
		if !ok {
			second = int32(len(g.of))
			g.idle[to], g.of = second, append(g.of, to)
		}
		to = second
	}
	g.next[n] = append(g.next[n], to)
}

// inOrder says that a way is that from an instruction to the next, no jump.
func (g *graph) inOrder(from, to int32) bool {
	return int(to) >= len(g.of) || g.of[to] == g.of[from]+1
}

// inTurn sorts where a node leads to: first what comes without a jump.
func (g *graph) inTurn(n int32) {
	slices.SortFunc(g.next[n], func(a, b int32) int {
		switch there, then := g.inOrder(n, a), g.inOrder(n, b); {
		case there && !then:
			return -1
		case then && !there:
			return 1
		}
		return int(a - b)
	})
}

// perNode is what instructions have, by node.
func perNode[T any](g *graph, list []T) []T {
	for _, i := range g.of[len(list):] {
		list = append(list, list[i])
	}
	return list
}

// returns adds the edges of ret: a function is what its entry reaches when its own
// calls are stepped over.
func (g *graph) returns(p *native.Program, calls map[int32][]int32) {
	type edge struct{ from, to int32 }
	var edges []edge
	for entry, from := range calls {
		seen := map[int32]bool{}
		for work := []int32{entry}; len(work) > 0; {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			if int(n) >= len(g.of) || seen[n] {
				continue
			}
			seen[n] = true
			switch in := &p.Insts[g.of[n]]; {
			case in.Op.Links():
				if after := g.of[n] + 1; int(after) < len(p.Insts) {
					work = append(work, after)
				}
				continue
			case in.Op == native.OpRet:
				for _, call := range from {
					edges = append(edges, edge{n, call + 1})
				}
			}
			work = append(work, g.next[n]...)
		}
	}
	for _, e := range edges {
		if int(e.to) >= len(p.Insts) {
			e.to = int32(len(g.of))
		}
		g.next[e.from] = append(g.next[e.from], e.to)
	}
}
