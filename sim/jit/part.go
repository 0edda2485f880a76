package jit

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// Channels that part at a branch, and wait where others do not go. The code of threads of which perhaps not all channels
// run does what the EU model does (eu, flow.go): channels have places of their own, and join where the thread begins a
// straight run.

// General registers of a branch on which channels part: these are what it says of them.
const (
	taken   = outcome  // the predicate is true
	refused = scratch  // it is not
	staying = flagWord // the branch is not about them
	live    = flagMask // all, those that wait too
	places  = x64.BX   // where channels wait, and a value in between
)

// noWake is Frame.Wake where nobody waits.
const noWake = math.MaxInt32

// late is code that is rarely run, which is emitted behind all sequences: jumps that go there, and what makes it.
type late struct {
	ends []int
	emit func()
}

// rarely makes jumps that aside began go to code that is emitted later.
func (e *emitter) rarely(emit func(), ends ...int) { e.late = append(e.late, late{ends, emit}) }

// behind emits the code that is rarely run.
func (e *emitter) behind() {
	for i := 0; i < len(e.late); i++ {
		e.state = vectors{}
		e.land(e.late[i].ends...)
		e.late[i].emit()
	}
}

// waitField and wakeField are those of the frame.
func waitField() x64.Operand { return field(unsafe.Offsetof(eu.Frame{}.Waits)) }
func wakeField() x64.Operand { return field(unsafe.Offsetof(eu.Frame{}.Wake)) }

// part emits a branch on which channels do not agree, or beside which others wait.
func (e *emitter) part(o *code.Op, f *code.Flow, next int) {
	e.sides(o)
	e.emit(x64.Inst{Op: x64.CMPImm, Last: waitField()})
	some := e.aside(x64.JNE)
	e.emit(x64.Inst{Op: x64.MOVImm, Last: wakeField(), Imm: noWake})
	e.land(some)
	first := e.first(f, next)
	if len(first) == 0 || f.First != f.Other {
		e.settle(f, next, int(f.Other))
	}
	if len(first) > 0 {
		e.land(first...)
		e.settle(f, next, int(f.First))
	}
}

// sides makes registers what a branch says of channels.
func (e *emitter) sides(o *code.Op) {
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: taken, Last: x64.R(channels)})
	if o.Pred != native.PredNone {
		e.predicate(o)
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: taken, Last: x64.R(elements)})
		e.emit(x64.Inst{Op: x64.AND, Reg: taken, Last: x64.R(channels)})
	}
	e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(taken), Imm: o.Full})
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: elements, Last: x64.R(channels)})
	e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(elements), Imm: o.Full})
	e.without(refused, taken, elements)
	e.without(staying, elements, channels)
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: live, Last: waitField()})
	e.emit(x64.Inst{Op: x64.OR, Reg: live, Last: x64.R(channels)})
}

// without makes a register the bits of all that are not in some.
func (e *emitter) without(to, some, all x64.Reg) {
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: to, Last: x64.R(some)})
	e.emit(x64.Inst{Op: x64.NOT, Last: x64.R(to)})
	e.emit(x64.Inst{Op: x64.AND, Reg: to, Last: x64.R(all)})
}

// first emits the condition on which the thread goes to Flow.First, as jumps.
func (e *emitter) first(f *code.Flow, next int) (ends []int) {
	any := func(r x64.Reg) {
		e.emit(x64.Inst{Op: x64.AND, Reg: r, Last: x64.R(r)})
		ends = append(ends, e.aside(x64.JNE))
	}
	switch f.When {
	case code.AnyTrue:
		any(taken)
	case code.AnyActive:
		any(channels)
	case code.AnyThere:
		for _, side := range sidesOf(f, next) {
			if side.to == int(f.First) {
				any(side.channels)
			}
		}
		e.emit(x64.Inst{Op: x64.CMPImm, Last: wakeField(), Imm: uint32(f.First)})
		nobody := e.aside(x64.JG)
		e.waitAt(int(f.First))
		ends = append(ends, e.aside(x64.JNE))
		e.land(nobody)
	}
	return ends
}

// side is channels that go the same way from a branch.
type side struct {
	channels x64.Reg
	to       int
}

func sidesOf(f *code.Flow, next int) [3]side {
	return [3]side{{staying, next}, {taken, int(f.IfTrue)}, {refused, int(f.IfFalse)}}
}

// waitAt makes the register of elements the channels that wait at an op.
func (e *emitter) waitAt(at int) {
	there := e.spreadOf(at)
	e.load(places, unsafe.Offsetof(eu.Frame{}.Places))
	var rows [code.MaxLanes / 8]x64.Reg
	for i := range rows {
		rows[i] = e.take()
		e.emit(x64.Inst{Op: x64.VPCMPEQD, Wide: true, Reg: rows[i], V: there, Last: x64.M(places, int32(rowBytes*i))})
	}
	for i, r := range rows {
		to := elements
		if i > 0 {
			to = places
		}
		e.emit(x64.Inst{Op: x64.VMOVMSKPS, Wide: true, Reg: to, Last: x64.R(r)})
		if i > 0 {
			e.emit(x64.Inst{Op: x64.SHLImm, Last: x64.R(to), Imm: uint32(8 * i)})
			e.emit(x64.Inst{Op: x64.OR, Reg: elements, Last: x64.R(to)})
		}
	}
	e.state = vectors{}
	e.emit(x64.Inst{Op: x64.AND, Reg: elements, Last: waitField()})
}

