package message

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Functions and fields of the load and store cache, from Xe-HPG 2.2: not from the tables.
const (
	slmFunc, ugmFunc = 14, 15

	lscLoad, lscLoadQuad, lscStore, lscStoreQuad = 0, 2, 4, 6

	a16, a32, a64              = 1 << 7, 2 << 7, 3 << 7
	d8, d16, d32, d64          = 0 << 9, 1 << 9, 2 << 9, 3 << 9
	d8u32, d16u32, d16u32h     = 4 << 9, 5 << 9, 6 << 9
	v1, v2, v3, v4, v8, v16    = 0 << 12, 1 << 12, 2 << 12, 3 << 12, 4 << 12, 5 << 12
	transposed                 = 1 << 15
	flatType, bss, ssType, bti = 0 << 29, 1 << 29, 2 << 29, 3 << 29
)

// a0 is where the bench has the address register, behind the general ones.
const a0 = 4096

// lsc is a message of the load and store cache, whose surface a0.0 names where its type says so.
type lsc struct {
	sfid                     uint8
	mlen, second, rlen, desc uint32
	channels                 int
	index                    uint32 // of the binding table, with bti
}

func (b *bench) resolveLsc(m lsc) error {
	src := places
	src.Channels = m.channels
	msg := native.Message{SFID: m.sfid, Desc: native.Desc(m.mlen<<25 | m.rlen<<20 | m.desc), ExDesc: native.ExDesc(m.index<<24 | m.second<<6)}
	if kind := m.desc & bti; kind == bss || kind == ssType {
		msg = native.Message{SFID: m.sfid, Desc: msg.Desc, ExBSO: true, ExDescReg: true, Src1Len: uint8(m.second)}
		src.Surface = a0
		binary.LittleEndian.PutUint32(b.regs[a0:], mem.Handle(3))
	}
	src.Split = int(m.second)
	return Resolve(&b.msg, native.DG2, &msg, &src, false)
}

func (b *bench) lsc(em uint32, m lsc) (bool, error) {
	b.t.Helper()
	require.NoError(b.t, b.resolveLsc(m))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	return b.execute(em)
}

func (b *bench) lscOK(em uint32, m lsc) *bench {
	b.t.Helper()
	left, err := b.lsc(em, m)
	require.NoError(b.t, err)
	require.False(b.t, left)
	return b
}

