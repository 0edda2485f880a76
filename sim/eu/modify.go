package eu

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// modified applies the source modifier to n elements of in; the result is in out,
// or in itself when there is nothing to do. Integers are modified after they were
// widened, so that unsigned ones become negative; Intel's finalizer counts on that
// when it makes `~A:q` of a byte that a move widened into `~byte:ub`.
func (t *thread) modified(o *code.Op, s *code.Source, in, out unsafe.Pointer, n int) unsafe.Pointer {
	if s.Mod == code.ModNone {
		return in
	}
	modifyRow(o.Class, s.Mod, in, out, n)
	return out
}

func modifyRow(c code.Class, m code.Modifier, in, out unsafe.Pointer, n int) {
	switch c {
	case code.ClassRaw:
		modifyDwords(m, as[uint32](in), as[uint32](out), n)
	case code.ClassWide:
		modifyInt(m, as[int64](in), as[int64](out), n)
	case code.ClassDouble:
		keep, flip := m.Signs()
		for i := range n & 63 {
			as[uint64](out)[i&31] = as[uint64](in)[i&31]&keep ^ flip
		}
	default:
		keep64, flip64 := m.Signs()
		keep, flip := uint32(keep64>>32), uint32(flip64>>32)
		if eights(n) {
			avx.Signs(as[uint32](out), as[uint32](in), keep, flip, n)
			return
		}
		for i := range n & 63 {
			as[uint32](out)[i&31] = as[uint32](in)[i&31]&keep ^ flip
		}
	}
}

func modifyDwords(m code.Modifier, in, out *[maxLanes]uint32, n int) {
	switch {
	case m == code.ModNot && eights(n):
		avx.Signs(out, in, math.MaxUint32, math.MaxUint32, n)
	case m == code.ModNeg && eights(n):
		avx.Negate(out, in, n)
	case m == code.ModNeg:
		for i := range n & 63 {
			out[i&31] = -in[i&31]
		}
	default:
		modifyInt(m, as[int32](unsafe.Pointer(in)), as[int32](unsafe.Pointer(out)), n)
	}
}

func modifyInt[T int32 | int64](m code.Modifier, in, out *[maxLanes]T, n int) {
	for i := range n & 63 {
		v := in[i&31]
		switch {
		case m == code.ModNot:
			v = ^v
		case m == code.ModNeg, m == code.ModAbs && v < 0, m == code.ModNegAbs && v > 0:
			v = -v
		}
		out[i&31] = v
	}
}

// loadHalf widens halves; a NaN keeps its payload.
func loadHalf(p unsafe.Pointer, step int, out *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		out[i&31] = num.WidenHalf(*(*uint16)(p))
		p = unsafe.Add(p, step)
	}
}
