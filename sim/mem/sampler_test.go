package mem

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

// Coordinates in texels of an axis of 4 (OpenCL C 1.2, section 8.2).
func TestCoordinatesInTexels(t *testing.T) {
	for _, c := range []struct {
		s       Sampler
		x, want float32
	}{
		{Sampler{Address: Repeat}, 5.5, 5.5}, {Sampler{Address: Mirror}, -5.5, -5.5},
		{Sampler{Address: ClampEdge, Normalized: true}, 1.5, 6}, {Sampler{Address: AddressNone, Normalized: true}, -0.5, -2},
		{Sampler{Address: Repeat, Normalized: true}, 1.25, 1}, {Sampler{Address: Repeat, Normalized: true}, -0.25, 3},
		{Sampler{Address: Repeat, Normalized: true}, 1, 0},
		{Sampler{Address: Mirror, Normalized: true}, 0.25, 1}, {Sampler{Address: Mirror, Normalized: true}, -0.25, 1},
		{Sampler{Address: Mirror, Normalized: true}, 1.25, 3}, {Sampler{Address: Mirror, Normalized: true}, 2.25, 1},
		{Sampler{Address: Mirror, Normalized: true}, 1, 4}, {Sampler{Address: Mirror, Normalized: true}, 3.5, 2},
	} {
		assert.Equal(t, c.want, c.s.texels(c.x, 0, 4), "%+v", c)
	}
}

// What stands for the texels -5 to 8 of an axis of 4.
//
// seed: Lakefield enumerations Texture Coordinate Mode
func TestAddressModes(t *testing.T) {
	for mode, want := range map[AddressMode][]int{
		AddressNone: {0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3},
		ClampBorder: {-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8},
		ClampEdge:   {0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3},
		Repeat:      {3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0},
		Mirror:      {3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0},
	} {
		s := Sampler{Address: mode}
		var got []int
		for i := -5; i <= 8; i++ {
			got = append(got, s.wrap(i, 2, 4))
		}
		assert.Equal(t, want, got, "mode %d", mode)
	}
	assert.Equal(t, []AddressMode{0, 1, 2, 3, 4}, []AddressMode{AddressNone, ClampBorder, ClampEdge, Repeat, Mirror}) // CLK_ADDRESS_*
}

// Each coordinate has the mode of its own where they are apart.
func TestAddressModesApart(t *testing.T) {
	s := Sampler{Address: Repeat, Apart: true, Others: [2]AddressMode{ClampBorder, Mirror}, Normalized: true}
	assert.Equal(t, [3]int{1, 5, 2}, [3]int{s.wrap(5, 0, 4), s.wrap(5, 1, 4), s.wrap(5, 2, 4)})
	assert.Equal(t, [3]float32{1, 5, 3}, [3]float32{s.texels(1.25, 0, 4), s.texels(1.25, 1, 4), s.texels(1.25, 2, 4)})
	s.Apart = false
	assert.Equal(t, [3]int{1, 1, 1}, [3]int{s.wrap(5, 0, 4), s.wrap(5, 1, 4), s.wrap(5, 2, 4)})
}

func TestTexelOfACoordinate(t *testing.T) {
	for _, c := range []struct {
		u           float32
		whole       int
		first, part int
	}{
		{0, 0, -1, 128}, {0.5, 0, 0, 0}, {1, 1, 0, 128}, {1.25, 1, 0, 192}, {-0.25, -1, -1, 64}, {2.5, 2, 2, 0},
		{0.5 + 1./512, 0, 0, 1}, {0.5 + 1./513, 0, 0, 0}, {1.5 - 1./512, 1, 1, 0}, {1.5 - 1./256, 1, 0, 255},
		{nan, 0, -1, 128}, {inf, 1 << 20, 1 << 20, 0}, {-inf, -1 << 20, -1 << 20, 0},
		{1 << 20, 1 << 20, 1 << 20, 0}, {-1 << 20, -1 << 20, -1 << 20, 0}, {1<<20 - 1, 1<<20 - 1, 1<<20 - 2, 128}, {1 << 21, 1 << 20, 1 << 20, 0},
		{-1<<20 + 1, -1<<20 + 1, -1 << 20, 128}, {-1 << 21, -1 << 20, -1 << 20, 0},
	} {
		assert.Equal(t, c.whole, whole(float64(c.u)), "%v", c.u)
		first, part := pair(c.u)
		assert.Equal(t, [2]int{c.first, c.part}, [2]int{first, part}, "%v", c.u)
	}
}

// Layers are rounded to the nearest even number of those that there are.
func TestLayers(t *testing.T) {
	for x, want := range map[float32]int{-1: 0, 0: 0, 0.5: 0, 0.75: 1, 1.5: 2, 2.5: 2, 2.75: 3, 3: 3, 4: 3, inf: 3, -inf: 0} {
		assert.Equal(t, want, layer(x, 4), "%v", x)
	}
	assert.Zero(t, layer(nan, 4))
}
