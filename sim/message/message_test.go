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

// Functions and descriptors of Gen9, without lengths.
const (
	dc0, dc1, gateway, spawner = 10, 12, 3, 7

	simd8, simd16   = 2 << 12, 1 << 12
	untypedRead     = 1 << 14
	untypedWrite    = 9 << 14
	x, xz, yw, xyzw = 0xE << 8, 0xA << 8, 5 << 8, 0
	untypedAtomic   = 2 << 14
	floatAtomic     = 0x1B << 14
	atomic8         = 1 << 12
	returns         = 1 << 13
	header          = 1 << 19
)

// bench is registers and memory that messages run on: payload from r20, its second
// part from r30, response to r10.
type bench struct {
	t    *testing.T
	regs []byte
	mem  *mem.Memory
	buf  *mem.Buffer // surface 3, 64 words 100, 101, ...
	slm  *mem.Buffer
	scr  *mem.Buffer
	port Port
	msg  Message
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, regs: make([]byte, 4096+512), mem: mem.New(), slm: mem.NewLocal(256), scr: mem.NewBuffer("scratch", 0x10000, 1024)}
	b.buf = b.mem.Alloc("surface", 256)
	b.mem.SetShared(false)
	for i := range 64 {
		require.NoError(t, b.buf.Store(uint64(4*i), 4, uint64(100+i)))
	}
	b.mem.Bind(3, b.buf)
	return b
}

func (b *bench) dwords(reg int, v ...uint32) *bench {
	for i, w := range v {
		binary.LittleEndian.PutUint32(b.regs[32*reg+4*i:], w)
	}
	return b
}

func (b *bench) quads(reg int, v ...uint64) *bench {
	for i, w := range v {
		binary.LittleEndian.PutUint64(b.regs[32*reg+8*i:], w)
	}
	return b
}

// got is n dwords from a register on.
func (b *bench) got(reg, n int) (out []uint32) {
	for i := range n {
		out = append(out, binary.LittleEndian.Uint32(b.regs[32*reg+4*i:]))
	}
	return out
}

func word32(m *mem.Buffer, i int) uint32 { return binary.LittleEndian.Uint32(m.Bytes()[4*i:]) }

var places = Sources{First: 20 * 32, Second: 30 * 32, Dst: 10 * 32, GRF: 32, Limit: 4096, Channels: 16}

// resolve makes the message of mlen payload registers, split of them in the second
// part, and rlen of response.
func (b *bench) resolve(sfid uint8, mlen, split, rlen, desc uint32) error {
	src := places
	src.Split = int(split)
	msg := native.Message{SFID: sfid, Desc: native.Desc((mlen-split)<<25 | rlen<<20 | desc), ExDesc: native.ExDesc(split << 6)}
	return Resolve(&b.msg, native.SKL, &msg, &src, false)
}

// run resolves and executes a message; it reports what Run does.
func (b *bench) run(em uint32, sfid uint8, mlen, split, rlen, desc uint32) (bool, error) {
	b.t.Helper()
	require.NoError(b.t, b.resolve(sfid, mlen, split, rlen, desc))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	return b.execute(em)
}

// ok runs a message that stays inside.
func (b *bench) ok(em uint32, sfid uint8, mlen, split, rlen, desc uint32) *bench {
	b.t.Helper()
	left, err := b.run(em, sfid, mlen, split, rlen, desc)
	require.NoError(b.t, err)
	require.False(b.t, left)
	return b
}

func seq(first, step uint32, n int) (out []uint32) {
	for i := range n {
		out = append(out, first+step*uint32(i))
	}
	return out
}

