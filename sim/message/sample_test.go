package message

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// image binds surface 3 as an image of so many texels a row.
func (b *bench) image(format string, width, height int) *bench {
	shape, err := mem.ImageShape{Kind: mem.Image2D, Format: mem.FindFormat(format), Extent: [3]int{width, height, 1}}.Complete()
	require.NoError(b.t, err)
	b.mem.BindImage(3, mem.NewImage(shape, b.buf))
	return b
}

// TestLoads: ld_lz reads the texels of enabled lanes, with components of 32 bits in
// registers of their own, or of 16 in the lower halves (message reference, sections 7.2 and 7.4).
func TestLoads(t *testing.T) {
	const sampler, load, lanes8, lanes16, narrow = 2, 26 << 12, 1 << 17, 2 << 17, 1 << 30
	b := newBench(t).image("r32ui", 8, 8).dwords(20, 0, 1, 2, 3, 4, 5, 6, 7).dwords(21, 0, 0, 0, 0, 0, 0, 0, 2).dwords(10, seq(9, 0, 8)...)
	b.ok(0b10100011, sampler, 2, 0, 1, load|lanes8|3)
	assert.Equal(t, []uint32{100, 101, 9, 9, 9, 105, 9, 123}, b.got(10, 8))

	b = newBench(t).image("rg32ui", 4, 8).dwords(20, seq(0, 1, 16)...)
	b.ok(0xF, sampler, 2, 0, 4, load|lanes16|3)
	assert.Equal(t, []uint32{100, 102, 104, 106, 0}, b.got(10, 5))
	assert.Equal(t, []uint32{101, 103, 105, 107, 0}, b.got(12, 5), "the second component is two registers on")

	b = newBench(t).image("rg32f", 4, 8).dwords(20, 0, 1, 2).dwords(10, seq(0xAAAAAAAA, 0, 16)...)
	for i, v := range []float32{1, -2, 65504, 0.5, 3, 4} {
		require.NoError(t, b.buf.Store(uint64(4*i), 4, uint64(math.Float32bits(v))))
	}
	b.ok(0b101, sampler, 1, 0, 2, load|lanes8|narrow|3)
	assert.Equal(t, []uint32{0xAAAA3C00, 0xAAAA4200, 0xAAAAAAAA}, b.got(10, 3))
	assert.Equal(t, []uint32{0xAAAAC000, 0xAAAA4400, 0xAAAAAAAA}, b.got(11, 3))
	_, err := newBench(t).image("r32ui", 8, 8).run(1, sampler, 1, 0, 1, load|lanes8|narrow|3)
	require.ErrorContains(t, err, "16-bit results of image")
}

// TestMaskedComponents: components that a header or, in a typed message, the descriptor
// switches off take no register (message reference, sections 0 and 7.3).
//
// seed: Broxton vol. 6 Message Header
func TestMaskedComponents(t *testing.T) {
	const sampler, load, lanes8 = 2, 26 << 12, 1 << 17
	b := newBench(t).image("rgba32ui", 2, 4).dwords(20, 0, 0, 0b0101<<12).dwords(21, 1)
	b.ok(1, sampler, 2, 0, 2, header|load|lanes8|3)
	assert.EqualValues(t, 105, b.got(10, 1)[0], "G")
	assert.EqualValues(t, 107, b.got(11, 1)[0], "A")
	b = newBench(t).image("rgba32ui", 2, 4).dwords(20, 1).dwords(21, 2)
	b.ok(1, dc1, 2, 0, 2, 5<<14|1<<12|0b0011<<8|3)
	assert.EqualValues(t, 122, b.got(10, 1)[0], "B")
	assert.EqualValues(t, 123, b.got(11, 1)[0], "A")
	b.dwords(22, 7).ok(1, dc1, 3, 0, 0, 13<<14|1<<12|0b1101<<8|3)
	assert.Equal(t, []uint32{120, 7, 122}, words32(b.buf, 20, 3), "G alone")
}

// TestRuns: what follows each other and what is the same, wherever one is not.
func TestRuns(t *testing.T) {
	for lane := range 16 {
		up, all := [mem.Lanes]uint32{}, [mem.Lanes]uint32{}
		for i := range up {
			up[i], all[i] = 100+4*uint32(i), 100
		}
		at := func(v *[mem.Lanes]uint32) (out [mem.Lanes / 2]uint64) {
			for i := range out {
				out[i] = uint64(v[2*i]) | uint64(v[2*i+1])<<32
			}
			return out
		}
		rising, equal := at(&up), at(&all)
		assert.True(t, ascending(&rising, 8) && same(&equal, 8))
		assert.False(t, same(&rising, 8) || ascending(&equal, 8))
		up[lane] ^= 64
		all[lane] ^= 64
		rising, equal = at(&up), at(&all)
		if lane > 1 { // the first two are looked at before
			assert.False(t, ascending(&rising, 8), lane)
			assert.False(t, same(&equal, 8), lane)
		}
	}
}

