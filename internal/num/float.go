package num

import "math"

// The F operations compute in double, where sums, products and remainders of
// floats have exact tails, round to odd and then once to float.

// AddF is a+b.
func AddF(m Mode, a, b float32) float32 {
	if m == IEEE {
		return CanonF(a + b)
	}
	x, y := float64(m.FlushF(a)), float64(m.FlushF(b))
	s := x + y
	return finishF(m, odd(zeroSum(m, s, x, y), sumTail(x, y, s)))
}

// SubF is a-b.
func SubF(m Mode, a, b float32) float32 { return AddF(m, a, -b) }

// MulF is a*b.
func MulF(m Mode, a, b float32) float32 {
	if m == IEEE {
		return CanonF(a * b)
	}
	return finishF(m, float64(m.FlushF(a))*float64(m.FlushF(b)))
}

// QuickFmaF is FmaF in the default mode, of values for which ok is true: two
// operations in double and a test.
func QuickFmaF(a, b, c float32) (v float32, ok bool) {
	s := float64(a)*float64(b) + float64(c)
	e := math.Float64bits(s)
	return float32(s), e&belowF != tieF && e<<1 >= minNormalBits && e<<1 <= maxBits
}

// Bits of the least normal float and of the largest double below infinity, as
// doubles without sign.
const (
	minNormalBits = (1023 - 126) << 53
	maxBits       = 2046<<53 | 1<<53 - 1
)

// FmaF is a*b+c with one rounding.
func FmaF(m Mode, a, b, c float32) float32 {
	p := float64(m.FlushF(a)) * float64(m.FlushF(b)) // exact
	z := float64(m.FlushF(c))
	s := p + z
	if m == IEEE && math.Abs(s) >= minNormalF && math.Float64bits(s)&belowF != tieF {
		return float32(s) // s and the exact value round alike
	}
	if s-s != 0 { // infinite or NaN
		return CanonF(float32(s))
	}
	return finishF(m, odd(zeroSum(m, s, p, z), sumTail(p, z, s)))
}

// Bits of a double below the significand of a normal float, and their pattern
// in the middle between two floats.
const (
	belowF = 1<<29 - 1
	tieF   = 1 << 28
)

// DivF is a/b, correctly rounded.
func DivF(m Mode, a, b float32) float32 {
	if m == IEEE {
		return CanonF(a / b)
	}
	x, y := float64(m.FlushF(a)), float64(m.FlushF(b))
	return finishF(m, quotient(x, y))
}

// quotient is x/y rounded to odd; x and y hold floats.
func quotient(x, y float64) float64 {
	q := x / y
	if q == 0 || q-q != 0 || math.IsInf(y, 0) {
		return q
	}
	r := math.FMA(-q, y, x) // exact remainder
	if y < 0 {
		r = -r
	}
	return odd(q, r)
}

// SqrtF is the correctly rounded square root; -0 gives -0, less gives NaN.
func SqrtF(m Mode, a float32) float32 {
	return finishF(m, root(float64(m.FlushF(a))))
}

// root is the square root of x rounded to odd; x holds a float.
func root(x float64) float64 {
	s := math.Sqrt(x)
	if s == 0 || s-s != 0 {
		return s
	}
	return odd(s, math.FMA(-s, s, x))
}

// RoundF rounds a to an integer in direction r, whatever rounding m has; a zero
// result keeps the sign of a.
func RoundF(m Mode, r Round, a float32) float32 {
	return CanonF(float32(RoundInt(r, float64(m.FlushF(a)))))
}

// RoundInt rounds x to an integer in direction r; a zero result keeps the sign.
func RoundInt(r Round, x float64) float64 {
	switch r {
	case Up:
		return math.Ceil(x)
	case Down:
		return math.Floor(x)
	case TowardZero:
		return math.Trunc(x)
	}
	return math.RoundToEven(x)
}

// FracF is a - floor(a), below 1: a result that would round up to 1 is the
// largest float below it.
func FracF(m Mode, a float32) float32 {
	x := float64(m.FlushF(a))
	return CanonF(min(SubF(m, float32(x), float32(math.Floor(x))), 0x1.fffffep-1))
}
