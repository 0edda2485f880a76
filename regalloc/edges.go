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

// edgeSet collects pairs of objects: each object has a list of those that it was connected to,
// with repeats. A list that has doubled since it had none is rid of them, so that time is
// as long as what is added, and memory as what is different. Where two relations meet,
// apart wins.
type edgeSet struct {
	lists [][]neighbour // by object
	plain []int32       // object -> how many of its list are different
	place []int32       // object -> its place, plus one, in the list that is looked at
	room  *shelf[neighbour]
}

// reset leaves no edges of n objects.
func (s *edgeSet) reset(n int) {
	s.lists, s.plain, s.place = cleared(s.lists, n), cleared(s.plain, n), cleared(s.place, n)
}

// cleared is a list of n zeros, in place of another when that is long enough.
func cleared[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	list = list[:n]
	clear(list)
	return list
}

// minRepeats is the entries behind the plain ones of a list for which it is worth to look.
const minRepeats = 32

func (s *edgeSet) connect(x, y int32, kind edge) {
	if x == y {
		return
	}
	s.lists[x] = append(s.room.longer(s.lists[x], 1), newNeighbour(y, kind))
	s.tidy(x)
}

// apartFrom connects x with all of a list, in which it may be itself.
func (s *edgeSet) apartFrom(x int32, list []int32) {
	near := s.room.longer(s.lists[x], len(list))
	for _, y := range list {
		if x != y {
			near = append(near, newNeighbour(y, apart))
		}
	}
	s.lists[x] = near
	s.tidy(x)
}

// tidy takes the repeats out of a list that may have as many as others.
func (s *edgeSet) tidy(x int32) {
	if n := s.plain[x]; int32(len(s.lists[x]))-n >= n+minRepeats {
		s.lists[x] = s.once(s.lists[x])
		s.plain[x] = int32(len(s.lists[x]))
	}
}

// once takes the repeats out of a list, in place.
func (s *edgeSet) once(list []neighbour) []neighbour {
	out := list[:0]
	for _, nb := range list {
		y := nb.obj()
		switch k := s.place[y]; {
		case k == 0:
			out = append(out, nb)
			s.place[y] = int32(len(out))
		case nb.kind() == apart:
			out[k-1] = nb
		}
	}
	for _, nb := range out {
		s.place[nb.obj()] = 0
	}
	return out
}

// adjacency lists the neighbours of objects: those of object x are list[first[x]:first[x+1]].
// Without any it is empty.
type adjacency struct {
	first []int32
	list  []neighbour
}

func (a *adjacency) of(x int32) []neighbour {
	if len(a.list) == 0 {
		return nil
	}
	return a.list[a.first[x]:a.first[x+1]]
}

// adjacency gives the neighbours of n objects.
func (s *edgeSet) adjacency(n int, r *Room) adjacency {
	ends := r.numbers.take(n + 1) // object -> entries of it and of those before
	for x := range n {
		s.lists[x] = s.once(s.lists[x])
		ends[x+1] += int32(len(s.lists[x]))
		for _, nb := range s.lists[x] {
			ends[nb.obj()+1]++
		}
	}
	for x := range n {
		ends[x+1] += ends[x]
	}
	adj := s.room.empty(int(ends[n]))[:ends[n]]
	next := ends[:n]
	put := func(x int32, nb neighbour) {
		adj[next[x]] = nb
		next[x]++
	}
	for x := range int32(n) {
		for _, nb := range s.lists[x] {
			put(x, nb)
			put(nb.obj(), newNeighbour(x, nb.kind()))
		}
		s.lists[x] = nil
	}
	return s.packed(next, adj, r)
}

// packed takes the repeats out of lists that end where ends says, and closes the gaps.
func (s *edgeSet) packed(ends []int32, adj []neighbour, r *Room) adjacency {
	first, out := r.numbers.take(len(ends)+1), adj[:0]
	from := int32(0)
	for x, end := range ends {
		out = append(out, s.once(adj[from:end])...)
		first[x+1], from = int32(len(out)), end
	}
	return adjacency{first, out}
}
