package num

import (
	"math"
	"math/big"
)

// The DF operations take the result that the host rounds to nearest even; for
// the other modes they compare it with the exact value, in big.Float, and step
// to the neighbour when it lies on the wrong side.

// exactPrec holds any sum of a product of doubles and a double exactly.
const exactPrec = 4400

func exact(x float64) *big.Float { return new(big.Float).SetPrec(exactPrec).SetFloat64(x) }

// finishD rounds a finite operation to m. s is the result rounded to nearest;
// side compares the exact result with a finite s: -1 below, 0 equal, 1 above.
func finishD(m Mode, s float64, finite bool, side func() int) float64 {
	if s != s {
		return nanD
	}
	if m.Round == NearestEven || !finite {
		return m.FlushD(s)
	}
	c := 0
	switch {
	case s > math.MaxFloat64:
		c = -1
	case s < -math.MaxFloat64:
		c = 1
	default:
		c = side()
	}
	up := m.Round == Up || m.Round == TowardZero && math.Signbit(s)
	switch {
	case c > 0 && up:
		s = nextD(s, 1)
	case c < 0 && !up:
		s = nextD(s, -1)
	}
	return m.FlushD(s)
}

func finite(x ...float64) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// AddD is a+b.
func AddD(m Mode, a, b float64) float64 {
	if m == IEEE {
		return CanonD(a + b)
	}
	a, b = m.FlushD(a), m.FlushD(b)
	s := a + b
	return finishD(m, zeroSum(m, s, a, b), finite(a, b), func() int {
		return new(big.Float).SetPrec(exactPrec).Add(exact(a), exact(b)).Cmp(exact(s))
	})
}

// SubD is a-b.
func SubD(m Mode, a, b float64) float64 { return AddD(m, a, -b) }

// MulD is a*b.
func MulD(m Mode, a, b float64) float64 {
	if m == IEEE {
		return CanonD(a * b)
	}
	a, b = m.FlushD(a), m.FlushD(b)
	s := a * b
	return finishD(m, s, finite(a, b), func() int {
		return new(big.Float).SetPrec(exactPrec).Mul(exact(a), exact(b)).Cmp(exact(s))
	})
}

// FmaD is a*b+c with one rounding.
func FmaD(m Mode, a, b, c float64) float64 {
	if m == IEEE {
		return CanonD(math.FMA(a, b, c))
	}
	a, b, c = m.FlushD(a), m.FlushD(b), m.FlushD(c)
	s := math.FMA(a, b, c)
	product := math.Copysign(1, a) * math.Copysign(1, b)
	if s == 0 && (a == 0 || b == 0 || c != 0 && exactProduct(a, b).Cmp(exact(-c)) == 0) {
		// A true zero, not an underflow: the sign rule of sums applies.
		s = zeroSum(m, s, product, c)
	}
	return finishD(m, s, finite(a, b, c), func() int {
		p := exactProduct(a, b)
		return p.Add(p, exact(c)).Cmp(exact(s))
	})
}

func exactProduct(a, b float64) *big.Float {
	return new(big.Float).SetPrec(exactPrec).Mul(exact(a), exact(b))
}

// DivD is a/b, correctly rounded.
func DivD(m Mode, a, b float64) float64 {
	if m == IEEE {
		return CanonD(a / b)
	}
	a, b = m.FlushD(a), m.FlushD(b)
	s := a / b
	return finishD(m, s, finite(a, b) && b != 0, func() int {
		c := exact(a).Cmp(exactProduct(s, b)) // sign of a - s*b, which is (a/b - s)*b
		if b < 0 {
			c = -c
		}
		return c
	})
}

// SqrtD is the correctly rounded square root; -0 gives -0, less gives NaN.
func SqrtD(m Mode, a float64) float64 {
	a = m.FlushD(a)
	s := math.Sqrt(a)
	return finishD(m, s, finite(a), func() int { return exact(a).Cmp(exactProduct(s, s)) })
}

// RoundD is RoundF for doubles.
func RoundD(m Mode, r Round, a float64) float64 { return CanonD(RoundInt(r, m.FlushD(a))) }

// FracD is a - floor(a), below 1.
func FracD(m Mode, a float64) float64 {
	a = m.FlushD(a)
	return CanonD(min(SubD(m, a, math.Floor(a)), 0x1.fffffffffffffp-1))
}
