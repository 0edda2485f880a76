package message

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// TestFlat: a 64-bit address for each lane, and the distance of its elements in
// registers: a dword for up to 4 bytes, else a qword.
func TestFlat(t *testing.T) {
	const read, write = 0x10 << 14, 0x1A << 14
	b := newBench(t)
	at := b.buf.Base
	b.quads(20, at+3, at+8, at+8).dwords(10, seq(9, 0, 8)...)
	b.ok(7, dc1, 2, 0, 1, read|0<<8|1<<10|255) // two bytes
	assert.Equal(t, []uint32{101 << 8, 102, 102, 9}, b.got(10, 4))
	b.quads(20, at+4, at+12).ok(3, dc1, 2, 0, 1, read|0<<8|255) // one byte
	assert.Equal(t, []uint32{101, 103, 102}, b.got(10, 3))
	b.ok(3, dc1, 2, 0, 2, read|0<<8|3<<10|255) // eight
	assert.Equal(t, []uint32{101, 102, 103, 104}, b.got(10, 4))
	b.ok(3, dc1, 2, 0, 2, read|1<<8|1<<10|255) // two dwords
	assert.Equal(t, []uint32{101, 103}, b.got(10, 2))
	assert.Equal(t, []uint32{102, 104}, b.got(11, 2))
	b.ok(3, dc1, 2, 0, 2, read|2<<8|255) // a qword
	assert.Equal(t, []uint32{101, 102, 103, 104}, b.got(10, 4))

	b = newBench(t)
	at = b.buf.Base
	b.quads(20, at, at+8).dwords(22, 0x1AA, 0x2BB)
	b.ok(3, dc1, 3, 0, 0, write|0<<8|255)
	assert.EqualValues(t, []uint32{0xAA, 0xBB}, []uint32{word32(b.buf, 0), word32(b.buf, 2)})
	b.quads(20, at+16, at+32).quads(22, 1<<32|2, 3<<32|4)
	b.ok(3, dc1, 4, 0, 0, write|2<<8|255)
	assert.EqualValues(t, []uint32{2, 1, 4, 3}, []uint32{word32(b.buf, 4), word32(b.buf, 5), word32(b.buf, 8), word32(b.buf, 9)})

	b.quads(20, at, 16, at)
	_, err := b.run(7, dc1, 2, 0, 2, read|1<<8|1<<10|255)
	assert.Equal(t, mem.Fault{Addr: 16, Size: 4}, faultOf(t, err, 1))
	b.quads(20, at+252)
	_, err = b.run(1, dc1, 2, 0, 2, read|1<<8|1<<10|255)
	assert.Equal(t, mem.Fault{Addr: at + 256, Size: 4}, faultOf(t, err, 0), "the second dword")

	b.quads(20, at+8, at+8).quads(22, 5, 6)
	b.ok(3, dc1, 4, 0, 2, 0x12<<14|returns|atomic8|7<<8|255)
	assert.Equal(t, []uint32{187, 103, 192, 103}, b.got(10, 4), "64-bit add")
	b.quads(20, at+5)
	_, err = b.run(1, dc1, 4, 0, 2, 0x12<<14|returns|atomic8|7<<8|255)
	var align *mem.AlignError
	require.ErrorAs(t, err, &align)
	assert.Equal(t, mem.AlignError{Buffer: "surface", Off: 5, Size: 8}, *align)
}

