package code

import "github.com/genvisa/genvisa/native"

// intCompare picks rows that hold both sources exactly: 32-bit ones when both
// are signed or both unsigned.
func (l *loader) intCompare() (Class, Kernel, error) {
	signed, unsigned, narrow := true, true, true
	for i := range 2 {
		src := &l.in.Src[i]
		ty, packed := scalarType(src.Type), src.Type.VectorBytes() != 0
		plain := src.Mod == native.ModNone
		positive := src.File == native.Imm && plain && Extend(int64(src.Imm), ty) >= 0 && !packed
		signed = signed && plain && (ty.IsSigned() || ty.Size() < 4 || positive && ty.Size() == 4 && int32(src.Imm) >= 0)
		unsigned = unsigned && (plain && (!ty.IsSigned() || positive) || src.Mod == native.ModAbs && !ty.IsSigned())
		narrow = narrow && l.intSrc(i)
	}
	switch {
	case narrow && unsigned:
		return ClassRaw, KernCmp, nil
	case narrow && signed:
		return ClassRaw, KernCmpSigned, nil
	case unsigned:
		return ClassWide, KernCmp, nil
	case l.hasSource(native.UQ):
		return 0, 0, l.refuse("comparison of uq with a signed source")
	}
	return ClassWide, KernCmpSigned, nil
}

func resolveCmp(l *loader) error {
	o := l.op
	if o.Cond == native.CondOV || o.Cond == native.CondNone {
		return l.refuse("%s with condition modifier %q", l.in.Op, o.Cond.String())
	}
	o.Form, o.Kern = FormCmp, l.row.kern
	c, float := floatClass(l.execType())
	o.Class = c
	if !float {
		var err error
		if o.Class, o.Kern, err = l.intCompare(); err != nil {
			return err
		}
	}
	if err := l.sources(2); err != nil {
		return err
	}
	if err := l.destination(); err != nil {
		return err
	}
	if isAcc(&l.in.Dst) || l.in.AccWr {
		return l.refuse("cmp into the accumulator")
	}
	return nil
}

// resolveSel: with a condition modifier the sources are compared, without one the
// predicate chooses.
func resolveSel(l *loader) error {
	o, cond := l.op, l.in.Cond
	if cond != native.CondNone && l.in.PredCtrl != native.PredNone {
		return l.bad("sel has both a predicate and a condition modifier")
	}
	if cond == native.CondOV || cond == native.CondNone && l.in.PredCtrl == native.PredNone {
		return l.refuse("sel with condition modifier %q and no predicate", cond.String())
	}
	c, float := floatClass(l.execType())
	o.Form, o.Class, o.Kern = FormSel, c, KernMov
	switch {
	case float && cond != native.CondNone:
		o.Kern = KernCmpNumber
	case float:
	case cond == native.CondNone:
		if l.wraps() {
			o.Class = ClassRaw
		}
	default:
		c, k, err := l.intCompare()
		switch {
		case err != nil:
			return err
		case c == ClassRaw && l.wraps():
			o.Class, o.Kern = ClassRaw, k
		case c == ClassWide:
			o.Kern = k
		default:
			o.Kern = KernCmpSigned
		}
	}
	return l.selection(cond)
}

// resolveCsel compares the third source with zero; all types are alike.
func resolveCsel(l *loader) error {
	o, cond := l.op, l.in.Cond
	if cond == native.CondOV || cond == native.CondNone || l.in.PredCtrl != native.PredNone {
		return l.refuse("csel with condition modifier %q and predicate control %d", cond.String(), l.in.PredCtrl)
	}
	c, float := floatClass(l.execType())
	o.Form, o.Class, o.Kern = FormCsel, c, KernCmp
	if !float {
		o.Class, o.Kern = l.thirdCompare()
	}
	return l.selection(cond)
}

// thirdCompare picks rows that hold the third source exactly, and what of the others is stored.
func (l *loader) thirdCompare() (Class, Kernel) {
	third := &l.in.Src[2]
	narrow, plain := third.Type.Size() < native.D.Size(), third.Mod == native.ModNone
	switch {
	case !l.wraps() || !narrow && !plain:
		return ClassWide, KernCmpSigned
	case narrow || third.Type.IsSigned():
		return ClassRaw, KernCmpSigned
	}
	return ClassRaw, KernCmp
}

// selection resolves the operands of sel and csel, which write no flags and whose
// predicate is no mask.
func (l *loader) selection(cond native.CondMod) error {
	o := l.op
	o.Flags &^= FlagPredicated
	o.Cond = native.CondNone
	if err := l.operands(); err != nil {
		return err
	}
	o.Cond = cond
	l.inPlace()
	return nil
}
