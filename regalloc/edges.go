package regalloc

import "slices"

// edge is the relation of two objects of one file.
type edge uint8

const (
	apart    edge = iota + 1 // no common unit
	together                 // no common unit, or the same base (see sameCells)
)

// neighbour is an entry of an object's adjacency list.
type neighbour struct {
	obj  int32
	kind edge
}

// pair is two objects, the lower first, and their relation.
type pair struct {
	lo, hi int32
	kind   edge
}

// edgeSet is a set of pairs: a list, and what finds a pair in it. Of few objects
// that is a matrix of bits, of many a table of indices, open addressed. Where two
// relations meet, apart wins.
type edgeSet struct {
	pairs  []pair
	table  []int32              // index into pairs, plus one
	matrix [together + 1]bitset // by relation, the pairs in the list; one may be there with both
}

// matrixObjects is the most objects that have a matrix: 16 MB for each relation.
const matrixObjects = 1 << 14

func newEdgeSet(n int) edgeSet {
	if n > matrixObjects {
		return edgeSet{}
	}
	return edgeSet{matrix: [together + 1]bitset{apart: newBitset(n * n / 2), together: newBitset(n * n / 2)}}
}

func (s *edgeSet) connect(x, y int32, kind edge) {
	if x == y {
		return
	}
	p := pair{x, y, kind}
	if y < x {
		p.lo, p.hi = y, x
	}
	if m := s.matrix[kind]; m != nil {
		if at := p.index(); !m.has(at) && !s.matrix[apart].has(at) {
			m.add(at)
			s.pairs = append(doubled(s.pairs), p)
		}
		return
	}
	if 2*len(s.pairs) >= len(s.table) {
		s.grow()
	}
	k := s.find(p)
	switch {
	case s.table[k] == 0:
		s.pairs = append(doubled(s.pairs), p)
		s.table[k] = int32(len(s.pairs))
	case kind == apart:
		s.pairs[s.table[k]-1].kind = apart
	}
}

// index is the place of a pair in a matrix.
func (p *pair) index() int32 { return p.hi*(p.hi-1)/2 + p.lo }

// merge leaves one of the pairs that came with both relations.
func (s *edgeSet) merge() {
	if s.matrix[apart] == nil {
		return
	}
	s.pairs = slices.DeleteFunc(s.pairs, func(p pair) bool { return p.kind == apart && s.matrix[together].has(p.index()) })
	for k := range s.pairs {
		if s.matrix[apart].has(s.pairs[k].index()) {
			s.pairs[k].kind = apart
		}
	}
}

// find is the place of a pair in the table, or the empty one where it belongs.
func (s *edgeSet) find(p pair) int {
	mask := len(s.table) - 1
	k := int(mix(p)>>36) & mask
	for ; s.table[k] != 0; k = (k + 1) & mask {
		if q := &s.pairs[s.table[k]-1]; q.lo == p.lo && q.hi == p.hi {
			return k
		}
	}
	return k
}

// mix spreads a pair over 64 bits (Fibonacci hashing).
func mix(p pair) uint64 { return (uint64(p.lo)<<32 | uint64(p.hi)) * 0x9E3779B97F4A7C15 }

func (s *edgeSet) grow() {
	s.table = make([]int32, max(256, 4*len(s.table)))
	for k := range s.pairs {
		s.table[s.find(s.pairs[k])] = int32(k + 1)
	}
}

// adjacency gives the neighbours of n objects, in the order in which they became
// it: those of object x are adj[first[x]:first[x+1]].
func (s *edgeSet) adjacency(n int) (first []int32, adj []neighbour) {
	first = make([]int32, n+2)
	s.merge()
	for k := range s.pairs {
		first[s.pairs[k].lo+2]++
		first[s.pairs[k].hi+2]++
	}
	for x := 2; x < len(first); x++ {
		first[x] += first[x-1]
	}
	adj = make([]neighbour, first[n+1])
	put := func(x, y int32, kind edge) {
		adj[first[x+1]] = neighbour{y, kind}
		first[x+1]++
	}
	for k := range s.pairs {
		p := &s.pairs[k]
		put(p.lo, p.hi, p.kind)
		put(p.hi, p.lo, p.kind)
	}
	return first[:n+1], adj
}