// TestRead: lanes whose offsets follow each other, are the same, or are neither.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name       string
		lanes      int
		offs, want []uint32
	}{
		{"contiguous", 16, seq(8, 4, 16), seq(102, 1, 16)},
		{"contiguous 8", 8, seq(0, 4, 8), seq(100, 1, 8)},
		{"to the end", 16, seq(192, 4, 16), seq(148, 1, 16)},
		{"uniform", 16, seq(20, 0, 16), seq(105, 0, 16)},
		{"uniform 8", 8, seq(252, 0, 8), seq(163, 0, 8)},
		{"backwards", 16, seq(60, ^uint32(3), 16), seq(115, ^uint32(0), 16)},
		{"every second", 8, seq(0, 8, 8), seq(100, 2, 8)},
		{"one out of step", 8, []uint32{0, 4, 8, 12, 16, 20, 24, 32}, []uint32{100, 101, 102, 103, 104, 105, 106, 108}},
		{"one not the same", 8, []uint32{4, 4, 4, 4, 4, 4, 4, 8}, []uint32{101, 101, 101, 101, 101, 101, 101, 102}},
		{"pairs swapped", 8, []uint32{4, 0, 12, 8, 20, 16, 28, 24}, []uint32{101, 100, 103, 102, 105, 104, 107, 106}},
		{"five apart", 8, []uint32{0, 5, 8, 13, 16, 21, 24, 29}, []uint32{100, 102 << 24, 102, 104 << 24, 104, 106 << 24, 106, 108 << 24}},
		{"pairs", 8, []uint32{0, 4, 0, 4, 0, 4, 0, 4}, []uint32{100, 101, 100, 101, 100, 101, 100, 101}},
	} {
		b := newBench(t).dwords(20, c.offs...)
		mode, rows := uint32(simd8), uint32(1)
		if c.lanes == 16 {
			mode, rows = simd16, 2
		}
		b.ok(1<<c.lanes-1, dc1, rows, 0, rows, untypedRead|x|mode|3)
		assert.Equal(t, append(c.want, 0), b.got(10, c.lanes+1), c.name)
	}
}

