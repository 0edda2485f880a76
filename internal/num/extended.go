package num

import (
	"math"
	"math/big"
)

// The steps of the macros for IEEE division and square root compute in an
// extended format: the significand of the type and an exponent of two bits more,
// which an accumulator acc2 to acc9 holds beside the register (Broxton PRM vol. 6,
// Accumulators). Steps inside round to nearest even, the last one by the mode
// (gen-execution 6.3). How a register and its two bits spell a value is not
// documented; PackD and PackF have a form of this project: the biased exponent
// modulo 2^13 (2^10), and the largest of both signs as infinities and zeros.

// ExtD is a double with more exponent: Frac times 2^Exp, with the magnitude of Frac
// in [1, 2); a Frac of zero, infinity or NaN is the value, and Exp is 0.
type ExtD struct {
	Frac float64
	Exp  int
}

const (
	biasF  = 127
	fracF  = 23
	maxExp = 4096 // of the extended exponent, 2^12
)

// splitD makes an ExtD of s*2^e; s is no denormal.
func splitD(s float64, e int) ExtD {
	b := math.Float64bits(s)
	if s == 0 || s-s != 0 {
		return ExtD{Frac: s}
	}
	e += int(b>>fracD&0x7FF) - biasD
	return ExtD{math.Float64frombits(b&^(0x7FF<<fracD) | biasD<<fracD), e}
}

// WidenD is the value of a register of doubles without extension.
func WidenD(m Mode, x float64) ExtD {
	if x < minNormalD && x > -minNormalD {
		return splitD(m.FlushD(x)*0x1p64, -64)
	}
	return splitD(x, 0)
}

// UnpackD is the value of a double and its two more exponent bits.
func UnpackD(bits uint64, high uint8) ExtD {
	low := int(bits >> fracD & 0x7FF)
	e := int(int8(high<<6)>>6)<<11 + low
	sign := math.Float64frombits(bits & signD)
	switch {
	case e == -maxExp:
		return ExtD{Frac: sign}
	case e == maxExp-1:
		return ExtD{Frac: math.Float64frombits(bits | 0x7FF<<fracD)}
	}
	return ExtD{math.Float64frombits(bits&^(0x7FF<<fracD) | biasD<<fracD), e - biasD}
}

// PackD is the double and the two more exponent bits that hold x; what is too
// large becomes infinite, what is too small zero.
func (x ExtD) PackD() (bits uint64, high uint8) {
	bits = math.Float64bits(x.Frac)
	e := x.Exp + biasD
	switch {
	case x.Frac == 0 || e <= -maxExp:
		bits, e = bits&signD, -maxExp
	case x.Frac-x.Frac != 0:
		e = maxExp - 1
	case e >= maxExp-1:
		bits, e = bits&signD, maxExp-1
	}
	return bits&^(0x7FF<<fracD) | uint64(e&0x7FF)<<fracD, uint8(e >> 11 & 3)
}

// Neg is -x.
func (x ExtD) Neg() ExtD { return ExtD{-x.Frac, x.Exp} }

// farD is more than any rounding looks: of two terms so far apart the smaller
// only tells on which side the sum lies.
const farD = 200

// aligned scales a and b*c so that a' + b'*c' is their sum by 2^-e, in the middle
// of the range of doubles.
func aligned(a, b, c ExtD) (x float64, e int) {
	if b.Frac == 0 || c.Frac == 0 || b.Frac-b.Frac != 0 || c.Frac-c.Frac != 0 || a.Frac-a.Frac != 0 {
		return a.Frac, a.Exp
	}
	e = b.Exp + c.Exp
	if a.Frac == 0 {
		return a.Frac, e
	}
	d := min(max(a.Exp-e, -farD), farD)
	if d == farD {
		e = a.Exp - d
	}
	return a.Frac * math.Float64frombits(uint64(biasD+d)<<fracD), e
}

// MadmD is a + b*c, rounded to nearest even.
func MadmD(a, b, c ExtD) ExtD {
	x, e := aligned(a, b, c)
	return splitD(CanonD(math.FMA(b.Frac, c.Frac, x)), e)
}

// LastMadmD is a + b*c as a double, rounded once, by m.
func LastMadmD(m Mode, a, b, c ExtD) float64 {
	x, e := aligned(a, b, c)
	s := splitD(CanonD(math.FMA(b.Frac, c.Frac, x)), e)
	switch {
	case s.Frac == 0:
		return zeroSum(m, s.Frac, b.Frac*c.Frac, x)
	case s.Frac-s.Frac != 0:
		return s.Frac
	case m.Round == NearestEven && s.Exp > -biasD && s.Exp <= biasD:
		return math.Float64frombits(math.Float64bits(s.Frac) + uint64(s.Exp)<<fracD)
	}
	sum := new(big.Float).SetPrec(4 * farD)
	sum.Add(sum.Mul(big.NewFloat(b.Frac), big.NewFloat(c.Frac)), big.NewFloat(x))
	sum.SetMantExp(sum, e)
	near, _ := sum.Float64()
	return finishD(m, near, true, func() int { return sum.Cmp(big.NewFloat(near)) })
}

// UnpackF is the value of a float and its two more exponent bits, which a double
// holds.
func UnpackF(bits uint32, high uint8) float64 {
	d := uint64(bits&signF)<<32 | uint64(bits&(1<<fracF-1))<<(fracD-fracF)
	switch e := int(int8(high<<6)>>6)<<8 + int(bits>>fracF&0xFF); e {
	case -maxExp >> 3:
		return math.Float64frombits(d & signD)
	case maxExp>>3 - 1:
		return math.Float64frombits(d | 0x7FF<<fracD)
	default:
		return math.Float64frombits(d | uint64(e-biasF+biasD)<<fracD)
	}
}

// PackF is the float and the two more exponent bits that hold x, which has the
// significand of a float; what is too large becomes infinite, what is too small
// zero.
func PackF(x float64) (bits uint32, high uint8) {
	const most = maxExp >> 3
	b := math.Float64bits(x)
	sign, frac := uint32(b>>32&signF), uint32(b>>(fracD-fracF)&(1<<fracF-1))
	e := int(b>>fracD&0x7FF) - biasD + biasF
	switch {
	case x != x:
		e = most - 1
	case e >= most-1:
		e, frac = most-1, 0
	case e <= -most:
		e, frac = -most, 0
	}
	return sign | uint32(e&0xFF)<<fracF | frac, uint8(e >> 8 & 3)
}

// WidenF is the value of a register of floats without extension.
func WidenF(m Mode, a float32) float64 { return float64(m.FlushF(a)) }

// oddMadm is a + b*c rounded to odd; the terms have significands of floats.
func oddMadm(a, b, c float64) float64 {
	p := b * c // exact
	s := p + a
	if s-s != 0 {
		return CanonD(s)
	}
	return odd(s, sumTail(p, a, s))
}

// MadmF is a + b*c with the significand of a float, rounded to nearest even.
func MadmF(a, b, c float64) float64 {
	s := oddMadm(a, b, c)
	if s-s != 0 {
		return s
	}
	bits := math.Float64bits(s)
	return math.Float64frombits((bits + belowF>>1 + bits>>29&1) &^ belowF)
}

// LastMadmF is a + b*c as a float, rounded once, by m.
func LastMadmF(m Mode, a, b, c float64) float32 {
	return finishF(m, zeroSum(m, oddMadm(a, b, c), b*c, a))
}
