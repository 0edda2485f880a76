package eu

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// A saved thread is, little endian: the program's fingerprint (8 bytes), pc,
// live, exec and wait (4 each), the instructions that it has executed (8), what has happened to it (4, savedHalted), an instruction index per channel (4 each), the level of
// calls of the thread and of each channel (4 each), and the register file with the architecture registers. Indices count instructions.
const (
	savedPC    = 8
	savedTicks = savedPC + 4*4
	savedFlags = savedTicks + 8
	savedChan  = savedFlags + 4
	savedLevel = savedChan + 4*maxLanes
	savedRegs  = savedLevel + 4 + 4*maxLanes

	savedHalted = 1 // of the flags: the external halt has come
)

// ErrState is wrapped by every error of Load.
var ErrState = errors.New("saved thread")

var _ dispatch.Worker = (*worker)(nil)

func (p *Program) stateSize() int { return savedRegs + p.grf + arfSize }

// fingerprint tells programs apart.
func (p *Program) fingerprint() uint64 {
	h := fnv.New64a()
	for i := range p.Insts {
		fmt.Fprintf(h, "%v %v", p.Target, p.Insts[i])
	}
	return h.Sum64()
}

// Save appends the state of a thread that has not ended.
func (w *worker) Save(slot int, dst []byte) []byte {
	t := &w.threads[slot]
	le := binary.LittleEndian
	dst = le.AppendUint64(dst, w.prog.fingerprint())
	for _, v := range [...]uint32{uint32(t.pc), t.live, t.exec, t.wait} {
		dst = le.AppendUint32(dst, v)
	}
	dst = le.AppendUint64(dst, t.ticks)
	flags := uint32(0)
	if t.halted {
		flags = savedHalted
	}
	dst = le.AppendUint32(dst, flags)
	for _, pc := range t.chanPC {
		dst = le.AppendUint32(dst, uint32(pc))
	}
	dst = le.AppendUint32(dst, uint32(t.level))
	for _, level := range t.levels {
		dst = le.AppendUint32(dst, uint32(level))
	}
	*t.u32(t.grf + offDispatch) = t.sr02
	return append(dst, unsafe.Slice((*byte)(t.base), t.grf+arfSize)...)
}

// Load makes a thread go on at a state of Save. The state must be of the same
// program and name only instructions that it has; else nothing changes.
func (w *worker) Load(slot int, env *dispatch.Thread, state []byte) error {
	p, le := w.prog, binary.LittleEndian
	if len(state) != p.stateSize() {
		return fmt.Errorf("%w: %d bytes: want %d", ErrState, len(state), p.stateSize())
	}
	if got, want := le.Uint64(state), p.fingerprint(); got != want {
		return fmt.Errorf("%w: of another program (%#x: want %#x)", ErrState, got, want)
	}
	var head [4]uint32
	for i := range head {
		head[i] = le.Uint32(state[savedPC+4*i:])
	}
	pc, live, exec, wait := head[0], head[1], head[2], head[3]
	cr0, sr02 := le.Uint32(state[savedRegs+p.grf+offCR0:]), le.Uint32(state[savedRegs+p.grf+offDispatch:])
	if mask := p.liveIn(cr0, env.Mask, sr02); live != mask || exec|wait != live || exec&wait != 0 {
		return fmt.Errorf("%w: live channels %#x, active %#x, waiting %#x: the thread has %#x", ErrState, live, exec, wait, mask)
	}
	system, flags := fixed.ExceptionMaster.Of(cr0) != 0, le.Uint32(state[savedFlags:])
	if system && p.sip < 0 || flags&^savedHalted != 0 {
		return fmt.Errorf("%w: cr0.0 of %#x, flags %#x: legal are flags of %#x, and the system routine (bit 31) where there is one", ErrState, cr0, flags, uint32(savedHalted))
	}
	last := uint32(len(p.Ops))
	var chans [maxLanes]int32
	for i := range chans {
		at := le.Uint32(state[savedChan+4*i:])
		if at > last || pc > last {
			return fmt.Errorf("%w: instruction %d and for channel %d instruction %d: the program has %d", ErrState, pc, i, at, last)
		}
		chans[i] = int32(at)
	}
	level, levels := le.Uint32(state[savedLevel:]), [maxLanes]int32{}
	for i := range levels {
		v := le.Uint32(state[savedLevel+4+4*i:])
		if v > math.MaxInt32 || level > math.MaxInt32 || v != level && exec>>i&1 != 0 {
			return fmt.Errorf("%w: call level %#x, of channel %d %#x: active channels have the thread's, and legal is up to %#x", ErrState, level, i, v, math.MaxInt32)
		}
		levels[i] = int32(v)
	}
	w.Start(slot, env)
	t := &w.threads[slot]
	t.err = nil // of the mode at the start, which the saved one replaces
	t.ticks, t.system, t.halted = le.Uint64(state[savedTicks:]), system, flags&savedHalted != 0
	t.pc, t.live, t.exec, t.wait, t.chanPC, t.sr02, t.payload = int(pc), live, exec, wait, chans, sr02, -1
	t.level, t.levels = int32(level), levels
	t.away = t.outside()
	copy(unsafe.Slice((*byte)(t.base), t.grf+arfSize), state[savedRegs:])
	t.three(offTM0)[fixed.TimestampEvent.Dword()] = 1 // a context switch (Ivy Bridge PRM vol. 4 part 3, 3.3.3.12)
	t.readMode()
	return nil
}
