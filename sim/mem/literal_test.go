package mem

import (
	"fmt"
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

func TestBufferContents(t *testing.T) {
	b := numbered("b", 0, 5, false)
	p := b.Contents()
	p[4] = 9
	assert.Equal(t, []byte{1, 2, 3, 4, 9}, b.Bytes())
	b.Bytes()[0] = 7
	assert.Equal(t, 5, b.Len())
	assert.Equal(t, []byte{1, 2, 3, 4, 9}, b.Bytes())
	b.SetBytes(5, nil)
	assert.PanicsWithValue(t, "BUG: SetBytes of 1 bytes at 5 in b of 5 bytes", func() { b.SetBytes(5, []byte{1}) })
	assert.PanicsWithValue(t, "BUG: SetBytes of 1 bytes at -1 in b of 5 bytes", func() { b.SetBytes(-1, []byte{1}) })
	b.Clear()
	assert.Equal(t, make([]byte, 5), b.Bytes())
}

// Every access of shared local memory uses the low 16 bits of its offset.
//
// seed: Broxton vol. 6 Shared Local Memory
func TestLocalOffsets(t *testing.T) {
	for _, shared := range []bool{false, true} {
		b := NewLocal(16)
		b.Shared = shared
		require.NoError(t, b.Store(0x30004, 4, 0x04030201))
		require.NoError(t, b.Store(0x30009, 1, 5))
		b.WriteBytes(0x2000C, []byte{6, 7})
		b.Store32(0x10003, 0x0A0B0C0D)
		assert.Equal(t, []byte{0, 0, 0, 0xD, 0xC, 0xB, 0xA, 4, 0, 5, 0, 0, 6, 7, 0, 0}, b.Bytes())
		v, err := b.Load(0x70004, 4)
		require.NoError(t, err)
		assert.Equal(t, uint64(0x040A0B0C), v)
		v, err = b.Load(0x70008, 8)
		require.NoError(t, err)
		assert.Equal(t, uint64(0x0706_0000_0500), v)
		p := make([]byte, 3)
		b.ReadBytes(0x1000B, p)
		assert.Equal(t, []byte{0, 6, 7}, p)
		old, err := b.Atomic(0x50008, 8, func(old, _, _ uint64) uint64 { return old + 1 }, 0, 0)
		require.NoError(t, err)
		assert.Equal(t, uint64(0x0706_0000_0500), old)
		assert.Equal(t, byte(1), b.Bytes()[8])
		assert.Zero(t, b.Load32(0x10010))
		assert.Equal(t, uint64(1), b.OutOfBounds.Load())
	}
	assert.Equal(t, 65536, LocalSize)
	assert.Equal(t, "shared local memory", NewLocal(65536).Name)
}

// Each access with bytes outside is counted once, and keeps to its own bytes.
func TestEdgesOfBuffers(t *testing.T) {
	far := uint64(0xFFFFFFFFFFFFFFFE)
	for _, shared := range []bool{false, true} {
		b := numbered("b", 0, 11, shared)
		var got []uint64
		for _, at := range []struct {
			off  uint64
			size int
		}{{8, 4}, {7, 4}, {10, 2}, {11, 1}, {10, 1}, {4, 8}, {3, 8}, {far, 4}, {far, 8}} {
			v, err := b.Load(at.off, at.size)
			require.NoError(t, err)
			got = append(got, v)
		}
		assert.Equal(t, []uint64{0x0B0A09, 0x0B0A0908, 0x0B, 0, 0x0B, 0x0B0A090807_0605, 0x0B0A0908_07060504, 0, 0}, got)
		assert.Equal(t, uint64(6), b.OutOfBounds.Load())
		for i, do := range []func(){
			func() { b.Store32(8, 0x44332211) }, func() { _ = b.Store(9, 2, 0xEEDD) }, func() { _ = b.Store(10, 2, 0xFFEE) }, func() { _ = b.Store(11, 1, 1) },
			func() { _ = b.Store(far, 8, 1) }, func() { b.WriteBytes(10, []byte{1, 2}) }, func() { b.WriteBytes(far, ee(4)) }, func() { b.WriteBytes(11, nil) },
			func() { b.ReadBytes(12, nil) }, func() { b.ReadBytes(far, make([]byte, 4)) },
			func() { b.WriteBytes(11, []byte{1}) }, func() { b.WriteBytes(10, []byte{1}) }, func() { b.ReadBytes(11, make([]byte, 1)) },
		} {
			before := b.OutOfBounds.Load()
			do()
			outside := map[int]uint64{0: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 9: 1, 10: 1, 12: 1}[i]
			assert.Equal(t, outside, b.OutOfBounds.Load()-before, "access %d", i)
		}
		assert.Equal(t, []byte{1, 2, 3, 4, 5, 6, 7, 8, 0x11, 0xDD, 1}, b.Bytes())
	}
}

func TestFaultsAndTheirWords(t *testing.T) {
	assert.EqualError(t, &Fault{Addr: 0x1234, Size: 4}, "read of 4 bytes at unmapped address 0x1234")
	assert.EqualError(t, &Fault{Addr: 0x1234, Size: 8, Write: true}, "write of 8 bytes at unmapped address 0x1234")
	assert.EqualError(t, &AlignError{Buffer: "b", Off: 0x12, Size: 4}, "atomic of 4 bytes at offset 0x12 of b: offset is not a multiple of 4")
	m := New()
	b := m.Alloc("b", 8)
	assert.Equal(t, []*Buffer{b}, m.Buffers())
	add := func(old, x, y uint64) uint64 { return old + x - y }
	old, err := m.Flat().Atomic(b.Base+4, 4, add, 5, 2)
	require.NoError(t, err)
	assert.Zero(t, old)
	old, err = m.Flat().Atomic(b.Base+4, 4, add, 0, 1)
	require.NoError(t, err)
	assert.Equal(t, uint64(3), old)
	assert.Equal(t, []byte{0, 0, 0, 0, 2, 0, 0, 0}, b.Bytes())
	second := m.Alloc("second", 8)
	for _, c := range []struct {
		addr uint64
		in   *Buffer
		off  uint64
	}{{b.Base, b, 0}, {b.Base + 7, b, 7}, {b.Base + 8, nil, 0}, {b.Base - 1, nil, 0}, {second.Base, second, 0}, {second.Base + 7, second, 7}, {second.Base + 8, nil, 0}} {
		in, off := m.Flat().Find(c.addr, 1)
		assert.Equal(t, c.off, off, "%#x", c.addr)
		assert.True(t, c.in == in, "%#x", c.addr)
	}
	_, err = m.Flat().Atomic(b.Base+8, 4, add, 0, 1)
	assert.Equal(t, &Fault{Addr: b.Base + 8, Size: 4, Write: true}, err)
	for _, size := range []int{0, 1, 3, 16} {
		assert.PanicsWithValue(t, fmt.Sprintf("BUG: atomic of %d bytes", size), func() { _, _ = b.Atomic(0, size, add, 0, 0) })
	}
	for _, bti := range []int{-1, 256} {
		assert.Panics(t, func() { m.Bind(bti, b) })
		_, err = m.Surface(bti)
		assert.ErrorIs(t, err, ErrUnbound)
	}
	m.Bind(0, b)
	m.Bind(255, b)
	for _, bti := range []int{0, 255} {
		_, err = m.Surface(bti)
		assert.NoError(t, err)
	}
}

// Near is the buffer with the byte that is closest to an address.
func TestNear(t *testing.T) {
	m := New()
	assert.Nil(t, m.Flat().Near(0))
	a, b := m.Alloc("a", 16), m.Alloc("b", 16) // at 0 and 0x2000 from FirstAddress on
	for off, want := range map[uint64]*Buffer{0: a, 15: a, 16: a, 0x1007: a, 0x1008: a, 0x1009: b, 0x2000: b, 0x200F: b, 0x9000: b} {
		assert.Equal(t, want.Name, m.Flat().Near(FirstAddress+off).Name, "%#x", off)
	}
	assert.Same(t, a, m.Flat().Near(0))
	assert.Same(t, b, m.Flat().Near(^uint64(0)))
}

func TestInsideOfSurfaces(t *testing.T) {
	m := New()
	a, b := m.Alloc("a", 16), m.Alloc("b", 8)
	for _, c := range []struct {
		s    Surface
		name string
		addr uint64
		n    int
		want bool
	}{
		{m.States().Flat(), "flat", a.Base, 16, true}, {m.States().Flat(), "flat", a.Base, 17, false}, {m.States().Flat(), "flat", a.Base + 15, 1, true},
		{m.States().Flat(), "flat", a.Base + 16, 1, false}, {m.States().Flat(), "flat", b.Base, 8, true}, {m.States().Flat(), "flat", a.Base - 1, 1, false},
		{a.Surface(Bounded), "bounded", 0, 16, true}, {a.Surface(Bounded), "bounded", 1, 16, false}, {a.Surface(Bounded), "bounded", 16, 0, false},
		{a.Surface(Bounded), "bounded", 1<<32 + 12, 4, true}, {a.Surface(Stateless), "stateless", a.Base + 12, 4, true},
		{a.Surface(FlatSpace), "flat", 0, 1, false}, {NewLocal(16).Surface(Local), "local", 0x1000F, 1, true}, {NewLocal(16).Surface(Local), "local", 0x10010, 1, false},
	} {
		assert.Equal(t, c.want, c.s.Inside(c.addr, c.n), "%s %#x, %d", c.name, c.addr, c.n)
	}
	flat, local := m.States().Flat(), NewLocal(16).Surface(Local)
	assert.Equal(t, &AlignError{Buffer: "b", Off: 2, Size: 4}, flat.Misaligned(b.Base+2, 4))
	assert.Equal(t, &Fault{Addr: b.Base + 6, Size: 4, Write: true}, flat.Misaligned(b.Base+6, 4))
	assert.Equal(t, &AlignError{Buffer: LocalName, Off: 2, Size: 8}, local.Misaligned(0x10002, 8))
	assert.Equal(t, &Fault{Addr: 1, Size: 4, Write: true}, (&Surface{}).Misaligned(1, 4))
}

func TestMediaPitch(t *testing.T) {
	for width, want := range map[int]int{1: 4, 4: 4, 5: 8, 8: 8, 9: 16, 16: 16, 17: 32, 32: 32, 33: 64, 64: 64} {
		assert.Equal(t, want, MediaPitch(width), "%d", width)
	}
}

// Offsets that are no multiple of the size are left alone, in each order and by each way.
func TestMisalignedAtomicRows(t *testing.T) {
	inc := func(old, _, _ uint64) uint64 { return old + 1 }
	for _, shared := range []bool{false, true} {
		for _, size := range []int{4, 8} {
			for off := range uint64(size) {
				b := NewBuffer("b", 0, 32)
				b.Shared = shared
				s := b.Surface(Bounded)
				x := make([]byte, 3*size)
				outside, misaligned := s.Atomic(addresses(16, 8+off, 24), &AtomicRow{Mask: 7, Size: size, Op: inc, X: x, Old: ee(3 * size)})
				assert.Zero(t, outside)
				want := []byte{16: 1, 24: 1, 31: 0}
				if off == 0 {
					want[8] = 1
				}
				assert.Equal(t, map[bool]uint32{true: 0, false: 2}[off == 0], misaligned, "%d at %d", size, off)
				assert.Equal(t, want, b.Bytes(), "%d at %d", size, off)
			}
		}
	}
}