// TestReadMasked: lanes that are off keep their response.
func TestReadMasked(t *testing.T) {
	b := newBench(t).dwords(20, seq(0, 4, 8)...).dwords(10, seq(1, 1, 8)...)
	b.ok(0xF6, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	assert.Equal(t, []uint32{1, 101, 102, 4, 104, 105, 106, 107}, b.got(10, 8))
	b.dwords(10, seq(1, 1, 8)...).ok(0x100, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	assert.Equal(t, seq(1, 1, 8), b.got(10, 8), "lane 8 is not of the message")
}

// TestComponents: the enabled dwords of a lane's four, each in its own registers.
func TestComponents(t *testing.T) {
	b := newBench(t).dwords(20, 0, 16, 100, 64, 0, 0, 0, 0)
	b.ok(0xF, dc1, 1, 0, 4, untypedRead|xyzw|simd8|3)
	for c := range 4 {
		assert.Equal(t, []uint32{100 + uint32(c), 104 + uint32(c), 125 + uint32(c), 116 + uint32(c)}, b.got(10+c, 4))
	}
	b = newBench(t).dwords(20, 0, 16, 100, 64)
	b.ok(0xF, dc1, 1, 0, 2, untypedRead|yw|simd8|3)
	assert.Equal(t, []uint32{101, 105, 126, 117}, b.got(10, 4))
	assert.Equal(t, []uint32{103, 107, 128, 119}, b.got(11, 4))
	assert.Equal(t, [2]Run{{1, 1}, {3, 1}}, b.msg.Runs)

	// Uniform: all four in one access.
	b = newBench(t).dwords(20, seq(32, 0, 16)...)
	b.ok(0xFFFF, dc1, 2, 0, 8, untypedRead|xyzw|simd16|3)
	for c := range 4 {
		assert.Equal(t, seq(108+uint32(c), 0, 16), b.got(10+2*c, 16))
	}
	// Contiguous lanes of several components overlap.
	b = newBench(t).dwords(20, seq(0, 4, 8)...)
	b.ok(0xFF, dc1, 1, 0, 4, untypedRead|xyzw|simd8|3)
	assert.Equal(t, seq(103, 1, 8), b.got(13, 8))

	b = newBench(t).dwords(20, 0, 32).dwords(21, 7, 8).dwords(22, 9, 10)
	b.ok(3, dc1, 3, 0, 0, untypedWrite|xz|simd8|3)
	assert.Equal(t, []uint32{7, 101, 9, 8, 109, 10},
		[]uint32{word32(b.buf, 0), word32(b.buf, 1), word32(b.buf, 2), word32(b.buf, 8), word32(b.buf, 9), word32(b.buf, 10)})
}

// TestWrite: as TestRead; the highest lane stays where several write.
func TestWrite(t *testing.T) {
	b := newBench(t).dwords(20, seq(4, 4, 8)...).dwords(21, seq(1, 1, 8)...)
	b.ok(0xFF, dc1, 2, 0, 0, untypedWrite|x|simd8|3)
	assert.EqualValues(t, []uint32{100, 1, 8, 109}, []uint32{word32(b.buf, 0), word32(b.buf, 1), word32(b.buf, 8), word32(b.buf, 9)})
	b = newBench(t).dwords(20, seq(4, 0, 8)...).dwords(21, seq(1, 1, 8)...)
	b.ok(0xFF, dc1, 2, 0, 0, untypedWrite|x|simd8|3)
	assert.EqualValues(t, []uint32{100, 8, 102}, []uint32{word32(b.buf, 0), word32(b.buf, 1), word32(b.buf, 2)})

	// The addresses in the first part, the data in the second.
	b = newBench(t).dwords(20, seq(192, 4, 16)...).dwords(30, seq(1, 1, 16)...)
	b.ok(0xFFFF, dc1, 4, 2, 0, untypedWrite|x|simd16|3)
	assert.EqualValues(t, []uint32{147, 1, 16}, []uint32{word32(b.buf, 47), word32(b.buf, 48), word32(b.buf, 63)})

	// Parts that are not whole: the second register of addresses lies elsewhere.
	b = newBench(t).dwords(20, seq(0, 4, 8)...).dwords(30, seq(32, 4, 8)...).dwords(31, seq(1, 1, 16)...)
	b.ok(0xFFFF, dc1, 4, 3, 0, untypedWrite|x|simd16|3)
	assert.EqualValues(t, []uint32{1, 8, 9, 16, 116}, []uint32{word32(b.buf, 0), word32(b.buf, 7), word32(b.buf, 8), word32(b.buf, 15), word32(b.buf, 16)})
	b = newBench(t).dwords(20, seq(0, 4, 16)...).dwords(22, seq(1, 1, 8)...).dwords(30, seq(9, 1, 8)...)
	b.ok(0xFFFF, dc1, 4, 1, 0, untypedWrite|x|simd16|3)
	assert.EqualValues(t, []uint32{1, 8, 9, 16, 116}, []uint32{word32(b.buf, 0), word32(b.buf, 7), word32(b.buf, 8), word32(b.buf, 15), word32(b.buf, 16)})
}

// TestShared: memory that several workers share gives the same.
func TestShared(t *testing.T) {
	b := newBench(t)
	b.mem.SetShared(true)
	b.dwords(20, seq(8, 4, 8)...).ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	assert.Equal(t, seq(102, 1, 8), b.got(10, 8))
	b.dwords(20, seq(8, 0, 8)...).dwords(21, seq(1, 0, 8)...)
	b.ok(0xFF, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|7<<8|3)
	assert.Equal(t, seq(102, 1, 8), b.got(10, 8))
	assert.EqualValues(t, 110, word32(b.buf, 2))
}

// TestPastTheEnd: reads give 0, writes are dropped, and the first lane is named.
func TestPastTheEnd(t *testing.T) {
	b := newBench(t).dwords(20, seq(228, 4, 8)...)
	left, err := b.run(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, []uint32{157, 158, 159, 160, 161, 162, 163, 0}, b.got(10, 8))
	assert.Equal(t, Outside{b.buf, 7, false}, b.port.Left)
	b.dwords(20, seq(0, 4, 8)...).ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|3)

	b.dwords(20, seq(256, 0, 8)...)
	left, err = b.run(0xF0, dc1, 2, 0, 0, untypedWrite|x|simd8|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{b.buf, 4, true}, b.port.Left)

	b.dwords(20, seq(253, 0, 8)...)
	left, err = b.run(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, seq(0, 0, 8), b.got(10, 8), "the upper bytes of a word of 163")

	left, err = b.run(1, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|7<<8|3)
	require.Error(t, err)
	assert.False(t, left)
	var align *mem.AlignError
	require.ErrorAs(t, err, &align)
	assert.Equal(t, mem.AlignError{Buffer: "surface", Off: 253, Size: 4}, *align)

	b.dwords(20, 4, 256, 8).dwords(21, 1, 1, 1).dwords(10, 9, 9, 9)
	left, err = b.run(7, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|7<<8|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{b.buf, 1, true}, b.port.Left)
	assert.Equal(t, []uint32{101, 0, 102}, b.got(10, 3))
	assert.Equal(t, []uint32{102, 103}, []uint32{word32(b.buf, 1), word32(b.buf, 2)})
}

// TestLocal: shared local memory takes the low 16 bits of an offset, ends where
// the launch says, and is named like a surface.
//
// seed: Broxton vol. 6 Shared Local Memory
func TestLocal(t *testing.T) {
	b := newBench(t)
	for i := range 64 {
		require.NoError(t, b.slm.Store(uint64(4*i), 4, uint64(i)))
	}
	b.dwords(20, seq(0x10000004, 4, 8)...).ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|254)
	assert.Equal(t, seq(1, 1, 8), b.got(10, 8))
	b.dwords(20, seq(0x1000000C, 0, 8)...).ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|254)
	assert.Equal(t, seq(3, 0, 8), b.got(10, 8))
	// Offsets that pass 2^32 or 2^16 follow each other no longer.
	b.dwords(20, seq(0xFFFFFFF8, 4, 8)...)
	left, err := b.run(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|254)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, []uint32{0, 0, 0, 1, 2, 3, 4, 5}, b.got(10, 8))
	assert.Equal(t, Outside{b.slm, 0, false}, b.port.Left)

	b.dwords(20, seq(224, 4, 8)...).ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|254)
	b.dwords(20, seq(228, 4, 8)...)
	left, err = b.run(0xFF, dc1, 2, 0, 0, untypedWrite|x|simd8|254)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{b.slm, 7, true}, b.port.Left)

	b.slm = nil
	_, err = b.run(1, dc1, 1, 0, 1, untypedRead|x|simd8|254)
	require.ErrorIs(t, err, ErrNoSLM)
	_, err = b.run(1, dc1, 1, 0, 1, untypedRead|x|simd8|4)
	require.ErrorIs(t, err, mem.ErrUnbound)
	var at *LaneError
	require.ErrorAs(t, err, &at)
	assert.Equal(t, -1, at.Lane)
}

