package jit

import (
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// Bounds of what is compiled.
const (
	maxOps  = 512     // of a sequence
	maxCode = 4 << 20 // bytes of a program's code: what follows is left to the EU model
)

// sequence is ops with code.
type sequence struct {
	from, to int // indices of ops
	lanes    uint32
	row      uint8
	at       int // of its code; 0 for none
	accs     accumulators
}

// compiled is the code of a program.
type compiled struct {
	code      []byte
	sequences []sequence
}

// opBytes is about what the code of an op takes.
const opBytes = 96

// compile emits the code of all sequences of a program, behind the constants.
func compile(p *code.Program) *compiled {
	e := &emitter{code: pool(opBytes * len(p.Ops)), prog: p}
	c := &compiled{}
	for at := 0; at < len(p.Ops) && len(e.code) < maxCode; {
		s := sequence{from: at, at: len(e.code)}
		if s.to = e.ops(at, min(int(p.Ends[at]), at+maxOps)); s.to == at {
			at++
			continue
		}
		for ; at < s.to; at += 1 + int(p.Ops[at].Skip) {
			s.take(&p.Ops[at])
		}
		s.accs = e.accs
		c.sequences = append(c.sequences, s)
		at = s.to
	}
	c.code = e.code
	return c
}

// compileSome emits the code of sequences once more, for threads of which perhaps not all channels run.
func compileSome(p *code.Program, list []sequence) *compiled {
	e := &emitter{code: pool(2 * opBytes * len(p.Ops)), prog: p, some: true}
	c := &compiled{}
	for _, s := range list {
		if s.at = len(e.code); s.lanes == 0 || s.at >= maxCode || e.ops(s.from, s.to) != s.to {
			e.code, s.at = e.code[:s.at], 0
		}
		c.sequences = append(c.sequences, s)
	}
	c.code = e.code
	return c
}

// take notes what an op of the sequence needs.
func (s *sequence) take(o *code.Op) {
	if o.NoMask == 0 {
		s.lanes |= o.Full << o.Off
	}
	if needsMode(o) {
		s.row = code.FirstModeRow
	}
}

// ops emits ops that follow each other, up to one without code, and gives where that is.
func (e *emitter) ops(from, end int) (to int) {
	e.state, e.accs = vectors{}, accumulators{}
	for to = from; to < end; {
		o := &e.prog.Ops[to]
		if !compiles(o) || !e.op(o) {
			break
		}
		to = min(to+1+int(o.Skip), end)
	}
	if to > from {
		e.kinds()
		e.emit(x64.Inst{Op: x64.VZEROUPPER})
		e.emit(x64.Inst{Op: x64.RET})
	}
	return to
}

// op emits an op; nothing, when it cannot be.
func (e *emitter) op(o *code.Op) bool {
	at, before, accs := len(e.code), e.state, e.accs
	if o.Flags&code.FlagAccs != 0 && (e.masked(o) || !e.accs.take(o)) {
		e.err = errKinds
	}
	forms[o.Form].emit(e, o)
	e.state.taken = 0
	if e.err != nil {
		e.code, e.state, e.accs, e.err = e.code[:at], before, accs, nil
		return false
	}
	return true
}

// kinds says what the accumulators hold that the sequence wrote.
func (e *emitter) kinds() {
	if e.accs.writes == 0 {
		return
	}
	at := e.memory(code.SpaceRegs, uint32(e.prog.FileBytes+code.OffAccKind), 4)
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: flagWord, Last: at})
	e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(flagWord), Imm: ^e.accs.writes})
	e.emit(x64.Inst{Op: x64.ORImm, Last: x64.R(flagWord), Imm: e.accs.become})
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: flagWord, Last: at})
}

// table is the sequences of a program whose code lies at base.
func (c *compiled) table(p *code.Program, base uintptr) *eu.Compiled {
	t := &eu.Compiled{Begins: make([]eu.Sequence, len(p.Ops)), Next: make([]int32, len(p.Ops)), Call: call}
	next, last := int32(len(p.Ops)), len(p.Ops)
	for i := len(c.sequences) - 1; i >= 0; i-- {
		s := &c.sequences[i]
		t.Begins[s.from] = eu.Sequence{Ops: int32(s.to - s.from), Lanes: s.lanes, Row: s.row, AccReads: s.accs.reads, AccKinds: s.accs.kinds, Code: base + uintptr(s.at)}
		for at := s.from; at < last; at++ {
			t.Next[at] = next
		}
		next, last = int32(s.from), s.from
	}
	for at := range last {
		t.Next[at] = next
	}
	return t
}

// places is where the code of sequences lies, by the index of the first op, when all of it lies at base.
func (c *compiled) places(p *code.Program, base uintptr) []uintptr {
	out := make([]uintptr, len(p.Ops))
	for i := range c.sequences {
		if s := &c.sequences[i]; s.at != 0 {
			out[s.from] = base + uintptr(s.at)
		}
	}
	return out
}
