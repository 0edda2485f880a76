package eu

import (
	"fmt"
	"unsafe"

	"github.com/genvisa/genvisa/sim/dispatch"
)

// Watched is a program whose workers refuse a thread that changed a register byte
// which Program.written does not list, and panic when a thread starts on other
// registers than zeros behind its payload, but for its place in sr0.
type Watched struct{ *Program }

type watcher struct{ *worker }

func (p Watched) NewWorker(threads int) dispatch.Worker {
	return watcher{p.Program.NewWorker(threads).(*worker)}
}

func (w watcher) Start(slot int, env *dispatch.Thread) {
	w.worker.Start(slot, env)
	t := &w.threads[slot]
	for at, b := range t.file()[len(env.Payload):] {
		if place := len(env.Payload) + at - t.grf - offSR0; b != 0 && (place < 0 || place >= offDispatch-offSR0) {
			panic(fmt.Sprintf("a thread starts with %#x in register byte %d", b, len(env.Payload)+at))
		}
	}
}

func (w watcher) Resume(slot, budget int) (dispatch.Status, error) {
	status, err := w.worker.Resume(slot, budget)
	t := &w.threads[slot]
	if t.prog.dirty == nil || err != nil {
		return status, err
	}
	at := len(t.env.Payload)
	for _, s := range append(t.prog.dirty[:len(t.prog.dirty):len(t.prog.dirty)], span{t.grf + arfSize, t.grf + arfSize}) {
		for ; at < s.from; at++ {
			if b := t.file()[at]; b != 0 {
				return status, fmt.Errorf("register byte %d was changed to %#x; the program changes %v", at, b, t.prog.dirty)
			}
		}
		at = max(at, s.to)
	}
	return status, nil
}

// file is the general registers and the architecture registers.
func (t *thread) file() []byte { return unsafe.Slice((*byte)(t.base), t.grf+arfSize) }

// accKind is what acc0 was last written as.
func (t *thread) accKind() accKind { return accKind(*t.u32(t.grf + offAccKind) & accKindMask) }
