package scoreboard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// Place sets the scoreboard codes of a program for target t, whose registers are allocated
// and whose branches are final, and adds the syncs that they want. On targets without a
// scoreboard it does nothing. The error is a *flow.InstError.
func Place(p *native.Program, t native.Target) error {
	if !t.Scoreboard() {
		return nil
	}
	g, err := flow.New(p, t)
	if err != nil {
		return err
	}
	s := &placer{target: t, graph: g, xs: make([]insn, len(p.Insts)), waits: make([]waits, len(p.Insts)), empty: make([]bool, len(g.Blocks))}
	for k := range g.Blocks {
		last := &p.Insts[g.Blocks[k].End-1]
		s.empty[k] = t.Flow(last.Op, last.Branch).When == native.FlowActive
	}
	c := collector{target: t, all: make([]touch, 0, perInst*len(p.Insts))}
	for i := range p.Insts {
		s.xs[i] = c.insn(&p.Insts[i])
	}
	s.handOut()
	s.spread()
	s.write(p)
	return nil
}

// placer follows what is in flight.
type placer struct {
	target        native.Target
	graph         *flow.Graph
	xs            []insn
	in            []arrival // at the start of each block
	idle          []arrival // there, where the thread may come without lanes
	empty         []bool    // block that lets the thread through to its JIP without lanes alone
	fresh         []bool    // block to which more came since it was followed
	waits         []waits   // of instructions, with all that came so far
	reads, writes table     // of the instruction at hand
}

// arrival is what is in flight on the ways to a place, if there are any.
type arrival struct {
	board board
	seen  bool
}

// join adds another way, and says whether that was more.
func (a *arrival) join(b board) bool {
	was, grew := a.seen, false
	a.seen = true
	a.board, grew = a.board.join(b)
	return grew || !was
}

// step is what instruction i waits for with b in flight, and what is in flight behind it.
func (s *placer) step(b board, i int32) (waits, board) {
	x := &s.xs[i]
	s.reads.of(x.reads)
	s.writes.of(x.writes)
	w := b.needs(x, s.xs, &s.reads, &s.writes)
	s.reads.clear(x.reads)
	s.writes.clear(x.writes)
	return w, b.wait(w).issue(i, s.xs)
}

// handOut gives tokens in the order of the code, as if it were straight. Results in order hold
// none.
func (s *placer) handOut() {
	var b board
	var used [native.Tokens]int32 // when each was handed out last
	for i := range s.xs {
		x := &s.xs[i]
		switch {
		case x.holds:
			x.token = pick(b, &used)
			used[x.token] = int32(i + 1)
		case len(b) == 0:
			continue
		}
		_, b = s.step(b, int32(i))
		b = b.jump()
	}
}

// pick is the token not held that has not been used for longest, or else the one
// held longest.
func pick(b board, used *[native.Tokens]int32) int {
	held := uint32(0)
	for _, f := range b {
		if f.age == 0 {
			held |= 1 << f.token
		}
	}
	best, free := 0, false
	for n := range native.Tokens {
		isFree := held>>n&1 == 0
		if n == 0 || isFree && !free || isFree == free && used[n] < used[best] {
			best, free = n, isFree
		}
	}
	return best
}

// spread follows all paths until nothing more arrives.
func (s *placer) spread() {
	n := len(s.graph.Blocks)
	s.in, s.idle, s.fresh = make([]arrival, n), make([]arrival, n), make([]bool, n)
	if n == 0 {
		return
	}
	s.in[0].seen, s.fresh[0] = true, true
	for again := true; again; {
		again = false
		for k := range s.graph.Blocks {
			if s.fresh[k] {
				s.fresh[k] = false
				again = s.follow(k) || again
			}
		}
	}
}

// follow takes what arrives at a block through it, and says whether that makes more for it or
// one before it. The thread goes where no lane of the block goes when it has none, or when all
// went farther.
func (s *placer) follow(k int) (again bool) {
	x := &s.graph.Blocks[k]
	without := board(nil)
	if s.empty[k] && s.idle[k].seen {
		without = s.through(x, s.idle[k].board)
	}
	with := s.through(x, s.in[k].board) // last, for its waits
	for _, to := range x.Thread {
		lanes := slices.Contains(x.Lane, to)
		there := with
		switch {
		case !s.comes(k, int(to)), !lanes && s.empty[k] && !s.idle[k].seen:
			continue
		case !lanes && s.empty[k]:
			there = without
		}
		if int(to) != k+1 {
			there = slices.Clone(there).jump()
		}
		grew := s.in[to].join(there)
		grew = !lanes && s.idle[to].join(there) || grew
		s.fresh[to] = s.fresh[to] || grew
		again = again || grew && int(to) <= k
	}
	return again
}

// through is what is in flight behind a block; it notes what the instructions wait for.
func (s *placer) through(x *flow.Block, in board) board {
	b := slices.Clone(in)
	for i := x.Start; i < x.End; i++ {
		s.waits[i], b = s.step(b, i)
	}
	return b
}

// comes says that the thread can go from a block to another. Where all lanes go on to the
// next block it goes elsewhere without any, and then some wait there or farther on.
func (s *placer) comes(from, to int) bool {
	x := &s.graph.Blocks[from]
	if to == from+1 || len(x.Lane) != 1 || int(x.Lane[0]) != from+1 {
		return true
	}
	return len(x.Waiting) > 0 && int(x.Waiting[len(x.Waiting)-1]) >= to
}

// write sets the codes. Nothing comes to what the thread does not reach.
func (s *placer) write(p *native.Program) {
	n := len(p.Insts)
	start := make([]int, n+1)
	for k := range s.graph.Blocks {
		x := &s.graph.Blocks[k]
		if !s.in[k].seen {
			s.through(x, nil)
		}
		for i := x.Start; i < x.End; i++ {
			s.xs[i].split = splitOf(s.target, &p.Insts[i], s.waits[i], s.xs[i].token)
			start[i+1] = start[i] + 1 + s.xs[i].split.syncs()
		}
	}
	// from the last on, so that each moves to where nothing is any more
	out := slices.Grow(p.Insts, start[n]-n)[:start[n]]
	for i := n - 1; i >= 0; i-- {
		place(s.target, out[start[i]:start[i+1]], &out[i], &s.xs[i].split)
	}
	for l, i := range p.Labels {
		p.Labels[l] = start[i]
	}
	p.Insts = out
}
