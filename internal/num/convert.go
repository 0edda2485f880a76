package num

import "math"

// Conversions between number formats (gen-execution 4.3). They never flush
// denormals; a NaN becomes the canonical NaN of the target.

// FToD is a, exactly.
func FToD(a float32) float64 { return CanonD(float64(a)) }

// DToF rounds a double to float.
func DToF(m Mode, a float64) float32 {
	if a != a {
		return nanF
	}
	return toF(m.Round, a)
}

// DToHalf rounds a double to half bits, in one step.
func DToHalf(m Mode, a float64) uint16 { return halfBits(m.Round, a) }

// oddInt is v as a double rounded to odd.
func oddInt(v int64) float64 { return oddSum(float64(v>>32)*0x1p32, float64(uint32(v))) }

// oddUint is v as a double rounded to odd.
func oddUint(v uint64) float64 { return oddSum(float64(v>>32)*0x1p32, float64(uint32(v))) }

func oddSum(a, b float64) float64 {
	s := a + b
	return odd(s, sumTail(a, b, s))
}

// IntToF rounds an integer to float.
func IntToF(m Mode, v int64) float32 { return toF(m.Round, oddInt(v)) }

// UintToF rounds an unsigned integer to float.
func UintToF(m Mode, v uint64) float32 { return toF(m.Round, oddUint(v)) }

// IntToHalf rounds an integer to half bits.
func IntToHalf(m Mode, v int64) uint16 { return halfBits(m.Round, oddInt(v)) }

// UintToHalf rounds an unsigned integer to half bits.
func UintToHalf(m Mode, v uint64) uint16 { return halfBits(m.Round, oddUint(v)) }

// IntToD rounds an integer to double.
func IntToD(m Mode, v int64) float64 {
	return sumD(m, float64(v>>32)*0x1p32, float64(uint32(v)))
}

// UintToD rounds an unsigned integer to double.
func UintToD(m Mode, v uint64) float64 {
	return sumD(m, float64(v>>32)*0x1p32, float64(uint32(v)))
}

// sumD is a+b in mode m for terms far from overflow and underflow.
func sumD(m Mode, a, b float64) float64 {
	s := a + b
	return finishD(m, s, true, func() int {
		switch t := sumTail(a, b, s); {
		case t < 0:
			return -1
		case t > 0:
			return 1
		}
		return 0
	})
}

// FToInt truncates x toward zero and clamps it to an integer of 8 to 64 bits;
// NaN gives 0. An unsigned 64-bit result is returned in the bits of an int64.
func FToInt(x float64, bits int, signed bool) int64 {
	limit, low := float64(uint64(1)<<(bits-1)), 0.0 // limit is the first value out of range
	if signed {
		low = -limit
	} else {
		limit *= 2
	}
	switch {
	case x != x:
		return 0
	case x <= low:
		return int64(low)
	case x < limit && (signed || bits < 64):
		return int64(x)
	case x < limit:
		return int64(uint64(x))
	case signed:
		return math.MaxInt64 >> (64 - bits)
	}
	return int64(uint64(math.MaxUint64) >> (64 - bits))
}

// SatF clamps to [0, 1]; NaN and -0 give +0.
func SatF(a float32) float32 {
	if a > 0 {
		return min(a, 1)
	}
	return 0
}

// SatD is SatF for doubles.
func SatD(a float64) float64 {
	if a > 0 {
		return min(a, 1)
	}
	return 0
}

// SatInt clamps v to an integer of 8 to 63 bits, or of 64 bits when signed.
func SatInt(v int64, bits int, signed bool) int64 {
	lo, hi := int64(0), int64(uint64(math.MaxUint64)>>(64-bits))
	if signed {
		hi = math.MaxInt64 >> (64 - bits)
		lo = -hi - 1
	}
	return min(max(v, lo), hi)
}
