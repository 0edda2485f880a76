package interp

import (
	"encoding/binary"
	"math/bits"

	"github.com/genvisa/genvisa/visa/sem"
)

// Stores take one destination row to the storage image, for the elements of
// mask. Conversion and saturation happen here and nowhere else.

func storeNothing(*worker, *thread, *dest, uint32) error { return nil }

// storeContiguous4 writes 32-bit elements without gaps and without conversion.
func storeContiguous4(w *worker, t *thread, d *dest, mask uint32) error {
	to, from := t.row(d.off).U(), w.frame.Row(int(d.slot)).U()
	if n := w.frame.N; mask == fullMask(n) {
		copy(to[:n], from[:n])
		return nil
	}
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros32(mask) & (sem.Lanes - 1)
		to[i] = from[i]
	}
	return nil
}

// storeContiguous8 does the same for elements of 64 bits.
func storeContiguous8(w *worker, t *thread, d *dest, mask uint32) error {
	to, from := t.row(d.off).Q(), w.frame.Row(int(d.slot)).Q()
	if n := w.frame.N; mask == fullMask(n) {
		copy(to[:n], from[:n])
		return nil
	}
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros32(mask) & (sem.Lanes - 1)
		to[i] = from[i]
	}
	return nil
}

func storeGeneral(w *worker, t *thread, d *dest, mask uint32) error {
	n := w.frame.N
	d.take(&w.raw, w.frame.Row(int(d.slot)), n)
	d.convert(w, n)
	if d.high {
		for i := range w.raw[:n] {
			w.raw[i] >>= 32
		}
	}
	p := d.off
	for i, v := range w.raw[:n] {
		if mask>>i&1 != 0 {
			putElement(t.image[p:], d.size, v)
		}
		p += d.h
	}
	return nil
}

// storeIndirect writes elements from the operand's one address on.
func storeIndirect(w *worker, t *thread, d *dest, mask uint32) error {
	n := w.frame.N
	d.take(&w.raw, w.frame.Row(int(d.slot)), n)
	d.convert(w, n)
	for i, v := range w.raw[:n] {
		if mask>>i&1 == 0 {
			continue
		}
		p := t.element(&d.indirect, &d.region, int32(i))
		if from, to := w.bounds(t, d.indirect.addr); p < from || p+int64(d.size) > to {
			return w.regionFault(t, d.indirect.addr, p, d.size, i)
		}
		putElement(t.image[p:], d.size, v)
	}
	return nil
}

// storePredicate writes only the enabled lanes' bits. The instruction's lane
// offset is in d.off.
func storePredicate(w *worker, t *thread, d *dest, mask uint32) error {
	p := &t.preds[d.pred]
	*p = *p&^(mask<<d.off) | (w.frame.Bits[d.slot]&mask)<<d.off
	return nil
}

func storeAddress(w *worker, t *thread, d *dest, mask uint32) error {
	d.take(&w.raw, w.frame.Row(int(d.slot)), w.frame.N)
	for i, v := range w.raw[:w.frame.N] {
		if mask>>i&1 != 0 {
			at := int(d.addr) + i
			t.addrs[at], t.owners[at] = uint16(v), d.owner.of(t, i)
		}
	}
	return nil
}

func storeState(w *worker, t *thread, d *dest, mask uint32) error {
	d.take(&w.raw, w.frame.Row(int(d.slot)), w.frame.N)
	for i, v := range w.raw[:w.frame.N] {
		if mask>>i&1 != 0 {
			t.states[int(d.off)+i] = int32(v)
		}
	}
	return nil
}

// take reads a row as 64-bit values: integers extended by the sign of their
// class, floats as bits.
func (d *dest) take(raw *[sem.Lanes]uint64, r sem.Row, n int) {
	if d.wide {
		copy(raw[:n], r.Q()[:n])
		return
	}
	row := r.U()
	if d.class == sem.D {
		for i := range raw[:n] {
			raw[i] = uint64(int64(int32(row[i])))
		}
		return
	}
	for i := range raw[:n] {
		raw[i] = uint64(row[i])
	}
}

// convert applies the destination's conversion to w.raw.
func (d *dest) convert(w *worker, n int) {
	for _, p := range d.conv {
		p(w.frame.Mode, w.raw[:n])
	}
}

func putElement(b []byte, size uint8, v uint64) {
	switch size {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}

// fullMask has the low n bits set, for n up to 32.
func fullMask(n int) uint32 { return uint32(uint64(1)<<n - 1) }
