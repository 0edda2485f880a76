package message

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Messages on images with two vectors of four, without lengths.
const (
	sampleL, sampleD, sampleInfo, gatherOffsets = 2 << 12, 4 << 12, 11 << 12, 17 << 12
	typedRead4x2, typedWrite4x2, typedAtomic4x2 = header | 5<<14, header | 13<<14, header | 7<<14
)

// newVectors is a bench with an image of 4 by 2 texels rgba32ui as image 5, whose texel (x, y) is
// 10 (4 y + x) + 0, 1, 2, 3.
func newVectors(t *testing.T) (*bench, *mem.Buffer) {
	b, store := newImage(t, "rgba32ui")
	for i := range 8 {
		for c := range 4 {
			require.NoError(t, store.Store(uint64(16*i+4*c), 4, uint64(10*i+c)))
		}
	}
	b.mem.BindSampler(6, &mem.Sampler{Address: mem.ClampEdge})
	return b, store
}

// bitsOf are floats as dwords.
func bitsOf(values ...float32) (out []uint32) {
	for _, v := range values {
		out = append(out, math.Float32bits(v))
	}
	return out
}

// TestVectorSamples: parameters of each vector are four to a register in the order of Mesa's
// compiler of vectors (brw_vec4_visitor.cpp, emit_texture; generate_tex: one register back), on Gen9 behind a header that
// asks for the mode.
//
// seed: Broxton vol. 6 Message Header
func TestVectorSamples(t *testing.T) {
	texel := func(i uint32) []uint32 { return seq(10*i, 1, 4) }
	for name, c := range map[string]struct {
		code    uint32
		payload [][]uint32
		want    []uint32
		header  uint32 // M0.2, of a message with one anyhow
		headed  bool
	}{
		"ld":                      {code: load, payload: [][]uint32{{2, 1, 0, 0, 3, 0, 0, 0}}, want: append(texel(6), texel(3)...)},
		"ld outside, and level 1": {code: load, payload: [][]uint32{{4, 1, 0, 0, 3, 0, 0, 1}}, want: make([]uint32, 8)},
		"ld with offsets":         {code: load, payload: [][]uint32{{2, 1, 0, 0, 3, 1, 0, 0}}, want: append(texel(2), texel(3)...), header: 0x0F0, headed: true},
		"sample_l":                {code: sampleL, payload: [][]uint32{bitsOf(1.5, 1.5, 0, 0, -3, 0.5, 7, 8), bitsOf(3, 9, 9, 9, 0)}, want: append(texel(5), texel(0)...)},
		"sample_d": {
			code: sampleD, payload: [][]uint32{bitsOf(3.5, 1.5, 0, 0, 2.5, 0.5), bitsOf(9, 9, 9, 9, 9, 9, 9, 9)},
			want: append(texel(7), texel(2)...),
		},
		"sample_d of three": {
			code: sampleD, payload: [][]uint32{bitsOf(3.5, 1.5, 0, 0, 2.5, 0.5), bitsOf(9, 9, 9, 9, 9, 9, 9, 9), bitsOf(9, 9, 9, 9, 9)},
			want: append(texel(7), texel(2)...),
		},
		"gather4 of B": {
			code: gather4, payload: [][]uint32{bitsOf(2, 1, 0, 0, 1, 1, 0, 0)}, header: 2 << 16, headed: true,
			want: []uint32{52, 62, 22, 12, 42, 52, 12, 2},
		},
		"gather4_po": {
			code: gatherOffsets, payload: [][]uint32{bitsOf(2, 1, 0, 0, 1, 1, 0, 0), {0xFFFFFFFF, 0, 9, 9, 1, 0, 9, 9}}, headed: true,
			want: []uint32{40, 50, 10, 0, 50, 60, 20, 10},
		},
		"resinfo":    {code: resinfo, payload: [][]uint32{{0, 9, 9, 9, 1, 9, 9, 9}}, want: []uint32{4, 2, 0, 1, 0, 0, 0, 1}},
		"sampleinfo": {code: sampleInfo, want: []uint32{1, 0, 0, 0, 1, 0, 0, 0}, headed: true},
	} {
		for _, target := range vectorTargets {
			old := seq(900, 1, 8)
			for _, em := range []uint32{0xFF, 0x0F, 0xF0} {
				b, _ := newVectors(t)
				first, desc := 20, uint32(0)
				if c.headed || target >= native.SKL {
					h := c.header
					if target >= native.SKL {
						h |= fixed.SamplerVectors.Mask()
					}
					b.dwords(20, 7, 7, h, 7)
					first, desc = 21, header
				}
				for i, r := range c.payload {
					b.dwords(first+i, r...)
				}
				b.dwords(10, append(old, 77)...)
				left, err := b.vector(target, em, sampler, uint32(first-20+len(c.payload)), 1, desc|c.code|6<<8|5)
				require.NoError(t, err, "%s %v", name, target)
				assert.False(t, left)
				assert.Equal(t, append(picked(em, c.want, old), 77), b.got(10, 9), "%s %v %#x", name, target, em)
			}
		}
	}
}

