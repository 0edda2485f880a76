package code

import (
	"math"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// Extend is the value of the low bits of v as an integer type.
func Extend(v int64, ty native.Type) int64 {
	shift := 64 - 8*ty.Size()
	if ty.IsSigned() {
		return v << shift >> shift
	}
	return int64(uint64(v) << shift >> shift)
}

// constant is an immediate of type ty as an element of a row, its modifier applied.
func constant(c Class, ty native.Type, v uint64, m Modifier) uint64 {
	keep, flip := m.Signs()
	switch {
	case c == ClassRaw:
		return uint64(uint32(m.integer(int64(int32(Extend(int64(v), ty))))))
	case c == ClassWide:
		return uint64(m.integer(Extend(int64(v), ty)))
	case c == ClassDouble && ty == native.DF:
		return v&keep ^ flip
	case c == ClassDouble:
		return math.Float64bits(float64(math.Float32frombits(uint32(v))))&keep ^ flip
	case ty == native.HF:
		return uint64(num.WidenHalf(uint16(v)))&(keep>>32) ^ flip>>32
	}
	return v&math.MaxUint32&(keep>>32) ^ flip>>32
}

// integer is an integer with the modifier applied.
func (m Modifier) integer(v int64) int64 {
	switch {
	case m == ModNot:
		return ^v
	case m == ModNeg, m == ModAbs && v < 0, m == ModNegAbs && v > 0:
		return -v
	}
	return v
}

// Signs is a modifier of floats: the bits of a double to keep and then to flip.
func (m Modifier) Signs() (keep, flip uint64) {
	const sign = 1 << 63
	keep = math.MaxUint64
	if m == ModAbs || m == ModNegAbs {
		keep = sign - 1
	}
	if m == ModNeg || m == ModNegAbs {
		flip = sign
	}
	return keep, flip
}
