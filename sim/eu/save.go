package eu

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// A saved thread is the bytes of a thread in a context image: the parts of Thread in
// specs/eu/context.md. Registers for which Registers has no room stand behind it.

// ErrState is wrapped by every error of Load.
var ErrState = errors.New("saved thread")

var _ dispatch.Worker = (*Worker)(nil)

// savedFiles are the parts that hold architecture registers, with where these lie behind the
// general ones.
var savedFiles = [...]struct {
	part fixed.Part
	off  int
}{
	{fixed.SavedThreadA, code.OffA0}, {fixed.SavedThreadF, code.OffF}, {fixed.SavedThreadCE, code.OffCE0}, {fixed.SavedThreadSR, code.OffSR0},
	{fixed.SavedThreadCR, code.OffCR0}, {fixed.SavedThreadN, code.OffN0}, {fixed.SavedThreadTDR, code.OffTDR0}, {fixed.SavedThreadTM, code.OffTM0},
	{fixed.SavedThreadAcc, code.OffAcc}, {fixed.SavedThreadExtensions, code.OffMME}, {fixed.SavedThreadHigh, code.OffAccHigh},
	{fixed.SavedThreadKinds, code.OffAccKind}, {fixed.SavedThreadAccMore, code.OffAcc + code.AccPair}, {fixed.SavedThreadHighMore, code.OffAccHigh + 2*code.AccHighBytes},
	{fixed.SavedThreadAccLarge, code.OffAcc + 2*code.AccPair}, {fixed.SavedThreadHighLarge, code.OffAccHigh + 4*code.AccHighBytes},
}

// registerPart is a view of the registers that a part of a saved thread holds.
func (t *thread) registerPart(off int, part fixed.Part) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(t.base, off)), part.Bytes())
}

// dword is a number of a part, which has at least i+1 of them.
func dword(state []byte, part fixed.Part, i int) uint32 {
	return binary.LittleEndian.Uint32(part.In(state)[4*i:])
}

// fingerprint tells programs apart.
func fingerprint(p *code.Program) uint64 {
	h := fnv.New64a()
	for i := range p.Insts {
		fmt.Fprintf(h, "%v %v", p.Target, p.Insts[i])
	}
	if n := p.GRFs(); n != native.GRFs {
		fmt.Fprint(h, n)
	}
	return h.Sum64()
}

// Save appends the state of a thread that has not ended.
func (w *Worker) Save(slot int, dst []byte) []byte {
	t, p, le := &w.threads[slot], w.prog, binary.LittleEndian
	at := len(dst)
	dst = append(dst, make([]byte, fixed.SavedThread.Bytes())...)
	state := dst[at:]
	put := func(part fixed.Part, i int, v uint32) { le.PutUint32(part.In(state)[4*i:], v) }
	*t.u32(t.grf + code.OffDispatch) = t.sr02
	copy(fixed.SavedThreadRegisters.In(state), t.registerPart(0, fixed.SavedThreadRegisters))
	for _, f := range savedFiles {
		copy(f.part.In(state), t.registerPart(t.grf+f.off, f.part))
	}
	le.PutUint64(fixed.SavedThreadProgram.In(state), fingerprint(p))
	le.PutUint64(fixed.SavedThreadTicks.In(state), t.ticks)
	put(fixed.SavedThreadIP, 0, p.IP(t.pc))
	put(fixed.SavedThreadLive, 0, t.live)
	put(fixed.SavedThreadActive, 0, t.exec)
	put(fixed.SavedThreadWaiting, 0, t.wait)
	put(fixed.SavedThreadLevel, 0, uint32(t.level))
	if t.halted {
		put(fixed.SavedThreadHalted, 0, 1)
	}
	for i := range t.chanPC {
		put(fixed.SavedThreadChannelIP, i, p.IP(int(t.chanPC[i])))
		put(fixed.SavedThreadLevels, i, uint32(t.levels[i]))
	}
	return append(dst, t.regs[fixed.SavedThreadRegisters.Bytes():t.grf]...)
}

