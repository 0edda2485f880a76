package jit

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// reach is where the surface of a message lies.
type reach struct {
	from   uintptr // field of the frame with a pointer
	table  int32   // bytes from there on
	placed bool    // that of a bindless state, of which that is the slot where its place is no number
	biased bool    // offsets count from its first byte, and addresses from 0
	own    bool    // only one worker has it
}

// reached says that lanes, or blocks, go to a surface that code finds.
func reached(m *message.Message) bool {
	return m.Space == message.Flat || m.Space == message.Surface && (m.BTI < mem.Indexed || m.BTI == fixed.SurfaceLocal || m.BTI == native.BindlessBTI)
}

// stateless says that lanes have addresses of 32 bits without a surface, which are those of scratch space but for the payload.
func stateless(m *message.Message) bool {
	return m.Space == message.Surface && (m.BTI == fixed.SurfaceStateless || m.BTI == fixed.SurfaceNonCoherent) && !m.Action.Whole()
}

// reachOf is that of a message.
func reachOf(p *code.Program, o *code.Op) reach {
	switch m := &p.Send(o).Message; {
	case m.Space == message.Flat:
		return reach{from: unsafe.Offsetof(eu.Frame{}.Near), table: int32(o.Ext) % mem.NearSlots * int32(mem.SurfaceBytes), biased: true}
	case m.Space == message.Scratch, stateless(m):
		return reach{from: unsafe.Offsetof(eu.Frame{}.Scratch), biased: true}
	case m.Payload:
		return reach{from: unsafe.Offsetof(eu.Frame{}.Indirect), biased: true}
	case m.BTI == fixed.SurfaceLocal:
		return reach{from: unsafe.Offsetof(eu.Frame{}.Local), own: true}
	case m.BTI == native.BindlessBTI && m.Named < 0:
		return reach{from: unsafe.Offsetof(eu.Frame{}.Placed), table: mem.SlotOf(m.Place) * int32(mem.PlacedBytes), placed: true}
	case m.BTI == native.BindlessBTI:
		return reach{from: unsafe.Offsetof(eu.Frame{}.Placed), placed: true}
	default:
		return reach{from: unsafe.Offsetof(eu.Frame{}.Table), table: int32(m.BTI) * int32(mem.SurfaceBytes)}
	}
}

// find makes a register the place of the surface, without table. A bindless one that is not known is left to the EU model, which
// asks for it.
func (t *transfer) find() {
	t.emit(x64.Inst{Op: x64.MOVQLoad, Reg: surface, Last: field(t.from)})
	if !t.placed {
		return
	}
	place := x64.M(surface, t.table+int32(mem.PlacedPlace))
	if t.m.Named < 0 {
		t.emit(x64.Inst{Op: x64.CMPImm, Last: place, Imm: uint32(t.m.Place)})
	} else {
		t.emit(x64.Inst{Op: x64.MOVLoad, Reg: value, Last: t.memory(code.SpaceRegs, uint32(t.m.Named), 4)})
		t.emit(x64.Inst{Op: x64.SHRImm, Last: x64.R(value), Imm: native.PlaceShift})
		t.emit(x64.Inst{Op: x64.MOVLoad, Reg: offset, Last: x64.R(value)})
		t.emit(x64.Inst{Op: x64.SHRImm, Last: x64.R(offset), Imm: mem.PlacedFold})
		t.emit(x64.Inst{Op: x64.ADD, Reg: offset, Last: x64.R(value)})
		t.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(offset), Imm: mem.PlacedSlots - 1})
		t.emit(x64.Inst{Op: x64.IMULImm, Reg: offset, Last: x64.R(offset), Imm: uint32(mem.PlacedBytes)})
		t.emit(x64.Inst{Op: x64.ADDQ, Reg: surface, Last: x64.R(offset)})
		t.emit(x64.Inst{Op: x64.CMP, Reg: value, Last: place})
	}
	t.leave(x64.JNE)
	t.table += int32(mem.PlacedSurface)
}

// has is a field of the surface.
func (t *transfer) has(at uintptr) x64.Operand { return x64.M(surface, t.table+int32(at)) }

// offsets are those of eight lanes: in the registers of the thread, or where near puts them.
func (t *transfer) offsets(row int) x64.Operand {
	if t.copies() {
		return field(unsafe.Offsetof(eu.Frame{}.Offsets) + uintptr(rowBytes*row))
	}
	return t.address8(row)
}

// copies says that offsets of lanes are where near puts them.
func (t *transfer) copies() bool { return t.biased }

// near puts into the frame how far from the first byte of the surface the addresses of lanes are. Where one of 64 bits that runs is in front of
// it or too far behind, the EU model does the message.
func (t *transfer) near() {
	if t.m.Space != message.Flat {
		bias := t.take()
		t.emit(x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: bias, Last: t.has(mem.SurfaceBias)})
		for row := range t.rows {
			r := t.loaded(t.address8(row))
			t.emit(x64.Inst{Op: x64.VPSUBD, Wide: true, Reg: r, V: r, Last: x64.R(bias)})
			t.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: true, Reg: r, Last: t.offsets(row)})
		}
		t.state.taken = 0
		return
	}
	on := t.lanesOn()
	bias, far := t.take(), t.take()
	t.emit(x64.Inst{Op: x64.VPBROADCASTQ, Wide: true, Reg: bias, Last: t.has(mem.SurfaceBias)})
	kept := t.state.taken
	for row := range t.rows {
		high := far
		if row > 0 {
			high = t.take()
		}
		t.halves(row, high, bias)
		if t.partly() {
			t.emit(x64.Inst{Op: x64.VPAND, Wide: true, Reg: high, V: high, Last: x64.R(on[row])})
		}
		if row > 0 {
			t.emit(x64.Inst{Op: x64.VPOR, Wide: true, Reg: far, V: far, Last: x64.R(high)})
		}
		t.state.taken = kept
	}
	t.emit(x64.Inst{Op: x64.VPTEST, Wide: true, Reg: far, Last: x64.R(far)})
	t.leave(x64.JNE)
	t.state.taken = 0
}

// halves puts the lower halves of distances of eight lanes into the frame, and the upper ones into a register.
func (t *transfer) halves(row int, high, bias x64.Reg) {
	var half [2]x64.Reg
	for i := range half {
		half[i] = t.loaded(t.address8(2*row + i))
		t.emit(x64.Inst{Op: x64.VPSUBQ, Wide: true, Reg: half[i], V: half[i], Last: x64.R(bias)})
	}
	low := t.take()
	t.emit(x64.Inst{Op: x64.VSHUFPS, Wide: true, Reg: low, V: half[0], Last: x64.R(half[1]), Imm: 0x88})
	t.emit(x64.Inst{Op: x64.VSHUFPS, Wide: true, Reg: high, V: half[0], Last: x64.R(half[1]), Imm: 0xDD})
	for _, r := range []x64.Reg{low, high} {
		t.emit(x64.Inst{Op: x64.VPERMQ, Wide: true, Reg: r, Last: x64.R(r), Imm: 0xD8})
	}
	t.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: true, Reg: low, Last: t.offsets(row)})
}

// address8 is a row of addresses in the registers of the thread.
func (t *transfer) address8(row int) x64.Operand {
	return t.memory(code.SpaceRegs, uint32(t.m.Addr.Regs[0])+uint32(rowBytes*row), rowBytes)
}
