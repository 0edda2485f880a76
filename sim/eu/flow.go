package eu

import (
	"errors"

	"github.com/genvisa/genvisa/native"
)

// flowRule is what a branch does, as indices: where enabled channels go whose
// predicate is true or false, and which of two instructions the EU runs next.
type flowRule struct {
	ifTrue, ifFalse int32
	first           int32 // the next instruction when its condition holds
	other           int32 // else this one
	when            flowCond
}

type flowCond uint8

// Conditions on flowRule.first.
const (
	anyThere  flowCond = iota // some live channel has its IP there
	anyTrue                   // some enabled channel has a true predicate
	anyActive                 // some channel is active
)

// errRunOff is a thread that leaves the code without an end-of-thread message.
var errRunOff = errors.New("execution runs past the last instruction")

// errBadReturn is a return to an address that is no instruction.
var errBadReturn = errors.New("return address in src0 is not an instruction of the kernel")

func (t *thread) runOff() {
	o := op{ip: t.prog.length}
	t.fault(&o, -1, errRunOff)
}

// branch runs every instruction that a flowRule describes.
func branch(t *thread, o *op) step {
	f := &o.flow
	in := t.exec & (o.full << o.off)
	yes := in
	if o.pred != native.PredNone {
		yes &= t.predicate(o) << o.off
	}
	next := int32(t.pc + 1)
	if t.wait == 0 && in == t.exec && (yes == in || yes == 0) {
		return t.branchTogether(f, yes != 0)
	}
	t.place(t.exec&^in, next)
	t.place(yes, f.ifTrue)
	t.place(in&^yes, f.ifFalse)
	to := f.other
	switch f.when {
	case anyThere:
		if t.anyAt(f.first) {
			to = f.first
		}
	case anyTrue:
		if yes != 0 {
			to = f.first
		}
	case anyActive:
		if t.exec != 0 {
			to = f.first
		}
	}
	t.enter(to)
	return goOn
}

// branchTogether is branch when every live channel is active and they all agree.
// With no live channel nothing is anywhere.
func (t *thread) branchTogether(f *flowRule, yes bool) step {
	to := f.ifFalse
	if yes {
		to = f.ifTrue
	}
	switch {
	case t.exec == 0:
		t.pc = int(f.other)
	case f.when == anyThere && f.first == to, f.when == anyTrue && yes, f.when == anyActive:
		t.pc = int(f.first)
	default:
		t.pc = int(f.other)
	}
	if int32(t.pc) != to {
		t.place(t.exec, to)
		t.exec, t.wait = 0, t.live
	}
	return goOn
}

// place gives the channels of m the instruction pointer of index pc.
func (t *thread) place(m uint32, pc int32) {
	for m != 0 {
		var ch int
		ch, m = lowest(m)
		t.chanPC[ch] = pc
	}
}

// anyAt says whether a live channel's instruction pointer is pc; all of chanPC
// must be current.
func (t *thread) anyAt(pc int32) bool {
	for m := t.live; m != 0; {
		var ch int
		ch, m = lowest(m)
		if t.chanPC[ch] == pc {
			return true
		}
	}
	return false
}

// enter goes to index pc with the channels whose instruction pointer it is.
func (t *thread) enter(pc int32) {
	t.pc = int(pc)
	t.exec, t.wait = 0, t.live
	t.join(t.pc)
}

// jmpi is a scalar jump of the active channels.
func jmpi(t *thread, o *op) step {
	to := t.pc + 1
	if o.pred == native.PredNone || t.predicate(o)&1 != 0 {
		to = int(o.flow.ifTrue)
	}
	t.pc = to // channels that wait there join at the start of the block
	return goOn
}

// call stores the return IP and the mask of its channels at dst and dst+4.
func call(dst int) func(t *thread, o *op) step {
	return func(t *thread, o *op) step {
		in := t.exec & (o.full << o.off)
		if o.pred != native.PredNone {
			in &= t.predicate(o) << o.off
		}
		next := t.pc + 1
		*t.u32(dst) = t.prog.ipOf(next)
		*t.u32(dst + 4) = in
		if in == t.exec {
			t.pc = int(o.flow.ifTrue)
			return goOn
		}
		t.place(t.exec&^in, int32(next))
		t.place(in, o.flow.ifTrue)
		if in == 0 {
			t.enter(int32(next))
		} else {
			t.enter(o.flow.ifTrue)
		}
		return goOn
	}
}

// ret sends the channels of the stored mask back to the stored IP.
func ret(src int) func(t *thread, o *op) step {
	return func(t *thread, o *op) step {
		m := *t.u32(src + 4) & t.live
		if o.pred != native.PredNone {
			m &= t.predicate(o) << o.off
		}
		to, ok := t.prog.index(*t.u32(src))
		if !ok {
			t.fault(o, -1, errBadReturn)
			return end
		}
		t.place(t.exec&^m, int32(t.pc+1))
		t.place(m, int32(to))
		if m == 0 {
			t.enter(int32(t.pc + 1))
		} else {
			t.enter(int32(to))
		}
		return goOn
	}
}

// ipOf is the byte offset of an index, the end of the code included.
func (p *Program) ipOf(i int) uint32 {
	if i < len(p.ips) {
		return p.ips[i]
	}
	return p.length
}

// wait takes a barrier notification or stalls.
func wait(t *thread, _ *op) step {
	if !t.env.Group.Barrier.Take(t.env.Index) {
		return stall
	}
	t.pc++
	return goOn
}