// TestByteAndDword: scattered messages, with a global offset in the header.
func TestByteAndDword(t *testing.T) {
	b := newBench(t).dwords(20, 3, 4).dwords(10, 0xFFFFFFFF, 0xFFFFFFFF)
	b.ok(3, dc0, 1, 0, 1, 4<<14|1<<10|3) // two bytes a lane
	assert.Equal(t, []uint32{101 << 8, 101}, b.got(10, 2))
	b.ok(3, dc0, 1, 0, 1, 4<<14|2<<10|3) // four
	assert.Equal(t, []uint32{101 << 8, 101}, b.got(10, 2))
	b.ok(3, dc0, 1, 0, 1, 4<<14|3) // one
	assert.Equal(t, []uint32{0, 101}, b.got(10, 2))

	b = newBench(t).dwords(20, 0, 0, 4).dwords(21, 0, 1).dwords(22, 0x1FF, 0x2AB)
	b.ok(3, dc0, 3, 0, 0, header|12<<14|3)
	assert.EqualValues(t, 0xABFF, word32(b.buf, 1))

	b = newBench(t).dwords(20, 1, 5)
	b.ok(3, dc0, 1, 0, 2, 3<<14|1<<10|1<<9|3) // two dwords a lane, offsets in dwords
	assert.Equal(t, []uint32{101, 105}, b.got(10, 2))
	assert.Equal(t, []uint32{102, 106}, b.got(11, 2))
	b = newBench(t).dwords(20, 0, 0, 2).dwords(21, 1, 5)
	b.ok(3, dc0, 2, 0, 2, header|3<<14|1<<10|1<<9|3)
	assert.Equal(t, []uint32{103, 107}, b.got(10, 2), "the global offset counts dwords too")
	b = newBench(t).dwords(20, 0, 0, 4).dwords(21, 0, 4)
	b.ok(3, dc0, 2, 0, 1, header|4<<14|2<<10|3)
	assert.Equal(t, []uint32{101, 102}, b.got(10, 2), "no sample mask")
}

