package mem

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Places of bytes in tiles: X has rows of 512 bytes, 8 to a tile; Y columns of 16 bytes, 32 rows to a tile (Mesa isl).
//
// seed: Broxton vol. 6 Surface State Fetch
func TestTiledPlaces(t *testing.T) {
	for _, c := range []struct {
		tiling    Tiling
		x, y, row int
		want      uint64
	}{
		{TiledX, 0, 0, 512, 0},
		{TiledX, 511, 0, 512, 511},
		{TiledX, 0, 1, 512, 512},
		{TiledX, 3, 7, 1024, 7*512 + 3},
		{TiledX, 512, 0, 1024, 4096},
		{TiledX, 513, 9, 1024, 3*4096 + 512 + 1},
		{TiledX, 0, 8, 1536, 3 * 4096},
		{TiledY, 0, 0, 128, 0},
		{TiledY, 15, 0, 128, 15},
		{TiledY, 16, 0, 128, 512},
		{TiledY, 17, 2, 256, 512 + 32 + 1},
		{TiledY, 127, 31, 128, 4095},
		{TiledY, 128, 0, 256, 4096},
		{TiledY, 130, 33, 256, 3*4096 + 16 + 2},
		{TiledY, 0, 32, 384, 3 * 4096},
		{Tiled4, 15, 3, 128, 3*16 + 15},
		{Tiled4, 16, 0, 128, 64},
		{Tiled4, 63, 3, 128, 255},
		{Tiled4, 0, 4, 128, 256},
		{Tiled4, 64, 0, 128, 512},
		{Tiled4, 0, 8, 128, 1024},
		{Tiled4, 127, 31, 128, 4095},
		{Tiled4, 130, 33, 256, 3*4096 + 16 + 2},
		{T64.Tiling(1, false, 1), 128, 0, 256, 4096},
		{T64.Tiling(1, false, 1), 0, 32, 256, 2 * 4096},
		{T64.Tiling(1, false, 1), 255, 255, 256, 65535},
		{T64.Tiling(2, false, 1), 256, 0, 512, 2 * 4096},
		{T64.Tiling(2, false, 1), 0, 32, 512, 4 * 4096},
		{T64.Tiling(2, false, 1), 0, 128, 1024, 2 * 65536},
		{T64.Tiling(8, false, 1), 512, 0, 1024, 4 * 4096},
		{T64.Tiling(8, false, 1), 0, 32, 1024, 8 * 4096},
		{T64.Tiling(8, false, 1), 1024, 64, 2048, 3 * 65536},
	} {
		assert.Equal(t, c.want, c.tiling.tiled(c.x, c.y, c.row), "%+v", c)
	}
	for tiling := TiledX; tiling < firstLarge; tiling++ { // each byte has a place of its own
		seen := map[uint64]bool{}
		for y := range 256 {
			for x := range 1024 {
				seen[tiling.tiled(x, y, 1024)] = true
			}
		}
		assert.Len(t, seen, 256*1024)
		assert.Contains(t, seen, uint64(256*1024-1))
	}
	assert.Equal(t, [][2]int{{1, 1}, {4096, 8}, {4096, 32}, {4096, 32}}, func() (out [][2]int) {
		for tiling := range firstLarge {
			out = append(out, [2]int{tiling.TileBytes(), tiling.TileRows()})
		}
		return out
	}())
}

// TestTiledImage: texels, and rows of bytes, of an image with tiles.
func TestTiledImage(t *testing.T) {
	f := FindSurfaceFormat("R32_UINT")
	shape, err := ImageShape{Kind: Image2DArray, Format: f, Extent: [3]int{40, 12, 2}, Row: 256, Slice: 24 * 256, Tiling: TiledY}.Complete()
	require.NoError(t, err)
	assert.Equal(t, int64(2*32*256), shape.Bytes(), "36 rows, in tiles of 32")
	b := NewBuffer("tiles", 0, int(shape.Bytes()))
	m := NewImage(shape, b)
	m.store(&[3]int{5, 1, 0}, 15, &[4]uint32{0x01020304}) // byte 20 of row 1
	m.store(&[3]int{33, 9, 1}, 15, &[4]uint32{7})         // byte 132 of row 33
	assert.Equal(t, []byte{4, 3, 2, 1}, b.Bytes()[512+16+4:][:4])
	assert.Equal(t, byte(7), b.Bytes()[3*4096+16+4])
	var out [4]uint32
	m.fetch(&[3]int{33, 9, 1}, &out)
	assert.Equal(t, [4]uint32{7, 0, 0, 1}, out)
	got := make([]byte, 8)
	m.ReadBlock(&Block{X: 18, Y: 1, Width: 6, Height: 1, Pitch: 8, Step: 1}, got)
	assert.Equal(t, []byte{0, 0, 4, 3, 2, 1, 0, 0}, got)
	assert.True(t, m.WriteBlock(&Block{X: 14, Y: 0, Width: 4, Height: 1, Pitch: 4, Step: 1}, []byte{9, 8, 7, 6}))
	assert.Equal(t, []byte{9, 8}, b.Bytes()[14:16])
	assert.Equal(t, []byte{7, 6}, b.Bytes()[512:514])
}

