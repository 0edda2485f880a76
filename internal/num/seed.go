package num

import "math"

// The first steps of the macros give an approximation of a reciprocal, or say that
// they have the result already (early out). How good that of the hardware is, is
// not published; from 13 bits on the macros round almost every result correctly
// (docs/arithmetic.md). Two cases want more of it. One quotient of significands,
// 1/(2-ulp), comes out right only when the steps begin at the nearest number of
// the type, and come back to it: any other leaves the reciprocal below the middle
// of 1 and its successor. And the root of 1-ulp wants a seed that is not 1+ulp.
const rootSeedBits = 23

// nearF rounds x to the significand of a float, by no float's range of exponents;
// x is no middle of two.
func nearF(x float64) float64 {
	return math.Float64frombits((math.Float64bits(x) + belowF>>1 + 1) &^ belowF)
}

// cut drops all but n bits of the significand of x.
func cut(x float64, n int) float64 {
	return math.Float64frombits(math.Float64bits(x) &^ (1<<(fracD+1-n) - 1))
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
	return splitD(cut(1/math.Sqrt(x.Frac), rootSeedBits), -x.Exp/2), false
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
