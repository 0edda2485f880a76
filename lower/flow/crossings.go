package flow

import (
	"cmp"
	"math"
	"slices"
)

// crossings answers which branches lead into or out of a part of a program. A break leads
// to the end of its loop by itself and counts for none.
type crossings struct {
	to   extremes // by source: targets
	from extremes // by target: sources
}

func newCrossings(n *nesting) *crossings {
	var to, from []numberAt
	for i := range n.P.Insts {
		if n.isBranch(i) && n.shapes[i] != leave {
			to = append(to, numberAt{i, n.to[i]})
			from = append(from, numberAt{n.to[i], i})
		}
	}
	return &crossings{newExtremes(to), newExtremes(from)}
}

// lead reports whether the branches at [first, last] lead to [low, high] alone.
func (x *crossings) lead(first, last, low, high int) bool {
	lo, hi := x.to.in(first, last)
	return lo > hi || lo >= low && hi <= high
}

// come reports whether what leads to [first, last] is at [low, high] alone.
func (x *crossings) come(first, last, low, high int) bool {
	lo, hi := x.from.in(first, last)
	return lo > hi || lo >= low && hi <= high
}

// numberAt is a number at a place.
type numberAt struct{ at, number int }

// extremes are the least and the greatest of the numbers at a range of places, in a tree
// over those places whose nodes hold the extremes of those below them.
type extremes struct {
	places    []int // rising
	low, high []int
}

func newExtremes(list []numberAt) extremes {
	slices.SortFunc(list, func(a, b numberAt) int { return cmp.Compare(a.at, b.at) })
	n := len(list)
	e := extremes{places: make([]int, n), low: make([]int, 2*n), high: make([]int, 2*n)}
	for k, x := range list {
		e.places[k], e.low[n+k], e.high[n+k] = x.at, x.number, x.number
	}
	for k := n - 1; k > 0; k-- {
		e.join(k)
	}
	return e
}

// join makes a node of those below it.
func (e *extremes) join(k int) {
	e.low[k], e.high[k] = min(e.low[2*k], e.low[2*k+1]), max(e.high[2*k], e.high[2*k+1])
}

// set changes the only number at a place that has one.
func (e *extremes) set(at, number int) {
	k, _ := slices.BinarySearch(e.places, at)
	k += len(e.places)
	e.low[k], e.high[k] = number, number
	for k /= 2; k > 0; k /= 2 {
		e.join(k)
	}
}

// in are the extremes at [first, last]; the low one is above the high one where there is
// nothing.
func (e *extremes) in(first, last int) (low, high int) {
	low, high = math.MaxInt, math.MinInt
	a, _ := slices.BinarySearch(e.places, first)
	b, _ := slices.BinarySearch(e.places, last+1)
	n := len(e.places)
	for a, b = a+n, b+n; a < b; a, b = a/2, b/2 {
		if a%2 == 1 {
			low, high = min(low, e.low[a]), max(high, e.high[a])
			a++
		}
		if b%2 == 1 {
			b--
			low, high = min(low, e.low[b]), max(high, e.high[b])
		}
	}
	return low, high
}
