package states

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// trilinear is a sampler with all filters linear.
func trilinear(mode string) *looker {
	return &looker{mode: mode, min: "LINEAR", mag: "LINEAR", mip: "LINEAR", most: 14}
}

// same fails unless lanes have what the reference gives at their levels and places.
func same(t *testing.T, p *picture, l *looker, x *mem.Texels, lods func(lane int) float64, place func(lane, axis int) float64) {
	t.Helper()
	for lane := range mem.Lanes {
		want := l.sample(p, lods(lane), [3]float64{place(lane, 0), place(lane, 1), place(lane, 2)}, 0)
		for c := range want {
			near(t, want[c], x.Out[c][lane], p, "lane %d, level %v", lane, lods(lane))
		}
	}
}

// TestLevelsOfPlaces: the level is log2 of how far the places of a square of four lanes are apart, in texels of the first level, or of the
// derivatives that a message gives, the longer one; biases are added.
// seed: Broxton PRM vol. 6, Messages (sample, sample_b, sample_d)
func TestLevelsOfPlaces(t *testing.T) {
	p := &picture{"2d", codecs[0], ""}
	b := newGallery(t, native.SKL, p)
	l := trilinear("WRAP")
	l.bias = 0.25
	b.sampler0(t, l, "")
	// Squares of lanes: the second is 2^(k/2) texels right of the first, the third 2^(k/4) below it.
	longer := func(lane int) float64 { return float64(lane/4) / 2 }
	place := func(lane, axis int) float64 {
		u := float64(16*(lane/4)+3) / 512
		if axis < 2 && lane%4>>axis&1 != 0 {
			u += math.Exp2(longer(lane)/float64(1+axis)) / 16
		}
		return float64(float32(u))
	}
	x := b.sampled(t, 9, 2, false, func(lane, param int) float32 { return float32(place(lane, param)) })
	for lane := range mem.Lanes {
		want := longer(lane) + 0.25
		assert.InDelta(t, want, math.Float32frombits(x.Out[1][lane]), 1./512, "wanted, lane %d", lane)
		assert.InDelta(t, min(want, 3), math.Float32frombits(x.Out[0][lane]), 1./512, "clamped, lane %d", lane)
	}
	// Whole powers of two, so that levels and weights are exact.
	exact := func(lane, axis int) float64 {
		u := float64(32*(lane/4%3)+5) / 512
		if lane%4>>axis&1 != 0 {
			u += math.Exp2(float64(lane/4%4-axis)) / 16
		}
		return u
	}
	level := func(lane int) float64 { return float64(lane / 4 % 4) }
	x = b.sampled(t, 0, 2, false, func(lane, param int) float32 { return float32(exact(lane, param)) })
	same(t, p, l, x, level, exact)
	bias := func(lane int) float64 { return float64(lane%9)/8 - 0.5 }
	x = b.sampled(t, 1, 3, false, func(lane, param int) float32 {
		if param == 0 {
			return float32(bias(lane))
		}
		return float32(exact(lane, param-1))
	})
	same(t, p, l, x, func(lane int) float64 { return level(lane) + bias(lane) }, exact)
	x = b.sampled(t, 4, 6, false, func(lane, param int) float32 { // u, du/dx, du/dy, v, dv/dx, dv/dy
		switch param % 3 {
		case 0:
			return float32(exact(lane, param/3))
		case []int{0, 1, 0, 2}[lane%4]: // in odd lanes by x or by y
			return []float32{3. / 16, 4. / 16}[param/3] * float32(math.Exp2(float64(lane%3))) / 5 // 3, 4, and so 5
		}
		return 1. / 32
	})
	same(t, p, l, x, func(lane int) float64 {
		if lane%2 == 0 {
			return -1 // both are shorter than a texel
		}
		return float64(lane % 3)
	}, exact)
	x = b.sampled(t, 24, 2, false, func(lane, param int) float32 { return float32(exact(lane, param)) })
	same(t, p, l, x, func(int) float64 { return 0 }, exact)
}

// TestViews: SurfaceMinLOD is the first level that messages see, MIPCountOrLOD how many follow, MinimumArrayElement the first layer
// (Mesa, isl_surface_state.c). Sizes are those of the view.
func TestViews(t *testing.T) {
	for _, target := range matrixTargets {
		for _, kind := range []string{"1d_array", "2d_array", "3d", "cube_array"} {
			p := &picture{kind, codecs[1], ""}
			b := newGallery(t, target, p)
			first := 3
			if kind == "3d" {
				first = 0
			}
			b.change(t, "SurfaceMinLOD", "1")
			b.change(t, "MIPCountOrLOD", "1")
			b.change(t, "MinimumArrayElement", []string{"0", "3"}[first/3])
			if first > 0 {
				b.change(t, "Depth", "2")
			}
			img, err := b.Image(ref)
			require.NoError(t, err)
			assert.Equal(t, 2, img.LevelCount(), kind)
			sizes, err := mem.ParseSamplerOp(10, 1, false)
			require.NoError(t, err)
			var x mem.Texels
			for lane := range 4 {
				x.Param(sizes, 0)[lane] = uint32(lane)
			}
			x.Run(&mem.Access{Op: sizes, Image: img}, 15)
			axes, layers := p.axes()
			if layers == 5 {
				layers = 2
			}
			for lane := range 4 {
				want := [4]uint32{0, 0, 0, 2}
				for d := 0; d < axes && lane < 2; d++ {
					want[d] = 8 >> lane
				}
				if layers > 1 && lane < 2 {
					want[axes] = uint32(layers)
				}
				assert.Equal(t, want, [4]uint32{x.Out[0][lane], x.Out[1][lane], x.Out[2][lane], x.Out[3][lane]}, "%s level %d", kind, lane)
			}
			if p.kind == "cube_array" {
				continue
			}
			b.loads(t, p, first)
		}
	}
}

