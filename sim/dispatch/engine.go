package dispatch

import (
	"encoding/binary"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/mem"
)

// Status says why Resume came back.
type Status uint8

// Reasons for coming back from Resume.
const (
	Running   Status = iota // budget used up
	Waiting                 // at a barrier that is not complete
	Listening               // for a notification that no barrier brings
	Done                    // thread ended
)

// Engine is a loaded program of either ISA, shared by all workers and not
// changed by them.
type Engine interface {
	// NewWorker returns the state with which one goroutine runs groups of up to
	// threads threads. Nothing is allocated per thread after that.
	NewWorker(threads int) Worker
}

// Worker holds the threads of one group at a time, by slot 0..threads-1.
type Worker interface {
	// Start loads thread slot with its payload; it runs from the entry.
	Start(slot int, t *Thread)
	// Resume runs thread slot for at most budget instructions.
	Resume(slot int, budget int) (Status, error)
	// Save appends the state of thread slot to dst: registers, masks, place, in
	// architectural form.
	Save(slot int, dst []byte) []byte
	// Load makes thread slot go on at a state, in any process. It refuses one of
	// another program.
	Load(slot int, t *Thread, state []byte) error
	// Executed is the number of instructions executed by this worker so far.
	Executed() uint64
	// At is the instruction that thread slot, which has not ended, runs next.
	At(slot int) Place
}

// Batched are workers that take the threads of a group together.
type Batched interface {
	Batch() Batch // nil for one that does not
}

// Batch is what such a worker does with the threads of a group.
type Batch interface {
	// Turns resumes threads as Resume does with a budget for each, from slot on and below end, as far as each ends and all of them have
	// executed less than the budget. It gives the first that has not ended, why that came back, and its error; with Done and no error
	// that has not been resumed.
	Turns(slot, end, budget int) (next int, status Status, err error)
	// Keep keeps what thread slot, which has just been started, starts with; false when it cannot.
	Keep(slot int) bool
	// Restart starts it again with that, in another group.
	Restart(slot int, group [3]uint32)
}

// InPlace are workers that let payloads be made where threads have them.
type InPlace interface {
	// Payload is where the first n bytes of the registers of thread slot lie, or nil when it has fewer.
	// Start copies nothing when Thread.Payload is that.
	Payload(slot, n int) []byte
}

// Thread is what a thread starts with. Payload is the GRF image from r0 on, as
// the ABI lays it out; it belongs to the dispatcher and is copied by Start, unless it lies in the
// thread's registers (InPlace).
type Thread struct {
	Group   *Group
	Index   int    // thread number in the group
	ID      uint32 // number that no other running thread has, as in r0.5 (FFTID)
	Payload []byte
	Mask    uint32 // dispatch mask: lanes that exist
	Registers
	Mem     *mem.Memory
	States  mem.States  // what accesses name; nil: what is bound in Mem
	Scratch *mem.Buffer // this thread's scratch space, Base as in r0.5; nil when the kernel has none

	Entry    uint32      // byte of native code that the thread starts at
	Indirect *mem.Buffer // payload of the group that is in no register, at the address in r0.0; nil for none

	// Aside is what r0, r1 and r2 held when the thread started, which shared functions know beside its registers; nil
	// unless the launch keeps it.
	Aside *[AsideRegisters][8]uint32

	needs   *Needs // of Dependent payloads
	outside *outsides
}

// AsideRegisters is how many registers Thread.Aside has.
const AsideRegisters = 3

// keepAside fills Aside from the payload; registers that it has not are 0.
func (t *Thread) keepAside(payload []byte) {
	if t.Aside == nil {
		t.Aside = new([AsideRegisters][8]uint32)
	}
	for r := range t.Aside {
		for i := range t.Aside[r] {
			t.Aside[r][i] = 0
			if at := abi.GRFSize*r + 4*i; at+4 <= len(payload) {
				t.Aside[r][i] = binary.LittleEndian.Uint32(payload[at:])
			}
		}
	}
}

// Names is what the accesses of the thread name: States, or what is bound in Mem; nil for a thread without memory.
func (t *Thread) Names() mem.States {
	if t.States == nil && t.Mem != nil {
		return t.Mem.States()
	}
	return t.States
}

// Group is one thread group in execution.
type Group struct {
	ID      [3]uint32
	SLM     *mem.Buffer // nil when the kernel uses none
	Barrier Barrier
	Alone   bool // its threads meet at no barrier

	number uint64 // in the order of the launch
	done   []bool // by thread: it has ended
}
