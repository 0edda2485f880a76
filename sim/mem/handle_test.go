package mem

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHandles(t *testing.T) {
	for bti, h := range map[int]uint32{0: 0x80000000, 7: 0x80007000, 239: 0x800EF000} {
		assert.Equal(t, h, Handle(bti))
		got, err := OfHandle(h)
		require.NoError(t, err)
		assert.Equal(t, bti, got)
	}
	for _, h := range []uint32{0, 0x1000, 0x7FFFF000, 0x800F0000, 0x80003001, 0xFFFFFFFF} {
		_, err := OfHandle(h)
		var none *HandleError
		require.ErrorAs(t, err, &none)
		assert.Equal(t, h, none.Handle)
	}
	_, err := OfHandle(0x1000)
	require.EqualError(t, err, "0x1000 is no handle of a surface: the launch gives one to an argument that the metadata lists with addrmode bindless")
}

// TestSamplerHandles: those of samplers are none of surfaces.
func TestSamplerHandles(t *testing.T) {
	for index, h := range map[int]uint32{0: 0x40000000, 15: 0x4000F000} {
		assert.Equal(t, h, SamplerHandle(index))
		got, err := OfSamplerHandle(h | 1)
		require.NoError(t, err)
		assert.Equal(t, index, got)
		_, err = OfHandle(h)
		require.ErrorContains(t, err, "no handle of a surface")
	}
	for _, h := range []uint32{0, 3, 0x40000000, 0x40010001, 0x40001003, 0x80000001} {
		_, err := OfSamplerHandle(h)
		require.ErrorContains(t, err, "is no handle of a sampler with bit 0, which says that its states are bindless: the launch gives one to an argument that the metadata lists with addrmode bindless")
	}
}
