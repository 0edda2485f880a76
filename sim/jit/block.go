package jit

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// pieces are what a block is moved by: the bytes of a vector register, and of parts of one.
var pieces = []struct {
	bytes       int
	wide        bool
	load, store x64.Op
}{
	{rowBytes, true, x64.VMOVDQULoad, x64.VMOVDQUStore}, {rowBytes / 2, false, x64.VMOVDQULoad, x64.VMOVDQUStore}, {4, false, x64.VMOVDLoad, x64.VMOVDStore},
}

// block emits a move of a block.
func (t *transfer) block() {
	t.blockAt()
	bytes, at := int(t.m.Bytes), 0
	t.bounded(bytes)
	for _, piece := range pieces {
		for ; at+piece.bytes <= bytes; at += piece.bytes {
			in, first := x64.M(offset, int32(at)), t.m.Dst
			if t.m.Action == message.BlockWrite {
				first = int32(t.m.Data.Regs[0])
			}
			from, to, r := in, t.memory(code.SpaceRegs, uint32(first+t.m.High)+uint32(at), piece.bytes), t.take()
			if t.m.Action == message.BlockWrite {
				from, to = to, in
			}
			t.emit(x64.Inst{Op: piece.load, Wide: piece.wide, Reg: r, Last: from})
			t.emit(x64.Inst{Op: piece.store, Wide: piece.wide, Reg: r, Last: to})
			t.state.taken = 0
		}
	}
}

// blockAt makes a register how far in the surface a block begins, in whole units of blocks.
func (t *transfer) blockAt() {
	load, sub := x64.MOVLoad, x64.SUB
	if t.m.Space == message.Flat {
		load, sub = x64.MOVQLoad, x64.SUBQ
	}
	t.emit(x64.Inst{Op: load, Reg: offset, Last: t.address()})
	if t.m.Scale > 1 && t.m.Space == message.Surface {
		t.emit(x64.Inst{Op: x64.SHLImm, Last: x64.R(offset), Imm: 4})
	}
	switch {
	case t.m.Space == message.Scratch:
		t.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(offset), Imm: fixed.MemoryBase.Mask()})
		t.emit(x64.Inst{Op: x64.ADDImm, Last: x64.R(offset), Imm: t.m.Fixed})
	case t.m.Payload:
		t.emit(x64.Inst{Op: x64.MOVLoad, Reg: value, Last: t.header(fixed.MemoryBase)})
		t.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(value), Imm: fixed.MemoryBase.Mask()})
		t.emit(x64.Inst{Op: x64.ADD, Reg: offset, Last: x64.R(value)})
	}
	t.emit(x64.Inst{Op: x64.TESTImm, Last: x64.R(offset), Imm: mem.BlockUnit - 1})
	t.leave(x64.JNE)
	if t.biased {
		t.emit(x64.Inst{Op: sub, Reg: offset, Last: t.has(mem.SurfaceBias)})
	} else {
		t.emit(x64.Inst{Op: x64.AND, Reg: offset, Last: t.has(mem.SurfaceMask)})
	}
}

// address is what names the first byte of a block: its own register, or a dword or two of the header.
func (t *transfer) address() x64.Operand {
	switch {
	case t.m.Beside:
		return t.memory(code.SpaceRegs, uint32(t.m.Addr.Regs[0]), 8)
	case t.m.Space == message.Flat:
		return t.header(fixed.MemoryAddress)
	case t.m.Space == message.Scratch:
		return t.header(fixed.MemoryBase)
	}
	return t.header(fixed.MemoryOffset)
}

// header is a field of the header.
func (t *transfer) header(f fixed.Field) x64.Operand {
	return t.memory(code.SpaceRegs, uint32(t.m.Header)+uint32(f.Byte()), 8)
}
