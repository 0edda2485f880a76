package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

type ordered interface {
	int32 | uint32 | int64 | uint64 | float32 | float64
}

// bit is 1<<31 for true, without a branch.
func bit(v bool) uint32 {
	var b uint32
	if v {
		b = 1
	}
	return b << 31
}

// compare is bit k = a[k] cond b[k], for n elements.
func compare[T ordered](cond native.CondMod, a, b *[maxLanes]T, n int) (m uint32) {
	switch cond {
	case native.CondEQ:
		for i := range n & 63 {
			m = m>>1 | bit(a[i&31] == b[i&31])
		}
	case native.CondNE:
		for i := range n & 63 {
			m = m>>1 | bit(a[i&31] != b[i&31])
		}
	case native.CondGT:
		return compare(native.CondLT, b, a, n)
	case native.CondGE:
		return compare(native.CondLE, b, a, n)
	case native.CondLT:
		for i := range n & 63 {
			m = m>>1 | bit(a[i&31] < b[i&31])
		}
	case native.CondLE:
		for i := range n & 63 {
			m = m>>1 | bit(a[i&31] <= b[i&31])
		}
	case native.CondUN:
		for i := range n & 63 {
			m = m>>1 | bit(a[i&31] != a[i&31] || b[i&31] != b[i&31])
		}
	}
	return m >> (32 - n)
}

// compareFloats is compare of floats.
func compareFloats(cond native.CondMod, a, b *[maxLanes]float32, n int) uint32 {
	if !eights(n) {
		return compare(cond, a, b, n)
	}
	switch cond {
	case native.CondEQ:
		return avx.EqFloats(a, b, n)
	case native.CondNE:
		return avx.NeFloats(a, b, n)
	case native.CondLT:
		return avx.LtFloats(a, b, n)
	case native.CondLE:
		return avx.LeFloats(a, b, n)
	case native.CondGT:
		return avx.LtFloats(b, a, n)
	case native.CondGE:
		return avx.LeFloats(b, a, n)
	}
	return avx.UnFloats(a, b, n)
}

// compareEights is compare of dwords.
func compareEights(signed bool, cond native.CondMod, a, b unsafe.Pointer, n int) uint32 {
	x, y := as[int32](a), as[int32](b)
	switch cond {
	case native.CondUN:
		return 0
	case native.CondEQ:
		return avx.EqDwords(x, y, n)
	case native.CondNE:
		return ones(n) ^ avx.EqDwords(x, y, n)
	}
	if cond == native.CondLT || cond == native.CondGE {
		x, y = y, x
	}
	var greater uint32
	if signed {
		greater = avx.GtDwords(x, y, n)
	} else {
		greater = avx.GtUnsigned((*[maxLanes]uint32)(unsafe.Pointer(x)), (*[maxLanes]uint32)(unsafe.Pointer(y)), n)
	}
	if cond == native.CondGE || cond == native.CondLE {
		greater ^= ones(n)
	}
	return greater
}

// compareRows compares two rows of a class as kernel k says.
func (t *thread) compareRows(c code.Class, k code.Kernel, cond native.CondMod, a, b unsafe.Pointer, n int) uint32 {
	switch {
	case c == code.ClassFloat && k == code.KernCmp && t.mode.ieee:
		return compareFloats(cond, as[float32](a), as[float32](b), n)
	case c == code.ClassRaw && eights(n):
		return compareEights(k == code.KernCmpSigned, cond, a, b, n)
	case c == code.ClassRaw && k == code.KernCmpSigned:
		return compare(cond, as[int32](a), as[int32](b), n)
	case c == code.ClassRaw:
		return compare(cond, as[uint32](a), as[uint32](b), n)
	case c == code.ClassWide && k == code.KernCmpSigned:
		return compare(cond, as[int64](a), as[int64](b), n)
	case c == code.ClassWide:
		return compare(cond, as[uint64](a), as[uint64](b), n)
	case c == code.ClassDouble:
		x, y := t.flushed64(a, 4, n), t.flushed64(b, 5, n)
		return fixNaN(k, compare(cond, x, y, n), cond, x, y, n)
	}
	x, y := t.flushed32(c, a, 4, n), t.flushed32(c, b, 5, n)
	return fixNaN(k, compareFloats(cond, x, y, n), cond, x, y, n)
}

// Comparisons of floats see denormals as zeros when the mode flushes them.
func (t *thread) flushed32(c code.Class, a unsafe.Pointer, scratch, n int) *[maxLanes]float32 {
	row := as[float32](a)
	if t.mode.ieee {
		return row
	}
	out := as[float32](t.tmp(scratch))
	if c == code.ClassHalf {
		halfFlush(&t.mode, out, row, nil, nil, n)
	} else {
		floatFlush(&t.mode, out, row, nil, nil, n)
	}
	return out
}

func (t *thread) flushed64(a unsafe.Pointer, scratch, n int) *[maxLanes]float64 {
	row := as[float64](a)
	if t.mode.ieee {
		return row
	}
	out := as[float64](t.tmp(scratch))
	doubleFlush(&t.mode, out, row, nil, nil, n)
	return out
}

// fixNaN gives m, the result of cmp on floats, the NaN rule of kernel k. For cmpn a
// NaN in b makes every ordering true, one only in a false; for ne it is the other
// way round. For sel a number wins against a NaN, and of two NaNs the second
// source.
func fixNaN[T float32 | float64](k code.Kernel, m uint32, cond native.CondMod, a, b *[maxLanes]T, n int) uint32 {
	if k == code.KernCmp {
		return m
	}
	for i := range n & 63 {
		aNaN, bNaN := a[i&31] != a[i&31], b[i&31] != b[i&31]
		if !aNaN && !bNaN {
			continue
		}
		one := uint32(1) << i
		if first := bNaN != (cond == native.CondNE); k == code.KernCmpn && first || k == code.KernCmpNumber && !aNaN {
			m |= one
		} else {
			m &^= one
		}
	}
	return m
}

// zeros is a row to compare with, and allOnes one of bits that are all set.
var (
	zeros   [maxLanes]uint64
	allOnes = func() (row [maxLanes]uint64) {
		for i := range row {
			row[i] = ^uint64(0)
		}
		return row
	}()
)

// testZero compares the stored bits of n results of type ty with zero. The bits
// are 8 bytes apart for types of 8 bytes, else 4.
func (t *thread) testZero(ty native.Type, cond native.CondMod, raw unsafe.Pointer, n int) uint32 {
	zero := unsafe.Pointer(&zeros)
	switch ty {
	case native.D:
		return compare(cond, as[int32](raw), as[int32](zero), n)
	case native.UD:
		return compare(cond, as[uint32](raw), as[uint32](zero), n)
	case native.F:
		return compare(cond, as[float32](raw), as[float32](zero), n)
	case native.DF:
		return compare(cond, as[float64](raw), as[float64](zero), n)
	case native.UQ:
		return compare(cond, as[uint64](raw), as[uint64](zero), n)
	case native.Q:
		return compare(cond, as[int64](raw), as[int64](zero), n)
	}
	words := as[uint32](raw)
	if ty == native.HF {
		row := as[float32](t.tmp(5))
		for i := range n & 63 {
			row[i&31] = num.HalfToF(uint16(words[i&31]))
		}
		return compare(cond, row, as[float32](zero), n)
	}
	row := as[int64](t.tmp(5))
	for i := range n & 63 {
		row[i&31] = code.Extend(int64(words[i&31]), ty)
	}
	return compare(cond, row, as[int64](zero), n)
}