// TestSampleMask: the header of an untyped message switches lanes off.
func TestSampleMask(t *testing.T) {
	b := newBench(t).dwords(20, 0, 0, 77, 0, 0, 0, 0, 5).dwords(21, seq(0, 4, 8)...)
	b.ok(0xFF, dc1, 2, 0, 1, header|untypedRead|x|simd8|3)
	assert.Equal(t, []uint32{100, 0, 102, 0}, b.got(10, 4), "and it has no global offset")
	b.dwords(22, seq(1, 0, 8)...).ok(0xFF, dc1, 3, 0, 1, header|untypedAtomic|returns|atomic8|7<<8|3)
	assert.Equal(t, []uint32{101, 101, 103, 103}, []uint32{word32(b.buf, 0), word32(b.buf, 1), word32(b.buf, 2), word32(b.buf, 3)})

	// The header may be r0.
	src := places
	src.First = 0
	msg := native.Message{SFID: dc1, Desc: 0x04100000 | header | untypedRead | x | simd8 | 3}
	b = newBench(t).dwords(0, 0, 0, 0, 0, 0, 0, 0, 2).dwords(1, 0, 4, 8)
	require.NoError(t, Resolve(&b.msg, native.SKL, &msg, &src, false))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	_, err := b.execute(7)
	require.NoError(t, err)
	assert.Equal(t, []uint32{0, 101, 0}, b.got(10, 3))
}

// TestScratch: 32-bit stateless addresses reach the scratch space and nothing else.
func TestScratch(t *testing.T) {
	const scratch, write, masked = 1 << 18, 1 << 17, 1 << 16
	b := newBench(t).dwords(20, 0, 0, 0, 0, 0, 0x10000|7).dwords(21, seq(1, 1, 8)...)
	b.ok(5, dc0, 2, 0, 0, header|scratch|write|masked|3)
	assert.Equal(t, []uint32{0, 1, 0, 3, 0}, []uint32{word32(b.scr, 23), word32(b.scr, 24), word32(b.scr, 25), word32(b.scr, 26), word32(b.scr, 27)})
	b.ok(5, dc0, 2, 0, 0, header|scratch|write|3)
	assert.EqualValues(t, 8, word32(b.scr, 31), "without the mask all of the register")
	b.ok(1, dc0, 1, 0, 1, header|scratch|3)
	assert.Equal(t, seq(1, 1, 8), b.got(10, 8))

	_, err := b.run(1, dc0, 1, 0, 1, header|scratch|32)
	assert.Equal(t, mem.Fault{Addr: 0x10400, Size: 32}, faultOf(t, err, -1))
	b.dwords(20, 0x103FC, 0x10400, 0xFFFC)
	_, err = b.run(3, dc1, 1, 0, 1, untypedRead|x|simd8|255)
	assert.Equal(t, mem.Fault{Addr: 0x10400, Size: 4}, faultOf(t, err, 1))
	_, err = b.run(1, dc1, 3, 0, 0, untypedWrite|xz|simd8|255)
	assert.Equal(t, mem.Fault{Addr: 0x10404, Size: 4, Write: true}, faultOf(t, err, 0))
	_, err = b.run(1, dc1, 1, 0, 4, untypedRead|xyzw|simd8|253)
	assert.Equal(t, mem.Fault{Addr: 0x10400, Size: 4}, faultOf(t, err, 0), "y is the first that is not there")
	_, err = b.run(4, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|7<<8|255)
	assert.Equal(t, mem.Fault{Addr: 0xFFFC, Size: 4, Write: true}, faultOf(t, err, 2))

	b.scr = nil
	_, err = b.run(1, dc1, 1, 0, 1, untypedRead|x|simd8|255)
	require.ErrorIs(t, err, ErrNoScratch)
}

