package message

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// An atomic addition on qwords of flat memory carries into their upper halves,
// whether others use the memory or not.
func TestAtomicQuads(t *testing.T) {
	const flatAtomic, quads, add = 0x12 << 14, 1 << 12, 7 << 8
	for _, shared := range []bool{false, true} {
		b := newBench(t)
		b.mem.SetShared(shared)
		b.buf.SetBytes(0, []byte{0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0})
		base := b.buf.Base
		b.quads(20, base, base, base+8, base+16, base+24, base+32, base+40, base+48)
		b.quads(22, 1, 0x1_0000_0000, 0xFFFF_FFFF, 2, 3, 4, 5, 6)
		b.ok(0xFF, dc1, 4, 0, 2, flatAtomic|returns|quads|add|255)
		assert.Equal(t, []uint32{0xFFFFFFFF, 1, 0, 2, 102, 103, 104, 105}, b.got(10, 8))
		assert.Equal(t, []uint32{106, 107, 108, 109, 110, 111, 112, 113}, b.got(11, 8))
		want := []uint64{3 << 32, 102 + 0xFFFF_FFFF + 103<<32, 104 + 2 + 105<<32, 106 + 3 + 107<<32, 108 + 4 + 109<<32, 110 + 5 + 111<<32, 112 + 6 + 113<<32}
		for i, w := range want {
			assert.Equal(t, w, binary.LittleEndian.Uint64(b.buf.Bytes()[8*i:]), "qword %d", i)
		}
	}
}

// TestAtomicFloatsFlat: floats at 64-bit addresses, data and results as dwords.
func TestAtomicFloatsFlat(t *testing.T) {
	const one, two, three = 0x3F800000, 0x40000000, 0x40400000
	b := newBench(t)
	at := b.buf.Base
	for i, v := range []uint64{one, three, one} {
		require.NoError(t, b.buf.Store(uint64(4*i), 4, v))
	}
	b.quads(20, at, at+4, at+8).dwords(22, two, two, two)
	b.ok(3, dc1, 3, 0, 1, 0x1D<<14|returns|1<<8|255)
	assert.Equal(t, []uint32{one, three, 0}, b.got(10, 3))
	assert.Equal(t, []uint32{two, three, one}, []uint32{word32(b.buf, 0), word32(b.buf, 1), word32(b.buf, 2)})
}

// TestMisaligned: an atomic on a dword needs an offset that is a multiple of 4,
// whoever else uses the memory; lanes before it are done.
func TestMisaligned(t *testing.T) {
	for _, shared := range []bool{false, true} {
		for off := uint32(1); off < 4; off++ {
			b := newBench(t).dwords(20, 8, 16+off, 12).dwords(21, 1, 1, 1)
			b.mem.SetShared(shared)
			for _, c := range []struct{ lanes, word2 uint32 }{{2, 102}, {7, 103}} {
				_, err := b.run(c.lanes, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|7<<8|3)
				var align *mem.AlignError
				require.ErrorAs(t, err, &align)
				assert.Equal(t, mem.AlignError{Buffer: "surface", Off: uint64(16 + off), Size: 4}, *align)
				assert.Equal(t, []uint32{c.word2, 104, 105}, []uint32{word32(b.buf, 2), word32(b.buf, 4), word32(b.buf, 5)})
			}
		}
	}
}

// TestBehindThePayload: what lies behind the offsets of eight lanes is none of
// theirs, though it looks as if all were one.
func TestBehindThePayload(t *testing.T) {
	b := newBench(t).dwords(20, 4, 4, 4, 4, 4, 4, 8, 8).dwords(21, seq(4, 0, 24)...)
	b.ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	assert.Equal(t, []uint32{101, 101, 101, 101, 101, 101, 102, 102, 0}, b.got(10, 9))
	b = newBench(t).dwords(20, 4, 8, 12, 16, 20, 24, 32, 36).dwords(21, seq(36, 4, 24)...)
	b.ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	assert.Equal(t, []uint32{101, 102, 103, 104, 105, 106, 108, 109, 0}, b.got(10, 9))
}

