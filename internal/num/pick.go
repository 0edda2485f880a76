package num

// The min and max functions follow sel.l and sel.ge: a NaN loses against a
// number, and when the operands are equal sel.l takes b and sel.ge takes a
// (which shows for zeros of different sign). Denormals compare as zero when the
// mode flushes them. The chosen operand is returned as it is, a NaN with its
// payload, a denormal unflushed.

// MinF is a < b ? a : b with the NaN rule.
func MinF(m Mode, a, b float32) float32 { return pick(m.FlushF(a) < m.FlushF(b), a, b) }

// MaxF is a >= b ? a : b with the NaN rule.
func MaxF(m Mode, a, b float32) float32 { return pick(m.FlushF(a) >= m.FlushF(b), a, b) }

// MinH is MinF for the values of halves.
func MinH(m Mode, a, b float32) float32 { return pick(m.FlushH(a) < m.FlushH(b), a, b) }

// MaxH is MaxF for the values of halves.
func MaxH(m Mode, a, b float32) float32 { return pick(m.FlushH(a) >= m.FlushH(b), a, b) }

// MinD is MinF for doubles.
func MinD(m Mode, a, b float64) float64 { return pick(m.FlushD(a) < m.FlushD(b), a, b) }

// MaxD is MaxF for doubles.
func MaxD(m Mode, a, b float64) float64 { return pick(m.FlushD(a) >= m.FlushD(b), a, b) }

// pick is a when the comparison chose it, or when only b is NaN.
func pick[T float32 | float64](chosen bool, a, b T) T {
	if chosen || b != b && a == a {
		return a
	}
	return b
}
