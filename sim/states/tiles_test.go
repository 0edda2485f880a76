package states

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestTilesOfXe: surfaces in tiles of 4 and of 64 KB, whose shape depends on the texel, and what is refused of the large ones.
func TestTilesOfXe(t *testing.T) {
	const head = "SurfaceType=SURFTYPE_2D Height=16 SurfaceBaseAddress=0x20000 MipTailStartLOD=15 "
	for _, c := range []struct {
		fields string
		tiling mem.Tiling
		err    string
	}{
		{head + "SurfaceFormat=R8_UINT Width=128 SurfacePitch=128 TileMode=TILE4", mem.Tiled4, ""},
		{"SurfaceType=SURFTYPE_2D Height=16 SurfaceFormat=R8_UINT Width=128 SurfacePitch=128 TileMode=TILE4 SurfaceBaseAddress=0x20080", 0, "RENDER_SURFACE_STATE at 0x10100: SurfaceBaseAddress is 0x20080: a tiled surface begins at a multiple of 4096"},
		{head + "SurfaceFormat=R8_UINT Width=256 SurfacePitch=256 TileMode=TILE64", mem.T64.Tiling(1, false, 1), ""},
		{head + "SurfaceFormat=R32_UINT Width=128 SurfacePitch=512 TileMode=TILE64", mem.T64.Tiling(4, false, 1), ""},
		{head + "SurfaceFormat=R32G32_UINT Width=128 SurfacePitch=1024 TileMode=TILE64", mem.T64.Tiling(8, false, 1), ""},
		{"SurfaceType=SURFTYPE_2D Height=16 SurfaceFormat=R8_UINT Width=256 SurfacePitch=256 TileMode=TILE64 MipTailStartLOD=15 SurfaceBaseAddress=0x21000", 0, "RENDER_SURFACE_STATE at 0x10100: SurfaceBaseAddress is 0x21000: a tiled surface begins at a multiple of 65536"},
		{"SurfaceType=SURFTYPE_2D Height=16 SurfaceFormat=R8_UINT Width=256 SurfacePitch=256 TileMode=TILE64 SurfaceBaseAddress=0x20000", 0, "RENDER_SURFACE_STATE at 0x10100: MipTailStartLOD is 0: levels 0 to 0 in a tail, the first of [256 16 1] blocks: it has room for [128 256 1]"},
		{head + "SurfaceFormat=R8_UINT Width=256 SurfacePitch=256 TileMode=TILE64 SurfaceArray=yes Depth=2 SurfaceQPitch=64", 0, "RENDER_SURFACE_STATE at 0x10100: SurfaceQPitch is 64: layers begin with a tile: want a multiple of its 256 rows"},
		{head + "SurfaceFormat=R8_UINT Width=128 SurfacePitch=128 TileMode=TILE64 NumberOfMultisamples=MULTISAMPLECOUNT_4 SurfaceQPitch=128 MipTailStartLOD=0", 0, "RENDER_SURFACE_STATE at 0x10100: MipTailStartLOD is 0: not modelled: samples in a tail: want a level behind the last, which is 0"},
		{head + "SurfaceFormat=R8_UINT Width=128 SurfacePitch=128 TileMode=TILE64 TileAddressMappingMode=GEN10", 0, "RENDER_SURFACE_STATE at 0x10100: TileAddressMappingMode is GEN10: not modelled: want zero bits without a TiledResourceMode"},
		{head + "SurfaceFormat=R32G32B32_UINT Width=128 SurfacePitch=1536 TileMode=TILE64", 0, "RENDER_SURFACE_STATE at 0x10100: SurfaceFormat is R32G32B32_UINT: tiles of texels of 12 bytes: legal are powers of two up to 16"},
		{head + "SurfaceFormat=R64G64B64A64_FLOAT Width=32 SurfacePitch=1024 TileMode=TILE64", 0, "RENDER_SURFACE_STATE at 0x10100: SurfaceFormat is R64G64B64A64_FLOAT: tiles of texels of 32 bytes: legal are powers of two up to 16"},
		{"SurfaceType=SURFTYPE_SCRATCH SurfaceFormat=RAW NumberOfEntries=4 SurfacePitch=1024 SurfaceBaseAddress=0x20000", 0, "RENDER_SURFACE_STATE at 0x10100: SurfaceType is SURFTYPE_SCRATCH: not modelled: a message with coordinates, want SURFTYPE_1D, SURFTYPE_2D, SURFTYPE_3D, SURFTYPE_CUBE, SURFTYPE_BUFFER or SURFTYPE_NULL"},
	} {
		b := newBench(t, native.DG2)
		b.set(t, surfaceAt, surfaceState, c.fields)
		img, err := b.Image(ref)
		if c.err != "" {
			assert.EqualError(t, err, c.err)
			continue
		}
		require.NoError(t, err, c.fields)
		assert.Equal(t, c.tiling, img.Tiling)
		b.data.Contents()[16*4+2] = 7 // byte 18 of row 0: the second column of 16 bytes, behind 4 rows of the first
		var got [1]byte
		img.ReadBlock(&mem.Block{X: 18, Width: 1, Height: 1, Pitch: 4, Step: 1}, got[:])
		assert.Equal(t, byte(7), got[0])
	}
}

