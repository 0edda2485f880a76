package eu

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
		addSpread(d, a, b, n)
		return
	}
	row := spread(b)
	rawAdd(d, a, &row, nil, n)
}

func rawMulSpread(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		mulSpread(d, a, b, n)
		return
	}
	row := spread(b)
	rawMul(d, a, &row, nil, n)
}

func floatAddSpread(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	if m.ieee && eights(n) {
		addFloatsSpread(d, a, b, n)
		return
	}
	row := spread(b)
	floatAdd(m, d, a, &row, nil, n)
}

func floatMulSpread(m *arith, d, a, b, _ *[maxLanes]float32, n int) {
	if m.ieee && eights(n) {
		mulFloatsSpread(d, a, b, n)
		return
	}
	row := spread(b)
	floatMul(m, d, a, &row, nil, n)
}

func floatMadSpread(m *arith, d, a, b, c *[maxLanes]float32, n int) {
	if m.ieee && eights(n) {
		madFloatsSpread(d, a, b, c, n)
		return
	}
	row := spread(c)
	floatMad(m, d, a, b, &row, n)
}
