package eu

import (
	"math"

	"github.com/genvisa/genvisa/internal/num"
)

// Functions of the math unit: double-precision results rounded once.

// rsqrt of a zero is the infinity of its sign.
func rsqrt(x float64) float64 {
	if x == 0 {
		return 1 / x
	}
	return 1 / math.Sqrt(x)
}

func floatInv(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	if m.ieee {
		for i := range n & 63 {
			r := float32(1 / float64(a[i&31]))
			if r != r {
				r = num.CanonF(r)
			}
			d[i&31] = r
		}
		return
	}
	for i := range n & 63 {
		d[i&31] = num.InvF(m.Mode, a[i&31])
	}
}

func floatLog(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.Log2F(m.Mode, a[i&31])
	}
}

func floatExp(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.Exp2F(m.Mode, a[i&31])
	}
}

func floatSqt(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	if m.ieee {
		for i := range n & 63 {
			r := float32(math.Sqrt(float64(a[i&31])))
			if r != r {
				r = num.CanonF(r)
			}
			d[i&31] = r
		}
		return
	}
	for i := range n & 63 {
		d[i&31] = num.SqrtApproxF(m.Mode, a[i&31])
	}
}

func floatRsqt(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	if m.ieee {
		for i := range n & 63 {
			r := float32(rsqrt(float64(a[i&31])))
			if r != r {
				r = num.CanonF(r)
			}
			d[i&31] = r
		}
		return
	}
	for i := range n & 63 {
		d[i&31] = num.RsqrtF(m.Mode, a[i&31])
	}
}

func floatSin(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.SinF(m.Mode, a[i&31])
	}
}

func floatCos(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.CosF(m.Mode, a[i&31])
	}
}

func floatFdiv(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.DivApproxF(m.Mode, a[i&31], b[i&31])
	}
}

func floatPow(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.PowF(m.Mode, a[i&31], b[i&31])
	}
}

func halfInv(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.InvH(m.Mode, a[i&31])
	}
}

func halfLog(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.Log2H(m.Mode, a[i&31])
	}
}

func halfExp(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.Exp2H(m.Mode, a[i&31])
	}
}

func halfSqt(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.SqrtApproxH(m.Mode, a[i&31])
	}
}

func halfRsqt(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.RsqrtH(m.Mode, a[i&31])
	}
}

func halfSin(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.SinH(m.Mode, a[i&31])
	}
}

func halfCos(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.CosH(m.Mode, a[i&31])
	}
}

func halfFdiv(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.DivApproxH(m.Mode, a[i&31], b[i&31])
	}
}

func halfPow(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.PowH(m.Mode, a[i&31], b[i&31])
	}
}
