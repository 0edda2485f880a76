package mem

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// numbered is a buffer whose byte i holds i+1.
func numbered(name string, base uint64, size int, shared bool) *Buffer {
	b := NewBuffer(name, base, size)
	for i := range size {
		b.SetBytes(i, []byte{byte(i + 1)})
	}
	b.Shared = shared
	return b
}

func addresses(a ...uint64) *[Lanes]uint64 {
	var at [Lanes]uint64
	copy(at[:], a)
	return &at
}

// ee is n bytes that no test stores.
func ee(n int) []byte { return []byte(strings.Repeat("\xee", n)) }

// Every row reads from the bytes 01 02 03 ... 18 (24 of them).
var loads = []struct {
	name    string
	r       Row
	at      []uint64
	want    string // Data afterwards, hex; ee is untouched
	outside uint32
	count   uint64 // out of bounds
}{
	{"bytes", Row{Mask: 0b111, Size: 1, Cell: 4, Stride: 4}, []uint64{5, 0, 23}, "060000000100000018000000", 0, 0},
	{"words", Row{Mask: 0b111, Size: 2, Cell: 4, Stride: 4}, []uint64{4, 1, 22}, "050600000203000017180000", 0, 0},
	{"byte cells", Row{Mask: 0b101, Size: 1, Cell: 1, Stride: 2}, []uint64{7, 9, 3}, "08eeeeee04", 0, 0},
	{"word cells", Row{Mask: 0b11, Size: 2, Cell: 2, Stride: 4}, []uint64{2, 3}, "0304eeee0405", 0, 0},
	{"dwords", Row{Mask: 0b111, Size: 4, Cell: 4, Stride: 4}, []uint64{20, 3, 8}, "15161718" + "04050607" + "090a0b0c", 0, 0},
	{"dwords apart", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 8}, []uint64{0, 4}, "01020304eeeeeeee05060708", 0, 0},
	{"qwords", Row{Mask: 0b11, Size: 8, Cell: 8, Stride: 8}, []uint64{16, 1}, "1112131415161718" + "0203040506070809", 0, 0},
	{"masked", Row{Mask: 0b1010, Size: 4, Cell: 4, Stride: 4}, []uint64{99, 4, 99, 0}, "eeeeeeee05060708eeeeeeee01020304", 0, 0},
	{"nobody", Row{Mask: 0, Size: 4, Cell: 4, Stride: 4}, []uint64{99}, "eeeeeeee", 0, 0},
	{"run", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{4, 8, 12, 16}, "05060708" + "090a0b0c" + "0d0e0f10" + "11121314", 0, 0},
	{"run of higher lanes", Row{Mask: 0b11110, Size: 4, Cell: 4, Stride: 4}, []uint64{99, 4, 8, 12, 16}, "eeeeeeee" + "05060708" + "090a0b0c" + "0d0e0f10" + "11121314", 0, 0},
	{"run to the end", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{8, 12, 16, 20}, "090a0b0c" + "0d0e0f10" + "11121314" + "15161718", 0, 0},
	{"run past the end", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{12, 16, 20, 24}, "0d0e0f10" + "11121314" + "15161718" + "00000000", 8, 1},
	{"run at odd bytes", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{1, 5, 9, 13}, "02030405" + "06070809" + "0a0b0c0d" + "0e0f1011", 0, 0},
	{"almost a run", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{0, 4, 8, 8}, "01020304" + "05060708" + "090a0b0c" + "090a0b0c", 0, 0},
	{"run of quads", Row{Mask: 0b1111, Size: 8, Cell: 8, Stride: 8}, []uint64{0, 8, 16, 24}, "0102030405060708" + "090a0b0c0d0e0f10" + "1112131415161718" + "0000000000000000", 8, 1},
	{"uniform", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{4, 4, 4, 4}, strings.Repeat("05060708", 4), 0, 0},
	{"uniform at the end", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{20, 20, 20, 20}, strings.Repeat("15161718", 4), 0, 0},
	{"uniform past the end", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{21, 21, 21, 21}, strings.Repeat("16171800", 4), 15, 4},
	{"uniform quads", Row{Mask: 0b1111, Size: 8, Cell: 8, Stride: 8}, []uint64{8, 8, 8, 8}, strings.Repeat("090a0b0c0d0e0f10", 4), 0, 0},
	{"partly outside", Row{Mask: 0b111, Size: 4, Cell: 4, Stride: 4}, []uint64{22, 24, 0xFFFFFFFE}, "17180000" + "00000000" + "00000000", 7, 3},
	{"last byte and one more", Row{Mask: 0b11, Size: 1, Cell: 4, Stride: 4}, []uint64{24, 23}, "0000000018000000", 1, 1},
	{"bits above 32 do not count", Row{Mask: 1, Size: 4, Cell: 4, Stride: 4}, []uint64{0xFF_0000_0004}, "05060708", 0, 0},
	{"two components", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 4, Next: 8}, []uint64{0, 12}, "01020304" + "0d0e0f10" + "05060708" + "11121314", 0, 0},
	{"components outside", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 8, Next: 8}, []uint64{8, 16}, "090a0b0c" + "11121314" + "11121314" + "00000000", 2, 1},
	{"cells shared, element by element", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 4, Next: 4}, []uint64{0, 12}, "01020304" + "05060708" + "11121314", 0, 0},
	{"cells shared, lane by lane", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 4, Next: 4, ByLane: true}, []uint64{0, 12}, "01020304" + "0d0e0f10" + "11121314", 0, 0},
	{"cells apart, lane by lane", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 8, Count: 2, Step: 4, Next: 4, ByLane: true}, []uint64{0, 12}, "01020304" + "05060708" + "0d0e0f10" + "11121314", 0, 0},
	{"one lane has no stride", Row{Mask: 1, Size: 4, Cell: 4}, []uint64{4}, "05060708", 0, 0},
	{"blocks of a lane", Row{Mask: 0b11, Size: 1, Cell: 1, Stride: 4, Count: 2, Step: 1, Next: 1}, []uint64{3, 9}, "0405eeee0a0b", 0, 0},
}

