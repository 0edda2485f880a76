package regalloc

import (
	"container/heap"
	"slices"
)

// chooser picks the objects to spill: of those that are live at points where
// more than limit units are taken, the one that covers most of them for what its
// loads and saves cost, until no point is over the limit.
type chooser struct {
	*survey
	*levels
	pinned []bool           // by object: read by what is computed again
	gone   []bool           // by object: picked
	held   []int32          // by point: units of the sources of what is computed again
	lives  map[int32]bitset // points where pinned objects are live
	picked []int32
	heap   candidates
	points []int32 // points of uses
}

// candidate is an object with the number of points it covered when last counted.
type candidate struct {
	obj     int32
	covered int64
	size    int64
	cost    int64
}

// better compares covered units for their cost.
func (c *candidate) better(d *candidate) bool {
	p, q := c.covered*c.size*d.cost, d.covered*d.size*c.cost
	return p > q || p == q && c.obj < d.obj
}

type candidates []candidate

// Len, Less, Swap, Push and Pop are heap.Interface.
func (c candidates) Len() int           { return len(c) }
func (c candidates) Less(i, j int) bool { return c[i].better(&c[j]) }
func (c candidates) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }

// Push adds a candidate.
func (c *candidates) Push(x any) { *c = append(*c, x.(candidate)) }

// Pop takes the last one.
func (c *candidates) Pop() any {
	end := len(*c) - 1
	x := (*c)[end]
	*c = (*c)[:end]
	return x
}

// choose picks objects; the result is empty when none helps.
func (s *survey) choose() []int32 {
	n := len(s.list)
	c := &chooser{survey: s, levels: newLevels(s.taken, s.limit), pinned: s.room.bools.take(n), gone: s.room.bools.take(n), held: s.room.numbers.take(len(s.taken)), lives: map[int32]bitset{}}
	c.holdKept()
	for _, x := range s.cands {
		if n := c.covers(x); n > 0 {
			c.heap = append(c.heap, candidate{x, n, int64(s.list[x].size), s.weightOf(x)})
		}
	}
	heap.Init(&c.heap)
	for len(c.heap) > 0 && c.over.total() > 0 {
		best := &c.heap[0]
		switch n := c.covers(best.obj); {
		case n == 0 || c.pinned[best.obj]:
			heap.Pop(&c.heap)
		case n < best.covered:
			best.covered = n
			heap.Fix(&c.heap, 0)
		case c.from[best.obj] >= 0 && !c.pin(best.obj):
			best.cost = c.weightOf(best.obj)
			heap.Fix(&c.heap, 0)
		default:
			c.picked = append(c.picked, best.obj)
			c.gone[best.obj] = true
			c.shift(heap.Pop(&c.heap).(candidate).obj, 1)
		}
	}
	c.spare()
	c.done()
	slices.Sort(c.picked)
	for x, is := range c.pinned {
		if is {
			s.mem.brief[s.f][s.varAt[x]] = true
			s.mem.kept[s.varAt[x]] = true
		}
	}
	return c.picked
}

// covers counts the points over the limit that spilling x would relieve.
func (c *chooser) covers(x int32) int64 {
	n := int64(0)
	for _, r := range c.stays[x] {
		n += int64(c.over.between(r.lo, r.hi))
	}
	for k := range c.uses[x] {
		u := &c.uses[x][k]
		if c.temp(u) < c.list[x].size {
			continue
		}
		front, behind := u.holds()
		if front && c.above[2*u.inst] {
			n--
		}
		if behind && c.above[2*u.inst+1] {
			n--
		}
	}
	return n
}

// shift takes an object out of the points where it is live but for its uses, or
// with by -1 puts it back.
func (c *chooser) shift(x, by int32) {
	for k := range c.uses[x] {
		u := &c.uses[x][k]
		front, behind := u.holds()
		if front {
			c.set(2*u.inst, c.of(2*u.inst)+by*c.temp(u))
		}
		if behind {
			c.set(2*u.inst+1, c.of(2*u.inst+1)+by*c.temp(u))
		}
	}
	c.add(c.stays[x], -by*c.list[x].size)
}

// spare takes back picks that later ones have made needless, the dearest first.
func (c *chooser) spare() {
	order := slices.Clone(c.picked)
	slices.SortStableFunc(order, func(x, y int32) int {
		if d := c.weightOf(y) - c.weightOf(x); d != 0 {
			return int(min(max(d, -1), 1))
		}
		return int(x - y)
	})
	for _, x := range order {
		before := c.over.total()
		if before == 0 && !c.fitsBack(x) {
			continue
		}
		c.shift(x, -1)
		if c.over.total() <= before && len(c.picked) > 1 {
			c.picked = slices.DeleteFunc(c.picked, func(y int32) bool { return y == x })
			continue
		}
		c.shift(x, 1)
	}
}

// fitsBack tells that an object fits where it is live, but perhaps not at its uses, where it takes
// something already.
func (c *chooser) fitsBack(x int32) bool {
	c.points = c.points[:0]
	for k := range c.uses[x] {
		i := 2 * c.uses[x][k].inst
		c.points = append(c.points, i, i+1)
	}
	return c.room(c.stays[x], c.list[x].size, c.points)
}

// counts is a row of numbers with sums of its beginnings (a Fenwick tree).
type counts struct {
	tree []int32
	all  int32
}

func newCounts(n int) counts { return counts{tree: make([]int32, n+1)} }

func (c *counts) add(at, by int32) {
	c.all += by
	for k := at + 1; int(k) < len(c.tree); k += k & -k {
		c.tree[k] += by
	}
}

// between is the sum of the numbers from lo to hi-1. Where the sums of both beginnings are
// the same, they are not looked at.
func (c *counts) between(lo, hi int32) int32 {
	n := int32(0)
	for ; hi > lo; hi &= hi - 1 {
		n += c.tree[hi]
	}
	for ; lo > hi; lo &= lo - 1 {
		n -= c.tree[lo]
	}
	return n
}

func (c *counts) total() int32 { return c.all }
