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
// source modifiers.
func resolveBoolean(l *loader) error {
	in, o := l.in, l.op
	if !l.wraps() || in.Dst.Type.Size() == 1 {
		return l.refuse("bfn into a destination of type %s, with floats, saturation or AccWrEn", in.Dst.Type)
	}
	for i := range l.srcs {
		if src := &in.Src[i]; src.Type.Size() == 1 || src.Mod != native.ModNone {
			return l.refuse("bfn of type %s, or with a modifier, in source %d", src.Type, i)
		}
	}
	o.Form, o.Class, o.Ext = FormBoolean, ClassRaw, int32(in.BoolFC)
	if err := l.operands(); err != nil {
		return err
	}
	l.inPlace()
	return nil
}
