package eu

import (
	"fmt"
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/num"
)

// Bits of cr0.0 beside those that say how instructions compute.
const (
	modeSuppress  = 1 << 15 // of the next breakpoint
	modeException = 1 << 31
)

// reservedIP are the low bits of cr0.2, the IP at an exception, which are zero.
const reservedIP = 7

// readMode takes the arithmetic mode from cr0. A target without the bits that keep
// denormals of f flushes them.
func (t *thread) readMode() {
	cr0 := *t.u32(t.grf + offCR0)
	m := num.ModeOf(cr0)
	switch {
	case cr0&fixed.ControlAlt != 0:
		m.F = num.AltMode
	case !t.prog.denormals:
		m.F = num.Normal
	}
	t.mode = arith{Mode: m, ieee: m == num.IEEE, single: cr0&fixed.ControlSingle != 0, noAcc: cr0&fixed.ControlNoAcc != 0}
}

// setMode reads the arithmetic mode from cr0 after a write. Writing a one to the
// master exception state has no effect.
func (t *thread) setMode(o *Op) {
	*t.u32(t.grf + offCR0) &^= modeException
	*t.u32(t.grf + offCR0 + 8) &^= reservedIP
	t.readMode()
	if mask := maskIn(*t.u32(t.grf + offCR0), t.env.Mask); mask != t.live {
		if t.exec != t.live {
			t.unmodelled(o, "another mask of channels (vector mask enable) while channels are apart", 0)
			return
		}
		t.live, t.exec = mask, mask
	}
	if why := t.modeMissing(); why != "" {
		t.unmodelled(o, fmt.Sprintf("cr0.0 of %#x and cr0.1 of %#x: %s", *t.u32(t.grf + offCR0), *t.u32(t.grf + offCR0 + 4), why), 0)
	}
}

// setDispatched is what a write of the dispatch mask does: nothing to channels that no
// instruction is about without NoMask. Intel's compiler adds those above the kernel's width on
// tgl, where NoMask instructions of them run when no others do (IGC visa/SWWA.cpp,
// finishFusedCallWA); here NoMask instructions always run.
func (t *thread) setDispatched(o *Op) {
	mask := *t.u32(t.grf + offDispatch)
	if change := (mask ^ t.sr02) & t.prog.covered; change != 0 {
		t.unmodelled(o, fmt.Sprintf("a write of the dispatch mask (sr0.2) that changes channels of mask %#x, which instructions of the code are about", change), 0)
		return
	}
	t.sr02 = mask
}

// maskIn is the channels that run in the mode of cr0.0: those of the dispatch mask, or of the
// vector mask (section as above, vector mask enable).
func maskIn(cr0, dispatched uint32) uint32 {
	if cr0&fixed.ControlVector != 0 {
		return vectorMask(dispatched)
	}
	return dispatched
}

// modeMissing is what the model lacks for the mode that cr0 asks for, or "".
func (t *thread) modeMissing() string {
	cr0, p := *t.u32(t.grf + offCR0), t.prog
	switch {
	case !p.denormals && cr0&(fixed.ControlKeepF|fixed.ControlKeepHF) != 0:
		return "bits that the target does not have"
	case t.mode.F == num.AltMode && p.notAlt > 0:
		return "ALT mode of floats in code with " + p.summary(p.notAlt-1)
	case t.mode.single && t.exec != t.live:
		return "single program flow while channels are apart"
	case t.mode.single && p.offset:
		return "single program flow in code with channel offsets"
	}
	return raised(*t.u32(t.grf + offCR0 + 4))
}

// shorten drops the bits that the words of a0 behind the second one do not have.
func (t *thread) shorten() {
	keep := uint16(1)<<t.prog.addressBits - 1
	for at := offA0 + 4; at < offF; at += 2 {
		*(*uint16)(unsafe.Add(t.base, t.grf+at)) &= keep
	}
}
