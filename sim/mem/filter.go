package mem

import "math"

// spot is where a lane samples: coordinates as its sampler has them, and the layer that they or a face of a cube name.
type spot struct {
	at    [3]float32
	first [3]int // 0, but for the layer
}

// spot is the place of a lane.
func (t *Texels) spot(a *Access, lane int, p *spot) {
	m := a.Image
	if m.Cube {
		face, u, v := faceOf(t.direction(lane))
		p.at[0], p.at[1] = float32(u), float32(v)
		p.first[2] = face + cubeFaces*layer(t.float(paramCube, lane), m.Extent[2]/cubeFaces)
		return
	}
	k := &imageKinds[m.Kind]
	for d := range k.spatial {
		p.at[d] = t.float(parameter(d), lane)
	}
	if k.layers {
		p.first[k.spatial] = layer(t.float(parameter(k.spatial), lane), m.Extent[k.spatial])
	}
}

// sample reads a place of an image through a sampler. Integers are not filtered.
func (t *Texels) sample(a *Access, lane int, out *[4]uint32) {
	var p spot
	t.spot(a, lane, &p)
	if a.chooses {
		t.mix(a, &p, lane, out)
		return
	}
	if a.Sampler.Filter == Nearest || a.Image.Format.Numeric.Integer() {
		t.nearest(a, a.Image, &p, lane, out)
		return
	}
	var sum [4]float64
	t.linear(a, a.Image, &p, lane, &sum)
	rounded(&sum, out)
}

// rounded is a mean as registers have it.
func rounded(sum *[4]float64, out *[4]uint32) {
	for i := range out {
		out[i] = math.Float32bits(float32(sum[i]))
	}
}

// mix is sample where filter and levels depend on the place.
func (t *Texels) mix(a *Access, p *spot, lane int, out *[4]uint32) {
	c := t.pick(a, lane)
	if c.part == 0 && (c.filter == Nearest || a.Image.Format.Numeric.Integer()) {
		t.nearest(a, a.Image.Level(c.first), p, lane, out)
		return
	}
	var sum, below [4]float64
	t.ofLevel(a, a.Image.Level(c.first), p, lane, &c, &sum)
	if c.part != 0 {
		t.ofLevel(a, a.Image.Level(c.first+1), p, lane, &c, &below)
		for i := range sum {
			sum[i] = (float64(sum[i]*float64(fractionOne-c.part)) + float64(below[i]*float64(c.part))) / fractionOne
		}
	}
	rounded(&sum, out)
}

// ofLevel is what a filter gives of one level.
func (t *Texels) ofLevel(a *Access, m *Image, p *spot, lane int, c *choice, sum *[4]float64) {
	switch {
	case c.filter == Nearest:
		var v [4]uint32
		t.nearest(a, m, p, lane, &v)
		for i := range sum {
			sum[i] = float64(math.Float32frombits(v[i]))
		}
	case c.filter == Anisotropic && c.places > 1:
		t.along(a, m, p, lane, c, sum)
	default:
		t.linear(a, m, p, lane, sum)
	}
}

// nearest is the texel that a place is in.
func (t *Texels) nearest(a *Access, m *Image, p *spot, lane int, out *[4]uint32) {
	at := p.first
	s := a.Sampler
	for d := range imageKinds[m.Kind].spatial {
		n := m.Extent[d]
		at[d] = whole(float64(s.texels(p.at[d], d, n))) + a.Offset[d]
		if !a.across {
			at[d] = s.wrap(at[d], d, n)
		}
	}
	if a.special {
		t.texel(a, m, lane, &at, out)
		return
	}
	m.sampled(&at, &s.Border, out)
}

// linear is the mean of the nearest texels, by their distance in parts of
// fractionOne: two in each coordinate. A texel that counts nothing is not looked at.
func (t *Texels) linear(a *Access, m *Image, p *spot, lane int, out *[4]float64) {
	var near [2][3]int
	var part [3]int
	s, spatial := a.Sampler, imageKinds[m.Kind].spatial
	for d := range spatial {
		n := m.Extent[d]
		first, f := pair(s.texels(p.at[d], d, n))
		first += a.Offset[d]
		near[0][d], near[1][d], part[d] = first, first+1, f
		if !a.across {
			near[0][d], near[1][d] = s.wrap(first, d, n), s.wrap(first+1, d, n)
		}
	}
	at := p.first
	var sum [4]float64
	for corner := range 1 << spatial {
		weight := 1
		for d := range spatial {
			side := corner >> d & 1
			at[d] = near[side][d]
			weight *= fractionOne - part[d] + side*(2*part[d]-fractionOne)
		}
		if weight == 0 {
			continue
		}
		var v [4]uint32
		if a.special {
			t.texel(a, m, lane, &at, &v)
		} else {
			m.sampled(&at, &s.Border, &v)
		}
		for c := range sum {
			sum[c] += float64(float64(weight) * float64(math.Float32frombits(v[c])))
		}
	}
	one := float64(int(1) << (fractionBits * spatial))
	for c := range out {
		out[c] = sum[c] / one
	}
}

// along is the mean of several places of a linear filter along the longer derivative.
func (t *Texels) along(a *Access, m *Image, p *spot, lane int, c *choice, out *[4]float64) {
	for k := range c.places {
		q, v := *p, [4]float64{}
		by := float64(k+1)/float64(c.places+1) - 0.5
		for d := range c.axis {
			q.at[d] = float32(float64(p.at[d]) + float64(by*c.axis[d]))
		}
		t.linear(a, m, &q, lane, &v)
		for i := range out {
			out[i] += v[i] / float64(c.places)
		}
	}
}

// gather reads one component of the four texels that a filter of two coordinates
// takes: of (0,1), (1,1), (1,0) and (0,0).
func (t *Texels) gather(a *Access, lane int, out *[4]uint32) {
	m, s := a.Image, a.Sampler
	var near [2][2]int // by coordinate: the first and the second
	off := a.Offset
	off[0] += int(int32(t.in[paramOffU][lane]<<26) >> 26)
	off[1] += int(int32(t.in[paramOffV][lane]<<26) >> 26)
	var p spot
	t.spot(a, lane, &p)
	for d := range 2 {
		u := s.texels(p.at[d], d, m.Extent[d])
		first := whole(float64(u) - 0.5)
		if s.Filter != Nearest {
			first, _ = pair(u)
		}
		near[d] = [2]int{a.wrap(first+off[d], d, m.Extent[d]), a.wrap(first+off[d]+1, d, m.Extent[d])}
	}
	at := p.first
	for i, corner := range [4][2]int{{0, 1}, {1, 1}, {1, 0}, {0, 0}} {
		var v [4]uint32
		at[0], at[1] = near[0][corner[0]], near[1][corner[1]]
		t.texel(a, m, lane, &at, &v)
		out[i] = v[a.Channel&3]
	}
}
