package eu

import (
	"encoding/binary"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// Batch is the worker, when no other engine resumes its threads.
func (w *Worker) Batch() dispatch.Batch {
	if !w.alone {
		return nil
	}
	return w
}

// Turns resumes threads in turn (dispatch.Batch).
func (w *Worker) Turns(slot, end, budget int) (next int, status dispatch.Status, err error) {
	status = dispatch.Done
	last := w.executed + uint64(budget)
	for next = slot; next < end && w.executed < last; next++ {
		if status, err = w.Resume(next, budget); status != dispatch.Done || err != nil {
			break
		}
	}
	return next, status, err
}

// first is what a thread starts with beside registers.
type first struct {
	live, exec, sr02 uint32
	pc               int
	mode             arith
}

// keepBytes is how many bytes of a thread's registers are kept: all that the program can change.
func (w *Worker) keepBytes() (n int) {
	for _, s := range w.prog.Written {
		n += s.To - s.From
	}
	return n
}

// Keep keeps what a thread starts with. A program that may change any register keeps nothing.
func (w *Worker) Keep(slot int) bool {
	t := &w.threads[slot]
	if w.prog.Written == nil || t.done || t.err != nil {
		return false
	}
	w.firsts[slot] = first{t.live, t.exec, t.sr02, t.pc, t.mode}
	kept := w.keptOf(slot)
	for _, s := range w.prog.Written {
		kept = kept[copy(kept, t.regs[s.From:s.To]):]
	}
	return true
}

// keptOf is where the registers of a thread are kept.
func (w *Worker) keptOf(slot int) []byte {
	n := len(w.kept) / len(w.threads)
	return w.kept[slot*n:][:n]
}

// Restart starts a thread again: the registers that it cannot have changed are what they were.
func (w *Worker) Restart(slot int, group [3]uint32) {
	t, f, kept := &w.threads[slot], &w.firsts[slot], w.keptOf(slot)
	t.reset(f.sr02)
	t.live, t.exec, t.pc, t.mode = f.live, f.exec, f.pc, f.mode
	for _, s := range w.prog.Written {
		kept = kept[copy(t.regs[s.From:s.To], kept):]
	}
	binary.LittleEndian.PutUint32(t.regs[fixed.ThreadGroupX.Byte():], group[0])
	binary.LittleEndian.PutUint32(t.regs[fixed.ThreadGroupY.Byte():], group[1])
	binary.LittleEndian.PutUint32(t.regs[fixed.ThreadGroupZ.Byte():], group[2])
}
