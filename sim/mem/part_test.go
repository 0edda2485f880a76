package mem

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPart: a part of a buffer shares its bytes and has no others; what goes past its end is counted as the whole's, at the
// place in it.
func TestPart(t *testing.T) {
	for _, shared := range []bool{false, true} {
		b := NewBuffer("whole", 0x1000, 21)
		b.Shared = shared
		for i := range b.Contents() {
			b.Contents()[i] = byte(i + 1)
		}
		p := b.Part(8, 7)
		assert.Equal(t, "whole", p.Name)
		assert.Equal(t, uint64(0x1008), p.Base)
		assert.Equal(t, 7, p.Len())
		assert.Equal(t, []byte{9, 10, 11, 12, 13, 14, 15}, p.Bytes())
		require.NoError(t, p.Store(4, 8, 0x0807060504030201))
		assert.Equal(t, []byte{9, 10, 11, 12, 1, 2, 3, 16, 17, 18, 19, 20, 21}, b.Bytes()[8:])
		v, err := p.Load(5, 4)
		require.NoError(t, err)
		assert.Equal(t, uint64(0x0302), v)
		assert.Equal(t, [2]uint64{2, 20}, [2]uint64{b.OutOfBounds.Load(), b.Farthest.Load()})
		assert.Equal(t, uint64(0), p.OutOfBounds.Load())
		s := p.Surface(Bounded)
		got := make([]byte, 9)
		assert.False(t, s.ReadBlock(0, got))
		assert.Equal(t, []byte{9, 10, 11, 12, 1, 2, 3, 0, 0}, got)
		old, err := b.Part(16, 4).Atomic(0, 4, func(old, a, _ uint64) uint64 { return old + a }, 1, 0)
		require.NoError(t, err)
		assert.Equal(t, uint64(0x14131211), old)
		assert.Equal(t, byte(18), b.Bytes()[16])
		assert.Equal(t, 0, b.Part(16, 0).Len())
	}
	b := NewBuffer("whole", 0, 21)
	for _, c := range []struct {
		off uint64
		n   int
	}{{4, 1}, {24, 0}, {16, 6}, {0, -1}, {1 << 63, 1}} {
		assert.Panics(t, func() { b.Part(c.off, c.n) }, "%v", c)
	}
}
