package eu

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// convert turns a result row into the bits of the destination type: 4 bytes an
// element for types of up to 4 bytes, else 8. The row may be the result.
func (t *thread) convert(o *code.Op, in unsafe.Pointer) unsafe.Pointer {
	if o.Conv == code.ConvNone {
		return in
	}
	out := t.tmp(tmpBits)
	sat, n := o.Flags&code.FlagSat != 0, int(o.N)
	switch o.Class {
	case code.ClassWide:
		if o.Conv >= code.ConvFloat {
			intToFloats(o, t.mode.Mode, as[int64](in), out)
		} else if o.Dst.Size == 8 {
			clampWide(o, as[int64](in), as[int64](out))
		} else {
			narrow(o, as[int64](in), as[uint32](out))
		}
	case code.ClassDouble:
		m := t.mode.Mode
		if o.Flags&code.FlagToZero != 0 {
			m.Round = num.TowardZero
		}
		fromDoubles(o.Conv, o.Dst.Type, m, sat, as[float64](in), out, n)
	case code.ClassHalf:
		if o.Conv == code.ConvHalf || o.Conv == code.ConvFloat && !sat {
			fromHalves(o.Conv, sat, as[float32](in), as[uint32](out), n)
			break
		}
		fallthrough
	default:
		fromFloats(o.Conv, o.Dst.Type, t.mode.Mode, sat, as[float32](in), out, n)
	}
	return out
}

// narrow keeps the low bits of exact integers, clamped first when saturating.
func narrow(o *code.Op, in *[maxLanes]int64, out *[maxLanes]uint32) {
	if o.Conv == code.ConvLow {
		for i := range o.N & 63 {
			out[i&31] = uint32(in[i&31])
		}
		return
	}
	lo, hi := intLimits(o.Dst.Type)
	if o.Flags&code.FlagUnsigned != 0 {
		for i := range o.N & 63 {
			out[i&31] = uint32(min(uint64(in[i&31]), uint64(hi)))
		}
		return
	}
	for i := range o.N & 63 {
		out[i&31] = uint32(min(max(in[i&31], lo), hi))
	}
}

// clampWide clamps to an integer type of 64 bits: exact integers of 64 bits with a sign,
// or without one.
func clampWide(o *code.Op, in, out *[maxLanes]int64) {
	if signed := o.Dst.Type.IsSigned(); signed == (o.Flags&code.FlagUnsigned == 0) {
		copy(out[:o.N], in[:o.N])
		return
	}
	limit := int64(0) // of the negative ones; without a sign those too large look like them
	if o.Dst.Type.IsSigned() {
		limit = math.MaxInt64
	}
	for i := range o.N & 63 {
		if out[i&31] = in[i&31]; out[i&31] < 0 {
			out[i&31] = limit
		}
	}
}