// TestVectorBuffer: a load from a buffer heeds the first parameter alone (Mesa,
// generate_uniform_pull_constant_load_gen7).
func TestVectorBuffer(t *testing.T) {
	b := newBench(t)
	s, err := mem.ImageShape{Kind: mem.Image1DBuffer, Format: mem.FindFormat("rgba32ui"), Extent: [3]int{16, 1, 1}}.Complete()
	require.NoError(t, err)
	b.mem.BindImage(5, mem.NewImage(s, b.buf))
	b.dwords(20, 3, 3, 3, 3, 15, 15, 15, 15).dwords(10, 9, 9, 9, 9, 9, 9, 9, 9)
	_, err = b.vector(native.HSW, 0xF, sampler, 1, 1, load|5)
	require.NoError(t, err)
	assert.Equal(t, []uint32{112, 113, 114, 115, 9, 9, 9, 9}, b.got(10, 8), "four channels, as of scalar code")
	_, err = b.dwords(20, 0, 0, fixed.SamplerVectors.Mask()).dwords(21, 15, 15, 15, 15, 16, 16, 16, 16).vector(native.SKL, 0xFF, sampler, 2, 1, header|load|5)
	require.NoError(t, err)
	assert.Equal(t, append(seq(160, 1, 4), 0, 0, 0, 0), b.got(10, 8))
}

