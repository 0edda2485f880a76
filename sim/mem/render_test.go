package mem

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Targets by their number in package native, which this package does not know.
const (
	ivb = 0
	skl = 3
	cnl = 5
	tgl = 8
)

func targetImage(t *testing.T, format string, kind ImageKind) *Image {
	t.Helper()
	s, err := ImageShape{Kind: kind, Format: FindSurfaceFormat(format), Extent: [3]int{2, 1, 1}}.Complete()
	require.NoError(t, err, format)
	return NewImage(s, NewBuffer("t", 0, int(s.Bytes())))
}

// srgbCode is the code of 8 bits for a linear fraction by IEC 61966-2-1, rounded to the nearest.
func srgbCode(v float64) byte {
	v = min(max(v, 0), 1)
	if v <= 0.0031308 {
		v *= 12.92
	} else {
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return byte(math.Round(v * 255))
}

// TestRenderSRGB: red, green and blue are put on the curve, alpha is not.
func TestRenderSRGB(t *testing.T) {
	for format, order := range map[string][4]int{"R8G8B8A8_UNORM_SRGB": {0, 1, 2, 3}, "B8G8R8A8_UNORM_SRGB": {2, 1, 0, 3}} {
		for i := range 257 {
			v := float64(i-1) / 250
			img := targetImage(t, format, Image2D)
			var tex Texels
			for c := range tex.Out {
				tex.Out[c][0] = math.Float32bits(float32(v * float64(c+1) / 4))
			}
			require.Zero(t, tex.Render(img, 1))
			for at, c := range order {
				x := float64(float32(v * float64(c+1) / 4))
				want := srgbCode(x)
				if c == 3 {
					want = byte(math.RoundToEven(float64(float32(min(max(x, 0), 1)) * 255))) // the product is a float
				}
				assert.Equal(t, want, img.buf.Bytes()[at], "%s %d of %v", format, c, x)
			}
		}
	}
}

// TestRenderFormats: texels of formats whose numbers are not whole bytes, and of integers, as literal bytes.
func TestRenderFormats(t *testing.T) {
	f := math.Float32bits
	for format, c := range map[string]struct {
		in   [4]uint32
		want []byte
	}{
		"B5G6R5_UNORM":       {[4]uint32{f(1), f(0), f(0.5), 0}, []byte{0x10, 0xF8}},
		"R10G10B10A2_UNORM":  {[4]uint32{f(1), f(0), f(0), f(1)}, []byte{0xFF, 0x03, 0x00, 0xC0}},
		"R11G11B10_FLOAT":    {[4]uint32{f(1), f(0), f(-1), 0}, []byte{0xC0, 0x03, 0x00, 0x00}},
		"R16G16B16A16_FLOAT": {[4]uint32{f(1), f(-2), f(0.5), f(65504)}, []byte{0x00, 0x3C, 0x00, 0xC0, 0x00, 0x38, 0xFF, 0x7B}},
		"R8G8B8A8_UINT":      {[4]uint32{1, 255, 256, math.MaxUint32}, []byte{1, 255, 255, 255}},
		"R8G8B8A8_SINT":      {[4]uint32{1, 0xFFFFFFFF, 128, 0x80000000}, []byte{1, 0xFF, 127, 0x80}},
		"R8G8B8A8_SNORM":     {[4]uint32{f(1), f(-1), f(2), f(0)}, []byte{127, 0x81, 127, 0}},
		"A8_UNORM":           {[4]uint32{f(1), f(1), f(1), f(0.2)}, []byte{51}},
	} {
		img := targetImage(t, format, Image2D)
		require.NoError(t, img.Rendered(skl), format)
		var tex Texels
		for i := range tex.Out {
			tex.Out[i][0] = c.in[i]
		}
		tex.Render(img, 1)
		assert.Equal(t, c.want, img.buf.Bytes()[:len(c.want)], format)
		assert.Equal(t, make([]byte, len(c.want)), img.buf.Bytes()[len(c.want):], "%s: the next texel", format)
	}
}

// TestRendered: which surfaces a target renders, as Mesa's table has it, and of which it is known what a write leaves.
func TestRendered(t *testing.T) {
	for _, c := range []struct {
		format string
		kind   ImageKind
		target int
		want   string
	}{
		{"R8G8B8A8_UNORM", Image2D, ivb, ""},
		{"R8G8B8A8_UNORM", Image2DArray, tgl, ""},
		{"R8G8B8A8_UNORM", Image3D, tgl, ""},
		{"R8G8B8A8_UNORM", Image1D, tgl, "a render target of kind 1d: legal are 2d, 2d_array and 3d"},
		{"R32G32B32X32_FLOAT", Image2D, skl, "a render target of format R32G32B32X32_FLOAT: the target renders no such surface"},
		{"R32G32B32X32_FLOAT", Image2D, cnl, "a render target of format R32G32B32X32_FLOAT: no source at hand says what the bits are that are not read"},
		{"R8_SSCALED", Image2D, skl, "a render target of format R8_SSCALED: the target renders no such surface"},
	} {
		err := targetImage(t, c.format, c.kind).Rendered(c.target)
		if c.want == "" {
			assert.NoError(t, err, c.format)
			continue
		}
		assert.EqualError(t, err, c.want)
	}
	null := NewNull(ImageShape{Kind: Image3D, Format: FindSurfaceFormat("R32_UINT"), Extent: [3]int{1, 1, 1}, Row: 4, Slice: 4}, "null")
	assert.NoError(t, null.Rendered(0))
	assert.Zero(t, new(Texels).Render(null, 0xFFFF))
	assert.True(t, null.Layered())
	assert.False(t, targetImage(t, "R8G8B8A8_UNORM", Image2D).Layered())
}

// TestEntries: entries of the URB are found by their handles.
func TestEntries(t *testing.T) {
	m := New()
	_, err := m.Entry(3)
	assert.EqualError(t, err, "handle 0x3: no entry of the URB has it (entries: [])")
	a, b := NewBuffer("a", 0, 4), NewBuffer("b", 0, 4)
	m.BindEntry(3, a)
	m.BindEntry(0xFFFF, b)
	got, err := m.States().Entry(0xFFFF)
	require.NoError(t, err)
	assert.Same(t, b, got)
	_, err = m.Entry(4)
	require.ErrorIs(t, err, ErrNoEntry)
	assert.ErrorContains(t, err, "[0x3 0xffff]")
}