// intLimits is the range of an integer type of at most 32 bits.
func intLimits(ty native.Type) (lo, hi int64) {
	bits := 8 * ty.Size()
	if ty.IsSigned() {
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return 0, 1<<bits - 1
}

// intToFloats rounds exact integers to a float type by the mode of cr0.
func intToFloats(o *code.Op, m num.Mode, in *[maxLanes]int64, out unsafe.Pointer) {
	sat, unsigned := o.Flags&code.FlagSat != 0, o.Flags&code.FlagUnsigned != 0
	for i := range o.N & 63 {
		v := in[i&31]
		switch {
		case o.Conv == code.ConvHalf:
			as[uint32](out)[i&31] = uint32(intToHalf(m, v, sat, unsigned))
		case o.Conv == code.ConvFloat:
			f := num.IntToF(m, v)
			if unsigned {
				f = num.UintToF(m, uint64(v))
			}
			if sat {
				f = num.SatF(f)
			}
			as[float32](out)[i&31] = f
		default:
			f := num.IntToD(m, v)
			if unsigned {
				f = num.UintToD(m, uint64(v))
			}
			if sat {
				f = num.SatD(f)
			}
			as[float64](out)[i&31] = f
		}
	}
}

func intToHalf(m num.Mode, v int64, sat, unsigned bool) uint16 {
	switch {
	case sat && unsigned:
		return num.FToHalf(m, num.SatF(num.UintToF(m, min(uint64(v), 2))))
	case sat:
		return num.FToHalf(m, num.SatF(num.IntToF(m, min(max(v, -1), 2))))
	case unsigned:
		return num.UintToHalf(m, uint64(v))
	}
	return num.IntToHalf(m, v)
}

// fromFloats converts floats. Integers are truncated and always clamped,
// saturating or not.
func fromFloats(c code.Conv, ty native.Type, m num.Mode, sat bool, in *[maxLanes]float32, out unsafe.Pointer, n int) {
	for i := range n & 63 {
		v := in[i&31]
		if sat && c != code.ConvInt {
			v = num.SatF(v)
		}
		switch {
		case c == code.ConvFloat:
			as[float32](out)[i&31] = v
		case c == code.ConvHalf:
			as[uint32](out)[i&31] = uint32(num.FToHalf(m, v))
		case c == code.ConvDouble:
			as[float64](out)[i&31] = num.FToD(v)
		case ty.Size() == 8:
			as[int64](out)[i&31] = num.FToInt(float64(v), 64, ty.IsSigned())
		default:
			as[uint32](out)[i&31] = uint32(num.FToInt(float64(v), 8*ty.Size(), ty.IsSigned()))
		}
	}
}

// fromHalves stores halves that floats hold, as halves or as floats.
func fromHalves(c code.Conv, sat bool, in *[maxLanes]float32, out *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		v := in[i&31]
		if sat {
			v = num.SatF(v)
		}
		if c == code.ConvHalf {
			out[i&31] = uint32(num.NarrowHalf(math.Float32bits(v)))
		} else {
			out[i&31] = math.Float32bits(num.CanonF(v))
		}
	}
}

func fromDoubles(c code.Conv, ty native.Type, m num.Mode, sat bool, in *[maxLanes]float64, out unsafe.Pointer, n int) {
	for i := range n & 63 {
		v := in[i&31]
		if sat && c != code.ConvInt {
			v = num.SatD(v)
		}
		switch {
		case c == code.ConvDouble:
			as[float64](out)[i&31] = v
		case c == code.ConvFloat:
			as[float32](out)[i&31] = num.DToF(m, v)
		case c == code.ConvHalf:
			as[uint32](out)[i&31] = uint32(num.DToHalf(m, v))
		case ty.Size() == 8:
			as[int64](out)[i&31] = num.FToInt(v, 64, ty.IsSigned())
		default:
			as[uint32](out)[i&31] = uint32(num.FToInt(v, 8*ty.Size(), ty.IsSigned()))
		}
	}
}

// roundingOpen stops the thread where a double becomes another float by the mode of cr0
// than toward zero, and nothing says which is right.
func (t *thread) roundingOpen(o *code.Op, em uint32, in *[maxLanes]float64) bool {
	toZero := t.mode.Mode
	toZero.Round = num.TowardZero
	for i := range o.N & 63 {
		v := in[i&31]
		if o.Flags&code.FlagSat != 0 {
			v = num.SatD(v)
		}
		if em>>(i&31)&1 != 0 && math.Float32bits(num.DToF(toZero, v)) != math.Float32bits(num.DToF(t.mode.Mode, v)) {
			t.unmodelled(o, "a double that becomes another float by cr0 than toward zero", 0)
			return true
		}
	}
	return false
}

// paired widens n dwords to pairs, whose second nothing defines: 0, as Mesa saw it.
func (t *thread) paired(raw unsafe.Pointer, n int) unsafe.Pointer {
	in, out := as[uint32](raw), as[uint64](t.tmp(tmpExtra))
	for i := range n & 63 {
		out[i&31] = uint64(in[i&31])
	}
	return unsafe.Pointer(out)
}