// Load makes a thread go on at a state of Save. The state must be of the same
// program and name only instructions that it has; else nothing changes.
func (w *Worker) Load(slot int, env *dispatch.Thread, state []byte) error {
	p, le := w.prog, binary.LittleEndian
	if want := fixed.SavedThread.Bytes() + p.FileBytes - fixed.SavedThreadRegisters.Bytes(); len(state) != want {
		return fmt.Errorf("%w: %d bytes: want %d", ErrState, len(state), want)
	}
	if got, want := le.Uint64(fixed.SavedThreadProgram.In(state)), fingerprint(p); got != want {
		return fmt.Errorf("%w: of another program (%#x: want %#x)", ErrState, got, want)
	}
	s, err := savedState(p, state, env)
	if err != nil {
		return err
	}
	w.Start(slot, env)
	t := &w.threads[slot]
	t.state, t.payload = s, -1 // the error of the mode at the start is gone: the saved one replaces it
	t.away = t.outside()
	n := copy(t.registerPart(0, fixed.SavedThreadRegisters), fixed.SavedThreadRegisters.In(state))
	copy(t.regs[n:t.grf], state[fixed.SavedThread.Bytes():])
	for _, f := range savedFiles {
		copy(t.registerPart(t.grf+f.off, f.part), f.part.In(state))
	}
	t.three(code.OffTM0)[fixed.TimestampEvent.Dword()] = 1 // a context switch (Ivy Bridge PRM vol. 4 part 3, 3.3.3.12)
	t.readMode()
	return nil
}

// savedState reads what a thread is beside its registers.
func savedState(p *code.Program, state []byte, env *dispatch.Thread) (s state, err error) {
	cr0, sr02 := dword(state, fixed.SavedThreadCR, 0), dword(state, fixed.SavedThreadSR, fixed.StateDispatch.Dword())
	s.live, s.exec, s.wait = dword(state, fixed.SavedThreadLive, 0), dword(state, fixed.SavedThreadActive, 0), dword(state, fixed.SavedThreadWaiting, 0)
	s.sr02, s.ticks = sr02, binary.LittleEndian.Uint64(fixed.SavedThreadTicks.In(state))
	if mask := liveIn(p, cr0, env.Mask, sr02); s.live != mask || s.exec|s.wait != s.live || s.exec&s.wait != 0 {
		return s, fmt.Errorf("%w: live channels %#x, active %#x, waiting %#x: the thread has %#x", ErrState, s.live, s.exec, s.wait, mask)
	}
	halted := dword(state, fixed.SavedThreadHalted, 0)
	s.system, s.halted = fixed.ExceptionMaster.Of(cr0) != 0, halted != 0
	if s.system && p.SIP < 0 || halted > 1 {
		return s, fmt.Errorf("%w: cr0.0 of %#x, halted %#x: legal are 0 and 1, and the system routine (bit 31) where there is one", ErrState, cr0, halted)
	}
	if s.pc, err = savedPlace(p, dword(state, fixed.SavedThreadIP, 0)); err != nil {
		return s, err
	}
	level := dword(state, fixed.SavedThreadLevel, 0)
	for i := range s.chanPC {
		at, err := savedPlace(p, dword(state, fixed.SavedThreadChannelIP, i))
		if err != nil {
			return s, fmt.Errorf("%w, for channel %d", err, i)
		}
		v := dword(state, fixed.SavedThreadLevels, i)
		if v > math.MaxInt32 || level > math.MaxInt32 || v != level && s.exec>>i&1 != 0 {
			return s, fmt.Errorf("%w: call level %#x, of channel %d %#x: active channels have the thread's, and legal is up to %#x", ErrState, level, i, v, math.MaxInt32)
		}
		s.chanPC[i], s.levels[i] = int32(at), int32(v)
	}
	s.level, s.apart = int32(level), true
	return s, nil
}

// savedPlace is the instruction at an offset of a saved thread; the end of the code is one.
func savedPlace(p *code.Program, ip uint32) (int, error) {
	if i, ok := p.Index(ip); ok {
		return i, nil
	}
	if ip == p.Bytes {
		return len(p.Ops), nil
	}
	return 0, fmt.Errorf("%w: no instruction begins at %#x of %#x bytes", ErrState, ip, p.Bytes)
}
