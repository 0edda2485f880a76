package num

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Sums of products that come out the same in whatever way they are rounded have a
// value; others do not.
func TestDot(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for i, c := range []struct {
		a, b  []float32
		want  float32
		known bool
	}{
		{[]float32{1, 2, 3, 4}, []float32{10, 20, 30, 40}, 300, true},
		{[]float32{1, -1}, []float32{3, 3}, 0, true},
		{[]float32{0.5, 0.25, 4}, []float32{0.5, -8, 0.125}, -1.25, true},
		{[]float32{1 + 0x1p-23, 1}, []float32{1 + 0x1p-23, 1}, 0, false}, // the product rounds
		{[]float32{1, 1}, []float32{1, 0x1p-24}, 0, false},               // the sum rounds
		{[]float32{0x1p30, 1, -0x1p30}, []float32{1, 1, 1}, 0, false},    // so does a part of it
		{[]float32{math.MaxFloat32, 1}, []float32{2, 1}, 0, false},       // too large on the way
		{[]float32{0x1p-100, 0}, []float32{0x1p-40, 0}, 0, false},        // too small
		{[]float32{inf, 1}, []float32{2, 0x1p-24}, inf, true},
		{[]float32{math.MaxFloat32, math.MaxFloat32, -inf}, []float32{1, 1, 1}, 0, false}, // infinite on the way
		{[]float32{inf, -inf, 1}, []float32{1, 1, 1}, nan, true},
		{[]float32{nan, 1, 1, 1}, []float32{1, 1, 1, 1}, nan, true},
		{[]float32{inf, 0}, []float32{0, 1}, nan, true},
		{[]float32{0x1p-140, 1}, []float32{1, 2}, 2, true}, // flushed first
	} {
		v, known := DotF(Mode{}, c.a, c.b)
		assert.Equal(t, c.known, known, "case %d", i)
		if c.known {
			assert.Equal(t, math.Float32bits(c.want)&^(1<<31), math.Float32bits(CanonF(v))&^(1<<31), "case %d: %v", i, v)
			assert.Equal(t, c.want < 0, v < 0, "case %d", i)
		}
	}
}