func TestRowLoads(t *testing.T) {
	for _, shared := range []bool{false, true} {
		for _, tt := range loads {
			t.Run(fmt.Sprintf("%s/shared=%v", tt.name, shared), func(t *testing.T) {
				b, r := numbered("b", 1<<32, 24, shared), tt.r
				want, err := hex.DecodeString(tt.want)
				require.NoError(t, err)
				r.Count, r.Data = max(r.Count, 1), ee(len(want))
				s := b.Surface(Bounded)
				assert.Equal(t, tt.outside, s.Load(addresses(tt.at...), &r))
				assert.Equal(t, want, r.Data)
				assert.Equal(t, tt.count, b.OutOfBounds.Load())
			})
		}
	}
}

// Every row stores its cells, a0 a1 a2 ..., into 16 bytes of ee.
var stores = []struct {
	name    string
	r       Row
	at      []uint64
	want    string // the buffer afterwards
	outside uint32
	count   uint64
}{
	{"bytes", Row{Mask: 0b111, Size: 1, Cell: 4, Stride: 4}, []uint64{5, 0, 15}, "a4eeeeee" + "eea0eeee" + "eeeeeeee" + "eeeeeea8", 0, 0},
	{"words", Row{Mask: 0b111, Size: 2, Cell: 4, Stride: 4}, []uint64{4, 1, 14}, "eea4a5ee" + "a0a1eeee" + "eeeeeeee" + "eeeea8a9", 0, 0},
	{"byte cells", Row{Mask: 0b101, Size: 1, Cell: 1, Stride: 2}, []uint64{7, 9, 3}, "eeeeeea4" + "eeeeeea0" + "eeeeeeee" + "eeeeeeee", 0, 0},
	{"word cells", Row{Mask: 0b11, Size: 2, Cell: 2, Stride: 4}, []uint64{2, 6}, "eeeea0a1" + "eeeea4a5" + "eeeeeeee" + "eeeeeeee", 0, 0},
	{"dwords", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4}, []uint64{9, 0}, "a4a5a6a7" + "eeeeeeee" + "eea0a1a2" + "a3eeeeee", 0, 0},
	{"qwords", Row{Mask: 0b11, Size: 8, Cell: 8, Stride: 8}, []uint64{8, 0}, "a8a9aaabacadaeaf" + "a0a1a2a3a4a5a6a7", 0, 0},
	{"a quad at an odd byte", Row{Mask: 0b10, Size: 8, Cell: 8, Stride: 8}, []uint64{8, 3}, "eeeeeea8a9aaabac" + "adaeafeeeeeeeeee", 0, 0},
	{"run", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{0, 4, 8, 12}, "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf", 0, 0},
	{"run past the end", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{4, 8, 12, 16}, "eeeeeeeea0a1a2a3a4a5a6a7a8a9aaab", 8, 1},
	{"one place: the last stays", Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4}, []uint64{4, 4, 4, 4}, "eeeeeeeeacadaeafeeeeeeeeeeeeeeee", 0, 0},
	{"overlap at the end: the last stays", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4}, []uint64{14, 12}, "eeeeeeeeeeeeeeeeeeeeeeeea4a5a6a7", 1, 1},
	{"the last is partly outside", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4}, []uint64{12, 14}, "eeeeeeeeeeeeeeeeeeeeeeeea0a1a4a5", 2, 1},
	{"element by element", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 4, Next: 8}, []uint64{0, 4}, "a0a1a2a3a8a9aaabacadaeafeeeeeeee", 0, 0},
	{"lane by lane", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 4, Next: 8, ByLane: true}, []uint64{0, 4}, "a0a1a2a3a4a5a6a7acadaeafeeeeeeee", 0, 0},
	{"lane by lane, downwards", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 4, Next: 8, ByLane: true}, []uint64{4, 0}, "a4a5a6a7acadaeafa8a9aaabeeeeeeee", 0, 0},
	{"lane by lane, the last meets the next", Row{Mask: 0b11, Size: 2, Cell: 4, Stride: 4, Count: 4, Step: 2, Next: 8, ByLane: true}, []uint64{0, 7}, "a0a1a8a9b0b1b8a4a5acadb4b5bcbdee", 0, 0},
	{"lane by lane, apart", Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 4, Next: 8, ByLane: true}, []uint64{0, 8}, "a0a1a2a3a8a9aaaba4a5a6a7acadaeaf", 0, 0},
}

