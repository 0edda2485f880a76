package hazard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// graph is where the thread can be next. Its nodes are the instructions with lanes that
// run them, and behind those more for each to which the thread may come when no lane is
// there. What lanes decide they decide in the first alone: without lanes a loop does not
// begin anew, and the thread goes on from a join to its JIP.
type graph struct {
	of     []int32 // instruction of a node
	next   [][]int32
	idle   map[goal]int32 // nodes without lanes
	goals  []goal         // of all nodes
	waits  []bool         // by instruction: lanes may wait there for the thread
	begins []int32        // nodes at which paths begin
	lost   []int          // instructions that go to where only a register says
	parts  []parting      // by instruction
}

// goal is an instruction to which the thread comes without lanes, and one at which some
// wait for it then, which it reaches before any other way for them opens.
type goal struct{ at, wait int32 }

// lanes says that some lane is there.
func (g goal) lanes() bool { return g.at == g.wait }

// newGraph finds where the thread goes. A call goes to its target; the returns of what it
// calls go behind every call of that. The error is a *flow.InstError.
func newGraph(p *native.Program, t native.Target) (*graph, error) {
	steps := make([]step, len(p.Insts))
	g := &graph{idle: map[goal]int32{}, waits: make([]bool, len(steps)+1)}
	all := channels(p)
	for i := range steps {
		s, err := stepOf(p, t, i)
		if err != nil {
			return nil, &flow.InstError{Inst: i, Err: err}
		}
		g.of, g.goals = append(g.of, int32(i)), append(g.goals, goal{int32(i), int32(i)})
		s.stay = s.splits() && channelsOf(&p.Insts[i])&all != all
		if s.Wait != flow.None {
			g.waits[s.Wait] = true
		}
		if next := int32(i + 1); p.Insts[i].Op.Links() || s.stay && s.Thread[0] != next {
			g.waits[next] = true
		}
		if s.lost {
			g.lost = append(g.lost, i)
		}
		steps[i] = s
		g.parts = append(g.parts, newParting(&p.Insts[i], i, &s))
	}
	returns(p, steps)
	g.begin(p)
	for n := 0; n < len(g.of); n++ {
		g.next = append(g.next, nil)
		g.edges(int32(n), &steps[g.of[n]])
	}
	for _, next := range g.next { // behind all
		for k, to := range next {
			if to < 0 {
				next[k] = int32(len(g.of))
			}
		}
	}
	if len(g.lost) > 0 {
		g.enter()
	}
	return g, nil
}

// begin lets paths begin at the first instruction, and where something comes back from a
// call that nobody knows.
func (g *graph) begin(p *native.Program) {
	if len(p.Insts) > 0 {
		g.begins = append(g.begins, 0)
	}
	for _, i := range g.lost {
		if next := int32(i + 1); p.Insts[i].Op.Links() && int(next) < len(p.Insts) {
			g.begins = append(g.begins, next, g.node(goal{next, flow.None}))
		}
	}
}

// step is where an instruction leads.
type step struct {
	flow.Step
	when native.FlowWhen // of a branch
	stay bool            // lanes that a branch is not about go on behind it
	lost bool            // only a register says where to
	back []int32         // behind the calls from which a return comes back
	call bool            // without lanes the thread may go on behind it
}

// stepOf is the step of an instruction. A call leads to its target, and behind it when it
// has a predicate; a return nowhere yet.
func stepOf(p *native.Program, t native.Target, i int) (s step, err error) {
	in, next := &p.Insts[i], int32(i+1)
	if ret := in.Op == native.OpRet; ret || in.Op.Links() || in.TargetRegister() != nil || in.WritesIP() {
		s.Step = flow.Step{Lane: [2]int32{flow.None, flow.None}, Thread: [2]int32{flow.None, flow.None}, Wait: flow.None}
		if in.PredCtrl != native.PredNone {
			s.Thread[1] = next
		}
		s.call = in.Op.Links()
		if s.lost = !ret && (in.TargetRegister() != nil || in.WritesIP()); !s.lost && !ret {
			s.Thread[0], err = flow.Target(p, in.Label, next)
		}
		return s, err
	}
	s.when = t.Flow(in.Op, in.Branch).When
	s.Step, err = flow.StepAt(p, t, i)
	return s, err
}

// splits tells a branch at which lanes may part.
func (s *step) splits() bool {
	return s.when == native.FlowThere || s.when == native.FlowActive || s.when == native.FlowTrue
}

// channelsOf are those that an instruction is about.
func channelsOf(in *native.Inst) uint32 {
	return uint32(1<<in.ExecSize-1) << in.ChanOff
}

