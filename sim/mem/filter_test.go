package mem

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// powers is the numbers 1, 2, 4, ... as memory has them.
func powers(n int) []byte {
	var list []float32
	for i := range n {
		list = append(list, float32(int(1)<<i))
	}
	return floats(list...)
}

// sampled is component 0 at a place.
func sampled(t *testing.T, a Access, code int, at ...float32) [4]uint32 {
	var x Texels
	for i, v := range at {
		x.Coordinate(i)[9] = math.Float32bits(v)
	}
	a.Op = op(t, code, 1)
	x.Run(&a, 1<<9)
	return results(&x, 9)
}

// Images whose texel i holds 2^i: 4; 4 in 2 layers; 4 by 2; 2 by 2 in 2 layers; 2 by 2 by 2.
//
// seed: Broxton vol. 6 Messages
func TestSamples(t *testing.T) {
	line, lines := packed(Image1D, "r32f", [3]int{4, 1, 1}, powers(4)...), packed(Image1DArray, "r32f", [3]int{4, 2, 1}, powers(8)...)
	plane := packed(Image2D, "r32f", [3]int{4, 2, 1}, powers(8)...)
	planes, cube := packed(Image2DArray, "r32f", [3]int{2, 2, 2}, powers(8)...), packed(Image3D, "r32f", [3]int{2, 2, 2}, powers(8)...)
	for _, c := range []struct {
		m    *Image
		s    Sampler
		off  Offsets
		at   []float32
		want float32
	}{
		{line, Sampler{}, Offsets{}, []float32{1.75}, 2}, {line, Sampler{}, Offsets{1, 0, 0}, []float32{1.75}, 4},
		{line, Sampler{Address: ClampEdge}, Offsets{-3, 0, 0}, []float32{1.75}, 1}, {line, Sampler{Address: ClampBorder}, Offsets{}, []float32{-0.25}, 0},
		{line, Sampler{Address: Repeat, Normalized: true}, Offsets{}, []float32{-0.25}, 8},
		{line, Sampler{Filter: Linear}, Offsets{}, []float32{1.25}, 1.75}, {line, Sampler{Filter: Linear}, Offsets{2, 0, 0}, []float32{1.25}, 7},
		{line, Sampler{Filter: Linear, Address: ClampEdge}, Offsets{}, []float32{0.25}, 1}, {line, Sampler{Filter: Linear, Address: ClampBorder}, Offsets{}, []float32{0.25}, 0.75},
		{line, Sampler{Filter: Linear, Address: ClampBorder}, Offsets{}, []float32{4}, 4}, {line, Sampler{Filter: Linear, Address: Repeat, Normalized: true}, Offsets{}, []float32{1}, 4.5},
		{line, Sampler{Filter: Linear, Normalized: true}, Offsets{}, []float32{0.25}, 1.5},
		{lines, Sampler{}, Offsets{}, []float32{2.5, 1}, 64}, {lines, Sampler{Filter: Linear}, Offsets{}, []float32{3, 0.75}, 96},
		{lines, Sampler{Normalized: true}, Offsets{0, 1, 1}, []float32{0.5, 0.25}, 4},
		{plane, Sampler{}, Offsets{}, []float32{2.5, 1.5}, 64}, {plane, Sampler{}, Offsets{-1, -1, 0}, []float32{2.5, 1.5}, 2},
		{plane, Sampler{Filter: Linear}, Offsets{}, []float32{1.25, 0.75}, 1.75*0.75 + 28*0.25},
		{plane, Sampler{Filter: Linear}, Offsets{1, 0, 0}, []float32{1.25, 0.75}, 3.5*0.75 + 56*0.25},
		{plane, Sampler{Filter: Linear, Address: ClampEdge}, Offsets{0, 1, 0}, []float32{1.25, 0.75}, 28},
		{plane, Sampler{Filter: Linear, Normalized: true}, Offsets{}, []float32{0.5, 0.5}, (2 + 4 + 32 + 64) / 4.},
		{planes, Sampler{}, Offsets{}, []float32{1.5, 0.5, 1}, 32}, {planes, Sampler{Filter: Linear}, Offsets{}, []float32{1, 0.5, 0.75}, 24},
		{planes, Sampler{Filter: Linear}, Offsets{0, 0, 1}, []float32{1, 1.5, 0}, 6},
		{cube, Sampler{}, Offsets{}, []float32{1.5, 1.5, 1.5}, 128}, {cube, Sampler{}, Offsets{0, 0, -1}, []float32{1.5, 1.5, 1.5}, 8},
		{cube, Sampler{Filter: Linear}, Offsets{}, []float32{1, 0.75, 1.25}, 1.5 * 1.75 * 12.25},
		{cube, Sampler{Filter: Linear, Address: ClampEdge}, Offsets{0, 0, 1}, []float32{1, 0.75, 1.25}, 1.5 * 1.75 * 16},
	} {
		got := sampled(t, Access{Image: c.m, Sampler: &c.s, Offset: c.off}, 0, c.at...)
		assert.Equal(t, [4]uint32{math.Float32bits(c.want), 0, 0, math.Float32bits(1)}, got, "%s %+v %v: %v", c.m.Kind, c.s, c.at, math.Float32frombits(got[0]))
	}
	// Every component is filtered.
	four := packed(Image1D, "rgba32f", [3]int{2, 1, 1}, powers(8)...)
	for i, want := range []float32{8.5, 17, 34, 68} {
		assert.Equal(t, want, math.Float32frombits(sampled(t, Access{Image: four, Sampler: &Sampler{Filter: Linear}}, 0, 1)[i]))
	}
	// Integers are not; the texel that the place is in counts.
	integers := packed(Image1D, "r8ui", [3]int{4, 1, 1}, 1, 2, 4, 8)
	assert.Equal(t, [4]uint32{2, 0, 0, 1}, sampled(t, Access{Image: integers, Sampler: &Sampler{Filter: Linear}}, 0, 1.75))
	// A texel that counts nothing is not looked at, be it infinite.
	beside := packed(Image1D, "r32f", [3]int{2, 1, 1}, floats(3, inf)...)
	assert.Equal(t, math.Float32bits(3), sampled(t, Access{Image: beside, Sampler: &Sampler{Filter: Linear}}, 0, 0.5)[0])
}

