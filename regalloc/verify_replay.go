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
	for len(work) > 0 {
		b := &v.stretches[work[len(work)-1]]
		queued[work[len(work)-1]] = false
		work = work[:len(work)-1]
		copy(set, v.defined[b.start])
		for k := b.start; k < b.end; k++ {
			v.defined[k].or(set)
			v.writesOf(k, set)
		}
		for _, t := range [...]int32{b.turn.first, b.turn.other} {
			if t == nowhere {
				continue
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

// solve carries the demands backwards to a fixed point and then checks the
// entry.
func (v *verifier) solve() error {
	if len(v.items) == 0 {
		return nil
	}
	states, succ := v.reach()
	in := newBitsets(len(states), len(v.eq))
	set := newBitset(len(v.eq))
	for grew := true; grew; {
		grew = false
		for n := len(states) - 1; n >= 0; n-- {
			clear(set)
			for _, t := range succ[n] {
				set.or(in[t])
			}
			b := &v.stretches[states[n].at]
			for k := b.end - 1; k >= b.start; k-- {
				if err := v.backward(int(k), states[n].view, set); err != nil {
					return err
				}
			}
			if in[n].or(set) {
				grew = true
			}
		}
	}
	for n := range 2 {
		var err error
		in[n].each(func(e int32) {
			d := v.eq[e]
			x := v.space.thingOf(d.u)
			if err == nil && x.at != nowhere && d.p != x.at+(d.u-x.first)*8 {
				err = fmt.Errorf("%s is expected in %s at the start", v.space.unitName(d.u), v.loc.name(d.p))
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
