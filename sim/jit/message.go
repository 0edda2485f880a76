package jit

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// General registers of a message.
const (
	offset  = elements // of a lane, then where that lies
	surface = flagMask
	reach   = scratch
	value   = outcome
)

// transfer is a message while it is compiled.
type transfer struct {
	*emitter
	o        *code.Op
	m        *message.Message
	at, next int   // indices of the op, and of the one behind it
	rows     int   // of eight lanes
	table    int32 // bytes from what the register of the surface holds to it
}

// hasMessage says that a message is compiled, for lanes that are those of the op.
func hasMessage(o *code.Op, m *message.Message) bool {
	ofLanes := m.Header < 0 && (m.Lanes == 8 || m.Lanes == 16) && m.Lanes == o.N && (hasTransfer(m) || hasAtomic(m))
	return (ofLanes || hasBlock(m)) && o.Dst.Enable&o.Full == o.Full && o.Off < code.MaxLanes && (o.Flags&code.FlagPredicated == 0 || hasPredicate(o)) && o.FlagShift < code.MaxLanes && o.Flags&code.FlagQuarters == 0
}

// hasTransfer says that a message is a read or write of dwords by offsets in a surface by its index or in local memory.
func hasTransfer(m *message.Message) bool {
	count := m.Runs[0].Count
	return m.Plain && (m.BTI < mem.Indexed || m.BTI == fixed.SurfaceLocal) && (m.Action == message.Read && count <= 4 || m.Action == message.Write && count == 1)
}

// hasBlock says that a message moves bytes that follow each other between a surface by its index and registers that do so, from where its
// header says.
func hasBlock(m *message.Message) bool {
	return (m.Action == message.BlockRead || m.Action == message.BlockWrite && m.Data.Whole) && m.Space == message.Surface && m.BTI < mem.Indexed && m.Header >= 0 &&
		!m.Beside && !m.Global && m.Fixed == 0 && (m.Scale == 1 || m.Scale == 16) && m.Bytes > 0 && m.Bytes%16 == 0 && m.Bytes <= 8*rowBytes
}

// hasAtomic says that a message is an atomic on dwords in local memory, which one worker has, that gives no values back.
func hasAtomic(m *message.Message) bool {
	return m.Action == message.Atomic && m.Space == message.Surface && m.BTI == fixed.SurfaceLocal && !m.Pair && !m.Return && m.Scale == 1 && m.Size == 4 &&
		m.Addr.Whole && m.Data.Whole && atomics[m.Op].op != 0
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

// message emits a message for threads of which all its lanes run: lanes side by side, in one place, or anywhere. Where one
// is outside of the surface, or that is not known yet, the EU model does all of it.
func (e *emitter) message(o *code.Op, at, next int) {
	m := &e.prog.Send(o).Message
	if !hasMessage(o, m) {
		e.err = errMessage
		return
	}
	t := &transfer{emitter: e, o: o, m: m, at: at, next: next, rows: int(m.Lanes) / 8}
	if e.masked(o) {
		e.elements(o)
		e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(elements), Imm: o.Full})
		e.emit(x64.Inst{Op: x64.XORImm, Last: x64.R(elements), Imm: o.Full})
		t.leave(x64.JNE)
	}
	t.find()
	switch m.Action {
	case message.Write:
		t.write()
	case message.Read:
		t.read()
	case message.BlockRead, message.BlockWrite:
		t.block()
	default:
		t.each(atomics[m.Op].op, atomics[m.Op].imm)
	}
}

// leave leaves the message to the EU model on a condition.
func (t *transfer) leave(op x64.Op) { t.unless(op, t.at, t.next-t.at) }

// find makes a register the place of the surfaces.
func (t *transfer) find() {
	from := unsafe.Offsetof(eu.Frame{}.Local)
	if t.m.BTI < mem.Indexed {
		from, t.table = unsafe.Offsetof(eu.Frame{}.Table), int32(t.m.BTI)*int32(mem.SurfaceBytes)
	}
	t.emit(x64.Inst{Op: x64.MOVQLoad, Reg: surface, Last: field(from)})
}

// has is a field of the surface.
func (t *transfer) has(at uintptr) x64.Operand { return x64.M(surface, t.table+int32(at)) }

// offsets are those of eight lanes, in the registers of the thread.
func (t *transfer) offsets(row int) x64.Operand {
	return t.memory(code.SpaceRegs, uint32(t.m.Addr.Regs[0])+uint32(rowBytes*row), rowBytes)
}

// response is where eight lanes of an element of the response go.
func (t *transfer) response(element, row int) x64.Operand {
	return t.memory(code.SpaceRegs, uint32(t.m.Dst)+uint32(rowBytes*(element*t.rows+row)), rowBytes)
}

