package states

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// largeSurface is a surface in large tiles, and where the documents have its levels.
type largeSurface struct {
	name    string
	target  native.Target
	fields  string
	size    int     // of a texel
	bits    string  // of a place in a tile, the highest first (gmmlib, CpuSwizzleBlt.c)
	extent  [3]int  // of level 0: columns, rows, slices or layers
	volume  bool    // the third are slices
	samples int     // of a texel
	across  int     // tiles of a row
	group   int     // tiles from a group of slices to the next
	levels  []place // by number
}

// place is where a level begins: the row and column of its tile, and the bytes before it there.
type place struct{ row, column, bytes int }

const kb = 1024

var largeSurfaces = []largeSurface{
	// Level 0 has 2 by 2 tiles of 256 by 256, level 1 one below, and right of it is the tail.
	{"Ys with a tail, two layers", native.SKL, "SurfaceType=SURFTYPE_2D SurfaceArray=yes TileMode=YMAJOR TiledResourceMode=TILEYS SurfaceFormat=R8_UINT Width=512 Height=300 Depth=2 SurfacePitch=512 SurfaceQPitch=768 MIPCountOrLOD=9 MipTailStartLOD=2",
		1, "XYXYXYXYYYYYXXXX", [3]int{512, 300, 2}, false, 1, 2, 6,
		[]place{{0, 0, 0}, {2, 0, 0}, {2, 1, 32 * kb}, {2, 1, 16 * kb}, {2, 1, 8 * kb}, {2, 1, 4 * kb}, {2, 1, 2 * kb}, {2, 1, 1536}, {2, 1, 1280}, {2, 1, 1 * kb}}},
	{"Yf with a tail", native.ICL, "SurfaceType=SURFTYPE_2D TileMode=YMAJOR TiledResourceMode=TILEYF TileAddressMappingMode=GEN10 SurfaceFormat=R32_UINT Width=40 Height=70 SurfacePitch=256 MIPCountOrLOD=6 MipTailStartLOD=2",
		4, "XYXYXYYYXXXX", [3]int{40, 70, 1}, false, 1, 2, 0,
		[]place{{0, 0, 0}, {3, 0, 0}, {3, 1, 2 * kb}, {3, 1, 1536}, {3, 1, 1280}, {3, 1, 1 * kb}, {3, 1, 768}}},
	{"Yf without a tail", native.TGL, "SurfaceType=SURFTYPE_2D TileMode=YMAJOR TiledResourceMode=TILEYF SurfaceFormat=R16_UINT Width=70 Height=30 SurfacePitch=256 MIPCountOrLOD=3 MipTailStartLOD=15",
		2, "XYXYXYYYXXXX", [3]int{70, 30, 1}, false, 1, 2, 0, []place{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 1, 0}}},
	// Tiles of 32 by 32 by 16: level 0 has 2 by 2 in each of two groups of slices.
	{"volume in Ys", native.BXT, "SurfaceType=SURFTYPE_3D TileMode=YMAJOR TiledResourceMode=TILEYS SurfaceFormat=R32_UINT Width=40 Height=33 Depth=20 SurfacePitch=256 SurfaceQPitch=96 MIPCountOrLOD=5 MipTailStartLOD=2",
		4, "XYZXYZXYZZYYXXXX", [3]int{40, 33, 20}, true, 1, 2, 6, []place{{0, 0, 0}, {2, 0, 0}, {2, 1, 32 * kb}, {2, 1, 16 * kb}, {2, 1, 8 * kb}, {2, 1, 4 * kb}}},
	{"volume in Yf, all in the tail", native.SKL, "SurfaceType=SURFTYPE_3D TileMode=YMAJOR TiledResourceMode=TILEYF SurfaceFormat=R8_UINT Width=16 Height=8 Depth=16 SurfacePitch=16 SurfaceQPitch=16 MIPCountOrLOD=4",
		1, "YZYZZZYYXXXX", [3]int{16, 8, 16}, true, 1, 1, 1, []place{{0, 0, 2 * kb}, {0, 0, 1 * kb}, {0, 0, 768}, {0, 0, 512}, {0, 0, 448}}},
	// Tiles of 32 by 32 by 32. Slots at column 16, row 16, slice 16 and column 8.
	{"volume in tiles of Xe", native.DG2, "SurfaceType=SURFTYPE_3D TileMode=TILE64 SurfaceFormat=R16_UINT Width=48 Height=20 Depth=40 SurfacePitch=128 SurfaceQPitch=64 MIPCountOrLOD=5 MipTailStartLOD=2",
		2, "ZZZYYXZYZXYYXXXX", [3]int{48, 20, 40}, true, 1, 2, 4, []place{{0, 0, 0}, {1, 0, 0}, {1, 1, 1 << 10}, {1, 1, 1 << 12}, {1, 1, 1 << 15}, {1, 1, 1 << 6}}},
	{"levels in tiles of Xe", native.MTL, "SurfaceType=SURFTYPE_2D TileMode=TILE64 SurfaceFormat=R32_UINT Width=128 Height=60 SurfacePitch=512 MIPCountOrLOD=7 MipTailStartLOD=1",
		4, "YYXXYYXYXXYYXXXX", [3]int{128, 60, 1}, false, 1, 1, 0,
		[]place{{0, 0, 0}, {1, 0, 1 << 13}, {1, 0, 1 << 15}, {1, 0, 1 << 12}, {1, 0, 1 << 14}, {1, 0, 1 << 9}, {1, 0, 1<<7 | 1<<11}, {1, 0, 1<<11 | 1<<10}}}, // columns and rows 64 and 0, 0 and 64, 32 and 0, 0 and 32, 16 and 0, 8 and 16, 0 and 24
	{"samples in Ys", native.SKL, "SurfaceType=SURFTYPE_2D SurfaceArray=yes TileMode=YMAJOR TiledResourceMode=TILEYS SurfaceFormat=R8_UINT Width=200 Height=100 Depth=2 SurfacePitch=256 SurfaceQPitch=128 NumberOfMultisamples=MULTISAMPLECOUNT_4 MipTailStartLOD=15",
		1, "SSXYXYXYYYYYXXXX", [3]int{200, 100, 2}, false, 4, 2, 2, []place{{0, 0, 0}}},
	{"samples in Yf", native.ICL, "SurfaceType=SURFTYPE_2D SurfaceArray=yes TileMode=YMAJOR TiledResourceMode=TILEYF TileAddressMappingMode=GEN10 SurfaceFormat=R8_UINT Width=20 Height=10 Depth=2 SurfacePitch=32 SurfaceQPitch=16 NumberOfMultisamples=MULTISAMPLECOUNT_16 MipTailStartLOD=15",
		1, "SSSSYYYYXXXX", [3]int{20, 10, 2}, false, 16, 2, 2, []place{{0, 0, 0}}},
	{"two samples in tiles of Xe", native.DG2, "SurfaceType=SURFTYPE_2D TileMode=TILE64 SurfaceFormat=R8_UINT Width=130 Height=9 SurfacePitch=256 SurfaceQPitch=256 NumberOfMultisamples=MULTISAMPLECOUNT_2 MipTailStartLOD=15",
		1, "YYYXYYXYSXYYXXXX", [3]int{130, 9, 1}, false, 2, 2, 0, []place{{0, 0, 0}}},
	{"eight samples in tiles of Xe", native.DG2, "SurfaceType=SURFTYPE_2D SurfaceArray=yes TileMode=TILE64 SurfaceFormat=R32_UINT Width=20 Height=10 Depth=2 SurfacePitch=256 SurfaceQPitch=64 NumberOfMultisamples=MULTISAMPLECOUNT_8 MipTailStartLOD=15",
		4, "YYXXYYXSSXYYXXXX", [3]int{20, 10, 2}, false, 8, 1, 1, []place{{0, 0, 0}}},
}