func faultOf(t *testing.T, err error, lane int) mem.Fault {
	t.Helper()
	var at *LaneError
	require.ErrorAs(t, err, &at)
	assert.Equal(t, lane, at.Lane)
	var f *mem.Fault
	require.ErrorAs(t, err, &f)
	assert.Equal(t, f.Error(), at.Error())
	return *f
}

// TestBlocks: whole registers at an offset in bytes or OWords.
func TestBlocks(t *testing.T) {
	b := newBench(t).dwords(20, 0, 0, 4).dwords(21, seq(1, 1, 8)...)
	b.ok(1, dc0, 1, 0, 1, header|1<<14|2<<8|3)
	assert.Equal(t, seq(101, 1, 8), b.got(10, 8))
	b.ok(1, dc0, 1, 0, 1, header|2<<8|3)
	assert.Equal(t, seq(116, 1, 8), b.got(10, 8))
	b.ok(0x80, dc0, 2, 0, 0, header|8<<14|2<<8|3)
	assert.Equal(t, []uint32{115, 1, 8, 124}, []uint32{word32(b.buf, 15), word32(b.buf, 16), word32(b.buf, 23), word32(b.buf, 24)})
	b.dwords(20, 0, 0, 15)
	left, err := b.run(1, dc0, 1, 0, 1, header|2<<8|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{b.buf, -1, false}, b.port.Left)
	assert.Equal(t, []uint32{160, 161, 162, 163, 0, 0, 0, 0}, b.got(10, 8))
	left, err = b.run(1, dc0, 2, 0, 0, header|8<<14|2<<8|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{b.buf, -1, true}, b.port.Left)

	b.quads(20, b.buf.Base+16).ok(1, dc1, 1, 0, 1, header|0x14<<14|2<<8|255)
	assert.Equal(t, seq(104, 1, 8), b.got(10, 8))
	b.ok(1, dc1, 2, 0, 0, header|0x15<<14|2<<8|255)
	assert.EqualValues(t, []uint32{1, 8}, []uint32{word32(b.buf, 4), word32(b.buf, 11)})
	b.quads(20, 16)
	_, err = b.run(1, dc1, 1, 0, 1, header|0x14<<14|2<<8|255)
	assert.Equal(t, mem.Fault{Addr: 16, Size: 32}, faultOf(t, err, -1))
}

// TestNothing: fences and the end of a thread leave memory alone, a barrier is the
// engine's.
func TestNothing(t *testing.T) {
	b := newBench(t)
	b.ok(1, dc0, 1, 0, 0, header|7<<14)
	assert.Equal(t, Nothing, b.msg.Action)
	b.ok(1, gateway, 1, 0, 0, 4)
	assert.Equal(t, Barrier, b.msg.Action)
	src := places
	require.NoError(t, Resolve(&b.msg, native.SKL, &native.Message{SFID: spawner, Desc: 0x02000010, EOT: true}, &src, true))
	assert.Equal(t, Nothing, b.msg.Action)
}

