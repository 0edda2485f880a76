package regalloc

import "fmt"

// connect cuts the merged program into blocks and finds what may be defined in
// front of every item.
func (v *verifier) connect() error {
	var err error
	if v.flow, err = newLaneGraph(v.merged); err != nil {
		return err
	}
	v.touches = make([][]touch, len(v.items))
	for k, it := range v.items {
		if it.before >= 0 && it.after >= 0 {
			if v.touches[k], err = v.pairs(it); err != nil {
				return err
			}
		}
	}
	units := int(v.virt.units)
	v.defined = newBitsets(len(v.items), units)
	if len(v.items) == 0 {
		return nil
	}
	for _, x := range v.virt.list {
		if x.liveIn {
			v.defined[0].addRange(x.first, x.size)
		}
	}
	set := newBitset(units)
	for grew := true; grew; {
		grew = false
		for _, b := range v.flow.blocks {
			for k := b.start; k < b.end; k++ {
				copy(set, v.defined[k])
				v.define(k, set)
				if k+1 < b.end && v.defined[k+1].or(set) {
					grew = true
				}
			}
			for _, t := range b.thread {
				if v.defined[v.flow.blocks[t].start].or(set) {
					grew = true
				}
			}
		}
	}
	return nil
}

func (v *verifier) define(k int, set bitset) {
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

// state is a node of the replay: a block, and whose view of it.
type state struct {
	block int32
	view  int32 // viewThread, viewAwake, or the block at whose start the lane waits
}

const (
	viewThread = -2
	viewAwake  = -1
)

// next lists the states that can follow.
func (v *verifier) next(s state) []state {
	b := &v.flow.blocks[s.block]
	var out []state
	for _, t := range b.thread {
		switch {
		case s.view == viewThread:
			out = append(out, state{t, viewThread})
		case s.view >= 0 && s.view == t:
			out = append(out, state{t, viewAwake})
		case s.view >= 0:
			out = append(out, state{t, s.view})
		}
	}
	if s.view != viewAwake {
		return out
	}
	for _, l := range b.lane {
		for _, t := range b.thread {
			switch {
			case l == t:
				out = append(out, state{l, viewAwake})
			case l == b.wait:
				out = append(out, state{t, l})
			}
		}
	}
	return out
}

// reach lists all states, the two entries first, with their successors.
func (v *verifier) reach() (states []state, succ [][]int32) {
	index := map[state]int32{}
	add := func(s state) int32 {
		if n, ok := index[s]; ok {
			return n
		}
		index[s] = int32(len(states))
		states = append(states, s)
		return index[s]
	}
	add(state{0, viewThread})
	add(state{0, viewAwake})
	for n := 0; n < len(states); n++ {
		var list []int32
		for _, t := range v.next(states[n]) {
			list = append(list, add(t))
		}
		succ = append(succ, list)
	}
	return states, succ
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
			b := v.flow.blocks[states[n].block]
			for k := b.end - 1; k >= b.start; k-- {
				if err := v.backward(k, states[n].view, set); err != nil {
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
			obj := v.objectOf(d.u)
			if x := &v.virt.list[obj]; err == nil && x.liveIn && d.p != locOf(x.file, x.fixed+d.u-x.first) {
				err = fmt.Errorf("%s is expected in %s at the start", v.unitName(d.u), locName(d.p))
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) objectOf(u int32) int {
	lo, hi := 0, len(v.virt.list)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; v.virt.list[mid].first <= u {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func (v *verifier) unitName(u int32) string {
	x := &v.virt.list[v.objectOf(u)]
	what := "byte"
	if x.file == fileFlag {
		what = "bit"
	}
	return fmt.Sprintf("%s %d of %s", what, u-x.first, x.name)
}
