package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/sim/eu/code"
)

// both divides: both rows are made before either is stored.
func (t *thread) both(o *code.Op, em uint32) {
	a, b, c := t.row(o, &o.Src[0], 0), t.row(o, &o.Src[1], 1), t.row(o, &o.Src[2], 2)
	quot, rem := t.tmp(tmpOut), t.tmp(tmpExtra)
	rawRows[o.Kern&(numKernels-1)](as[uint32](quot), as[uint32](a), as[uint32](b), as[uint32](c), int(o.N))
	rawRows[(o.Kern+code.KernRem-code.KernQuot)&(numKernels-1)](as[uint32](rem), as[uint32](a), as[uint32](b), as[uint32](c), int(o.N))
	if t.err != nil {
		return
	}
	d := unsafe.Add(t.base, int(o.Dst.Addr))
	storeRow(d, 4, 4, em&o.Dst.Enable, quot)
	storeRow(unsafe.Add(d, t.prog.RegBytes), 4, 4, em&o.Dst.Enable, rem)
}
