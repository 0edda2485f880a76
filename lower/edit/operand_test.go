package edit

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestShrinkQuad: a number of 64 bits as one of 32 where that is the same.
func TestShrinkQuad(t *testing.T) {
	for _, c := range []struct {
		v    uint64
		t    native.Type
		want native.Operand
	}{
		{0x7FFFFFFF, native.Q, native.ImmOperand(0x7FFFFFFF, native.D)}, {0x80000000, native.Q, native.ImmOperand(0x80000000, native.Q)}, {0xFFFFFFFF80000000, native.Q, native.ImmOperand(0x80000000, native.D)},
		{0xFFFFFFFF7FFFFFFF, native.Q, native.ImmOperand(0xFFFFFFFF7FFFFFFF, native.Q)}, {0, native.Q, native.ImmOperand(0, native.D)}, {0xFFFFFFFFFFFFFFFF, native.Q, native.ImmOperand(0xFFFFFFFF, native.D)},
		{0xFFFFFFFF, native.UQ, native.ImmOperand(0xFFFFFFFF, native.UD)}, {0x100000000, native.UQ, native.ImmOperand(0x100000000, native.UQ)}, {1, native.DF, native.ImmOperand(1, native.DF)},
	} {
		assert.Equal(t, c.want, ShrinkQuad(c.v, c.t), "%#x:%v", c.v, c.t)
	}
}
