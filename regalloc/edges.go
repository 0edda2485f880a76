package regalloc

// edge is the relation of two objects of one file.
type edge uint8

const (
	apart    edge = iota + 1 // no common unit
	together                 // no common unit, or the same base (see sameCells)
)

// neighbour is an entry of an object's adjacency list: the object, and in the lowest bit
// whether they may have the same base. A program with thousands of objects that live at
// once has millions of entries.
type neighbour uint32

func newNeighbour(obj int32, kind edge) neighbour {
	return neighbour(uint32(obj)<<1 | uint32(kind-apart))
}

func (nb neighbour) obj() int32 { return int32(nb >> 1) }

func (nb neighbour) kind() edge { return apart + edge(nb&1) }

// pair is two objects, the lower first, and their relation, which is a bit of the second.
type pair struct{ lo, hiKind uint32 }

func newPair(x, y int32, kind edge) pair {
	return pair{uint32(min(x, y)), uint32(newNeighbour(max(x, y), kind))}
}

func (p pair) hi() int32 { return neighbour(p.hiKind).obj() }

func (p pair) kind() edge { return neighbour(p.hiKind).kind() }

// index is the place of a pair in a matrix.
func (p pair) index() int32 { return p.hi()*(p.hi()-1)/2 + int32(p.lo) }

// pairList is a list of pairs in pieces, so that it need not be copied as it grows.
type pairList struct {
	pieces [][]pair
	n      int
}

// pieceShift is of the pairs of a piece: 64 Ki, which have 512 KiB.
const pieceShift = 16

func (l *pairList) at(k int32) *pair { return &l.pieces[k>>pieceShift][k&(1<<pieceShift-1)] }

func (l *pairList) add(p pair) {
	if l.n>>pieceShift == len(l.pieces) {
		var piece []pair // the first one grows: most programs need no more
		if l.n > 0 {
			piece = make([]pair, 0, 1<<pieceShift)
		}
		l.pieces = append(l.pieces, piece)
	}
	last := &l.pieces[len(l.pieces)-1]
	*last = append(doubled(*last), p)
	l.n++
}

// edgeSet is a set of pairs: a list, and what finds a pair in it. Of few objects
// that is a matrix of bits, of many a table of indices, open addressed. Where two
// relations meet, apart wins.
type edgeSet struct {
	pairs  pairList
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
	p := newPair(x, y, kind)
	if m := s.matrix[kind]; m != nil {
		if at := p.index(); !m.has(at) && !s.matrix[apart].has(at) {
			m.add(at)
			s.pairs.add(p)
		}
		return
	}
	if 2*s.pairs.n >= len(s.table) {
		s.grow()
	}
	k := s.find(p)
	switch {
	case s.table[k] == 0:
		s.pairs.add(p)
		s.table[k] = int32(s.pairs.n)
	case kind == apart:
		*s.pairs.at(s.table[k] - 1) = p
	}
}

// find is the place of a pair in the table, or the empty one where it belongs.
func (s *edgeSet) find(p pair) int {
	mask := len(s.table) - 1
	k := int(mix(p)>>36) & mask
	for ; s.table[k] != 0; k = (k + 1) & mask {
		if q := s.pairs.at(s.table[k] - 1); q.lo == p.lo && q.hi() == p.hi() {
			return k
		}
	}
	return k
}

// mix spreads a pair over 64 bits (Fibonacci hashing).
func mix(p pair) uint64 { return (uint64(p.lo)<<32 | uint64(p.hi())) * 0x9E3779B97F4A7C15 }

func (s *edgeSet) grow() {
	s.table = make([]int32, max(256, 4*len(s.table)))
	for k := range int32(s.pairs.n) {
		s.table[s.find(*s.pairs.at(k))] = k + 1
	}
}

// merged is pair k with the relation that it has in the end; false for one that came first
// with the other.
func (s *edgeSet) merged(k int32) (pair, bool) {
	p := *s.pairs.at(k)
	if s.matrix[apart] == nil || !s.matrix[apart].has(p.index()) {
		return p, true
	}
	if p.kind() == apart {
		return p, !s.matrix[together].has(p.index())
	}
	return newPair(int32(p.lo), p.hi(), apart), true
}

// adjacency gives the neighbours of n objects, in the order in which they became
// it: those of object x are adj[first[x]:first[x+1]].
func (s *edgeSet) adjacency(n int) (first []int32, adj []neighbour) {
	first = make([]int32, n+2)
	for k := range int32(s.pairs.n) {
		if p, ok := s.merged(k); ok {
			first[p.lo+2]++
			first[p.hi()+2]++
		}
	}
	for x := 2; x < len(first); x++ {
		first[x] += first[x-1]
	}
	adj = make([]neighbour, first[n+1])
	put := func(x, y int32, kind edge) {
		adj[first[x+1]] = newNeighbour(y, kind)
		first[x+1]++
	}
	for k := range int32(s.pairs.n) {
		if p, ok := s.merged(k); ok {
			put(int32(p.lo), p.hi(), p.kind())
			put(p.hi(), int32(p.lo), p.kind())
		}
	}
	return first[:n+1], adj
}
