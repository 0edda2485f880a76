package mem

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unormImage is an image of 16 by 8 texels, of which number i has the bytes 4*i on, component by component.
func unormImage(t *testing.T, format string, kind ImageKind) *Image {
	t.Helper()
	f := FindFormat(format)
	require.NotNil(t, f, format)
	extent := [3]int{16, 8, 1}
	if kind == Image1D {
		extent[1] = 1
	}
	shape, err := ImageShape{Kind: kind, Format: f, Extent: extent}.Complete()
	require.NoError(t, err)
	b := New().Alloc("pixels", int(shape.Bytes()))
	for i := range b.Len() {
		require.NoError(t, b.Store(uint64(i), 1, uint64(byte(4*(i/f.Size())+i%f.Size()))))
	}
	return NewImage(shape, b)
}

var unormNearest = Sampler{Normalized: true, Address: ClampEdge}

// aligned is a block whose pixels are the centres of the texels from column 4 and row 2 of 16 by 8 on.
var aligned = UnormBlock{U: 4.5 / 16, V: 2.5 / 8, DeltaU: 1. / 16, DeltaV: 1. / 8, Channels: 15}

func unormed(t *testing.T, img *Image, s Sampler, b UnormBlock) []byte {
	t.Helper()
	n, err := b.Bytes()
	require.NoError(t, err)
	out := make([]byte, n)
	require.NoError(t, new(Texels).Unorm(img, &s, &b, out))
	return out
}

func words(b []byte) (out []uint16) {
	for ; len(b) > 0; b = b[2:] {
		out = append(out, binary.LittleEndian.Uint16(b))
	}
	return out
}

// TestUnormLayout: components one behind the other, each with the pixels in rows of 8 (vISA SAMPLE_UNORM; Intel's media driver,
// MDF_FC_SAMPLER_UNORM_WIDTH and the layout of its buffers).
//
// seed: Broxton vol. 6 Message Header
// seed: Broxton vol. 6 Messages
func TestUnormLayout(t *testing.T) {
	img := unormImage(t, "rg8", Image2D)
	got := words(unormed(t, img, unormNearest, aligned))
	require.Len(t, got, 128)
	// Texel (4,2) is number 36: R has 144 and G 145, in the upper byte.
	assert.Equal(t, []uint16{144 << 8, 148 << 8, 152 << 8, 156 << 8, 160 << 8, 164 << 8, 168 << 8, 172 << 8, 208 << 8}, got[:9])
	assert.Equal(t, []uint16{80 << 8, 84 << 8, 88 << 8, 92 << 8, 96 << 8, 100 << 8, 104 << 8, 108 << 8}, got[24:32], "texels 84 to 91, whose number by 4 has 8 bits")
	assert.Equal(t, []uint16{145 << 8, 149 << 8}, got[32:34], "G")
	assert.Equal(t, []uint16{0, 0xff00}, []uint16{got[64], got[96]}, "B and A, which the format lacks")

	some := aligned
	some.Channels = 0b1010
	assert.Equal(t, []uint16{145 << 8, 0xff00}, []uint16{words(unormed(t, img, unormNearest, some))[0], words(unormed(t, img, unormNearest, some))[32]}, "those that do not come back leave no room")

	some.Channels, some.Output = 0b0111, UnormSparseWords
	got = words(unormed(t, img, unormNearest, some))
	require.Len(t, got, 16+32+16)
	assert.Equal(t, []uint16{144 << 8, 152 << 8, 160 << 8, 168 << 8, 208 << 8}, got[:5], "R of even pixels")
	assert.Equal(t, []uint16{145 << 8, 149 << 8}, got[16:18])
	some.Output = UnormBytes
	b := unormed(t, img, unormNearest, some)
	require.Len(t, b, 96)
	assert.Equal(t, []byte{144, 148, 145, 149}, []byte{b[0], b[1], b[32], b[33]})

	some.Output = UnormSparseBytes
	_, err := some.Bytes()
	require.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestUnormValues: means have fractions in the lower byte; words of components of 16 bits are those.
func TestUnormValues(t *testing.T) {
	between := aligned
	between.U, between.Channels = 5./16, 1
	linear := unormNearest
	linear.Filter = Linear
	got := words(unormed(t, unormImage(t, "r8", Image2D), linear, between))
	assert.Equal(t, []uint16{146 << 8, 150 << 8}, got[:2], "of 144 and 148, and of 148 and 152")
	between.U = 4.625 / 16 // an eighth of the way
	got = words(unormed(t, unormImage(t, "r8", Image2D), linear, between))
	assert.Equal(t, []uint16{144<<8 + 128, 148<<8 + 128}, got[:2], "half of one")
	between.Output = UnormBytes
	assert.Equal(t, []byte{145, 149}, unormed(t, unormImage(t, "r8", Image2D), linear, between)[:2], "144.5 and 148.5, up")

	one := aligned
	one.Channels = 1
	assert.Equal(t, []uint16{0x9190, 0x9594}, words(unormed(t, unormImage(t, "r16", Image2D), unormNearest, one))[:2])
	outside := one
	outside.U, outside.DeltaU, outside.DeltaV = -0.75/16, 1./32, 0
	assert.Equal(t, []uint16{128 << 8, 128 << 8, 128 << 8, 132 << 8, 132 << 8}, words(unormed(t, unormImage(t, "r8", Image2D), unormNearest, outside))[1:6], "the nearest texel, and two pixels of each")
	yuv := one
	yuv.Channels = 0b111
	got = words(unormed(t, unormImage(t, "YCRCB_NORMAL", Image2D), unormNearest, yuv))
	assert.Equal(t, []uint16{75 << 8, 72 << 8, 73 << 8}, []uint16{got[0], got[32], got[64]}, "V, Y and U of block 18, which is two texels")
}

// TestUnormStops: what no source lays down.
func TestUnormStops(t *testing.T) {
	unnormalized, several := unormNearest, unormNearest
	unnormalized.Normalized = false
	several.Filter = Linear
	several.Detail = &Detail{Min: Nearest}
	for what, c := range map[string]struct {
		format string
		kind   ImageKind
		s      Sampler
	}{
		"sample_unorm on an image 1d":                               {"r8", Image1D, unormNearest},
		"on texels of the format R8_UINT: want one of UNORM":        {"r8ui", Image2D, unormNearest},
		"on texels of the format B5G6R5_UNORM: no source":           {"B5G6R5_UNORM", Image2D, unormNearest},
		"on texels of the format R8G8B8A8_UNORM_SRGB":               {"srgba8", Image2D, unormNearest},
		"a sampler of coordinates that are not normalized":          {"r8", Image2D, unnormalized},
		"a sampler whose filter depends on the size of a pixel":     {"r8", Image2D, several},
		"on texels of the format BC4_UNORM: no source":              {"BC4_UNORM", Image2D, unormNearest},
		"on texels of the format R10G10B10A2_UNORM: no source says": {"R10G10B10A2_UNORM", Image2D, unormNearest},
	} {
		err := new(Texels).Unorm(unormImage(t, c.format, c.kind), &c.s, &aligned, make([]byte, 256))
		require.ErrorIs(t, err, errors.ErrUnsupported, what)
		assert.ErrorContains(t, err, what)
	}
}
