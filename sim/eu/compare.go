package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

type ordered interface {
	int32 | uint32 | int64 | uint64 | float32 | float64
}

// compare is bit k = a[k] cond b[k], for n elements.
func compare[T ordered](cond native.CondMod, a, b *[maxLanes]T, n int) (m uint32) {
	switch cond {
	case native.CondEQ:
		for i := range n & 63 {
			if a[i&31] == b[i&31] {
				m |= 1 << (i & 31)
			}
		}
	case native.CondNE:
		for i := range n & 63 {
			if a[i&31] != b[i&31] {
				m |= 1 << (i & 31)
			}
		}
	case native.CondGT:
		return compare(native.CondLT, b, a, n)
	case native.CondGE:
		return compare(native.CondLE, b, a, n)
	case native.CondLT:
		for i := range n & 63 {
			if a[i&31] < b[i&31] {
				m |= 1 << (i & 31)
			}
		}
	case native.CondLE:
		for i := range n & 63 {
			if a[i&31] <= b[i&31] {
				m |= 1 << (i & 31)
			}
		}
	case native.CondUN:
		for i := range n & 63 {
			if a[i&31] != a[i&31] || b[i&31] != b[i&31] {
				m |= 1 << (i & 31)
			}
		}
	}
	return m
}

// testZero compares the stored bits of n results of type ty with zero.
func testZero(ty native.Type, cond native.CondMod, raw unsafe.Pointer, n int) uint32 {
	words := (*[maxLanes]uint32)(raw)
	switch {
	case ty == native.D:
		return compare(cond, (*[maxLanes]int32)(raw), new([maxLanes]int32), n)
	case ty == native.F:
		return compare(cond, (*[maxLanes]float32)(raw), new([maxLanes]float32), n)
	case ty == native.DF:
		return compare(cond, (*[maxLanes]float64)(raw), new([maxLanes]float64), n)
	case ty == native.UQ:
		return compare(cond, (*[maxLanes]uint64)(raw), new([maxLanes]uint64), n)
	case ty == native.Q:
		return compare(cond, (*[maxLanes]int64)(raw), new([maxLanes]int64), n)
	case ty == native.HF:
		var row [maxLanes]float32
		for i := range n {
			row[i] = num.HalfToF(uint16(words[i]))
		}
		return compare(cond, &row, new([maxLanes]float32), n)
	}
	var row [maxLanes]int64
	for i := range n {
		row[i] = extend(int64(words[i]), ty)
	}
	return compare(cond, &row, new([maxLanes]int64), n)
}

// fixNaN gives m, the result of cmp, the NaN rule of cmpn: a NaN in b makes every
// ordering true, one only in a false; for ne it is the other way round.
func fixNaN[T float32 | float64](m uint32, cond native.CondMod, a, b *[maxLanes]T, n int) uint32 {
	for i := range n {
		if b[i] == b[i] && a[i] == a[i] {
			continue
		}
		m &^= 1 << i
		if (b[i] != b[i]) != (cond == native.CondNE) {
			m |= 1 << i
		}
	}
	return m
}
