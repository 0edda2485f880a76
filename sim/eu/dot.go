package eu

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// dot sums products. A sum whose value depends on how it is rounded on the way
// stops the thread.
func (t *thread) dot(o *code.Op, em uint32) {
	a, b := as[float32](t.row(o, &o.Src[0], 0)), as[float32](t.row(o, &o.Src[1], 1))
	out := as[float32](t.tmp(tmpOut))
	terms := int(o.Ext)
	for g := 0; g < int(o.N); g += num.MaxTerms {
		left := [num.MaxTerms]float32(a[g&31:])
		if o.Flags&code.FlagOne != 0 {
			left[terms-1] = 1
		}
		v, known := num.DotF(t.mode.Mode, left[:terms], b[g:g+terms])
		if !known && em&o.Dst.Enable>>g&15 != 0 {
			t.unmodelled(o, "a sum of products that depends on where it is rounded", 0)
			return
		}
		for i := range num.MaxTerms {
			out[g+i] = v
		}
	}
	t.finish(o, em, t.tmp(tmpOut))
}
