package num

import "math"

// The approximate functions of the math unit. Each is one algorithm: the
// double of the Go library, rounded once to nearest even; rounding in the Mode
// has no effect, denormals obey it as in add and mul (gen-execution 6.1).

// approxF applies f to one float.
func approxF(m Mode, a float32, f func(float64) float64) float32 {
	return m.FlushF(CanonF(float32(f(float64(m.FlushF(a))))))
}

// approxH applies f to one half.
func approxH(m Mode, a float32, f func(float64) float64) float32 {
	return m.FlushH(HalfToF(halfBits(NearestEven, f(float64(m.FlushH(a))))))
}

func inv(x float64) float64 { return 1 / x }
func rsqrt(x float64) float64 {
	if x == 0 {
		return 1 / x // -0 gives -Inf
	}
	return 1 / math.Sqrt(x)
}

// pow is |x|**y; NaN when an operand is.
func pow(x, y float64) float64 {
	if x != x || y != y {
		return nanD
	}
	return math.Pow(math.Abs(x), y)
}

// InvF is 1/a; zero gives infinity of its sign.
func InvF(m Mode, a float32) float32 { return approxF(m, a, inv) }

// Exp2F is 2**a.
func Exp2F(m Mode, a float32) float32 { return approxF(m, a, math.Exp2) }

// Log2F is the logarithm to base 2; zero gives -Inf, less NaN.
func Log2F(m Mode, a float32) float32 { return approxF(m, m.altAbs(a), math.Log2) }

// altAbs is what the alternative mode takes of an operand that would have no result
// if it were negative: its magnitude.
func (m Mode) altAbs(a float32) float32 {
	if m.F == AltMode {
		return math.Float32frombits(math.Float32bits(a) &^ signF)
	}
	return a
}

// SqrtApproxF is the square root; -0 gives -0, less NaN.
func SqrtApproxF(m Mode, a float32) float32 { return approxF(m, m.altAbs(a), math.Sqrt) }

// RsqrtF is 1/sqrt(a); zero gives infinity of its sign, less NaN.
func RsqrtF(m Mode, a float32) float32 { return approxF(m, m.altAbs(a), rsqrt) }

// SinF is the sine of a in radians, at full range; infinity gives NaN.
func SinF(m Mode, a float32) float32 { return approxF(m, a, math.Sin) }

// CosF is the cosine of a in radians, at full range; infinity gives NaN.
func CosF(m Mode, a float32) float32 { return approxF(m, a, math.Cos) }

// PowF is |a|**b; 1 when b is 0.
func PowF(m Mode, a, b float32) float32 {
	return m.FlushF(CanonF(float32(pow(float64(m.FlushF(a)), float64(m.FlushF(b))))))
}

// DivApproxF is a/b, the division of the math unit.
func DivApproxF(m Mode, a, b float32) float32 {
	return m.FlushF(CanonF(float32(float64(m.FlushF(a)) / float64(m.FlushF(b)))))
}

// InvH is InvF for halves.
func InvH(m Mode, a float32) float32 { return approxH(m, a, inv) }

// Exp2H is Exp2F for halves.
func Exp2H(m Mode, a float32) float32 { return approxH(m, a, math.Exp2) }

// Log2H is Log2F for halves.
func Log2H(m Mode, a float32) float32 { return approxH(m, a, math.Log2) }

// SqrtApproxH is SqrtApproxF for halves.
func SqrtApproxH(m Mode, a float32) float32 { return approxH(m, a, math.Sqrt) }

// RsqrtH is RsqrtF for halves.
func RsqrtH(m Mode, a float32) float32 { return approxH(m, a, rsqrt) }

// SinH is SinF for halves.
func SinH(m Mode, a float32) float32 { return approxH(m, a, math.Sin) }

// CosH is CosF for halves.
func CosH(m Mode, a float32) float32 { return approxH(m, a, math.Cos) }

// PowH is PowF for halves.
func PowH(m Mode, a, b float32) float32 {
	return m.FlushH(HalfToF(halfBits(NearestEven, pow(float64(m.FlushH(a)), float64(m.FlushH(b))))))
}

// DivApproxH is DivApproxF for halves.
func DivApproxH(m Mode, a, b float32) float32 {
	return m.FlushH(HalfToF(halfBits(NearestEven, float64(m.FlushH(a))/float64(m.FlushH(b)))))
}