// TestLscLoad: elements of the lanes that run, those of one element after the other, in every
// space; what is narrower than a dword has zeros above.
func TestLscLoad(t *testing.T) {
	offsets := []uint32{0, 8, 4, 4, 200, 12, 16, 20}
	b := newBench(t).dwords(20, offsets...)
	b.lscOK(0xA7, lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | v1 | bss, 8, 0})
	assert.Equal(t, []uint32{100, 102, 101, 0, 0, 103, 0, 105}, b.got(10, 8))

	b = newBench(t).dwords(20, offsets...)
	b.lscOK(0xFF, lsc{ugmFunc, 1, 0, 2, lscLoad | a32 | d32 | v2 | bti, 8, 3})
	assert.Equal(t, []uint32{100, 102, 101, 101, 150, 103, 104, 105, 101, 103, 102, 102, 151, 104, 105, 106}, b.got(10, 16))

	b = newBench(t).dwords(20, seq(0, 16, 16)...) // 16 channels, three elements: the last lane reads to the end
	b.lscOK(0xFFFF, lsc{ugmFunc, 2, 0, 6, lscLoad | a32 | d32 | v3 | ssType, 16, 0})
	assert.Equal(t, seq(100, 4, 16), b.got(10, 16))
	assert.Equal(t, seq(101, 4, 16), b.got(12, 16))
	assert.Equal(t, seq(102, 4, 16), b.got(14, 16))

	b = newBench(t).dwords(20, seq(0, 4, 16)...) // rows that follow each other
	b.lscOK(0xFFFF, lsc{ugmFunc, 2, 0, 2, lscLoad | a32 | d32 | v1 | bss, 16, 0})
	assert.Equal(t, seq(100, 1, 16), b.got(10, 16))
	b.dwords(20, seq(12, 0, 16)...) // all the same
	b.lscOK(0xFFFF, lsc{ugmFunc, 2, 0, 4, lscLoad | a32 | d32 | v2 | bss, 16, 0})
	assert.Equal(t, append(seq(103, 0, 16), seq(104, 0, 16)...), b.got(10, 32))

	b = newBench(t).dwords(20, 1, 5, 9, 0)
	require.NoError(t, b.buf.Store(0, 8, 0xFFEEDDCCBBAA9988))
	b.dwords(10, seq(7, 0, 8)...)
	b.lscOK(0x0D, lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d8u32 | v1 | bss, 4, 0})
	assert.Equal(t, []uint32{0x99, 7, 0, 0x88, 7, 7, 7, 7}, b.got(10, 8))
	b.dwords(20, 2, 6)
	b.lscOK(3, lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d16u32 | v1 | bss, 2, 0})
	assert.Equal(t, []uint32{0xBBAA, 0xFFEE}, b.got(10, 2))

	b = newBench(t).dwords(20, 8, 0, 16)
	b.lscOK(5, lsc{ugmFunc, 1, 0, 4, lscLoad | a32 | d64 | v2 | bss, 8, 0})
	assert.Equal(t, []uint32{102, 103, 0, 0, 104, 105}, b.got(10, 6))
	assert.Equal(t, []uint32{104, 105, 0, 0, 106, 107}, b.got(12, 6))

	b = newBench(t)
	b.quads(20, b.buf.Base+4, 0, b.buf.Base)
	b.lscOK(5, lsc{ugmFunc, 2, 0, 2, lscLoad | a64 | d32 | v2 | flatType, 8, 0})
	assert.Equal(t, []uint32{101, 0, 100, 0, 0, 0, 0, 0, 102, 0, 101}, b.got(10, 11))
	b.quads(20, b.buf.Base+3)
	b.lscOK(1, lsc{ugmFunc, 2, 0, 1, lscLoad | a64 | d8u32 | v1 | flatType, 1, 0})
	assert.Equal(t, uint32(0), b.got(10, 1)[0])

	b = newBench(t).dwords(20, 252, 0)
	require.NoError(t, b.slm.Store(252, 4, 0x12345678))
	b.lscOK(1, lsc{slmFunc, 1, 0, 1, lscLoad | a32 | d32 | v1, 8, 0})
	assert.Equal(t, uint32(0x12345678), b.got(10, 1)[0])
}

// TestLscStore: the same to memory; masked lanes and what is behind the cell's element stay away.
func TestLscStore(t *testing.T) {
	b := newBench(t).dwords(20, 0, 4, 8, 12, 200, 204, 208, 212).dwords(30, seq(1, 1, 8)...)
	b.lscOK(0xA1, lsc{ugmFunc, 1, 1, 0, lscStore | a32 | d32 | v1 | bss, 8, 0})
	assert.Equal(t, []uint32{1, 101, 102, 103}, []uint32{word32(b.buf, 0), word32(b.buf, 1), word32(b.buf, 2), word32(b.buf, 3)})
	assert.Equal(t, []uint32{150, 6, 152, 8}, []uint32{word32(b.buf, 50), word32(b.buf, 51), word32(b.buf, 52), word32(b.buf, 53)})

	b = newBench(t).dwords(20, seq(0, 16, 16)...).dwords(30, seq(1000, 1, 64)...)
	b.lscOK(0xFFFF, lsc{ugmFunc, 2, 8, 0, lscStore | a32 | d32 | v4 | bti, 16, 3})
	for lane := range 16 {
		for c := range 4 {
			assert.Equal(t, uint32(1000+16*c+lane), word32(b.buf, 4*lane+c))
		}
	}

	b = newBench(t).dwords(20, 1, 2).dwords(30, 0xAABBCCDD, 0x11223344)
	b.lscOK(3, lsc{ugmFunc, 1, 1, 0, lscStore | a32 | d8u32 | v1 | bss, 8, 0})
	assert.Equal(t, uint32(0x0044DD64), word32(b.buf, 0)) // of 100
	b.lscOK(1, lsc{ugmFunc, 1, 1, 0, lscStore | a32 | d16u32 | v1 | bss, 1, 0})
	assert.Equal(t, uint32(0x00CCDD64), word32(b.buf, 0))

	b = newBench(t).quads(30, 5, 6)
	b.quads(20, b.buf.Base+8, b.buf.Base+32)
	b.lscOK(3, lsc{ugmFunc, 2, 2, 0, lscStore | a64 | d64 | v1 | flatType, 8, 0})
	assert.Equal(t, []uint32{5, 0, 6, 0}, []uint32{word32(b.buf, 2), word32(b.buf, 3), word32(b.buf, 8), word32(b.buf, 9)})

	b = newBench(t).dwords(20, 0, 4, 8, 12, 16, 20, 24, 28).dwords(30, seq(70, 1, 8)...)
	b.lscOK(0xFF, lsc{slmFunc, 1, 1, 0, lscStore | a32 | d32 | v1, 8, 0})
	assert.Equal(t, uint32(77), word32(b.slm, 7))
}