// spreadOf is a number in all lanes.
func (e *emitter) spreadOf(n int) x64.Reg {
	e.emit(x64.Inst{Op: x64.MOVQImm, Last: x64.R(places), Imm: uint32(n)})
	return e.broadcast(places)
}

// settle emits the way of a thread to an op: channels that go there run, the others wait.
func (e *emitter) settle(f *code.Flow, next, to int) {
	e.emit(x64.Inst{Op: x64.MOVQImm, Last: x64.R(channels)})
	for _, side := range sidesOf(f, next) {
		if side.to == to {
			e.emit(x64.Inst{Op: x64.OR, Reg: channels, Last: x64.R(side.channels)})
		} else {
			e.place(side)
		}
	}
	e.without(elements, channels, live)
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: elements, Last: waitField()})
	e.onward(to)
}

// place makes channels wait, if there are any.
func (e *emitter) place(s side) {
	e.emit(x64.Inst{Op: x64.AND, Reg: s.channels, Last: x64.R(s.channels)})
	none := e.aside(x64.JE)
	there, all := e.spreadOf(s.to), e.broadcast(s.channels)
	e.load(places, unsafe.Offsetof(eu.Frame{}.Places))
	for i := range code.MaxLanes / 8 {
		row, kept := x64.M(places, int32(rowBytes*i)), e.state.taken
		old, on := e.loaded(row), e.tested(all, lanes+constant(i))
		e.emit(x64.Inst{Op: x64.VBLENDVPS, Wide: true, Reg: old, V: old, Last: x64.R(there), Imm: uint32(on)})
		e.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: true, Reg: old, Last: row})
		e.state.taken = kept
	}
	e.state = vectors{}
	e.emit(x64.Inst{Op: x64.MOVBImm, Last: field(unsafe.Offsetof(eu.Frame{}.Apart)), Imm: 1})
	e.emit(x64.Inst{Op: x64.CMPImm, Last: wakeField(), Imm: uint32(s.to)})
	earlier := e.aside(x64.JLE)
	e.emit(x64.Inst{Op: x64.MOVImm, Last: wakeField(), Imm: uint32(s.to)})
	e.land(none, earlier)
}

// join emits what is done where a sequence begins that channels may wait at: these run. Where all do that
// ops are about, the thread goes on by the code for these.
func (e *emitter) join(s *sequence, back int) {
	e.waitAt(s.from)
	e.emit(x64.Inst{Op: x64.OR, Reg: channels, Last: x64.R(elements)})
	e.emit(x64.Inst{Op: x64.NOT, Last: x64.R(elements)})
	e.emit(x64.Inst{Op: x64.AND, Reg: elements, Last: waitField()})
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: elements, Last: waitField()})
	e.wake()
	if s.lanes != 0 {
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: elements, Last: x64.R(channels)})
		e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(elements), Imm: s.lanes})
		e.emit(x64.Inst{Op: x64.XORImm, Last: x64.R(elements), Imm: s.lanes})
		e.unless(x64.JE, s.from, s.to-s.from)
	}
	x64.Land(e.code, e.aside(x64.JMP), back)
}

// wake notes the first op that the channels of the register of elements wait at.
func (e *emitter) wake() {
	all, best := e.broadcast(elements), e.loaded(magnitudes.operand())
	none := e.loaded(magnitudes.operand())
	e.load(places, unsafe.Offsetof(eu.Frame{}.Places))
	for i := range code.MaxLanes / 8 {
		on := e.tested(all, lanes+constant(i))
		e.emit(x64.Inst{Op: x64.VBLENDVPS, Wide: true, Reg: on, V: none, Last: x64.M(places, int32(rowBytes*i)), Imm: uint32(on)})
		e.emit(x64.Inst{Op: x64.VPMINSD, Wide: true, Reg: best, V: best, Last: x64.R(on)})
	}
	other := e.take()
	e.emit(x64.Inst{Op: x64.VEXTRACTF128, Wide: true, Reg: best, Last: x64.R(other), Imm: 1})
	e.emit(x64.Inst{Op: x64.VPMINSD, Wide: true, Reg: best, V: best, Last: x64.R(other)})
	for _, order := range []uint32{0x4E, 0xB1} {
		e.emit(x64.Inst{Op: x64.VSHUFPS, Wide: true, Reg: other, V: best, Last: x64.R(best), Imm: order})
		e.emit(x64.Inst{Op: x64.VPMINSD, Wide: true, Reg: best, V: best, Last: x64.R(other)})
	}
	e.emit(x64.Inst{Op: x64.VMOVDStore, Reg: best, Last: wakeField()})
	e.state = vectors{}
}
