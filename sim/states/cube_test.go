package states

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// corners are where (0, 0), (1, 0) and (0, 1) of each face of a cube from -1 to 1 are (OpenGL 4.6, table 8.19).
var corners = [6][3][3]float64{
	{{1, 1, 1}, {1, 1, -1}, {1, -1, 1}}, {{-1, 1, -1}, {-1, 1, 1}, {-1, -1, -1}},
	{{-1, 1, -1}, {1, 1, -1}, {-1, 1, 1}}, {{-1, -1, 1}, {1, -1, 1}, {-1, -1, -1}},
	{{-1, 1, 1}, {1, 1, 1}, {-1, -1, 1}}, {{1, 1, -1}, {-1, 1, -1}, {1, -1, -1}},
}

// onCube is the point at (u, v) of a face.
func onCube(face int, u, v float64) (p [3]float64) {
	c := &corners[face]
	for i := range p {
		p[i] = c[0][i] + u*(c[1][i]-c[0][i]) + v*(c[2][i]-c[0][i])
	}
	return p
}

// cubeTexel is a texel of a face, or of the face beyond its edge: the one whose centre is nearest to where it would be. Beyond a corner it is
// the mean of the three around.
func cubeTexel(l *looker, p *picture, level, face int, at [3]int, layer int) (v [4]float64) {
	n := 16 >> level
	in := func(i int) bool { return i >= 0 && i < n }
	inner := func(face, i, j int) [4]float64 {
		return l.compared(p.format.meaning(value(level, i, j, layer+face)))
	}
	if in(at[0]) && in(at[1]) {
		return inner(face, at[0], at[1])
	}
	clamp := func(i int) int { return min(max(i, 0), n-1) }
	if !in(at[0]) && !in(at[1]) {
		for _, near := range [3][3]int{{clamp(at[0]), clamp(at[1])}, {at[0], clamp(at[1])}, {clamp(at[0]), at[1]}} {
			for c, x := range cubeTexel(l, p, level, face, near, layer) {
				v[c] += x / 3
			}
		}
		return v
	}
	centre := func(face, i, j int) [3]float64 {
		return onCube(face, (float64(i)+0.5)/float64(n), (float64(j)+0.5)/float64(n))
	}
	want, best, far := centre(face, at[0], at[1]), [3]int{}, math.Inf(1)
	for i := range 6 * n * n {
		f, x, y := i/n/n, i%n, i/n%n
		d := 0.
		for c, q := range centre(f, x, y) {
			d += (q - want[c]) * (q - want[c])
		}
		if f != face && d < far {
			far, best = d, [3]int{f, x, y}
		}
	}
	return inner(best[0], best[1], best[2])
}

// TestCubes: a direction meets a face, whose edges end or go on on the next one.
// seed: Lakefield PRM vol. 2b, Texture Coordinate Mode (CUBE)
func TestCubes(t *testing.T) {
	for _, target := range matrixTargets {
		for i, kind := range []string{"cube", "cube_array", "cube"} {
			p := &picture{kind, codecs[i%2], []string{"", "Y", "X"}[i]}
			b := newGallery(t, target, p)
			for _, mode := range []string{"CLAMP", "CUBE", "OVERRIDE"} {
				l, more := trilinear(mode), ""
				l.function, l.comp = "GREATER", i == 2
				if mode == "OVERRIDE" {
					l.mode, more = "WRAP", "CubeSurfaceControlMode=OVERRIDE "
				}
				b.sampler0(t, l, more)
				l.ref = 0.4
				b.faces(t, p, l, mode != "CLAMP")
			}
		}
	}
}

// faces samples all faces at the corner, near an edge, and inside.
func (b *bench) faces(t *testing.T, p *picture, l *looker, across bool) {
	_, layers := p.axes()
	code, before := 2, 1
	if l.comp {
		code, before = 6, 2
	}
	spot := func(lane, round int) (face int, u, v float64) {
		at := []float64{1. / 512, 511. / 512, 129. / 512, 17. / 512, 301. / 512}
		return lane % 6, at[(lane/6+round)%5], at[(lane/6*round)%5]
	}
	for round := range 5 {
		x := b.sampled(t, code, before+4, false, func(lane, param int) float32 {
			face, u, v := spot(lane, round)
			switch d := param - before; {
			case param == before-1:
				return float32(lane%9) / 4
			case param == 0:
				return float32(l.ref)
			case d < 3:
				return float32(onCube(face, u, v)[d] * []float64{1, 0.5, 8}[round%3]) // of any length
			}
			return float32(lane%3) - 0.25
		})
		for lane := range mem.Lanes {
			face, u, v := spot(lane, round)
			layer := 6 * min(lane%3, layers/6-1)
			want := l.levels(float64(lane%9)/4, func(filter string, level int) [4]float64 {
				return l.ofLevel(p, filter, level, [3]float64{u, v}, 0, func(at [3]int) [4]float64 {
					if across {
						return cubeTexel(l, p, level, face, at, layer)
					}
					return l.texel(p, level, at, layer+face)
				})
			})
			for c := range want {
				near(t, want[c], x.Out[c][lane], p, "%s %+v, face %d at %v %v", b.target, *l, face, u, v)
			}
		}
	}
}

// TestCubeLevels: the level is that of the place on the face: of +X at (1, y, z) du is -dz/2 of the face, and twice as far away half of that.
func TestCubeLevels(t *testing.T) {
	p := &picture{"cube", codecs[1], ""}
	b := newGallery(t, native.SKL, p)
	b.sampler0(t, trilinear("CUBE"), "")
	for scale, want := range map[float32]float32{1: 2, 2: 1, 0.5: 3, 4: 0} {
		x := b.sampled(t, 9, 3, false, func(lane, param int) float32 {
			switch {
			case param == 0:
				return scale
			case param == 2 && lane%4 == 1:
				return 0.5 // 4 of 16 texels from -1 to 1
			case param == 1 && lane%4 == 2:
				return 0.25
			}
			return 0
		})
		assert.Equal(t, want, math.Float32frombits(x.Out[1][0]), "%v", scale)
		x = b.sampled(t, 4, 9, false, func(lane, param int) float32 {
			return map[int]float32{0: scale, 7: 0.5, 5: 0.25}[param] // r by x, v by y
		})
		y := b.sampled(t, 2, 4, false, func(lane, param int) float32 { return []float32{want, scale, 0, 0}[param] })
		assert.Equal(t, y.Out[0][0], x.Out[0][0], "%v", scale)
	}
}

// TestCubeRefused: a cube is for samples of directions with modes of its own.
func TestCubeRefused(t *testing.T) {
	b := newGallery(t, native.SKL, &picture{"cube", codecs[4], ""})
	img, err := b.Image(ref)
	require.NoError(t, err)
	for code, c := range map[int]struct{ mode, want string }{
		7: {"CUBE", "sampler message ld on a cube: want an image of another type"},
		2: {"WRAP", "address modes of a cube: want CLAMP in all coordinates, or CUBE"},
		8: {"CUBE", "texels of integers beyond the corners of a cube: no source says what they are"},
	} {
		b.sampler0(t, &looker{mode: c.mode, min: "NEAREST", mag: "NEAREST", mip: "NONE"}, "")
		op, err := mem.ParseSamplerOp(code, 3, false)
		require.NoError(t, err)
		a := mem.Access{Op: op, Image: img}
		if op.Filters() {
			a.Sampler, err = b.Sampler(mem.SamplerRef{})
			require.NoError(t, err)
		}
		assert.EqualError(t, a.Check(), c.want)
	}
}
