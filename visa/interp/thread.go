package interp

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// thread is the whole state of one thread. Its slices are cut from the
// worker's arenas once.
type thread struct {
	image  []byte         // variables, at the offsets of the layout
	base   unsafe.Pointer // of the image
	at     int            // of the image in the worker's storage
	addrs  []uint16       // address registers, all variables in one array
	owners []int32        // by address element: 1 + the variable whose address it holds, 0 when it is that of none
	preds  []uint32       // predicate variables, bit = thread lane
	states []int32        // surface variables, then sampler variables
	mode   num.Mode

	pc    int32  // instruction of the active lanes
	exec  uint32 // active lanes
	wait  int32  // lowest instruction where other live lanes wait, or nobody
	live  uint32
	pcip  [sem.Lanes]int32 // valid for waiting lanes; active ones are at pc
	atBar bool             // has signalled the barrier it stands at
	stack []frame          // calls that have not returned, the innermost last
	saved int              // bytes of variables in stack

	env     *dispatch.Thread
	group   *dispatch.Group
	index   int
	refs    *mem.Resolver
	local   mem.Surface
	scratch mem.Surface
	err     error // found by Start, returned by Resume
}

// worker runs the threads of one group at a time on one goroutine.
type worker struct {
	prog     *Program
	threads  []thread
	executed uint64
	raw      [sem.Lanes]uint64            // elements between their place and their row
	sent     [len(sem.Frame{}.Raw)][]byte // by slot: copies of raw sources
	frame    sem.Frame
	ieee     bool   // the frame's mode is num.IEEE
	memory   memory // of the instruction in execution
	tex      *mem.Texels
	left     []dispatch.Left // by the instruction that a watcher looks at

	refs mem.Resolver
}

// NewWorker allocates everything that threads threads need.
func (p *Program) NewWorker(threads int) dispatch.Worker {
	w := &worker{prog: p, threads: make([]thread, threads)}
	w.frame.GRFSize, w.frame.Mem = grf, &w.memory
	l, preds := &p.layout, len(p.kernel.Preds)
	rows := slotRows + len(p.fixed)
	arena := make([]uint64, sem.Lanes*(rows+1)+threads*l.size/8)
	w.frame.Base = unsafe.Pointer(&arena[0])
	image := unsafe.Slice((*byte)(w.frame.Base), 8*len(arena))
	copy(image[slotRows*sem.RowSize:], unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(p.fixed))), len(p.fixed)*sem.RowSize))
	for slot := range w.frame.Off {
		w.frame.Off[slot] = slot * sem.RowSize
	}
	image = image[rows*sem.RowSize:]
	addrs := make([]uint16, threads*l.addrSize)
	owners := make([]int32, threads*l.addrSize)
	masks := make([]uint32, threads*preds)
	states := make([]int32, threads*l.states)
	for i := range w.threads {
		t := &w.threads[i]
		t.base, t.at = unsafe.Pointer(&image[0]), rows*sem.RowSize+i*l.size
		t.image, image = cut(image, l.size)
		t.addrs, addrs = cut(addrs, l.addrSize)
		t.owners, owners = cut(owners, l.addrSize)
		t.preds, masks = cut(masks, preds)
		t.states, states = cut(states, l.states)
	}
	return w
}

// cut splits off the first n elements, with no room to grow into the rest.
func cut[T any](s []T, n int) (head, rest []T) { return s[:n:n], s[n:] }

// Start loads a thread: storage is zero but for %r0 and the .input variables.
func (w *worker) Start(slot int, d *dispatch.Thread) {
	t := &w.threads[slot]
	clear(t.image)
	clear(t.addrs)
	clear(t.owners)
	clear(t.preds)
	for i := range t.states {
		t.states[i] = -1 // names no surface until it is set
	}
	t.states[w.prog.layout.surfOff[visa.SurfaceSLM]] = fixed.SurfaceLocal
	t.states[w.prog.layout.surfOff[visa.SurfaceScratch]] = fixed.SurfaceStateless
	t.mode = num.ModeOf(0)
	t.env, t.group, t.index = d, d.Group, d.Index
	w.reach(t)
	t.pc, t.exec, t.live, t.wait = 0, d.Mask, d.Mask, nobody
	t.atBar = false
	t.stack, t.saved = t.stack[:0], 0
	t.err = w.prog.loadPayload(t, d.Payload)
}

// reach says what memory a thread can reach.
func (w *worker) reach(t *thread) {
	t.refs = &w.refs
	t.local, t.scratch = mem.Surface{}, t.env.Scratch.Surface(mem.Stateless)
	if t.group != nil {
		t.local = t.group.SLM.Surface(mem.Local)
	}
}

// Bytes of %sr0 (execution reference, 3.2). What stands before them is the place of the
// thread in the device: code may ask for the first element where its device is known
// (visa.Kernel.ThreadBits).
const (
	threadBytes  = 4
	dispatchMask = 8
	vectorMask   = 12
)

// deposit spreads the lowest bits of v over those of a mask.
func deposit(v, mask uint32) (out uint32) {
	for ; mask != 0; mask &= mask - 1 {
		out |= (v & 1) << bits.TrailingZeros32(mask)
		v >>= 1
	}
	return out
}

// groupsOf4 is a mask of channels in which each group of 4 is what any of it is.
func groupsOf4(mask uint32) uint32 {
	any := mask | mask>>1 | mask>>2 | mask>>3
	return any & 0x11111111 * 15
}

// loadPayload copies %r0 and the inputs out of the payload.
func (p *Program) loadPayload(t *thread, payload []byte) error {
	if len(payload) < p.payload {
		return &PayloadError{Kernel: p.kernel.Name, Got: len(payload), Need: p.payload}
	}
	copy(t.image[p.layout.off[visa.VarR0]:], payload[:grf])
	id := le32(payload[fixed.ThreadID.Byte():]) & (dispatch.ThreadIDs - 1)
	binary.LittleEndian.PutUint32(t.image[p.layout.off[visa.VarHWID]:], id)
	sr0 := t.image[p.layout.off[visa.VarSR0]:]
	binary.LittleEndian.PutUint32(sr0, deposit(id, p.kernel.ThreadBits))
	binary.LittleEndian.PutUint32(sr0[dispatchMask:], t.exec)
	binary.LittleEndian.PutUint32(sr0[vectorMask:], groupsOf4(t.exec))
	for i := range p.inputs {
		in := &p.inputs[i]
		if in.state {
			t.states[in.to] = int32(le32(payload[in.from:]))
			continue
		}
		copy(t.image[in.to:in.to+in.size], payload[in.from:])
	}
	return nil
}

// Executed is the number of instructions executed by this worker so far.
func (w *worker) Executed() uint64 { return w.executed }
