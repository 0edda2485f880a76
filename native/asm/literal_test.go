package asm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// Signed immediates are numbers of their own width, others bits.
func TestImmediateText(t *testing.T) {
	for _, c := range []struct {
		t    native.Type
		v    uint64
		want string
	}{
		{native.W, 0xFFFF, "-1:w"}, {native.W, 0x7FFF, "32767:w"}, {native.W, 0x8000, "-32768:w"},
		{native.D, 0xFFFFFFFE, "-2:d"}, {native.D, 0x7FFFFFFF, "2147483647:d"}, {native.D, 0x80000000, "-2147483648:d"},
		{native.Q, 1 << 63, "-9223372036854775808:q"}, {native.Q, 1<<63 - 1, "9223372036854775807:q"},
		{native.UW, 0xFFFF, "0xFFFF:uw"}, {native.UD, 0x80000000, "0x80000000:ud"}, {native.F, 0x3F800000, "0x3F800000:f"},
		{native.V, 0xFEDC3210, "0xFEDC3210:v"},
	} {
		in := native.Inst{Op: native.OpMov, ExecSize: 8, Dst: native.GRFOperand(3, 0, native.Region{H: 1}, c.t)}
		in.Src[0] = native.ImmOperand(c.v, c.t)
		assert.Contains(t, asm.Inst(native.SKL, &in, 0), " "+c.want, c.want)
	}
}
