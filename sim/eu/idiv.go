package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
)

// resolveBoth is the integer division with both results: the quotient in the
// destination, the remainder in the register behind it.
func (l *loader) resolveBoth(k Kernel) error {
	dst, end := &l.in.Dst, (int(l.in.Dst.Reg)+2)*l.prog.regBytes
	switch {
	case dst.File != native.GRF || dst.Indirect || dst.Sub != 0 || dst.Region.H > 1 || dst.Type.Size() != 4 || l.in.Align16 || !l.wraps():
		return l.refuse("division with remainder into other than dwords from the start of a register")
	case 4*int(l.op.N) > l.prog.regBytes:
		return l.refuse("division with remainder of %d channels", l.op.N)
	case end > l.prog.grf:
		return l.bad("remainder behind the last register r%d", dst.Reg)
	}
	if err := l.alu(ClassRaw, k); err != nil {
		return err
	}
	l.op.Form = FormBoth
	l.op.Flags &^= FlagInPlace | FlagDirect
	return nil
}

// both divides: both rows are made before either is stored.
func (t *thread) both(o *Op, em uint32) {
	a, b, c := t.row(o, &o.Src[0], 0), t.row(o, &o.Src[1], 1), t.row(o, &o.Src[2], 2)
	quot, rem := t.tmp(tmpOut), t.tmp(tmpExtra)
	rawRows[o.Kern&(numKernels-1)](as[uint32](quot), as[uint32](a), as[uint32](b), as[uint32](c), int(o.N))
	rawRows[(o.Kern+KernRem-KernQuot)&(numKernels-1)](as[uint32](rem), as[uint32](a), as[uint32](b), as[uint32](c), int(o.N))
	if t.err != nil {
		return
	}
	d := unsafe.Add(t.base, int(o.Dst.Addr))
	storeRow(d, 4, 4, em&o.Dst.Enable, quot)
	storeRow(unsafe.Add(d, t.prog.regBytes), 4, 4, em&o.Dst.Enable, rem)
}