// at is the byte of a texel.
func (s *largeSurface) at(level, x, y, z, sample int) int {
	side := func(letter string) int { return 1 << strings.Count(s.bits, letter) }
	wide, high, deep, within := side("X"), side("Y"), side("Z"), side("S")
	x *= s.size
	group, slice := z*s.samples+sample, 0
	if group /= within; s.volume {
		group, slice = z/deep, z%deep
	}
	p := s.levels[level]
	tile := group*s.group + (p.row+y/high)*s.across + p.column + x/wide
	at, left := 0, map[byte]int{'X': x % wide, 'Y': y % high, 'Z': slice, 'S': sample % within}
	for i := len(s.bits) - 1; i >= 0; i-- {
		c := s.bits[i]
		at |= left[c] & 1 << (len(s.bits) - 1 - i)
		left[c] >>= 1
	}
	return tile<<len(s.bits) + p.bytes + at
}

// sizes are the texels of a level.
func (s *largeSurface) sizes(level int) [3]int {
	n := [3]int{max(s.extent[0]>>level, 1), max(s.extent[1]>>level, 1), s.extent[2]}
	if s.volume {
		n[2] = max(n[2]>>level, 1)
	}
	return n
}

// stored is the number of a texel.
func stored(level, x, y, z, sample int) uint32 {
	return uint32(level*7919+x*31+y*1013+z*577+sample*6151) * 2654435761 >> 5
}