// data is where those of what is written are.
func (t *transfer) data(row int) x64.Operand {
	return t.memory(code.SpaceRegs, uint32(t.m.Data.Regs[0])+uint32(rowBytes*row), rowBytes)
}

// read emits a read.
func (t *transfer) read() {
	var done []int
	if t.m.Runs[0].Count == 1 {
		apart := t.alike(steps)
		t.inside(rowBytes * t.rows)
		t.copy(t.there, func(row int) x64.Operand { return t.response(0, row) })
		done = append(done, t.aside(x64.JMP))
		t.land(apart)
	}
	apart := t.alike(zeros)
	t.inside(4 * int(t.m.Runs[0].Count))
	t.spreads()
	done = append(done, t.aside(x64.JMP))
	t.land(apart)
	t.gather()
	t.land(done...)
}

// write emits a write.
func (t *transfer) write() {
	apart := t.alike(steps)
	t.inside(rowBytes * t.rows)
	t.copy(t.data, t.there)
	done := t.aside(x64.JMP)
	t.land(apart)
	t.each(x64.MOVStore, 0)
	t.land(done)
}

// there is where eight lanes are that lie side by side.
func (t *transfer) there(row int) x64.Operand { return x64.M(offset, int32(rowBytes*row)) }

// alike emits the comparison of all offsets with the first and what comes on top of it for each lane, and a jump that is taken where
// some are other ones.
func (t *transfer) alike(by constant) (apart int) {
	first, differ := t.take(), t.take()
	t.emit(x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: first, Last: t.offsets(0)})
	for row := range t.rows {
		to, want := differ, first
		if row > 0 {
			to = t.take()
		}
		if by != zeros {
			t.emit(x64.Inst{Op: x64.VPADDD, Wide: true, Reg: to, V: first, Last: (by + constant(row)).operand()})
			want = to
		}
		t.emit(x64.Inst{Op: x64.VPXOR, Wide: true, Reg: to, V: want, Last: t.offsets(row)})
		if row > 0 {
			t.emit(x64.Inst{Op: x64.VPOR, Wide: true, Reg: differ, V: differ, Last: x64.R(to)})
		}
	}
	t.emit(x64.Inst{Op: x64.VPTEST, Wide: true, Reg: differ, Last: x64.R(differ)})
	t.state.taken = 0
	return t.aside(x64.JNE)
}

// inside makes a register the place of the first lane, from which on so many bytes are in the surface, in whole dwords.
func (t *transfer) inside(bytes int) {
	t.emit(x64.Inst{Op: x64.MOVLoad, Reg: offset, Last: t.offsets(0)})
	t.bounded(bytes, 4)
}

// bounded is inside of an offset in the register, in whole units.
func (t *transfer) bounded(bytes int, unit uint32) {
	t.emit(x64.Inst{Op: x64.AND, Reg: offset, Last: t.has(mem.SurfaceMask)})
	t.emit(x64.Inst{Op: x64.LEAQ, Reg: reach, Last: x64.M(offset, int32(bytes))})
	t.emit(x64.Inst{Op: x64.CMPQ, Reg: reach, Last: t.has(mem.SurfaceDirect)})
	t.leave(x64.JA)
	t.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(reach), Imm: unit - 1})
	t.leave(x64.JNE)
	t.emit(x64.Inst{Op: x64.ADDQ, Reg: offset, Last: t.has(mem.SurfaceBase)})
}

// block emits a move of a block, by rows and perhaps half a one at the end.
func (t *transfer) block() {
	bytes := int(t.m.Bytes)
	t.emit(x64.Inst{Op: x64.MOVLoad, Reg: offset, Last: t.memory(code.SpaceRegs, uint32(t.m.Header)+uint32(fixed.MemoryOffset.Byte()), 4)})
	if t.m.Scale > 1 {
		t.emit(x64.Inst{Op: x64.SHLImm, Last: x64.R(offset), Imm: 4})
	}
	t.bounded(bytes, mem.BlockUnit)
	for at := 0; at < bytes; at += rowBytes {
		size := min(rowBytes, bytes-at)
		in, first := x64.M(offset, int32(at)), t.m.Dst
		if t.m.Action == message.BlockWrite {
			first = int32(t.m.Data.Regs[0])
		}
		from, to, r := in, t.memory(code.SpaceRegs, uint32(first+t.m.High)+uint32(at), size), t.take()
		if t.m.Action == message.BlockWrite {
			from, to = to, in
		}
		t.emit(x64.Inst{Op: x64.VMOVDQULoad, Wide: size == rowBytes, Reg: r, Last: from})
		t.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: size == rowBytes, Reg: r, Last: to})
		t.state.taken = 0
	}
}

