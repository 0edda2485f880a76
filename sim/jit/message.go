package jit

import (
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// General registers of a message.
const (
	offset  = elements // of a lane, then where that lies
	surface = flagMask
	room    = scratch
	value   = outcome
	run     = flagWord // lanes that run
)

// transfer is a message while it is compiled.
type transfer struct {
	*emitter
	o        *code.Op
	m        *message.Message
	at, next int  // indices of the op, and of the one behind it
	rows     int  // of eight lanes
	some     bool // of lanes those that a register has
	reach
}

// hasMessage says that a message is compiled, for lanes that are those of the op, or for the first one.
func hasMessage(o *code.Op, m *message.Message) bool {
	ofLanes := m.Header < 0 && (m.Lanes == 8 || m.Lanes == 16) && (m.Lanes == o.N || o.N == 1) && m.Scale == 1 && m.Fixed == 0 && !m.Pair && m.Addr.Whole && m.Data.Whole && (reached(m) || stateless(m)) &&
		(hasTransfer(m) || hasAtomic(m))
	return (ofLanes || hasBlock(m)) && o.Dst.Enable&o.Full == o.Full && o.Off < code.MaxLanes && (o.Flags&code.FlagPredicated == 0 || hasPredicate(o)) && o.FlagShift < code.MaxLanes && o.Flags&code.FlagQuarters == 0
}

// hasTransfer says that a message reads or writes elements of lanes from the first on: up to four dwords, or one of
// another size.
func hasTransfer(m *message.Message) bool {
	r := m.Runs[0]
	if m.Action != message.Read && m.Action != message.Write || r.First != 0 || r.Count == 0 || m.Runs[1].Count != 0 {
		return false
	}
	if m.Size == 4 {
		return m.Cell == 4 && r.Count <= 4
	}
	return r.Count == 1 && cells[m.Size] != nil && m.Cell == max(m.Size, 4) && (m.Action == message.Write || !answersOffsets(m))
}

// hasBlock says that a message moves bytes that follow each other between memory and registers that do so.
func hasBlock(m *message.Message) bool {
	from := m.Space == message.Scratch || m.Payload || reached(m)
	return (m.Action == message.BlockRead || m.Action == message.BlockWrite && m.Data.Whole) && from && (m.Beside || m.Header >= 0 && !m.Global) &&
		(m.Space == message.Scratch || m.Fixed == 0) && (m.Scale == 1 || m.Scale == 16) && m.Bytes > 0 && m.Bytes%4 == 0 && m.Bytes <= 8*rowBytes
}

// hasAtomic says that a message is an atomic on dwords that gives no values back.
func hasAtomic(m *message.Message) bool {
	return m.Action == message.Atomic && !m.Return && m.Size == 4 && atomics[m.Op].op != 0
}

// message emits a message: for all lanes, side by side, in one place, or anywhere, and where not all need run for some. Where one
// is outside of the surface, or that is not known yet, the EU model does all of it.
func (e *emitter) message(o *code.Op, at, next int) {
	m := &e.prog.Send(o).Message
	if m.Action == message.Nothing {
		return
	}
	if !hasMessage(o, m) {
		e.err = errMessage
		return
	}
	t := &transfer{emitter: e, o: o, m: m, at: at, next: next, rows: int(m.Lanes) / 8, reach: reachOf(e.prog, o)}
	t.find()
	switch {
	case !e.masked(o):
		t.all()
	case m.Action.Whole():
		t.running()
		t.leave(x64.JNE)
		t.all()
	default:
		t.masked()
	}
}

// running makes a register the lanes that run, and compares them with all; JE is all.
func (t *transfer) running() {
	t.elements(t.o)
	t.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(elements), Imm: t.o.Full})
	t.emit(x64.Inst{Op: x64.MOVLoad, Reg: run, Last: x64.R(elements)})
	t.emit(x64.Inst{Op: x64.CMPImm, Last: x64.R(run), Imm: t.o.Full})
	t.state.taken = 0
}

// masked emits a message twice, for all lanes and for some, and nothing for none.
func (t *transfer) masked() {
	t.running()
	all := t.aside(x64.JE)
	t.emit(x64.Inst{Op: x64.TESTImm, Last: x64.R(run), Imm: t.o.Full})
	done := []int{t.aside(x64.JE)}
	t.some = true
	t.all()
	t.some = false
	done = append(done, t.aside(x64.JMP))
	t.land(all)
	t.all()
	t.land(done...)
}

// all emits a message for all lanes or, with some, for those that run.
func (t *transfer) all() {
	if !t.m.Action.Whole() && t.copies() {
		t.near()
	}
	switch t.m.Action {
	case message.Write:
		t.write()
	case message.Read:
		t.read()
	case message.BlockRead, message.BlockWrite:
		t.block()
	default:
		t.atomic()
	}
}

// leave leaves the message to the EU model on a condition.
func (t *transfer) leave(op x64.Op) { t.unless(op, t.at, t.next-t.at) }

// response is where eight lanes of an element of the response go.
func (t *transfer) response(element, row int) x64.Operand { return t.payload(t.m.Dst, element, row) }

// data is where those of what is written are.
func (t *transfer) data(element, row int) x64.Operand {
	return t.payload(int32(t.m.Data.Regs[0]), element, row)
}

