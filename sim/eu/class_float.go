package eu

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// Rows of floats are loaded, copied and stored without arithmetic, so that plain
// moves keep every bit, those of a NaN included.

var classF = class[float32]{
	name: "float",
	readers: [native.NumTypes]reader[float32]{
		native.F: readAs[float32, float32], native.HF: readHalf,
	},
	same:     func(ty native.Type) bool { return ty == native.F },
	modifier: floatModifier32,
	accGet:   floatAccGet,
	accSet:   func(a *accState, e int, v float32) { a.f[e] = v },
	acc:      accF,
	convert:  convertF,
}

// classH is arithmetic on halves only; rows hold their values.
var classH = class[float32]{
	name:     "half float",
	readers:  [native.NumTypes]reader[float32]{native.HF: readHalf},
	same:     func(native.Type) bool { return false },
	modifier: floatModifier32,
	accGet:   floatAccGet,
	accSet:   func(a *accState, e int, v float32) { a.f[e] = v },
	acc:      accHF,
	convert:  convertH,
}

var classD = class[float64]{
	name: "double",
	readers: [native.NumTypes]reader[float64]{
		native.DF: readAs[float64, float64], native.F: readAs[float32, float64],
	},
	same:     func(ty native.Type) bool { return ty == native.DF },
	modifier: floatModifier64,
	accGet: func(_ *loader, ty native.Type) func(*accState, int) float64 {
		if ty != native.DF {
			return nil
		}
		return func(a *accState, e int) float64 { return a.d[e] }
	},
	accSet:  func(a *accState, e int, v float64) { a.d[e] = v },
	acc:     accDF,
	convert: convertD,
}

// readHalf widens halves; a NaN keeps its payload.
func readHalf(p unsafe.Pointer, offs []uint16, row *[maxLanes]float32) {
	for i, o := range offs {
		row[i] = math.Float32frombits(num.WidenHalf(*(*uint16)(unsafe.Add(p, uintptr(o)))))
	}
}

func floatAccGet(_ *loader, ty native.Type) func(*accState, int) float32 {
	if ty != native.F && ty != native.HF {
		return nil
	}
	return func(a *accState, e int) float32 { return a.f[e] }
}

// floatModifier32 changes the sign bit only.
func floatModifier32(_ *loader, op *native.Operand) func([]float32) {
	clear, flip := signMasks(op.Mod)
	if clear == 0 && flip == 0 {
		return nil
	}
	return func(row []float32) {
		for i, v := range row {
			row[i] = math.Float32frombits(math.Float32bits(v)&^uint32(clear>>32) ^ uint32(flip>>32))
		}
	}
}

func floatModifier64(_ *loader, op *native.Operand) func([]float64) {
	clear, flip := signMasks(op.Mod)
	if clear == 0 && flip == 0 {
		return nil
	}
	return func(row []float64) {
		for i, v := range row {
			row[i] = math.Float64frombits(math.Float64bits(v)&^clear ^ flip)
		}
	}
}

// signMasks is a modifier as the double bits to clear and then to flip.
func signMasks(m native.SrcMod) (clear, flip uint64) {
	const sign = 1 << 63
	if m&native.ModAbs != 0 {
		clear = sign
	}
	if m&native.ModNeg != 0 {
		flip = sign
	}
	return clear, flip
}

// each32 lifts a conversion of one element to rows.
func each32[T lane](f func(m num.Mode, v T) uint32) to32[T] {
	return func(t *thread, in *[maxLanes]T, out *[maxLanes]uint32, n int) {
		for i := range n {
			out[i] = f(t.mode, in[i])
		}
	}
}

func each64[T lane](f func(m num.Mode, v T) uint64) to64[T] {
	return func(t *thread, in *[maxLanes]T, out *[maxLanes]uint64, n int) {
		for i := range n {
			out[i] = f(t.mode, in[i])
		}
	}
}

// floatToInt truncates and always clamps, saturating or not.
func floatToInt[T float32 | float64](ty native.Type) (to32[T], to64[T], error) {
	bits, signed := 8*ty.Size(), ty.IsSigned()
	if bits == 64 {
		return nil, each64(func(_ num.Mode, v T) uint64 { return uint64(num.FToInt(float64(v), bits, signed)) }), nil
	}
	return each32(func(_ num.Mode, v T) uint32 { return uint32(num.FToInt(float64(v), bits, signed)) }), nil, nil
}

func convertF(_ *loader, ty native.Type, sat bool) (to32[float32], to64[float32], error) {
	fit := func(v float32) float32 { return v }
	if sat {
		fit = num.SatF
	}
	switch ty {
	case native.F:
		if !sat {
			return nil, nil, nil
		}
		return each32(func(_ num.Mode, v float32) uint32 { return math.Float32bits(fit(v)) }), nil, nil
	case native.HF:
		return each32(func(m num.Mode, v float32) uint32 { return uint32(num.FToHalf(m, fit(v))) }), nil, nil
	case native.DF:
		return nil, each64(func(_ num.Mode, v float32) uint64 { return math.Float64bits(num.FToD(fit(v))) }), nil
	}
	return floatToInt[float32](ty)
}

func convertH(l *loader, ty native.Type, sat bool) (to32[float32], to64[float32], error) {
	if ty != native.HF {
		if ty == native.F && !sat {
			return each32(func(_ num.Mode, v float32) uint32 { return math.Float32bits(num.CanonF(v)) }), nil, nil
		}
		return convertF(l, ty, sat)
	}
	return each32(func(_ num.Mode, v float32) uint32 {
		if sat {
			v = num.SatF(v)
		}
		return uint32(num.NarrowHalf(math.Float32bits(v)))
	}), nil, nil
}

func convertD(_ *loader, ty native.Type, sat bool) (to32[float64], to64[float64], error) {
	fit := func(v float64) float64 { return v }
	if sat {
		fit = num.SatD
	}
	switch ty {
	case native.DF:
		if !sat {
			return nil, nil, nil
		}
		return nil, each64(func(_ num.Mode, v float64) uint64 { return math.Float64bits(fit(v)) }), nil
	case native.F:
		return each32(func(m num.Mode, v float64) uint32 { return math.Float32bits(num.DToF(m, fit(v))) }), nil, nil
	case native.HF:
		return each32(func(m num.Mode, v float64) uint32 { return uint32(num.DToHalf(m, fit(v))) }), nil, nil
	}
	return floatToInt[float64](ty)
}

// intToFloat rounds exact integers to a float type by the mode of cr0.
func intToFloat(ty native.Type, sat, unsigned bool) (to32[int64], to64[int64], error) {
	switch ty {
	case native.F:
		return each32(func(m num.Mode, v int64) uint32 {
			f := num.IntToF(m, v)
			if unsigned {
				f = num.UintToF(m, uint64(v))
			}
			if sat {
				f = num.SatF(f)
			}
			return math.Float32bits(f)
		}), nil, nil
	case native.HF:
		return each32(func(m num.Mode, v int64) uint32 {
			switch {
			case sat:
				return uint32(num.FToHalf(m, num.SatF(num.IntToF(m, min(max(v, -1), 2)))))
			case unsigned:
				return uint32(num.UintToHalf(m, uint64(v)))
			}
			return uint32(num.IntToHalf(m, v))
		}), nil, nil
	}
	return nil, each64(func(m num.Mode, v int64) uint64 {
		f := num.IntToD(m, v)
		if unsigned {
			f = num.UintToD(m, uint64(v))
		}
		if sat {
			f = num.SatD(f)
		}
		return math.Float64bits(f)
	}), nil
}
