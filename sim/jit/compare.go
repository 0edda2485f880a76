package jit

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// hasCompare says that an op compares rows, and stores all ones or zeros as a row or nowhere.
func hasCompare(o *code.Op) bool {
	return o.Flags&^(may|code.FlagPredicated) == 0 && comparisons[o.Class][o.Kern][o.Cond].steps != nil && o.Dst.Enable&o.Full == o.Full && reads(o, 2) &&
		(o.Dst.Mode == code.DstNone || packed(o))
}

// compare emits a comparison: bits to the flag register, and all ones or zeros to the destination.
func (e *emitter) compare(o *code.Op) {
	c := comparisons[o.Class][o.Kern][o.Cond]
	src := e.sources(o, 2, 0)
	out := e.compute(o, c.steps, &src, c.swap)
	m := e.running(o)
	e.bits(o, out, c.invert)
	if c.invert && o.Dst.Mode != code.DstNone {
		for g := range groups(o) {
			e.emit(x64.Inst{Op: x64.VPXOR, Wide: true, Reg: out[g], V: out[g], Last: ones.operand()})
		}
	}
	e.report(o)
	e.store(o, out, m)
}

// zeroTest is the comparison with zero of an op's condition modifier, for results of the destination's type.
func zeroTest(o *code.Op) comparison {
	switch {
	case o.Class == code.ClassRaw && o.Dst.Type == native.D:
		return comparisons[code.ClassRaw][code.KernCmpSigned][o.Cond]
	case o.Class == code.ClassRaw && o.Dst.Type == native.UD:
		return comparisons[code.ClassRaw][code.KernCmp][o.Cond]
	case o.Class == code.ClassFloat && o.Dst.Type == native.F:
		return comparisons[code.ClassFloat][code.KernCmp][o.Cond]
	}
	return comparison{}
}

// test emits the condition modifier of an op.
func (e *emitter) test(o *code.Op, out result) {
	c := zeroTest(o)
	var tested result
	for g := range groups(o) {
		tested[g] = e.take()
		kept := e.state.taken
		slots := [numSlots]x64.Operand{s0: x64.R(out[g]), s1: zeros.operand(), res: x64.R(tested[g])}
		if c.swap {
			slots[s0], slots[s1] = slots[s1], slots[s0]
		}
		for _, t := range between(c.steps) {
			slots[t] = x64.R(e.take())
		}
		e.steps(c.steps, &slots)
		e.state.taken = kept
	}
	e.bits(o, tested, c.invert)
	e.report(o)
}

// bits makes a general register the bits of a comparison.
func (e *emitter) bits(o *code.Op, out result, invert bool) {
	for g := range groups(o) {
		to := outcome
		if g > 0 {
			to = scratch
		}
		e.emit(x64.Inst{Op: x64.VMOVMSKPS, Wide: true, Reg: to, Last: x64.R(out[g])})
		if g > 0 {
			e.emit(x64.Inst{Op: x64.SHLImm, Last: x64.R(scratch), Imm: uint32(8 * g)})
			e.emit(x64.Inst{Op: x64.OR, Reg: outcome, Last: x64.R(scratch)})
		}
	}
	if invert {
		e.emit(x64.Inst{Op: x64.XORImm, Last: x64.R(outcome), Imm: o.Full})
	}
}

// report writes the bits of a comparison to the flag register, of the elements that run.
func (e *emitter) report(o *code.Op) {
	if e.masked(o) {
		e.elements(o)
		e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(elements), Imm: o.Full})
		e.emit(x64.Inst{Op: x64.AND, Reg: outcome, Last: x64.R(elements)})
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: flagMask, Last: x64.R(elements)})
		e.emit(x64.Inst{Op: x64.SHLImm, Last: x64.R(flagMask), Imm: uint32(o.FlagShift)})
		e.emit(x64.Inst{Op: x64.NOT, Last: x64.R(flagMask)})
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: flagWord, Last: e.flag(o)})
		e.emit(x64.Inst{Op: x64.AND, Reg: flagWord, Last: x64.R(flagMask)})
	} else {
		e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(outcome), Imm: o.Full})
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: flagWord, Last: e.flag(o)})
		e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(flagWord), Imm: ^(o.Full << o.FlagShift)})
	}
	e.emit(x64.Inst{Op: x64.SHLImm, Last: x64.R(outcome), Imm: uint32(o.FlagShift)})
	e.emit(x64.Inst{Op: x64.OR, Reg: flagWord, Last: x64.R(outcome)})
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: flagWord, Last: e.flag(o)})
	e.forget(e.flagAt(o), 4)
}
