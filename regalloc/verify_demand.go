package regalloc

import (
	"fmt"
	"sort"
)

// demand says that location p must hold unit u, for a lane or wholeThread.
type demand struct {
	u, p int32
	lane int8
}

// event is something that an item does to a unit or a location: a write that
// both programs have, a copy that only one has, or a message of the program
// itself that writes scratch memory.
type event struct {
	item  int32
	index int32 // of the touch or the copy
	kind  eventKind
}

type eventKind uint8

const (
	eventWrite eventKind = iota
	eventCopy
	eventScratch
)

// events lists them in the order of items, by unit and by location.
type events struct{ byUnit, byLoc [][]event }

// gather lists the events.
func (v *verifier) gather() error {
	x := &v.events
	x.byUnit = make([][]event, v.space.units)
	at := func(p int32) *[]event {
		for int(p/8) >= len(x.byLoc) {
			x.byLoc = append(x.byLoc, nil)
		}
		return &x.byLoc[p/8]
	}
	for k := range v.items {
		for i, t := range v.touches[k] {
			if t.write {
				e := event{int32(k), int32(i), eventWrite}
				x.byUnit[t.u] = append(x.byUnit[t.u], e)
				if t.p != nowhere {
					*at(t.p) = append(*at(t.p), e)
				}
			}
		}
		for i, c := range v.copies[k] {
			e := event{int32(k), int32(i), eventCopy}
			if v.items[k].before >= 0 {
				x.byUnit[c.to] = append(x.byUnit[c.to], e)
			} else {
				*at(c.to) = append(*at(c.to), e)
			}
		}
		for _, p := range v.scratchWrites(k) {
			*at(p) = append(*at(p), event{int32(k), 0, eventScratch})
		}
	}
	return nil
}

// tail is the part of a list of events in front of an item.
func tail(list []event, item int32) []event {
	return list[:sort.Search(len(list), func(i int) bool { return list[i].item >= item })]
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

// outcome is what an item makes of a demand behind it.
type outcome struct {
	ended, spoiled bool
	gone           bool // another demand stands for it
	others         []demand
}

// carry takes a demand of state n from behind item from-1 back to the start of its
// stretch.
func (r *replay) carry(n, e, from int32) error {
	s, d := r.states[n], r.demands[e]
	start := r.stretches[s.at].start
	units, locs := tail(r.events.byUnit[d.u], from), []event(nil)
	if int(d.p/8) < len(r.events.byLoc) {
		locs = tail(r.events.byLoc[d.p/8], from)
	}
	for {
		k := max(newest(units), newest(locs))
		if k < start {
			if addTo(&r.atStart[n], e) {
				r.work = append(r.work, wanted{n, e})
			}
			return nil
		}
		var o outcome
		u, l := last(units, k), last(locs, k)
		r.apply(&o, k, d, s.view == viewAwake, units[u:], locs[l:])
		units, locs = units[:u], locs[:l]
		if o.spoiled {
			return r.spoiled(int(k), d)
		}
		if o.ended {
			return nil
		}
		for _, other := range o.others {
			if err := r.carry(n, r.intern(other), k); err != nil {
				return err
			}
		}
		if o.gone {
			return nil
		}
	}
}

// newest is the item of the last event of a list.
func newest(list []event) int32 {
	if len(list) == 0 {
		return nowhere
	}
	return list[len(list)-1].item
}

// last is where the events of item k begin at the end of a list.
func last(list []event, k int32) int {
	n := len(list)
	for n > 0 && list[n-1].item == k {
		n--
	}
	return n
}

// apply finds what item k does to a demand by its events at the demand's unit and
// location. Masked writes of the demand's own lane do nothing while the lane
// sleeps.
func (v *verifier) apply(o *outcome, k int32, d demand, awake bool, units, locs []event) {
	spoil := func(lane int8, full bool) {
		_, awakeOnly := occurs(lane, d.lane, full)
		o.spoiled = o.spoiled || awake || !awakeOnly
	}
	writes := false
	for _, e := range units {
		if e.kind == eventCopy {
			c := &v.copies[k][e.index]
			o.replace(d, demand{c.from, d.p, d.lane}, c, awake)
			continue
		}
		t := &v.touches[k][e.index]
		writes = true
		if t.p != d.p {
			if !v.isAgain(k) { // which leaves the value in other places right
				spoil(t.lane, t.full)
			}
		} else if surely, awakeOnly := occurs(t.lane, d.lane, t.full); surely && (awake || !awakeOnly) {
			o.ended = true
		}
	}
	for _, e := range locs {
		switch e.kind {
		case eventWrite:
			if t := &v.touches[k][e.index]; t.u != d.u {
				spoil(t.lane, t.full)
			}
		case eventScratch:
			spoil(wholeThread, true)
		case eventCopy:
			c := &v.copies[k][e.index]
			if v.carries(c, d) {
				o.replace(d, demand{d.u, c.from + (d.p - c.to), d.lane}, c, awake)
			} else if !v.isFlag(d.u) {
				spoil(wholeThread, true)
			}
		}
	}
	if o.spoiled && !writes && !v.defined[k].has(d.u) {
		*o = outcome{ended: true} // nothing defined the unit: the demand is vain
	}
}

// replace lets another demand stand for one at a copy that only one program has;
// for both when the copy may not happen.
func (o *outcome) replace(d, by demand, c *move, awake bool) {
	surely, awakeOnly := occurs(c.lane, d.lane, c.full)
	if awakeOnly && !awake {
		return
	}
	o.others = append(o.others, by)
	o.gone = o.gone || surely
}

// carries tells that an added copy brings what a demand asks for to its place:
// whole bytes with all their bits, or one bit of a flag.
func (v *verifier) carries(c *move, d demand) bool {
	if c.width == 8 {
		return true
	}
	return d.p == c.to && v.isFlag(d.u)
}

func (v *verifier) isFlag(u int32) bool { return v.space.thingOf(u).file == fileFlag }

func (v *verifier) spoiled(k int, d demand) error {
	who := "the thread"
	if d.lane != wholeThread {
		who = fmt.Sprintf("lane %d", d.lane)
	}
	it := v.items[k]
	return fmt.Errorf("instruction %d, now %d (%v): %s still needs %s in %s, which does not survive",
		it.before, it.after, v.merged.Insts[k].Op, who, v.space.unitName(d.u), v.loc.name(d.p))
}
