package eu

import "github.com/genvisa/genvisa/native"

// resolveCarry is addc and subb: unsigned dwords, with carry or borrow in the
// accumulator.
func resolveCarry(l *loader) error {
	in := l.in
	if in.Src[0].Type != native.UD || in.Src[1].Type != native.UD || in.Dst.Type != native.UD || in.Sat ||
		in.Src[0].Mod != 0 || in.Src[1].Mod != 0 {
		return l.refuse("%s with types other than ud, modifiers or saturation", in.Op)
	}
	return l.longForm(FormCarry)
}

// resolveMach is the second step of a 32-bit multiply.
func resolveMach(l *loader) error {
	in := l.in
	if !in.AccWr && !l.prog.Target.Caps().MachLow {
		return l.refuse("mach without AccWrEn on %s", l.prog.Target)
	}
	if in.Src[0].Mod != 0 || in.Src[1].Mod != 0 || in.Sat || l.execType() != native.D {
		return l.refuse("mach with modifiers, saturation or types other than dwords")
	}
	return l.longForm(FormMach)
}

// longForm resolves the instructions that write something else than their result
// to the accumulator, from its first element on.
func (l *loader) longForm(f Form) error {
	o := l.op
	o.Form, o.Class, o.Kern = f, ClassWide, l.row.kern
	if int(o.N)*4 > accBytes {
		return l.refuse("%s of %d dwords: the accumulator has %d", l.in.Op, o.N, accBytes/4)
	}
	plain := *l.in
	plain.AccWr = false
	inner := *l
	inner.in = &plain
	if err := inner.operands(); err != nil {
		return err
	}
	o.AccAt = uint32(l.prog.grf + offAcc)
	if l.in.AccWr {
		o.Flags |= FlagAccWr
	}
	return nil
}

// resolveMac is mad with the accumulator as the summand.
func resolveMac(l *loader) error {
	mad := *l.in
	ty := l.execType()
	if !ty.IsFloat() {
		ty = l.in.Src[0].Type
	}
	at := accElem0(ty, l.op.Off) * ty.Size()
	mad.Src = [3]native.Operand{
		{File: native.ARF, Reg: native.ARFAcc0, Sub: uint16(at), Type: ty, Region: native.Region{V: 1, W: 1}},
		l.in.Src[0], l.in.Src[1],
	}
	inner := *l
	inner.in, inner.srcs = &mad, 3
	if c, float := floatClass(inner.execType()); float {
		return inner.alu(c, KernMad)
	}
	return inner.alu(ClassWide, KernMad)
}
