package eu

import (
	"math"
	"runtime"
	"unsafe"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// Compiled is code of another engine for ops. Workers call it in the place of their own rows.
type Compiled struct {
	Begins []Entry // by the index of an op
	Next   []int32 // by index: the next one behind it that code begins at
	// Call executes code on the registers of a thread, the constants of the program, and the channels that run, and gives the
	// index of the op that it has left to the EU model, or with all bits inverted that of the message that has ended the thread.
	Call func(code uintptr, registers, consts unsafe.Pointer, channels uint32, frame *Frame) (at int32)
	// Some gives, by the index of an op, code for threads of which not all channels of an entry run; 0 for none.
	// It is asked when the first such thread comes.
	Some  func() []uintptr
	Meets bool // code has barriers
}

// Entry is where code begins, and what holds of all ops that it may come to.
type Entry struct {
	Lanes uint32 // channels that ops without NoMask are about
	Row   uint8  // the highest code.Op.Row of them
	Modes bool   // one writes cr0

	Code uintptr // for threads of which all of Lanes run; 0 where none begins
}

// Frame is what code knows of a thread beside its registers. It counts Left down by each op, and leaves the thread to the
// EU model in front of ops that there are no more of.
type Frame struct {
	message.Tables // what messages reach

	Left  int32
	Wake  int32  // no channel that waits does so at a lower index
	Waits uint32 // channels that wait
	Exec  uint32 // channels that run, once code has left the thread

	Places *[maxLanes]int32 // where channels wait, which code writes
	Apart  uint64           // 1: it did

	Known uint64 // with Entry.Modes, the cr0.0 after which the thread has the mode that its worker remembers, one of compiled kernels; more than 32 bits for none
	Took  uint64 // 1: the thread has taken it

	Barrier  *dispatch.Barrier // with Compiled.Meets, and what it knows of the thread
	Came     *bool
	Notified *int

	Offsets [mem.Lanes]uint32 // for code alone: of lanes with 64-bit addresses
}

// maxCall is how many ops a call of code may execute: it ends soon enough for whom waits for the thread.
const maxCall = 1 << 14

// Use makes a worker call compiled code; nil is none.
func (w *Worker) Use(c *Compiled) { w.compiled, w.some, w.alone = c, nil, true }

// leap executes code that begins at the thread's place, at most so many ops, and gives how many it were; none when they have to be
// left to the EU model.
func (t *thread) leap(c *Compiled, most int) int {
	if c.Begins[t.pc].Code == 0 {
		return 0
	}
	return t.enterCode(c, most)
}

// enterCode is leap where code begins.
func (t *thread) enterCode(c *Compiled, most int) int {
	s := &c.Begins[t.pc]
	if t.err != nil || t.away != 0 || uint32(s.Row) > t.rowLimit() || t.mode.single || t.system || c.Meets && t.env.Group.Alone {
		return 0
	}
	entry := s.Code
	if t.exec&s.Lanes != s.Lanes {
		if t.work.some == nil {
			t.work.some = c.Some()
		}
		if entry = t.work.some[t.pc]; entry == 0 {
			return 0
		}
	}
	f := &t.work.frame
	most = min(most, maxCall)
	f.Left, f.Wake, f.Waits, f.Places = int32(most), math.MaxInt32, t.wait, &t.chanPC
	if t.wait != 0 {
		f.Wake = int32(t.wake)
	}
	if c.Meets {
		f.Barrier = &t.env.Group.Barrier
		if f.Came, f.Notified = f.Barrier.Of(t.env.Index); f.Came == nil {
			return 0
		}
	}
	if s.Modes {
		f.Known, f.Took = t.remembered(), 0
	}
	t.pc = int(c.Call(entry, t.base, t.spaces[1], t.exec, f))
	runtime.KeepAlive(c) // with which its code goes
	if t.pc < 0 {
		t.pc, t.done = ^t.pc, true
	}
	if t.exec, t.wait, t.wake = f.Exec, f.Waits, int(f.Wake); f.Apart != 0 {
		t.apart, f.Apart = true, 0
	}
	if s.Modes && f.Took != 0 {
		t.mode = t.work.known.mode
	}
	return most - int(f.Left)
}

// noMode is no value of cr0.0.
const noMode = 1 << 32

// remembered is the cr0.0 of the mode that the worker remembers, when code may take that as modeAgain does.
func (t *thread) remembered() uint64 {
	cr0, k := t.three(code.OffCR0), &t.work.known
	if k.control == 0 || cr0[1]|cr0[2] != 0 || !k.mode.ieee || k.mode.noAcc || liveIn(t.prog, k.control, t.env.Mask, t.sr02) != t.live {
		return noMode
	}
	return uint64(k.control)
}
