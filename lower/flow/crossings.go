package flow

import (
	"math"

	"github.com/genvisa/genvisa/native"
)

// crossings answers which branches lead into or out of a part of a program. A break leads
// to the end of its loop by itself and counts for none.
type crossings struct {
	to   extremes // by source: targets
	from extremes // by target: sources
}

func newCrossings(n *nesting) *crossings {
	size := len(n.P.Insts) + 1
	x := &crossings{newExtremes(size), newExtremes(size)}
	for i := range n.P.Insts {
		if n.P.Insts[i].Op == native.OpGoto && n.shapes[i] != leave {
			x.to.add(i, n.to[i])
			x.from.add(n.to[i], i)
		}
	}
	x.to.build()
	x.from.build()
	return x
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

// extremes are the least and the greatest of the numbers at a range of places, in a tree
// whose nodes hold those below them.
type extremes struct {
	low, high []int
	n         int
}

func newExtremes(size int) extremes {
	e := extremes{n: 1}
	for e.n < size {
		e.n *= 2
	}
	e.low, e.high = make([]int, 2*e.n), make([]int, 2*e.n)
	for i := range e.low {
		e.low[i], e.high[i] = math.MaxInt, math.MinInt
	}
	return e
}

func (e *extremes) add(at, value int) {
	e.low[e.n+at], e.high[e.n+at] = min(e.low[e.n+at], value), max(e.high[e.n+at], value)
}

func (e *extremes) build() {
	for k := e.n - 1; k > 0; k-- {
		e.join(k)
	}
}

// join makes a node of those below it.
func (e *extremes) join(k int) {
	e.low[k], e.high[k] = min(e.low[2*k], e.low[2*k+1]), max(e.high[2*k], e.high[2*k+1])
}

// set makes value the only number at a place, after build.
func (e *extremes) set(at, value int) {
	k := e.n + at
	e.low[k], e.high[k] = value, value
	for k /= 2; k > 0; k /= 2 {
		e.join(k)
	}
}

// in are the extremes at [first, last]; the low one is above the high one where there is
// nothing.
func (e *extremes) in(first, last int) (low, high int) {
	low, high = math.MaxInt, math.MinInt
	for a, b := e.n+first, e.n+last+1; a < b; a, b = a/2, b/2 {
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
