package num

import "math"

// IDiv is the quotient of the math unit, truncated toward zero. A zero divisor
// gives the largest number for a >= 0 and the smallest otherwise; the smallest
// by -1 gives the smallest (gen-execution 6.1).
func IDiv(a, b int32) int32 {
	switch {
	case b == 0:
		return signedByZero(a)
	case b == -1:
		return -a
	}
	return a / b
}

// IMod is the remainder, with the sign of a. A zero divisor gives what IDiv gives.
func IMod(a, b int32) int32 {
	switch b {
	case 0:
		return signedByZero(a)
	case -1:
		return 0
	}
	return a % b
}

func signedByZero(a int32) int32 {
	if a < 0 {
		return math.MinInt32
	}
	return math.MaxInt32
}

// UDiv is the unsigned quotient; all ones for a zero divisor.
func UDiv(a, b uint32) uint32 {
	if b == 0 {
		return math.MaxUint32
	}
	return a / b
}

// UMod is the unsigned remainder; all ones for a zero divisor.
func UMod(a, b uint32) uint32 {
	if b == 0 {
		return math.MaxUint32
	}
	return a % b
}