// TestHeaderInR0: r0 is a header like any other.
func TestHeaderInR0(t *testing.T) {
	b := newBench(t).dwords(0, 0, 0, 40).dwords(1, seq(0, 4, 8)...)
	src := Sources{First: 0, Second: -1, Dst: 10 * 32, GRF: 32, Limit: 4096}
	msg := native.Message{SFID: dc0, Desc: 2<<25 | 1<<20 | header | 4<<14 | 2<<10 | 3}
	require.NoError(t, Resolve(&b.msg, native.SKL, &msg, &src, false))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	_, err := b.execute(0xFF)
	require.NoError(t, err)
	assert.Equal(t, seq(110, 1, 8), b.got(10, 8))
}

// TestResponse: the bytes of a response are its registers'.
func TestResponse(t *testing.T) {
	b := newBench(t)
	for desc, c := range map[uint32][3]uint32{
		untypedRead | xyzw | simd8 | 3: {1, 4, 128}, untypedRead | x | simd16 | 3: {2, 2, 64}, untypedRead | x | simd8 | 3: {1, 1, 32}, untypedWrite | x | simd8 | 3: {2, 0, 0},
	} {
		require.NoError(t, b.resolve(dc1, c[0], 0, c[1], desc))
		assert.EqualValues(t, c[2], b.msg.Response, "%#x", desc)
	}
}

// TestAtomicsOnLittle: surfaces that have no dword, and the first and the last one of others;
// scratch space is where its address says, and nowhere else.
func TestAtomicsOnLittle(t *testing.T) {
	for size, want := range map[int]uint64{0: 2, 1: 2, 3: 2, 4: 1, 7: 1, 8: 0} {
		for _, shared := range []bool{false, true} {
			b := newBench(t).dwords(20, 0, 4).dwords(21, 1, 1).dwords(10, 9, 9)
			b.mem.Bind(3, mem.NewBuffer("little", 0, size))
			b.mem.Table[3].Shared = shared
			left, err := b.run(3, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|7<<8|3)
			require.NoError(t, err)
			assert.Equal(t, want != 0, left, "%d bytes", size)
			assert.Equal(t, want, b.mem.Table[3].OutOfBounds.Load(), "%d bytes", size)
			assert.Equal(t, []uint32{0, 0}, b.got(10, 2))
		}
	}
	b := newBench(t).dwords(20, 0x10004, 0x10004).dwords(21, 5, 6)
	b.ok(3, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|7<<8|255)
	assert.Equal(t, []uint32{0, 5, 11}, append(b.got(10, 2), word32(b.scr, 1)))
	for _, addr := range []uint32{4, 0xFFFF0004, 0xFFFC, 0x10400} {
		_, err := b.dwords(20, addr).run(1, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|7<<8|255)
		assert.Equal(t, mem.Fault{Addr: uint64(addr), Size: 4, Write: true}, faultOf(t, err, 0))
	}
	assert.EqualValues(t, 11, word32(b.scr, 1))
}

// TestOffsetsThatWrap: with the global offset of a header the lanes' own may pass 2^32.
func TestOffsetsThatWrap(t *testing.T) {
	for global, want := range map[uint32]uint32{16: 102, 12: 101, 8: 100, 248 - 24 + 8: 156} {
		b := newBench(t).dwords(20, 0, 0, global).dwords(21, seq(0xFFFFFFF8, 4, 8)...)
		b.ok(0xFF, dc0, 2, 0, 1, header|4<<14|2<<10|3)
		assert.Equal(t, seq(want, 1, 8), b.got(10, 8), "%d", global)
	}
	b := newBench(t).dwords(20, 0, 0, 4).dwords(21, seq(0xFFFFFFF8, 4, 8)...)
	left, err := b.run(0xFF, dc0, 2, 0, 1, header|4<<14|2<<10|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, append([]uint32{0}, seq(100, 1, 7)...), b.got(10, 8))
}
