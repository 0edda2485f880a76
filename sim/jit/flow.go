package jit

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// leave is a jump out of a sequence: to another that begins at an op, or to the EU model in front of it.
type leave struct {
	end  int // of the jump
	to   int // index of the op
	out  bool
	back int // ops that were counted and are not executed
}

// leaving is a way to the EU model.
type leaving struct{ to, back int }

// newEmitter is an emitter for the code of a program.
func newEmitter(p *code.Program, some bool) *emitter {
	return &emitter{code: pool(opBytes * len(p.Ops)), prog: p, some: some, places: make([]int, len(p.Ops)+1)}
}

// mark is how far the emitter is; back returns there.
type mark struct{ code, leaves, late int }

func (e *emitter) mark() mark { return mark{len(e.code), len(e.leaves), len(e.late)} }

func (e *emitter) back(m mark) {
	e.code, e.leaves, e.late = e.code[:m.code], e.leaves[:m.leaves], e.late[:m.late]
}

// jump emits a jump out of the sequence.
func (e *emitter) jump(op x64.Op, l leave) {
	e.code = x64.Jump(e.code, op)
	l.end = len(e.code)
	e.leaves = append(e.leaves, l)
}

// unless leaves to the EU model in front of an op on a condition.
func (e *emitter) unless(op x64.Op, at, back int) { e.jump(op, leave{to: at, out: true, back: back}) }

// onward goes to the sequence that begins at an op.
func (e *emitter) onward(to int) { e.jump(x64.JMP, leave{to: to}) }

// jumpBytes is the length of a jump without a condition.
const jumpBytes = 5

// meet drops the jump that the code ends with, if that would go to the op whose code comes next.
func (e *emitter) meet(at int) bool {
	n := len(e.leaves) - 1
	if n < 0 || e.leaves[n].out || e.leaves[n].to != at || e.leaves[n].end != len(e.code) || e.code[len(e.code)-jumpBytes] != jumpCode {
		return false
	}
	e.code, e.leaves = e.code[:len(e.code)-jumpBytes], e.leaves[:n]
	return true
}

// jumpCode is the first byte of a jump without a condition.
var jumpCode = x64.Jump(nil, x64.JMP)[0]

// aside begins a jump to a place in the same op that land gives.
func (e *emitter) aside(op x64.Op) (end int) {
	e.code = x64.Jump(e.code, op)
	return len(e.code)
}

// land makes jumps that aside began go here.
func (e *emitter) land(ends ...int) {
	for _, end := range ends {
		x64.Land(e.code, end, len(e.code))
	}
}

// finish emits the ways to the EU model, makes all jumps go where they should, and gives the code.
func (e *emitter) finish() []byte {
	e.behind()
	ways := map[leaving]int{}
	for _, l := range e.leaves {
		at := 0
		if !l.out {
			at = e.places[l.to]
		}
		if at == 0 {
			way := leaving{l.to, l.back}
			if at = ways[way]; at == 0 {
				at = e.way(way)
				ways[way] = at
			}
		}
		x64.Land(e.code, l.end, at)
	}
	return e.code
}

// way emits one to the EU model.
func (e *emitter) way(l leaving) (at int) {
	at = len(e.code)
	if l.back != 0 {
		e.emit(x64.Inst{Op: x64.ADDImm, Last: field(unsafe.Offsetof(eu.Frame{}.Left)), Imm: uint32(l.back)})
	}
	e.leave(uint32(l.to))
	return at
}

// field is a field of the frame.
func field(at uintptr) x64.Operand { return x64.M(frame, int32(at)) }

// head emits what is looked at where a sequence begins: whether channels may wait here, the kinds of accumulators,
// and whether the thread may execute so many ops; charge says later how many.
func (e *emitter) head(s *sequence, check accumulators) (budget int) {
	at := s.from
	begins := at == 0 || int(e.prog.Ends[at-1]) == at || e.prog.Ops[at-1].Form.IsControl()
	if begins && !e.some {
		e.emit(x64.Inst{Op: x64.CMPImm, Last: wakeField(), Imm: uint32(at)})
		e.unless(x64.JLE, at, 0)
	}
	if check.reads != 0 {
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: flagWord, Last: e.kindsAt()})
		e.emit(x64.Inst{Op: x64.XORImm, Last: x64.R(flagWord), Imm: check.kinds})
		e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(flagWord), Imm: check.reads})
		e.unless(x64.JNE, at, 0)
	}
	e.emit(x64.Inst{Op: x64.SUBImm, Last: field(unsafe.Offsetof(eu.Frame{}.Left))})
	e.unless(x64.JL, at, 0)
	budget = len(e.leaves) - 1
	if begins && e.some {
		e.emit(x64.Inst{Op: x64.CMPImm, Last: wakeField(), Imm: uint32(at)})
		end := e.aside(x64.JLE)
		e.rarely(func() { e.join(s, end) }, end)
	}
	return budget
}