// TestLscQuad: the elements that the mask names, whose bit 1 is one that is moved.
func TestLscQuad(t *testing.T) {
	b := newBench(t).dwords(20, 16, 32)
	b.lscOK(3, lsc{ugmFunc, 1, 0, 2, lscLoadQuad | a32 | d32 | 0xA<<12 | bss, 8, 0}) // y and w
	assert.Equal(t, []uint32{105, 109}, b.got(10, 2))
	assert.Equal(t, []uint32{107, 111}, b.got(11, 2))
	b.dwords(30, 1, 2).dwords(31, 3, 4).dwords(32, 5, 6)
	b.lscOK(3, lsc{ugmFunc, 1, 3, 0, lscStoreQuad | a32 | d32 | 0xB<<12 | bss, 8, 0}) // x, y, w
	assert.Equal(t, []uint32{1, 3, 106, 5, 2, 4, 110, 6}, []uint32{word32(b.buf, 4), word32(b.buf, 5), word32(b.buf, 6), word32(b.buf, 7),
		word32(b.buf, 8), word32(b.buf, 9), word32(b.buf, 10), word32(b.buf, 11)})
	require.ErrorContains(t, b.resolveLsc(lsc{ugmFunc, 1, 0, 2, lscLoadQuad | a32 | d64 | 1<<12 | bss, 8, 0}), "UgmLoadQuad of d64")
}

// TestLscBlock: transposed elements follow each other in the registers; those behind the last
// stay.
func TestLscBlock(t *testing.T) {
	b := newBench(t).dwords(20, 8).dwords(10, seq(7, 0, 16)...)
	b.lscOK(1, lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | v3 | transposed | bss, 1, 0})
	assert.Equal(t, []uint32{102, 103, 104, 7, 7}, b.got(10, 5))
	b.lscOK(1, lsc{ugmFunc, 1, 0, 2, lscLoad | a32 | d32 | v16 | transposed | bti, 1, 3})
	assert.Equal(t, seq(102, 1, 16), b.got(10, 16))
	b.quads(20, b.buf.Base+4)
	b.lscOK(1, lsc{ugmFunc, 1, 0, 1, lscLoad | a64 | d64 | v4 | transposed | flatType, 1, 0})
	assert.Equal(t, seq(101, 1, 8), b.got(10, 8))
	b.dwords(20, 64).dwords(30, seq(900, 1, 8)...)
	b.lscOK(1, lsc{slmFunc, 1, 1, 0, lscStore | a32 | d32 | v8 | transposed, 1, 0})
	assert.Equal(t, []uint32{900, 907, 0}, []uint32{word32(b.slm, 16), word32(b.slm, 23), word32(b.slm, 24)})

	b.dwords(20, 248) // two of four are inside
	left, err := b.lsc(1, lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | v4 | transposed | bss, 1, 0})
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, []uint32{162, 163, 0, 0}, b.got(10, 4))
	require.ErrorContains(t, b.resolveLsc(lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | v4 | transposed | bss, 8, 0}), "UgmLoadBlock of 8 channels: the address is that of one")
}

