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
	switch ty := in.Dst.Type; {
	case ty.IsFloat() || ty.Size() != 2 && ty.Size() != 4:
		return l.refuse("bfn into a destination of type %s: want integers of 16 or 32 bits", ty)
	case in.Sat:
		return l.refuse("bfn with saturation")
	case in.AccWr:
		return l.refuse("bfn with AccWrEn")
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