func TestRowStores(t *testing.T) {
	cells := make([]byte, 32)
	for i := range cells {
		cells[i] = byte(0xA0 + i)
	}
	for _, shared := range []bool{false, true} {
		for _, tt := range stores {
			t.Run(fmt.Sprintf("%s/shared=%v", tt.name, shared), func(t *testing.T) {
				b, r := NewBuffer("b", 1<<32, 16), tt.r
				b.SetBytes(0, ee(16))
				b.Shared = shared
				r.Count, r.Data = max(r.Count, 1), cells
				s := b.Surface(Bounded)
				assert.Equal(t, tt.outside, s.Store(addresses(tt.at...), &r))
				assert.Equal(t, tt.want, hex.EncodeToString(b.Bytes()))
				assert.Equal(t, tt.count, b.OutOfBounds.Load())
			})
		}
	}
}

func TestRowsOfLocalMemoryUseLow16Bits(t *testing.T) {
	b := NewLocal(64)
	b.SetBytes(0, []byte{1, 2, 3, 4})
	s := b.Surface(Local)
	data := ee(8)
	r := Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: data}
	assert.Equal(t, uint32(0b10), s.Load(addresses(0xABCD0000, 0x10040), &r))
	assert.Equal(t, []byte{1, 2, 3, 4, 0, 0, 0, 0}, data)
	assert.Equal(t, uint64(1), b.OutOfBounds.Load())

	// A run that wraps at 64 KB is no run.
	whole := NewLocal(LocalSize)
	whole.SetBytes(LocalSize-8, []byte{1, 0, 0, 0, 2, 0, 0, 0})
	whole.SetBytes(0, []byte{3, 0, 0, 0, 4, 0, 0, 0})
	s = whole.Surface(Local)
	r = Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: ee(16)}
	assert.Zero(t, s.Load(addresses(0xFFF8, 0xFFFC, 0x10000, 0x10004), &r))
	assert.Equal(t, []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}, r.Data)

	// Lane 1's second element wraps onto lane 0's first: lane by lane it stays.
	r = Row{Mask: 0b11, Size: 4, Cell: 4, Stride: 8, Count: 2, Step: 4, Next: 4, ByLane: true,
		Data: []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}}
	assert.Zero(t, s.Store(addresses(0, 0xFFFC), &r))
	assert.Equal(t, []byte{4, 0, 0, 0, 2, 0, 0, 0}, whole.Bytes()[:8])
}

