package eu

import (
	"errors"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// errRunOff is a thread that leaves the code without an end-of-thread message.
var errRunOff = errors.New("execution runs past the last instruction")

func (t *thread) runOff() {
	o := code.Op{IP: t.prog.Bytes}
	t.fault(&o, -1, errRunOff)
}

// branch runs every instruction that a Flow with targets describes.
func (t *thread) branch(o *code.Op, f *code.Flow) step {
	in, yes := t.split(o)
	next := int32(t.pc + 1)
	if t.wait == 0 && in == t.exec && (yes == in || yes == 0) {
		return t.branchTogether(f, yes != 0)
	}
	stay, no := t.exec&^in, in&^yes
	if t.mode.single {
		return t.branchAll(o, f, yes, no)
	}
	to := f.Other
	switch f.When {
	case code.AnyThere:
		if yes != 0 && f.IfTrue == f.First || no != 0 && f.IfFalse == f.First || stay != 0 && next == f.First || t.waitsAt(f.First) {
			to = f.First
		}
	case code.AnyTrue:
		if yes != 0 {
			to = f.First
		}
	case code.AnyActive:
		if t.exec != 0 {
			to = f.First
		}
	case code.AllAlike:
		switch there := t.waitsAt(next); {
		case f.First == next, yes == 0 && (t.exec != 0 || there): // nobody jumps
		case yes == t.exec && yes != 0 && !there:
			to = f.First
		default:
			t.unmodelled(o, "a "+t.prog.Insts[t.pc].Op.String()+" on which the channels do not agree, or beside which others wait", 0)
			return end
		}
	}
	if t.wait == 0 {
		t.wake = len(t.prog.Ops)
	}
	t.pc, t.exec = int(to), 0
	t.settle(stay, next)
	t.settle(yes, f.IfTrue)
	t.settle(no, f.IfFalse)
	t.wait = t.live &^ t.exec // those that already wait at to join at the start of the block
	return goOn
}

// branchAll is branch in single program flow: all channels go where those of the
// branch go. Nothing says what channels do that do not agree.
func (t *thread) branchAll(o *code.Op, f *code.Flow, yes, no uint32) step {
	if yes != 0 == (no != 0) {
		t.unmodelled(o, "a branch of "+alikeRule, 0)
		return end
	}
	return t.branchTogether(f, yes != 0)
}

// alikeRule is what single program flow demands.
const alikeRule = "single program flow on which the channels do not agree: all of them branch identically (Ivy Bridge PRM vol. 4 part 3, 3.3.3.8)"

// settle gives the channels of m the instruction pointer of index pc: they are
// active when the thread goes there too.
func (t *thread) settle(m uint32, pc int32) {
	switch {
	case m == 0:
	case int(pc) == t.pc:
		t.exec |= m
	default:
		t.place(m, pc)
		t.wake = min(t.wake, int(pc))
	}
}

// branchTogether is branch when every live channel is active and they all agree.
// With no live channel nothing is anywhere.
func (t *thread) branchTogether(f *code.Flow, yes bool) step {
	to := f.IfFalse
	if yes {
		to = f.IfTrue
	}
	switch {
	case t.exec == 0:
		t.pc = int(f.Other)
	case f.When == code.AnyThere && f.First == to, f.When == code.AnyTrue && yes, f.When == code.AllAlike && yes, f.When == code.AnyActive:
		t.pc = int(f.First)
	default:
		t.pc = int(f.Other)
	}
	if int32(t.pc) != to {
		t.place(t.exec, to)
		t.exec, t.wait, t.wake = 0, t.live, 0
	}
	return goOn
}

// place gives the channels of m the instruction pointer of index pc.
func (t *thread) place(m uint32, pc int32) {
	t.apart = true
	for m != 0 {
		var ch int
		ch, m = lowest(m)
		t.chanPC[ch&31] = pc
	}
}

// waitsAt says whether a channel waits at index pc.
func (t *thread) waitsAt(pc int32) bool {
	if int(pc) < t.wake {
		return false
	}
	for m := t.wait &^ t.away; m != 0; {
		var ch int
		ch, m = lowest(m)
		if t.chanPC[ch&31] == pc {
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

// split gives the active channels of an instruction, and those of them whose
// predicate is true.
func (t *thread) split(o *code.Op) (in, yes uint32) {
	in = t.exec & (o.Full << (o.Off & 31))
	yes = in
	if o.Pred != native.PredNone {
		yes &= t.predicate(o) << (o.Off & 31)
	}
	return in, yes
}

// jmpi is a scalar jump of the active channels.
func (t *thread) jmpi(o *code.Op, f *code.Flow) step {
	to := t.pc + 1
	if o.Pred == native.PredNone || t.predicate(o)&1 != 0 {
		to = int(f.IfTrue)
	}
	t.pc = to // channels that wait there join at the start of the block
	return goOn
}

// jmpiTo is jmpi by the distance in a register, which counts from the next
// instruction.
func (t *thread) jmpiTo(o *code.Op, f *code.Flow) step {
	next := t.pc + 1
	if o.Pred != native.PredNone && t.predicate(o)&1 == 0 {
		t.pc = next
		return goOn
	}
	to, ok := t.goal(o, t.prog.IP(next)+*t.u32(int(f.Link)))
	if !ok {
		return end
	}
	t.pc = to // as of jmpi
	return goOn
}

// toIP is a move into ip, of an address in a register. Its three lowest bits are
// dropped.
func (t *thread) toIP(o *code.Op, f *code.Flow) step {
	if em := o.Full & (t.exec>>(o.Off&31) | o.NoMask); em == 0 || o.Pred != native.PredNone && em&t.predicate(o) == 0 {
		t.pc++
		return goOn
	}
	to, ok := t.goal(o, *t.u32(int(f.Link))&^code.IPLow)
	if !ok {
		return end
	}
	t.pc = to // as of jmpi
	return goOn
}

// goal is the index of the instruction at ip, or a fault.
func (t *thread) goal(o *code.Op, ip uint32) (int, bool) {
	to, ok := t.prog.Index(ip)
	if !ok {
		t.fault(o, -1, &code.PlaceError{IP: ip, Bytes: t.prog.Bytes})
	}
	return to, ok
}
