package eu

import "github.com/genvisa/genvisa/sim/eu/code"

// sad sums the absolute differences of each pair of elements and the third source.
func (t *thread) sad(o *code.Op, em uint32) {
	a, b, c := as[int64](t.row(o, &o.Src[0], 0)), as[int64](t.row(o, &o.Src[1], 1)), as[int64](t.row(o, &o.Src[2], 2))
	out := as[int64](t.tmp(tmpOut))
	for k := 0; k < int(o.N); k += 2 {
		out[k&31] = distance(a[k&31], b[k&31]) + distance(a[(k+1)&31], b[(k+1)&31]) + c[k&31]
	}
	t.finish(o, em, t.tmp(tmpOut))
}

func distance(a, b int64) int64 { return max(a-b, b-a) }