// Outside of what faults, a lane does nothing at all.
func TestRowsThatFault(t *testing.T) {
	scratch := numbered("scratch", 4096, 8, false)
	s := scratch.Surface(Stateless)
	r := Row{Mask: 0b111, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: ee(12)}
	assert.Equal(t, uint32(0b110), s.Load(addresses(4096+4, 4096+5, 4095), &r))
	assert.Equal(t, "05060708eeeeeeeeeeeeeeee", hex.EncodeToString(r.Data))
	assert.Equal(t, uint32(0b110), s.Store(addresses(4096, 4096+6, 0), &r))
	assert.Equal(t, "0506070805060708", hex.EncodeToString(scratch.Bytes()))
	assert.Zero(t, scratch.OutOfBounds.Load())

	assert.False(t, s.ReadBlock(4096+5, r.Data[:4]))
	assert.Equal(t, "05060708", hex.EncodeToString(r.Data[:4]))
	assert.False(t, s.WriteBlock(4096+5, ee(4)))
	assert.True(t, s.WriteBlock(4096+5, ee(3)))
	assert.Equal(t, "0506070805eeeeee", hex.EncodeToString(scratch.Bytes()))
}

func TestRowsOfTheFlatSpace(t *testing.T) {
	for _, shared := range []bool{false, true} {
		m := New()
		a, b := m.Alloc("a", 20), m.Alloc("b", 5000)
		a.SetBytes(0, []byte{1, 2, 3, 4, 5, 6, 7, 8})
		b.SetBytes(0, []byte{17, 18, 19, 20})
		b.SetBytes(4996, []byte{33, 34, 35, 36})
		m.SetShared(shared)
		s := flatOf(m)
		r := Row{Mask: 0b111111111, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: ee(36)}
		at := addresses(b.Base, a.Base+4, a.Base+1, b.Base+4996, a.Base+17, b.Base+4997, a.Base-1, 0, a.Base)
		assert.Equal(t, uint32(0b011110000), s.Load(at, &r))
		assert.Equal(t, "1112131405060708020304052122232"+"4eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee01020304", hex.EncodeToString(r.Data))
		for i := range r.Data {
			r.Data[i] = byte(i)
		}
		assert.Equal(t, uint32(0b011110000), s.Store(at, &r))
		assert.Equal(t, "202122230b050607", hex.EncodeToString(a.Bytes()[:8]))
		assert.Equal(t, []byte{0, 1, 2, 3}, b.Bytes()[:4])
		assert.Equal(t, []byte{12, 13, 14, 15}, b.Bytes()[4996:])

		// Four lanes that are a run through the end of a buffer.
		r = Row{Mask: 0b1111, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: ee(16)}
		assert.Equal(t, uint32(0b1100), s.Load(addresses(a.Base+12, a.Base+16, a.Base+20, a.Base+24), &r))
		assert.Equal(t, "0000000000000000eeeeeeeeeeeeeeee", hex.EncodeToString(r.Data))

		assert.True(t, s.ReadBlock(b.Base+4992, r.Data[:8]))
		assert.Equal(t, "000000000c0d0e0f", hex.EncodeToString(r.Data[:8]))
		assert.False(t, s.ReadBlock(b.Base+4993, r.Data[:8]))
		assert.True(t, s.WriteBlock(a.Base+18, []byte{9, 9}))
		assert.False(t, s.WriteBlock(a.Base+18, []byte{8, 8, 8}))
		assert.Equal(t, []byte{0, 9, 9}, a.Bytes()[17:])
	}
}

