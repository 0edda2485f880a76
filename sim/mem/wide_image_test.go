package mem

import (
	"encoding/hex"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPlanes: the pair of a second plane, whose rows follow those of the first, is that of two by two texels; R, G, B are V, Y, U.
func TestPlanes(t *testing.T) {
	s, err := ImageShape{Kind: Image2D, Format: FindFormat("PLANAR_420_8"), Extent: [3]int{4, 2, 1}, Row: 5}.Complete()
	require.NoError(t, err)
	assert.EqualValues(t, 14, s.Bytes())
	buf := NewBuffer("b", 0, 14)
	buf.WriteBytes(0, []byte{0, 51, 102, 153, 99, 204, 255, 0, 51, 99, 0, 51, 102, 153})
	m := NewImage(s, buf)
	for at, want := range map[[3]int][4]float32{
		{0, 0, 0}: {0.2, 0, 0, 1}, {1, 0, 0}: {0.2, 0.2, 0, 1}, {2, 0, 0}: {0.6, 0.4, 0.4, 1}, {3, 0, 0}: {0.6, 0.6, 0.4, 1},
		{0, 1, 0}: {0.2, 0.8, 0, 1}, {1, 1, 0}: {0.2, 1, 0, 1}, {3, 1, 0}: {0.6, 0.2, 0.4, 1}, {4, 0, 0}: {0, 0, 0, 1},
	} {
		var out [4]uint32
		m.fetch(&at, &out)
		assert.Equal(t, want, [4]float32{math.Float32frombits(out[0]), math.Float32frombits(out[1]), math.Float32frombits(out[2]), math.Float32frombits(out[3])}, at)
	}
	s, err = ImageShape{Kind: Image2D, Format: FindFormat("PLANAR_420_16"), Extent: [3]int{2, 2, 1}}.Complete()
	require.NoError(t, err)
	assert.EqualValues(t, 12, s.Bytes())
	buf = NewBuffer("b", 0, 12)
	buf.WriteBytes(0, []byte{0, 0, 0xff, 0xff, 0, 0, 0x33, 0x33, 0xff, 0xff, 0x66, 0x66})
	var out [4]uint32
	NewImage(s, buf).load(&[3]int{1, 1}, &out)
	assert.Equal(t, [4]uint32{math.Float32bits(0.4), math.Float32bits(0.2), math.Float32bits(1), math.Float32bits(1)}, out)
}

// TestBlockImages: a block is found by its column and row, also where the last ones reach beyond the image.
func TestBlockImages(t *testing.T) {
	s, err := ImageShape{Kind: Image2DArray, Format: FindFormat("BC4_UNORM"), Extent: [3]int{5, 6, 2}}.Complete()
	require.NoError(t, err)
	assert.Equal(t, [2]int{16, 32}, [2]int{s.Row, s.Slice})
	assert.EqualValues(t, 64, s.Bytes())
	rows, bytes := s.Rows()
	assert.Equal(t, [2]int{2, 16}, [2]int{rows, bytes})
	buf := NewBuffer("b", 0, 64)
	for i := range 8 {
		buf.WriteBytes(uint64(8*i), []byte{byte(51 * min(i, 5))})
	}
	m := NewImage(s, buf)
	for at, want := range map[[3]int]float32{{0, 0, 0}: 0, {3, 3, 0}: 0, {4, 0, 0}: 0.2, {0, 5, 0}: 0.4, {4, 4, 0}: 0.6, {0, 0, 1}: 0.8, {4, 3, 1}: 1, {5, 0, 0}: 0, {0, 6, 0}: 0} {
		var out [4]uint32
		m.fetch(&at, &out)
		assert.Equal(t, want, math.Float32frombits(out[0]), at)
	}
	wide, err := ImageShape{Kind: Image2D, Format: FindFormat("FXT1"), Extent: [3]int{9, 4, 1}}.Complete()
	require.NoError(t, err)
	assert.EqualValues(t, 32, wide.Bytes())
}

// TestWideFilter: texels are linear before they are filtered.
func TestWideFilter(t *testing.T) {
	s, err := ImageShape{Kind: Image2D, Format: FindFormat("B5G6R5_UNORM_SRGB"), Extent: [3]int{2, 1, 1}}.Complete()
	require.NoError(t, err)
	buf := NewBuffer("b", 0, 4)
	buf.WriteBytes(0, []byte{0, 0, 0, 0x80}) // red 0 and 16 of 31
	var x Texels
	op, err := ParseSamplerOp(0, 2, false)
	require.NoError(t, err)
	x.Param(op, 0)[0] = math.Float32bits(1)
	x.Run(&Access{Op: op, Image: NewImage(s, buf), Sampler: &Sampler{Filter: Linear, Address: ClampEdge}}, 1)
	assert.InDelta(t, 0.2292748/2, math.Float32frombits(x.Out[0][0]), 1e-7)
}

// TestWideWrites: components in their bits, cut and rounded; what the mask leaves out stays.
func TestWideWrites(t *testing.T) {
	f := math.Float32bits
	inf, nan := f(float32(math.Inf(1))), uint32(0x7fc00000)
	for _, c := range []struct {
		format, before string
		mask           uint32
		in             [4]uint32
		want           string
	}{
		{"B5G6R5_UNORM", "0000", 15, [4]uint32{f(1), f(0.5), f(0), 0}, "00fc"}, // 31.5 to the even 32
		{"B5G6R5_UNORM", "ffff", 1, [4]uint32{f(-1), 0, 0, 0}, "ff07"}, {"B5G6R5_UNORM", "0000", 2, [4]uint32{0, f(2), 0, 0}, "e007"},
		{"B5G5R5A1_UNORM", "0000", 15, [4]uint32{0, 0, f(1), f(0.6)}, "1f80"}, {"B5G5R5A1_UNORM", "ffff", 15, [4]uint32{0, 0, 0, f(0.5)}, "0000"},
		{"B5G5R5X1_UNORM", "0080", 15, [4]uint32{f(1), 0, 0, 0}, "00fc"}, {"B4G4R4A4_UNORM", "0000", 15, [4]uint32{f(0.2), f(0.1333333), f(0.0666667), f(1)}, "21f3"},
		{"R10G10B10A2_UNORM", "00000000", 15, [4]uint32{f(1), nan, f(0.5), inf}, "ff0300e0"}, // 511.5 to the even 512
		{"R10G10B10A2_UINT", "00000000", 15, [4]uint32{1024, 3, 1, 4}, "ff0f10c0"}, {"B10G10R10A2_UNORM", "00000000", 4, [4]uint32{0, 0, f(1), 0}, "ff030000"},
		{"R11G11B10_FLOAT", "00000000", 15, [4]uint32{f(1), f(1), f(1), 0}, "c0031e78"}, {"R11G11B10_FLOAT", "00000000", 7, [4]uint32{f(70000), inf, nan, 0}, "bf073efc"},
		{"R11G11B10_FLOAT", "00000000", 7, [4]uint32{f(1.0156249), f(-2), f(1e-8), 0}, "c0030000"}, {"R11G11B10_FLOAT", "00000000", 7, [4]uint32{f(1.015625), f(float32(math.Inf(-1))), 0, 0}, "c1030000"},
		// The curve of sRGB for what is rendered: 0.5 is 187.5 of 255.
		{"R8G8B8X8_UNORM_SRGB", "00000011", 15, [4]uint32{f(0.5), f(0.003035), f(2), 0}, "bc0aff11"}, {"B8G8R8X8_UNORM", "00000000", 15, [4]uint32{f(1), f(0.2), 0, f(1)}, "0033ff00"},
		{"R32G32B32_SINT", "000000000000000000000000", 15, [4]uint32{math.MaxUint32, 1, 2, 3}, "ffffffff0100000002000000"},
		{"R10G10B10A2_SINT", "00000000", 15, [4]uint32{512, 0xfffffdff, 1, 0xfffffffd}, "ff011880"}, {"R5G5_SNORM_B6_UNORM", "0000", 15, [4]uint32{f(-2), f(1), f(1), 0}, "f1fd"},
		{"R16G16B16X16_FLOAT", "0000000000000000", 15, [4]uint32{f(1), f(2), f(3), f(4)}, "003c004000420000"}, {"R32_UNORM", "00000000", 1, [4]uint32{f(1)}, "ffffffff"},
	} {
		fm := FindFormat(c.format)
		s, err := ImageShape{Kind: Image2D, Format: fm, Extent: [3]int{1, 1, 1}}.Complete()
		require.NoError(t, err)
		p, err := hex.DecodeString(c.before)
		require.NoError(t, err)
		buf := NewBuffer("b", 0, fm.Size())
		buf.WriteBytes(0, p)
		NewImage(s, buf).store(&[3]int{}, c.mask, &c.in)
		assert.Equal(t, c.want, hex.EncodeToString(buf.Bytes()), "%s %x", c.format, c.in)
	}
}

// TestWideRoundTrips: every code of every writable format of 16 bits comes back as it was.
func TestWideRoundTrips(t *testing.T) {
	var writable []string
	for _, f := range wideFormats() {
		if !f.Writable {
			continue
		}
		writable = append(writable, f.Name)
		if f.Size() != 2 {
			continue
		}
		s, err := ImageShape{Kind: Image2D, Format: f, Extent: [3]int{1, 1, 1}}.Complete()
		require.NoError(t, err)
		buf := NewBuffer("b", 0, 2)
		m := NewImage(s, buf)
		for v := range 1 << 16 {
			buf.WriteBytes(0, []byte{byte(v), byte(v >> 8)})
			var texel [4]uint32
			m.load(&[3]int{}, &texel)
			m.store(&[3]int{}, 15, &texel)
			require.Equal(t, []byte{byte(v), byte(v >> 8)}, buf.Bytes(), f.Name)
		}
	}
	assert.Equal(t, []string{"R10G10B10A2_UNORM", "R10G10B10A2_UINT", "B10G10R10A2_UNORM", "R11G11B10_FLOAT", "B5G6R5_UNORM", "B5G5R5A1_UNORM", "B4G4R4A4_UNORM", "B5G5R5X1_UNORM"}, writable)
}

// TestWideNarrow: integers of up to 16 bits have results of 16, those of 32 have none.
func TestWideNarrow(t *testing.T) {
	for name, ok := range map[string]bool{"X32_TYPELESS_G8X24_UINT": true, "R10G10B10A2_UINT": true, "R32G32B32_UINT": false, "R32G32B32_FLOAT": true} {
		f := FindFormat(name)
		s, err := ImageShape{Kind: Image2D, Format: f, Extent: [3]int{1, 1, 1}}.Complete()
		require.NoError(t, err)
		op, err := ParseSamplerOp(7, 3, false)
		require.NoError(t, err)
		var x Texels
		err = x.Narrow(&Access{Op: op, Image: NewImage(s, NewBuffer("b", 0, f.Size()))}, 1)
		assert.Equal(t, ok, err == nil, name)
	}
}

// TestWideShapes: images that cannot be, with what is legal.
func TestWideShapes(t *testing.T) {
	for _, c := range []struct {
		kind     ImageKind
		format   string
		extent   [3]int
		row      int
		axis     int
		want     string
		accepted bool
	}{
		{Image1D, "BC1_UNORM", [3]int{4, 1, 1}, 0, -1, "image 1d of format BC1_UNORM: legal of its blocks of 4 x 4 texels are 2d, 2d_array, 3d", false},
		{Image1DBuffer, "FXT1", [3]int{8, 1, 1}, 0, -1, "image 1d_buffer of format FXT1: legal of its blocks of 8 x 4 texels are 2d", false},
		{Image2D, "BC7_UNORM", [3]int{8, 4, 1}, 24, -1, "row pitch 24: legal are multiples of the 16 bytes of a block from 32 on", false},
		{Image2D, "BC7_UNORM", [3]int{8, 4, 1}, 16, -1, "row pitch 16: legal are", false},
		{Image2D, "BC7_UNORM", [3]int{1 << 15, 4, 1}, 0, 0, "extent 32768: legal are 1 to 16384 in coordinate 0", false},
		{Image3D, "BC7_UNORM", [3]int{4, 4, 0}, 0, 2, "extent 0: legal are 1 to 2048 in coordinate 2", false},
		{Image2D, "YCRCB_NORMAL", [3]int{3, 1, 1}, 0, 0, "extent 3: legal in coordinate 0 of format YCRCB_NORMAL are multiples of 2", false},
		{Image3D, "YCRCB_NORMAL", [3]int{2, 1, 1}, 0, -1, "image 3d of format YCRCB_NORMAL: legal is 2d", false},
		{Image2D, "PLANAR_420_8", [3]int{2, 3, 1}, 0, 1, "extent 3: legal in coordinate 1 of format PLANAR_420_8 are multiples of 2", false},
		{Image2DArray, "PLANAR_420_16", [3]int{2, 2, 2}, 0, -1, "legal is 2d", false},
		{Image2D, "R8G8B8_UINT", [3]int{3, 1, 1}, 10, -1, "row pitch 10: legal are multiples of the 3 bytes of a texel from 9 on", false},
		{Image3D, "BC1_UNORM", [3]int{1, 1, 3}, 0, 0, "", true}, {Image1DArray, "B5G6R5_UNORM", [3]int{3, 2, 1}, 0, 0, "", true},
	} {
		_, err := ImageShape{Kind: c.kind, Format: FindFormat(c.format), Extent: c.extent, Row: c.row}.Complete()
		if c.accepted {
			require.NoError(t, err)
			continue
		}
		wrong := (*ShapeError)(nil)
		require.ErrorAs(t, err, &wrong, c.format)
		assert.Equal(t, c.axis, wrong.Axis)
		assert.Contains(t, wrong.Msg, c.want)
	}
}

// TestWideInside: media blocks count bytes of rows of memory: of blocks, and of a second plane.
func TestWideInside(t *testing.T) {
	for _, c := range []struct {
		format        string
		across, down  int
		width, height int
	}{{"BC1_UNORM", 24, 2, 9, 5}, {"PLANAR_420_8", 4, 6, 4, 4}, {"YCRCB_SWAPY", 8, 3, 4, 3}, {"R8G8_UINT", 8, 3, 4, 3}} {
		f := FindFormat(c.format)
		s, err := ImageShape{Kind: Image2D, Format: f, Extent: [3]int{c.width, c.height, 1}}.Complete()
		require.NoError(t, err)
		m := NewImage(s, NewBuffer("b", 0, int(s.Bytes())))
		assert.Equal(t, c.format == "R8G8_UINT", f.Replicates(), c.format)
		for b, want := range map[Block]bool{
			{Width: c.across, Height: c.down, Step: 1}: true, {Width: c.across + 1, Height: 1, Step: 1}: false, {X: -1, Width: 1, Height: 1, Step: 1}: false,
			{Width: 1, Height: c.down + 1, Step: 1}: false, {Y: -1, Width: 1, Height: 1, Step: 1}: false, {Y: c.down - 1, Width: 1, Height: 1, Step: 1}: true,
		} {
			assert.Equal(t, want, m.Inside(&b), "%s %+v", c.format, b)
		}
		p := make([]byte, c.across)
		m.buf.WriteBytes(uint64((c.down-1)*s.Row), []byte{7})
		m.ReadBlock(&Block{Y: c.down - 1, Width: c.across, Height: 1, Pitch: c.across, Step: 1}, p)
		assert.Equal(t, byte(7), p[0], c.format)
		assert.True(t, m.WriteBlock(&Block{Y: c.down - 1, Width: 1, Height: 1, Pitch: 1, Step: 1}, []byte{9}), c.format)
		assert.False(t, m.WriteBlock(&Block{Y: c.down, Width: 1, Height: 1, Pitch: 1, Step: 1}, []byte{9}), c.format)
		assert.Equal(t, byte(9), m.buf.Bytes()[(c.down-1)*s.Row], c.format)
	}
}