// loads loads texels of all levels of a view from level 1 and a first layer on. Others are outside.
func (b *bench) loads(t *testing.T, p *picture, first int) {
	axes, _ := p.axes()
	op, err := mem.ParseSamplerOp(7, 4, b.target < native.SKL)
	require.NoError(t, err)
	img, err := b.Image(ref)
	require.NoError(t, err)
	order := []int{0, 1, 3, 2} // of u, v, level, r
	if b.target < native.SKL {
		order = []int{0, 3, 1, 2}
	}
	var x mem.Texels
	at := func(lane int) [4]int { return [4]int{lane % 5, lane % 3, lane % 2, lane % 4} }
	for lane := range mem.Lanes {
		for i, from := range order {
			x.Param(op, i)[lane] = uint32(at(lane)[from])
		}
	}
	x.Run(&mem.Access{Op: op, Image: img}, math.MaxUint32)
	for lane := range mem.Lanes {
		c := at(lane)
		side, level := 8>>c[3], c[3]+1
		xx, y, z := c[0], c[1], c[2]
		if axes == 1 {
			y, z = 0, c[1]
		}
		deep := 2
		if axes == 3 {
			deep = side
		}
		want := [4]float64{}
		if level < 3 && xx < side && y < side && z < deep {
			want = p.format.meaning(value(level, xx, y, z+first))
		}
		for i := range want {
			near(t, want[i], x.Out[i][lane], p, "%s, ld of %v", b.target, c)
		}
	}
}

// change sets a field of the surface.
func (b *bench) change(t *testing.T, field, value string) {
	t.Helper()
	s, err := b.state(ref)
	require.NoError(t, err)
	require.NoError(t, s.Set(field, value))
	b.states.SetBytes(surfaceAt, s.Encode())
	b.Forget()
}

// TestClamps: levels below the least that is there, base levels, and the mode of magnified places.
//
// seed: Broxton vol. 6 Sampler State Fetch
func TestClamps(t *testing.T) {
	p := &picture{"2d", codecs[1], ""}
	for _, c := range []struct {
		target  native.Target
		surface [2]string
		sampler string
		lod     float32
		want    float64 // level
	}{
		{native.SKL, [2]string{}, "", -5, 0},
		{native.SKL, [2]string{"ResourceMinLOD", "1.5"}, "LODClampMagnificationMode=MIPFILTER ", -5, 1.5},
		{native.SKL, [2]string{"ResourceMinLOD", "1.5"}, "", -5, 1},
		{native.SKL, [2]string{"ResourceMinLOD", "1.5"}, "", 0.5, 1.5},
		{native.SKL, [2]string{"BaseMipLevel", "1.5"}, "", 1.5, 0},
		{native.SKL, [2]string{"BaseMipLevel", "1.5"}, "LODClampMagnificationMode=MIPFILTER ", 1.25, 1.25},
		{native.SKL, [2]string{"BaseMipLevel", "1.5"}, "", 1.75, 1.75},
		{native.IVB, [2]string{}, "BaseMipLevel=2.5 ", 2.5, 0},
		{native.IVB, [2]string{}, "BaseMipLevel=2.5 ", 2.75, 2.75},
		{native.TGL, [2]string{}, "", 99, 3},
	} {
		b := newGallery(t, c.target, p)
		if c.surface[0] != "" {
			b.change(t, c.surface[0], c.surface[1])
		}
		b.sampler0(t, trilinear("CLAMP"), c.sampler)
		x := b.sampled(t, 2, 3, c.target < native.SKL, func(lane, param int) float32 { return []float32{c.lod, 37. / 512, 201. / 512}[param] })
		want := trilinear("CLAMP").mixed(p, c.want, [3]float64{37. / 512, 201. / 512})
		for i := range want {
			near(t, want[i], x.Out[i][0], p, "%+v", c)
		}
	}
}

// mixed is the linear mix of two levels.
func (l *looker) mixed(p *picture, level float64, u [3]float64) (v [4]float64) {
	first := int(level)
	at := func(n int) [4]float64 {
		return l.ofLevel(p, "LINEAR", n, u, 0, func(at [3]int) [4]float64 { return l.texel(p, n, at, 0) })
	}
	v = at(first)
	if part := level - float64(first); part > 0 {
		for c, b := range at(first + 1) {
			v[c] = v[c]*(1-part) + b*part
		}
	}
	return v
}
