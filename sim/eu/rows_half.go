package eu

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// halfRows are the computations on halves, in floats that hold their values.
var halfRows = [numKernels]floatRow{
	code.KernMov: floatMov, code.KernFlush: halfFlush, code.KernAdd: halfAdd, code.KernMul: halfMul, code.KernMad: halfMad,
	code.KernFrc: halfFrc, code.KernRndd: halfRndd, code.KernRndu: halfRndu, code.KernRnde: halfRnde, code.KernRndz: halfRndz,
	code.KernInv: halfInv, code.KernLog: halfLog, code.KernExp: halfExp, code.KernSqt: halfSqt, code.KernRsqt: halfRsqt,
	code.KernSin: halfSin, code.KernCos: halfCos, code.KernFdiv: halfFdiv, code.KernPow: halfPow,
}

func halfFlush(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = m.FlushH(a[i&31])
	}
}

func halfAdd(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.AddH(m.Mode, a[i&31], b[i&31])
	}
}

func halfMul(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.MulH(m.Mode, a[i&31], b[i&31])
	}
}

func halfMad(m *arith, d, a, b, c *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.FmaH(m.Mode, b[i&31], c[i&31], a[i&31])
	}
}

func halfFrc(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.FracH(m.Mode, a[i&31])
	}
}

func roundHalves(m *arith, r num.Round, d, a *[maxLanes]float32, n int) {
	for i := range n & 63 {
		d[i&31] = num.RoundH(m.Mode, r, a[i&31])
	}
}

func halfRndd(m *arith, d, a, _, _ *[maxLanes]float32, n int) { roundHalves(m, num.Down, d, a, n) }
func halfRndu(m *arith, d, a, _, _ *[maxLanes]float32, n int) { roundHalves(m, num.Up, d, a, n) }
func halfRnde(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	roundHalves(m, num.NearestEven, d, a, n)
}
func halfRndz(m *arith, d, a, _, _ *[maxLanes]float32, n int) {
	roundHalves(m, num.TowardZero, d, a, n)
}
