package mem

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// largeSwizzles are places of some large tiles, the highest bit first, as gmmlib writes them (CpuSwizzleBlt.c).
var largeSwizzles = []struct {
	of      Large
	size    int
	volume  bool
	samples int
	bits    string
}{
	{Yf, 1, false, 1, "XYXYYYYYXXXX"}, {Yf, 4, false, 1, "XYXYXYYYXXXX"}, {Yf, 16, false, 1, "XYXYXXYYXXXX"},
	{Ys, 1, false, 1, "XYXYXYXYYYYYXXXX"}, {Ys, 2, false, 1, "XYXYXYXYXYYYXXXX"}, {Ys, 8, false, 1, "XYXYXYXYXXYYXXXX"},
	{Yf, 1, false, 2, "SYXYYYYYXXXX"}, {Yf, 4, false, 8, "SSSYXYYYXXXX"}, {Yf, 8, false, 16, "SSSSXXYYXXXX"},
	{Ys, 4, false, 2, "SYXYXYXYXYYYXXXX"}, {Ys, 16, false, 4, "SSXYXYXYXXYYXXXX"}, {Ys, 1, false, 8, "SSSYXYXYYYYYXXXX"}, {Ys, 2, false, 16, "SSSSXYXYXYYYXXXX"},
	{Yf, 1, true, 1, "YZYZZZYYXXXX"}, {Yf, 4, true, 1, "YZXYZZYYXXXX"}, {Yf, 8, true, 1, "YZXXZZYYXXXX"},
	{Ys, 2, true, 1, "XYZXYZYZZZYYXXXX"}, {Ys, 4, true, 1, "XYZXYZXYZZYYXXXX"}, {Ys, 16, true, 1, "XYZXYZXXZZYYXXXX"},
	{T64, 1, false, 1, "YYYXYYXYXXYYXXXX"}, {T64, 4, false, 1, "YYXXYYXYXXYYXXXX"}, {T64, 8, false, 1, "YXXXYYXYXXYYXXXX"},
	{T64, 1, false, 2, "YYYXYYXYSXYYXXXX"}, {T64, 16, false, 2, "YXXXYYXYSXYYXXXX"}, {T64, 1, false, 4, "YYYXYYXSSXYYXXXX"}, {T64, 4, false, 8, "YYXXYYXSSXYYXXXX"}, {T64, 8, false, 16, "YXXXYYXSSXYYXXXX"},
	{T64, 1, true, 1, "ZZZXYYZYZXYYXXXX"}, {T64, 2, true, 1, "ZZZYYXZYZXYYXXXX"}, {T64, 4, true, 1, "ZZYXYXZYZXYYXXXX"}, {T64, 8, true, 1, "ZZYXXXZYZXYYXXXX"}, {T64, 16, true, 1, "ZZYXXXZYZXYYXXXX"},
}

// swizzled is a place in a tile by its bits: those of a coordinate fill the places of its letter from the lowest on.
func swizzled(order string, coordinates map[byte]int) (at int) {
	bit := len(order)
	for i := range order {
		bit--
		left := strings.Count(order[i+1:], order[i:i+1])
		at |= coordinates[order[i]] >> left & 1 << bit
	}
	return at
}

// TestLargePlaces: each byte, row, slice and sample of large tiles, by the bits of gmmlib.
func TestLargePlaces(t *testing.T) {
	for _, c := range largeSwizzles {
		d := c.of.Tiling(c.size, c.volume, c.samples).tiles()
		for letter, places := range map[byte][]int{'X': d.x, 'Y': d.y, 'Z': d.z, 'S': d.s} {
			for i, at := range places {
				require.Equal(t, swizzled(c.bits, map[byte]int{letter: i}), at, "%+v %c %d", c, letter, i)
			}
			require.Equal(t, 1<<strings.Count(c.bits, string(letter)), len(places), "%+v %c", c, letter)
		}
	}
}

// TestLargeShapes: tiles of 64 KB have the standard shapes of sparse images, in texels (Vulkan, Standard Sparse Image Block Shapes); those of
// T64 with eight or more samples have four of them, and the columns and rows of four.
func TestLargeShapes(t *testing.T) {
	shapes := map[string][largeSizes][3]int{
		"1": {{256, 256, 1}, {256, 128, 1}, {128, 128, 1}, {128, 64, 1}, {64, 64, 1}},
		"2": {{128, 256, 2}, {128, 128, 2}, {64, 128, 2}, {64, 64, 2}, {32, 64, 2}},
		"4": {{128, 128, 4}, {128, 64, 4}, {64, 64, 4}, {64, 32, 4}, {32, 32, 4}},
		"8": {{64, 128, 8}, {64, 64, 8}, {32, 64, 8}, {32, 32, 8}, {16, 32, 8}}, "16": {{64, 64, 16}, {64, 32, 16}, {32, 32, 16}, {32, 16, 16}, {16, 16, 16}},
		"3D": {{64, 32, 32}, {32, 32, 32}, {32, 32, 16}, {32, 16, 16}, {16, 16, 16}},
	}
	for name, of := range shapes {
		for i, want := range of {
			samples := 1
			_, _ = fmt.Sscan(name, &samples)
			volume := name == "3D"
			if volume {
				samples = 1
			}
			for _, l := range []Large{Ys, T64} {
				want := want
				if l == T64 && samples > 4 {
					want = shapes["4"][i]
				}
				got := l.Tiling(1<<i, volume, samples).TileShape()
				assert.Equal(t, want, [3]int{got[0] >> i, got[1], got[2]}, "%d %s %d", l, name, 1<<i)
				assert.Equal(t, 1<<16, l.Tiling(1<<i, volume, samples).TileBytes())
			}
			assert.Equal(t, 4096, Yf.Tiling(1<<i, volume, samples).TileBytes())
		}
	}
}

