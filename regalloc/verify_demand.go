package regalloc

import (
	"fmt"
	"slices"
)

// demand says that location p must hold unit u, for a lane or wholeThread.
type demand struct {
	u, p int32
	lane int8
}

// wordOp is what a step does to 64 demands. Masked writes of the demand's own
// lane do nothing while the lane sleeps; the second entry is for awake lanes.
type wordOp struct {
	word  int32
	end   [2]uint64 // made true here
	spoil [2]uint64 // made false here
}

// swap replaces a demand at a copy that only one program has.
type swap struct {
	from, to  int32
	keep      bool // the copy may not happen: both are demanded
	awakeOnly bool
}

// transfer is one item read backwards.
type transfer struct {
	ops   []wordOp
	moves []swap
	adds  []int32 // demands of its reads
}

func (v *verifier) intern(d demand) int32 {
	e, ok := v.eqIndex[d]
	if !ok {
		e = int32(len(v.eq))
		v.eqIndex[d] = e
		v.eq = append(v.eq, d)
	}
	return e
}

// gather lists all demands that can arise and what each item does to them.
func (v *verifier) gather() error {
	v.eqIndex = map[demand]int32{}
	v.code = make([]transfer, len(v.items))
	for k := range v.items {
		for _, t := range v.touches[k] {
			if !t.write {
				v.code[k].adds = append(v.code[k].adds, v.intern(demand{t.u, t.p, t.lane}))
			}
		}
		for _, d := range v.headerNeeds(k) {
			v.code[k].adds = append(v.code[k].adds, v.intern(d))
		}
	}
	var byUnit, byLoc [][]int32
	for known := 0; known < len(v.eq); {
		byUnit, byLoc = v.index()
		known = len(v.eq)
		for k := range v.items {
			v.code[k].moves = v.code[k].moves[:0]
			v.moveDemands(k, byUnit, byLoc)
		}
	}
	byUnit, byLoc = v.index()
	for k := range v.items {
		v.writeDemands(k, byUnit, byLoc)
	}
	return nil
}

// index lists the demands by unit and by location.
func (v *verifier) index() (byUnit, byLoc [][]int32) {
	end := int32(0)
	for _, d := range v.eq {
		end = max(end, d.p/8+1)
	}
	for k := range v.items {
		for _, t := range v.touches[k] {
			end = max(end, t.p/8+1)
		}
		for _, c := range v.copies[k] {
			if v.items[k].before < 0 {
				end = max(end, c.to/8+1)
			}
		}
	}
	byUnit, byLoc = make([][]int32, v.space.units), make([][]int32, end)
	for e, d := range v.eq {
		byUnit[d.u] = append(byUnit[d.u], int32(e))
		byLoc[d.p/8] = append(byLoc[d.p/8], int32(e))
	}
	return byUnit, byLoc
}

// occurs tells when a write of lane w happens for a demand of lane d: surely
// or perhaps, and whether only while that lane is awake.
func occurs(w, d int8, full bool) (surely, awakeOnly bool) {
	switch {
	case w == wholeThread:
		return full, false
	case w == d:
		return full, true
	}
	return false, false
}

// moveDemands lists the substitutions at a copy without partner.
func (v *verifier) moveDemands(k int, byUnit, byLoc [][]int32) {
	x := &v.code[k]
	for _, c := range v.copies[k] {
		list := byLoc
		at := c.to / 8
		if v.items[k].before >= 0 {
			list, at = byUnit, c.to
		}
		for _, e := range list[at] {
			d := v.eq[e]
			to := d
			switch {
			case v.items[k].before >= 0:
				to.u = c.from
			case v.carries(c, d):
				to.p = c.from + (d.p - c.to)
			default:
				continue
			}
			surely, awake := occurs(c.lane, d.lane, c.full)
			x.moves = append(x.moves, swap{from: e, to: v.intern(to), keep: !surely, awakeOnly: awake})
		}
	}
}

// carries tells that an added copy brings what a demand asks for to its place:
// whole bytes with all their bits, or one bit of a flag.
func (v *verifier) carries(c move, d demand) bool {
	if c.width == 8 {
		return true
	}
	return d.p == c.to && v.isFlag(d.u)
}

