package interp

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
)

// pass is one step of a conversion: it changes all elements of a row in one
// call. Integers are 64-bit values, floats the bits of their type.
type pass func(m num.Mode, r []uint64)

func bitsF(v float32) uint64  { return uint64(math.Float32bits(v)) }
func bitsD(v float64) uint64  { return math.Float64bits(v) }
func float(v uint64) float32  { return math.Float32frombits(uint32(v)) }
func double(v uint64) float64 { return math.Float64frombits(v) }

// Between float types. Rows of class HF hold floats with values of halves.

func widenHalf(_ num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = uint64(num.WidenHalf(uint16(v)))
	}
}

func narrowHalf(_ num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = uint64(num.NarrowHalf(uint32(v)))
	}
}

func fToD(_ num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsD(num.FToD(float(v)))
	}
}

func fToHalf(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = uint64(num.FToHalf(m, float(v)))
	}
}

func dToF(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsF(num.DToF(m, double(v)))
	}
}

func satF(_ num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsF(num.SatF(float(v)))
	}
}

func satD(_ num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsD(num.SatD(double(v)))
	}
}

func canonF(_ num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsF(num.CanonF(float(v)))
	}
}

func flushF(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsF(m.FlushF(float(v)))
	}
}

func flushH(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsF(m.FlushH(float(v)))
	}
}

func flushD(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsD(m.FlushD(double(v)))
	}
}

// From integers and to them.

func intToF(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsF(num.IntToF(m, int64(v)))
	}
}

func uintToF(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsF(num.UintToF(m, v))
	}
}

func intToHalf(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = uint64(num.IntToHalf(m, int64(v)))
	}
}

func intToD(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsD(num.IntToD(m, int64(v)))
	}
}

func uintToD(m num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = bitsD(num.UintToD(m, v))
	}
}

// satOne clamps to 0 and 1, the only integers that lie between 0 and 1.
func satOne(_ num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = uint64(min(max(int64(v), 0), 1))
	}
}

type integer interface {
	uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64
}

func shape[T integer]() (bits int, signed bool) {
	return 8 * int(unsafe.Sizeof(T(0))), ^T(0) < 0
}

func satInt[T integer](_ num.Mode, r []uint64) {
	bits, signed := shape[T]()
	for i, v := range r {
		r[i] = uint64(num.SatInt(int64(v), bits, signed))
	}
}

func dToInt[T integer](_ num.Mode, r []uint64) {
	bits, signed := shape[T]()
	for i, v := range r {
		r[i] = uint64(num.FToInt(double(v), bits, signed))
	}
}

// allOnes fills the elements that are not 0: the row of a truth value has all
// ones or 0 in the size that was compared, which may not be that of the result.
func allOnes(_ num.Mode, r []uint64) {
	for i, v := range r {
		r[i] = -min(v, 1)
	}
}
