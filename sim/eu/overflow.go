package eu

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// overflow is which elements of a result row overflowed.
func (t *thread) overflow(o *code.Op, out unsafe.Pointer) (m uint32) {
	if o.Class == code.ClassWide {
		lo, hi := intLimits(o.Dst.Type)
		for i := range o.N & 63 {
			m = m>>1 | bit(as[int64](out)[i&31] < lo || as[int64](out)[i&31] > hi)
		}
		return m >> (32 - o.N)
	}
	if t.mode.Round != num.NearestEven {
		t.unmodelled(o, "overflow of floats that are not rounded to nearest", 0)
		return 0
	}
	var src [3]*[maxLanes]float32
	for i := range src {
		src[i] = as[float32](t.row(o, &o.Src[i], i))
	}
	for i := range o.N & 63 {
		over := infinite(as[float32](out)[i&31])
		for _, s := range src {
			over = over && !infinite(s[i&31])
		}
		m = m>>1 | bit(over)
	}
	return m >> (32 - o.N)
}

func infinite(f float32) bool { return f > math.MaxFloat32 || f < -math.MaxFloat32 }
