package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// boolean computes a function of three bits for each bit of a row. The function is eight
// bits, in the order of source 0 + 2 * source 1 + 4 * source 2 (Xe-HPG 1.3).
func (t *thread) boolean(o *code.Op, em uint32) {
	if o.Class == code.ClassWide {
		t.booleanWide(o, em)
		return
	}
	a, b, c := as[uint32](t.row(o, &o.Src[0], 0)), as[uint32](t.row(o, &o.Src[1], 1)), as[uint32](t.row(o, &o.Src[2], 2))
	out := t.tmp(tmpOut)
	if o.Flags&(code.FlagInPlace|code.FlagReports) == code.FlagInPlace {
		d := unsafe.Add(t.base, int(o.Dst.Addr))
		if em == o.Full {
			booleanRow(uint8(o.Ext), as[uint32](d), a, b, c, int(o.N))
			return
		}
		booleanRow(uint8(o.Ext), as[uint32](out), a, b, c, int(o.N))
		storePacked(d, em, out, int(o.N))
		return
	}
	booleanRow(uint8(o.Ext), as[uint32](out), a, b, c, int(o.N))
	t.finish(o, em, out)
}

// booleanWide is boolean for exact integers.
func (t *thread) booleanWide(o *code.Op, em uint32) {
	a, b, c := as[uint64](t.row(o, &o.Src[0], 0)), as[uint64](t.row(o, &o.Src[1], 1)), as[uint64](t.row(o, &o.Src[2], 2))
	out := t.tmp(tmpOut)
	for i := range o.N & 63 {
		x, y, z := a[i&31], b[i&31], c[i&31]
		sum := uint64(0)
		for k := range 8 {
			if o.Ext>>k&1 != 0 {
				sum |= (x ^ ^-uint64(k&1)) & (y ^ ^-uint64(k>>1&1)) & (z ^ ^-uint64(k>>2))
			}
		}
		as[uint64](out)[i&31] = sum
	}
	t.finish(o, em, out)
}

// masks of a function of three bits, by the others than source 0: what it is where that is 0, and what that changes.
type masks struct{ is, not [4]uint32 }

// booleanMasks are those of all functions.
var booleanMasks = func() (all [1 << 8]masks) {
	for fc := range all {
		for k := range 4 {
			zero, one := uint32(fc>>(2*k)&1), uint32(fc>>(2*k+1)&1)
			all[fc].is[k], all[fc].not[k] = -zero, -(zero ^ one)
		}
	}
	return all
}()

// booleanRow chooses between the values of the function by one source after the other:
// x ^ (x^y)&s is x where s has a 0 and y where it has a 1.
func booleanRow(fc uint8, d, a, b, c *[maxLanes]uint32, n int) {
	is, not := &booleanMasks[fc].is, &booleanMasks[fc].not
	if eights(n) {
		avx.Boolean(d, a, b, c, is, not, n)
		return
	}
	for i := range n & 63 {
		x, y, z := a[i&31], b[i&31], c[i&31]
		t0, t1 := is[0]^not[0]&x, is[1]^not[1]&x
		t2, t3 := is[2]^not[2]&x, is[3]^not[3]&x
		low, high := t0^(t0^t1)&y, t2^(t2^t3)&y
		d[i&31] = low ^ (low^high)&z
	}
}
