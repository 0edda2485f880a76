package num

import "math"

// Canonical quiet NaNs: what every arithmetic operation and conversion here
// gives for NaN, so that the result depends neither on the host nor on the
// order in which a Go compiler puts operands.
const (
	NaNBitsH = 0x7E00
	NaNBitsF = 0x7FC00000
	NaNBitsD = 0x7FF8000000000000
)

var (
	nanF = math.Float32frombits(NaNBitsF)
	nanD = math.Float64frombits(NaNBitsD)
)

// CanonF is a, or the canonical NaN when a is any NaN.
func CanonF(a float32) float32 {
	if a != a {
		return nanF
	}
	return a
}

// CanonD is a, or the canonical NaN when a is any NaN.
func CanonD(a float64) float64 {
	if a != a {
		return nanD
	}
	return a
}

const (
	minNormalH = 0x1p-14
	minNormalF = 0x1p-126
	minNormalD = 0x1p-1022

	signF = 1 << 31
	signD = 1 << 63
)

// FlushF is a, or zero of its sign when a is denormal and the mode does not keep
// them. In the alternative mode an infinity is the largest number and a NaN zero.
func (m Mode) FlushF(a float32) float32 {
	if m.F == Keep {
		return a
	}
	return m.F.flush(a)
}

func (f Floats) flush(a float32) float32 {
	switch {
	case a < minNormalF && a > -minNormalF:
		return math.Float32frombits(math.Float32bits(a) & signF)
	case f == AltMode:
		return altF(a)
	}
	return a
}

func altF(a float32) float32 {
	switch {
	case a != a:
		return 0
	case a > math.MaxFloat32:
		return math.MaxFloat32
	case a < -math.MaxFloat32:
		return -math.MaxFloat32
	}
	return a
}

// FlushD is FlushF for doubles.
func (m Mode) FlushD(a float64) float64 {
	if !m.KeepDF && a < minNormalD && a > -minNormalD {
		return math.Float64frombits(math.Float64bits(a) & signD)
	}
	return a
}

// FlushH is FlushF for halves; a holds the value of a half.
func (m Mode) FlushH(a float32) float32 {
	if !m.KeepHF && a < minNormalH && a > -minNormalH {
		return math.Float32frombits(math.Float32bits(a) & signF)
	}
	return a
}

// odd makes the double s into one that rounds correctly to any narrower format
// (of at most 51 bits) in any mode: when the exact value is s plus a tail of
// the sign of tail, the result is the neighbour of s on that side, or s, that
// has an odd significand.
func odd(s, tail float64) float64 {
	if tail == 0 || math.IsInf(s, 0) {
		return s
	}
	b := math.Float64bits(s)
	if b&1 != 0 {
		return s
	}
	if (tail > 0) == (s > 0) {
		return math.Float64frombits(b + 1)
	}
	return math.Float64frombits(b - 1)
}

// sumTail is the exact difference between a+b and s, the rounded sum (Knuth's
// two-sum); meaningless for infinite s.
func sumTail(a, b, s float64) float64 {
	bb := s - a
	return (a - (s - bb)) + (b - bb)
}

// zeroSum is the sign rule of a sum that is exactly zero: minus zero when
// rounding down, unless both terms are plus zero.
func zeroSum(m Mode, s, a, b float64) float64 {
	if s == 0 && m.Round == Down && (math.Signbit(a) || math.Signbit(b)) {
		return math.Copysign(0, -1)
	}
	return s
}

// toF rounds a double to float by r. NaN becomes the canonical one.
func toF(r Round, x float64) float32 {
	f := float32(x)
	if r == NearestEven || float64(f) == x {
		return f
	}
	if x != x {
		return nanF
	}
	switch {
	case r == Up || r == TowardZero && x < 0:
		if float64(f) < x {
			return nextF(f, 1)
		}
	default:
		if float64(f) > x {
			return nextF(f, -1)
		}
	}
	return f
}

// nextF is the float after f in the direction of dir (1 or -1); f is no NaN and
// not the infinity of that direction.
func nextF(f float32, dir int) float32 {
	b := math.Float32bits(f)
	switch {
	case f == 0:
		b = 1
		if dir < 0 {
			b |= signF
		}
	case (f > 0) == (dir > 0):
		b++
	default:
		b--
	}
	return math.Float32frombits(b)
}

// nextD is nextF for doubles.
func nextD(f float64, dir int) float64 {
	b := math.Float64bits(f)
	switch {
	case f == 0:
		b = 1
		if dir < 0 {
			b |= signD
		}
	case (f > 0) == (dir > 0):
		b++
	default:
		b--
	}
	return math.Float64frombits(b)
}

// finishF is the end of every F operation: rounding, flush, canonical NaN.
func finishF(m Mode, x float64) float32 {
	if x != x {
		return nanF
	}
	return m.FlushF(toF(m.Round, x))
}