// gather4 gives (0,1), (1,1), (1,0), (0,0) of the texels between whose centres the place is.
//
// seed: Broxton vol. 6 Message Header
// seed: Broxton vol. 6 Messages
func TestGathers(t *testing.T) {
	contents := make([]byte, 4*4*4*2)
	for i := range contents {
		contents[i] = byte(i)
	}
	plane, planes := packed(Image2D, "rgba8ui", [3]int{4, 4, 1}, contents[:64]...), packed(Image2DArray, "rgba8ui", [3]int{4, 4, 2}, contents...)
	for _, c := range []struct {
		m       *Image
		s       Sampler
		off     Offsets
		channel int
		at      []float32
		want    [4]uint32
	}{
		{plane, Sampler{}, Offsets{}, 0, []float32{1.75, 2.25}, [4]uint32{36, 40, 24, 20}},
		{plane, Sampler{}, Offsets{}, 3, []float32{1.75, 2.25}, [4]uint32{39, 43, 27, 23}},
		{plane, Sampler{}, Offsets{1, -1, 0}, 1, []float32{1.75, 2.25}, [4]uint32{25, 29, 13, 9}},
		{plane, Sampler{}, Offsets{}, 0, []float32{1.25, 2.75}, [4]uint32{48, 52, 36, 32}},
		{plane, Sampler{Address: ClampEdge}, Offsets{}, 0, []float32{0.25, 4}, [4]uint32{48, 48, 48, 48}},
		{plane, Sampler{Address: ClampBorder}, Offsets{}, 2, []float32{0.25, 2}, [4]uint32{0, 34, 18, 0}},
		{plane, Sampler{Address: Repeat, Normalized: true}, Offsets{}, 0, []float32{0, 0.5}, [4]uint32{44, 32, 16, 28}},
		{plane, Sampler{Filter: Linear}, Offsets{}, 0, []float32{1.4999, 1.5}, [4]uint32{36, 40, 24, 20}}, // rounded to the centre
		{plane, Sampler{}, Offsets{}, 0, []float32{1.4999, 1.5}, [4]uint32{32, 36, 20, 16}},
		{planes, Sampler{}, Offsets{}, 0, []float32{1.75, 1.75, 1}, [4]uint32{100, 104, 88, 84}},
		{planes, Sampler{}, Offsets{}, 1, []float32{1.75, 1.75, 0}, [4]uint32{37, 41, 25, 21}},
	} {
		assert.Equal(t, c.want, sampled(t, Access{Image: c.m, Sampler: &c.s, Offset: c.off, Channel: c.channel}, 8, c.at...), "%s %+v %v", c.m.Kind, c.s, c.at)
	}
	// Offsets of a lane have 6 bits, of which one is the sign.
	for _, c := range []struct {
		u, v uint32
		want [4]uint32
	}{{1, 0, [4]uint32{40, 44, 28, 24}}, {0x3F, 1, [4]uint32{48, 52, 36, 32}}, {0x40, 0xFFFFFFFF, [4]uint32{20, 24, 8, 4}}, {31, 32, [4]uint32{12, 12, 12, 12}}} {
		var x Texels
		a := Access{Op: op(t, 17, 5), Image: plane, Sampler: &Sampler{Address: ClampEdge}}
		for i, v := range []uint32{math.Float32bits(1.75), math.Float32bits(1.75), c.u, c.v} {
			x.Param(a.Op, i)[0] = v
		}
		x.Run(&a, 1)
		assert.Equal(t, c.want, results(&x, 0), "%+v", c)
	}
}

