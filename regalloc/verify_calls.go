package regalloc

import "slices"

// region is the program itself, which is region 0, or a routine that calls lead to.
type region struct {
	entry  int32
	calls  []int32 // stretches that end with a call of it
	own    bitset  // its stretches
	all    bitset  // with those of what it calls
	writes bitset  // units that all write
}

// findRoutines finds the regions. Returns lead behind the calls of theirs.
func (v *verifier) findRoutines() error {
	n := len(v.stretches)
	v.regions = []region{{entry: 0}}
	number := map[int32]int32{}
	for s := range v.stretches {
		x := &v.stretches[s].turn
		if !x.call {
			continue
		}
		k, ok := number[x.first]
		if !ok {
			k = int32(len(v.regions))
			number[x.first] = k
			v.regions = append(v.regions, region{entry: x.first})
		}
		v.regions[k].calls = append(v.regions[k].calls, int32(s))
		v.stretches[s].calls = k
	}
	own, all := newBitsets(len(v.regions), n), newBitsets(len(v.regions), n)
	for k := range v.regions {
		v.regions[k].own, v.regions[k].all = own[k], all[k]
		if n > 0 {
			v.fillOwn(&v.regions[k])
		}
	}
	for s := range v.stretches {
		if v.stretches[s].turn.ret && n > 0 && own[0].has(int32(s)) {
			return &UnsupportedError{"ret where nothing was called"}
		}
	}
	for k := range v.regions {
		seen := make([]bool, len(v.regions))
		for work := []int32{int32(k)}; len(work) > 0; {
			j := work[len(work)-1]
			if work = work[:len(work)-1]; seen[j] {
				continue
			}
			seen[j] = true
			all[k].or(own[j])
			own[j].each(func(s int32) {
				if c := v.stretches[s].calls; c > 0 {
					work = append(work, c)
				}
			})
		}
	}
	return nil
}

// fillOwn lists the stretches that a region reaches without following calls.
func (v *verifier) fillOwn(r *region) {
	r.own.add(r.entry)
	for work := []int32{r.entry}; len(work) > 0; {
		x := &v.stretches[work[len(work)-1]].turn
		work = work[:len(work)-1]
		for k, t := range [...]int32{x.first, x.other} {
			if t == nowhere || x.call && k == 0 || r.own.has(t) {
				continue
			}
			r.own.add(t)
			work = append(work, t)
		}
	}
}

// called is the region that a stretch calls.
func (v *verifier) called(x *stretch) int32 { return x.calls }

// behind lists where the return at the end of stretch s leads. A lane that sleeps does so
// in a call around this one: the thread comes back to where such calls are made.
func (v *verifier) behind(s, view int32) (out []int32) {
	for k := 1; k < len(v.regions); k++ {
		r := &v.regions[k]
		if !r.own.has(s) {
			continue
		}
		for _, c := range r.calls {
			if behind := v.stretches[c].turn.other; behind != nowhere && (view < 0 || v.around(c, view)) && !slices.Contains(out, behind) {
				out = append(out, behind)
			}
		}
	}
	return out
}

// around tells that a region which has stretch w comes to the call at c.
func (v *verifier) around(c, w int32) bool {
	for k := range v.regions {
		if v.regions[k].own.has(w) && v.regions[k].all.has(c) {
			return true
		}
	}
	return false
}

// findWrites finds what may be written in each region.
func (v *verifier) findWrites() {
	sets := newBitsets(len(v.regions), int(v.space.units))
	for k := range v.regions {
		v.regions[k].writes = sets[k]
		if k == 0 {
			continue // nobody calls it
		}
		v.regions[k].all.each(func(s int32) {
			for i := v.stretches[s].start; i < v.stretches[s].end; i++ {
				v.writesOf(i, sets[k])
			}
		})
	}
}

// pastCall lists the states in front of the call behind which a demand is, when what is
// called does nothing to its unit: it does not go through the routine then, whose other
// calls have nothing to do with it. Its place must survive there; where moves that the
// allocator has added write it, they may bring the unit back, and the demand goes through the
// routine to see. The list is nil when there is no such call.
func (r *replay) pastCall(s state, d demand) ([]int32, error) {
	if s.at == 0 || r.stretches[s.at-1].calls == 0 {
		return nil, nil
	}
	x := &r.stretches[s.at-1]
	all := r.regions[x.calls].all
	if r.eventIn(r.events.byUnit[d.u], all) >= 0 {
		return nil, nil
	}
	past := []int32{}
	if int(d.p/8) < len(r.events.byLoc) {
		list := r.events.byLoc[d.p/8]
		switch k := r.eventIn(list, all); {
		case k < 0:
		case !r.defined[x.end-1].has(d.u):
			return past, nil
		case slices.ContainsFunc(list, func(e event) bool { return e.kind == eventCopy && all.has(r.stretchOf(e.item)) }):
			return nil, nil
		default:
			return nil, r.spoiled(int(k), d)
		}
	}
	views := [...]int32{s.view, s.at}
	for _, view := range views[:1+bit(s.view == viewAwake)] {
		if n, ok := r.index[state{s.at - 1, view}]; ok {
			past = append(past, n)
		}
	}
	return past, nil
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// eventIn is the item of an event in a set of stretches, or -1.
func (v *verifier) eventIn(list []event, in bitset) int32 {
	for _, e := range list {
		if in.has(v.stretchOf(e.item)) {
			return e.item
		}
	}
	return -1
}
