package eu

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// plane computes each channel's sum of products, or stops the thread as dot does.
func (t *thread) plane(o *code.Op, em uint32) {
	p, u, v := as[float32](t.row(o, &o.Src[0], 0)), as[float32](t.row(o, &o.Src[1], 1)), as[float32](t.row(o, &o.Src[2], 2))
	out := as[float32](t.tmp(tmpOut))
	at, _ := native.Op(o.Ext).Reach(0) // p, q if there is one, r
	last := len(at) - 1
	coefficients := [...]float32{p[at[0]&3], p[at[last]&3], p[at[1]&3]}
	for k := range o.N & 63 {
		place := [...]float32{u[k&31], 1, v[k&31]}
		sum, known := num.DotF(t.mode.Mode, coefficients[:last+1], place[:last+1])
		if !known && em>>k&1 != 0 {
			t.unmodelled(o, "a sum of products that depends on where it is rounded", 0)
			return
		}
		out[k&31] = sum
	}
	t.finish(o, em, t.tmp(tmpOut))
}
