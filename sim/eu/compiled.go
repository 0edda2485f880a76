package eu

import (
	"runtime"
	"unsafe"

	"github.com/genvisa/genvisa/sim/eu/code"
)

// Compiled is code of another engine for sequences of ops. Workers call it in the place of their own rows.
type Compiled struct {
	Begins []Sequence // by the index of the first op
	Next   []int32    // by index: where the next sequence behind it begins
	// Call executes code on the registers of a thread, the constants of the program, and the channels that run.
	Call func(code uintptr, registers, consts unsafe.Pointer, channels uint32)
	// Some gives, by the index of the first op, code for threads of which not all channels of a sequence run; 0 for none.
	// It is asked when the first such thread comes.
	Some func() []uintptr
}

// Sequence is ops of a straight run that code executes at once, each as the EU model does.
type Sequence struct {
	Ops   int32  // how many; 0 where none begins
	Lanes uint32 // channels that ops without NoMask are about
	Row   uint8  // the highest code.Op.Row of them
	// A byte for each accumulator, as of code.Op: those that are read before the sequence writes them, and what they must hold.
	AccReads, AccKinds uint32

	Code uintptr // for threads of which all of Lanes run
}

// Use makes a worker call compiled code; nil is none.
func (w *Worker) Use(c *Compiled) { w.compiled, w.some = c, nil }

// leap executes the sequence that begins at an op, of at most so many, and gives how many ops that were; none when it has to be left
// to the EU model.
func (t *thread) leap(c *Compiled, at, most int) int {
	if c.Begins[at].Ops == 0 {
		return 0
	}
	return t.enterCode(c, at, most)
}

// enterCode is leap where a sequence begins.
func (t *thread) enterCode(c *Compiled, at, most int) int {
	s := &c.Begins[at]
	n := int(s.Ops)
	if n > most || t.err != nil || uint32(s.Row) > t.rowLimit() || s.AccReads != 0 && (*t.u32(t.grf + code.OffAccKind)^s.AccKinds)&s.AccReads != 0 {
		return 0
	}
	entry := s.Code
	if t.exec&s.Lanes != s.Lanes {
		if t.work.some == nil {
			t.work.some = c.Some()
		}
		if entry = t.work.some[at]; entry == 0 {
			return 0
		}
	}
	c.Call(entry, t.base, t.spaces[1], t.exec)
	runtime.KeepAlive(c) // with which its code goes
	return n
}
