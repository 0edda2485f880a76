package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestMaskedBlocks: a block moves when all channels of its instruction run, and not when
// none does. What some of them would move no source says (message reference, open point
// 5): the upper half of sixteen is as much some of them as any.
func TestMaskedBlocks(t *testing.T) {
	for _, c := range []struct {
		mask uint32
		n    uint8
		want int // dwords that were read; -1 stops
	}{{0xFFFF, 16, 8}, {0xFF, 8, 8}, {0xFFFF, 8, 8}, {0xFF00, 8, 0}, {0xFF00, 16, -1}, {0x00FF, 16, -1}, {1, 8, -1}, {0x7F, 8, -1}} {
		in := headed(sendMsg(dc0, 1, 1, 2<<8|3))
		in.ExecSize = c.n
		r := load(t, c.mask, in)
		r.surface(3, 16)
		if c.want >= 0 {
			assert.Equal(t, append(seq(100, c.want), make([]int32, 8-c.want)...), get[int32](r.run(t), 10, 8), "%#x", c.mask)
			continue
		}
		_, err := r.w.Resume(0, 100)
		var stop *code.UnmodelledError
		require.ErrorAs(t, err, &stop, "%#x", c.mask)
		assert.Contains(t, stop.What, "message OwordRead under a mask that leaves out channels")
		in.NoMask = true
		r = load(t, c.mask, in)
		r.surface(3, 16)
		assert.Equal(t, seq(100, 8), get[int32](r.run(t), 10, 8), "%#x", c.mask)
	}
}
