package message

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestHighHalf: size code 1 is one OWord in the upper half of its register, read or
// written, by offset, dword or address (message reference, section 5); the lower half
// stays.
func TestHighHalf(t *testing.T) {
	const high = 1 << 8
	mark := []uint32{1, 2, 3, 4, 5, 6, 7, 8}
	for _, c := range []struct {
		sfid   uint8
		desc   uint32
		header []uint32
		first  uint32
	}{
		{dc0, high | 3, []uint32{0, 0, 2}, 108},
		{dc0, 1<<14 | high | 3, []uint32{0, 0, 12}, 103},
		{dc1, 0x14<<14 | high | 255, []uint32{32}, 108},
		{dc1, 0x14<<14 | 1<<11 | high | 255, []uint32{20}, 105},
	} {
		b := newBench(t).dwords(10, mark...).dwords(20, c.header...)
		if c.sfid == dc1 {
			b.quads(20, b.buf.Base+uint64(c.header[0]))
		}
		b.ok(1, c.sfid, 1, 0, 1, header|c.desc)
		assert.Equal(t, append(seq(1, 1, 4), seq(c.first, 1, 4)...), b.got(10, 8), "%#x", c.desc)
	}
	for _, c := range []struct {
		sfid uint8
		desc uint32
	}{{dc0, 8<<14 | high | 3}, {dc1, 0x15<<14 | high | 255}} {
		b := newBench(t).dwords(20, 0, 0, 1).dwords(30, mark...)
		if c.sfid == dc1 {
			b.quads(20, b.buf.Base+16)
		}
		b.ok(1, c.sfid, 2, 1, 0, header|c.desc)
		assert.Equal(t, []uint32{103, 5, 6, 7, 8, 108}, words32(b.buf, 3, 6), "%#x", c.desc)
	}
}

func words32(b *mem.Buffer, first, n int) (out []uint32) {
	for i := range n {
		out = append(out, word32(b, first+i))
	}
	return out
}

// TestQwords: consecutive qwords at byte offsets (vISA page QW_GATHER; the finalizer
// hands its offsets over as they are), in groups of registers by element (message
// reference, section 5). Outside reads are 0 and writes dropped, lane by lane.
func TestQwords(t *testing.T) {
	const read, write, legacy, two = 5 << 14, 13 << 14, 1 << 9, 1 << 10
	b := newBench(t).dwords(20, 8, 0, 248, 12, 256, 16, 24, 32).dwords(10, seq(7, 0, 32)...)
	left, err := b.run(0b00111101, dc0, 1, 0, 4, read|legacy|two|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, []uint32{102, 103, 7, 7, 162, 163, 103, 104, 0, 0, 104, 105, 7, 7, 7, 7}, b.got(10, 16))
	assert.Equal(t, []uint32{104, 105, 7, 7, 0, 0, 105, 106, 0, 0, 106, 107, 7, 7, 7, 7}, b.got(12, 16))

	b = newBench(t).dwords(20, seq(0, 8, 16)...).ok(0xFFFF, dc0, 2, 0, 4, read|legacy|1<<8|3)
	assert.Equal(t, seq(100, 1, 32), b.got(10, 32))

	b = newBench(t).dwords(20, 0, 16, 252).dwords(30, 1, 2, 3, 4, 5, 6)
	_, err = b.run(7, dc0, 3, 2, 0, write|legacy|3)
	require.NoError(t, err)
	assert.Equal(t, []uint32{1, 2, 102, 103, 3, 4, 106}, words32(b.buf, 0, 7))
	assert.EqualValues(t, 5, word32(b.buf, 63), "each dword is inside or not on its own")

	b = newBench(t).dwords(20, 0, 40)
	require.NoError(t, b.slm.Store(40, 8, 0x2_0000_0001))
	b.ok(2, dc0, 1, 0, 2, read|legacy|254)
	assert.Equal(t, []uint32{1, 2}, b.got(10, 4)[2:], "local memory")
	require.ErrorContains(t, b.resolve(dc0, 2, 0, 2, header|read|legacy|3), "message QwordRead with a header")
	require.ErrorContains(t, b.resolve(dc0, 4, 0, 0, header|write|legacy|3), "message QwordWrite with a header")
}

// word is a message of Gen12 on words.
func (b *bench) word(em uint32, mlen, split, rlen, desc uint32) error {
	src := places
	src.Split = int(split)
	msg := native.Message{SFID: dc1, Desc: native.Desc((mlen-split)<<25 | rlen<<20 | desc), ExDesc: native.ExDesc(split << 6)}
	require.NoError(b.t, Resolve(&b.msg, native.TGL, &msg, &src, false))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	_, err := b.execute(em)
	return err
}