// TestTailPlaces: the bytes of a tile at which its levels begin, which gmmlib has in numbers (GetMipTailByteOffset): the same for all texels.
func TestTailPlaces(t *testing.T) {
	const kb = 1024
	for _, c := range []struct {
		kind ImageKind
		form TailForm
		want []int
	}{
		{Image2D, TailGen9, []int{32 * kb, 16 * kb, 8 * kb, 4 * kb, 2 * kb, 1536, 1280, 1024, 768, 512, 256, 192, 128, 64, 0}},
		{Image2D, TailGen10, []int{32 * kb, 16 * kb, 8 * kb, 4 * kb, 2 * kb, 1536, 1280, 1024, 768, 512, 256, 0, 64, 128, 192}},
		{Image3D, TailGen9, []int{32 * kb, 16 * kb, 8 * kb, 4 * kb, 2 * kb, 1 * kb, 768, 512, 448, 384, 320, 256, 192, 128, 64, 0}},
	} {
		for i, format := range []string{"R8_UINT", "R16_UINT", "R32_UINT", "R32G32_UINT", "R32G32B32A32_UINT"} {
			for _, l := range []Large{Yf, Ys} {
				tiling := l.Tiling(1<<i, c.kind == Image3D, 1)
				s := ImageShape{Kind: c.kind, Format: FindSurfaceFormat(format), Extent: [3]int{1, 1, 1}, Tiling: tiling, Levels: Levels{Tail: Tail{First: 1, Form: c.form}}}
				want := c.want
				if l == Yf {
					want = want[4:]
				}
				for level, at := range want {
					slot := s.slot(level)
					if n, _ := s.slotOf(level); c.kind == Image3D && format == "R32_UINT" && n >= 7 && n <= 11 {
						continue // by columns and rows it is elsewhere: states refuse those that are reached
					}
					assert.Equal(t, at, int(tiling.tiled(slot[0]<<i, slot[1], 1<<16))+tiling.tiles().z[slot[2]], "%v %s %d level %d", c.kind, format, l, level)
				}
			}
		}
	}
}

// tailFormats are formats of texels of each size.
var tailFormats = []string{"R8_UINT", "R16_UINT", "R32_UINT", "R32G32_UINT", "R32G32B32A32_UINT"}

// TestTailsApart: the largest levels that a tail takes, and all below them, share no byte, and lie in the tile.
func TestTailsApart(t *testing.T) {
	for i, format := range tailFormats {
		for _, c := range []struct {
			of   Large
			kind ImageKind
			form TailForm
		}{{Yf, Image2D, TailGen9}, {Yf, Image2D, TailGen10}, {Ys, Image2D, TailGen9}, {Ys, Image2D, TailGen10}, {T64, Image2D, TailGen10}, {Yf, Image3D, TailGen9}, {Ys, Image3D, TailGen9}, {T64, Image3D, TailGen10}} {
			tiling := c.of.Tiling(1<<i, c.kind == Image3D, 1)
			shape := tiling.TileShape()
			s := ImageShape{Kind: c.kind, Format: FindSurfaceFormat(format), Tiling: tiling, Levels: Levels{Align: [2]int{shape[0] >> i, shape[1]}, Tail: Tail{First: 1, Form: c.form}}}
			slot := s.slot(0)
			s.Extent = [3]int{shape[0]>>i - slot[0], shape[1] - slot[1], shape[2] - slot[2]}
			for most := max(s.Extent[0], s.Extent[1], s.Extent[2]); most > 0; most /= 2 {
				s.Levels.Count++
			}
			s.Row = shape[0]
			whole, err := s.Complete()
			require.NoError(t, err, "%+v", s)
			assert.Equal(t, int64(tiling.TileBytes()), whole.Bytes())
			img := NewImage(whole, NewBuffer("tail", 0, tiling.TileBytes()))
			seen, texels := map[uint64]bool{}, 0
			for n := range img.LevelCount() {
				l := img.Level(n)
				for x := range l.Extent[0] {
					for y := range l.Extent[1] {
						for z := range l.Extent[2] {
							seen[l.offset(&[3]int{x, y, z})] = true
							texels++
						}
					}
				}
			}
			assert.Len(t, seen, texels, "%s %+v", format, c)
			s.Extent[0]++
			_, err = s.Complete()
			assert.ErrorContains(t, err, "in a tail, the first of")
		}
	}
	s := ImageShape{Kind: Image2D, Format: FindSurfaceFormat("R8_UINT"), Extent: [3]int{1, 1, 1}, Row: 64, Tiling: Yf.Tiling(1, false, 1), Levels: Levels{First: 11, Tail: Tail{First: 1}}}
	assert.ErrorContains(t, s.checkTail(), "levels 0 to 11 in a tail")
}
