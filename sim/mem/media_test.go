package mem

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBlocks: reads of blocks repeat the nearest texel outside of the image, writes
// drop what is there.
func TestBlocks(t *testing.T) {
	b := NewBuffer("image", 0, 16)
	b.SetBytes(0, []byte{0x10, 0x11, 0x20, 0x21, 0x30, 0x31, 0x40, 0x41, 0x50, 0x51, 0x60, 0x61, 0x70, 0x71, 0x80, 0x81})
	m := NewImage(ImageShape{Kind: Image2D, Format: FindFormat("r16ui"), Extent: [3]int{4, 2, 1}, Row: 8}, b)
	for _, c := range []struct {
		b    Block
		want []byte
	}{
		{Block{X: 2, Y: 0, Width: 4, Height: 2, Pitch: 4, Step: 1}, []byte{0x20, 0x21, 0x30, 0x31, 0x60, 0x61, 0x70, 0x71}},
		{Block{X: 0, Y: 0, Width: 8, Height: 1, Pitch: 8, Step: 1}, []byte{0x10, 0x11, 0x20, 0x21, 0x30, 0x31, 0x40, 0x41}},
		{Block{X: -2, Y: 1, Width: 4, Height: 2, Pitch: 4, Step: 1}, []byte{0x50, 0x51, 0x50, 0x51, 0x50, 0x51, 0x50, 0x51}},
		{Block{X: 6, Y: -1, Width: 4, Height: 2, Pitch: 4, Step: 1}, []byte{0x40, 0x41, 0x40, 0x41, 0x40, 0x41, 0x40, 0x41}},
	} {
		got := make([]byte, len(c.want))
		m.ReadBlock(&c.b, got)
		assert.Equal(t, c.want, got, "%+v", c.b)
	}
	assert.True(t, m.WriteBlock(&Block{X: 2, Y: 1, Width: 2, Height: 1, Pitch: 4, Step: 1}, []byte{1, 2, 3, 4}))
	assert.False(t, m.WriteBlock(&Block{X: -2, Y: 0, Width: 4, Height: 1, Pitch: 4, Step: 1}, []byte{5, 6, 7, 8}))
	assert.False(t, m.WriteBlock(&Block{X: 6, Y: 1, Width: 4, Height: 2, Pitch: 4, Step: 1}, []byte{9, 10, 11, 12, 13, 14, 15, 16}))
	assert.Equal(t, []byte{7, 8, 0x20, 0x21, 0x30, 0x31, 0x40, 0x41, 0x50, 0x51, 1, 2, 0x70, 0x71, 9, 10}, b.Bytes())
	assert.Equal(t, uint64(2), b.OutOfBounds.Load())
}
