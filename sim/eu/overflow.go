package eu

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// The condition modifier .o is the overflow of the operation (Lakefield PRM vol. 2b,
// CondModifier; Ivy Bridge PRM vol. 4 part 3, 2.3.1.2, of floats). The sources do not
// agree on more than sums of dwords and floats and products of floats, all operands of
// one type: there the result does not fit, or is infinite and no operand is.

// overflows says that .o is decided for the instruction.
func (l *loader) overflows() bool {
	in, o := l.in, l.op
	if o.Form != FormALU || in.Sat || in.AccWr || isAcc(&in.Dst) {
		return false
	}
	ty := in.Dst.Type
	for i := range l.srcs {
		src := &in.Src[i]
		if src.Type != ty || isAcc(src) || ty == native.UD && src.Mod != native.ModNone {
			return false
		}
	}
	return o.Kern == KernAdd && isDword(ty) || ty == native.F && (o.Kern == KernAdd || o.Kern == KernMul || o.Kern == KernMad)
}

// overflow is which elements of a result row overflowed.
func (t *thread) overflow(o *Op, out unsafe.Pointer) (m uint32) {
	if o.Class == ClassWide {
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
