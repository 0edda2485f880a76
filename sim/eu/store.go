package eu

import (
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// store writes the elements of em: the bits of the destination type, in cells of
// 4 bytes for types of up to 4 bytes, else of 8.
func (t *thread) store(o *code.Op, em uint32, raw unsafe.Pointer) {
	d := &o.Dst
	if em &= d.Enable; em == 0 {
		return
	}
	at := int(d.Addr)
	if d.Mode == code.DstIndirect {
		at = int(*(*uint16)(unsafe.Add(t.base, at))) + int(d.Imm)
		last := bits.Len32(em) - 1
		if !t.inFile(o, int(o.Off)+last, at, last*int(d.Step)+int(d.Size)) {
			return
		}
	}
	p := unsafe.Add(t.base, at)
	switch packed := d.Size == 4 && d.Step == 4; {
	case packed && em == o.Full:
		copy(unsafe.Slice((*uint32)(p), int(o.N)), as[uint32](raw)[:o.N])
	case packed:
		storePacked(p, em, raw, int(o.N))
	default:
		storeRow(p, int(d.Size), int(d.Step), em, raw)
	}
	if d.Hook != code.HookNone {
		t.afterWrite(o, em)
	}
}

// storePacked writes the dwords of em among n that follow each other.
func storePacked(p unsafe.Pointer, em uint32, raw unsafe.Pointer, n int) {
	if eights(n) {
		avx.Masked(em, as[uint32](p), as[uint32](raw), n)
		return
	}
	storeRow(p, 4, 4, em, raw)
}

// storeRow writes the elements of em, size bytes each and step bytes apart.
func storeRow(p unsafe.Pointer, size, step int, em uint32, raw unsafe.Pointer) {
	switch size {
	case 4:
		scatter[uint32](p, step, em, as[uint32](raw))
	case 2:
		scatter[uint16](p, step, em, as[uint32](raw))
	case 1:
		scatter[uint8](p, step, em, as[uint32](raw))
	default:
		scatter[uint64](p, step, em, as[uint64](raw))
	}
}

func scatter[E uint8 | uint16 | uint32 | uint64, T uint32 | uint64](p unsafe.Pointer, step int, em uint32, row *[maxLanes]T) {
	if em&(em+1) == 0 { // the first elements
		for k := range bits.Len32(em) & 63 {
			*(*E)(p) = E(row[k&31])
			p = unsafe.Add(p, step)
		}
		return
	}
	for em != 0 {
		k := bits.TrailingZeros32(em)
		em &= em - 1
		*(*E)(unsafe.Add(p, k*step)) = E(row[k&31])
	}
}

// afterWrite does what a write to an architecture register causes.
func (t *thread) afterWrite(o *code.Op, em uint32) {
	switch o.Dst.Hook {
	case code.HookMode:
		t.setMode(o)
	case code.HookAddress:
		t.shorten()
	case code.HookAcc:
		t.setAccKind(code.AccKindOf(o.Dst.Type), int(o.Dst.Addr), int(o.N), int(o.Dst.Step))
	}
}
