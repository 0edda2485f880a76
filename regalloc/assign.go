package regalloc

import (
	"slices"
)

// nowhere is the location of an object that has none yet, spilled that of one
// that gets none.
const (
	nowhere = -1
	spilled = -2
)

// colour places the objects of one file, in the given order. Fixed objects come
// first, then those bound to the high registers. Where one does not fit, makeRoom
// spills it or a neighbour, until it can do no more.
func (p *placer) colour(f file, less func(x, y int32) int, makeRoom func(x int32) bool) (high, fail int32) {
	a, at := p.analysis, p.at
	var order []int32
	for x := range a.list {
		if a.list[x].file != f || at[x] == spilled {
			continue
		}
		at[x] = a.list[x].fixed
		if at[x] < 0 {
			at[x] = nowhere
			order = append(order, int32(x))
		}
	}
	slices.SortFunc(order, func(x, y int32) int {
		if d := a.list[y].min - a.list[x].min; d != 0 {
			return int(d)
		}
		// Among those bound to the high registers the tighter bound is first.
		if d := a.list[x].max - a.list[y].max; d != 0 && a.list[x].min > 0 {
			return int(d)
		}
		if d := less(x, y); d != 0 {
			return d
		}
		return int(x - y)
	})
	p.busy = newUnitMap(a.whole[f])
	for _, x := range order {
		if at[x] == spilled {
			continue
		}
		for at[x] = p.place(x); at[x] == nowhere; at[x] = p.place(x) {
			if makeRoom == nil || !makeRoom(x) {
				return 0, x
			}
			if at[x] == spilled {
				break
			}
		}
		if a.list[x].min == 0 && at[x] >= 0 {
			high = max(high, at[x]+a.list[x].size)
		}
	}
	return high, -1
}

// placer finds locations of objects.
type placer struct {
	*analysis
	g     *graph
	at    []int32
	busy  unitMap
	close []int32 // objects that may have the same base
	turn  bool    // whole registers are taken in turn
	next  int32   // with turn: the end of the last ones
	banks *banks  // with turn: what is read at once; nil: all places are alike
}

// place is the location of one object: that of a copy's other side when it is
// free, else the lowest, or the next in turn; nowhere when there is none.
func (p *placer) place(x int32) int32 {
	clear(p.busy)
	p.close = p.close[:0]
	for _, nb := range p.g.neighbours(x) {
		at := p.at[nb.obj()]
		switch {
		case at < 0:
		case nb.kind() == together:
			p.close = append(p.close, nb.obj())
		default:
			p.busy.add(at, p.list[nb.obj()].size)
		}
	}
	obj := &p.list[x]
	for _, h := range p.g.hints[p.g.hintsOf[x]:p.g.hintsOf[x+1]] {
		if from := p.at[h.from]; from >= 0 && from+h.shift >= obj.min && p.fits(obj, from+h.shift) {
			return from + h.shift
		}
	}
	if !p.turn || obj.size < p.grf || obj.min > 0 {
		return p.lowest(obj, obj.min)
	}
	at := p.lowest(obj, p.next)
	if at == nowhere {
		at = p.lowest(obj, obj.min)
	}
	p.next = at + obj.size
	return p.better(x, at)
}

// lowest is the lowest location from a unit on.
func (p *placer) lowest(obj *object, from int32) int32 {
	for at := (from + obj.align - 1) / obj.align * obj.align; at+obj.size <= obj.max; at += obj.align {
		if p.fits(obj, at) {
			return at
		}
	}
	return nowhere
}

func (p *placer) fits(obj *object, at int32) bool {
	if at+obj.size > obj.max || at%obj.align != 0 || !p.busy.free(at, obj.size) {
		return false
	}
	for _, y := range p.close {
		if at != p.at[y] && at < p.at[y]+p.list[y].size && p.at[y] < at+obj.size {
			return false
		}
	}
	return true
}

// unitMap is a set of the units of one file.
type unitMap []uint64

func newUnitMap(units int32) unitMap { return make(unitMap, (units+63)/64) }

// add adds n units from at.
func (m unitMap) add(at, n int32) {
	for n > 0 {
		w, mask, k := word(at, n)
		m[w] |= mask
		at, n = at+k, n-k
	}
}

// free tells that none of n units from at is in the set.
func (m unitMap) free(at, n int32) bool {
	for n > 0 {
		w, mask, k := word(at, n)
		if m[w]&mask != 0 {
			return false
		}
		at, n = at+k, n-k
	}
	return true
}

// word is the part of n units from at that lies in one word: its mask, and how
// many units it is.
func word(at, n int32) (w int32, mask uint64, k int32) {
	k = min(n, 64-at&63)
	return at >> 6, (1<<k - 1) << (at & 63), k
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
		for _, nb := range g.neighbours(int32(x)) {
			weight[x] += int(a.list[nb.obj()].size)
		}
	}
	return func(x, y int32) int { return weight[y] - weight[x] }
}

// colourInTurn places whole registers in turn: a result does not go where a message
// that is still on its way reads or writes, for which it would have to wait. Of what is
// smaller many share a register, first fit.
func (a *analysis) colourInTurn(g *graph, f file, at []int32) (ok bool) {
	p := &placer{analysis: a, g: g, at: at, turn: true, banks: newBanks(a)}
	_, fail := p.colour(f, g.byStart, nil)
	if fail >= 0 && p.banks != nil {
		p.banks, p.next = nil, 0
		_, fail = p.colour(f, g.byStart, nil)
	}
	return fail < 0
}

// colourBest tries the orders, first fit, and keeps the result with the lowest top; what
// is live at once is as low as a top can be.
func (a *analysis) colourBest(g *graph, f file, at []int32) (high, fail int32) {
	best := slices.Clone(at)
	high, fail = -1, -1
	for k, order := range []func() func(x, y int32) int{
		func() func(x, y int32) int { return g.byStart },
		func() func(x, y int32) int { return a.bySize(g) },
		func() func(x, y int32) int { return a.byDegree(g) },
	} {
		p := &placer{analysis: a, g: g, at: at}
		h, failed := p.colour(f, order(), nil)
		switch {
		case failed >= 0 && k == 0:
			fail = failed
		case failed < 0 && (high < 0 || h < high):
			high = h
			copy(best, at)
		}
		if high >= 0 && high <= g.least[f] {
			break
		}
	}
	if high >= 0 {
		fail = -1
		copy(at, best)
	}
	return high, fail
}

// spread moves whole registers of a finished colouring in turn, each to where nothing of its neighbours is: first
// fit gives the registers that were freed last to what is written next, which then waits for the messages
// that read or write them.
func (a *analysis) spread(g *graph, f file, at []int32) {
	p := &placer{analysis: a, g: g, at: at, turn: true, busy: newUnitMap(a.whole[f]), banks: newBanks(a)}
	var order []int32
	for x := range a.list {
		o := &a.list[x]
		if o.file == f && o.fixed < 0 && o.min == 0 && o.size >= a.grf && at[x] >= 0 {
			order = append(order, int32(x))
		}
	}
	slices.SortStableFunc(order, g.byStart)
	for _, x := range order {
		at[x] = p.place(x)
	}
}