// TestLscOutside: of a surface an element outside reads 0 and is not written, one by one; local memory
// is the same; a flat address is a fault.
func TestLscOutside(t *testing.T) {
	b := newBench(t).dwords(20, 252, 248, 4096).dwords(10, seq(9, 0, 8)...)
	left, err := b.lsc(7, lsc{ugmFunc, 1, 0, 2, lscLoad | a32 | d32 | v2 | bss, 8, 0})
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{b.buf, 0, false}, b.port.Left) // the lowest of those that left it
	assert.Equal(t, []uint32{163, 162, 0}, b.got(10, 3))
	assert.Equal(t, []uint32{0, 163, 0}, b.got(11, 3))
	b.dwords(30, 1, 2, 3).dwords(31, 4, 5, 6)
	_, err = b.lsc(7, lsc{ugmFunc, 1, 2, 0, lscStore | a32 | d32 | v2 | bss, 8, 0})
	require.NoError(t, err)
	assert.Equal(t, []uint32{2, 5}, []uint32{word32(b.buf, 62), word32(b.buf, 63)}, "lane 1, the higher one, comes later")

	b = newBench(t).dwords(20, 256)
	left, err = b.lsc(1, lsc{slmFunc, 1, 0, 1, lscLoad | a32 | d32 | v1, 8, 0})
	require.NoError(t, err)
	assert.True(t, left)

	b.quads(20, b.buf.Base, 64)
	_, err = b.lsc(3, lsc{ugmFunc, 2, 0, 1, lscLoad | a64 | d32 | v1 | flatType, 8, 0})
	var fault *mem.Fault
	var lane *LaneError
	require.ErrorAs(t, err, &fault)
	require.ErrorAs(t, err, &lane)
	assert.Equal(t, []uint64{64, 1}, []uint64{fault.Addr, uint64(lane.Lane)})
}