func TestRowAtomics(t *testing.T) {
	swapAdd := func(old, x, y uint64) uint64 { return old + x + 16*y }
	for _, shared := range []bool{false, true} {
		b := numbered("b", 1<<32, 16, shared)
		s := b.Surface(Bounded)
		data := []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0}
		r := AtomicRow{Mask: 0b11101, Size: 4, Op: swapAdd, X: data, Y: data, Old: ee(20)}
		outside, misaligned := s.Atomic(addresses(4, 4, 4, 16, 2), &r)
		assert.Equal(t, uint32(0b01000), outside)
		assert.Equal(t, uint32(0b10000), misaligned)
		assert.Equal(t, "05060708eeeeeeee1606070800000000eeeeeeee", hex.EncodeToString(r.Old))
		assert.Equal(t, "01020304490607"+"08", hex.EncodeToString(b.Bytes()[:8]))
		assert.Equal(t, uint64(1), b.OutOfBounds.Load())

		r = AtomicRow{Mask: 0b11, Size: 8, Op: swapAdd, Y: data, Old: ee(16)}
		outside, misaligned = s.Atomic(addresses(8, 8), &r)
		assert.Zero(t, outside|misaligned)
		assert.Equal(t, "090a0b0c0d0e0f10"+"190a0b0c2d0e0f10", hex.EncodeToString(r.Old))
		assert.Equal(t, "490a0b0c6d0e0f10", hex.EncodeToString(b.Bytes()[8:]))

		r = AtomicRow{Mask: 0b1, Size: 4, Op: swapAdd, X: data}
		s.Atomic(addresses(0), &r)
		assert.Equal(t, "02020304", hex.EncodeToString(b.Bytes()[:4]))

		r = AtomicRow{Mask: 0b10, Size: 4, Op: swapAdd, X: []byte{0, 0, 0, 0, 5, 0, 0, 0}, Y: []byte{0, 0, 0, 0, 1, 0, 0, 0}}
		s.Atomic(addresses(9, 0), &r)
		assert.Equal(t, "17020304", hex.EncodeToString(b.Bytes()[:4]))

		_, misaligned = s.Atomic(addresses(4), &AtomicRow{Mask: 1, Size: 8, Op: swapAdd})
		assert.Equal(t, uint32(1), misaligned)
	}
}

func TestRowAtomicsThatFault(t *testing.T) {
	m := New()
	a, b := m.Alloc("a", 16), m.Alloc("b", 16)
	s := flatOf(m)
	inc := func(old, _, _ uint64) uint64 { return old + 1 }
	r := AtomicRow{Mask: 0b11111, Size: 4, Op: inc, Old: ee(20)}
	outside, misaligned := s.Atomic(addresses(a.Base, b.Base+12, b.Base+16, a.Base, b.Base+2), &r)
	assert.Equal(t, uint32(0b00100), outside)
	assert.Equal(t, uint32(0b10000), misaligned)
	assert.Equal(t, "0000000000000000eeeeeeee01000000eeeeeeee", hex.EncodeToString(r.Old))
	assert.Equal(t, byte(2), a.Bytes()[0])
	assert.Equal(t, byte(1), b.Bytes()[12])
	assert.Zero(t, a.OutOfBounds.Load()+b.OutOfBounds.Load())
}

func TestSurfaceTable(t *testing.T) {
	m := New()
	x, y := m.Alloc("x", 100), m.Alloc("y", 8)
	m.Bind(3, y)
	var s Resolver
	s.Attach(m.States())
	assert.Equal(t, Surface{}, s.Table[3], "nobody has asked")
	_, err := s.Surface(Ref{BTI: 3})
	require.NoError(t, err)
	assert.Equal(t, Bounded, s.Table[3].Kind)
	assert.Same(t, y, s.Table[3].Buffer())
	assert.Equal(t, uint64(8), s.Table[3].Len)
	assert.Zero(t, s.Table[3].Bias)
	assert.Equal(t, uint64(0xFFFFFFFF), s.Table[3].Mask)
	assert.True(t, s.Table[3].Shared)
	assert.Equal(t, Surface{}, s.Table[4])
	assert.Equal(t, FlatSpace, s.Flat.Kind)
	assert.Nil(t, s.Flat.Buffer())
	flat := x.Surface(FlatSpace)
	assert.Equal(t, x.Base, flat.Bias)
	assert.Equal(t, ^uint64(0), flat.Mask)
	assert.Equal(t, uint64(0xFFFF), NewLocal(4).surfaceMask(Local))
	for kind, faults := range map[Kind]bool{Unbound: false, Bounded: false, Local: false, Stateless: true, FlatSpace: true} {
		assert.Equal(t, faults, kind.Faults())
	}
	none := NewBuffer("none", 0, 0).Surface(Bounded)
	r := Row{Mask: 1, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: ee(4)}
	assert.Equal(t, uint32(1), none.Load(addresses(0), &r))
	assert.Equal(t, []byte{0, 0, 0, 0}, r.Data)
}

