package regalloc

import "slices"

// levels are the units that are taken at each point, and which points are over the limit. What
// an object takes at many points is added to whole blocks of them, and to their points only when
// one may come to the other side of the limit: many objects live at many points.
type levels struct {
	bound int32   // the limit
	at    []int32 // by point, but for what is due to its block
	due   []int32 // by block
	low   []int32 // by block: no point over the limit is lower, but for what is due
	high  []int32 // by block: no other point is higher
	above []bool  // by point
	over  counts  // points over the limit
}

// levelBlock is how many points have one sum due to them.
const levelBlock = 256

// newLevels takes the units at the points and changes them where they are.
func newLevels(at []int32, limit int32) *levels {
	n := (len(at) + levelBlock - 1) / levelBlock
	l := &levels{bound: limit, at: at, due: make([]int32, n), low: make([]int32, n), high: make([]int32, n), above: make([]bool, len(at)), over: newCounts(len(at))}
	for b := range int32(n) {
		l.settle(b)
	}
	return l
}

// of is what is taken at a point.
func (l *levels) of(at int32) int32 { return l.at[at] + l.due[at/levelBlock] }

// span is the points of a block.
func (l *levels) span(b int32) (lo, hi int32) {
	return b * levelBlock, min((b+1)*levelBlock, int32(len(l.at)))
}

// settle gives the points of a block what is due to them.
func (l *levels) settle(b int32) {
	const most = 1 << 30
	l.low[b], l.high[b] = most, -most
	due := l.due[b]
	l.due[b] = 0
	lo, hi := l.span(b)
	for at := lo; at < hi; at++ {
		l.at[at] += due
		l.side(at)
	}
}

// side notes on which side of the limit a point is.
func (l *levels) side(at int32) {
	b, is := at/levelBlock, l.of(at) > l.bound
	if is {
		l.low[b] = min(l.low[b], l.at[at])
	} else {
		l.high[b] = max(l.high[b], l.at[at])
	}
	switch {
	case is && !l.above[at]:
		l.over.add(at, 1)
	case !is && l.above[at]:
		l.over.add(at, -1)
	}
	l.above[at] = is
}

// set changes what is taken at a point.
func (l *levels) set(at, to int32) {
	l.at[at] = to - l.due[at/levelBlock]
	l.side(at)
}

// add takes by more units at all points of some runs.
func (l *levels) add(runs []stay, by int32) {
	for _, r := range runs {
		for at := r.lo; at < r.hi; {
			b := at / levelBlock
			lo, end := l.span(b)
			if at > lo || r.hi < end {
				for end = min(end, r.hi); at < end; at++ {
					l.set(at, l.of(at)+by)
				}
				continue
			}
			l.due[b] += by
			if l.low[b]+l.due[b] <= l.bound || l.high[b]+l.due[b] > l.bound {
				l.settle(b)
			}
			at = end
		}
	}
}

// room tells that by more units fit at all points of some runs, but perhaps not at those that
// are left out.
func (l *levels) room(runs []stay, by int32, leftOut []int32) bool {
	for _, r := range runs {
		for at := r.lo; at < r.hi; at++ {
			b := at / levelBlock
			if lo, end := l.span(b); at == lo && r.hi >= end && l.over.total() == 0 && l.high[b]+l.due[b]+by <= l.bound {
				at = end - 1
				continue
			}
			if l.of(at)+by > l.bound && !slices.Contains(leftOut, at) {
				return false
			}
		}
	}
	return true
}

// done gives all points what is due to them.
func (l *levels) done() {
	for b := range l.due {
		l.settle(int32(b))
	}
}
