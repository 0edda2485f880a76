package eu

import "github.com/genvisa/genvisa/sim/dispatch"

// Run is what a thread has in front of it: ops that follow each other, up to the next that may change
// its flow or a place where waiting channels join. It is empty where the thread has to be stepped.
type Run struct {
	From, To  int    // indices into Program.Ops
	Channels  uint32 // that run, as code.Op.Full has them behind code.Op.Off
	Row       uint8  // the highest code.Op.Row that is right in the mode of the thread
	Registers []byte // general registers, then architecture registers (package code, layout)
}

// Ahead is what the thread of a slot has in front of it. Another engine may execute ops of it on the
// registers, from the first on, and says so by Advance; what it cannot execute is Step's.
func (w *Worker) Ahead(slot int) Run {
	t := &w.threads[slot]
	r := Run{From: t.pc, To: t.pc, Registers: t.regs}
	if t.done || t.err != nil || t.pc >= len(w.prog.Ops) || w.prog.Breaks || t.env.Halt != 0 {
		return r
	}
	if t.wait != 0 && t.pc >= t.wake {
		t.join(t.pc) // as the run loop does first
	}
	r.To, r.Channels, r.Row = int(w.prog.Ends[t.pc]), t.exec, uint8(t.rowLimit())
	return r
}

// Advance says that the first n ops of Ahead are done.
func (w *Worker) Advance(slot, n int) {
	t := &w.threads[slot]
	t.pc += n
	t.ticks += uint64(n)
	w.executed += uint64(n)
}

// Step executes the next instruction of a thread.
func (w *Worker) Step(slot int) (dispatch.Status, error) { return w.Resume(slot, 1) }
