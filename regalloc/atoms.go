package regalloc

import "math/bits"

// atoms are the pieces of objects that every instruction touches whole or not
// at all. Most variables are one; only those that are written in parts, or in
// steps, have more.
type atoms struct {
	obj   []int32 // atom -> its object
	start []int32 // object -> its first atom; atoms of an object follow each other
	owned []bool  // one channel only touches each unit of it under a mask
	cuts  bitset  // units at which an atom begins, and the end of all units
}

// pattern says how the channels lie in an object: unit u of it belongs to
// channel (u-base)/elem.
type pattern struct {
	base int32
	elem uint8 // 0 when nothing is known yet
	many bool  // there are several patterns: look at units
}

// cutAtoms finds the atoms and makes the refs count in them.
func cutAtoms(o *objects, acc *accesses) *atoms {
	owner := findOwners(o, acc)
	cuts := o.room.bitset(int(o.units) + 1)
	for x := range o.list {
		cuts.add(o.list[x].first)
	}
	for k := range acc.refs {
		r := &acc.refs[k]
		cuts.add(r.unit)
		cuts.add(r.unit + r.n)
	}
	owner.cut(o, cuts)
	before := o.room.numbers.take(len(cuts)) // atoms that begin in earlier words
	n := int32(0)
	for w, x := range cuts {
		before[w] = n
		n += int32(bits.OnesCount64(x))
	}
	// atomAt is the atom that begins at a unit; the end of all units is one too.
	atomAt := func(u int32) int32 {
		return before[u>>6] + int32(bits.OnesCount64(cuts[u>>6]&(1<<(u&63)-1)))
	}
	cuts.add(o.units)
	for k := range acc.refs {
		r := &acc.refs[k]
		first := atomAt(r.unit)
		r.n, r.unit = atomAt(r.unit+r.n)-first, first
	}
	all := int(atomAt(o.units))
	a := &atoms{obj: o.room.numbers.take(all), owned: o.room.bools.take(all), start: o.room.numbers.take(len(o.list) + 1)}
	for x := range o.list {
		end := o.list[x].first + o.list[x].size
		a.start[x], a.start[x+1] = atomAt(o.list[x].first), atomAt(end)
		for at := a.start[x]; at < a.start[x+1]; at++ {
			a.obj[at] = int32(x)
		}
	}
	owner.mark(o, cuts, a, atomAt)
	a.cuts = cuts
	return a
}

// firstUnits is the first unit of each atom, and the end of all units.
func (a *atoms) firstUnits(r *Room) []int32 {
	out := r.numbers.empty(len(a.obj) + 1)
	a.cuts.each(func(u int32) { out = append(out, u) })
	return out
}

// owners knows the patterns of objects, and for those that have several the
// channel of each unit: 0 none, channel + 1, or severalOwners.
type owners struct {
	patterns []pattern
	units    [][]int8
}

const severalOwners = -1

func findOwners(o *objects, acc *accesses) *owners {
	w := &owners{patterns: o.room.patterns.take(len(o.list)), units: o.room.ofUnits.take(len(o.list))}
	several := false
	for k := range acc.refs {
		r := &acc.refs[k]
		if r.lane == wholeThread {
			continue
		}
		p := &w.patterns[r.obj]
		base := r.unit - o.list[r.obj].first - int32(r.lane)*int32(r.elem)
		switch {
		case p.elem == 0:
			p.base, p.elem = base, r.elem
		case p.base != base || p.elem != r.elem:
			p.many, several = true, true
		}
	}
	if !several {
		return w
	}
	for k := range acc.refs {
		r := &acc.refs[k]
		if r.lane == wholeThread || !w.patterns[r.obj].many {
			continue
		}
		x := &o.list[r.obj]
		if w.units[r.obj] == nil {
			w.units[r.obj] = o.room.units.take(int(x.size))
		}
		for k := range r.n {
			u, lane := &w.units[r.obj][r.unit+k-x.first], r.lane+int8(k/int32(r.elem))+1
			if *u == 0 {
				*u = lane
			} else if *u != lane {
				*u = severalOwners
			}
		}
	}
	return w
}

// cut ends atoms where units change between one owner and several.
func (w *owners) cut(o *objects, cuts bitset) {
	for x, units := range w.units {
		for u := 1; u < len(units); u++ {
			if (units[u] > 0) != (units[u-1] > 0) {
				cuts.add(o.list[x].first + int32(u))
			}
		}
	}
}

// mark tells which atoms have one owner for each unit.
func (w *owners) mark(o *objects, cuts bitset, a *atoms, atomAt func(int32) int32) {
	for x := range o.list {
		first, end := o.list[x].first, o.list[x].first+o.list[x].size
		switch {
		case w.units[x] != nil:
			for u, owner := range w.units[x] {
				if unit := first + int32(u); cuts.has(unit) {
					a.owned[atomAt(unit)] = owner > 0
				}
			}
		case w.patterns[x].elem > 0:
			for at := atomAt(first); at < atomAt(end); at++ {
				a.owned[at] = true
			}
		}
	}
}
