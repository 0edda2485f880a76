package jit

import (
	"errors"
	"math/bits"

	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// General registers of compiled code: what it is called with, and what it computes with.
const (
	registers = x64.DI
	consts    = x64.SI
	channels  = x64.DX
	elements  = x64.AX // of an op that run
	outcome   = x64.CX // of a comparison
	scratch   = x64.R8
	flagWord  = x64.R9
	flagMask  = x64.R10
	frame     = x64.R11 // eu.Frame
)

// numVectors is how many vector registers there are.
const numVectors = 16

// held is what a vector register holds between ops.
type held struct {
	kind heldKind
	at   uint32
}

type heldKind uint8

const (
	aRow     heldKind = iota // rowBytes of the thread's registers, from at on
	aChannel                 // all ones in lanes of channels that run, of eight from 8 at on
)

// emitter makes the code of sequences. What an op cannot have is its err.
type emitter struct {
	code  []byte
	prog  *code.Program
	some  bool // perhaps not all channels run
	err   error
	state vectors
	accs  accumulators

	at     int   // the op
	places []int // of the code of sequences, by the index of the first op; 0 for none
	leaves []leave
	late   []late
	meets  bool // some code is of a barrier
}

// accumulators are what a sequence reads of kinds of accumulators before it writes them, and writes (code.Op).
type accumulators struct{ reads, kinds, writes, become uint32 }

// take adds what an op reads and writes; false where that reads another kind than is there. What is perhaps written where some
// elements run alone is right where the accumulators hold such elements already.
func (a *accumulators) take(o *code.Op, masked bool) bool {
	reads, kinds, writes := o.AccReads, o.AccKinds, o.AccWrites
	if masked {
		if (kinds^o.AccBecome)&reads&writes != 0 {
			return false
		}
		reads, kinds, writes = reads|writes, kinds|o.AccBecome, 0
	}
	outer := reads &^ a.writes
	if (a.become^kinds)&reads&a.writes != 0 || (a.kinds^kinds)&outer&a.reads != 0 {
		return false
	}
	a.reads, a.kinds = a.reads|outer, a.kinds|kinds&outer
	a.writes, a.become = a.writes|writes, a.become&^writes|o.AccBecome&writes
	return true
}

// vectors are the vector registers while code is emitted.
type vectors struct {
	holds [numVectors]held
	used  [numVectors]int // when
	clock int
	taken uint16 // by the op
	full  uint16 // those that hold something
}

// Reasons why an op is not compiled.
var (
	errOutside = errors.New("an access outside of registers and constants")
	errVectors = errors.New("more vector registers than there are")
	errMessage = errors.New("a message that is not compiled")
	errBranch  = errors.New("a branch that is not compiled")
	errKinds   = errors.New("an accumulator of another kind")
)

func (e *emitter) emit(in x64.Inst) { e.code = x64.Encode(e.code, in) }

// take gives a vector register that holds nothing that is needed.
func (e *emitter) take() x64.Reg {
	v := &e.state
	best := bits.TrailingZeros16(^(v.taken | v.full))
	if best == numVectors {
		if best = v.oldest(); best < 0 {
			e.err = errVectors
			return 0
		}
	}
	v.taken |= 1 << best
	v.drop(best)
	return x64.Reg(best)
}

// oldest is the register whose use is the longest ago, of those that the op has not taken; -1 without one.
func (v *vectors) oldest() int {
	best := -1
	for m := ^v.taken; m != 0; m &= m - 1 {
		if r := bits.TrailingZeros16(m); best < 0 || v.used[r] < v.used[best] {
			best = r
		}
	}
	return best
}

// drop makes a register hold nothing.
func (v *vectors) drop(r int) { v.full &^= 1 << r }

// find takes the register that holds something already.
func (e *emitter) find(h held) (x64.Reg, bool) {
	v := &e.state
	for m := v.full; m != 0; m &= m - 1 {
		if r := bits.TrailingZeros16(m); v.holds[r] == h {
			v.clock++
			v.used[r] = v.clock
			v.taken |= 1 << r
			return x64.Reg(r), true
		}
	}
	return 0, false
}

// keep says what a register holds from now on.
func (e *emitter) keep(r x64.Reg, h held) {
	v := &e.state
	v.clock++
	v.holds[r], v.used[r] = h, v.clock
	v.full |= 1 << r
}

// forget drops rows that a write of size bytes meets.
func (e *emitter) forget(at uint32, size int) {
	v := &e.state
	for m := v.full; m != 0; m &= m - 1 {
		r := bits.TrailingZeros16(m)
		if h := v.holds[r]; h.kind == aRow && h.at < at+uint32(size) && at < h.at+rowBytes {
			v.drop(r)
		}
	}
}

// memory is size bytes of a space as an operand, which must be there.
func (e *emitter) memory(s code.Space, at uint32, size int) x64.Operand {
	base, limit := registers, e.prog.FileBytes+code.ArchSize
	if s == code.SpaceConsts {
		base, limit = consts, 8*len(e.prog.Consts)
	}
	if int64(at)+int64(size) > int64(limit) {
		e.err = errOutside
		return x64.R(0)
	}
	return x64.M(base, int32(at))
}

// steps emits a template: where its slots are. Of an op of one lane the others do not count.
func (e *emitter) steps(list []step, slots *[numSlots]x64.Operand) {
	for i := range list {
		s := &list[i]
		in := x64.Inst{Op: s.op, Wide: true, Reg: e.slot(s.to, slots).Base, Last: e.slot(s.last, slots), Imm: uint32(s.imm)}
		if s.op == x64.VBLENDVPS {
			in.Imm = uint32(slots[s.imm].Base)
		}
		if s.op.ReadsV() {
			a := e.slot(s.a, slots)
			if a.Memory && s.commute && !in.Last.Memory {
				a, in.Last = in.Last, a
			}
			in.V = e.loaded(a)
		}
		e.emit(in)
	}
}

// slot is where a slot of a template is; results and values in between get registers as they are written.
func (e *emitter) slot(s slot, slots *[numSlots]x64.Operand) x64.Operand {
	if s >= numSlots {
		return constant(s - numSlots).operand()
	}
	return slots[s]
}

// loaded is an operand in a register.
func (e *emitter) loaded(from x64.Operand) x64.Reg {
	if !from.Memory {
		return from.Base
	}
	r := e.take()
	e.emit(x64.Inst{Op: x64.VMOVDQULoad, Wide: true, Reg: r, Last: from})
	return r
}