// payload is eight lanes of an element in registers.
func (t *transfer) payload(first int32, element, row int) x64.Operand {
	size := 8 * int(t.m.Cell)
	return t.memory(code.SpaceRegs, uint32(first)+uint32(size*(element*t.rows+row)), size)
}

// read emits a read.
func (t *transfer) read() {
	if t.m.Size != 4 || t.o.N == 1 {
		t.within(int(t.m.Size) * int(t.m.Runs[0].Count))
		t.each(t.moves)
		return
	}
	if t.some {
		t.gather()
		return
	}
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
	var done []int
	if t.m.Size == 4 && t.m.Runs[0].Count == 1 && t.o.N > 1 && !t.some {
		apart := t.alike(steps)
		t.inside(rowBytes * t.rows)
		t.copy(func(row int) x64.Operand { return t.data(0, row) }, t.there)
		done = append(done, t.aside(x64.JMP))
		t.land(apart)
	}
	t.within(int(t.m.Size) * int(t.m.Runs[0].Count))
	for element := range int(t.m.Runs[0].Count) {
		t.each(func(lane int) { t.move(lane, element) })
	}
	t.land(done...)
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
	t.emit(x64.Inst{Op: x64.AND, Reg: offset, Last: t.has(mem.SurfaceMask)})
	t.emit(x64.Inst{Op: x64.TESTImm, Last: x64.R(offset), Imm: 3})
	t.leave(x64.JNE)
	t.bounded(bytes)
}

// bounded makes an offset in the register the place of bytes, so many of which are in the surface.
func (t *transfer) bounded(bytes int) {
	t.room(bytes)
	t.emit(x64.Inst{Op: x64.CMPQ, Reg: offset, Last: x64.R(room)})
	t.leave(x64.JA)
	t.emit(x64.Inst{Op: x64.ADDQ, Reg: offset, Last: t.has(mem.SurfaceBase)})
}

// room makes a register the last offset that so many bytes are in the surface from.
func (t *transfer) room(bytes int) {
	t.emit(x64.Inst{Op: x64.MOVQLoad, Reg: room, Last: t.has(mem.SurfaceDirect)})
	t.emit(x64.Inst{Op: x64.SUBQImm, Last: x64.R(room), Imm: uint32(bytes)})
	t.leave(x64.JB)
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

// within makes registers the offsets of lanes, which all have room for so many bytes in the surface, in whole elements, and with
// some those that run, of which alone the offsets count.
func (t *transfer) within(bytes int) (list, on [2]x64.Reg) {
	on = t.lanesOn()
	bits, limit, odd, good := t.take(), t.take(), t.take(), t.take()
	t.room(bytes)
	t.emit(x64.Inst{Op: x64.VMOVDLoad, Reg: limit, Last: x64.R(room)})
	t.emit(x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: limit, Last: x64.R(limit)})
	t.emit(x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: bits, Last: t.has(mem.SurfaceMask)})
	for row := range t.rows {
		r, to := t.take(), good
		list[row] = r
		t.emit(x64.Inst{Op: x64.VPAND, Wide: true, Reg: r, V: bits, Last: t.offsets(row)})
		if t.partly() {
			t.emit(x64.Inst{Op: x64.VPAND, Wide: true, Reg: r, V: r, Last: x64.R(on[row])})
		}
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
	if cell := cells[t.m.Size]; cell.parts != zeros {
		t.emit(x64.Inst{Op: x64.VPTEST, Wide: true, Reg: odd, Last: cell.parts.operand()})
		t.leave(x64.JNE)
	}
	return list, on
}

// gather reads lanes that lie anywhere.
func (t *transfer) gather() {
	count := int(t.m.Runs[0].Count)
	list, on := t.within(4 * count)
	to, all := t.take(), t.take()
	t.emit(x64.Inst{Op: x64.MOVQLoad, Reg: offset, Last: t.has(mem.SurfaceBase)})
	for element := range count {
		for row := range t.rows {
			mask := ones.operand()
			if t.some {
				mask = x64.R(on[row])
				t.emit(x64.Inst{Op: x64.VMOVDQULoad, Wide: true, Reg: to, Last: t.response(element, row)})
			}
			t.emit(x64.Inst{Op: x64.VMOVDQULoad, Wide: true, Reg: all, Last: mask})
			t.emit(x64.Inst{Op: x64.VPGATHERDD, Wide: true, Reg: to, V: all, Last: x64.L(offset, list[row], int32(4*element))})
			t.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: true, Reg: to, Last: t.response(element, row)})
		}
	}
	t.state.taken = 0
}

// partly says that some lanes of the message do not take part.
func (t *transfer) partly() bool { return t.some || t.o.N < t.m.Lanes }

// lanesOn are registers with all ones in lanes that run, where not all do.
func (t *transfer) lanesOn() (on [2]x64.Reg) {
	if !t.partly() {
		return on
	}
	if !t.some {
		t.emit(x64.Inst{Op: x64.MOVQImm, Last: x64.R(run), Imm: t.o.Full})
	}
	all := t.broadcast(run)
	for row := range t.rows {
		on[row] = t.tested(all, lanes+constant(row))
	}
	return on
}
