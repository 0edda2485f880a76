package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// analysis is liveness and interference of one program. Two problems run over
// the same units (doc.go says why): lane liveness over lane paths for units
// with one owner, and thread liveness over thread paths for all else.
type analysis struct {
	*objects
	acc   *accesses
	flow  *flow.Graph
	owner []int8 // per unit: 0 no lane, channel + 1, or severalOwners

	laneIn, threadIn []bitset // live at block start
	sleep            []bitset // live in lanes that wait while the block runs
	defIn            []bitset // perhaps defined at block start
}

const severalOwners = -1

func analyse(p *native.Program, caps limits, temps []bool) (*analysis, error) {
	o, err := newObjects(p, caps, temps)
	if err != nil {
		return nil, err
	}
	a := &analysis{objects: o}
	if a.acc, err = collect(o); err != nil {
		return nil, err
	}
	if a.flow, err = flow.New(p); err != nil {
		return nil, fmt.Errorf("regalloc: %s: %w", p.Name, err)
	}
	a.findOwners()
	a.solve()
	a.solveDefined()
	return a, nil
}

// findOwners gives every unit the one channel that touches it under a mask.
func (a *analysis) findOwners() {
	a.owner = make([]int8, a.units)
	for _, r := range a.acc.refs {
		if r.lane == wholeThread {
			continue
		}
		for u := r.unit; u < r.unit+r.n; u++ {
			switch a.owner[u] {
			case 0:
				a.owner[u] = r.lane + 1
			case r.lane + 1:
			default:
				a.owner[u] = severalOwners
			}
		}
	}
}

// before turns the live sets behind an instruction into those in front of it.
func (a *analysis) before(i int, lane, thread bitset) {
	refs := a.acc.of(i)
	for _, r := range refs {
		if !r.write || !r.full {
			continue
		}
		lane.delRange(r.unit, r.n)
		if r.lane == wholeThread {
			thread.delRange(r.unit, r.n)
		}
	}
	for _, r := range refs {
		if r.write {
			continue
		}
		for u := r.unit; u < r.unit+r.n; u++ {
			if r.lane != wholeThread && a.owner[u] > 0 {
				lane.add(u)
			} else {
				thread.add(u)
			}
		}
	}
}

// solve computes both liveness problems at block starts, and what waits.
func (a *analysis) solve() {
	n, units := len(a.flow.Blocks), int(a.units)
	a.laneIn, a.threadIn = newBitsets(n, units), newBitsets(n, units)
	laneGen, threadGen := newBitsets(n, units), newBitsets(n, units)
	laneKill, threadKill := newBitsets(n, units), newBitsets(n, units)
	for b, x := range a.flow.Blocks {
		for i := int(x.End) - 1; i >= int(x.Start); i-- {
			a.before(i, laneGen[b], threadGen[b])
		}
		for i := int(x.Start); i < int(x.End); i++ {
			for _, r := range a.acc.of(i) {
				if !r.write || !r.full {
					continue
				}
				laneKill[b].addRange(r.unit, r.n)
				if r.lane == wholeThread {
					threadKill[b].addRange(r.unit, r.n)
				}
			}
		}
	}
	laneOut, threadOut := newBitset(units), newBitset(units)
	for grew := true; grew; {
		grew = false
		for b := n - 1; b >= 0; b-- {
			x := &a.flow.Blocks[b]
			a.union(laneOut, a.laneIn, x.Lane)
			a.union(threadOut, a.threadIn, x.Thread)
			if a.laneIn[b].transfer(laneGen[b], laneOut, laneKill[b]) {
				grew = true
			}
			if a.threadIn[b].transfer(threadGen[b], threadOut, threadKill[b]) {
				grew = true
			}
		}
	}
	a.sleep = newBitsets(n, units)
	for b, x := range a.flow.Blocks {
		a.union(a.sleep[b], a.laneIn, x.Waiting)
	}
}

func (a *analysis) union(dst bitset, from []bitset, list []int32) {
	clear(dst)
	for _, b := range list {
		dst.or(from[b])
	}
}

// solveDefined computes which units some write on a thread path may have
// defined at each block start.
func (a *analysis) solveDefined() {
	n := len(a.flow.Blocks)
	a.defIn = newBitsets(n, int(a.units))
	if n == 0 {
		return
	}
	for _, x := range a.list {
		if x.liveIn {
			a.defIn[0].addRange(x.first, x.size)
		}
	}
	out := newBitset(int(a.units))
	for grew := true; grew; {
		grew = false
		for b, x := range a.flow.Blocks {
			copy(out, a.defIn[b])
			for i := int(x.Start); i < int(x.End); i++ {
				a.define(i, out)
			}
			for _, t := range x.Thread {
				if a.defIn[t].or(out) {
					grew = true
				}
			}
		}
	}
}

func (a *analysis) define(i int, set bitset) {
	for _, r := range a.acc.of(i) {
		if r.write {
			set.addRange(r.unit, r.n)
		}
	}
}

// walk calls f for every instruction in order with the units that are live
// behind it (in any lane, awake or asleep, and perhaps defined). The set is
// valid during the call only.
func (a *analysis) walk(f func(i int, live bitset)) {
	longest := 0
	for _, x := range a.flow.Blocks {
		longest = max(longest, int(x.End)-int(x.Start))
	}
	units := int(a.units)
	after := newBitsets(longest, units)
	lane, thread, defined := newBitset(units), newBitset(units), newBitset(units)
	for b, x := range a.flow.Blocks {
		a.union(lane, a.laneIn, x.Lane)
		a.union(thread, a.threadIn, x.Thread)
		for i := int(x.End) - 1; i >= int(x.Start); i-- {
			s := after[i-int(x.Start)]
			copy(s, a.sleep[b])
			s.or(lane)
			s.or(thread)
			a.before(i, lane, thread)
		}
		copy(defined, a.defIn[b])
		for i := int(x.Start); i < int(x.End); i++ {
			a.define(i, defined)
			s := after[i-int(x.Start)]
			for w := range s {
				s[w] &= defined[w]
			}
			f(i, s)
		}
	}
}