// each goes through texels: all, or some of large levels.
func (s *largeSurface) each(step int, do func(level, x, y, z, sample int)) {
	for level := range s.levels {
		n := s.sizes(level)
		if step > 1 && n[0]*n[1]*n[2] < 1000 {
			step = 1
		}
		for i := 0; i < n[0]*n[1]*n[2]; i += step {
			for k := range s.samples {
				do(level, i%n[0], i/n[0]%n[1], i/n[0]/n[1], k)
			}
		}
	}
}

// TestLargeTiles: texels of surfaces in tiles Yf, Ys and of 64 KB, their levels, tails, slices, layers and samples, beside places by the bits
// of gmmlib's swizzles and the bytes of its tails.
//
// seed: Broxton vol. 6 Surface State Fetch
func TestLargeTiles(t *testing.T) {
	const at, bytes = 0x1000000, 1 << 20
	for _, s := range largeSurfaces {
		b := newBench(t, s.target)
		store, err := b.memory.AllocAt("texels", at, bytes)
		require.NoError(t, err)
		mask := uint32(1)<<(8*s.size) - 1
		taken := map[int]bool{}
		s.each(1, func(level, x, y, z, sample int) {
			var p [4]byte
			binary.LittleEndian.PutUint32(p[:], stored(level, x, y, z, sample))
			place := s.at(level, x, y, z, sample)
			require.False(t, taken[place], "%s: level %d texel %d %d %d sample %d", s.name, level, x, y, z, sample)
			taken[place] = true
			copy(store.Contents()[place:], p[:s.size])
		})
		b.set(t, surfaceAt, surfaceState, s.fields+fmt.Sprintf(" ShaderChannelSelectRed=RED SurfaceBaseAddress=%#x", at))
		img, err := b.Image(ref)
		require.NoError(t, err, s.name)
		code := 7 // ld: u v lod r
		if s.samples > 1 {
			code = 31 // ld2dss: sample u v r lod
		}
		op, err := mem.ParseSamplerOp(code, 4, false)
		require.NoError(t, err)
		var x mem.Texels
		a := mem.Access{Op: op, Image: img}
		require.NoError(t, a.Check())
		s.each(7, func(level, u, v, r, sample int) {
			params := []int{u, v, level, r}
			if s.samples > 1 {
				params = []int{sample, u, v, r}
			}
			for i, n := range params {
				x.Param(op, i)[0] = uint32(n)
			}
			x.Run(&a, 1)
			require.Equal(t, stored(level, u, v, r, sample)&mask, x.Out[0][0], "%s: level %d texel %d %d %d sample %d", s.name, level, u, v, r, sample)
		})
	}
}