// TestTilesAtTheEnd: the last tile of a surface has to be in memory as a whole, and its last texel is the last of the tile.
func TestTilesAtTheEnd(t *testing.T) {
	const size = 65536 // of the memory that begins at base
	for _, c := range []struct {
		mode, format         string
		width, height, texel int // bytes of a row, rows, and bytes of a texel
		rows                 int // of a tile
	}{
		{"XMAJOR", "R8_UINT", 512, 128, 1, 8}, {"TILE4", "R8_UINT", 128, 512, 1, 32}, {"TILE4", "R32_UINT", 256, 256, 4, 32},
		{"TILE64", "R8_UINT", 256, 256, 1, 256}, {"TILE64", "R32_UINT", 512, 128, 4, 128}, {"TILE64", "R32G32_UINT", 1024, 64, 8, 64},
	} {
		fields := func(height int) string {
			return fmt.Sprintf("SurfaceType=SURFTYPE_2D MipTailStartLOD=15 SurfaceFormat=%s Width=%d SurfacePitch=%d TileMode=%s Height=%d"+base, c.format, c.width/c.texel, c.width, c.mode, height)
		}
		b := newBench(t, native.DG2)
		for _, height := range []int{c.height, c.height - c.rows + 1} {
			b.set(t, surfaceAt, surfaceState, fields(height))
			img, err := b.Image(ref)
			require.NoError(t, err, "%+v", c)
			data := b.data.Contents()
			clear(data)
			data[len(data)-1] = 9
			got := make([]byte, 4)
			img.ReadBlock(&mem.Block{X: c.width - 4, Y: height - 1, Width: 4, Height: 1, Pitch: 4, Step: 1}, got)
			want := []byte{0, 0, 0, 0}
			if height == c.height {
				want[3] = 9
			}
			assert.Equal(t, want, got, "%+v", c)
		}
		b = newBench(t, native.DG2)
		b.set(t, surfaceAt, surfaceState, fields(c.height+1))
		_, err := b.Image(ref)
		assert.ErrorContains(t, err, fmt.Sprintf("the surface has %d bytes, and data ends %d bytes behind its base", size+c.rows*c.width, size), "%+v", c)
	}
}

// TestAlignedInBytes: on Xe-HPG columns of levels are aligned to bytes: HALIGN_16 is 4 texels of 4 bytes, and 16 of 3 components.
func TestAlignedInBytes(t *testing.T) {
	for _, c := range []struct {
		format, align string
		want          int
	}{
		{"R32_UINT", "HALIGN_16", 4}, {"R8_UINT", "HALIGN_16", 16}, {"R32G32B32A32_UINT", "HALIGN_16", 1}, {"R8G8B8A8_UNORM", "HALIGN_128", 32}, {"R16G16B16_UINT", "HALIGN_16", 16},
	} {
		b := newBench(t, native.DG2)
		b.set(t, surfaceAt, surfaceState, "SurfaceType=SURFTYPE_2D SurfaceFormat="+c.format+" Width=8 Height=8 SurfacePitch=192 SurfaceHorizontalAlignment="+c.align+" SurfaceBaseAddress=0x20000")
		s, err := b.state(ref)
		require.NoError(t, err)
		got, err := b.align(s, mem.FindSurfaceFormat(c.format), 0)
		require.NoError(t, err)
		assert.Equal(t, c.want, got, c.format)
	}
}
