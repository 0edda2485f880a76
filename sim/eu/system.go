package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// ownState runs an instruction of FormState. Registers that keep only a part of what is
// written get the rest back. Sources are made current where they are read; left is what the turn has behind it.
func (t *thread) ownState(o *code.Op, left int) step {
	inner := t.prog.States[o.Ext:][:1]
	timed := o.ReadsTime()
	if timed {
		t.stamp(t.now(left) - 1)
	}
	switch inner[0].Dst.Hook {
	case code.HookMode:
		return t.ownMode(o, inner, timed)
	case code.HookNotify:
		return t.ownNotification(inner, timed)
	}
	em := t.mask(&inner[0])
	t.refresh(o)
	sr0, tdr0 := *t.four(code.OffSR0), *t.words(code.OffTDR0)
	if !t.own(inner, em, timed) {
		return end
	}
	switch {
	case em == 0:
	case inner[0].Dst.Hook == code.HookDependency:
		t.clearValid(&inner[0], em, &tdr0)
	case inner[0].Dst.Hook == code.HookDispatch:
		mask := *t.u32(t.grf + code.OffDispatch)
		*t.four(code.OffSR0) = sr0
		t.setDispatched(o, mask)
	}
	if t.err != nil {
		return end
	}
	return goOn
}

// own computes what an instruction of FormState does, and goes behind it; false after a fault.
func (t *thread) own(inner []code.Op, em uint32, timed bool) bool {
	switch o := &inner[0]; {
	case em == 0:
	case o.Flags&(code.FlagDirect|code.FlagAccs) == code.FlagDirect: // as straight does
		if em == o.Full && o.Flags&(code.FlagInPlace|code.FlagBring) == code.FlagInPlace {
			t.direct(o)
		} else {
			t.nearly(o, em)
		}
	default:
		t.straight(inner)
	}
	if t.err != nil {
		return false
	}
	if t.pc++; em != 0 && timed {
		t.three(code.OffTM0)[fixed.TimestampEvent.Dword()] = 0
	}
	return true
}

// ownNotification is ownState of a write of n0, which code has in front of each barrier.
func (t *thread) ownNotification(inner []code.Op, timed bool) step {
	em, n0 := t.mask(&inner[0]), t.three(code.OffN0)
	n0[fixed.NotificationBarrier.Dword()] = uint32(t.env.Group.Barrier.Count(t.env.Index))
	old := *n0
	if !t.own(inner, em, timed) {
		return end
	}
	if em != 0 {
		t.clearNotified(&old)
	}
	return goOn
}

// ownMode is ownState of a write of cr0, which most threads begin with.
func (t *thread) ownMode(o *code.Op, inner []code.Op, timed bool) step {
	em := t.mask(&inner[0])
	if !t.own(inner, em, timed) {
		return end
	}
	if em == 0 {
		return goOn
	}
	if inner[0].Flags&code.FlagDirect == 0 { // with the store it has been looked at
		return t.afterMode(o)
	}
	if t.modeAgain() {
		return goOn
	}
	if t.setMode(&inner[0]); t.err != nil {
		t.pc--
		return end
	}
	t.work.remember(t)
	return t.afterMode(o)
}

// Views of architecture registers.
func (t *thread) three(off int) *[3]uint32 { return (*[3]uint32)(unsafe.Add(t.base, t.grf+off)) }
func (t *thread) four(off int) *[4]uint32  { return (*[4]uint32)(unsafe.Add(t.base, t.grf+off)) }
func (t *thread) words(off int) *[8]uint16 { return (*[8]uint16)(unsafe.Add(t.base, t.grf+off)) }

// stamp makes tm0 current: the instructions that the thread has executed, since no clock
// runs here. They never run backwards, and are the same each time.
func (t *thread) stamp(now uint64) {
	tm := t.three(code.OffTM0)
	tm[fixed.TimestampLow.Dword()], tm[fixed.TimestampHigh.Dword()] = uint32(now), uint32(now>>32)
}

// clearNotified keeps the counts of n0 that were not written with zero: the register is
// read-only, but compiled code clears it.
func (t *thread) clearNotified(old *[3]uint32) {
	for i, now := range t.three(code.OffN0) {
		if now != 0 {
			t.three(code.OffN0)[i] = old[i]
		} else if i == fixed.NotificationBarrier.Dword() {
			t.env.Group.Barrier.Clear(t.env.Index)
		}
	}
}

// clearValid is a write of tdr0: a word that is written loses its valid bit, and nothing
// else changes (Ivy Bridge PRM vol. 4 part 3, 3.3.3.11).
func (t *thread) clearValid(o *code.Op, em uint32, old *[8]uint16) {
	for em != 0 {
		var k int
		k, em = lowest(em)
		first := int(o.Dst.Addr) + k*int(o.Dst.Step) - t.grf - code.OffTDR0
		for at := first; at < first+int(o.Dst.Size); at++ {
			old[at/2] &^= uint16(fixed.DependencyValid.Mask())
		}
	}
	*t.words(code.OffTDR0) = *old
}

// depends says that the thread waits for another one.
func (t *thread) depends() bool {
	for _, w := range t.words(code.OffTDR0) {
		if uint32(w)&fixed.DependencyValid.Mask() != 0 {
			return true
		}
	}
	return false
}

// begin gives the state registers, which are zeros, what the dispatcher says.
func (t *thread) begin() {
	r := &t.env.Registers
	if r.Place != t.seatOf || t.env.ID != t.seatID { // of the slot's last thread
		t.seatOf, t.seatID = r.Place, t.env.ID
		t.seat = seat(t.prog.Target, &r.Place, t.env.ID)
	}
	*t.four(code.OffSR0) = t.seat
	if r.Notified != [2]uint32{} {
		n0 := t.three(code.OffN0)
		n0[fixed.NotificationHost.Dword()] = fixed.NotificationHost.Of(r.Notified[0])
		n0[fixed.NotificationThreads.Dword()] = fixed.NotificationThreads.Of(r.Notified[1])
	}
	if r.Dependencies != [8]uint16{} {
		*t.words(code.OffTDR0) = r.Dependencies
	}
	if r.Control|r.Exceptions != 0 {
		t.control0()
	}
}

// control0 gives cr0 what the dispatcher says.
func (t *thread) control0() {
	*t.cr0(0), *t.cr0(1) = t.env.Control, t.env.Exceptions
	t.setMode(&code.Op{})
}

// deposit puts the low bits of v where mask has bits.
func deposit(v, mask uint32) (out uint32) {
	for ; mask != 0; mask &= mask - 1 {
		out |= mask & -mask * (v & 1)
		v >>= 1
	}
	return out
}

// notified is a wait: it takes a notification or stalls until one comes.
func (t *thread) notified(o *code.Op) step {
	if int(o.Ext) == fixed.NotificationBarrier.Dword() {
		if t.env.Group.Alone {
			t.fault(o, -1, NoGroup{})
			return end
		}
		if !t.env.Group.Barrier.Take(t.env.Index) {
			return stall
		}
		t.pc++
		return goOn
	}
	count := &t.three(code.OffN0)[o.Ext]
	if *count == 0 {
		return listen
	}
	*count--
	t.pc++
	return goOn
}
