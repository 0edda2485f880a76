package regalloc

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Room is memory that an allocation takes for what it finds out about a program, and gives back
// when it looks at the program again. The next allocation may have it after that. The zero value has none.
type Room struct {
	numbers   shelf[int32]
	bytes     shelf[uint8]
	bools     shelf[bool]
	words     shelf[uint64]
	packed    shelf[uint32]
	units     shelf[int8]
	patterns  shelf[pattern]
	ofUnits   shelf[[]int8]
	objects   shelf[object]
	refs      []ref
	touches   []blockEffect
	effects   shelf[effect]
	entries   shelf[entry]
	edges     edgeSet
	ends      shelf[atEnd]
	ofEnds    shelf[[]atEnd]
	uses      shelf[use]
	ofUses    shelf[[]use]
	stays     shelf[stay]
	ofStays   shelf[[]stay]
	neighbour shelf[neighbour]
	insts     [][]native.Inst // where programs were
}

// reset takes back all that was given.
func (r *Room) reset() {
	r.numbers.reset()
	r.bytes.reset()
	r.bools.reset()
	r.words.reset()
	r.packed.reset()
	r.units.reset()
	r.patterns.reset()
	r.ofUnits.reset()
	r.objects.reset()
	r.effects.reset()
	r.entries.reset()
	r.ends.reset()
	r.ofEnds.reset()
	r.uses.reset()
	r.ofUses.reset()
	r.stays.reset()
	r.ofStays.reset()
	r.neighbour.reset()
}

// shelf is memory for lists of one type, in pieces that stay for the next ones.
type shelf[T any] struct {
	pieces [][]T
	next   int // the first piece that nothing is in
	left   []T
	fresh  bool // nothing was ever in what is left
}

// The first piece has leastPiece entries, each behind it twice as many, up to leastPiece<<doublings.
const leastPiece, doublings = 1 << 6, 10

func (s *shelf[T]) reset() { s.next, s.left = 0, nil }

// room makes what is left n entries at least.
func (s *shelf[T]) room(n int) {
	for len(s.left) < n {
		if s.fresh = s.next == len(s.pieces); s.fresh {
			s.pieces = append(s.pieces, make([]T, max(n+n/spare, leastPiece<<min(s.next, doublings))))
		}
		s.left = s.pieces[s.next]
		s.next++
	}
}

// take is a list of n zeros.
func (s *shelf[T]) take(n int) []T {
	list := s.empty(n)[:n]
	if !s.fresh {
		clear(list)
	}
	return list
}

// empty is an empty list with room for n.
func (s *shelf[T]) empty(n int) []T {
	s.room(n)
	list := s.left[:0:n]
	s.left = s.left[n:]
	return list
}

// longer is a list with room for n more.
func (s *shelf[T]) longer(list []T, n int) []T {
	if cap(list)-len(list) >= n {
		return list
	}
	return append(s.empty(max(2*cap(list), len(list)+n, leastList)), list...)
}

// leastList is the entries that the shortest list has room for.
const leastList = 4

// bitset is an empty one for numbers up to n-1.
func (r *Room) bitset(n int) bitset { return r.words.take((n + 63) / 64) }

// edgeSet is an empty one for n objects.
func (r *Room) edgeSet(n int) *edgeSet {
	r.edges.room = &r.neighbour
	r.edges.reset(n)
	return &r.edges
}

// instructions is an empty list with room for n.
func (r *Room) instructions(n int) []native.Inst {
	for k, list := range r.insts {
		if cap(list) >= n {
			r.insts = slices.Delete(r.insts, k, k+1)
			return list[:0]
		}
	}
	return make([]native.Inst, 0, n+n/spare)
}

// giveBack is for the instructions of a program that nobody needs.
func (r *Room) giveBack(list []native.Inst) { r.insts = append(r.insts, list) }

// spare is the part of a long list that there is room for beside it: a later round, or another attempt, may
// need as much more.
const spare = 16

// Snapshot copies a program like the function, to where one was that nobody needs.
func (r *Room) Snapshot(p *native.Program) *native.Program {
	insts := r.instructions(len(p.Insts))
	return snapshot(p, append(insts, p.Insts...))
}

// roomOf is the memory of an allocation.
func (m *memory) roomOf() *Room {
	if m == nil {
		return &Room{}
	}
	return m.room
}
