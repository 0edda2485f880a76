package eu

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// extension is element k of accumulator mme.
func (t *thread) extension(mme uint8, k int) *uint8 {
	return (*uint8)(unsafe.Add(t.base, t.grf+code.OffMME+code.MMEBytes*int(mme&(code.NumMME-1))+k))
}

// macro executes a step of the macros for division and square root.
func (t *thread) macro(o *code.Op, em uint32) {
	m := t.prog.Macro(o)
	var src [3]unsafe.Pointer
	for i := range m.Step.Sources() {
		src[i] = t.row(o, &o.Src[i], i)
	}
	d := unsafe.Add(t.base, int(o.Dst.Addr))
	early := uint32(0)
	for rest := em & o.Dst.Enable; rest != 0; {
		var k int
		k, rest = lowest(rest)
		var done bool
		if o.Class == code.ClassDouble {
			done = t.macroDouble(m, src, k, d)
		} else {
			done = t.macroFloat(m, src, k, d)
		}
		if done {
			early |= 1 << k
		}
	}
	if m.Step != code.StepMadm {
		t.setFlags(o, em, early)
	}
}

// macroDouble computes element k of a step on doubles.
func (t *thread) macroDouble(m *code.Macro, src [3]unsafe.Pointer, k int, d unsafe.Pointer) (done bool) {
	out := (*uint64)(unsafe.Add(d, 8*k))
	var y num.ExtD
	switch m.Step {
	case code.StepInvm:
		y, done = num.InvmD(t.mode.Mode, as[float64](src[0])[k], as[float64](src[1])[k])
	case code.StepRsqtm:
		y, done = num.RsqtmD(t.mode.Mode, as[float64](src[0])[k])
	default:
		var x [3]num.ExtD
		for i := range x {
			x[i] = t.extD(m.Src[i], as[uint64](src[i])[k], k)
		}
		if m.Dst == native.NoMME {
			*out = math.Float64bits(num.LastMadmD(t.mode.Mode, x[0], x[1], x[2]))
			return false
		}
		y = num.MadmD(x[0], x[1], x[2])
	}
	bits, high := y.PackD()
	*out = bits
	t.extend(m.Dst, k, high)
	return done
}

func (t *thread) extD(mme uint8, bits uint64, k int) num.ExtD {
	if mme == native.NoMME {
		return num.WidenD(t.mode.Mode, math.Float64frombits(bits))
	}
	return num.UnpackD(bits, *t.extension(mme, k))
}

// macroFloat is macroDouble for floats.
func (t *thread) macroFloat(m *code.Macro, src [3]unsafe.Pointer, k int, d unsafe.Pointer) (done bool) {
	out := (*uint32)(unsafe.Add(d, 4*k))
	var y float64
	switch m.Step {
	case code.StepInvm:
		y, done = num.InvmF(t.mode.Mode, as[float32](src[0])[k], as[float32](src[1])[k])
	case code.StepRsqtm:
		y, done = num.RsqtmF(t.mode.Mode, as[float32](src[0])[k])
	default:
		var x [3]float64
		for i := range x {
			x[i] = t.extF(m.Src[i], as[uint32](src[i])[k], k)
		}
		if m.Dst == native.NoMME {
			*out = math.Float32bits(num.LastMadmF(t.mode.Mode, x[0], x[1], x[2]))
			return false
		}
		y = num.MadmF(x[0], x[1], x[2])
	}
	bits, high := num.PackF(y)
	*out = bits
	t.extend(m.Dst, k, high)
	return done
}

func (t *thread) extF(mme uint8, bits uint32, k int) float64 {
	if mme == native.NoMME {
		return num.WidenF(t.mode.Mode, math.Float32frombits(bits))
	}
	return num.UnpackF(bits, *t.extension(mme, k))
}

// extend stores the exponent extension of a result.
func (t *thread) extend(mme uint8, k int, high uint8) {
	if mme != native.NoMME {
		*t.extension(mme, k) = high
	}
}
