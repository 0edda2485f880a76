package jit

import (
	"slices"

	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// Bounds of what is compiled.
const (
	maxOps  = 512     // of a sequence
	maxCode = 4 << 20 // bytes of a program's code: what follows is left to the EU model
)

// sequence is ops with code, at whose start threads may enter it. A message or branch is its last.
type sequence struct {
	from, to int // indices of ops
	lanes    uint32
	row      uint8
	at       int   // of its code; 0 for none
	next     []int // where threads go from its end, if there is code
	mode     bool  // it writes the mode, behind which that of compiled kernels is sure
	modes    bool  // it, or one that threads come to from it, does
	acts     bool  // its last op is a message or branch
	passed   bool  // threads do not enter it: the EU model is no slower
}

// compiled is the code of a program.
type compiled struct {
	code      []byte
	sequences []sequence
	meets     bool // it has barriers
}

// opBytes is about what the code of an op takes.
const opBytes = 96

// compile emits the code of all sequences of a program, behind the constants.
func compile(p *code.Program) *compiled {
	e := newEmitter(p, false)
	c := &compiled{}
	for at := 0; at < len(p.Ops) && len(e.code) < maxCode; {
		s := sequence{from: at}
		if !e.sequence(&s, min(int(p.Ends[at]), at+maxOps)) {
			at++
			continue
		}
		for i := at; i < s.to; i += 1 + int(p.Ops[i].Skip) {
			s.take(&p.Ops[i])
		}
		c.sequences = append(c.sequences, s)
		at = s.to
	}
	c.reach()
	c.code, c.meets = e.finish(), e.meets
	return c
}

// fewOps is how many ops a call of code has to execute to cost less than the EU model's rows for them.
const fewOps = 12

// pass makes threads enter no sequence that does less than the call of its code costs: it is short, ends
// with no message or branch, and goes on to no other.
func (c *compiled) pass() {
	from := map[int]bool{}
	for i := range c.sequences {
		from[c.sequences[i].from] = true
	}
	for i := range c.sequences {
		s := &c.sequences[i]
		s.passed = !s.acts && s.to-s.from < fewOps && !slices.ContainsFunc(s.next, func(to int) bool { return from[to] })
	}
}

// compileSome emits the code of sequences once more, for threads of which perhaps not all channels run.
func compileSome(p *code.Program, list []sequence) *compiled {
	e := newEmitter(p, true)
	c := &compiled{}
	for _, s := range list {
		if to := s.to; len(e.code) >= maxCode || !e.sequence(&s, to) {
			s.at, s.to = 0, to
		}
		c.sequences = append(c.sequences, s)
	}
	c.code = e.finish()
	return c
}

// take notes what an op of the sequence needs.
func (s *sequence) take(o *code.Op) {
	if o.NoMask == 0 && !o.Form.IsControl() && !idle(o) { // a branch looks at its channels
		s.lanes |= o.Full << o.Off
	}
	if !idle(o) && needsMode(o) {
		s.row = code.FirstModeRow
	}
}

// reach adds to what each sequence needs what those need that threads come to from it.
func (c *compiled) reach() {
	by := map[int]int{}
	for i := range c.sequences {
		by[c.sequences[i].from] = i
	}
	for changed := true; changed; {
		changed = false
		for i := len(c.sequences) - 1; i >= 0; i-- {
			s := &c.sequences[i]
			before := *s
			for _, to := range s.next {
				if at, ok := by[to]; ok {
					s.reaches(&c.sequences[at])
				}
			}
			changed = changed || s.lanes != before.lanes || s.row != before.row || s.modes != before.modes
		}
	}
}

// reaches adds to what a sequence needs what one needs that threads come to from it.
func (s *sequence) reaches(next *sequence) {
	s.lanes |= next.lanes
	s.modes = s.modes || next.modes
	if !s.mode {
		s.row = max(s.row, next.row)
	}
}

// sequence emits ops from s.from on, up to one without code or to a message, or one branch. It is false where the first has none.
func (e *emitter) sequence(s *sequence, end int) bool {
	fell := e.meet(s.from)
	kept := e.mark()
	for check := (accumulators{}); ; check = e.accs {
		e.state, e.accs, s.next, s.acts = vectors{}, accumulators{}, nil, false
		s.at = len(e.code)
		budget := e.head(s, check)
		if s.to = e.ops(s, end); s.to == s.from {
			e.back(kept)
			if s.at = 0; fell {
				e.onward(s.from)
			}
			return false
		}
		if e.accs.reads == check.reads {
			e.charge(s, budget)
			e.places[s.from] = s.at
			return true
		}
		e.back(kept)
	}
}

// ops emits the ops of a sequence and gives where it ends.
func (e *emitter) ops(s *sequence, end int) (to int) {
	for to = s.from; to < end || to == s.from; {
		o := &e.prog.Ops[to]
		if o.Form.IsControl() {
			if to == s.from && e.tried(func() { e.branch(s, o) }) {
				to, s.acts = to+1, true
			}
			return to
		}
		if o.Form == code.FormMessage {
			next := min(to+1+int(o.Skip), end)
			if e.tried(func() { e.kinds(); e.message(o, to, next) }) {
				s.next, s.acts = append(s.next, next), true
				e.onward(next)
				return next
			}
			break
		}
		e.at = to
		if o = alone(o); !idle(o) && (!compiles(o) || !e.op(o)) {
			break
		}
		to = min(to+1+int(o.Skip), end)
	}
	if to > s.from {
		e.kinds()
		s.next = append(s.next, to)
		e.onward(to)
	}
	return to
}

// op emits an op; nothing, when it cannot be.
func (e *emitter) op(o *code.Op) bool {
	return e.tried(func() {
		if (o.AccReads|o.AccWrites) != 0 && !e.accs.take(o, e.masked(o)) {
			e.err = errKinds
		}
		forms[o.Form].emit(e, o)
	})
}

// tried emits something, or nothing when it cannot be.
func (e *emitter) tried(emit func()) bool {
	kept, before, accs := e.mark(), e.state, e.accs
	emit()
	e.state.taken = 0
	if e.err != nil {
		e.back(kept)
		e.state, e.accs, e.err = before, accs, nil
		return false
	}
	return true
}

// kinds says what the accumulators hold that the sequence wrote.
func (e *emitter) kinds() {
	if e.accs.writes == 0 {
		return
	}
	at := e.kindsAt()
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: flagWord, Last: at})
	e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(flagWord), Imm: ^e.accs.writes})
	e.emit(x64.Inst{Op: x64.ORImm, Last: x64.R(flagWord), Imm: e.accs.become})
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: flagWord, Last: at})
}

// kindsAt is where the kinds of accumulators lie.
func (e *emitter) kindsAt() x64.Operand {
	return e.memory(code.SpaceRegs, uint32(e.prog.FileBytes+code.OffAccKind), 4)
}

// table is the sequences of a program whose code lies at base.
func (c *compiled) table(p *code.Program, base uintptr) *eu.Compiled {
	t := &eu.Compiled{Begins: make([]eu.Entry, len(p.Ops)), Next: make([]int32, len(p.Ops)), Call: call, Meets: c.meets}
	next, last := int32(len(p.Ops)), len(p.Ops)
	for i := len(c.sequences) - 1; i >= 0; i-- {
		s := &c.sequences[i]
		if s.passed {
			continue
		}
		t.Begins[s.from] = eu.Entry{Lanes: s.lanes, Row: s.row, Modes: s.modes, Code: base + uintptr(s.at)}
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