// TestAtomics: each operation stores and returns what it should, in memory of its
// own and in shared memory.
func TestAtomics(t *testing.T) {
	const big = 0xFFFFFFFF
	one, two, nan := uint32(0x3F800000), uint32(0x40000000), uint32(0x7FC00000)
	for _, c := range []struct {
		kind, op, operands uint32
		old, a, b          uint32
		stored, returned   uint32
	}{
		{untypedAtomic, 1, 1, 6, 3, 0, 2, 6}, {untypedAtomic, 2, 1, 6, 3, 0, 7, 6}, {untypedAtomic, 3, 1, 6, 3, 0, 5, 6},
		{untypedAtomic, 4, 1, 5, 7, 0, 7, 5}, {untypedAtomic, 5, 0, 5, 0, 0, 6, 5}, {untypedAtomic, 6, 0, 5, 0, 0, 4, 5},
		{untypedAtomic, 7, 1, 5, 3, 0, 8, 5}, {untypedAtomic, 8, 1, 5, 3, 0, 2, 5}, {untypedAtomic, 9, 1, 5, 3, 0, 0xFFFFFFFE, 5},
		{untypedAtomic, 10, 1, big, 3, 0, 3, big}, {untypedAtomic, 10, 1, 4, 3, 0, 4, 4}, {untypedAtomic, 11, 1, big, 3, 0, big, big},
		{untypedAtomic, 11, 1, 3, big, 0, big, 3}, {untypedAtomic, 12, 1, big, 3, 0, big, big}, {untypedAtomic, 12, 1, 2, 3, 0, 3, 2},
		{untypedAtomic, 13, 1, big, 3, 0, 3, big}, {untypedAtomic, 13, 1, 2, 3, 0, 2, 2},
		{untypedAtomic, 14, 2, 5, 5, 9, 9, 5}, {untypedAtomic, 14, 2, 5, 4, 9, 5, 5}, {untypedAtomic, 15, 0, 5, 0, 0, 4, 4},
		{floatAtomic, 1, 1, one, two, 0, two, one}, {floatAtomic, 1, 1, two, one, 0, two, two}, {floatAtomic, 1, 1, nan, one, 0, one, nan},
		{floatAtomic, 2, 1, one, two, 0, one, one}, {floatAtomic, 2, 1, two, one, 0, one, two},
		{floatAtomic, 3, 2, 0, 1 << 31, 9, 9, 0}, {floatAtomic, 3, 2, nan, nan, 9, nan, nan},
	} {
		for _, shared := range []bool{false, true} {
			b := newBench(t).dwords(20, 4).dwords(21, c.a).dwords(22, c.b)
			b.mem.SetShared(shared)
			require.NoError(t, b.buf.Store(4, 4, uint64(c.old)))
			b.ok(1, dc1, 1+c.operands, 0, 1, c.kind|returns|atomic8|c.op<<8|3)
			assert.Equal(t, c.stored, word32(b.buf, 1), "%+v", c)
			assert.Equal(t, append([]uint32{c.returned}, 0), b.got(10, 2), "%+v", c)
		}
	}
	for _, c := range []struct {
		op        uint32
		old, a, b uint64
		stored    uint64
	}{
		{10, 1 << 63, 5, 0, 5}, {11, 1 << 63, 5, 0, 1 << 63}, {12, 1 << 63, 5, 0, 1 << 63}, {13, 1 << 63, 5, 0, 5}, {8, 0, 1, 0, 1<<64 - 1},
		{14, 7 << 40, 7 << 40, 3 << 40, 3 << 40},
	} {
		b := newBench(t)
		require.NoError(t, b.buf.Store(8, 8, c.old))
		operands := uint32(2)
		b.quads(20, b.buf.Base+8).quads(22, c.a)
		if c.op == 14 {
			operands = 4
			b.quads(24, c.b)
		}
		b.ok(1, dc1, 2+operands, 0, 2, 0x12<<14|returns|atomic8|c.op<<8|255)
		assert.Equal(t, []uint32{uint32(c.stored), uint32(c.stored >> 32)}, []uint32{word32(b.buf, 2), word32(b.buf, 3)}, "%+v", c)
		assert.Equal(t, []uint32{uint32(c.old), uint32(c.old >> 32)}, b.got(10, 2))
	}
	// Sixteen lanes on one address without a result; the lane that is off adds nothing.
	b := newBench(t).dwords(20, seq(0, 0, 16)...).dwords(22, seq(1, 0, 16)...)
	b.ok(0x7FFF, dc1, 4, 0, 0, untypedAtomic|7<<8|3)
	assert.EqualValues(t, 115, word32(b.buf, 0))
	assert.Equal(t, seq(0, 0, 16), b.got(10, 16))
	b = newBench(t).dwords(20, seq(0, 4, 16)...)
	b.ok(0xFFFF, dc1, 2, 0, 2, untypedAtomic|returns|5<<8|3)
	assert.Equal(t, seq(100, 1, 16), b.got(10, 16))
	assert.EqualValues(t, 116, word32(b.buf, 15))
}

// TestNear: the buffer that a message by 64-bit addresses reaches is kept where code of another kind finds it, by its first lane or
// its block's address.
func TestNear(t *testing.T) {
	const read, block = 0x10 << 14, 0x14 << 14
	b := newBench(t)
	kept := unsafe.Slice(b.port.Tables().Near, mem.NearSlots)
	b.quads(20, 1, b.buf.Base+8)
	require.NoError(t, b.resolve(dc1, 2, 0, 1, read|0<<8|255))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	b.port.Near(3, &b.msg, b.regs, 1)
	assert.Zero(t, kept[3].Len, "the first lane is in no buffer")
	b.port.Near(3, &b.msg, b.regs, 2)
	assert.Equal(t, []uint64{b.buf.Base, uint64(b.buf.Len())}, []uint64{kept[3].Bias, kept[3].Len})
	require.NoError(t, b.resolve(dc1, 1, 0, 1, block|1<<19|255))
	b.quads(20, b.buf.Base)
	b.port.Near(4, &b.msg, b.regs, 1)
	assert.Equal(t, kept[3], kept[4])
}
