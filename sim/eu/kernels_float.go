package eu

import (
	"math"

	"github.com/genvisa/genvisa/internal/num"
)

// Under the mode of compiled kernels (nearest even, denormals kept) Go's own
// operations are the correctly rounded ones; only NaNs need the canonical form.
// Explicit conversions keep Go from fusing a product with a sum.

func fAdd(t *thread, d, a, b, _ *[maxLanes]float32, n int) {
	if !t.ieee {
		fEach2(t, num.AddF, d, a, b, n)
		return
	}
	for i := range n & 63 {
		r := a[i&31] + b[i&31]
		if r != r {
			r = num.CanonF(r)
		}
		d[i&31] = r
	}
}

func fMul(t *thread, d, a, b, _ *[maxLanes]float32, n int) {
	if !t.ieee {
		fEach2(t, num.MulF, d, a, b, n)
		return
	}
	for i := range n & 63 {
		r := a[i&31] * b[i&31]
		if r != r {
			r = num.CanonF(r)
		}
		d[i&31] = r
	}
}

// fMad is a + b*c with one rounding. The product of two floats is exact in a
// double, so the double sum rounds to the same float as the exact one unless it
// lies in the middle between two floats or below the normal ones.
func fMad(t *thread, d, a, b, c *[maxLanes]float32, n int) {
	const below, tie = 1<<29 - 1, 1 << 28
	for i := range n & 63 {
		p := float64(b[i&31]) * float64(c[i&31])
		sum := p + float64(a[i&31])
		if t.ieee && math.Float64bits(sum)&below != tie && math.Abs(sum) >= 0x1p-126 {
			d[i&31] = float32(sum)
			continue
		}
		d[i&31] = num.FmaF(t.mode, b[i&31], c[i&31], a[i&31])
	}
}

func fEach1(t *thread, f func(num.Mode, float32) float32, d, a *[maxLanes]float32, n int) {
	for i := range n {
		d[i] = f(t.mode, a[i])
	}
}

func fEach2(t *thread, f func(m num.Mode, a, b float32) float32, d, a, b *[maxLanes]float32, n int) {
	for i := range n {
		d[i] = f(t.mode, a[i], b[i])
	}
}

// unary32, binary32 and so on make kernels of functions of one element.
func unary32(f func(num.Mode, float32) float32) kernel[float32] {
	return func(t *thread, d, a, _, _ *[maxLanes]float32, n int) { fEach1(t, f, d, a, n) }
}

func binary32(f func(m num.Mode, a, b float32) float32) kernel[float32] {
	return func(t *thread, d, a, b, _ *[maxLanes]float32, n int) { fEach2(t, f, d, a, b, n) }
}

func unary64(f func(num.Mode, float64) float64) kernel[float64] {
	return func(t *thread, d, a, _, _ *[maxLanes]float64, n int) {
		for i := range n {
			d[i] = f(t.mode, a[i])
		}
	}
}

func binary64(f func(m num.Mode, a, b float64) float64) kernel[float64] {
	return func(t *thread, d, a, b, _ *[maxLanes]float64, n int) {
		for i := range n {
			d[i] = f(t.mode, a[i], b[i])
		}
	}
}

func hMad(t *thread, d, a, b, c *[maxLanes]float32, n int) {
	for i := range n {
		d[i] = num.FmaH(t.mode, b[i], c[i], a[i])
	}
}

func dMad(t *thread, d, a, b, c *[maxLanes]float64, n int) {
	for i := range n {
		d[i] = num.FmaD(t.mode, b[i], c[i], a[i])
	}
}

// round makes the kernels of rndd, rndu, rnde and rndz.
func round32(r num.Round, f func(num.Mode, num.Round, float32) float32) kernel[float32] {
	return func(t *thread, d, a, _, _ *[maxLanes]float32, n int) {
		for i := range n {
			d[i] = f(t.mode, r, a[i])
		}
	}
}

func round64(r num.Round) kernel[float64] {
	return func(t *thread, d, a, _, _ *[maxLanes]float64, n int) {
		for i := range n {
			d[i] = num.RoundD(t.mode, r, a[i])
		}
	}
}

// Moves with a modifier or saturation are arithmetic: they flush denormals.
func fFlush(t *thread, d, a, _, _ *[maxLanes]float32, n int) {
	fEach1(t, num.Mode.FlushF, d, a, n)
}

func hFlush(t *thread, d, a, _, _ *[maxLanes]float32, n int) {
	fEach1(t, num.Mode.FlushH, d, a, n)
}

func dFlush(t *thread, d, a, _, _ *[maxLanes]float64, n int) {
	for i := range n {
		d[i] = t.mode.FlushD(a[i])
	}
}