// TestAccessCheck: texel offsets go with normalized coordinates, and with neither a buffer nor a cube; address modes with the images that they are for.
//
// seed: Broxton PRM vol. 6, Message Header (U Offset); Lakefield PRM vol. 2b, Texture Coordinate Mode
func TestAccessCheck(t *testing.T) {
	plane, buffer := &Image{ImageShape: ImageShape{Kind: Image2D}}, &Image{ImageShape: ImageShape{Kind: Image1DBuffer}}
	cube := &Image{ImageShape: ImageShape{Kind: Image2DArray, Cube: true}}
	for _, c := range []struct {
		a    Access
		says string
	}{
		{Access{Image: plane, Sampler: &Sampler{}}, ""},
		{Access{Image: plane, Sampler: &Sampler{Normalized: true}, Offset: Offsets{1, 0, 0}}, ""},
		{Access{Image: plane, Offset: Offsets{0, 0, -1}}, ""},
		{Access{Image: plane, Sampler: &Sampler{}, Offset: Offsets{0, -8, 0}}, "texel offsets [0 -8 0] and a sampler of coordinates that are not normalized"},
		{Access{Image: buffer, Offset: Offsets{7, 0, 0}}, "texel offsets [7 0 0] on a buffer: want none"},
		{Access{Image: buffer}, ""},
		{Access{Image: cube, Sampler: &Sampler{Normalized: true, Address: ClampEdge}, Offset: Offsets{0, 0, 1}}, "texel offsets [0 0 1] on a cube: want none"},
		{Access{Image: cube, Sampler: &Sampler{Normalized: true, Address: Repeat}}, "address modes of a cube: want CLAMP in all coordinates, or CUBE"},
		{Access{Image: cube, Sampler: &Sampler{Address: ClampEdge}}, "a cube beside coordinates that are not normalized"},
		{Access{Image: cube}, "sampler message ld on a cube"},
		{Access{Image: plane, Sampler: &Sampler{Normalized: true, Address: AcrossFaces}}, "the address mode CUBE: that is for cubes alone"},
		{Access{Image: buffer, Sampler: &Sampler{Normalized: true, Address: Mirror101}}, "the address mode MIRROR_101: that is for 2d surfaces alone"},
	} {
		code := 7 // ld
		if c.a.Sampler != nil {
			code = 0
		}
		c.a.Op = op(t, code, 1)
		if err := c.a.Check(); c.says == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, c.says)
		}
	}
}

// An anisotropic filter is the mean of linear ones at places along its axis, evenly apart and apart from its ends; of one place it is
// linear.
func TestAnisotropic(t *testing.T) {
	line := packed(Image1D, "r32f", [3]int{8, 1, 1}, powers(8)...)
	for places, want := range map[int]float64{1: 12, 2: (6 + 24) / 2., 3: (4 + 12 + 32) / 3.} {
		var x Texels
		c, p := choice{filter: Anisotropic, places: places}, spot{}
		p.at[0], c.axis[0] = 4, 6
		var got [4]float64
		x.ofLevel(&Access{Image: line, Sampler: &Sampler{Filter: Anisotropic}}, line, &p, 0, &c, &got)
		assert.Equal(t, want, got[0], "%d places", places)
	}
}
