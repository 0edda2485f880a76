package regalloc

import "slices"

// colour places the objects of one file, first fit in the given order. Fixed
// objects come first, then those bound to the high registers.
func (a *analysis) colour(g *graph, f file, at []int32, less func(x, y int32) int) (high, fail int32) {
	var order []int32
	for x := range a.list {
		if a.list[x].file != f {
			continue
		}
		at[x] = a.list[x].fixed
		if at[x] < 0 {
			order = append(order, int32(x))
		}
	}
	slices.SortStableFunc(order, func(x, y int32) int {
		if d := a.list[y].min - a.list[x].min; d != 0 {
			return int(d)
		}
		// Among those bound to the high registers the tighter bound is first.
		if d := a.list[x].max - a.list[y].max; d != 0 && a.list[x].min > 0 {
			return int(d)
		}
		return less(x, y)
	})
	busy := make([]bool, fileUnits[f])
	for _, x := range order {
		if at[x] = a.place(g, x, at, busy); at[x] < 0 {
			return 0, x
		}
		if a.list[x].min == 0 {
			high = max(high, at[x]+a.list[x].size)
		}
	}
	return high, -1
}

// place finds the location of one object: that of a copy's other side when it
// is free, else the lowest.
func (a *analysis) place(g *graph, x int32, at []int32, busy []bool) int32 {
	clear(busy)
	var close []int32 // objects that may have the same base
	for _, nb := range g.adj[x] {
		if at[nb.obj] < 0 {
			continue
		}
		if nb.kind == together {
			close = append(close, nb.obj)
			continue
		}
		lo := at[nb.obj]
		for u := lo; u < lo+a.list[nb.obj].size; u++ {
			busy[u] = true
		}
	}
	obj := &a.list[x]
	fits := func(p int32) bool {
		if p < obj.min || p+obj.size > obj.max || p%obj.align != 0 || slices.Contains(busy[p:p+obj.size], true) {
			return false
		}
		return !slices.ContainsFunc(close, func(y int32) bool {
			return p != at[y] && p < at[y]+a.list[y].size && at[y] < p+obj.size
		})
	}
	for _, h := range g.hints[x] {
		if at[h.from] >= 0 && at[h.from]+h.shift >= 0 && fits(at[h.from]+h.shift) {
			return at[h.from] + h.shift
		}
	}
	for p := (obj.min + obj.align - 1) / obj.align * obj.align; p+obj.size <= obj.max; p += obj.align {
		if fits(p) {
			return p
		}
	}
	return -1
}

// byStart is linear scan order; bySize places what is hard to place first.
func (g *graph) byStart(x, y int32) int { return int(g.start[x] - g.start[y]) }

func (a *analysis) bySize(g *graph) func(x, y int32) int {
	return func(x, y int32) int {
		if d := a.list[y].size - a.list[x].size; d != 0 {
			return int(d)
		}
		return g.byStart(x, y)
	}
}

// byDegree places first what many neighbours constrain.
func (a *analysis) byDegree(g *graph) func(x, y int32) int {
	weight := make([]int, len(a.list))
	for x := range weight {
		for _, nb := range g.adj[x] {
			weight[x] += int(a.list[nb.obj].size)
		}
	}
	return func(x, y int32) int { return weight[y] - weight[x] }
}

// colourBest tries the orders and keeps the result with the lowest top.
func (a *analysis) colourBest(g *graph, f file, at []int32) (high, fail int32) {
	best := slices.Clone(at)
	high, fail = -1, -1
	for k, order := range []func(x, y int32) int{g.byStart, a.bySize(g), a.byDegree(g)} {
		h, failed := a.colour(g, f, at, order)
		switch {
		case failed >= 0 && k == 0:
			fail = failed
		case failed < 0 && (high < 0 || h < high):
			high = h
			copy(best, at)
		}
	}
	if high >= 0 {
		fail = -1
		copy(at, best)
	}
	return high, fail
}