// TestLargeMemory: a surface ends with its last tile.
func TestLargeMemory(t *testing.T) {
	b := newBench(t, native.SKL)
	const fields = "SurfaceType=SURFTYPE_2D TileMode=YMAJOR TiledResourceMode=TILEYS SurfaceFormat=R8_UINT Height=256 MipTailStartLOD=15" + base
	b.set(t, surfaceAt, surfaceState, fields+"Width=256 SurfacePitch=256")
	img, err := b.Image(ref)
	require.NoError(t, err)
	assert.Equal(t, int64(dataBytes), img.Bytes())
	b.set(t, surfaceAt, surfaceState, fields+"Width=257 SurfacePitch=512")
	_, err = b.Image(ref)
	assert.EqualError(t, err, "RENDER_SURFACE_STATE at 0x10100: Width is 257: the surface has 131072 bytes, and data ends 65536 bytes behind its base 0x20000")
	assert.Equal(t, math.MaxUint16+1, img.Tiling.TileBytes())
}

// TestFlippedLargeTiles: with any bit changed such a surface, or one with a control surface, is one whose bytes are those of the launch, or an error.
func TestFlippedLargeTiles(t *testing.T) {
	const ys = " TileMode=YMAJOR TiledResourceMode=TILEYS "
	given := 0
	for _, c := range []struct {
		target native.Target
		fields string
	}{
		{native.SKL, "SurfaceType=SURFTYPE_2D SurfaceFormat=R8_UINT Width=128 Height=200 SurfacePitch=256 MIPCountOrLOD=6 ShaderChannelSelectRed=RED" + ys},
		{native.SKL, "SurfaceType=SURFTYPE_3D SurfaceFormat=R32_UINT Width=16 Height=16 Depth=16 SurfacePitch=128 SurfaceQPitch=32 MIPCountOrLOD=3" + ys},
		{native.SKL, "SurfaceType=SURFTYPE_3D SurfaceFormat=R8_UINT Width=8 Height=8 Depth=16 SurfacePitch=16 SurfaceQPitch=16 MIPCountOrLOD=3 TileMode=YMAJOR TiledResourceMode=TILEYF"},
		{native.TGL, "SurfaceType=SURFTYPE_2D SurfaceArray=yes Depth=2 SurfaceFormat=BC1_UNORM Width=64 Height=64 SurfacePitch=256 SurfaceQPitch=16 MIPCountOrLOD=2 TileMode=YMAJOR TiledResourceMode=TILEYF TileAddressMappingMode=GEN10"},
		{native.ICL, "SurfaceType=SURFTYPE_2D SurfaceFormat=R16_UINT Width=60 Height=60 SurfacePitch=128 SurfaceQPitch=64 NumberOfMultisamples=MULTISAMPLECOUNT_8 MipTailStartLOD=15" + ys},
		{native.SKL, "SurfaceType=SURFTYPE_2D SurfaceFormat=R8_UINT Width=60 Height=30 SurfacePitch=128 SurfaceQPitch=32 NumberOfMultisamples=MULTISAMPLECOUNT_8 TileMode=YMAJOR AuxiliarySurfaceMode=AUX_CCS_D AuxiliarySurfaceBaseAddress=0x2a000 AuxiliarySurfacePitch=2"},
		{native.DG2, "SurfaceType=SURFTYPE_3D SurfaceFormat=R32_UINT Width=16 Height=32 Depth=16 SurfacePitch=128 SurfaceQPitch=32 MIPCountOrLOD=4 TileMode=TILE64"},
		{native.DG2, "SurfaceType=SURFTYPE_2D SurfaceFormat=R8_UINT Width=60 Height=60 SurfacePitch=128 SurfaceQPitch=128 NumberOfMultisamples=MULTISAMPLECOUNT_4 MipTailStartLOD=15 TileMode=TILE64"},
	} {
		b := newBench(t, c.target)
		b.set(t, surfaceAt, surfaceState, c.fields+base)
		_, err := b.Image(ref)
		require.NoError(t, err, c.fields)
		for bit := range 512 {
			b.states.Contents()[surfaceAt+bit/8] ^= 1 << (bit % 8)
			b.Forget()
			given += b.ask(t, surfaceState)
			b.states.Contents()[surfaceAt+bit/8] ^= 1 << (bit % 8)
		}
	}
	assert.Equal(t, 1546, given, "states that gave something")
}
