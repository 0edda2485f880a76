package code

import "github.com/genvisa/genvisa/native"

// resolveAdd3 is the sum of three integers.
func resolveAdd3(l *loader) error {
	for i := range l.srcs {
		if l.in.Src[i].Type.IsFloat() {
			return l.refuse("add3 of type %s: floats are no operands of it", l.in.Src[i].Type)
		}
	}
	return resolveALU(l)
}

// resolveBoolean is bfn: integers of up to 32 bits, whose function stands in the place of
// source modifiers. An accumulator has it of the bits above too, as it has and, or, xor and not.
func resolveBoolean(l *loader) error {
	in, o := l.in, l.op
	if ty := in.Dst.Type; ty.IsFloat() || ty.Size() == 1 || ty.Size() == 8 || in.Sat || in.AccWr {
		return l.refuse("bfn into a destination of type %s, with saturation or AccWrEn", ty)
	}
	for i := range l.srcs {
		if src := &in.Src[i]; src.Type.Size() == 1 || src.Mod != native.ModNone || !l.intSrc(i) {
			return l.refuse("bfn of type %s, or with a modifier, in source %d", src.Type, i)
		}
	}
	o.Form, o.Class, o.Ext = FormBoolean, ClassRaw, int32(in.BoolFC)
	if !l.intDst() {
		o.Class = ClassWide
	}
	if err := l.operands(); err != nil {
		return err
	}
	l.inPlace()
	return nil
}
