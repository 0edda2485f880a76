package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestSaturatedFloatInTheAccumulator: as a destination the accumulator holds what any
// register would, from which the next sum goes on.
func TestSaturatedFloatInTheAccumulator(t *testing.T) {
	add := ins(native.OpAdd, 8, arf(native.ARFAcc0, 0, native.F), vec(1, native.F), vec(2, native.F))
	add.Sat = true
	r := load(t, 0xFF, add, ins(native.OpAdd, 8, dst(10, native.F), region(arf(native.ARFAcc0, 0, native.F), 8, 8, 1), vec(2, native.F)))
	set[float32](r, 1, 0.5, 0.25, -3, 4, 0, 1, 0.75, -0.5)
	set[float32](r, 2, 0.25, 0.25, 1, 1, 0, 0, 2, 0.5).run(t)
	assert.Equal(t, []float32{1, 0.75, 1, 2, 0, 1, 3, 0.5}, get[float32](r, 10, 8))
}
