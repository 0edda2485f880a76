package mem

// derivatives are how far places of a lane are apart in x and in y, in texels of the first level. A square of four lanes has those of its
// first lane, to the second and to the third.
func (t *Texels) derivatives(a *Access, lane int) (x, y [3]float64) {
	m, n := a.Image, imageKinds[a.Image.Kind].spatial
	if m.Cube {
		n = 3
	}
	first := lane &^ 3
	for d := range n {
		if a.Op.op.detail == detailGradients {
			x[d], y[d] = float64(t.float(gradientOf(d, 0), lane)), float64(t.float(gradientOf(d, 1), lane))
			continue
		}
		x[d], y[d] = float64(t.float(parameter(d), first+1))-float64(t.float(parameter(d), first)), float64(t.float(parameter(d), first+2))-float64(t.float(parameter(d), first))
	}
	if m.Cube {
		if a.Op.op.detail == detailNeighbours {
			lane = first
		}
		r := t.direction(lane)
		return m.onFace(r, x), m.onFace(r, y)
	}
	for d := range n {
		if a.Sampler.Normalized {
			x[d] *= float64(m.Extent[d])
			y[d] *= float64(m.Extent[d])
		}
	}
	return x, y
}

// gradientOf is the parameter with the derivative of coordinate d by x (0) or y (1).
func gradientOf(d, by int) parameter { return paramUX + parameter(2*d+by) }

// onFace is a change of a direction as one of the place that it meets, in texels.
func (m *Image) onFace(r, change [3]float64) (out [3]float64) {
	f := &faces[majorFace(r)]
	long := r[f.major] * f.sign
	if long == 0 {
		return out
	}
	for i, from := range [2]int{f.uFrom, f.vFrom} {
		out[i] = (change[from]*long - r[from]*change[f.major]*f.sign) / (long * long) / 2 * float64(m.Extent[0])
	}
	return out
}