// TestLscAtomics: the new value of each operation on 0xFFFFFFFE, which comes back, with operands 3 and 5; that of
// 64 bits on -2.
func TestLscAtomics(t *testing.T) {
	const old = 0xFFFFFFFE
	for code, want := range map[uint32]struct {
		operands uint32
		v        uint32
		wide     uint64
	}{
		0x08: {0, 0xFFFFFFFF, ^uint64(0)}, 0x09: {0, 0xFFFFFFFD, ^uint64(2)}, 0x0A: {0, old, ^uint64(1)}, 0x0B: {1, 3, 3},
		0x0C: {1, 1, 1}, 0x0D: {1, 0xFFFFFFFB, ^uint64(4)}, 0x0E: {1, old, ^uint64(1)}, 0x0F: {1, 3, 3}, 0x10: {1, 3, 3}, 0x11: {1, old, ^uint64(1)},
		0x12: {2, old, ^uint64(1)}, 0x18: {1, 2, 2}, 0x19: {1, 0xFFFFFFFF, ^uint64(0)}, 0x1A: {1, 0xFFFFFFFD, ^uint64(2)},
	} {
		b := newBench(t).dwords(20, 8).dwords(30, 3).dwords(31, 5)
		require.NoError(t, b.buf.Store(8, 4, old))
		b.lscOK(1, lsc{ugmFunc, 1, want.operands, 1, code | a32 | d32 | bss, 1, 0})
		assert.Equal(t, []uint32{old, want.v}, []uint32{b.got(10, 1)[0], word32(b.buf, 2)}, "%#x", code)

		b = newBench(t).dwords(20, 8).dwords(30, 3).dwords(31, 5)
		require.NoError(t, b.slm.Store(8, 4, old))
		b.lscOK(1, lsc{slmFunc, 1, want.operands, 0, code | a32 | d32, 8, 0})
		assert.Equal(t, want.v, word32(b.slm, 2), "%#x in local memory", code)

		b = newBench(t).quads(30, 3).quads(32, 5)
		b.quads(20, b.buf.Base+8)
		require.NoError(t, b.buf.Store(8, 8, ^uint64(1)))
		b.lscOK(1, lsc{ugmFunc, 2, 2 * want.operands, 2, code | a64 | d64 | flatType, 1, 0})
		got, err := b.buf.Load(8, 8)
		require.NoError(t, err)
		assert.Equal(t, want.wide, got, "%#x of 64 bits", code)
		assert.Equal(t, []uint32{0xFFFFFFFE, 0xFFFFFFFF}, b.got(10, 2))
	}
	b := newBench(t).dwords(20, 8).dwords(30, 102).dwords(31, 5) // compared with what is there: the first operand
	b.lscOK(1, lsc{ugmFunc, 1, 2, 1, 0x12 | a32 | d32 | bss, 8, 0})
	assert.Equal(t, []uint32{102, 5}, []uint32{b.got(10, 1)[0], word32(b.buf, 2)})
	b.dwords(20, 8, 8, 8).dwords(30, 1, 2, 4) // lanes one after the other
	b.lscOK(7, lsc{ugmFunc, 1, 1, 1, 0x0C | a32 | d32 | bss, 8, 0})
	assert.Equal(t, []uint32{5, 6, 8}, b.got(10, 3))
	for code, want := range map[uint32]uint32{0x15: 0x3F800000, 0x16: 0x40000000} { // the lower and the higher of 1 and 2
		b.dwords(20, 8).dwords(30, 0x3F800000)
		require.NoError(t, b.buf.Store(8, 4, 0x40000000))
		b.lscOK(1, lsc{ugmFunc, 1, 1, 1, code | a32 | d32 | bss, 8, 0})
		assert.Equal(t, want, word32(b.buf, 2), "%#x", code)
	}
	for _, c := range []struct{ code, old, by, want uint32 }{
		{0x13, 0x40000000, 0x3F800000, 0x40400000}, {0x14, 0x40000000, 0x40400000, 0xBF800000}, // 2 + 1, 2 - 3
		{0x13, 0x4B800000, 0x3F800000, 0x4B800000}, {0x13, 0x4B800001, 0x3F800000, 0x4B800002}, // halves of a last bit: to the even one
		{0x13, 0x00000001, 0x00000002, 0x00000003}, {0x14, 0x00800000, 0x00000001, 0x007FFFFF}, // denormals
		{0x13, 0x7F800000, 0xFF800000, 0x7FC00000}, {0x13, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F800000},
	} {
		b.dwords(20, 8).dwords(30, c.by)
		require.NoError(t, b.buf.Store(8, 4, uint64(c.old)))
		b.lscOK(1, lsc{ugmFunc, 1, 1, 1, c.code | a32 | d32 | bss, 8, 0})
		assert.Equal(t, []uint32{c.old, c.want}, []uint32{b.got(10, 1)[0], word32(b.buf, 2)}, "%#x of %#x", c.code, c.old)
	}
	b.dwords(20, 6)
	_, err := b.lsc(1, lsc{ugmFunc, 1, 0, 1, 0x08 | a32 | d32 | bss, 8, 0})
	var align *mem.AlignError
	require.ErrorAs(t, err, &align)
}

// TestLscFence: a fence does nothing, with or without a register for what it answers.
func TestLscFence(t *testing.T) {
	for _, sfid := range []uint8{slmFunc, ugmFunc, 13} {
		for _, desc := range []uint32{0x1F, 0x141F, 0x031F, 0x641F} {
			b := newBench(t)
			b.lscOK(1, lsc{sfid, 1, 0, 1, desc, 1, 0})
			assert.Equal(t, Nothing, b.msg.Action)
		}
	}
}

