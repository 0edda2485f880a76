package fixed

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestFields: places as numbers of the message reference.
func TestFields(t *testing.T) {
	for name, c := range map[string]struct {
		f           Field
		dword, byte int
		shift       int
		mask        uint32
	}{
		"whole dword":  {ThreadGroupZ, 7, 28, 0, 0xFFFFFFFF},
		"lowest bits":  {SamplerOffsets, 2, 8, 0, 0xFFF},
		"middle bits":  {SamplerChannel, 2, 8, 16, 0x30000},
		"one bit":      {SamplerBindless, 3, 12, 0, 1},
		"highest bit":  {BarrierEnable, 2, 8, 31, 0x80000000},
		"highest bits": {MemoryBase, 5, 20, 10, 0xFFFFFC00},
	} {
		assert.Equal(t, [3]int{c.dword, c.byte, c.shift}, [3]int{c.f.Dword(), c.f.Byte(), c.f.Shift()}, name)
		assert.Equal(t, c.mask, c.f.Mask(), name)
		assert.Equal(t, c.mask, c.f.In(0xFFFFFFFF), name)
		assert.Equal(t, c.mask>>c.shift, c.f.Of(0xFFFFFFFF), name)
		assert.EqualValues(t, 1, c.f.Of(c.f.In(1)), name)
		assert.Zero(t, c.f.Of(^c.mask), name)
	}
	assert.Equal(t, [5]int{240, 252, 253, 254, 255}, [5]int{SurfaceReserved, SurfaceBindless, SurfaceNonCoherent, SurfaceLocal, SurfaceStateless})
}