// TestVectorTyped: each vector has a texel, its coordinates and components (Mesa, emit_typed_read, emit_typed_write,
// emit_typed_atomic).
func TestVectorTyped(t *testing.T) {
	old := seq(900, 1, 8)
	for _, target := range laterVectorTargets {
		for _, em := range []uint32{0, 0x0F, 0xF0, 0xFF} {
			b, _ := newVectors(t)
			b.dwords(10, append(old, 77)...).dwords(20, 0, 0, 0, 0, 0, 0, 0, 0).dwords(21, 1, 1, 0, 0, 3, 0, 0, 0)
			left, err := b.vector(target, em, dc1, 2, 1, typedRead4x2|5)
			require.NoError(t, err)
			assert.False(t, left)
			want := append(seq(50, 1, 4), seq(30, 1, 4)...)
			assert.Equal(t, append(picked(em, want, old), 77), b.got(10, 9), "%v %#x", target, em)
			for off, leaves := range map[uint32]uint32{0: 0xFF, 8: 0x77, 0xC: 0x33, 0xE: 0x11} {
				b, store := newVectors(t)
				b.dwords(20, 0, 0, 0, 0, 0, 0, 0, 0).dwords(21, 1, 1, 0, 0, 3, 0, 0, 0).dwords(22, seq(1, 1, 8)...)
				_, err = b.vector(target, em, dc1, 3, 0, typedWrite4x2|off<<8|5)
				require.NoError(t, err)
				assert.Equal(t, picked(em&leaves, seq(1, 1, 8), want), append(words32(store, 20, 4), words32(store, 12, 4)...), "%v %#x %#x", target, em, off)
				assert.Equal(t, []uint32{13, 20, 23, 40, 43, 60}, []uint32{
					words32(store, 7, 1)[0], words32(store, 8, 1)[0], words32(store, 11, 1)[0],
					words32(store, 16, 1)[0], words32(store, 19, 1)[0], words32(store, 24, 1)[0],
				})
			}
		}
		b, _ := newVectors(t)
		left, err := b.dwords(20, 0, 0, 0, 0, 0, 0, 0, 0).dwords(21, 4, 0, 0, 0, 0, 2, 0, 0).vector(target, 0xFF, dc1, 3, 0, typedWrite4x2|5)
		require.NoError(t, err)
		assert.True(t, left, "outside")
		b, store := newImage(t, "r32ui")
		for _, c := range []struct {
			op, mlen, rlen  uint32
			words, response []uint32
		}{
			{7, 3, 1, []uint32{0x04030206, 0x0807061B}, []uint32{0x04030201, 0x08070605}},
			{14, 3, 1, []uint32{0x04030206, 6}, []uint32{0x04030206, 0x0807061B}},
			{5, 2, 0, []uint32{0x04030207, 7}, []uint32{1, 5}},
		} {
			b.dwords(10, seq(1, 1, 8)...).dwords(20, 0, 0, 0, 0, 0, 0, 0, 0).dwords(21, 0, 0, 0, 0, 1, 0, 0, 0).dwords(22, 5, 7, 0, 0, 0x16, 6, 0, 0)
			if c.op == 14 {
				b.dwords(22, 5, 7, 0, 0, 0x0807061B, 6, 0, 0)
			}
			_, err := b.vector(target, 0x11, dc1, c.mlen, c.rlen, typedAtomic4x2|c.rlen*returns|c.op<<8|5)
			require.NoError(t, err)
			assert.Equal(t, c.words, words32(store, 0, 2), "%v operation %d", target, c.op)
			assert.Equal(t, []uint32{c.response[0], 2, 3, 4, c.response[1], 6, 7, 8}, b.got(10, 8))
		}
	}
}