// TestLscRefused: lengths that are not those of the channels are errors, and what no source tells is named.
func TestLscRefused(t *testing.T) {
	for want, m := range map[string]lsc{
		"UgmLoad: 1 GRFs of payload and 1 of response: want 2 and 2 for 16 channels":      {ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | bss, 16, 0},
		"UgmLoad: 2 GRFs of payload and 2 of response: want 1 and 1 for 8 channels":       {ugmFunc, 2, 0, 2, lscLoad | a32 | d32 | bss, 8, 0},
		"UgmStore: 3 GRFs of payload and 0 of response: want 2 and 0 for 8 channels":      {ugmFunc, 2, 1, 0, lscStore | a32 | d32 | bss, 8, 0},
		"UgmAtomic: 1 GRFs of payload and 1 of response: want 2 and 1 for 8 channels":     {ugmFunc, 1, 0, 1, 0x0C | a32 | d32 | bss, 8, 0},
		"UgmLoadBlock: 1 GRFs of payload and 1 of response: want 1 and 2 for 1 channels":  {ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | v16 | transposed | bss, 1, 0},
		"UgmFlatLoad: 1 GRFs of payload and 1 of response: want 2 and 1 for 8 channels":   {ugmFunc, 1, 0, 1, lscLoad | a64 | d32 | flatType, 8, 0},
		"SlmStoreBlock: 3 GRFs of payload and 0 of response: want 2 and 0 for 1 channels": {slmFunc, 1, 2, 0, lscStore | a32 | d32 | v8 | transposed, 1, 0},
	} {
		err := newBench(t).resolveLsc(m)
		require.ErrorContains(t, err, want)
		assert.NotErrorIs(t, err, errors.ErrUnsupported)
	}
	for want, m := range map[string]lsc{
		"message UgmLoad of 32 channels: legal are up to 16":                     {ugmFunc, 4, 0, 4, lscLoad | a32 | d32 | bss, 32, 0},
		"message UgmFlatLoad with addresses of 32 bits":                          {ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | flatType, 8, 0},
		"message UgmLoad with addresses of 64 bits":                              {ugmFunc, 2, 0, 1, lscLoad | a64 | d32 | bss, 8, 0},
		"message SlmLoad with addresses of 16 bits":                              {slmFunc, 1, 0, 1, lscLoad | a16 | d32, 8, 0},
		"message UgmLoad of d16u32h: no source says what the other half":         {ugmFunc, 1, 0, 1, lscLoad | a32 | d16u32h | bss, 8, 0},
		"message UgmLoad of d8: no source says how lanes have such elements":     {ugmFunc, 1, 0, 1, lscLoad | a32 | d8 | bss, 8, 0},
		"message UgmLoadBlock of d16, transposed":                                {ugmFunc, 1, 0, 1, lscLoad | a32 | d16 | transposed | bss, 1, 0},
		"message UgmAtomic (fadd) of d64":                                        {ugmFunc, 1, 2, 2, 0x13 | a32 | d64 | bss, 8, 0},
		"message UgmAtomic (fmax) of d64":                                        {ugmFunc, 1, 2, 2, 0x16 | a32 | d64 | bss, 8, 0},
		"message UgmAtomic (iadd) of d16u32: no source says what the rest":       {ugmFunc, 1, 1, 1, 0x0C | a32 | d16u32 | bss, 8, 0},
		"message UgmAtomic of vectors of 2 elements":                             {ugmFunc, 1, 1, 1, 0x0C | a32 | d32 | v2 | bss, 8, 0},
		"message UgmLoadStrided: no kernel of a compiler at hand has it":         {ugmFunc, 1, 0, 1, 1 | a32 | d32 | bss, 1, 0},
		"message UgmBlock2dRead: no source at hand gives the payload of a block": {ugmFunc, 1, 0, 1, 3 | a32 | d32 | bss, 1, 0},
		"message UgmLoad with binding table index 254":                           {ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | bti, 8, 254},
		"binding table index 245 with bindless or reserved meaning":              {ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | bti, 8, 245},
	} {
		err := newBench(t).resolveLsc(m)
		require.ErrorIs(t, err, errors.ErrUnsupported, want)
		assert.ErrorContains(t, err, want)
	}
	msg := native.Message{SFID: ugmFunc, Desc: 1<<25 | 1<<20 | lscLoad | a32 | d32 | bss}
	src := places
	src.Channels = 8
	require.ErrorContains(t, Resolve(new(Message), native.DG2, &msg, &src, false), "on a surface by the place of its state, which is in no address register")
}

