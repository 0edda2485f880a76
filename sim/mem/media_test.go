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
		{Block{X: -1, Y: 0, Width: 2, Height: 1, Pitch: 4, Step: 1}, []byte{0x11, 0x10}},
		{Block{X: 7, Y: 0, Width: 3, Height: 1, Pitch: 4, Step: 1}, []byte{0x41, 0x40, 0x41}},
		{Block{X: 7, Y: 1, Width: 1, Height: 1, Pitch: 4, Step: 1}, []byte{0x81}},
		{Block{X: 0, Y: 0, Width: 2, Height: 2, Pitch: 4, First: 1, Step: 0}, []byte{0x50, 0x51, 0, 0, 0x50, 0x51}},
		{Block{X: 0, Y: 0, Width: 2, Height: 2, Pitch: 2, First: -1, Step: 2}, []byte{0x10, 0x11, 0x50, 0x51}},
		{Block{X: 0, Y: 1, Width: 2, Height: 2, Pitch: 2, First: 1, Step: -1}, []byte{0x10, 0x11, 0x10, 0x11}},
		{Block{X: 9, Y: 9, Width: 4, Height: 1, Pitch: 4, Step: 1}, []byte{0x81, 0x80, 0x81, 0x80}},
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
	for _, c := range []struct {
		b      Block
		inside bool
		want   []byte
	}{
		{Block{X: 6, Y: 0, Width: 2, Height: 2, Pitch: 2, First: 1, Step: -1}, true, []byte{7: 3, 8: 4, 15: 1, 16: 2}},
		{Block{X: 0, Y: 0, Width: 1, Height: 2, Pitch: 2, First: 0, Step: 2}, false, []byte{1: 1}},
		{Block{X: 8, Y: 0, Width: 1, Height: 1, Pitch: 2, Step: 1}, false, nil},
		{Block{X: 7, Y: 1, Width: 2, Height: 1, Pitch: 2, Step: 1}, false, []byte{16: 1}},
		{Block{X: -1, Y: 1, Width: 1, Height: 1, Pitch: 2, Step: 1}, false, nil},
		{Block{X: -1, Y: 1, Width: 10, Height: 1, Pitch: 10, Step: 1}, false, []byte{9: 2, 10: 3, 11: 4, 12: 5, 13: 6, 14: 7, 15: 8, 16: 9}},
		{Block{X: 0, Y: -1, Width: 1, Height: 2, Pitch: 2, Step: 1}, false, []byte{1: 3}},
		{Block{X: 0, Y: 2, Width: 1, Height: 1, Pitch: 2, Step: 1}, false, nil},
	} {
		b.Clear()
		before := b.OutOfBounds.Load()
		assert.Equal(t, c.inside, m.WriteBlock(&c.b, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), "%+v", c.b)
		want := make([]byte, 17) // from 1 on
		copy(want, c.want)
		assert.Equal(t, want[1:], b.Bytes(), "%+v", c.b)
		assert.Equal(t, map[bool]uint64{false: 1}[c.inside], b.OutOfBounds.Load()-before, "%+v", c.b)
	}
}