// TestVectorImageStops: what no source gives a meaning.
func TestVectorImageStops(t *testing.T) {
	for why, c := range map[string]struct {
		target               native.Target
		sfid                 uint8
		mlen, rlen, desc, em uint32
		m0, m1               []uint32
	}{
		"sampler message sample of two vectors: no source":                     {target: native.HSW, sfid: sampler, mlen: 1, rlen: 1},
		"sampler message sample_b of two vectors: no source":                   {target: native.HSW, sfid: sampler, mlen: 1, rlen: 1, desc: 1 << 12},
		"sampler message sample_lz of two vectors: no source":                  {target: native.SKL, sfid: sampler, mlen: 1, rlen: 1, desc: 24 << 12},
		"sampler message sample_lz is not modelled: it came":                   {target: native.BDW, sfid: sampler, mlen: 1, rlen: 1, desc: 24 << 12},
		"sampler message sample_c of two vectors: no source gives its payload": {target: native.BDW, sfid: sampler, mlen: 1, rlen: 1, desc: 3 << 12},
		"Sampler4x2 with a response of 2 registers":                            {target: native.BDW, sfid: sampler, mlen: 1, rlen: 2, desc: load},
		"Sampler4x2 without a header, which is SIMD8D":                         {target: native.SKL, sfid: sampler, mlen: 1, rlen: 1, desc: load},
		"Sampler4x2 without bit 22 of M0.2 (0x0)":                              {target: native.SKL, sfid: sampler, mlen: 2, rlen: 1, desc: header | load},
		"Sampler4x2 with bit 22 of M0.2 (0x400000)":                            {target: native.BDW, sfid: sampler, mlen: 2, rlen: 1, desc: header | load, m0: []uint32{0, 0, 1 << 22}},
		"Sampler4x2 without some components (M0.2 0x8000)":                     {target: native.BDW, sfid: sampler, mlen: 2, rlen: 1, desc: header | load, m0: []uint32{0, 0, 1 << 15}},
		"a mask of null pixels":                                                {target: native.BDW, sfid: sampler, mlen: 2, rlen: 1, desc: header | load, m0: []uint32{0, 0, 1 << 23}},
		"Sampler4x2 under channel enables 0b00010001":                          {target: native.IVB, sfid: sampler, mlen: 1, rlen: 1, desc: load, em: 0x11},
		"TypedRead4x2 under channel enables 0b01111111":                        {target: native.HSW, sfid: dc1, mlen: 2, rlen: 1, desc: typedRead4x2, em: 0x7F},
		"TypedWrite4x2 under channel enables 0b00000001":                       {target: native.HSW, sfid: dc1, mlen: 3, desc: typedWrite4x2, em: 1},
		"TypedAtomic4x2 under channel enables 0b11111111":                      {target: native.HSW, sfid: dc1, mlen: 3, desc: typedAtomic4x2 | 7<<8},
		"TypedAtomic4x2 of pairs of dwords":                                    {target: native.HSW, sfid: dc1, mlen: 3, desc: typedAtomic4x2},
		"TypedRead4x2 without a header":                                        {target: native.SKL, sfid: dc1, mlen: 1, rlen: 1, desc: 5 << 14},
		"TypedAtomic4x2 without a header":                                      {target: native.SKL, sfid: dc1, mlen: 2, desc: 7<<14 | 7<<8},
		"TypedRead4x2 without some components (mask 0xe)":                      {target: native.SKL, sfid: dc1, mlen: 2, rlen: 1, desc: typedRead4x2 | 14<<8},
		"TypedWrite4x2 with component mask 0x1":                                {target: native.SKL, sfid: dc1, mlen: 3, desc: typedWrite4x2 | 1<<8},
		"TypedRead4x2 with 0xff in M0.7":                                       {target: native.SKL, sfid: dc1, mlen: 2, rlen: 1, desc: typedRead4x2, m0: []uint32{0, 0, 0, 0, 0, 0, 0, 255}},
		"TypedRead4x2 with 0x8 behind the coordinates":                         {target: native.SKL, sfid: dc1, mlen: 2, rlen: 1, desc: typedRead4x2, m1: []uint32{0, 0, 0, 0, 0, 0, 0, 8}},
	} {
		b, _ := newVectors(t)
		b.dwords(20, make([]uint32, 24)...).dwords(20, c.m0...)
		if c.desc&header != 0 {
			b.dwords(21, c.m1...)
		}
		em := c.em
		if em == 0 {
			em = 0xFF
		}
		_, err := b.vector(c.target, em, c.sfid, c.mlen, c.rlen, c.desc|5)
		require.ErrorContains(t, err, why)
		var lane *LaneError
		if errors.As(err, &lane) {
			err = lane.Err
		}
		assert.ErrorIs(t, err, errors.ErrUnsupported, why)
	}
	b, _ := newVectors(t)
	_, err := b.vector(native.HSW, 0xFF, sampler, 2, 1, load|5)
	require.ErrorContains(t, err, "2 registers of parameters of sampler message ld: legal are up to 1")
	_, err = b.dwords(20, make([]uint32, 16)...).vector(native.HSW, 0xFF, sampler, 2, 1, sampleL|7<<8|5)
	require.ErrorIs(t, errors.Unwrap(err), mem.ErrNoSampler)
	b, _ = newVectors(t)
	b.mem.BindImage(5, nil)
	_, err = b.vector(native.HSW, 0xFF, sampler, 1, 1, load|5)
	require.ErrorIs(t, errors.Unwrap(err), mem.ErrNoImage)
}