// channels are those that branches are about. A launch of the code has no others.
func channels(p *native.Program) (all uint32) {
	for i := range p.Insts {
		if in := &p.Insts[i]; in.Op.IsBranch() && !in.NoMask {
			all |= channelsOf(in)
		}
	}
	return all
}

// edges adds where a node leads.
func (g *graph) edges(n int32, s *step) {
	lanes := g.goals[n].wait == g.of[n]
	switch {
	case s.splits() && lanes:
		g.part(n, s)
	case s.splits():
		first, other := s.Thread[0], s.other()
		there := s.when == native.FlowThere
		if there && g.waits[first] {
			g.lead(n, goal{first, first})
		}
		g.arrive(n, goal{other, g.goals[n].wait}, !there || other != first)
	default:
		places := append(s.Thread[:], s.back...)
		if s.call && !lanes {
			places = append(places, g.of[n]+1)
		}
		for _, to := range places {
			switch {
			case to == flow.None:
			case lanes:
				g.lead(n, goal{to, to})
			default:
				g.arrive(n, goal{to, g.goals[n].wait}, true)
			}
		}
	}
}

// other is where the thread goes when it does not go to the first place.
func (s *step) other() int32 {
	if s.Thread[1] == flow.None {
		return s.Thread[0]
	}
	return s.Thread[1]
}

// part adds where a branch leads that lanes run.
func (g *graph) part(n int32, s *step) {
	first, other := s.Thread[0], s.other()
	lanes := [3]int32{s.Lane[0], s.Lane[1], flow.None} // where they go
	if s.stay {
		lanes[2] = g.of[n] + 1
	}
	there := s.when == native.FlowThere
	if !there || g.waits[first] || slices.Contains(lanes[:], first) {
		g.lead(n, goal{first, first})
	}
	if s.when == native.FlowActive {
		return
	}
	if !there {
		lanes[0] = flow.None // the predicate is true for none
	}
	for _, to := range lanes {
		if to != flow.None && !(there && to == first) {
			g.arrive(n, goal{other, to}, !there || other != first)
		}
	}
}

// arrive adds a place to which the thread comes while lanes wait for it there or at
// another; some says that they may wait at both.
func (g *graph) arrive(n int32, to goal, some bool) {
	if to.at != to.wait && some && g.waits[to.at] {
		g.lead(n, goal{to.at, to.at})
	}
	g.lead(n, to)
}

// lead adds a place, -1 for the one behind all.
func (g *graph) lead(n int32, to goal) {
	if to := g.node(to); !slices.Contains(g.next[n], to) {
		g.next[n] = append(g.next[n], to)
	}
}

// node is that of a place, -1 behind all.
func (g *graph) node(to goal) int32 {
	switch {
	case int(to.at) >= len(g.waits)-1:
		return -1
	case to.lanes():
		return to.at
	}
	n, ok := g.idle[to]
	if !ok {
		n = int32(len(g.of))
		g.idle[to], g.of, g.goals = n, append(g.of, to.at), append(g.goals, to)
	}
	return n
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

// returns finds where each ret comes back: a function is what its entry reaches when its
// own calls are stepped over.
func returns(p *native.Program, steps []step) {
	calls := map[int32][]int32{} // entry -> what follows the calls of it
	for i := range steps {
		if to := steps[i].Thread[0]; p.Insts[i].Op.Links() && to != flow.None {
			calls[to] = append(calls[to], int32(i+1))
		}
	}
	for entry, behind := range calls {
		flood(entry, make([]bool, len(steps)), func(i int32) []int32 {
			switch in := &p.Insts[i]; {
			case in.Op.Links():
				return []int32{i + 1}
			case in.Op == native.OpRet:
				steps[i].back = append(steps[i].back, behind...)
			}
			return steps[i].Thread[:]
		})
	}
	for i := range steps {
		slices.Sort(steps[i].back)
	}
}

// flood marks what next leads to from a place.
func flood(from int32, seen []bool, next func(i int32) []int32) {
	for work := []int32{from}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i >= 0 && int(i) < len(seen) && !seen[i] {
			seen[i] = true
			work = append(work, next(i)...)
		}
	}
}

// enter lets paths begin where none leads, at the first instruction of each such place: a
// register may have its address.
func (g *graph) enter() {
	seen, reached := make([]bool, len(g.of)), make([]bool, len(g.waits))
	next := func(n int32) []int32 {
		reached[g.of[n]] = true
		return g.next[n]
	}
	for _, n := range g.begins {
		flood(n, seen, next)
	}
	for i := range int32(len(g.waits) - 1) {
		if !reached[i] {
			g.begins = append(g.begins, i)
			flood(i, seen, next)
		}
	}
}
