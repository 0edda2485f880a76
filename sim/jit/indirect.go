package jit

import (
	"math/bits"

	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// Operands through addresses: sources of which each element has one, and destinations. Each is compared with the general
// registers before anything of its op is done; where one lies outside, the EU model executes the op.

// pointer is the general register with the address of a destination.
const pointer = x64.BX

// rest is leave.back of a way out in the middle of a sequence, until that is known: what is behind it is not executed.
const rest = -1

// hasRows says that a source has an address for each of its elements, which are dwords.
func hasRows(o *code.Op, s *code.Source) bool {
	return s.Mode == code.SrcRows && s.Width == 1 && s.Hook == code.HookNone && s.Mod == code.ModNone && o.Class == code.ClassRaw && s.Type.Size() == 4 && !s.Type.IsFloat() && o.N%8 == 0
}

// hasThrough says that an op moves dwords, or their low bits, to where an address says.
func hasThrough(o *code.Op) bool {
	d := &o.Dst
	return d.Mode == code.DstIndirect && d.Hook == code.HookNone && d.Enable&o.Full == o.Full && (d.Size == 4 || d.Size == 2 || d.Size == 1) && (o.N == 1 || d.Step == int16(d.Size))
}

// hasAddress says that an op has operands through addresses alone that keep it from being direct.
func hasAddress(o *code.Op) bool {
	rows := o.Src[0].Mode == code.SrcRows
	return o.Class == code.ClassRaw && (rows && stored(o) || hasThrough(o))
}

// alone is an op that moves one element to all lanes, of which one is enabled, as an op of that lane; others are as they are.
func alone(o *code.Op) *code.Op {
	on := o.Dst.Enable & o.Full
	if o.Form != code.FormALU || o.Kern != code.KernMov || o.N == 1 || bits.OnesCount32(on) != 1 || !isUniform(&o.Src[0]) || o.Flags&(code.FlagAlign16|code.FlagAccs) != 0 {
		return o
	}
	lane := bits.TrailingZeros32(on)
	one := *o
	one.N, one.Full, one.Dst.Enable = 1, 1, 1
	one.Off, one.FlagShift = o.Off+uint8(lane), o.FlagShift+uint8(lane)
	if at := lane * int(o.Dst.Step); o.Dst.Mode == code.DstIndirect {
		one.Dst.Imm += int16(at)
	} else {
		one.Dst.Addr += uint32(at)
	}
	return &one
}

// outside leaves the thread to the EU model in front of the op on a condition.
func (e *emitter) outside(op x64.Op) { e.jump(op, leave{to: e.at, out: true, back: rest}) }

// gathered loads eight elements of a source with addresses, from element 8 group on.
func (e *emitter) gathered(s *source, group int) x64.Operand {
	e.kinds()
	at, limit := e.take(), e.spreadLow(e.prog.FileBytes-4)
	e.emit(x64.Inst{Op: x64.VPMOVZXWD, Wide: true, Reg: at, Last: e.memory(s.Space, s.Addr+uint32(16*group), 16)})
	e.emit(x64.Inst{Op: x64.VPADDD, Wide: true, Reg: at, V: at, Last: x64.R(e.spreadLow(int(s.Imm)))})
	high := e.take()
	e.emit(x64.Inst{Op: x64.VPMAXUD, Wide: true, Reg: high, V: at, Last: x64.R(limit)})
	e.emit(x64.Inst{Op: x64.VPCMPEQD, Wide: true, Reg: high, V: high, Last: x64.R(limit)})
	e.emit(x64.Inst{Op: x64.VMOVMSKPS, Wide: true, Reg: scratch, Last: x64.R(high)})
	e.emit(x64.Inst{Op: x64.CMPImm, Last: x64.R(scratch), Imm: 0xFF})
	e.outside(x64.JNE)
	all := e.loaded(ones.operand())
	e.emit(x64.Inst{Op: x64.VPGATHERDD, Wide: true, Reg: limit, V: all, Last: x64.L(registers, at, 0)})
	return x64.R(limit)
}

// spreadLow is a number in all lanes.
func (e *emitter) spreadLow(n int) x64.Reg {
	e.emit(x64.Inst{Op: x64.MOVQImm, Last: x64.R(scratch), Imm: uint32(n)})
	return e.broadcast(scratch)
}

// through makes a register the address of a destination, of which all elements lie in general registers.
func (e *emitter) through(o *code.Op) {
	e.kinds()
	d := &o.Dst
	span := (int(o.N)-1)*int(d.Step) + int(d.Size)
	e.emit(x64.Inst{Op: x64.MOVZXW, Reg: pointer, Last: e.memory(code.SpaceRegs, d.Addr, 2)})
	e.emit(x64.Inst{Op: x64.ADDImm, Last: x64.R(pointer), Imm: uint32(int32(d.Imm))})
	e.emit(x64.Inst{Op: x64.CMPImm, Last: x64.R(pointer), Imm: uint32(e.prog.FileBytes - span)})
	e.outside(x64.JA)
	e.emit(x64.Inst{Op: x64.ADDQ, Reg: pointer, Last: x64.R(registers)})
}

// destination is size bytes of an op's destination, which begins at a byte of the registers or where the pointer says.
func (e *emitter) destination(o *code.Op, at uint32, size int) x64.Operand {
	if o.Dst.Mode == code.DstIndirect {
		return x64.M(pointer, int32(at-o.Dst.Addr))
	}
	return e.memory(code.SpaceRegs, at, size)
}

// written drops what registers hold of bytes that an op has written.
func (e *emitter) written(o *code.Op, size int) {
	if o.Dst.Mode != code.DstIndirect {
		e.forget(o.Dst.Addr, size)
		return
	}
	e.forget(0, e.prog.FileBytes)
}
