package hazard

import "slices"

// joiner joins boards of one program. What it keeps finds the flights of an instruction
// without a look at all others.
type joiner struct {
	first []int32 // by node: its newest flight on the board in hand, plus one
	older []int32 // by flight: the next older one of its node, plus one
}

// removed is the node of a flight that another covers.
const removed = -1

// join adds to b what is in flight on another path, and reports whether that was more, and
// whether there was room for it. An instruction out of order is there once for each way in
// which it may be waited for.
func (j *joiner) join(b, o *Board) (grew, full bool) {
	j.older = j.older[:0]
	for k := range b.Flights {
		j.add(b.Flights[k].Inst)
	}
	holes := 0
	for _, f := range o.Flights {
		if k := j.covered(b, &f); k > 0 {
			grew = b.Flights[k-1].join(&f.owners) || grew
			continue
		}
		if len(b.Flights)-holes >= maxFlights {
			full = true
			continue
		}
		f = j.narrowed(b, f)
		for k := j.first[f.Inst]; k > 0; k = j.older[k-1] {
			if g := &b.Flights[k-1]; g.Inst != removed && f.stands(g) {
				f.join(&g.owners)
				g.Inst = removed
				holes++
			}
		}
		b.Flights, grew = append(b.Flights, f), true
		j.add(f.Inst)
	}
	for _, f := range o.Flights {
		j.first[f.Inst] = 0
	}
	for k := range b.Flights {
		if f := &b.Flights[k]; f.Inst != removed {
			j.first[f.Inst] = 0
		}
	}
	if holes > 0 {
		b.Flights = slices.DeleteFunc(b.Flights, func(f Flight) bool { return f.Inst == removed })
	}
	return grew, full
}

// add enters the next flight of the board.
func (j *joiner) add(inst int32) {
	j.older = append(j.older, j.first[inst])
	j.first[inst] = int32(len(j.older))
}

// covered is a flight of the board that stands for f too, plus one.
func (j *joiner) covered(b *Board, f *Flight) int32 {
	for k := j.first[f.Inst]; k > 0; k = j.older[k-1] {
		if g := &b.Flights[k-1]; g.Inst != removed && g.stands(f) {
			return k
		}
	}
	return 0
}

// narrowed is a flight that stands for all that the board has of its instruction too,
// when those are too many: it may then seem to be waited for less than it is.
func (j *joiner) narrowed(b *Board, f Flight) Flight {
	ways, all := 0, f
	for k := j.first[f.Inst]; k > 0; k = j.older[k-1] {
		if g := &b.Flights[k-1]; g.Inst != removed {
			ways, all.After = ways+1, all.After&g.After
			all.join(&g.owners)
		}
	}
	if ways < maxWays {
		return f
	}
	all.Reads = true
	return all
}
