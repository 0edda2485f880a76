package interp

import (
	"errors"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// ErrFellOff is the cause of a Fault when active lanes pass the last
// instruction of the kernel without ret.
var ErrFellOff = errors.New("execution runs past the last instruction: no ret")

// ErrNoGroup is the cause of a Fault when a barrier is reached by a thread
// that belongs to no group.
var ErrNoGroup = errors.New("barrier in a thread without group")

// Resume runs thread slot for at most budget instructions.
func (w *worker) Resume(slot, budget int) (dispatch.Status, error) {
	t := &w.threads[slot]
	if t.err != nil {
		return dispatch.Done, t.err
	}
	w.refs.Attach(t.env.Names())
	w.frame.Mode, w.ieee = t.mode, t.mode == num.IEEE
	for code := w.prog.code; t.live != 0; budget-- {
		if budget <= 0 {
			return dispatch.Running, nil
		}
		if t.pc == t.wait {
			t.merge()
		}
		in := &code[t.pc]
		switch in.step {
		case stepRow:
			if err := w.row(t, in); err != nil {
				return w.stop(t, in, err)
			}
			t.pc++
		case stepQuick:
			if !w.quick(t, in) {
				if err := w.row(t, in); err != nil {
					return w.stop(t, in, err)
				}
			}
			t.pc++
		case stepMemory:
			if err := w.message(t, in); err != nil {
				return w.stop(t, in, err)
			}
			t.pc++
		case stepImage:
			if err := w.image(t, in); err != nil {
				return w.stop(t, in, err)
			}
			t.pc++
		case stepBranch:
			t.move(in.branchLanes(t), in.target)
		case stepReturn:
			if err := t.giveBack(in, w.prog); err != nil {
				return w.stop(t, in, err)
			}
		case stepCall, stepCallAddress, stepSwitch:
			if err := w.leave(t, in); err != nil {
				return w.stop(t, in, err)
			}
		case stepRefuse:
			return w.stop(t, in, w.prog.refused[in.target])
		case stepBarrier:
			if t.group == nil {
				return w.stop(t, in, ErrNoGroup)
			}
			if !t.passBarrier() {
				return dispatch.Waiting, nil
			}
			t.pc++
		case stepSignal, stepWait:
			if t.group == nil {
				return w.stop(t, in, ErrNoGroup)
			}
			if in.step == stepSignal {
				t.group.Barrier.Signal(t.index)
			} else if !t.group.Barrier.Take(t.index) {
				return dispatch.Waiting, nil
			}
			t.pc++
		case stepNothing:
			t.pc++
		case stepForget:
			w.refs.Forget()
			t.pc++
		case stepEnd:
			return w.stop(t, in, ErrFellOff)
		}
		w.executed++
	}
	return dispatch.Done, nil
}

// stop ends the thread with a fault.
func (w *worker) stop(t *thread, in *inst, err error) (dispatch.Status, error) {
	t.err = w.fault(t, in, err)
	return dispatch.Done, t.err
}

// passBarrier signals once and then waits for the group's notification.
func (t *thread) passBarrier() bool {
	if !t.atBar {
		t.group.Barrier.Signal(t.index)
		t.atBar = true
	}
	if !t.group.Barrier.Take(t.index) {
		return false
	}
	t.atBar = false
	return true
}

// lanes sets the frame's masks. It reports whether any lane remains.
func (w *worker) lanes(t *thread, in *inst) bool {
	return w.enabled(t, in) && (in.pred.v == 0 || w.predicated(t, in))
}

// enabled is lanes without a predicate. It is small, so that the compiler puts it into
// its callers.
func (w *worker) enabled(t *thread, in *inst) bool {
	f := &w.frame
	f.N, f.Pred, f.EM = in.n, in.full, in.full
	if !in.always {
		f.EM &= t.exec >> (in.first & 31)
	}
	f.ChEn = f.EM
	return f.EM != 0
}

// predicated takes lanes away from those of enabled.
func (w *worker) predicated(t *thread, in *inst) bool {
	f := &w.frame
	f.Pred = in.pred.bits(t)
	f.ChEn = f.EM & f.Pred
	if in.whole {
		f.ChEn = f.EM
	}
	return f.ChEn != 0
}

// row executes one row instruction: all sources are read before any
// destination is written.
func (w *worker) row(t *thread, in *inst) error {
	if !w.enabled(t, in) || in.pred.v != 0 && !w.predicated(t, in) {
		return nil
	}
	f := &w.frame
	f.About = &in.about
	for i := range in.fields {
		f.Field[in.fields[i].slot] = in.fields[i].value
	}
	for i := range in.srcs {
		s := &in.srcs[i]
		switch s.how {
		case inPlace:
			f.Off[s.slot] = t.at + int(s.off)
		case fixedRow:
			f.Off[s.slot] = s.fixed
		default:
			if err := s.load(w, t, s); err != nil {
				return err
			}
		}
	}
	if len(in.dsts) == 1 && in.dsts[0].place && f.ChEn == in.full {
		f.Off[in.dsts[0].slot] = t.at + int(in.dsts[0].off)
		return in.run(f)
	}
	for i := range in.dsts {
		slot := in.dsts[i].slot
		f.Off[slot] = int(slot) * sem.RowSize
	}
	if err := in.run(f); err != nil {
		return err
	}
	for i := range in.dsts {
		d := &in.dsts[i]
		if err := d.store(w, t, d, f.ChEn); err != nil {
			return err
		}
	}
	switch {
	case in.setsPred:
		p := &t.preds[in.pred.v]
		*p = *p&^(f.ChEn<<in.pred.first) | (f.Pred&f.ChEn)<<in.pred.first
	case in.setsCR:
		return w.setMode(t)
	}
	return nil
}

// setMode takes the arithmetic mode from cr0 after a write.
func (w *worker) setMode(t *thread) error {
	cr0 := le32(t.image[w.prog.layout.off[visa.VarCR0]:])
	t.mode = num.ModeOf(cr0)
	w.frame.Mode, w.ieee = t.mode, t.mode == num.IEEE
	if cr0&otherModes != 0 {
		return &ModeError{cr0}
	}
	return nil
}
