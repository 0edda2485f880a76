package eu

import (
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/native"
)

type dstKind uint8

const (
	dstNone dstKind = iota
	dstReg
	dstIndirect
	dstAcc
)

// dest is a destination operand. Results reach it as raw bits, one row element
// of 4 bytes (destination types up to 4 bytes) or 8 bytes each.
type dest struct {
	kind   dstKind
	hook   arfHook
	ty     native.Type
	size   uint8
	enable uint32 // elements that Align16 channel enables and smov masks leave
	addr   int    // first byte; a0 address when indirect; first accumulator element
	imm    int
	stride int // bytes between elements (elements for the accumulator)
}

// bindDst fills d from the instruction's destination.
func (l *loader) bindDst(d *dest) error {
	op := &l.in.Dst
	d.ty, d.size, d.enable = op.Type, uint8(op.Type.Size()), l.enable
	if l.in.Align16 {
		enable := uint32(op.ChanEn&15) * 0x11111111
		if d.size == 8 { // two channel enables for each element
			enable = uint32(op.ChanEn&1|op.ChanEn>>1&2) * 0x55555555
		}
		d.enable &= enable
	}
	h := max(1, int(op.Region.H))
	if l.in.Align16 { // Align16 has no destination stride
		h = 1
	}
	d.stride = h * int(d.size)
	reach := (int(l.op.n)-1)*d.stride + int(d.size)
	switch {
	case op.File == native.NoFile || op.IsNull():
		return nil
	case isAcc(op):
		d.kind, d.addr, d.stride = dstAcc, accElement(op), h
		if d.addr+(int(l.op.n)-1)*h >= maxLanes {
			return l.bad("accumulator elements from %d by %d: more than acc1 holds", d.addr, h)
		}
		return nil
	case op.Indirect:
		d.kind, d.imm = dstIndirect, int(op.AddrImm)
		d.addr = l.prog.caps.grfBytes + offA0 + 2*int(op.AddrSub)
		return nil
	}
	addr, hook, err := l.place(op, reach)
	if err != nil {
		return err
	}
	if hook == readOnly {
		return l.refuse("writing architecture register %#02x", op.Reg)
	}
	d.kind, d.addr, d.hook = dstReg, addr, hook
	return nil
}

// packed says that results of width size bytes can be written to the registers
// themselves when all elements are enabled.
func (d *dest) packed(size int, n uint8) bool {
	return d.kind == dstReg && d.hook == plain && int(d.size) == size && d.stride == size &&
		d.addr%size == 0 && d.enable&ones(int(n)) == ones(int(n))
}

// start is the address of element 0, and whether the elements of em are in the
// file.
func (d *dest) start(t *thread, o *op, em uint32) (int, bool) {
	if d.kind != dstIndirect {
		return d.addr, true
	}
	at := int(*(*uint16)(unsafe.Add(t.base, d.addr))) + d.imm
	last := bits.Len32(em) - 1
	return at, t.inFile(o, int(o.off)+last, at, last*d.stride+int(d.size))
}

// store32 writes the elements of em, each the low d.size bytes of its cell.
func (d *dest) store32(t *thread, o *op, em uint32, row *[maxLanes]uint32) {
	if em &= d.enable; em == 0 {
		return
	}
	at, ok := d.start(t, o, em)
	if !ok {
		return
	}
	p := unsafe.Add(t.base, at)
	switch {
	case em == o.full && d.size == 4 && d.stride == 4:
		copy(unsafe.Slice((*uint32)(p), int(o.n)), row[:o.n])
	case em == o.full:
		storeAll(p, d, row[:o.n])
	default:
		storeSome(p, d, em, row)
	}
	if d.hook != plain {
		d.after(t, o)
	}
}

func storeAll(p unsafe.Pointer, d *dest, row []uint32) {
	switch d.size {
	case 4:
		for k, v := range row {
			*(*uint32)(unsafe.Add(p, k*d.stride)) = v
		}
	case 2:
		for k, v := range row {
			*(*uint16)(unsafe.Add(p, k*d.stride)) = uint16(v)
		}
	default:
		for k, v := range row {
			*(*uint8)(unsafe.Add(p, k*d.stride)) = uint8(v)
		}
	}
}

func storeSome(p unsafe.Pointer, d *dest, em uint32, row *[maxLanes]uint32) {
	for em != 0 {
		var k int
		k, em = lowest(em)
		at, v := unsafe.Add(p, k*d.stride), row[k]
		switch d.size {
		case 4:
			*(*uint32)(at) = v
		case 2:
			*(*uint16)(at) = uint16(v)
		default:
			*(*uint8)(at) = uint8(v)
		}
	}
}

// store64 writes the elements of em, 8 bytes each.
func (d *dest) store64(t *thread, o *op, em uint32, row *[maxLanes]uint64) {
	if em &= d.enable; em == 0 {
		return
	}
	at, ok := d.start(t, o, em)
	if !ok {
		return
	}
	p := unsafe.Add(t.base, at)
	for em != 0 {
		var k int
		k, em = lowest(em)
		*(*uint64)(unsafe.Add(p, k*d.stride)) = row[k]
	}
	if d.hook != plain {
		d.after(t, o)
	}
}

// after does what a write to an architecture register causes.
func (d *dest) after(t *thread, o *op) {
	switch d.hook {
	case modeReg:
		t.setMode(o)
	case notify:
		if *t.u32(t.grf + offN0) != 0 {
			t.unmodelled(o, "writing a notification count other than 0", 0)
		}
		t.env.Group.Barrier.Clear(t.env.Index)
	}
}