func (b *Buffer) surfaceMask(k Kind) uint64 { s := b.Surface(k); return s.Mask }

func TestBlocksOfABoundedSurface(t *testing.T) {
	b := numbered("b", 1<<32, 8, false)
	s := b.Surface(Bounded)
	p := ee(4)
	assert.True(t, s.ReadBlock(4, p))
	assert.Equal(t, []byte{5, 6, 7, 8}, p)
	assert.False(t, s.ReadBlock(6, p))
	assert.Equal(t, []byte{7, 8, 0, 0}, p)
	assert.False(t, s.WriteBlock(6, []byte{1, 1, 1, 1}))
	assert.True(t, s.WriteBlock(0, []byte{9}))
	assert.True(t, s.WriteBlock(99, nil))
	assert.Equal(t, []byte{9, 2, 3, 4, 5, 6, 1, 1}, b.Bytes())
	assert.Equal(t, uint64(2), b.OutOfBounds.Load())
	var unbound Surface
	assert.False(t, unbound.ReadBlock(0, p))
	assert.False(t, unbound.WriteBlock(0, p))
}

func TestRowsThatDoNotFitTheirCells(t *testing.T) {
	s := NewBuffer("b", 0, 64).Surface(Bounded)
	for _, r := range []Row{
		{Mask: 0b10, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: ee(7)},
		{Mask: 1, Size: 4, Cell: 4, Stride: 4, Count: 2, Next: 4, Data: ee(7)},
		{Mask: 1, Size: 4, Cell: 8, Stride: 4, Count: 1, Data: ee(16)},
		{Mask: 1, Size: 3, Cell: 4, Stride: 4, Count: 1, Data: ee(16)},
		{Mask: 1, Size: 4, Cell: 4, Stride: -4, Count: 1, Data: ee(16)},
		{Mask: 1, Size: 4, Cell: 4, Stride: 4, Count: 1, Next: -4, Data: ee(16)},
		{Mask: 1, Size: 4, Cell: 4, Stride: 4, Count: -1, Data: ee(16)},
	} {
		assert.Panics(t, func() { s.Load(addresses(), &r) }, "%+v", r)
		assert.Panics(t, func() { s.Store(addresses(), &r) }, "%+v", r)
	}
	for _, r := range []AtomicRow{
		{Mask: 0b10, Size: 4, X: ee(7)}, {Mask: 1, Size: 8, Y: ee(7)}, {Mask: 1, Size: 4, Old: ee(3)}, {Mask: 1, Size: 2},
	} {
		assert.Panics(t, func() { s.Atomic(addresses(), &r) }, "%+v", r)
	}
	fits := Row{Mask: 0b10, Size: 4, Cell: 4, Stride: 4, Count: 2, Next: 8, Data: ee(16)}
	assert.NotPanics(t, func() { s.Load(addresses(), &fits) })
}

// Random rows against single accesses of bytes.
func TestRowsAgainstBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 20_000 {
		size := 8 + rng.IntN(150)
		b := NewBuffer("b", 0, size)
		b.Shared = i&1 != 0
		m := make(model, size)
		for j := range m {
			m[j] = byte(rng.Uint32())
		}
		b.SetBytes(0, m)
		s := b.Surface(Bounded)
		r, at := randomRow(rng, size)
		before := string(r.Data)
		if rng.IntN(2) == 0 {
			got := s.Load(at, &r)
			want, out := []byte(before), uint32(0)
			eachElement(&r, at, func(lane int, addr uint64, cell int) {
				putBytes(want[cell:cell+r.Cell], m.load(addr, r.Size))
				if addr+uint64(r.Size) > uint64(size) {
					out |= 1 << lane
				}
			})
			require.Equal(t, want, r.Data, "%+v %v", r, at)
			require.Equal(t, out, got)
			continue
		}
		s.Store(at, &r)
		eachElement(&r, at, func(_ int, addr uint64, cell int) {
			m.store(addr, r.Size, model(r.Data).load(uint64(cell), r.Cell))
		})
		require.Equal(t, []byte(m), b.Bytes(), "%+v %v", r, at)
	}
}

