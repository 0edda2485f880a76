package num

import "math"

const (
	infH     = 0x7C00
	maxH     = 0x7BFF
	fracH    = 10  // explicit significand bits
	quantumH = -24 // exponent of the last bit of the smallest half
	fracD    = 52
	biasD    = 1023
)

// HalfToF is the value of a half, exactly; NaN gives the canonical NaN.
func HalfToF(h uint16) float32 {
	if h&0x7FFF > infH {
		return nanF
	}
	return math.Float32frombits(WidenHalf(h))
}

// WidenHalf gives the bits of the float with the value of a half; a NaN keeps
// its sign and payload. NarrowHalf is the way back.
func WidenHalf(h uint16) uint32 {
	sign, e, f := uint32(h&0x8000)<<16, uint32(h>>fracH&31), uint32(h&0x3FF)
	switch {
	case e == 31:
		return sign | 0x7F800000 | f<<13
	case e == 0:
		return sign | math.Float32bits(float32(f)*0x1p-24)
	}
	return sign | (e+112)<<23 | f<<13
}

// NarrowHalf gives the bits of the half for the bits of a float that holds the
// value of a half or a widened NaN: it loses nothing that WidenHalf made.
func NarrowHalf(b uint32) uint16 {
	if b&0x7FFFFFFF > 0x7F800000 {
		h := uint16(b>>16&0x8000) | infH | uint16(b>>13&0x3FF)
		if h&0x3FF == 0 { // payload only in the bits that are lost
			h |= 0x200
		}
		return h
	}
	return halfBits(NearestEven, float64(math.Float32frombits(b)))
}

// FToHalf converts a float to half bits, rounding by m. Denormals are kept
// whatever m says, as conversions do.
func FToHalf(m Mode, a float32) uint16 { return halfBits(m.Round, float64(a)) }

// halfBits rounds a double to a half by r. NaN becomes the canonical one.
func halfBits(r Round, x float64) uint16 {
	b := math.Float64bits(x)
	sign, neg := uint16(b>>48&0x8000), b>>63 != 0
	e, f := int(b>>fracD&0x7FF), b&(1<<fracD-1)
	switch {
	case x != x:
		return NaNBitsH
	case e == 0x7FF:
		return sign | infH
	case e == 0 && f == 0:
		return sign
	case e == 0:
		e = 1
	default:
		f |= 1 << fracD
	}
	last := e - biasD - fracD // |x| = f * 2^last
	quantum := max(last+fracD-fracH, quantumH)
	shift := min(quantum-last, 63)
	k, rest, half := f>>shift, f&(1<<shift-1), uint64(1)<<(shift-1)
	if roundsAway(r, neg, k&1 != 0, rest, half) {
		k++
	}
	k += uint64(quantum-quantumH) << fracH
	if k >= infH {
		return sign | overflowH(r, neg)
	}
	return sign | uint16(k)
}

// roundsAway says whether a magnitude whose cut-off part is rest (half is one
// half of the last kept place) is to be incremented.
func roundsAway(r Round, neg, odd bool, rest, half uint64) bool {
	switch r {
	case NearestEven:
		return rest > half || rest == half && odd
	case Up:
		return rest != 0 && !neg
	case Down:
		return rest != 0 && neg
	}
	return false
}

// overflowH is the magnitude of a result too large for a half.
func overflowH(r Round, neg bool) uint16 {
	if r == TowardZero || r == Up && neg || r == Down && !neg {
		return maxH
	}
	return infH
}

// finishH rounds a double to the value of a half.
func finishH(m Mode, x float64) float32 {
	return m.FlushH(HalfToF(halfBits(m.Round, x)))
}

// AddH is a+b. The operands and results of the H operations are floats that
// hold values of halves.
func AddH(m Mode, a, b float32) float32 {
	x, y := float64(m.FlushH(a)), float64(m.FlushH(b))
	return finishH(m, zeroSum(m, x+y, x, y)) // the sum of two halves is exact in a double
}

// SubH is a-b.
func SubH(m Mode, a, b float32) float32 { return AddH(m, a, -b) }

// MulH is a*b.
func MulH(m Mode, a, b float32) float32 {
	return finishH(m, float64(m.FlushH(a))*float64(m.FlushH(b)))
}

// FmaH is a*b+c with one rounding.
func FmaH(m Mode, a, b, c float32) float32 {
	p, z := float64(m.FlushH(a))*float64(m.FlushH(b)), float64(m.FlushH(c))
	s := p + z
	if s-s != 0 {
		return finishH(m, s)
	}
	return finishH(m, odd(zeroSum(m, s, p, z), sumTail(p, z, s)))
}

// DivH is a/b, correctly rounded.
func DivH(m Mode, a, b float32) float32 {
	return finishH(m, quotient(float64(m.FlushH(a)), float64(m.FlushH(b))))
}

// SqrtH is the correctly rounded square root.
func SqrtH(m Mode, a float32) float32 { return finishH(m, root(float64(m.FlushH(a)))) }

// RoundH is RoundF for halves.
func RoundH(m Mode, r Round, a float32) float32 {
	return CanonF(float32(RoundInt(r, float64(m.FlushH(a)))))
}

// FracH is a - floor(a), below 1.
func FracH(m Mode, a float32) float32 {
	x := float64(m.FlushH(a))
	return CanonF(min(SubH(m, float32(x), float32(math.Floor(x))), 0x1.ffcp-1))
}
