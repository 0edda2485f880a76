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

// unormBench has an image of 32 by 8 bytes, number i being 100+i/4 where i is a multiple of 4 and 0 elsewhere, and a block whose pixels
// are the texels from column 8 and row 2 on.
func unormBench(t *testing.T) *bench {
	b := newBench(t).image("r8", 32, 8)
	b.mem.BindSampler(5, &mem.Sampler{Normalized: true, Address: mem.ClampEdge})
	f := math.Float32bits
	return b.dwords(20, 0, 0, 0xE<<12).dwords(21, 1, 1, f(8.5/32), f(2.5/8), f(1./32), f(1./8), 1, 1).dwords(10, seq(9, 0, 64)...)
}

const sampleUnorm = 3<<17 | 12<<12 | 5<<8 | 3

// TestSampleUnorm: M1.2 to M1.5 say where pixels are, the header which components come back and how; one channel is enough, as in shipped
// code (IGC, translateVISASamplerNormInst; intel-vaapi-driver, gen7 PA_AVS_Buf_0).
//
// seed: Broxton vol. 6 Message Header
// seed: Broxton vol. 6 Messages
// seed: Lakefield enumerations SIMD Mode
func TestSampleUnorm(t *testing.T) {
	const sampler = 2
	b := unormBench(t).ok(1, sampler, 2, 0, 2, header|sampleUnorm)
	// Row 2 begins at byte 64: byte 72 is 118, and 76 is 119.
	assert.Equal(t, []uint32{118 << 8, 0, 119 << 8, 0, 126 << 8, 0, 127 << 8, 0, 134 << 8, 0, 135 << 8, 0, 142 << 8, 0, 143 << 8, 0, 9}, b.got(10, 17))

	b = unormBench(t).dwords(20, 0, 0, 0x6<<12|2<<18).ok(0xFF, sampler, 2, 0, 2, header|sampleUnorm)
	assert.Equal(t, []uint32{118, 119, 126, 127}, b.got(10, 4), "bytes of R")
	assert.Equal(t, []uint32{0xFFFFFFFF, 0xFFFFFFFF, 9}, append(b.got(11, 1), b.got(11, 9)[7:]...), "of A")

	b = unormBench(t).dwords(20, 0, 0, 0x8<<12|1<<18).ok(1, sampler, 2, 0, 4, header|sampleUnorm)
	assert.Equal(t, []uint32{118 << 8, 119 << 8, 126 << 8}, b.got(10, 3), "even pixels of R")
	assert.Equal(t, []uint32{0, 0}, []uint32{b.got(11, 1)[0], b.got(13, 1)[0]}, "G, which the format lacks, and B behind its two registers")

	b = unormBench(t).dwords(20, b.got(21, 8)...).ok(1, sampler, 1, 0, 8, sampleUnorm)
	assert.Equal(t, []uint32{118 << 8, 0xFF00FF00}, []uint32{b.got(10, 1)[0], b.got(16, 1)[0]}, "all components without a header")
}

// TestSampleUnormStops: responses of another length, what a header must not have, and other messages of 32 pixels.
func TestSampleUnormStops(t *testing.T) {
	const sampler = 2
	for what, c := range map[string]struct {
		header     uint32
		rlen, desc uint32
	}{
		"message SampleUnorm with a response of 96 bytes: its components have 64": {0xE << 12, 3, sampleUnorm},
		"no source says whether they share a register":                            {3 << 18, 6, sampleUnorm},
		"masks all four channels":                                                 {0xF << 12, 0, sampleUnorm},
		"with a mask of null pixels in M0.2":                                      {0xE<<12 | 1<<23, 3, sampleUnorm},
		"sampler index 6":                                                         {0xE << 12, 2, sampleUnorm + 1<<8},
	} {
		_, err := unormBench(t).dwords(20, 0, 0, c.header).run(1, sampler, 2, 0, c.rlen, header|c.desc)
		require.ErrorContains(t, err, what)
	}
	for what, desc := range map[string]uint32{
		"message SampleUnormKill: no source says which texels of a filter a key is compared with": 3<<17 | 10<<12,
		"message Sample8x8: no source defines the arithmetic of its filters, or of its functions": 3<<17 | 11<<12,
		"message SamplerMedia: no source says what it does":                                       3<<17 | 8<<12,
	} {
		err := newBench(t).resolve(sampler, 2, 0, 8, header|desc)
		require.ErrorIs(t, err, errors.ErrUnsupported)
		assert.EqualError(t, err, what)
	}
	for target := range native.NumTargets {
		assert.True(t, runs(target, native.MsgSampleUnorm), target)
	}
}