// TestWordAtomics: atomics of 16 bits leave the other half of the dword alone, take the
// lower halves of dwords and give such (message reference, section 6.5).
func TestWordAtomics(t *testing.T) {
	const words, halves = 3 << 14, 0x1C << 14
	for name, c := range map[string]struct {
		kind, op     uint32
		old, a, b    uint16
		value, given uint16
	}{
		"and":                  {words, 1, 0xFF0F, 0x00FF, 0, 0x000F, 0xFF0F},
		"mov":                  {words, 4, 1, 0xFFFE, 0, 0xFFFE, 1},
		"inc":                  {words, 5, 0xFFFF, 9, 0, 0, 0xFFFF},
		"dec":                  {words, 6, 0, 9, 0, 0xFFFF, 0},
		"add":                  {words, 7, 0xFFFF, 2, 0, 1, 0xFFFF},
		"sub":                  {words, 8, 1, 2, 0, 0xFFFF, 1},
		"revsub":               {words, 9, 3, 1, 0, 0xFFFE, 3},
		"imax":                 {words, 10, 0x8000, 1, 0, 1, 0x8000},
		"imin":                 {words, 11, 0x8000, 1, 0, 0x8000, 0x8000},
		"umax":                 {words, 12, 0x8000, 1, 0, 0x8000, 0x8000},
		"umin":                 {words, 13, 0x8000, 1, 0, 1, 0x8000},
		"cmpwr":                {words, 14, 5, 5, 0xABCD, 0xABCD, 5},
		"cmpwr of another":     {words, 14, 5, 6, 0xABCD, 5, 5},
		"predec":               {words, 15, 0, 9, 0, 0xFFFF, 0xFFFF},
		"fmax":                 {halves, 1, 0xC000, 0x3C00, 0, 0x3C00, 0xC000},
		"fmin":                 {halves, 2, 0xC000, 0x3C00, 0, 0xC000, 0xC000},
		"fmax of a NaN":        {halves, 1, 0x7E01, 0x8001, 0, 0x8001, 0x7E01},
		"fcmpwr of zeros":      {halves, 3, 0x8000, 0, 0x7D55, 0x7D55, 0x8000},
		"fcmpwr of equal NaNs": {halves, 3, 0x7E00, 0x7E00, 1, 0x7E00, 0x7E00},
	} {
		operands := uint32(1)
		switch {
		case c.op == 14 || c.kind == halves && c.op == 3:
			operands = 2
		case c.op == 5 || c.op == 6 || c.op == 15:
			operands = 0
		}
		for _, shared := range []bool{false, true} {
			for _, at := range []uint32{4, 6} {
				for _, flat := range []bool{false, true} {
					b := newBench(t).dwords(10, 0xAAAAAAAA, 0xAAAAAAAA)
					b.mem.SetShared(shared)
					require.NoError(t, b.buf.Store(4, 4, 0x55665566))
					require.NoError(t, b.buf.Store(uint64(at), 2, uint64(c.old)))
					rest := word32(b.buf, 1) &^ (0xFFFF << (at & 2 * 8))
					data := 21
					desc := c.kind | returns | c.op<<8
					mlen := 1 + operands
					if flat {
						desc += 0x10<<14 | 255 // 0x13; 0x1E below
						if c.kind == halves {
							desc = 0x1E<<14 | returns | c.op<<8 | 255
						}
						b.quads(20, 0, b.buf.Base+uint64(at))
						data, mlen = 22, mlen+1
					} else {
						desc |= atomic8 | 3
						b.dwords(20, 0, at)
					}
					b.dwords(data, 0, uint32(c.a)|0xDEAD0000).dwords(data+1, 0, uint32(c.b)|0xBEEF0000)
					require.NoError(t, b.word(2, mlen, 0, 1, desc), name)
					assert.Equal(t, []uint32{0xAAAAAAAA, uint32(c.given)}, b.got(10, 2), "%s %v %v", name, shared, flat)
					assert.Equal(t, rest|uint32(c.value)<<(at&2*8), word32(b.buf, 1), "%s %v %v", name, shared, flat)
				}
			}
		}
	}
}

// TestWordAtomicPlaces: sixteen lanes one after the other on one word, one outside and
// one that is not aligned.
func TestWordAtomicPlaces(t *testing.T) {
	const add = 3<<14 | 7<<8 | returns | 3
	for _, shared := range []bool{false, true} {
		b := newBench(t).dwords(20, seq(10, 0, 16)...).dwords(22, seq(0x1001, 1, 16)...)
		b.mem.SetShared(shared)
		require.NoError(t, b.word(0xFFFF, 4, 0, 2, add))
		sum, old := uint32(102>>16), []uint32(nil)
		for i := range uint32(16) {
			old = append(old, sum&0xFFFF)
			sum += 0x1001 + i
		}
		assert.Equal(t, old, b.got(10, 16))
		assert.Equal(t, sum&0xFFFF<<16|102, word32(b.buf, 2))

		b = newBench(t).dwords(20, 256, 11).dwords(21, 1, 1).dwords(10, 9, 9)
		b.mem.SetShared(shared)
		require.NoError(t, b.word(1, 2, 0, 1, add|atomic8))
		assert.EqualValues(t, 0, b.got(10, 1)[0], "outside")
		var align *mem.AlignError
		require.ErrorAs(t, b.word(2, 2, 0, 1, add|atomic8), &align)
		assert.Equal(t, mem.AlignError{Buffer: "surface", Off: 11, Size: 2}, *align)
	}
}

// TestSamplerCache: blocks by way of the sampler's cache on Gen7, as from the data cache.
func TestSamplerCache(t *testing.T) {
	b, src := newBench(t).dwords(20, 0, 0, 2), places
	m := native.Message{SFID: native.SFIDDPSampler, Desc: 1<<25 | 1<<20 | header | 2<<8 | 3}
	require.NoError(t, Resolve(&b.msg, native.IVB, &m, &src, false))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	_, err := b.execute(0xFF)
	require.NoError(t, err)
	assert.Equal(t, seq(108, 1, 8), b.got(10, 8))
}