func (v *verifier) isFlag(u int32) bool { return v.space.thingOf(u).file == fileFlag }

// writeDemands lists what the writes of an item do to demands.
func (v *verifier) writeDemands(k int, byUnit, byLoc [][]int32) {
	words := map[int32]*wordOp{}
	at := func(e int32) *wordOp {
		w := words[e/64]
		if w == nil {
			w = &wordOp{word: e / 64}
			words[e/64] = w
		}
		return w
	}
	spoil := func(e int32, lane int8, full bool) {
		d := v.eq[e]
		if !v.defined[k].has(d.u) && !v.writes(k, d.u) {
			// Nothing defined the unit: the demand is vain.
			w := at(e)
			w.end[0] |= 1 << (e % 64)
			w.end[1] |= 1 << (e % 64)
			return
		}
		w := at(e)
		if _, awake := occurs(lane, d.lane, full); !awake {
			w.spoil[0] |= 1 << (e % 64)
		}
		w.spoil[1] |= 1 << (e % 64)
	}
	for _, t := range v.touches[k] {
		if !t.write {
			continue
		}
		for _, e := range byUnit[t.u] {
			d := v.eq[e]
			if d.p != t.p {
				spoil(e, t.lane, t.full)
				continue
			}
			if surely, awake := occurs(t.lane, d.lane, t.full); surely {
				w := at(e)
				if !awake {
					w.end[0] |= 1 << (e % 64)
				}
				w.end[1] |= 1 << (e % 64)
			}
		}
		for _, e := range byLoc[t.p/8] {
			if v.eq[e].u != t.u {
				spoil(e, t.lane, t.full)
			}
		}
	}
	for _, c := range v.copies[k] {
		if v.items[k].before >= 0 || c.width == 8 {
			continue
		}
		for _, e := range byLoc[c.to/8] {
			if !v.isFlag(v.eq[e].u) {
				spoil(e, wholeThread, true)
			}
		}
	}
	for _, p := range v.scratchWrites(k) {
		if int(p/8) < len(byLoc) {
			for _, e := range byLoc[p/8] {
				spoil(e, wholeThread, true)
			}
		}
	}
	for _, w := range words {
		v.code[k].ops = append(v.code[k].ops, *w)
	}
	slices.SortFunc(v.code[k].ops, func(a, b wordOp) int { return int(a.word - b.word) })
}

func (v *verifier) writes(k int, u int32) bool {
	for _, t := range v.touches[k] {
		if t.write && t.u == u {
			return true
		}
	}
	return false
}

// backward takes the demands behind item k to those in front of it.
func (v *verifier) backward(k int, view int32, set bitset) error {
	awake := 0
	if view == viewAwake {
		awake = 1
	}
	x := &v.code[k]
	for i := range x.ops {
		w := &x.ops[i]
		if bad := set[w.word] & w.spoil[awake]; bad != 0 {
			return v.spoiled(k, w.word, bad)
		}
		set[w.word] &^= w.end[awake]
	}
	var add []int32
	for _, m := range x.moves {
		if m.awakeOnly && awake == 0 || !set.has(m.from) {
			continue
		}
		add = append(add, m.to)
		if !m.keep {
			set.del(m.from)
		}
	}
	for _, e := range add {
		set.add(e)
	}
	for _, e := range x.adds {
		if whole := v.eq[e].lane == wholeThread; whole && view == viewThread || !whole && view == viewAwake {
			set.add(e)
		}
	}
	return nil
}

func (v *verifier) spoiled(k int, word int32, bad uint64) error {
	var e int32
	bitset{bad}.each(func(i int32) { e = word*64 + i })
	d := v.eq[e]
	who := "the thread"
	if d.lane != wholeThread {
		who = fmt.Sprintf("lane %d", d.lane)
	}
	it := v.items[k]
	return fmt.Errorf("instruction %d, now %d (%v): %s still needs %s in %s, which does not survive",
		it.before, it.after, v.merged.Insts[k].Op, who, v.space.unitName(d.u), v.loc.name(d.p))
}
