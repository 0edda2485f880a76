package eu

import (
	"fmt"
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// readMode takes the arithmetic mode from cr0. A target without the bits that keep
// denormals of f flushes them.
func (t *thread) readMode() {
	cr0 := *t.u32(t.grf + code.OffCR0)
	m := num.ModeOf(cr0)
	switch {
	case cr0&fixed.ControlAlt != 0:
		m.F = num.AltMode
	case !t.prog.Denormals:
		m.F = num.Normal
	}
	t.mode = arith{Mode: m, ieee: m == num.IEEE, single: cr0&fixed.ControlSingle != 0, noAcc: cr0&fixed.ControlNoAcc != 0}
}

// setMode reads the arithmetic mode from cr0 after a write.
func (t *thread) setMode(o *code.Op) {
	t.master()
	*t.cr0(fixed.ExceptionAIP.Dword()) &= fixed.ExceptionAIP.Mask()
	t.readMode()
	t.setLive(o, "vector mask enable")
	if why := t.modeMissing(); why != "" {
		t.unmodelled(o, fmt.Sprintf("cr0.0 of %#x and cr0.1 of %#x: %s", *t.cr0(0), *t.cr0(1), why), 0)
	}
}

// known is a mode that a worker's thread took from cr0: the next one that writes as much takes it
// without a look at each bit.
type known struct {
	control uint32 // cr0.0; 0, which is no write worth it, for none
	mode    arith
}

// remember keeps the mode of a thread outside of exceptions whose channels need not agree.
func (w *Worker) remember(t *thread) {
	if cr0 := t.three(code.OffCR0); !t.system && !t.mode.single && cr0[1]|cr0[2] == 0 {
		w.known = known{cr0[0], t.mode}
	}
}

// modeAgain takes the mode that is remembered, when cr0 says the same and nothing of exceptions.
func (t *thread) modeAgain() bool {
	cr0, k := t.three(code.OffCR0), &t.work.known
	if cr0[0] != k.control || k.control == 0 || t.system || cr0[1]|cr0[2] != 0 || liveIn(t.prog, cr0[0], t.env.Mask, t.sr02) != t.live {
		return false
	}
	t.mode = k.mode
	return true
}

// setLive makes those channels run that the masks and the mode ask for. They go on at the
// thread's instruction, which is why nobody may wait elsewhere.
func (t *thread) setLive(o *code.Op, why string) {
	mask := liveIn(t.prog, *t.cr0(0), t.env.Mask, t.sr02)
	if mask == t.live {
		return
	}
	if t.exec != t.live {
		t.unmodelled(o, "another mask of channels ("+why+") while channels are apart", 0)
		return
	}
	t.live, t.exec = mask, mask
}

// liveIn is the channels that run in the mode of cr0.0 when a thread was started with those of
// first and its dispatch mask is now sr02. A
// channel that no instruction is about without NoMask is as it was at dispatch: Intel's
// compiler adds those above the kernel's width on tgl, where NoMask instructions of them run
// when no others do (IGC visa/SWWA.cpp, finishFusedCallWA); here NoMask instructions always run.
func liveIn(p *code.Program, cr0, first, sr02 uint32) uint32 {
	c := p.Covered
	return maskIn(cr0, first)&^c | maskIn(cr0, sr02)&c
}

// setDispatched is a write of the dispatch mask.
func (t *thread) setDispatched(o *code.Op, mask uint32) {
	t.sr02 = mask
	t.setLive(o, "dispatch mask")
}

// maskIn is the channels that run in the mode of cr0.0: those of the dispatch mask, or of the
// vector mask (section as above, vector mask enable).
func maskIn(cr0, dispatched uint32) uint32 {
	if cr0&fixed.ControlVector != 0 {
		return code.VectorMask(dispatched)
	}
	return dispatched
}

// modeMissing is what the model lacks for the mode that cr0 asks for, or "".
func (t *thread) modeMissing() string {
	cr0, p := *t.u32(t.grf + code.OffCR0), t.prog
	switch {
	case !p.Denormals && cr0&(fixed.ControlKeepF|fixed.ControlKeepHF) != 0:
		return "bits that the target does not have"
	case t.mode.F == num.AltMode && p.NotAlt > 0:
		return "ALT mode of floats in code with " + p.Summary(p.NotAlt-1)
	case t.mode.single && t.exec != t.live:
		return "single program flow while channels are apart"
	case t.mode.single && p.HasOffset:
		return "single program flow in code with channel offsets"
	}
	if *t.cr0(1)&reservedExceptions != 0 {
		return "reserved bits of cr0.1"
	}
	return ""
}

// shorten drops the bits that the words of a0 behind the second one do not have.
func (t *thread) shorten() {
	keep := uint16(1)<<t.prog.AddressBits - 1
	for at := code.OffA0 + 4; at < code.OffF; at += 2 {
		*(*uint16)(unsafe.Add(t.base, t.grf+at)) &= keep
	}
}
