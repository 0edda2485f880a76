package mem

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Atomic operations meet the element at their offset and no other.
func TestAtomicLiterals(t *testing.T) {
	add := func(old, x, y uint64) uint64 { return old + x + y<<4 }
	for _, shared := range []bool{false, true} {
		b := numbered("b", 0, 32, shared)
		old, err := b.Atomic(16, 8, add, 0x100, 1)
		require.NoError(t, err)
		assert.Equal(t, uint64(0x1817161514131211), old)
		old, err = b.Atomic(4, 4, add, 2, 0)
		require.NoError(t, err)
		assert.Equal(t, uint64(0x08070605), old)
		want := numbered("want", 0, 32, false)
		want.SetBytes(16, []byte{0x21, 0x13})
		want.SetBytes(4, []byte{7})
		assert.Equal(t, want.Bytes(), b.Bytes())
	}
}

func TestFlatBytes(t *testing.T) {
	m := New()
	b := m.Alloc("b", 8)
	f := m.Flat()
	require.NoError(t, f.WriteBytes(b.Base+2, []byte{1, 2, 3}))
	assert.Equal(t, []byte{0, 0, 1, 2, 3, 0, 0, 0}, b.Bytes())
	p := make([]byte, 4)
	require.NoError(t, f.ReadBytes(b.Base+1, p))
	assert.Equal(t, []byte{0, 1, 2, 3}, p)
	var fault *Fault
	require.ErrorAs(t, f.ReadBytes(b.Base+6, p), &fault)
	assert.Equal(t, Fault{Addr: b.Base + 6, Size: 4}, *fault)
	assert.Equal(t, []byte{0, 1, 2, 3}, p)
	require.ErrorAs(t, f.WriteBytes(b.Base-1, p), &fault)
	assert.Equal(t, Fault{Addr: b.Base - 1, Size: 4, Write: true}, *fault)
	assert.Equal(t, []byte{0, 0, 1, 2, 3, 0, 0, 0}, b.Bytes())
}

// Where the second element of one lane meets the first of the next, the next
// lane's stays when all elements of a lane come before those of the next,
// however far apart they are.
func TestStoresByLaneFarApart(t *testing.T) {
	for _, step := range []uint64{8, 1 << 16, 1<<16 + 8} {
		b := NewBuffer("b", 0, 1<<18)
		s := b.Surface(Bounded)
		r := Row{Mask: 3, Size: 4, Cell: 4, Stride: 8, Count: 2, Step: step, Next: 4, ByLane: true,
			Data: []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}}
		assert.Zero(t, s.Store(addresses(0, step), &r))
		for i, want := range []uint64{1, 3, 4} {
			got, err := b.Load(uint64(i)*step, 4)
			require.NoError(t, err)
			assert.Equal(t, want, got, "step %d, element %d", step, i)
		}
	}
}

// A buffer begins a page behind the one that the last has bytes in.
func TestAddresses(t *testing.T) {
	m := New()
	var got []uint64
	for _, size := range []int{1, 4096, 4097, 0, 8} {
		got = append(got, m.Alloc("b", size).Base)
	}
	assert.Equal(t, []uint64{0x1_0000_0000, 0x1_0000_2000, 0x1_0000_4000, 0x1_0000_7000, 0x1_0000_8000}, got)
	assert.Panics(t, func() { NewBuffer("b", 0, -1) })
}

// Operands that an atomic row lacks are 0, and old values may be dropped.
func TestAtomicRowsWithoutOperands(t *testing.T) {
	for _, shared := range []bool{false, true} {
		b := numbered("b", 0, 8, shared)
		s := b.Surface(Bounded)
		op := func(old, x, y uint64) uint64 { return old + 0x100 + x<<4 + y<<8 }
		old, some := make([]byte, 8), []byte{0, 0, 0, 0, 1, 0, 0, 0}
		s.Atomic(addresses(0, 4), &AtomicRow{Mask: 3, Size: 4, Op: op, Old: old})
		assert.Equal(t, []byte{1, 2, 3, 4, 5, 6, 7, 8}, old)
		assert.Equal(t, []byte{1, 3, 3, 4, 5, 7, 7, 8}, b.Bytes())
		s.Atomic(addresses(0, 4), &AtomicRow{Mask: 3, Size: 4, Op: op, X: some})
		assert.Equal(t, []byte{1, 4, 3, 4, 0x15, 8, 7, 8}, b.Bytes())
		s.Atomic(addresses(0, 4), &AtomicRow{Mask: 3, Size: 4, Op: op, X: some, Y: some})
		assert.Equal(t, []byte{1, 5, 3, 4, 0x25, 10, 7, 8}, b.Bytes())
		s.Atomic(addresses(0, 4), &AtomicRow{Mask: 3, Size: 4, Op: op, Y: some})
		assert.Equal(t, []byte{1, 6, 3, 4, 0x25, 12, 7, 8}, b.Bytes())
	}
}

// TestAtomicHalves: several workers add to the two words of one dword, and none of their
// additions is lost or carried into the other.
func TestAtomicHalves(t *testing.T) {
	m := New()
	b := m.Alloc("b", 8)
	m.SetShared(true)
	s := b.Surface(Bounded)
	const each, workers = 20000, 4
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			x := make([]byte, 16)
			x[0], x[4], x[8], x[12] = 1, 1, 3, 0
			at := [Lanes]uint64{4, 6, 6}
			for range each {
				outside, misaligned := s.Atomic(&at, &AtomicRow{Mask: 7, Size: 2, Op: func(old, a, _ uint64) uint64 { return old + a }, X: x})
				if outside|misaligned != 0 {
					t.Error(outside, misaligned)
					return
				}
			}
		})
	}
	all.Wait()
	assert.Equal(t, []byte{0, 0, 0, 0, each * workers & 0xFF, each * workers >> 8 & 0xFF, 4 * each * workers & 0xFF, 4 * each * workers >> 8 & 0xFF}, b.Bytes())
}
