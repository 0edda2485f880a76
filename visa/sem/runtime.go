package sem

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"

	"github.com/genvisa/genvisa/internal/num"
)

// What the generated kernels call.

// ErrSaturate64 is the error of a saturating instruction with a 64-bit
// destination whose exact result may not fit 64 bits. It is also
// errors.ErrUnsupported.
var ErrSaturate64 error = unsupported("saturation of a 64-bit result is not supported")

// ErrRounding is the error of an instruction with a sum of products that no document gives:
// how it is rounded on the way decides its value. It is also errors.ErrUnsupported.
var ErrRounding error = unsupported("a sum of products that depends on where it is rounded is not supported")

// unsupported says what a kernel does not compute.
type unsupported string

func (u unsupported) Error() string      { return string(u) }
func (unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

// shiftMask is 31, or 63 when destination or first source has 64 bits.
func shiftMask(dst, src uint8) uint32 {
	if dst == 64 || src == 64 {
		return 63
	}
	return 31
}

// lowMask has the low top+1 bits set.
func lowMask(top int64) uint64 {
	if top < 0 {
		return 0
	}
	return math.MaxUint64 >> (63 - top&63)
}

// mulShift is the exact product of a and b, shifted right by k in 0..63.
func mulShift(a, b int64, k uint32) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	if k == 0 {
		return int64(lo)
	}
	return int64(hi<<(64-k) | lo>>k)
}

// satAdd is a+b clamped to int64.
func satAdd(a, b int64) int64 {
	s := a + b
	if (a^s)&(b^s) < 0 {
		return clamped(a)
	}
	return s
}

// satSub is a-b clamped to int64.
func satSub(a, b int64) int64 {
	s := a - b
	if (a^b)&(a^s) < 0 {
		return clamped(a)
	}
	return s
}

// satMul is a*b clamped to int64.
func satMul(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	if int64(hi) != int64(lo)>>63 {
		return clamped(int64(hi))
	}
	return int64(lo)
}

// satShl is a<<k clamped to int64, for k in 0..63.
func satShl(a int64, k uint32) int64 {
	if s := a << k; s>>k == a {
		return s
	}
	return clamped(a)
}

func clamped(sign int64) int64 {
	if sign < 0 {
		return math.MinInt64
	}
	return math.MaxInt64
}

// fits reports whether v is a value of an integer type.
func fits(v int64, width uint8, signed bool) bool {
	return num.SatInt(v, int(width), signed) == v
}

// idiv is the quotient of the math unit, of D numbers or of UD numbers.
func idiv(a, b uint32, unsigned bool) int64 {
	if unsigned {
		return int64(num.UDiv(a, b))
	}
	return int64(num.IDiv(int32(a), int32(b)))
}

// imod is the remainder that goes with idiv.
func imod(a, b uint32, unsigned bool) int64 {
	if unsigned {
		return int64(num.UMod(a, b))
	}
	return int64(num.IMod(int32(a), int32(b)))
}

// widenHalf gives the bits of the float with the value of the half in the low bits of v.
func widenHalf(v uint32) uint32 { return num.WidenHalf(uint16(v)) }

// fmaBits is a*b + c of three floats by their bits, rounded once to nearest even with
// denormals kept: what sums inside an instruction do, whatever the thread's mode.
func fmaBits(a, b, c uint32) uint32 {
	return math.Float32bits(num.FmaF(num.IEEE, math.Float32frombits(a), math.Float32frombits(b), math.Float32frombits(c)))
}

// rawLoad reads element i of size bytes of the raw operand of a slot,
// zero-extended. What lies beyond its storage, as in a null operand, reads 0.
func (f *Frame) rawLoad(slot, i, size int) uint64 {
	b, at := f.Raw[slot], i*size
	if at < 0 || at+size > len(b) {
		f.Reach[slot] = max(f.Reach[slot], at+size)
		return 0
	}
	if size == 4 {
		return uint64(binary.LittleEndian.Uint32(b[at:]))
	}
	var v uint64
	for k := size - 1; k >= 0; k-- {
		v = v<<8 | uint64(b[at+k])
	}
	return v
}

// rawStore writes element i of size bytes of the raw operand of a slot; beyond
// its storage nothing happens.
func (f *Frame) rawStore(slot, i, size int, v uint64) {
	b, at := f.Raw[slot], i*size
	if at < 0 || at+size > len(b) {
		f.Reach[slot] = max(f.Reach[slot], at+size)
		return
	}
	if size == 4 {
		binary.LittleEndian.PutUint32(b[at:], uint32(v))
		return
	}
	for k := range size {
		b[at+k] = byte(v >> (8 * k))
	}
}
