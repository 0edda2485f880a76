package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// turn is where an instruction of the merged program sends lanes and thread;
// the number of items is the end, nowhere is nothing. Of the lanes those at
// first go on with the thread, and keep it there.
type turn struct {
	lanes        [2]int32
	first, other int32
	uniform      bool // the thread follows its lanes
	there        bool // and lanes that slept until first keep it there too
	call         bool // first is a routine, and other behind the call
	ret          bool // to behind the calls of the routine
}

// turnAt reads the flow rule of one instruction (gen-execution 2.3).
func turnAt(p *native.Program, t native.Target, i int32) (turn, error) {
	in := &p.Insts[i]
	if in.Op.IsSend() && in.Msg.EOT {
		return stop, nil
	}
	if in.Op == native.OpRet || in.Op.Links() {
		return callAt(p, i)
	}
	r := t.Flow(in.Op, in.Branch)
	if r.When == native.FlowNone {
		if in.Op.IsBranch() {
			return turn{}, &UnsupportedError{in.Op.String()}
		}
		return turn{lanes: [2]int32{i + 1, nowhere}, first: i + 1, other: nowhere}, nil
	}
	to := map[native.FlowPlace]int32{native.PlaceNext: i + 1}
	to[native.PlaceJIP] = labelOf(p, in.Label, i+1)
	to[native.PlaceUIP] = labelOf(p, in.Label2, to[native.PlaceJIP])
	to[native.PlacePastUIP] = to[native.PlaceUIP] + 1
	x := turn{lanes: [2]int32{to[r.True], to[r.False]}, first: to[r.First], other: to[r.Other]}
	x.uniform, x.there = r.Together(), r.When == native.FlowThere
	// lanes of the program that the branch does not name go on as those of a false predicate
	narrow := in.ChanOff > 0 || int(in.ExecSize) < p.SIMD
	if in.PredCtrl == native.PredNone && (x.uniform || !narrow) {
		x.lanes[1] = nowhere
		if x.uniform {
			x.other = nowhere
		}
	}
	return x, nil
}

// stop is the end of a thread.
var stop = turn{lanes: [2]int32{nowhere, nowhere}, first: nowhere, other: nowhere}

// callAt is the turn of a call of all lanes, which may come without any, or of a return.
func callAt(p *native.Program, i int32) (turn, error) {
	in, x := &p.Insts[i], stop
	if in.PredCtrl != native.PredNone || in.NoMask || in.ChanOff > 0 || int(in.ExecSize) < p.SIMD || in.Op.Links() && in.Label == 0 {
		return x, &UnsupportedError{in.Op.String() + " of some channels, or by a register"}
	}
	if x.ret = !in.Op.Links(); !x.ret {
		x.call, x.first, x.other = true, labelOf(p, in.Label, i+1), i+1
		x.lanes[0] = x.first
	}
	return x, nil
}

func labelOf(p *native.Program, label, none int32) int32 {
	if label == 0 {
		return none
	}
	return int32(p.Labels[label-1])
}

// stretch is a run of items that is entered at its start only.
type stretch struct {
	start, end int32
	turn       turn  // of its last item, in stretches
	seen       bool  // by the search for definitions
	calls      int32 // region that its last item calls, 0 for none
}

// cut makes the stretches of the merged program.
func (v *verifier) cut() error {
	n := int32(len(v.items))
	turns := make([]turn, n)
	starts := make([]bool, n+2)
	starts[0] = true
	for i := range n {
		var err error
		if turns[i], err = turnAt(v.merged, v.t, i); err != nil {
			return fmt.Errorf("instruction %d: %w", i, err)
		}
		for _, t := range [...]int32{turns[i].lanes[0], turns[i].lanes[1], turns[i].first, turns[i].other} {
			if t != i+1 || turns[i].call {
				starts[i+1] = true
				starts[max(t, 0)] = starts[max(t, 0)] || t >= 0
			}
		}
	}
	number := make([]int32, n+2)
	for i := range n {
		if starts[i] {
			v.stretches = append(v.stretches, stretch{start: i})
		}
		number[i] = int32(len(v.stretches) - 1)
		v.stretches[number[i]].end = i + 1
	}
	for b := range v.stretches {
		x := &v.stretches[b]
		x.turn = turns[x.end-1]
		for _, t := range [...]*int32{&x.turn.lanes[0], &x.turn.lanes[1], &x.turn.first, &x.turn.other} {
			switch {
			case *t >= n:
				*t = nowhere
			case *t >= 0:
				*t = number[*t]
			}
		}
	}
	return v.findRoutines()
}

// state is a node of the replay: a stretch, and whose view of it.
type state struct {
	at   int32
	view int32 // viewThread, viewAwake, or the stretch at whose start the lane sleeps
}

const (
	viewThread = -2
	viewAwake  = -1
)

// next lists the states that can follow.
func (v *verifier) next(s state) []state {
	x := &v.stretches[s.at].turn
	var out []state
	add := func(at, view int32) {
		if at != nowhere {
			out = append(out, state{at, view})
		}
	}
	switch {
	case x.ret:
		for _, b := range v.behind(s.at, s.view) {
			if b == s.view {
				add(b, viewAwake)
			} else {
				add(b, s.view)
			}
		}
	case s.view == viewThread:
		add(x.first, viewThread)
		add(x.other, viewThread)
	case s.view >= 0 && x.there && x.first == s.view:
		add(x.first, viewAwake)
	case s.view >= 0:
		for _, t := range [...]int32{x.first, x.other} {
			if t == s.view {
				add(t, viewAwake)
			} else {
				add(t, s.view)
			}
		}
	default:
		for _, l := range x.lanes {
			switch {
			case l == nowhere:
			case x.uniform || l == x.first:
				add(l, viewAwake)
			default:
				add(x.first, l)
				if l == x.other {
					add(l, viewAwake)
				} else {
					add(x.other, l)
				}
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
