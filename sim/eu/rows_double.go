package eu

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

type doubleRow = func(m *arith, d, a, b, c *[maxLanes]float64, n int)

// doubleRows are the computations on doubles.
var doubleRows = [numKernels]doubleRow{
	code.KernMov: doubleMov, code.KernFlush: doubleFlush, code.KernAdd: doubleAdd, code.KernMul: doubleMul, code.KernMad: doubleMad,
	code.KernFrc: doubleFrc, code.KernRndd: doubleRndd, code.KernRndu: doubleRndu, code.KernRnde: doubleRnde, code.KernRndz: doubleRndz,
}

func doubleMov(_ *arith, d, a, _, _ *[maxLanes]float64, n int) { copy(d[:n], a[:n]) }

func doubleFlush(m *arith, d, a, _, _ *[maxLanes]float64, n int) {
	for i := range n & 63 {
		d[i&31] = m.FlushD(a[i&31])
	}
}

func doubleAdd(m *arith, d, a, b, _ *[maxLanes]float64, n int) {
	for i := range n & 63 {
		d[i&31] = num.AddD(m.Mode, a[i&31], b[i&31])
	}
}

func doubleMul(m *arith, d, a, b, _ *[maxLanes]float64, n int) {
	for i := range n & 63 {
		d[i&31] = num.MulD(m.Mode, a[i&31], b[i&31])
	}
}

func doubleMad(m *arith, d, a, b, c *[maxLanes]float64, n int) {
	for i := range n & 63 {
		d[i&31] = num.FmaD(m.Mode, b[i&31], c[i&31], a[i&31])
	}
}

func doubleFrc(m *arith, d, a, _, _ *[maxLanes]float64, n int) {
	for i := range n & 63 {
		d[i&31] = num.FracD(m.Mode, a[i&31])
	}
}

func roundDoubles(m *arith, r num.Round, d, a *[maxLanes]float64, n int) {
	for i := range n & 63 {
		d[i&31] = num.RoundD(m.Mode, r, a[i&31])
	}
}

func doubleRndd(m *arith, d, a, _, _ *[maxLanes]float64, n int) { roundDoubles(m, num.Down, d, a, n) }
func doubleRndu(m *arith, d, a, _, _ *[maxLanes]float64, n int) { roundDoubles(m, num.Up, d, a, n) }
func doubleRnde(m *arith, d, a, _, _ *[maxLanes]float64, n int) {
	roundDoubles(m, num.NearestEven, d, a, n)
}
func doubleRndz(m *arith, d, a, _, _ *[maxLanes]float64, n int) {
	roundDoubles(m, num.TowardZero, d, a, n)
}
