package eu

import "github.com/genvisa/genvisa/internal/avx"

// Rows whose last source is one element for all lanes, which may lie in the
// destination.

// spread is the row of element 0.
func spread[T uint32 | float32](one *[maxLanes]T) (row [maxLanes]T) {
	for i := range row {
		row[i] = one[0]
	}
	return row
}

func rawAddSpread(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.AddSpread(d, a, b, n)
		return
	}
	row := spread(b)
	rawAdd(d, a, &row, nil, n)
}

func rawMulSpread(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.MulSpread(d, a, b, n)
		return
	}
	row := spread(b)
	rawMul(d, a, &row, nil, n)
}

func floatAddSpread(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	if m.ieee && eights(n) {
		avx.AddFloatsSpread(d, a, b, n)
		return
	}
	row := spread(b)
	floatAdd(m, d, a, &row, nil, n)
}

func floatMulSpread(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	if m.ieee && eights(n) {
		avx.MulFloatsSpread(d, a, b, n)
		return
	}
	row := spread(b)
	floatMul(m, d, a, &row, nil, n)
}

func floatMadSpread(m *arith, d, a, b, c *[maxLanes]float32, n int) {
	if m.ieee && eights(n) {
		avx.MadFloatsSpread(d, a, b, c, n)
		return
	}
	row := spread(c)
	floatMad(m, d, a, b, &row, n)
}