// TestTiledShapes: what no image with tiles can be.
func TestTiledShapes(t *testing.T) {
	for _, c := range []struct {
		kind   ImageKind
		format string
		row    int
		tiling Tiling
		want   string
	}{
		{Image2D, "R32_UINT", 128, TiledY, ""},
		{Image2D, "R32_UINT", 192, TiledY, "row pitch 192: legal are multiples of the 128 bytes of a tile"},
		{Image2D, "R32_UINT", 128, TiledX, "row pitch 128: legal are multiples of the 512 bytes of a tile"},
		{Image1D, "R32_UINT", 128, TiledY, "tiles in an image 1d: legal are those with rows"},
		{Image2D, "R32G32B32_FLOAT", 384, TiledY, "tiles of texels of 12 bytes: legal are powers of two"},
	} {
		_, err := ImageShape{Kind: c.kind, Format: FindSurfaceFormat(c.format), Extent: [3]int{4, 1, 1}, Row: c.row, Tiling: c.tiling}.Complete()
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, c.want)
	}
}

// TestSelectsAndBorder: what the sampler gives for components, and outside.
//
// seed: Lakefield enumerations Shader Channel Select
func TestSelectsAndBorder(t *testing.T) {
	shape, err := ImageShape{Kind: Image2D, Format: FindSurfaceFormat("R8G8B8A8_UINT"), Extent: [3]int{1, 1, 1}, Select: [4]Select{SelectBlue, SelectOne, SelectZero, SelectOwn}}.Complete()
	require.NoError(t, err)
	b := NewBuffer("texel", 0, 4)
	b.SetBytes(0, []byte{1, 2, 3, 4})
	m := NewImage(shape, b)
	var out [4]uint32
	m.sampled(&[3]int{}, nil, &out)
	assert.Equal(t, [4]uint32{3, 1, 0, 4}, out)
	m.sampled(&[3]int{1, 0, 0}, &[4]uint32{5, 6, 7, 8}, &out)
	assert.Equal(t, [4]uint32{7, 1, 0, 8}, out)
	m.sampled(&[3]int{1, 0, 0}, nil, &out)
	assert.Equal(t, [4]uint32{0, 1, 0, 0}, out)
	m.fetch(&[3]int{}, &out)
	assert.Equal(t, [4]uint32{1, 2, 3, 4}, out, "typed messages select nothing")

	half := math.Float32bits(0.5)
	for _, c := range []struct {
		format string
		border [4]uint32
		want   string
	}{
		{"R8_UNORM", [4]uint32{half, math.Float32bits(9), 0, 0}, ""}, // green is not in memory
		{"R8_UNORM", [4]uint32{math.Float32bits(1.5)}, "border colour 0x3fc00000 of component 0, which the format R8_UNORM does not hold"},
		{"R8_SNORM", [4]uint32{math.Float32bits(-1)}, ""},
		{"R8_SNORM", [4]uint32{math.Float32bits(-2)}, "border colour 0xc0000000 of component 0, which the format R8_SNORM does not hold"},
		{"R16_UINT", [4]uint32{0x10000}, "border colour 0x10000 of component 0, which the format R16_UINT does not hold"},
		{"R16_SINT", [4]uint32{0xffff8000}, ""},
		{"R16_SINT", [4]uint32{0x8000}, "border colour 0x8000 of component 0, which the format R16_SINT does not hold"},
		{"R8G8B8A8_UNORM_SRGB", [4]uint32{half}, "a border colour that is not 0 beside the sRGB format R8G8B8A8_UNORM_SRGB"},
		{"R32_FLOAT", [4]uint32{math.Float32bits(1e9)}, ""},
	} {
		err := (&Sampler{Border: c.border}).checkBorder(FindSurfaceFormat(c.format))
		if c.want == "" {
			require.NoError(t, err, c.format)
			continue
		}
		assert.EqualError(t, err, c.want)
	}
}

// TestNullImage: reads give 0 in all components, whatever the format, and writes are dropped.
func TestNullImage(t *testing.T) {
	shape, err := ImageShape{Kind: Image3D, Format: FindSurfaceFormat("R32_UINT"), Extent: [3]int{1, 1, 1}}.Complete()
	require.NoError(t, err)
	m := NewNull(shape, "null")
	var out [4]uint32
	for _, x := range []int{0, 5} {
		m.store(&[3]int{x, 0, 0}, 15, &[4]uint32{1, 2, 3, 4})
		m.sampled(&[3]int{x, 0, 0}, &[4]uint32{1, 2, 3, 4}, &out)
		assert.Equal(t, [4]uint32{}, out)
	}
	size, err := ParseSamplerOp(10, 1, false)
	require.NoError(t, err)
	assert.ErrorContains(t, (&Access{Op: size, Image: m}).Check(), "the size of a null surface")
}
