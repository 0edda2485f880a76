package jit

import (
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// packed says that the destination is dwords that follow each other, all of them.
func packed(o *code.Op) bool {
	d := &o.Dst
	return d.Mode == code.DstReg && d.Hook == code.HookNone && d.Size == 4 && (d.Step == 4 || o.N == 1) && d.Enable&o.Full == o.Full
}

// narrow says that the destination is the low bits of dwords: elements that follow each other, or are the low bits of dwords there.
func narrow(o *code.Op) bool {
	d := &o.Dst
	return o.Class == code.ClassRaw && d.Mode == code.DstReg && d.Hook == code.HookNone && d.Enable&o.Full == o.Full && (d.Size == 2 || d.Size == 1) &&
		(o.N == 1 || d.Step == 4 || d.Step == int16(d.Size))
}

// spaced says that the destination is every second dword.
func spaced(o *code.Op) bool {
	d := &o.Dst
	return d.Mode == code.DstReg && d.Hook == code.HookNone && d.Size == 4 && d.Step == 8 && o.N%8 == 0 && d.Enable&o.Full == o.Full
}

// stored says that an op without conversion and reports has a destination that it can be stored in.
func stored(o *code.Op) bool { return packed(o) || narrow(o) || spaced(o) }

// store writes a result to the destination, if there is one, of the elements that run.
func (e *emitter) store(o *code.Op, out result, m mask) {
	switch {
	case o.Dst.Mode == code.DstNone:
	case o.N == 1:
		e.storeOne(o, out[0], m)
	case o.Dst.Step == 8:
		e.storeSpaced(o, out, m)
	case o.Dst.Step < 4:
		e.storeNarrow(o, out, m)
	default:
		e.storeRow(o, out, m)
	}
}

// storeRow writes dwords, or their low bits.
func (e *emitter) storeRow(o *code.Op, out result, m mask) {
	n := groups(o)
	for g := range n {
		kept := e.state.taken
		at := o.Dst.Addr + uint32(rowBytes*g)
		if o.Dst.Size < 4 {
			e.lowBits(o, out[g], at)
		}
		if e.masked(o) {
			e.emit(x64.Inst{Op: x64.VBLENDVPS, Wide: true, Reg: out[g], V: e.old(o, at), Last: x64.R(out[g]), Imm: uint32(e.lanes(m, g))})
		}
		e.lowest(o, out[g], at, min(rowBytes, 4*int(o.N)))
		e.state.taken = kept
	}
	if e.written(o, min(rowBytes*n, 4*int(o.N))); o.N < 8 || o.Dst.Mode == code.DstIndirect {
		return
	}
	for g := range n {
		e.keep(out[g], held{aRow, o.Dst.Addr + uint32(rowBytes*g)})
	}
}

// old is eight dwords that lie where an op stores.
func (e *emitter) old(o *code.Op, at uint32) x64.Reg {
	if o.Dst.Mode != code.DstIndirect {
		if r, ok := e.find(held{aRow, at}); ok {
			return r
		}
	}
	return e.loaded(e.destination(o, at, rowBytes))
}

// lowBits gives dwords the upper bits of those that lie there.
func (e *emitter) lowBits(o *code.Op, r x64.Reg, at uint32) {
	low, old := lowWord, e.old(o, at)
	if o.Dst.Size == 1 {
		low = lowByte
	}
	e.emit(x64.Inst{Op: x64.VPXOR, Wide: true, Reg: r, V: r, Last: x64.R(old)})
	e.emit(x64.Inst{Op: x64.VPAND, Wide: true, Reg: r, V: r, Last: low.operand()})
	e.emit(x64.Inst{Op: x64.VPXOR, Wide: true, Reg: r, V: r, Last: x64.R(old)})
}

// storeSpaced writes every second dword.
func (e *emitter) storeSpaced(o *code.Op, out result, m mask) {
	n := 2 * groups(o)
	for half := range n {
		kept := e.state.taken
		at := o.Dst.Addr + uint32(rowBytes*half)
		r := e.quads(out[half/2], half)
		var on x64.Reg
		if e.masked(o) {
			on = e.quads(e.lanes(m, half/2), half)
		} else {
			on = e.loaded(even.operand())
		}
		e.emit(x64.Inst{Op: x64.VBLENDVPS, Wide: true, Reg: r, V: e.old(o, at), Last: x64.R(r), Imm: uint32(on)})
		e.emit(x64.Inst{Op: x64.VMOVDQUStore, Wide: true, Reg: r, Last: e.memory(code.SpaceRegs, at, rowBytes)})
		e.state.taken = kept
	}
	e.forget(o.Dst.Addr, rowBytes*n)
}

// quads is the dwords of a half of a register, each with zeros behind it.
func (e *emitter) quads(from x64.Reg, half int) x64.Reg {
	r := e.take()
	if half%2 != 0 {
		e.emit(x64.Inst{Op: x64.VEXTRACTF128, Wide: true, Reg: from, Last: x64.R(r), Imm: 1})
		from = r
	}
	e.emit(x64.Inst{Op: x64.VPMOVZXDQ, Wide: true, Reg: r, Last: x64.R(from)})
	return r
}

// storeNarrow writes the low words or bytes of dwords behind each other, of 16 lanes at a time.
func (e *emitter) storeNarrow(o *code.Op, out result, m mask) {
	n, size := groups(o), int(o.Dst.Size)
	low := lowWord
	if size == 1 {
		low = lowByte
	}
	for g := 0; g < n; g += 2 {
		kept := e.state.taken
		next := min(g+1, n-1)
		for _, r := range out[g : next+1] {
			e.emit(x64.Inst{Op: x64.VPAND, Wide: true, Reg: r, V: r, Last: low.operand()})
		}
		r := e.take()
		e.pair(x64.VPACKUSDW, r, out[g], out[next])
		if size == 1 {
			e.pair(x64.VPACKUSWB, r, r, r)
		}
		at, bytes := o.Dst.Addr+uint32(8*size*g), size*min(int(o.N)-8*g, 8*(next-g+1))
		if e.masked(o) {
			on, old := e.take(), e.take()
			e.pair(x64.VPACKSSDW, on, e.lanes(m, g), e.lanes(m, next))
			if size == 1 {
				e.pair(x64.VPACKSSWB, on, on, on)
			}
			e.emit(x64.Inst{Op: x64.VMOVDQULoad, Wide: bytes == rowBytes, Reg: old, Last: e.destination(o, at, max(bytes, rowBytes/2))})
			e.emit(x64.Inst{Op: x64.VPBLENDVB, Wide: true, Reg: r, V: old, Last: x64.R(r), Imm: uint32(on)})
		}
		e.lowest(o, r, at, bytes)
		e.state.taken = kept
	}
	e.written(o, size*int(o.N))
}

// lowest writes the lowest bytes of a register.
func (e *emitter) lowest(o *code.Op, r x64.Reg, at uint32, bytes int) {
	by := parts[bytes]
	e.emit(x64.Inst{Op: by, Wide: bytes == rowBytes, Reg: r, Last: e.destination(o, at, bytes)})
}

// parts are how so many of the lowest bytes of a register are written.
var parts = map[int]x64.Op{
	2: x64.VPEXTRWStore, 4: x64.VMOVDStore, 8: x64.VMOVQStore, rowBytes / 2: x64.VMOVDQUStore, rowBytes: x64.VMOVDQUStore,
}

// pair packs the dwords of two registers to words, in their order.
func (e *emitter) pair(op x64.Op, to, a, b x64.Reg) {
	e.emit(x64.Inst{Op: op, Wide: true, Reg: to, V: a, Last: x64.R(b)})
	e.emit(x64.Inst{Op: x64.VPERMQ, Wide: true, Reg: to, Last: x64.R(to), Imm: 0xD8})
}

// singles are how one element is read and written, by its size.
var singles = map[uint8]struct{ load, store x64.Op }{
	1: {x64.MOVZXB, x64.VPEXTRBStore}, 2: {x64.MOVZXW, x64.VPEXTRWStore}, 4: {x64.MOVLoad, x64.VMOVDStore},
}

// storeOne writes one element.
func (e *emitter) storeOne(o *code.Op, r x64.Reg, m mask) {
	by, to := singles[o.Dst.Size], e.destination(o, o.Dst.Addr, int(o.Dst.Size))
	if e.masked(o) {
		old := e.take()
		e.emit(x64.Inst{Op: by.load, Reg: scratch, Last: to})
		e.emit(x64.Inst{Op: x64.VMOVDLoad, Reg: old, Last: x64.R(scratch)})
		e.emit(x64.Inst{Op: x64.VBLENDVPS, Wide: true, Reg: r, V: old, Last: x64.R(r), Imm: uint32(e.lanes(m, 0))})
	}
	e.emit(x64.Inst{Op: by.store, Reg: r, Last: to})
	e.written(o, int(o.Dst.Size))
}
