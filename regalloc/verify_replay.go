package regalloc

import "fmt"

// define finds what may be defined in front of every item.
func (v *verifier) define() error {
	units := int(v.space.units)
	v.defined = newBitsets(len(v.items), units)
	if len(v.items) == 0 {
		return nil
	}
	for _, x := range v.space.things {
		if x.at != nowhere {
			v.defined[0].addRange(x.first, x.size)
		}
	}
	work := []int32{0}
	queued := make([]bool, len(v.stretches))
	set := newBitset(units)
	v.findWrites()
	for len(work) > 0 {
		b := &v.stretches[work[len(work)-1]]
		queued[work[len(work)-1]] = false
		work = work[:len(work)-1]
		copy(set, v.defined[b.start])
		for k := b.start; k < b.end; k++ {
			v.defined[k].or(set)
			v.writesOf(k, set)
		}
		for k, t := range [...]int32{b.turn.first, b.turn.other} {
			if t == nowhere {
				continue
			}
			if b.turn.call && k == 1 { // behind it
				set.or(v.regions[v.called(b)].writes)
			}
			// A stretch that was never reached has to be looked at once.
			if grew := v.defined[v.stretches[t].start].or(set); (grew || !v.stretches[t].seen) && !queued[t] {
				v.stretches[t].seen, queued[t] = true, true
				work = append(work, t)
			}
		}
	}
	return nil
}

// writesOf adds what an item may define.
func (v *verifier) writesOf(k int32, set bitset) {
	for _, t := range v.touches[k] {
		if t.write {
			set.add(t.u)
		}
	}
	if v.items[k].after < 0 {
		for _, c := range v.copies[k] {
			set.add(c.to)
		}
	}
}

// wanted is a demand at the start of a state.
type wanted struct{ state, demand int32 }

// replay carries demands from state to state. They are numbered as they arise.
type replay struct {
	*verifier
	states         []state
	preds          lists
	demands        []demand
	number         map[demand]int32
	atStart, atEnd []bitset // by state, the demands that were there
	work           []wanted
	index          map[state]int32
}

// solve carries the demands of all reads backwards, each by itself, until the
// writes that make them true or the start of the program.
func (v *verifier) solve() error {
	if len(v.items) == 0 {
		return nil
	}
	states, succ := v.reach()
	n := len(states)
	r := &replay{verifier: v, states: states, number: map[demand]int32{}, atStart: make([]bitset, n), atEnd: make([]bitset, n)}
	r.preds = inverse(n, func(n int) []int32 { return succ[n] })
	if len(v.regions) > 1 {
		r.index = make(map[state]int32, n)
		for n, s := range states {
			r.index[s] = int32(n)
		}
	}
	for n, s := range states {
		b := &v.stretches[s.at]
		for k := b.start; s.view < 0 && k < b.end; k++ {
			for _, d := range v.reads(k) {
				if (d.lane == wholeThread) != (s.view == viewThread) {
					continue
				}
				if err := r.carry(int32(n), r.intern(d), k); err != nil {
					return err
				}
			}
		}
	}
	// In the order in which they arise, and by rounds: a list of all would be the longest thing here.
	for spare := []wanted(nil); len(r.work) > 0; {
		round := r.work
		r.work = spare[:0]
		for _, w := range round {
			if err := r.follow(w); err != nil {
				return err
			}
		}
		spare = round
	}
	return nil
}

// follow carries a demand from the start of a state to the states in front of it.
func (r *replay) follow(w wanted) error {
	d := r.demands[w.demand]
	if err := r.atEntry(w.state, d); err != nil {
		return err
	}
	past, err := r.pastCall(r.states[w.state], d)
	if err != nil {
		return err
	}
	for _, m := range past {
		if err := r.backTo(m, w.demand); err != nil {
			return err
		}
	}
	for _, m := range r.preds.of(w.state) {
		if past != nil && r.stretches[r.states[m].at].turn.ret {
			continue
		}
		if err := r.backTo(m, w.demand); err != nil {
			return err
		}
	}
	return nil
}

// backTo carries a demand into a state from its end.
func (r *replay) backTo(m, demand int32) error {
	if !addTo(&r.atEnd[m], demand) {
		return nil
	}
	return r.carry(m, demand, r.stretches[r.states[m].at].end)
}

func (r *replay) intern(d demand) int32 {
	e, ok := r.number[d]
	if !ok {
		e = int32(len(r.demands))
		r.number[d] = e
		r.demands = append(r.demands, d)
	}
	return e
}

// addTo adds a member to a set that grows as it must, and reports whether it is
// new.
func addTo(s *bitset, i int32) bool {
	if need := int(i>>6) + 1; need > len(*s) {
		grown := make(bitset, max(need, 2*len(*s), 8))
		copy(grown, *s)
		*s = grown
	}
	if s.has(i) {
		return false
	}
	s.add(i)
	return true
}

// reads are the demands of an item.
func (v *verifier) reads(k int32) []demand {
	out := v.headerNeeds(int(k))
	for _, t := range v.touches[k] {
		if !t.write {
			out = append(out, demand{t.u, t.p, t.lane})
		}
	}
	return out
}

// atEntry checks a demand at the start of the program, where inputs are in their
// places. States 0 and 1 begin there.
func (v *verifier) atEntry(n int32, d demand) error {
	if n >= 2 {
		return nil
	}
	x := v.space.thingOf(d.u)
	if x.at != nowhere && d.p != x.at+(d.u-x.first)*8 {
		return fmt.Errorf("%s is expected in %s at the start", v.space.unitName(d.u), v.loc.name(d.p))
	}
	return nil
}
