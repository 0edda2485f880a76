package num

import "math"

// The first steps of the macros give an approximation of a reciprocal, or say that
// they have the result already (early out). How good that of the hardware is, is
// not published. From 13 bits on the macros round almost every result correctly;
// of all quotients of significands only 1/(2-ulp) needs more: the nearest number
// of the type, from which the steps come back to it, where any other leaves the
// reciprocal below the middle of 1 and its successor. So it is the nearest.

// nearF rounds x to the significand of a float, by no float's range of exponents;
// x is no middle of two.
func nearF(x float64) float64 {
	return math.Float64frombits((math.Float64bits(x) + belowF>>1 + 1) &^ belowF)
}

// InvmD is the first step of a/b: about 1/b, or with done the quotient.
func InvmD(m Mode, a, b float64) (y ExtD, done bool) {
	a, b = m.FlushD(a), m.FlushD(b)
	if a == 0 || b == 0 || a-a != 0 || b-b != 0 {
		return splitD(CanonD(a/b), 0), true
	}
	x := WidenD(m, b)
	return splitD(1/x.Frac, -x.Exp), false
}

// RsqtmD is the first step of the square root of a: about 1/sqrt(a), or with done
// the root.
func RsqtmD(m Mode, a float64) (y ExtD, done bool) {
	a = m.FlushD(a)
	if a <= 0 || a-a != 0 {
		return splitD(CanonD(math.Sqrt(a)), 0), true
	}
	x := WidenD(m, a)
	if x.Exp&1 != 0 {
		x.Frac, x.Exp = x.Frac*2, x.Exp-1
	}
	return splitD(1/math.Sqrt(x.Frac), -x.Exp/2), false
}

// InvmF is InvmD for floats.
func InvmF(m Mode, a, b float32) (y float64, done bool) {
	x, z := WidenF(m, a), WidenF(m, b)
	if x == 0 || z == 0 || x-x != 0 || z-z != 0 {
		return CanonD(x / z), true
	}
	return nearF(1 / z), false
}

// RsqtmF is RsqtmD for floats.
func RsqtmF(m Mode, a float32) (y float64, done bool) {
	x := WidenF(m, a)
	if x <= 0 || x-x != 0 {
		return CanonD(math.Sqrt(x)), true
	}
	return nearF(1 / math.Sqrt(x)), false
}
