package sem

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bytesMemory is a memory of bytes that takes one lane, the first, of rows.
type bytesMemory []byte

func (m bytesMemory) Load(at *[Lanes]uint64, c *Cells) error {
	copy(c.Data[:c.Size], m[at[0]:])
	return nil
}

func (m bytesMemory) Store(at *[Lanes]uint64, c *Cells) error {
	copy(m[at[0]:], c.Data[:c.Size])
	return nil
}

func (m bytesMemory) Atomic(at *[Lanes]uint64, c *AtomicCells) error {
	old := binary.LittleEndian.Uint32(m[at[0]:])
	x, y := binary.LittleEndian.Uint32(c.X), binary.LittleEndian.Uint32(c.Y)
	binary.LittleEndian.PutUint32(m[at[0]:], uint32(c.Op(uint64(old), uint64(x), uint64(y))))
	binary.LittleEndian.PutUint32(c.Old, old)
	return nil
}

func (m bytesMemory) Read(addr uint64, p []byte) error  { copy(p, m[addr:]); return nil }
func (m bytesMemory) Write(addr uint64, p []byte) error { copy(m[addr:], p); return nil }

// TestOneElement: what bodies call whose loops are none of rows. A narrow element
// comes without what an earlier access left in the upper bytes.
func TestOneElement(t *testing.T) {
	m := bytesMemory{1, 2, 3, 4, 5, 6, 7, 8, 9}
	f := &Frame{Mem: m}
	for size, want := range map[int]uint64{1: 0x02, 2: 0x0302, 4: 0x05040302, 8: 0x0908070605040302} {
		f.zeros[0] = ^uint64(0)
		v, err := f.load1(1, size)
		require.NoError(t, err)
		assert.Equal(t, want, v, "%d bytes", size)
	}
	require.NoError(t, f.store1(2, 2, 0xAABBCCDD))
	assert.Equal(t, bytesMemory{1, 2, 0xDD, 0xCC, 5, 6, 7, 8, 9}, m)
	old, err := f.atomic1(4, 4, func(old, a, b uint64) uint64 { return old + a*b }, 3, 5)
	require.NoError(t, err)
	assert.Equal(t, uint64(0x08070605), old)
	assert.Equal(t, bytesMemory{1, 2, 0xDD, 0xCC, 5 + 15, 6, 7, 8, 9}, m)
}