func TestRefused(t *testing.T) {
	for why, m := range map[string]native.Message{
		"message SamplerMedia: no source says what it does": {SFID: 2, Desc: 0x02400000 | 3<<17},
		"of two vectors":       {SFID: 2, Desc: 0x02400000},
		"slot group 3":         {SFID: dc1, Desc: 0x04100000 | 5<<14 | 3<<12 | x},
		"index 251":            {SFID: dc1, Desc: 0x02100000 | untypedRead | x | simd8 | 251},
		"reserved":             {SFID: dc1, Desc: 0x02100000 | untypedRead | x | simd8 | 240},
		"index 3 of a message": {SFID: dc1, Desc: 0x04100000 | 0x10<<14 | 1<<8 | 3},
		"pairs of dwords":      {SFID: dc1, Desc: 0x0A000000 | untypedAtomic | atomic8 | 3},
		"OwordRead that drops": {SFID: dc0, Desc: 0x02100000 | header | 1<<13},
		"ByteRead that drops":  {SFID: dc0, Desc: 0x02100000 | 4<<14 | 1<<13},
		"end of thread":        {SFID: dc1, Desc: 0x02100000 | untypedRead | x | simd8 | 3, EOT: true},
		"scratch block write of 2 registers under a mask of 8 channels": {SFID: dc0, Desc: 0x06000000 | header | 1<<18 | 1<<17 | 1<<16 | 1<<12},
	} {
		src := places
		src.Channels = 8
		err := Resolve(new(Message), native.SKL, &m, &src, false)
		require.ErrorIs(t, err, errors.ErrUnsupported, why)
		assert.ErrorContains(t, err, why)
	}
	several := native.Message{SFID: dc0, Desc: 0x06000000 | header | 1<<18 | 1<<17 | 1<<16 | 1<<12}
	src := places
	require.NoError(t, Resolve(new(Message), native.SKL, &several, &src, true), "with NoMask it is a block")

	for why, change := range map[string]func(*Sources){
		"payload reaches byte 4128":  func(s *Sources) { s.First = 4064 },
		"payload reaches byte 0":     func(s *Sources) { s.First = -32 },
		"response reaches byte 4128": func(s *Sources) { s.Dst = 4064 },
		"to a null destination":      func(s *Sources) { s.Dst = -1 },
		"without a second payload":   func(s *Sources) { s.Second, s.Split = -1, 1 },
	} {
		src := places
		change(&src)
		err := Resolve(new(Message), native.SKL, &native.Message{SFID: dc1, Desc: 0x04200000 | untypedRead | x | simd16 | 3}, &src, false)
		require.ErrorContains(t, err, why)
		require.NotErrorIs(t, err, errors.ErrUnsupported)
	}
	src = places
	src.First, src.Dst = 4032, 4032
	require.NoError(t, Resolve(new(Message), native.SKL, &native.Message{SFID: dc1, Desc: 0x04200000 | untypedRead | x | simd16 | 3}, &src, false), "up to the last byte")
}

// TestNoAllocation: a message allocates nothing.
func TestNoAllocation(t *testing.T) {
	b := newBench(t).dwords(20, seq(0, 8, 8)...)
	for _, m := range [][2]uint32{{1, untypedRead | x | simd8 | 3}, {4, untypedRead | xyzw | simd8 | 3}, {1, untypedAtomic | returns | atomic8 | 5<<8 | 3}} {
		require.NoError(t, b.resolve(dc1, 1, 0, m[0], m[1]))
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		assert.Zero(t, testing.AllocsPerRun(20, func() {
			if !b.port.Quick(&b.msg, b.regs) {
				_, _ = b.port.Run(&b.msg, b.regs, 0xFF)
			}
		}))
	}
}

// TestAttach: the port goes over to other memories.
func TestAttach(t *testing.T) {
	b := newBench(t).dwords(20, 8)
	b.ok(1, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	other := newBench(t)
	require.NoError(t, other.buf.Store(8, 4, 5))
	require.NoError(t, other.slm.Store(8, 4, 6))
	b.mem, b.slm = other.mem, other.slm
	b.ok(1, dc1, 1, 0, 1, untypedRead|x|simd8|3)
	assert.EqualValues(t, 5, b.got(10, 1)[0])
	b.ok(1, dc1, 1, 0, 1, untypedRead|x|simd8|254)
	assert.EqualValues(t, 6, b.got(10, 1)[0])
	b.scr.Base = 0x20000
	b.dwords(20, 0x20000).ok(1, dc1, 1, 0, 1, untypedRead|x|simd8|255)
}
