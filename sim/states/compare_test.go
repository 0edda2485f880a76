package states

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

var functions = []string{"ALWAYS", "NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL"}

// TestComparisons: each texel is compared before the filter, and red has the mean: 0 where the texel passes beside the reference (Mesa,
// iris_state.c, translate_shadow_func). The functions are those of the hardware's enumeration.
// seed: Lakefield PRM vol. 2b, 3D_Compare_Function
// seed: Broxton vol. 6 Messages, Sampler State Fetch
func TestComparisons(t *testing.T) {
	for _, format := range codecs[:4] {
		p := &picture{"2d", format, ""}
		b := newGallery(t, native.SKL, p)
		for _, function := range functions {
			l := trilinear("MIRROR")
			l.function, l.comp = function, true
			b.sampler0(t, l, "")
			place := func(lane, axis int) float64 { return steps(lane, axis) }
			reference := func(lane int) float64 { return p.format.meaning(value(0, lane%16, lane/16, 0))[0] }
			level := func(lane int) float64 { return float64(lane%17) / 8 }
			for code, c := range map[int]struct {
				before int
				level  func(lane int) float64
			}{3: {1, nil}, 5: {2, nil}, 6: {2, level}, 25: {1, func(int) float64 { return 0 }}} {
				x := b.sampled(t, code, c.before+2, false, func(lane, param int) float32 {
					switch {
					case param == 0:
						return float32(reference(lane))
					case param < c.before && c.level != nil:
						return float32(c.level(lane))
					case param < c.before:
						return -3 // a bias that makes all level 0, as close places do
					case c.level == nil:
						return float32(place(lane&^3, param-c.before))
					}
					return float32(place(lane, param-c.before))
				})
				for lane := range mem.Lanes {
					at, l := lane, *l
					lod := 0.
					if at &^= 3; c.level != nil {
						at, lod = lane, c.level(lane)
					}
					l.ref = reference(lane)
					want := l.sample(p, lod, [3]float64{place(at, 0), place(at, 1)}, 0)
					for i := range want {
						near(t, want[i], x.Out[i][lane], p, "%s, message %d, lane %d", function, code, lane)
					}
				}
			}
		}
	}
}

// TestGatheredComparisons: gather4_c and gather4_po_c compare the four texels that gather4 has, in its order; a message with gradients has
// them behind the reference.
//
// seed: Broxton vol. 6 Messages
func TestGatheredComparisons(t *testing.T) {
	p := &picture{"2d", codecs[1], ""}
	b := newGallery(t, native.SKL, p)
	l := trilinear("CLAMP")
	l.function, l.comp, l.ref = "LESS", true, 100./255
	b.sampler0(t, l, "")
	for code, params := range map[int]int{16: 3, 18: 5} {
		off := [2]int{}
		if code == 18 {
			off = [2]int{2, -1}
		}
		x := b.sampled(t, code, params, false, func(lane, param int) float32 {
			switch param {
			case 0:
				return float32(l.ref)
			case 1, 2:
				return float32(steps(lane, param-1))
			}
			return math.Float32frombits(uint32(off[param-3]))
		})
		for lane := range mem.Lanes {
			var first [2]int
			for d := range first {
				first[d] = int(math.Floor(steps(lane, d)*16-0.5)) + off[d]
			}
			for i, corner := range [4][2]int{{0, 1}, {1, 1}, {1, 0}, {0, 0}} {
				want := l.texel(p, 0, [3]int{first[0] + corner[0], first[1] + corner[1]}, 0)
				near(t, want[0], x.Out[i][lane], p, "message %d, lane %d", code, lane)
			}
		}
	}
	l.ref = 0.25
	place := func(lane, axis int) float64 { return steps(lane, axis) }
	x := b.sampled(t, 20, 7, false, func(lane, param int) float32 {
		switch {
		case param == 0:
			return 0.25
		case param%3 == 1:
			return float32(place(lane, param/3))
		}
		return float32(math.Exp2(float64(lane%3)) / 16 * float64(param%2)) // u by y and v by x
	})
	same(t, p, l, x, func(lane int) float64 { return float64(lane % 3) }, place)
}

// TestNoComparison: integers are not compared, nor does a sampler of OpenCL compare. A reference of fractions is clamped to theirs.
func TestNoComparison(t *testing.T) {
	b := newGallery(t, native.SKL, &picture{"2d", codecs[4], ""})
	b.sampler0(t, &looker{mode: "WRAP", min: "NEAREST", mag: "NEAREST", mip: "NONE"}, "")
	img, err := b.Image(ref)
	require.NoError(t, err)
	s, err := b.Sampler(mem.SamplerRef{})
	require.NoError(t, err)
	op, err := mem.ParseSamplerOp(3, 3, false)
	require.NoError(t, err)
	a := mem.Access{Op: op, Image: img, Sampler: s}
	assert.EqualError(t, a.Check(), "sampler message sample_c on texels of the format R8G8_UINT: integers are not compared")
	a.Sampler = &mem.Sampler{}
	assert.EqualError(t, a.Check(), "sampler message sample_c with a sampler that compares nothing: those of OpenCL do not")
	p := &picture{"2d", codecs[1], ""}
	b = newGallery(t, native.SKL, p)
	img, err = b.Image(ref)
	require.NoError(t, err)
	img.Buffer().SetBytes(8, []byte{255}) // texel 2 is 1, texel 1 is 37 of 255
	for function, list := range map[string]map[[2]float32]float32{
		"LEQUAL": {{-1, 1}: 1, {0, 1}: 1, {1, 1}: 0, {1, 2}: 0, {0.5, 2}: 1},
		"GEQUAL": {{-1, 1}: 0, {1, 1}: 1, {1, 2}: 0, {7, 2}: 0},
	} {
		b.sampler0(t, &looker{mode: "WRAP", min: "NEAREST", mag: "NEAREST", mip: "NONE", function: function}, "")
		for c, want := range list {
			x := b.sampled(t, 25, 3, false, func(_, param int) float32 { return []float32{c[0], (c[1] + 0.5) / 16, 0.5 / 16}[param] })
			assert.Equal(t, want, math.Float32frombits(x.Out[0][0]), "%s %v", function, c)
		}
	}
}
