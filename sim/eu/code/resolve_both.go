package code

import "github.com/genvisa/genvisa/native"

// resolveBoth is the integer division with both results: the quotient in the
// destination, the remainder in the register behind it.
func (l *loader) resolveBoth(k Kernel) error {
	dst, end := &l.in.Dst, (int(l.in.Dst.Reg)+2)*l.prog.RegBytes
	switch {
	case dst.File != native.GRF || dst.Indirect || dst.Sub != 0 || dst.Region.H > 1 || dst.Type.Size() != 4 || l.in.Align16 || !l.wraps():
		return l.refuse("division with remainder into other than dwords from the start of a register")
	case 4*int(l.op.N) > l.prog.RegBytes:
		return l.refuse("division with remainder of %d channels", l.op.N)
	case end > l.prog.FileBytes:
		return l.bad("remainder behind the last register r%d", dst.Reg)
	}
	if err := l.alu(ClassRaw, k); err != nil {
		return err
	}
	l.op.Form = FormBoth
	l.op.Flags &^= FlagInPlace | FlagDirect
	return nil
}
