package message

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestGlobalOffset: what the header adds to the offsets of all lanes, whether those follow each
// other, are the same, or neither.
func TestGlobalOffset(t *testing.T) {
	for _, c := range []struct {
		offs, want []uint32
	}{
		{seq(64, 4, 8), seq(120, 1, 8)}, {seq(64, 0, 8), seq(120, 0, 8)}, {seq(92, ^uint32(3), 8), seq(127, ^uint32(0), 8)},
	} {
		for _, shared := range []bool{false, true} {
			b := newBench(t).dwords(20, 0, 0, 16).dwords(21, c.offs...)
			b.mem.SetShared(shared)
			b.ok(0xFF, dc0, 2, 0, 1, header|4<<14|2<<10|3)
			assert.Equal(t, c.want, b.got(10, 8))
			b.dwords(22, seq(1, 1, 8)...).ok(0xFF, dc0, 3, 0, 0, header|12<<14|2<<10|3)
			assert.EqualValues(t, 115, word32(b.buf, 15))
		}
	}
}

// TestComponentsAtTheEnd: of four components of all lanes at one place, those that exist.
func TestComponentsAtTheEnd(t *testing.T) {
	for off, want := range map[uint32][]uint32{240: {160, 161, 162, 163}, 244: {161, 162, 163, 0}, 248: {162, 163, 0, 0}, 252: {163, 0, 0, 0}, 256: {0, 0, 0, 0}} {
		b := newBench(t).dwords(20, seq(off, 0, 8)...).dwords(10, seq(7, 0, 32)...)
		left, err := b.run(0xFF, dc1, 1, 0, 4, untypedRead|xyzw|simd8|3)
		require.NoError(t, err)
		assert.Equal(t, off > 240, left, "%d", off)
		for c, w := range want {
			assert.Equal(t, seq(w, 0, 8), b.got(10+c, 8), "%d", off)
		}
	}
}

// TestStatelessLanes: all lanes of a message on 32-bit addresses, whose addresses wrap.
func TestStatelessLanes(t *testing.T) {
	b := newBench(t).dwords(20, seq(0x10004, 4, 8)...)
	for i := range 9 {
		require.NoError(t, b.scr.Store(uint64(4*i), 4, uint64(50+i)))
	}
	b.ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|255)
	assert.Equal(t, seq(51, 1, 8), b.got(10, 8))
	b.dwords(20, seq(0x10008, 0, 8)...).ok(0xFF, dc1, 1, 0, 1, untypedRead|x|simd8|253)
	assert.Equal(t, seq(52, 0, 8), b.got(10, 8))

	b.scr = mem.NewBuffer("scratch", 0xFFFFFC00, 1024)
	_, err := b.dwords(20, 0xFFFFFFFC).run(1, dc1, 1, 0, 2, untypedRead|0xC<<8|simd8|255)
	assert.Equal(t, mem.Fault{Addr: 0, Size: 4}, faultOf(t, err, 0))
	_, err = b.dwords(20, 0xFFFFFFF8).run(1, dc1, 1, 0, 4, untypedRead|xyzw|simd8|255)
	assert.Equal(t, mem.Fault{Addr: 0, Size: 4}, faultOf(t, err, 0))
	b.dwords(20, 0xFFFFFFF8).ok(1, dc1, 1, 0, 2, untypedRead|0xC<<8|simd8|255)
}

// TestImageHeaderInR0: messages on images take r0 for a header as others do.
func TestImageHeaderInR0(t *testing.T) {
	for _, c := range []struct {
		sfid uint8
		desc native.Desc
		want []uint32
	}{
		{dc1, 2<<25 | 1<<20 | header | typedRead | low8 | x | 5, []uint32{7, 5, 7, 13}},
		{sampler, 2<<25 | 1<<20 | header | sampler8 | load | 5, []uint32{2, 6, 10, 14}},
	} {
		b, _ := newImage(t, "rgba8ui")
		b.dwords(0, 0, 0, 1<<12, 0, 0, 0, 0, 0b1010).dwords(1, 0, 1, 2, 3).dwords(10, seq(7, 0, 8)...)
		src := places
		src.First = 0
		require.NoError(t, Resolve(&b.msg, native.SKL, &native.Message{SFID: c.sfid, Desc: c.desc}, &src, false))
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		_, err := b.execute(0x1F)
		require.NoError(t, err)
		assert.Equal(t, c.want, b.got(10, 4))
	}
}

// TestLongPayloads: 31 registers and no more.
func TestLongPayloads(t *testing.T) {
	write := func(second int) error {
		src := places
		src.Split = second
		return Resolve(new(Message), native.SKL, &native.Message{SFID: dc1, Desc: 15<<25 | header | mediaWrite | 5, ExDesc: native.ExDesc(second << 6)}, &src, false)
	}
	require.NoError(t, write(16))
	err := write(17)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.EqualError(t, err, "payload of 32 registers")
}

// TestDescriptorsThatAreWrong: what the table of messages does not allow is an error that is none
// of a missing model.
func TestDescriptorsThatAreWrong(t *testing.T) {
	src := places
	err := Resolve(new(Message), native.SKL, &native.Message{SFID: dc1, Desc: 2<<25 | 1<<20 | untypedRead | x | simd8 | 3}, &src, false)
	require.Error(t, err)
	assert.NotErrorIs(t, err, errors.ErrUnsupported)
}

// TestBlocksAreAligned: blocks in bytes lie at multiples of 4, in surfaces and in flat memory.
//
// seed: vISA pages OWORD_LD_UNALIGNED
func TestBlocksAreAligned(t *testing.T) {
	for _, offset := range []uint32{1, 2, 3} {
		var at *mem.AlignError
		b := newBench(t).dwords(20, 0, 0, 8+offset)
		_, err := b.run(1, dc0, 1, 0, 1, header|1<<14|3)
		require.ErrorAs(t, err, &at)
		assert.Equal(t, &mem.AlignError{Buffer: "surface", Off: 8 + uint64(offset), Size: 16, Block: true}, at)
		b.quads(20, b.buf.Base+8+uint64(offset))
		_, err = b.run(1, dc1, 1, 0, 1, header|20<<14|1<<11|255)
		require.ErrorAs(t, err, &at)
		assert.Equal(t, uint64(8+offset), at.Off)
	}
}
