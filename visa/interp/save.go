package interp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/visa"
)

// A saved thread is, little endian: the program's fingerprint (8 bytes); pc,
// live, exec and whether it has signalled the barrier it stands at (4 each); an
// instruction per lane (4 each); predicates, address owners and state variables
// (4 each element); addresses (2 each); the variables. Instructions count in
// decoded code, in which labels have no place. Then follows the stack of calls.
const savedHead = 8 + 4*4 + 4*lanes

const lanes = len(thread{}.pcip)

// ErrState is wrapped by every error of Load.
var ErrState = errors.New("saved thread")

var _ dispatch.Worker = (*worker)(nil)

func (w *worker) stateSize() int {
	t := &w.threads[0]
	return savedHead + 4*(len(t.preds)+len(t.owners)+len(t.states)) + 2*len(t.addrs) + len(t.image)
}

// fingerprint tells programs apart: kernels whose instructions and variables are
// the same have the same.
func (p *Program) fingerprint() uint64 {
	p.printOnce.Do(p.makePrint)
	return p.print
}

func (p *Program) makePrint() {
	h := fnv.New64a()
	for i := range p.kernel.Insts {
		in := p.kernel.Insts[i]
		in.Pos = visa.Pos{}
		fmt.Fprintf(h, "%v\n", in)
	}
	fmt.Fprintf(h, "%v %v %v", p.layout.off, p.layout.limit, p.inputs)
	p.print = h.Sum64()
}

// Save appends the state of a thread that has not ended.
func (w *worker) Save(slot int, dst []byte) []byte {
	t, le := &w.threads[slot], binary.LittleEndian
	atBarrier := uint32(0)
	if t.atBar {
		atBarrier = 1
	}
	dst = le.AppendUint64(dst, w.prog.fingerprint())
	for _, v := range [...]uint32{uint32(t.pc), t.live, t.exec, atBarrier} {
		dst = le.AppendUint32(dst, v)
	}
	for l, pc := range t.pcip {
		if t.exec>>l&1 != 0 || t.live>>l&1 == 0 {
			pc = t.pc // the array holds it for waiting lanes only
		}
		dst = le.AppendUint32(dst, uint32(pc))
	}
	for _, v := range t.preds {
		dst = le.AppendUint32(dst, v)
	}
	for _, v := range t.owners {
		dst = le.AppendUint32(dst, uint32(v))
	}
	for _, v := range t.states {
		dst = le.AppendUint32(dst, uint32(v))
	}
	for _, v := range t.addrs {
		dst = le.AppendUint16(dst, v)
	}
	return t.appendStack(append(dst, t.image...))
}

// Load makes a thread go on at a state of Save. The state must be of the same
// program, and name lanes of the thread and instructions of the program only.
func (w *worker) Load(slot int, env *dispatch.Thread, state []byte) error {
	p, le := w.prog, binary.LittleEndian
	want := w.stateSize()
	if len(state) < want {
		return fmt.Errorf("%w: %d bytes: want at least %d", ErrState, len(state), want)
	}
	if got, want := le.Uint64(state), p.fingerprint(); got != want {
		return fmt.Errorf("%w: of another program (%#x: want %#x)", ErrState, got, want)
	}
	pc, live, exec, atBarrier := le.Uint32(state[8:]), le.Uint32(state[12:]), le.Uint32(state[16:]), le.Uint32(state[20:])
	if live&^env.Mask != 0 || exec&^live != 0 || exec == 0 && live != 0 || atBarrier > 1 {
		return fmt.Errorf("%w: live lanes %#x, active %#x, barrier %d: the thread has lanes %#x", ErrState, live, exec, atBarrier, env.Mask)
	}
	var pcip [lanes]int32
	for l := range pcip {
		at := le.Uint32(state[24+4*l:])
		if at >= uint32(len(p.code)) || pc >= uint32(len(p.code)) {
			return fmt.Errorf("%w: instruction %d and for lane %d instruction %d: the program has %d", ErrState, pc, l, at, len(p.code))
		}
		if waits := live &^ exec >> l & 1; waits != 0 && at < pc {
			return fmt.Errorf("%w: lane %d waits at instruction %d, the others are at %d", ErrState, l, at, pc)
		}
		pcip[l] = int32(at)
	}
	from, err := w.loadOwners(slot, state)
	if err != nil {
		return err
	}
	stack, err := p.readStack(state[want:], env.Mask, live)
	if err != nil {
		return err
	}
	w.Start(slot, env)
	t := &w.threads[slot]
	t.pc, t.live, t.exec, t.atBar, t.pcip = int32(pc), live, exec, atBarrier != 0, pcip
	t.err = nil   // the payload was read when the thread started
	t.wait = t.pc // so that the run loop looks who waits where
	t.loadVariables(state[savedHead:want], from)
	t.stack = append(t.stack[:0], stack...)
	for i := range stack {
		t.saved += len(stack[i].saved)
	}
	t.mode = num.ModeOf(le32(t.image[p.layout.off[visa.VarCR0]:]))
	return nil
}

// loadOwners reads the variables of address elements, which must exist.
func (w *worker) loadOwners(slot int, state []byte) ([]int32, error) {
	t, l := &w.threads[slot], &w.prog.layout
	owners := make([]int32, len(t.owners))
	for i := range owners {
		v := le32(state[savedHead+4*(len(t.preds)+i):])
		if v > uint32(len(l.off)) || v > 0 && l.off[v-1] < 0 {
			return nil, fmt.Errorf("%w: address element %d is of variable %d, which has no storage", ErrState, i, v)
		}
		owners[i] = int32(v)
	}
	return owners, nil
}

// loadVariables reads what follows the head of a state.
func (t *thread) loadVariables(state []byte, owners []int32) {
	for i := range t.preds {
		t.preds[i], state = le32(state), state[4:]
	}
	state = state[4*copy(t.owners, owners):]
	for i := range t.states {
		t.states[i], state = int32(le32(state)), state[4:]
	}
	for i := range t.addrs {
		t.addrs[i], state = le16(state), state[2:]
	}
	copy(t.image, state)
}
