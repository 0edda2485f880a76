package interp

import (
	"math"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// widening converts element bits of a float source to the bits of its class;
// nil when they are the same. Integer sources never have a float class.
func widening(t visa.Type, c sem.Class) func(uint64) uint64 {
	switch {
	case t == visa.HF && (c == sem.F || c == sem.HF):
		return func(v uint64) uint64 { return uint64(num.WidenHalf(uint16(v))) }
	case t == visa.HF && c == sem.DF:
		return func(v uint64) uint64 { return math.Float64bits(num.FToD(num.HalfToF(uint16(v)))) }
	case t == visa.F && c == sem.DF:
		return func(v uint64) uint64 { return math.Float64bits(num.FToD(math.Float32frombits(uint32(v)))) }
	}
	return nil
}

// conversion turns a class's element, as dest.take gives it, into the bits of
// the destination's type.
type conversion func(m num.Mode, v uint64) uint64

// conversionTo picks the conversion for a destination; nil when low bits are
// stored as they are. ok is false for combinations that no op has.
func conversionTo(t visa.Type, c sem.Class, sat bool) (f conversion, ok bool) {
	switch c {
	case sem.UD, sem.D, sem.X, sem.Q, sem.UQ, sem.P:
		if t.IsFloat() {
			return intToFloat(t, c, sat)
		}
		return clampInt(t, c, sat)
	case sem.DF:
		return doubleTo(t, sat)
	}
	return floatTo(t, c, sat)
}

func clampInt(t visa.Type, c sem.Class, sat bool) (conversion, bool) {
	bits, signed := 8*t.Size(), t.IsSigned()
	switch {
	case !sat:
		return nil, true
	case c == sem.UQ, bits == 64 && !signed:
		return nil, false // needs more than the 64 bits that rows hold
	}
	return func(_ num.Mode, v uint64) uint64 { return uint64(num.SatInt(int64(v), bits, signed)) }, true
}

func intToFloat(t visa.Type, c sem.Class, sat bool) (conversion, bool) {
	var f conversion
	unsigned := c == sem.UQ
	switch {
	case t == visa.HF && (c == sem.Q || c == sem.UQ):
		f, _ = intToFloat(visa.F, c, false)
		f = halved(f)
	case t == visa.F && unsigned:
		f = func(m num.Mode, v uint64) uint64 { return f32(num.UintToF(m, v)) }
	case t == visa.F:
		f = func(m num.Mode, v uint64) uint64 { return f32(num.IntToF(m, int64(v))) }
	case t == visa.HF && unsigned:
		f = func(m num.Mode, v uint64) uint64 { return uint64(num.UintToHalf(m, v)) }
	case t == visa.HF:
		f = func(m num.Mode, v uint64) uint64 { return uint64(num.IntToHalf(m, int64(v))) }
	case t == visa.DF && unsigned:
		f = func(m num.Mode, v uint64) uint64 { return math.Float64bits(num.UintToD(m, v)) }
	case t == visa.DF:
		f = func(m num.Mode, v uint64) uint64 { return math.Float64bits(num.IntToD(m, int64(v))) }
	}
	if f != nil && sat {
		return func(m num.Mode, v uint64) uint64 { // of integers only 0 and 1 lie between 0 and 1
			if !unsigned {
				v = uint64(max(int64(v), 0))
			}
			return f(m, min(v, 1))
		}, true
	}
	return f, f != nil
}

// halved rounds what f gives in f to hf: no EU converts between 64 bits and hf at
// once, and the value is rounded twice.
func halved(f conversion) conversion {
	return func(m num.Mode, v uint64) uint64 {
		return uint64(num.FToHalf(m, math.Float32frombits(uint32(f(m, v)))))
	}
}

func f32(v float32) uint64 { return uint64(math.Float32bits(v)) }

// floatTo converts from rows F. In class HF they hold values of halves.
func floatTo(t visa.Type, c sem.Class, sat bool) (f conversion, ok bool) {
	switch {
	case t == visa.F && !sat:
		return nil, true
	case t == visa.F:
		return func(_ num.Mode, v uint64) uint64 { return f32(num.SatF(math.Float32frombits(uint32(v)))) }, true
	case t == visa.HF && !sat && c == sem.HF:
		return func(_ num.Mode, v uint64) uint64 { return uint64(num.NarrowHalf(uint32(v))) }, true
	case t == visa.HF && !sat:
		return func(m num.Mode, v uint64) uint64 { return uint64(num.FToHalf(m, math.Float32frombits(uint32(v)))) }, true
	case t == visa.HF:
		return func(m num.Mode, v uint64) uint64 {
			return uint64(num.FToHalf(m, num.SatF(math.Float32frombits(uint32(v)))))
		}, true
	case t == visa.DF && !sat:
		return func(_ num.Mode, v uint64) uint64 {
			return math.Float64bits(num.FToD(math.Float32frombits(uint32(v))))
		}, true
	case t == visa.DF:
		return func(_ num.Mode, v uint64) uint64 {
			return math.Float64bits(num.FToD(num.SatF(math.Float32frombits(uint32(v)))))
		}, true
	case t.IsFloat() || t == visa.BOOL:
		return nil, false
	}
	bits, signed := 8*t.Size(), t.IsSigned()
	return func(_ num.Mode, v uint64) uint64 {
		return uint64(num.FToInt(float64(math.Float32frombits(uint32(v))), bits, signed))
	}, true
}

func doubleTo(t visa.Type, sat bool) (conversion, bool) {
	switch {
	case t == visa.DF && !sat:
		return nil, true
	case t == visa.DF:
		return func(_ num.Mode, v uint64) uint64 { return math.Float64bits(num.SatD(math.Float64frombits(v))) }, true
	case t == visa.F && !sat:
		return func(m num.Mode, v uint64) uint64 { return f32(num.DToF(m, math.Float64frombits(v))) }, true
	case t == visa.F:
		return func(m num.Mode, v uint64) uint64 { return f32(num.SatF(num.DToF(m, math.Float64frombits(v)))) }, true
	case t == visa.HF:
		f, _ := doubleTo(visa.F, sat)
		return halved(f), true
	case t.IsFloat() || t == visa.BOOL:
		return nil, false
	}
	bits, signed := 8*t.Size(), t.IsSigned()
	return func(_ num.Mode, v uint64) uint64 { return uint64(num.FToInt(math.Float64frombits(v), bits, signed)) }, true
}

// moved adds to the conversion of a float mov what mov itself does to the value:
// one with modifier or saturation is arithmetic and flushes denormals; a NaN
// that changes its type becomes the canonical one.
func (d *decoder) moved(conv conversion, o *visa.Operand, c sem.Class) conversion {
	if d.in.Op != visa.OpMov {
		return conv
	}
	src := &d.in.Args[1]
	flush := flushes[c]
	if c == sem.F && src.Type == visa.HF {
		flush = flushes[sem.HF]
	}
	if src.Mod == visa.NoMod && o.Mod != visa.Sat {
		flush = nil
	}
	canon := c == sem.HF && o.Type == visa.F || c == sem.F && src.Type == visa.HF
	if flush == nil && !canon {
		return conv
	}
	return func(m num.Mode, v uint64) uint64 {
		if flush != nil {
			v = flush(m, v)
		}
		if canon {
			v = f32(num.CanonF(math.Float32frombits(uint32(v))))
		}
		if conv != nil {
			v = conv(m, v)
		}
		return v
	}
}

// flushes is denormal flushing of a row element, by class.
var flushes = [sem.NumClasses]conversion{
	sem.F:  func(m num.Mode, v uint64) uint64 { return f32(m.FlushF(math.Float32frombits(uint32(v)))) },
	sem.HF: func(m num.Mode, v uint64) uint64 { return f32(m.FlushH(math.Float32frombits(uint32(v)))) },
	sem.DF: func(m num.Mode, v uint64) uint64 { return math.Float64bits(m.FlushD(math.Float64frombits(v))) },
}

// relation is the conversion of cmp's result into a general variable: all ones
// of any type for true, also of floats, whatever class was compared.
func relation(t visa.Type, wide bool) conversion {
	if t.Size() == 4 && !wide {
		return nil // the row holds all ones or 0 already
	}
	return func(_ num.Mode, v uint64) uint64 {
		if v != 0 {
			return math.MaxUint64
		}
		return 0
	}
}