func putBytes(p []byte, v uint64) {
	for i := range p {
		p[i] = byte(v >> (8 * i))
	}
}

func eachElement(r *Row, at *[Lanes]uint64, f func(lane int, addr uint64, cell int)) {
	one := func(lane, c int) {
		if r.Mask>>lane&1 != 0 {
			f(lane, at[lane]+uint64(c)*r.Step, lane*r.Stride+c*r.Next)
		}
	}
	if r.ByLane {
		for lane := range Lanes {
			for c := range r.Count {
				one(lane, c)
			}
		}
		return
	}
	for c := range r.Count {
		for lane := range Lanes {
			one(lane, c)
		}
	}
}

func randomRow(rng *rand.Rand, size int) (Row, *[Lanes]uint64) {
	shapes := [][2]int{{4, 4}, {4, 4}, {8, 8}, {1, 4}, {2, 4}, {1, 1}, {2, 2}}
	pick := shapes[rng.IntN(len(shapes))]
	r := Row{Mask: rng.Uint32(), Size: pick[0], Cell: pick[1], Count: 1 + rng.IntN(3), ByLane: rng.IntN(2) == 0}
	if rng.IntN(2) == 0 {
		r.Mask = 1<<rng.IntN(33) - 1
	}
	r.Stride, r.Step = r.Cell*(1+rng.IntN(8)/7), uint64(rng.IntN(2*r.Size))
	r.Next = Lanes * r.Stride
	r.Data = make([]byte, r.Count*r.Next)
	for i := range r.Data {
		r.Data[i] = byte(rng.Uint32())
	}
	var at [Lanes]uint64
	start, step, aligned := rng.Uint64N(uint64(size)), uint64(r.Size), rng.IntN(2) == 0
	kind := rng.IntN(4)
	for i := range at {
		switch kind {
		case 0:
			at[i] = start + uint64(i)*step
		case 1:
			at[i] = start
		default:
			at[i] = rng.Uint64N(uint64(size) + 4)
		}
		if aligned {
			at[i] &^= step - 1
		}
	}
	return r, &at
}

func TestRowsDoNotAllocate(t *testing.T) {
	m := New()
	b := m.Alloc("b", 4096)
	s := b.Surface(Bounded)
	flat := flatOf(m)
	data, at := make([]byte, 512), addresses(b.Base, b.Base+100, b.Base+32)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		r := Row{Mask: 7, Size: 4, Cell: 4, Stride: 4, Count: 2, Step: 4, Next: 128, Data: data}
		s.Load(at, &r)
		flat.Store(at, &r)
		a := AtomicRow{Mask: 7, Size: 4, Op: func(old, x, _ uint64) uint64 { return old + x }, X: data, Old: data}
		flat.Atomic(at, &a)
	}))
}

func BenchmarkRows(b *testing.B) {
	patterns := map[string]func(i uint64) uint64{
		"run": func(i uint64) uint64 { return 4 * i }, "uniform": func(uint64) uint64 { return 64 }, "scattered": func(i uint64) uint64 { return i * 52 & 0xFFC },
	}
	for name, f := range patterns {
		for _, shared := range []bool{false, true} {
			buf := NewBuffer("b", 0, 4096)
			buf.Shared = shared
			s := buf.Surface(Bounded)
			var at [Lanes]uint64
			for i := range at {
				at[i] = f(uint64(i))
			}
			r := Row{Mask: 0xFFFFFFFF, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: make([]byte, 128)}
			b.Run(fmt.Sprintf("load/%s/shared=%v", name, shared), func(b *testing.B) {
				for range b.N {
					s.Load(&at, &r)
				}
			})
			b.Run(fmt.Sprintf("store/%s/shared=%v", name, shared), func(b *testing.B) {
				for range b.N {
					s.Store(&at, &r)
				}
			})
		}
	}
}

// flatOf is the address space of a memory.
func flatOf(m *Memory) *Surface {
	s := m.States().Flat()
	return &s
}
