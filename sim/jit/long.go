package jit

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// Arithmetic of more than 32 bits, as the EU model has rows for it: carries, which go to the first accumulator, and
// the two steps of a long multiply, whose product is there, its upper bits behind all accumulators.

// carries are sums and differences, and what these carry or borrow, with the sum as s2.
var carries = map[code.Kernel]struct{ sum, over []step }{
	code.KernAdd: {sum, []step{
		{op: x64.VPMAXUD, to: res, a: s2, last: s1, commute: true}, {op: x64.VPCMPEQD, to: res, a: res, last: s2},
		{op: x64.VPXOR, to: res, a: res, last: k(ones)}, {op: x64.VPABSD, to: res, last: res},
	}},
}

// hasCarry says that an op is a sum with a carry, and sources and a destination have code.
func hasCarry(o *code.Op) bool { return o.Class == code.ClassRaw && stored(o) && reads(o, 2) }

// carry emits one.
func (e *emitter) carry(o *code.Op) {
	if o.CarryRow(e.prog) == 0 {
		e.err = errKinds
		return
	}
	steps := carries[o.Kern]
	src := e.sources(o, 2, 0)
	out := e.compute(o, steps.sum, &src, false)
	src[2] = source{Source: &o.Src[2], uniform: true, operand: x64.R(out[0])}
	over, none := e.compute(o, steps.over, &src, false), result{e.loaded(zeros.operand())}
	m := e.running(o)
	e.store(e.accumulator(o, code.OffAcc), over, m)
	e.store(e.accumulator(o, code.OffAccHigh), none, m)
	e.store(o, out, m)
}

// accumulator is an op that writes dwords to the first accumulator, or the bits above them.
func (e *emitter) accumulator(o *code.Op, off int) *code.Op {
	acc := *o
	acc.Dst = code.Dest{Mode: code.DstReg, Size: 4, Step: 4, Addr: uint32(e.prog.FileBytes + off), Enable: o.Dst.Enable}
	return &acc
}

// hasLong says that an op is a step of a long multiply.
func hasLong(o *code.Op) bool {
	return o.Flags&code.FlagLong != 0 && wideLoads[o.Src[0].Type] != 0 && wideLoads[o.Src[1].Type] != 0
}

// wideLoads are the instructions that widen an integer to 64 bits.
var wideLoads = [native.NumTypes]x64.Op{native.D: x64.MOVSXDQ, native.UD: x64.MOVLoad, native.W: x64.MOVSXWQ, native.UW: x64.MOVZXW}

// General registers of a long multiply.
const (
	factor    = outcome
	product64 = elements
	runs      = flagMask // elements
)

// long emits a step of a long multiply, element by element, the lowest first.
func (e *emitter) long(o *code.Op) {
	if o.LongRow(e.prog) == 0 {
		e.err = errKinds
		return
	}
	if e.masked(o) {
		e.elements(o)
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: runs, Last: x64.R(elements)})
	}
	for i := range int(o.N) {
		var no []int
		if e.masked(o) {
			e.emit(x64.Inst{Op: x64.MOVLoad, Reg: factor, Last: x64.R(runs)})
			e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(factor), Imm: 1 << i})
			no = append(no, e.aside(x64.JE))
		}
		e.longElement(o, i)
		e.land(no...)
	}
	size := 4 * int(o.N)
	e.forget(uint32(e.prog.FileBytes+code.OffAcc), size)
	e.forget(uint32(e.prog.FileBytes+code.OffAccHigh), size)
	if o.Form == code.FormMach {
		e.forget(o.Dst.Addr, size)
	}
}

// longElement emits it for an element.
func (e *emitter) longElement(o *code.Op, i int) {
	low, high := e.element(code.OffAcc, i), e.element(code.OffAccHigh, i)
	e.widened(product64, &o.Src[0], i)
	e.widened(factor, &o.Src[1], i)
	if o.Form == code.FormMach {
		e.emit(x64.Inst{Op: x64.SARQImm, Last: x64.R(factor), Imm: 16})
	}
	e.emit(x64.Inst{Op: x64.IMULQ, Reg: product64, Last: x64.R(factor)})
	if o.Form == code.FormMach {
		e.emit(x64.Inst{Op: x64.SHLQImm, Last: x64.R(product64), Imm: 16})
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: factor, Last: high})
		e.emit(x64.Inst{Op: x64.SHLQImm, Last: x64.R(factor), Imm: 32})
		e.emit(x64.Inst{Op: x64.ADDQ, Reg: product64, Last: x64.R(factor)})
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: factor, Last: low})
		e.emit(x64.Inst{Op: x64.ADDQ, Reg: product64, Last: x64.R(factor)})
	}
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: product64, Last: low})
	e.emit(x64.Inst{Op: x64.SHRQImm, Last: x64.R(product64), Imm: 32})
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: product64, Last: high})
	if o.Form == code.FormMach {
		e.emit(x64.Inst{Op: x64.MOVStore, Reg: product64, Last: e.memory(code.SpaceRegs, o.Dst.Addr+uint32(4*i), 4)})
	}
}

// widened makes a register element i of a source.
func (e *emitter) widened(to x64.Reg, s *code.Source, i int) {
	at := s.Addr + uint32(i*int(s.Step))
	e.emit(x64.Inst{Op: wideLoads[s.Type], Reg: to, Last: e.memory(s.Space, at, s.Type.Size())})
}

// element is where a dword of the first accumulator lies, or the bits above it.
func (e *emitter) element(off, i int) x64.Operand {
	return e.memory(code.SpaceRegs, uint32(e.prog.FileBytes+off+4*i), 4)
}