// TestWordParameters: parameters of 16 bits are a register each of 8 or 16 words: halves of samples, integers of loads (message reference,
// sections 7.1 and 7.2).
// seed: Lakefield PRM vol. 2b, SIMD Mode (SIMD8H, SIMD16H)
func TestWordParameters(t *testing.T) {
	const sampler, words, lanes8, lanes16, narrow = 2, 1 << 29, 1 << 17, 2 << 17, 1 << 30
	load, sample, po := uint32(26<<12), uint32(24<<12), uint32(17<<12)
	pack := func(v ...uint32) (out []uint32) {
		for i := 0; i < len(v); i += 2 {
			out = append(out, v[i]|v[min(i+1, len(v)-1)]<<16)
		}
		return out
	}
	run := func(b *bench, em, mlen, rlen, desc uint32) {
		t.Helper()
		src := places
		src.Channels = 16
		require.NoError(t, Resolve(&b.msg, native.ICL, &native.Message{SFID: sampler, Desc: native.Desc(mlen<<25 | rlen<<20 | words | desc)}, &src, false))
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		_, err := b.execute(em)
		require.NoError(t, err)
	}
	b := newBench(t).image("r32ui", 8, 8).dwords(20, pack(0, 1, 2, 3, 4, 5, 6, 0xFFFF)...).dwords(21, pack(0, 0, 0, 0, 0, 0, 0, 2)...).dwords(10, seq(9, 0, 8)...)
	run(b, 0b10100011, 2, 1, load|lanes8|3)
	assert.Equal(t, []uint32{100, 101, 9, 9, 9, 105, 9, 0}, b.got(10, 8), "-1 is outside")

	b = newBench(t).image("rg32ui", 4, 8).dwords(20, pack(seq(0, 1, 16)...)...)
	run(b, 0xF00F, 1, 4, load|lanes16|3)
	assert.Equal(t, []uint32{100, 102, 104, 106, 0}, b.got(10, 5))
	assert.Equal(t, []uint32{101, 103, 105, 107, 0}, b.got(12, 5), "components have 32 bits")

	b = newBench(t).image("r32f", 8, 8)
	b.mem.BindSampler(0, &mem.Sampler{Address: mem.ClampEdge, Normalized: true})
	for i := range 64 {
		require.NoError(t, b.buf.Store(uint64(4*i), 4, uint64(math.Float32bits(float32(i)))))
	}
	b.dwords(20, pack(0x3880, 0x2C00, 0x3BC0)...).dwords(21, pack(0x2C00, 0x2C00, 0x3BC0)...) // 0.5625, 0.0625, 0.96875
	run(b, 7, 2, 1, sample|lanes8|3)
	assert.Equal(t, []float32{4, 0, 63}, floats32(b.got(10, 3)))
	run(b, 7, 2, 1, sample|lanes16|narrow|3)
	assert.Equal(t, []uint32{0x4400, 0x53E0}, []uint32{b.got(10, 1)[0], b.got(10, 2)[1] & 0xFFFF}, "4, 0 and 63 as words")

	b.dwords(22, pack(1, 0xFFFF)...).dwords(23, pack(0, 0)...) // offsets are integers
	run(b, 1, 4, 4, po|lanes8|3)
	assert.Equal(t, []float32{13, 14, 6, 5}, floats32([]uint32{b.got(10, 1)[0], b.got(11, 1)[0], b.got(12, 1)[0], b.got(13, 1)[0]}))

	src := places
	err := Resolve(&b.msg, native.ICL, &native.Message{SFID: sampler, Desc: 3<<25 | 1<<20 | words | 31<<12 | lanes8 | 3}, &src, false)
	assert.EqualError(t, err, "message SamplerWords that loads samples: no source says which of its parameters have 16 bits")
	err = Resolve(&b.msg, native.SKL, &native.Message{SFID: sampler, Desc: 2<<25 | 1<<20 | words | 26<<12 | lanes8 | 3}, &src, false)
	assert.ErrorIs(t, err, errors.ErrUnsupported, "they came with Gen10")
}

func floats32(v []uint32) (out []float32) {
	for _, x := range v {
		out = append(out, math.Float32frombits(x))
	}
	return out
}

// TestTypeNames: messages have the names of their page.
func TestTypeNames(t *testing.T) {
	for _, k := range []native.MessageKind{native.MsgSampler, native.MsgSamplerHalf, native.MsgSamplerWords, native.MsgSamplerWordsHalf, native.MsgSampler4x2} {
		names := k.CodeNames(native.DescType)
		require.Len(t, names, 32, k)
		for code, name := range names {
			op, err := mem.ParseSamplerOp(code, 0, false)
			if err == nil {
				assert.Equal(t, name, op.String())
				continue
			}
			if name == "" {
				name = "no such message is known"
			}
			assert.ErrorContains(t, err, name)
		}
	}
}

// TestSingle: messages of the data port have the first level of a surface, and none of several samples.
func TestSingle(t *testing.T) {
	const lanes8, read = 1 << 12, 5 << 14
	for says, s := range map[string]mem.ImageShape{
		"": {Levels: mem.Levels{Count: 2}},
		"with a level of detail on a surface with 2 levels": {Levels: mem.Levels{Count: 2}},
		"on a surface with 4 samples of each texel":         {Samples: 4},
	} {
		b := newBench(t)
		s.Kind, s.Format, s.Extent = mem.Image2D, mem.FindFormat("r32ui"), [3]int{2, 2, 1}
		shape, err := s.Complete()
		require.NoError(t, err)
		b.mem.BindImage(3, mem.NewImage(shape, b.buf))
		b.dwords(20, 1).dwords(21, 1).dwords(22, 0).dwords(23, 1)
		mlen := uint32(4)
		if says == "" {
			mlen = 3
		}
		_, err = b.run(1, dc1, mlen, 0, 4, read|lanes8|3)
		if says == "" {
			require.NoError(t, err)
			assert.EqualValues(t, 103, b.got(10, 1)[0])
			continue
		}
		require.ErrorContains(t, err, says)
	}
}