// copy moves all lanes.
func (t *transfer) copy(from, to func(row int) x64.Operand) {
	var rows [2]x64.Reg
	for row := range t.rows {
		rows[row] = t.loaded(from(row))
	}
	for row := range t.rows {
		t.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: true, Reg: rows[row], Last: to(row)})
	}
	t.state.taken = 0
}

// spreads gives all lanes the same elements.
func (t *transfer) spreads() {
	r := t.take()
	for element := range int(t.m.Runs[0].Count) {
		t.emit(x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: r, Last: x64.M(offset, int32(4*element))})
		for row := range t.rows {
			t.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: true, Reg: r, Last: t.response(element, row)})
		}
	}
	t.state.taken = 0
}

// within makes registers the offsets of lanes, which all have room for so many bytes in the surface, in whole dwords.
func (t *transfer) within(bytes int) (list [2]x64.Reg) {
	bits, limit, odd, good := t.take(), t.take(), t.take(), t.take()
	t.emit(x64.Inst{Op: x64.MOVQLoad, Reg: reach, Last: t.has(mem.SurfaceDirect)})
	t.emit(x64.Inst{Op: x64.SUBQImm, Last: x64.R(reach), Imm: uint32(bytes)})
	t.leave(x64.JB)
	t.emit(x64.Inst{Op: x64.VMOVDLoad, Reg: limit, Last: x64.R(reach)})
	t.emit(x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: limit, Last: x64.R(limit)})
	t.emit(x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: bits, Last: t.has(mem.SurfaceMask)})
	for row := range t.rows {
		r, to := t.take(), good
		list[row] = r
		t.emit(x64.Inst{Op: x64.VPAND, Wide: true, Reg: r, V: bits, Last: t.offsets(row)})
		if row > 0 {
			to = t.take()
		}
		t.emit(x64.Inst{Op: x64.VPMAXUD, Wide: true, Reg: to, V: r, Last: x64.R(limit)})
		t.emit(x64.Inst{Op: x64.VPCMPEQD, Wide: true, Reg: to, V: to, Last: x64.R(limit)})
		if row > 0 {
			t.emit(x64.Inst{Op: x64.VPAND, Wide: true, Reg: good, V: good, Last: x64.R(to)})
			t.emit(x64.Inst{Op: x64.VPOR, Wide: true, Reg: odd, V: odd, Last: x64.R(r)})
		} else {
			t.emit(x64.Inst{Op: x64.VMOVDQULoad, Wide: true, Reg: odd, Last: x64.R(r)})
		}
	}
	t.emit(x64.Inst{Op: x64.VMOVMSKPS, Wide: true, Reg: value, Last: x64.R(good)})
	t.emit(x64.Inst{Op: x64.CMPImm, Last: x64.R(value), Imm: 0xFF})
	t.leave(x64.JNE)
	t.emit(x64.Inst{Op: x64.VPTEST, Wide: true, Reg: odd, Last: threes.operand()})
	t.leave(x64.JNE)
	return list
}

// gather reads lanes that lie anywhere.
func (t *transfer) gather() {
	count := int(t.m.Runs[0].Count)
	list := t.within(4 * count)
	to, all := t.take(), t.take()
	t.emit(x64.Inst{Op: x64.MOVQLoad, Reg: offset, Last: t.has(mem.SurfaceBase)})
	for element := range count {
		for row := range t.rows {
			t.emit(x64.Inst{Op: x64.VMOVDQULoad, Wide: true, Reg: all, Last: ones.operand()})
			t.emit(x64.Inst{Op: x64.VPGATHERDD, Wide: true, Reg: to, V: all, Last: x64.L(offset, list[row], int32(4*element))})
			t.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: true, Reg: to, Last: t.response(element, row)})
		}
	}
	t.state.taken = 0
}

// each executes an instruction on what lanes that lie anywhere have in memory, with their data or an immediate, the lowest lane first.
func (t *transfer) each(op x64.Op, imm uint32) {
	t.within(4)
	t.state.taken = 0
	for lane := range int(t.m.Lanes) {
		at := t.offsets(lane / 8)
		at.Disp += int32(4 * (lane % 8))
		t.emit(x64.Inst{Op: x64.MOVLoad, Reg: offset, Last: at})
		t.emit(x64.Inst{Op: x64.AND, Reg: offset, Last: t.has(mem.SurfaceMask)})
		t.emit(x64.Inst{Op: x64.ADDQ, Reg: offset, Last: t.has(mem.SurfaceBase)})
		if imm == 0 {
			from := t.data(lane / 8)
			from.Disp += int32(4 * (lane % 8))
			t.emit(x64.Inst{Op: x64.MOVLoad, Reg: value, Last: from})
		}
		t.emit(x64.Inst{Op: op, Reg: value, Last: x64.M(offset, 0), Imm: imm})
	}
}
