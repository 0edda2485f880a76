package mem

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAllocAt: buffers at given addresses, before and behind others, and those that Alloc returns around them.
func TestAllocAt(t *testing.T) {
	m := New()
	high, err := m.AllocAt("high", 1<<47, 8)
	require.NoError(t, err)
	low, err := m.AllocAt("low", 0x1000, 4096)
	require.NoError(t, err)
	beside, err := m.AllocAt("beside", 0x2000, 1)
	require.NoError(t, err, "without a page between")
	inWay, err := m.AllocAt("in the way", 1<<32+0x2000, 4097)
	require.NoError(t, err)
	last, err := m.AllocAt("last", 1<<48-4096, 4096)
	require.NoError(t, err)
	a, b := m.Alloc("a", 4096), m.Alloc("b", 5000)
	assert.Equal(t, uint64(1<<32), a.Base)
	assert.Equal(t, uint64(1<<32+0x5000), b.Base, "a page behind what is in the way")
	assert.Equal(t, []*Buffer{low, beside, a, inWay, b, high, last}, m.Buffers())
	assert.True(t, low.Shared)
	require.NoError(t, m.Flat().Store(1<<48-8, 8, 77))
	got, off := m.Flat().Find(1<<48-8, 8)
	assert.Same(t, last, got)
	assert.Equal(t, uint64(4088), off)
	v, err := m.Flat().Load(0x2000, 1)
	require.NoError(t, err)
	assert.Zero(t, v)
}

// TestAllocAtRefused: addresses and sizes that cannot be. Nothing is allocated.
func TestAllocAtRefused(t *testing.T) {
	m := New()
	m.Alloc("a", 4097)
	for _, c := range []struct {
		addr uint64
		size int
		want string
	}{
		{0x1000, 0, "x of 0 bytes at address 0x1000: want a byte at least"},
		{0x1000, -1, "x of -1 bytes at address 0x1000: want a byte at least"},
		{0x1000, 1<<30 + 1, "x of 1073741825 bytes at address 0x1000: the limit is 1073741824 bytes"},
		{0, 4, "x of 4 bytes at address 0x0: 0 is no address of a buffer: legal are multiples of 4096 from 0x1000 on"},
		{0x1008, 4, "x of 4 bytes at address 0x1008: legal are multiples of 4096"},
		{1 << 48, 4, "x of 4 bytes at address 0x1000000000000: addresses end at 0x1000000000000"},
		{1<<48 - 4096, 4097, "x of 4097 bytes at address 0xfffffffff000: addresses end at 0x1000000000000"},
		{math.MaxUint64 &^ 4095, 8, "x of 8 bytes at address 0xfffffffffffff000: addresses end at 0x1000000000000"},
		{1 << 32, 1, "x of 1 bytes at address 0x100000000: it overlaps a, 4097 bytes at 0x100000000"},
		{1<<32 + 4096, 1, "x of 1 bytes at address 0x100001000: it overlaps a, 4097 bytes at 0x100000000"},
		{1<<32 - 4096, 4097, "x of 4097 bytes at address 0xfffff000: it overlaps a, 4097 bytes at 0x100000000"},
	} {
		b, err := m.AllocAt("x", c.addr, c.size)
		assert.Nil(t, b)
		var place *PlaceError
		require.ErrorAs(t, err, &place)
		assert.EqualError(t, err, c.want)
	}
	assert.Len(t, m.Buffers(), 1)
	_, err := m.AllocAt("x", 1<<32+8192, 1)
	assert.NoError(t, err)
}
