package jit

import (
	"github.com/genvisa/genvisa/sim/jit/x64"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// cell is how an element of a lane is moved by a general register.
type cell struct {
	load  x64.Op   // from memory
	write x64.Op   // of what is loaded, to registers
	parts constant // bits of an offset inside of it
}

// cells are those of elements by their bytes; the vector registers' stores of singles write narrow ones.
var cells = map[uint8]*cell{
	1: {x64.MOVZXB, x64.MOVStore, zeros}, 2: {x64.MOVZXW, x64.MOVStore, odds}, 4: {x64.MOVLoad, x64.MOVStore, threes}, 8: {x64.MOVQLoad, x64.MOVQStore, sevens},
}

// atomics are the instructions of atomics on memory: with a register, or with what is added.
var atomics = [...]struct {
	op  x64.Op
	imm uint32
}{
	message.AtomicInc: {x64.ADDImm, 1}, message.AtomicDec: {x64.SUBImm, 1}, message.AtomicPredec: {x64.SUBImm, 1}, message.AtomicMov: {op: x64.MOVStore},
	message.AtomicAdd: {op: x64.ADDStore}, message.AtomicSub: {op: x64.SUBStore}, message.AtomicAnd: {op: x64.ANDStore}, message.AtomicOr: {op: x64.ORStore},
	message.AtomicXor: {op: x64.XORStore}, message.AtomicSubFloat: {},
}

// answersOffsets says that the response of a lane is where offsets of others are.
func answersOffsets(m *message.Message) bool {
	at, to := int32(m.Addr.Regs[0]), m.Dst
	each := int32(4)
	if m.Space == message.Flat || stateless(m) {
		return false // whose offsets are copies
	}
	lanes := int32(m.Lanes)
	return at < to+int32(m.Cell)*lanes && to < at+each*lanes && (at != to || int32(m.Cell) != each)
}

// each makes a register the place of a lane that runs, which is in the surface, the lowest lane first, and emits what is done there.
func (t *transfer) each(do func(lane int)) {
	t.state.taken = 0
	for lane := range int(t.o.N) {
		var off []int
		if t.some {
			t.emit(x64.Inst{Op: x64.TESTImm, Last: x64.R(run), Imm: 1 << lane})
			off = append(off, t.aside(x64.JE))
		}
		t.emit(x64.Inst{Op: x64.MOVLoad, Reg: offset, Last: ofLane(t.offsets(lane/8), lane, 4)})
		t.emit(x64.Inst{Op: x64.AND, Reg: offset, Last: t.has(mem.SurfaceMask)})
		t.emit(x64.Inst{Op: x64.ADDQ, Reg: offset, Last: t.has(mem.SurfaceBase)})
		do(lane)
		t.land(off...)
	}
}

// ofLane is a lane's element of eight.
func ofLane(row x64.Operand, lane, size int) x64.Operand {
	row.Disp += int32(size * (lane % 8))
	return row
}

// moves moves all elements of a lane.
func (t *transfer) moves(lane int) {
	for element := range int(t.m.Runs[0].Count) {
		t.move(lane, element)
	}
}

// move moves an element of a lane.
func (t *transfer) move(lane, element int) {
	size := int(t.m.Size)
	cell, there := cells[t.m.Size], x64.M(offset, int32(size*element))
	if t.m.Action == message.Read {
		t.emit(x64.Inst{Op: cell.load, Reg: value, Last: there})
		t.emit(x64.Inst{Op: cell.write, Reg: value, Last: ofLane(t.response(element, lane/8), lane, int(t.m.Cell))})
		return
	}
	from := ofLane(t.data(element, lane/8), lane, int(t.m.Cell))
	if size >= 4 {
		t.emit(x64.Inst{Op: cell.load, Reg: value, Last: from})
		t.emit(x64.Inst{Op: cell.write, Reg: value, Last: there})
		return
	}
	r := t.take()
	t.emit(x64.Inst{Op: x64.VMOVDLoad, Reg: r, Last: from})
	t.emit(x64.Inst{Op: singles[t.m.Size].store, Reg: r, Last: there})
	t.state.taken = 0
}

// atomic emits an atomic, which others see done as one where memory is not of this thread's group alone.
func (t *transfer) atomic() {
	a := atomics[t.m.Op]
	t.within(4)
	t.each(func(lane int) {
		if a.imm == 0 {
			t.emit(x64.Inst{Op: x64.MOVLoad, Reg: value, Last: ofLane(t.data(0, lane/8), lane, 4)})
		}
		if a.op != x64.MOVStore && !t.own {
			t.emit(x64.Inst{Op: x64.LOCK})
		}
		t.emit(x64.Inst{Op: a.op, Reg: value, Last: x64.M(offset, 0), Imm: a.imm})
	})
}
