package eu

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// callTo is call by an address or a distance in a register.
func (t *thread) callTo(o *code.Op, f *code.Flow) step {
	to, ok := t.goal(o, f.Base+*t.u32(int(f.From)))
	if !ok {
		return end
	}
	return t.call(o, f, int32(to))
}

// call goes to index to and stores the return IP and the mask of its channels at Link
// and 4 bytes on. Channels that do not call wait until the thread is back, though it may
// come to where they wait: the call mask is without them (vISA, CALL).
func (t *thread) call(o *code.Op, f *code.Flow, to int32) step {
	next := t.pc + 1
	_, in := t.split(o)
	switch {
	case t.mode.single:
		return t.alike(o, "call", func() (int, bool) {
			*t.u32(int(f.Link)) = t.prog.IP(next)
			*t.u32(int(f.Link) + 4) = t.exec
			return int(to), true
		})
	case o.NoMask != 0:
		t.unmodelled(o, "call with NoMask", 0)
		return end
	case t.exec&^(o.Full<<(o.Off&31)) != 0:
		t.unmodelled(o, "call of fewer elements than active channels", 0)
		return end
	}
	*t.u32(int(f.Link)) = t.prog.IP(next)
	*t.u32(int(f.Link) + 4) = in
	if in == 0 {
		t.place(t.exec, int32(next))
		t.enter(int32(next))
		return goOn
	}
	t.place(t.exec&^in, int32(next))
	t.place(in, to)
	t.level++
	t.rise(in, 1)
	t.away = t.live &^ in
	t.enter(to)
	return goOn
}

// alike is a call or return in single program flow: all channels go where those of the
// instruction go, to what to gives. Nothing says what they do that do not agree.
func (t *thread) alike(o *code.Op, what string, to func() (index int, ok bool)) step {
	in, yes := t.split(o)
	switch {
	case in == 0, yes != 0 && yes != in:
		t.unmodelled(o, "a "+what+" of "+alikeRule, 0)
		return end
	case yes == 0:
		t.pc++
		return goOn
	}
	at, ok := to()
	if !ok {
		return end
	}
	t.pc = at
	return goOn
}

// rise adds n to the level of the channels of m.
func (t *thread) rise(m uint32, n int32) {
	t.apart = true
	for m != 0 {
		var ch int
		ch, m = lowest(m)
		t.levels[ch&31] += n
	}
}

// outside is which live channels have another level than the thread's.
func (t *thread) outside() uint32 {
	out := uint32(0)
	for m := t.live; m != 0; {
		var ch int
		ch, m = lowest(m)
		if t.levels[ch&31] != t.level {
			out |= 1 << ch
		}
	}
	return out
}

// ret sends active channels back to the stored IP. The stored mask is the call
// mask: channels that return before others of it wait at the stored IP, and the
// thread goes there with the last of them (vISA, RET). Code that made up the stored
// values may return from no call.
func (t *thread) ret(o *code.Op, f *code.Flow) step {
	ip := *t.u32(int(f.Link))
	if t.mode.single {
		return t.alike(o, "ret", func() (int, bool) { return t.goal(o, ip) })
	}
	called := *t.u32(int(f.Link) + 4) & t.live
	in, back := t.split(o)
	switch {
	case o.Pred == native.PredNone:
		back = t.exec // the mask, not the execution size, decides
	case in != t.exec:
		t.unmodelled(o, "predicated ret of fewer elements than active channels", 0)
		return end
	}
	to, ok := t.goal(o, ip)
	if !ok {
		return end
	}
	back &= called
	stay, others := t.exec&^back, called&^t.exec&^t.away
	if stay == 0 && (t.level > 0 && others != 0 || t.waitingAt(others, int32(to)) != others) {
		t.unmodelled(o, "ret while other channels of the call wait in the subroutine", 0)
		return end
	}
	t.place(stay, int32(t.pc+1))
	t.place(back, int32(to))
	if t.level > 0 {
		t.rise(back, -1)
	}
	if stay != 0 {
		t.away = t.outside()
		t.enter(int32(t.pc + 1))
		return goOn
	}
	t.level = max(0, t.level-1)
	t.away = t.outside()
	t.enter(int32(to))
	return goOn
}

// waitingAt is which channels of m wait at index pc.
func (t *thread) waitingAt(m uint32, pc int32) uint32 {
	there := uint32(0)
	for m != 0 {
		var ch int
		ch, m = lowest(m)
		if t.chanPC[ch&31] == pc {
			there |= 1 << ch
		}
	}
	return there
}
