package jit

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// toFloat are conversions of integers, of dwords without a sign or of what dwords with one hold, to the nearest float.
var toFloat = map[bool][]step{
	true: {{op: x64.VCVTDQ2PS, to: res, last: s0}},
	false: { // the upper half is exact, and the sum is rounded
		{op: x64.VPSRLVD, to: tmp, a: s0, last: k(wordShift)}, {op: x64.VCVTDQ2PS, to: tmp, last: tmp},
		{op: x64.VPAND, to: res, a: s0, last: k(lowWord), commute: true}, {op: x64.VCVTDQ2PS, to: res, last: res},
		{op: x64.VFMADD231PS, to: res, a: tmp, last: k(wordF)},
	},
}

// toInteger are conversions of floats to dwords, toward zero: no number gives 0, what is too large the largest integer.
var toInteger = map[native.Type][]step{
	native.D: {
		{op: x64.VMOVDQULoad, to: tmp, last: k(signF)}, {op: x64.VCMPPS, to: tmp, a: tmp, last: s0, imm: lessEqual},
		{op: x64.VCMPPS, to: res, a: s0, last: s0, imm: ordered},
		{op: x64.VPAND, to: res, a: res, last: s0},
		{op: x64.VCVTTPS2DQ, to: res, last: res}, {op: x64.VPXOR, to: res, a: res, last: tmp},
	},
	native.UD: { // what is above the half is moved below it and back
		{op: x64.VMOVDQULoad, to: res, last: k(zeros)}, {op: x64.VCMPPS, to: res, a: res, last: s0, imm: lessEqual}, {op: x64.VPAND, to: res, a: res, last: s0},
		{op: x64.VMOVDQULoad, to: tmp, last: k(signF)}, {op: x64.VCMPPS, to: tmp, a: tmp, last: res, imm: lessEqual},
		{op: x64.VPAND, to: tmp2, a: tmp, last: k(minusSignF)}, {op: x64.VADDPS, to: res, a: res, last: tmp2},
		{op: x64.VMOVDQULoad, to: tmp2, last: k(signF)}, {op: x64.VCMPPS, to: tmp2, a: tmp2, last: res, imm: lessEqual},
		{op: x64.VPAND, to: tmp, a: tmp, last: k(signs)},
		{op: x64.VCVTTPS2DQ, to: res, last: res}, {op: x64.VPOR, to: res, a: res, last: tmp}, {op: x64.VPOR, to: res, a: res, last: tmp2},
	},
}

// conversion is an op that moves elements to another kind of number, as it is compiled: of the class of its source, with steps.
func conversion(o *code.Op) (of code.Op, steps []step) {
	of = *o
	s := &of.Src[0]
	switch {
	case o.Class == code.ClassFloat && o.Conv == code.ConvInt:
		steps = toInteger[o.Dst.Type]
	case o.Class == code.ClassWide && o.Conv == code.ConvFloat && s.Type.Size() <= 4 && !s.Type.IsFloat() && (s.Mode != code.SrcRow || s.Space == code.SpaceConsts):
		narrow := s.Type.Size() < 4
		if of.Class = code.ClassRaw; s.Mod != code.ModNone && !narrow {
			return of, nil // a negated dword may have 33 bits
		}
		switch {
		case s.Mode == code.SrcRow:
			s.Mode = code.SrcScalar // a constant, of 64 bits
		case s.Mode == code.SrcStrided && !narrow && s.Step == 4:
			s.Mode = code.SrcRow
		}
		steps = toFloat[narrow || s.Type == native.D]
	}
	return of, steps
}

// hasConversion says that an op moves elements to another kind of number, and is stored as dwords.
func hasConversion(o *code.Op) bool {
	of, steps := conversion(o)
	return o.Kern == code.KernMov && steps != nil && o.Flags&^(may|code.FlagPredicated) == 0 && (packed(o) || spaced(o)) && reads(&of, 1)
}

// convert emits one.
func (e *emitter) convert(o *code.Op) {
	of, steps := conversion(o)
	src := e.sources(&of, 1, 0)
	out := e.compute(&of, steps, &src, false)
	e.store(o, out, e.running(o))
}
