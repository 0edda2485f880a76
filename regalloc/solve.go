package regalloc

import "github.com/genvisa/genvisa/native/flow"

// solver finds, for one atom after another, the blocks at whose start it is
// live: from each block that reads it back along the edges, until a block that
// kills it. Its work is the length of its result.
type solver struct {
	*analysis
	blocks      []flow.Block
	lanePreds   lists
	threadPreds lists
	meanwhile   lists // block where lanes wait -> blocks that run meanwhile

	lowest []int32 // block -> the lowest block that the thread comes to from it
	from   int32   // the lowest block where something may have defined the atom in hand

	what  []uint8 // effects of the atom in hand, by block
	state []uint8 // its live bits at block starts
	seen  []int32 // blocks with a state
	work  []int32

	atomNow int32
	passed  []bool  // by routine, the atom in hand passes it
	passing []int32 // those routines
}

// lists are lists of blocks, one for each block.
type lists struct{ first, at []int32 }

func (l *lists) of(b int32) []int32 { return l.at[l.first[b]:l.first[b+1]] }

// inverse lists for every block those whose list has it.
func inverse(n int, list func(b int) []int32) lists {
	l := lists{first: make([]int32, n+2)}
	for b := range n {
		for _, t := range list(b) {
			l.first[t+2]++
		}
	}
	for b := 2; b < len(l.first); b++ {
		l.first[b] += l.first[b-1]
	}
	l.at = make([]int32, l.first[n+1])
	for b := range n {
		for _, t := range list(b) {
			l.at[l.first[t+1]] = int32(b)
			l.first[t+1]++
		}
	}
	l.first = l.first[:n+1]
	return l
}

// entry is an atom that has a state in a block.
type entry struct {
	block int32
	atom  uint32
}

// entries are a list of many in pieces, which grow without that what is there is copied.
type entries struct {
	shelf  *shelf[entry]
	pieces [][]entry
	n      int
}

// perPiece is how many entries a piece of the list has.
const perPiece = 1024

func (l *entries) add(x entry) {
	if l.n%perPiece == 0 {
		l.pieces = append(l.pieces, l.shelf.empty(perPiece))
	}
	last := &l.pieces[len(l.pieces)-1]
	*last = append(*last, x)
	l.n++
}

func (l *entries) each(fn func(x entry)) {
	for _, piece := range l.pieces {
		for _, x := range piece {
			fn(x)
		}
	}
}

func solve(a *analysis) atBlocks {
	n := len(a.flow.Blocks)
	s := &solver{analysis: a, blocks: a.flow.Blocks, what: a.room.bytes.take(n), state: a.room.bytes.take(n)}
	s.passed = make([]bool, len(a.flow.Routines))
	s.lanePreds = inverse(n, func(b int) []int32 { return s.blocks[b].Lane })
	s.threadPreds = inverse(n, func(b int) []int32 { return s.blocks[b].Thread })
	s.meanwhile = inverse(n, func(b int) []int32 { return s.blocks[b].Waiting })
	s.findLowest()
	e := a.effects()
	found := entries{shelf: &a.room.entries}
	for at := range a.obj {
		list := e.list[e.first[at]:e.first[at+1]]
		if len(list) == 0 {
			continue
		}
		s.atomNow = int32(at)
		s.atom(list, a.list[a.obj[at]].liveIn)
		s.passNone()
		for _, b := range s.seen {
			if s.state[b]&defined != 0 {
				found.add(entry{b, pack(int32(at), s.state[b])})
			}
			s.state[b] = 0
		}
		s.seen = s.seen[:0]
	}
	in := atBlocks{first: a.room.numbers.take(n + 2), list: a.room.packed.empty(found.n)[:found.n]}
	found.each(func(x entry) { in.first[x.block+2]++ })
	for b := 2; b < len(in.first); b++ {
		in.first[b] += in.first[b-1]
	}
	found.each(func(x entry) {
		at := &in.first[x.block+1]
		in.list[*at] = x.atom
		*at++
	})
	in.first = in.first[:n+1]
	return in
}

// atom finds the states of one atom from its effects.
func (s *solver) atom(list []effect, liveIn bool) {
	for _, e := range list {
		s.what[e.block] = e.what
	}
	s.from = s.firstDefined(list, liveIn)
	s.backward(list, laneReads, laneKills, liveLane, &s.lanePreds)
	s.backward(list, threadReads, threadKills, liveThread, &s.threadPreds)
	for _, w := range s.seen {
		if s.state[w]&liveLane == 0 {
			continue
		}
		for _, b := range s.meanwhile.of(w) {
			s.add(b, liveSleep)
		}
	}
	s.define(list, liveIn)
	for _, e := range list {
		s.what[e.block] = 0
	}
}

// findLowest finds, for every block, the lowest one that the thread comes to from it.
func (s *solver) findLowest() {
	s.lowest = make([]int32, len(s.blocks))
	for b := range s.lowest {
		s.lowest[b] = int32(len(s.blocks))
	}
	for b := range int32(len(s.blocks)) { // what comes to b and to no lower one
		s.work = append(s.work, b)
		for len(s.work) > 0 {
			t := s.work[len(s.work)-1]
			s.work = s.work[:len(s.work)-1]
			for _, p := range s.threadPreds.of(t) {
				if s.lowest[p] > b {
					s.lowest[p] = b
					s.work = append(s.work, p)
				}
			}
		}
	}
}

// firstDefined is the lowest block at whose start something may have defined an atom.
func (s *solver) firstDefined(list []effect, liveIn bool) int32 {
	if liveIn {
		return 0
	}
	from := int32(len(s.blocks))
	for _, e := range list {
		if e.what&writes != 0 {
			from = min(from, s.lowest[e.block])
		}
	}
	return from
}

// add gives a block a state and reports whether it is new.
func (s *solver) add(b int32, bit uint8) bool {
	if s.state[b]&bit != 0 {
		return false
	}
	if s.state[b] == 0 {
		s.seen = append(s.seen, b)
	}
	s.state[b] |= bit
	return true
}

// backward carries a liveness problem from the blocks that read to those where
// it ends.
func (s *solver) backward(list []effect, reads, kills, bit uint8, preds *lists) {
	for _, e := range list {
		if e.what&reads != 0 && e.block >= s.from && s.add(e.block, bit) {
			s.work = append(s.work, e.block)
		}
	}
	for len(s.work) > 0 {
		b := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		back := func(p int32) {
			if p >= s.from && s.what[p]&kills == 0 && s.add(p, bit) {
				s.work = append(s.work, p)
			}
		}
		past := s.pastCall(b, s.atomNow)
		if past > 0 {
			s.pass(past - 1)
			back(b - 1)
		}
		for _, p := range preds.of(b) {
			if past == 0 || !s.blocks[p].Returns {
				back(p)
			}
		}
	}
}

// define marks the blocks that a thread path from a write, or from the start
// when the atom is live there, reaches while the atom is live.
func (s *solver) define(list []effect, liveIn bool) {
	reach := func(b int32) {
		if s.state[b] != 0 && s.add(b, defined) {
			s.work = append(s.work, b)
		}
	}
	if liveIn {
		reach(0)
	}
	for _, e := range list {
		if e.what&writes != 0 {
			for _, t := range s.blocks[e.block].Thread {
				reach(t)
			}
		}
	}
	for len(s.work) > 0 {
		b := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		for _, t := range s.blocks[b].Thread {
			reach(t)
		}
	}
}
