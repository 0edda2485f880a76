package jit

import (
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// hasCompare says that an op compares rows, and stores all ones or zeros as a row or nowhere.
func hasCompare(o *code.Op) bool {
	const may = code.FlagInPlace | code.FlagPredicated | code.FlagBring | code.FlagAlign16
	return o.Flags&^may == 0 && comparisons[o.Class][o.Kern][o.Cond].steps != nil && o.Dst.Enable&o.Full == o.Full && reads(o, 2) &&
		(o.Dst.Mode == code.DstNone || packed(o) && o.Flags&code.FlagPredicated == 0) // whose flag the comparison may write first
}

// compare emits a comparison: bits to the flag register, and all ones or zeros to the destination.
func (e *emitter) compare(o *code.Op) {
	c := comparisons[o.Class][o.Kern][o.Cond]
	src := e.sources(o, 2, 0)
	out := e.compute(o, c.steps, &src, c.swap)
	n := groups(o)
	for g := range n {
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
	if c.invert {
		e.emit(x64.Inst{Op: x64.XORImm, Last: x64.R(outcome), Imm: o.Full})
	}
	if o.Dst.Mode == code.DstNone {
		e.report(o)
		return
	}
	if c.invert {
		for g := range n {
			e.emit(x64.Inst{Op: x64.VPXOR, Wide: true, Reg: out[g], V: out[g], Last: ones.operand()})
		}
	}
	e.report(o)
	e.store(o, out)
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
