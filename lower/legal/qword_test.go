package legal

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

func reg(v, w, h uint8) native.Region { return native.Region{V: v, W: w, H: h} }

// TestInDwords: regions of 64-bit elements as ones of dwords.
func TestInDwords(t *testing.T) {
	for _, c := range []struct {
		r    native.Region
		size int
		want native.Region
		ok   bool
	}{
		{reg(4, 4, 1), 4, reg(2, 1, 0), true}, {reg(16, 1, 0), 4, reg(32, 1, 0), true}, {reg(32, 1, 0), 4, reg(64, 1, 0), false}, {native.Scalar, 4, native.Scalar, true},
		{reg(8, 2, 1), 8, reg(16, 2, 2), true}, {reg(8, 2, 2), 8, reg(16, 2, 4), true}, {reg(16, 2, 1), 8, reg(32, 2, 2), true}, {reg(32, 2, 1), 8, reg(64, 2, 2), false}, {reg(16, 2, 4), 8, reg(32, 2, 8), false}, {reg(native.VxH, 1, 0), 4, reg(native.VxH, 1, 0), true},
	} {
		got, ok := inDwords(c.r, c.size)
		assert.Equal(t, c.want, got, "%+v", c)
		assert.Equal(t, c.ok, ok, "%+v", c)
	}
}
