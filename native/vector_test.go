package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestVectorElement: the elements of a packed immediate that the first lanes get.
func TestVectorElement(t *testing.T) {
	for _, c := range []struct {
		dst  native.Type
		h    uint8
		imm  native.Type
		want []int
	}{
		{native.W, 1, native.V, []int{0, 1, 2, 3}},
		{native.UW, 1, native.UV, []int{0, 1, 2, 3}},
		{native.UW, 2, native.UV, []int{0, 2, 4, 6}},
		{native.D, 1, native.V, []int{0, 2, 4, 6}}, // mov (4|M0) r2.0<1>:d 0x3020100:v is 0, 1, 2, 3
		{native.D, 2, native.V, []int{0, 4, 8, 12}},
		{native.UB, 1, native.UV, []int{0, 0, 1, 1}},
		{native.UB, 2, native.UV, []int{0, 1, 2, 3}},
		{native.F, 1, native.VF, []int{0, 1, 2, 3}},
		{native.HF, 1, native.VF, []int{0, 0, 1, 1}},
	} {
		in := native.Inst{Op: native.OpMov, ExecSize: 4, Dst: native.GRFOperand(2, 0, native.Region{H: c.h}, c.dst)}
		var got []int
		for lane := range 4 {
			got = append(got, in.VectorElement(c.imm, lane))
		}
		assert.Equal(t, c.want, got, "%s<%d> of %s", c.dst, c.h, c.imm)
	}
	assert.Equal(t, 0, native.UD.VectorBytes())
}
