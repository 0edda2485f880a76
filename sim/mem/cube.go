package mem

import "math"

// cubeFaces is the faces of a cube, layers of an image in this order: +X, -X, +Y, -Y, +Z, -Z.
const cubeFaces = 6

// faces are how the coordinates of a face follow from a direction, whose component of axis major is the longest: each from one
// component, or from what it is multiplied by (OpenGL 4.6, 8.13, table 8.19).
var faces = [cubeFaces]struct {
	major int
	sign  float64
	uFrom int
	uSign float64
	vFrom int
	vSign float64
}{
	{0, 1, 2, -1, 1, -1}, {0, -1, 2, 1, 1, -1},
	{1, 1, 0, 1, 2, 1}, {1, -1, 0, 1, 2, -1},
	{2, 1, 0, 1, 1, -1}, {2, -1, 0, -1, 1, -1},
}

// direction is the coordinates of a lane.
func (t *Texels) direction(lane int) (r [3]float64) {
	for d := range r {
		r[d] = float64(t.float(parameter(d), lane))
	}
	return r
}

// majorFace is the face that a direction meets: of components of the same length the first counts.
func majorFace(r [3]float64) int {
	major := 0
	for d := 1; d < 3; d++ {
		if math.Abs(r[d]) > math.Abs(r[major]) {
			major = d
		}
	}
	if r[major] < 0 {
		return 2*major + 1
	}
	return 2 * major
}

// faceOf is the face that a direction meets, and where, from 0 to 1. A direction of zeros meets the middle of +X.
func faceOf(r [3]float64) (face int, u, v float64) {
	face = majorFace(r)
	f := &faces[face]
	long := math.Abs(r[f.major])
	if long == 0 {
		return face, 0.5, 0.5
	}
	return face, (r[f.uFrom]*f.uSign/long + 1) / 2, (r[f.vFrom]*f.vSign/long + 1) / 2
}

// towards is the direction of a place of a face.
func towards(face int, u, v float64) (r [3]float64) {
	f := &faces[face]
	r[f.major], r[f.uFrom], r[f.vFrom] = f.sign, (2*u-1)*f.uSign, (2*v-1)*f.vSign
	return r
}

// acrossEdge is a texel of a cube that is outside of its face, by one row or column: that of the face beyond the edge. Beyond a corner there is
// none; it is the mean of the three texels there.
func (t *Texels) acrossEdge(a *Access, m *Image, lane int, at *[3]int, out *[4]uint32) {
	n := m.Extent[0]
	if uint(at[0]) < uint(n) || uint(at[1]) < uint(n) {
		to := m.beyond(at)
		t.texel(a, m, lane, &to, out)
		return
	}
	i, j := min(max(at[0], 0), n-1), min(max(at[1], 0), n-1)
	var sum [4]float64
	for _, near := range [][3]int{{i, j, at[2]}, {at[0], j, at[2]}, {i, at[1], at[2]}} {
		var v [4]uint32
		t.texel(a, m, lane, &near, &v)
		for c := range sum {
			sum[c] += float64(math.Float32frombits(v[c])) / 3
		}
	}
	for c := range out {
		out[c] = math.Float32bits(float32(sum[c]))
	}
}

// beyond is the texel next to an edge of a face on the face beyond it: the one in the direction of the middle of the texel outside.
func (m *Image) beyond(at *[3]int) [3]int {
	n := float64(m.Extent[0])
	face := at[2] % cubeFaces
	to, u, v := faceOf(towards(face, (float64(at[0])+0.5)/n, (float64(at[1])+0.5)/n))
	last := m.Extent[0] - 1
	in := func(x float64) int { return min(max(int(math.Floor(x*n)), 0), last) }
	return [3]int{in(u), in(v), at[2] - face + to}
}
