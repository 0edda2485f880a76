package eu

import (
	"math"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// Under the mode of compiled kernels (nearest even, denormals kept) Go's own
// operations are the correctly rounded ones; only NaNs need the canonical form.
// Explicit conversions keep Go from fusing a product with a sum.

// floatRow computes n elements of floats, or of floats that hold halves.
type floatRow = func(m *arith, d, a, b, c *[maxLanes]float32, n int)

// floatRows are the computations on floats.
var floatRows = [numKernels]floatRow{
	code.KernMov: floatMov, code.KernFlush: floatFlush, code.KernAdd: floatAdd, code.KernMul: floatMul, code.KernMad: floatMad, code.KernLrp: floatLrp,
	code.KernFrc: floatFrc, code.KernRndd: floatRndd, code.KernRndu: floatRndu, code.KernRnde: floatRnde, code.KernRndz: floatRndz,
	code.KernInv: floatInv, code.KernLog: floatLog, code.KernExp: floatExp, code.KernSqt: floatSqt, code.KernRsqt: floatRsqt,
	code.KernSin: floatSin, code.KernCos: floatCos, code.KernFdiv: floatFdiv, code.KernPow: floatPow,
	code.KernAddSpread: floatAddSpread, code.KernMulSpread: floatMulSpread, code.KernMadSpread: floatMadSpread,
}

// floatMov copies bits.
func floatMov(_ *arith, d, a, _, _ *[maxLanes]float32, n int) { moveRow(d, a, n) }

// floatFlush is a move that is arithmetic, as those with a modifier or saturation
// are: it flushes denormals.
func floatFlush(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = m.FlushF(a[i&31])
	}
}

func floatAdd(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	if !m.ieee {
		for i := range n & 63 {
			d[i&31] = num.AddF(m.Mode, a[i&31], b[i&31])
		}
		return
	}
	if eights(n) {
		avx.AddFloats(d, a, b, n)
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

func floatMul(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	if !m.ieee {
		for i := range n & 63 {
			d[i&31] = num.MulF(m.Mode, a[i&31], b[i&31])
		}
		return
	}
	if eights(n) {
		avx.MulFloats(d, a, b, n)
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

// floatMad is a + b*c with one rounding. The product of two floats is exact in a
// double, so the double sum rounds to the same float as the exact one unless it
// lies in the middle between two floats or below the normal ones.
func floatMad(m *arith, d, a, b, c *[maxLanes]float32, n int) {
	const (
		low, tie = 1<<29 - 1, 1 << 28 // bits of a double that a float does not have
		least    = (1023 - 126) << 53 // smallest normal float, shifted to drop the sign
		span     = 0x7FF<<53 - least  // from there to the infinities
	)
	if !m.ieee {
		for i := range n & 63 {
			d[i&31] = num.FmaF(m.Mode, b[i&31], c[i&31], a[i&31])
		}
		return
	}
	if eights(n) {
		avx.MadFloats(d, a, b, c, n)
		return
	}
	for i := range n & 63 {
		p := float64(b[i&31]) * float64(c[i&31])
		sum := p + float64(a[i&31])
		if x := math.Float64bits(sum); x&low == tie || x<<1-least >= span {
			d[i&31] = num.FmaF(num.IEEE, b[i&31], c[i&31], a[i&31])
			continue
		}
		d[i&31] = float32(sum)
	}
}

// floatLrp is a*b + (1-a)*c, each step rounded. No document says where hardware rounds.
func floatLrp(m *arith, d, a, b, c *[maxLanes]float32, n int) {
	for i := range n & 63 {
		x, rest := num.MulF(m.Mode, a[i&31], b[i&31]), num.SubF(m.Mode, 1, a[i&31])
		d[i&31] = num.AddF(m.Mode, x, num.MulF(m.Mode, rest, c[i&31]))
	}
}

func floatFrc(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.FracF(m.Mode, a[i&31])
	}
}

func roundRow(m *arith, r num.Round, d, a *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.RoundF(m.Mode, r, a[i&31])
	}
}

func floatRndd(m *arith, d, a, _, _ *[maxLanes]float32, n int) { roundRow(m, num.Down, d, a, n) }
func floatRndu(m *arith, d, a, _, _ *[maxLanes]float32, n int) { roundRow(m, num.Up, d, a, n) }
func floatRnde(m *arith, d, a, _, _ *[maxLanes]float32, n int) { roundRow(m, num.NearestEven, d, a, n) }
func floatRndz(m *arith, d, a, _, _ *[maxLanes]float32, n int) { roundRow(m, num.TowardZero, d, a, n) }
