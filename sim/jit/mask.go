package jit

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// mask is which elements of an op run, or what its predicate says of them.
type mask struct {
	channels bool    // those of the channels that run, in eights
	off      uint32  // of channels, which is the channel of element 0
	spread   x64.Reg // else the bits of all elements, in each lane
}

// masked says that not all elements of an op need run.
func (e *emitter) masked(o *code.Op) bool { return e.waits(o) || o.Flags&code.FlagPredicated != 0 }

// waits says that an op leaves out elements of channels that do not run.
func (e *emitter) waits(o *code.Op) bool { return e.some && o.NoMask == 0 }

// running is the mask of an op's elements; of one that is not masked none.
func (e *emitter) running(o *code.Op) mask {
	if !e.masked(o) {
		return mask{}
	}
	if o.Flags&code.FlagPredicated == 0 && o.Off%8 == 0 && o.N%8 == 0 {
		return mask{channels: true, off: uint32(o.Off)}
	}
	e.elements(o)
	return e.spread()
}

// elements makes a general register the bits of elements that run, and any bits behind them.
func (e *emitter) elements(o *code.Op) {
	if o.Flags&code.FlagPredicated != 0 {
		e.predicate(o)
		if !e.waits(o) {
			return
		}
		e.enabled(o, scratch)
		e.emit(x64.Inst{Op: x64.AND, Reg: elements, Last: x64.R(scratch)})
		return
	}
	e.enabled(o, elements)
}

// enabled makes a general register the bits of elements whose channels run.
func (e *emitter) enabled(o *code.Op, to x64.Reg) {
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: to, Last: x64.R(channels)})
	e.emit(x64.Inst{Op: x64.SHRImm, Last: x64.R(to), Imm: uint32(o.Off)})
}

// hasPredicate says that there is code for an op's predicate: bit by bit, or of a group that all lanes are in.
func hasPredicate(o *code.Op) bool {
	size, _ := code.PredGroup(o.Pred)
	return o.Pred == native.PredSeq || size != 0 && o.Off&(size-1)+o.N <= size && o.Flags&code.FlagAlign16 == 0
}

// predicate makes a general register the bits of the op's predicate.
func (e *emitter) predicate(o *code.Op) {
	if o.Pred != native.PredSeq {
		e.group(o)
		return
	}
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: elements, Last: e.flag(o)})
	e.emit(x64.Inst{Op: x64.SHRImm, Last: x64.R(elements), Imm: uint32(o.FlagShift)})
	if o.PredInv != 0 {
		e.emit(x64.Inst{Op: x64.NOT, Last: x64.R(elements)})
	}
}

// group makes all bits of a general register the predicate of the group that the op's channels are in: whether bits are all zero,
// of all its bits inverted ones.
func (e *emitter) group(o *code.Op) {
	size, all := code.PredGroup(o.Pred)
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: elements, Last: e.flag(o)})
	e.emit(x64.Inst{Op: x64.SHRImm, Last: x64.R(elements), Imm: uint32(o.FlagSub)})
	e.emit(x64.Inst{Op: x64.SHRImm, Last: x64.R(elements), Imm: uint32(o.Off &^ (size - 1))})
	if all {
		e.emit(x64.Inst{Op: x64.NOT, Last: x64.R(elements)})
	}
	e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(elements), Imm: uint32(1<<size - 1)})
	e.emit(x64.Inst{Op: x64.CMPImm, Last: x64.R(elements), Imm: 1})
	e.emit(x64.Inst{Op: x64.SBB, Reg: elements, Last: x64.R(elements)})
	if all == (o.PredInv != 0) {
		e.emit(x64.Inst{Op: x64.NOT, Last: x64.R(elements)})
	}
}

// flag is where the flag register of an op lies.
func (e *emitter) flag(o *code.Op) x64.Operand { return e.memory(code.SpaceRegs, e.flagAt(o), 4) }

func (e *emitter) flagAt(o *code.Op) uint32 {
	return uint32(e.prog.FileBytes + code.OffF + 4*int(o.FlagReg))
}

// spread is the mask of the bits in the register of elements.
func (e *emitter) spread() mask { return mask{spread: e.broadcast(elements)} }

// broadcast copies a general register to all lanes.
func (e *emitter) broadcast(from x64.Reg) x64.Reg {
	r := e.take()
	e.emit(x64.Inst{Op: x64.VMOVDLoad, Reg: r, Last: x64.R(from)})
	e.emit(x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: r, Last: x64.R(r)})
	return r
}

// lanes are all ones where elements of a mask run, of eight from 8 group on.
func (e *emitter) lanes(m mask, group int) x64.Reg {
	if !m.channels {
		return e.tested(m.spread, lanes+constant(group))
	}
	h := held{aChannel, m.off/8 + uint32(group)}
	if r, ok := e.find(h); ok {
		return r
	}
	all, ok := e.find(held{aChannel, allChannels})
	if !ok {
		all = e.broadcast(channels)
		e.keep(all, held{aChannel, allChannels})
	}
	r := e.tested(all, lanes+constant(h.at))
	e.keep(r, h)
	return r
}

// allChannels is the place of a register that has the bits of all channels in each lane.
const allChannels = ^uint32(0)

// tested is all ones in lanes whose bit is set.
func (e *emitter) tested(bits x64.Reg, lane constant) x64.Reg {
	r := e.take()
	e.emit(x64.Inst{Op: x64.VPAND, Wide: true, Reg: r, V: bits, Last: lane.operand()})
	e.emit(x64.Inst{Op: x64.VPCMPEQD, Wide: true, Reg: r, V: r, Last: lane.operand()})
	return r
}
