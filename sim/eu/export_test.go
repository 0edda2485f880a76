package eu

import (
	"fmt"
	"unsafe"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// Watched is a program whose workers refuse a thread that changed a register byte
// which Program.written does not list, and panic when a thread starts on other
// registers than zeros behind its payload, but for its place in sr0.
type Watched struct{ *Program }

type watcher struct{ *Worker }

func (p Watched) NewWorker(threads int) dispatch.Worker {
	return watcher{p.Program.Worker(threads)}
}

func (w watcher) Start(slot int, env *dispatch.Thread) {
	w.Worker.Start(slot, env)
	t := &w.threads[slot]
	for at, b := range t.file()[len(env.Payload):] {
		if place := len(env.Payload) + at - t.grf - code.OffSR0; b != 0 && (place < 0 || place >= code.OffDispatch-code.OffSR0) {
			panic(fmt.Sprintf("a thread starts with %#x in register byte %d", b, len(env.Payload)+at))
		}
	}
}

func (w watcher) Resume(slot, budget int) (dispatch.Status, error) {
	status, err := w.Worker.Resume(slot, budget)
	t := &w.threads[slot]
	if t.prog.Written == nil || err != nil {
		return status, err
	}
	at := len(t.env.Payload)
	for _, s := range append(t.prog.Written[:len(t.prog.Written):len(t.prog.Written)], code.Span{From: t.grf + code.ArchSize, To: t.grf + code.ArchSize}) {
		for ; at < s.From; at++ {
			if b := t.file()[at]; b != 0 {
				return status, fmt.Errorf("register byte %d was changed to %#x; the program changes %v", at, b, t.prog.Written)
			}
		}
		at = max(at, s.To)
	}
	return status, nil
}

// file is the general registers and the architecture registers.
func (t *thread) file() []byte { return unsafe.Slice((*byte)(t.base), t.grf+code.ArchSize) }

// accKind is what acc0 was last written as.
func (t *thread) accKind() code.AccKind {
	return code.AccKind(*t.u32(t.grf + code.OffAccKind) & code.AccKindMask)
}

// Load is code.Load, for the EU model.
func Load(name string, t native.Target, bytes []byte) (*Program, error) {
	return engine(code.Load(name, t, bytes))
}

// LoadInsts is code.LoadInsts, for the EU model.
func LoadInsts(name string, t native.Target, insts []native.Inst) (*Program, error) {
	return engine(code.LoadInsts(name, t, insts))
}

// LoadFile is code.LoadFile, for the EU model.
func LoadFile(name string, t native.Target, grfs int, insts []native.Inst) (*Program, error) {
	return engine(code.LoadFile(name, t, grfs, insts))
}

func engine(p *code.Program, err error) (*Program, error) {
	if err != nil {
		return nil, err
	}
	return New(p), nil
}