// charge says of a head how many ops follow, and of ways out behind it how many are left.
func (e *emitter) charge(s *sequence, budget int) {
	n := s.to - s.from
	for i := range e.leaves[budget:] {
		if l := &e.leaves[budget+i]; l.back == rest {
			l.back = s.to - l.to
		}
	}
	l := &e.leaves[budget]
	l.back = n
	x64.Land(e.code, l.end-condBytes, l.end-condBytes+n) // the immediate in front of the jump
}

// condBytes is the length of a jump on a condition.
const condBytes = 6

// heading is where channels that agree go from a branch; alone says that it is so where no other channels wait. It is not ok
// where they would wait themselves.
func heading(f *code.Flow, yes bool) (to int, alone, ok bool) {
	mine, next := f.IfFalse, f.Other
	if yes {
		mine = f.IfTrue
	}
	switch {
	case f.When == code.AnyThere && f.First == mine, f.When == code.AnyTrue && yes, f.When == code.AnyActive:
		next = f.First
	case f.When == code.AllAlike && yes:
		next, alone = f.First, true
	case f.When != code.AnyTrue:
		alone = true
	}
	return int(mine), alone, mine == next
}

// branch emits a branch for channels that agree, what threads meet at a barrier by, or a write of the mode.
func (e *emitter) branch(s *sequence, o *code.Op) {
	if writesMode(e.prog, o) {
		e.mode(s, o)
		return
	}
	if endsThread(e.prog, o) {
		e.end(s.from)
		return
	}
	if m := meetingOf(e.prog, o); m != noMeeting {
		e.meeting(s, o, m)
		return
	}
	if o.Flags&code.FlagQuarters != 0 || o.Pred != native.PredNone && !hasPredicate(o) || o.Off != 0 || o.FlagShift >= code.MaxLanes {
		e.err = errBranch
		return
	}
	switch o.Form {
	case code.FormJmpi:
		e.scalarJump(s, o, e.prog.Flow(o))
	case code.FormBranch:
		e.together(s, o, e.prog.Flow(o))
	default:
		e.err = errBranch
	}
}

// scalarJump emits a jump by the predicate of one element.
func (e *emitter) scalarJump(s *sequence, o *code.Op, f *code.Flow) {
	if o.Pred != native.PredNone {
		e.predicate(o)
		e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(elements), Imm: 1})
		e.jump(x64.JE, leave{to: s.from + 1})
		s.next = append(s.next, s.from+1)
	}
	s.next = append(s.next, int(f.IfTrue))
	e.onward(int(f.IfTrue))
}

// together emits a branch of channels that all are about it and agree; others part.
func (e *emitter) together(s *sequence, o *code.Op, f *code.Flow) {
	var apart []int
	part := func(op x64.Op) { apart = append(apart, e.aside(op)) }
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: elements, Last: x64.R(channels)})
	e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(elements), Imm: o.Full})
	part(x64.JE)
	e.emit(x64.Inst{Op: x64.CMP, Reg: elements, Last: x64.R(channels)})
	part(x64.JNE)
	if o.Pred != native.PredNone {
		e.predicate(o)
		e.emit(x64.Inst{Op: x64.AND, Reg: elements, Last: x64.R(channels)})
		no := e.aside(x64.JE)
		e.emit(x64.Inst{Op: x64.CMP, Reg: elements, Last: x64.R(channels)})
		part(x64.JNE)
		e.direct(s, f, true, part)
		e.land(no)
		e.direct(s, f, false, part)
	} else {
		e.direct(s, f, true, part)
	}
	at := s.from
	if !e.some || f.When == code.AllAlike {
		e.rarely(func() { e.unless(x64.JMP, at, 1) }, apart...)
	} else {
		e.rarely(func() { e.part(o, f, at+1) }, apart...)
	}
	if f.When != code.AllAlike {
		s.next = append(s.next, int(f.First), int(f.Other))
	}
}

// direct emits the way of channels that agree; part begins that of others on a condition.
func (e *emitter) direct(s *sequence, f *code.Flow, yes bool, part func(op x64.Op)) {
	to, alone, ok := heading(f, yes)
	if !ok {
		part(x64.JMP)
		return
	}
	if alone {
		e.emit(x64.Inst{Op: x64.CMPImm, Last: waitField()})
		part(x64.JNE)
	}
	s.next = append(s.next, to)
	e.onward(to)
}