// TestLscPlace: an address register holds the offset of a surface state in bytes; what is no
// handle of a launch is named.
func TestLscPlace(t *testing.T) {
	b := newBench(t).dwords(20, 4)
	load := lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | bss, 8, 0}
	require.NoError(t, b.resolveLsc(load))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	other := b.mem.Alloc("other", 8)
	require.NoError(t, other.Store(4, 4, 77))
	b.mem.Bind(9, other)
	for _, c := range []struct{ a0, want uint32 }{{mem.Handle(3), 101}, {mem.Handle(9), 77}, {mem.Handle(3), 101}} {
		binary.LittleEndian.PutUint32(b.regs[a0:], c.a0) // the message is resolved once
		_, err := b.execute(1)
		require.NoError(t, err)
		assert.Equal(t, c.want, b.got(10, 1)[0])
	}
	for _, h := range []uint32{0, mem.Handle(3) + 64, 1 << 31} {
		binary.LittleEndian.PutUint32(b.regs[a0:], h)
		_, err := b.execute(1)
		if h == 1<<31 { // that of index 0, which has no buffer
			require.ErrorIs(t, err, mem.ErrUnbound)
			continue
		}
		var none *mem.HandleError
		require.ErrorAs(t, err, &none)
		assert.Equal(t, h, none.Handle)
	}
}

// TestIndirectData: addresses of 32 bits reach the payload in memory beside scratch space, by
// blocks and by lanes.
func TestIndirectData(t *testing.T) {
	b := newBench(t)
	data := mem.NewBuffer("payload", 0x80000000, 64)
	for i := range 16 {
		require.NoError(t, data.Store(uint64(4*i), 4, uint64(500+i)))
	}
	require.NoError(t, b.scr.Store(16, 4, 9))
	b.port.AttachIndirect(data)
	b.dwords(20, 0, 0, 0x80000020)
	b.lscOK(1, lsc{10, 1, 0, 1, 0x024842FD&0xFFFFF | 1<<19, 8, 0}) // the prologue's read of eight dwords
	assert.Equal(t, seq(508, 1, 8), b.got(10, 8))
	var past *mem.Fault
	b.dwords(20, 0, 0, 0x80000024) // one dword of it is past the end
	_, err := b.lsc(1, lsc{10, 1, 0, 1, 0x024842FD&0xFFFFF | 1<<19, 8, 0})
	require.ErrorAs(t, err, &past)
	assert.Equal(t, mem.Fault{Addr: 0x80000024, Size: 32}, *past)
	var odd *mem.AlignError
	b.dwords(20, 0, 0, 0x80000002)
	_, err = b.lsc(1, lsc{10, 1, 0, 1, 0x024842FD&0xFFFFF | 1<<19, 8, 0})
	require.ErrorAs(t, err, &odd)
	b.dwords(20, 0x8000003C, 0x80000000)
	b.lscOK(3, lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | bti, 8, 255})
	assert.Equal(t, []uint32{515, 500}, b.got(10, 2))
	b.dwords(20, 0x10010)
	b.lscOK(1, lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | bti, 8, 255})
	assert.Equal(t, uint32(9), b.got(10, 1)[0])
	b.dwords(20, 0x80000040)
	_, err = b.lsc(1, lsc{ugmFunc, 1, 0, 1, lscLoad | a32 | d32 | bti, 8, 255})
	var fault *mem.Fault
	require.ErrorAs(t, err, &fault)
}
