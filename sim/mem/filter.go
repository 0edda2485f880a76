package mem

import "math"

// sample reads a place of an image through a sampler. Integers are not filtered.
func (t *Texels) sample(a *Access, lane int, out *[4]uint32) {
	m, s := a.Image, a.Sampler
	if s.Filter == Linear && !m.Format.Numeric.Integer() {
		t.filter(a, lane, out)
		return
	}
	var at [3]int
	spatial := imageKinds[m.Kind].spatial
	for d := range spatial {
		at[d] = s.wrap(whole(float64(s.texels(t.float(d, lane), d, m.Extent[d])))+a.Offset[d], d, m.Extent[d])
	}
	t.layer(m, lane, &at)
	m.sampled(&at, &s.Border, out)
}

// layer is the last coordinate of an array.
func (t *Texels) layer(m *Image, lane int, at *[3]int) {
	if k := &imageKinds[m.Kind]; k.layers {
		at[k.spatial] = layer(t.float(k.spatial, lane), m.Extent[k.spatial])
	}
}

// filter is the mean of the nearest texels, by their distance in parts of
// fractionOne: two in each coordinate. A texel that counts nothing is not looked at.
func (t *Texels) filter(a *Access, lane int, out *[4]uint32) {
	m, s := a.Image, a.Sampler
	var near [2][3]int
	var part [3]int
	spatial := imageKinds[m.Kind].spatial
	for d := range spatial {
		first, p := pair(s.texels(t.float(d, lane), d, m.Extent[d]))
		first += a.Offset[d]
		near[0][d], near[1][d], part[d] = s.wrap(first, d, m.Extent[d]), s.wrap(first+1, d, m.Extent[d]), p
	}
	t.layer(m, lane, &near[0])
	at := near[0]
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
		m.sampled(&at, &s.Border, &v)
		for c := range sum {
			sum[c] += float64(float64(weight) * float64(math.Float32frombits(v[c])))
		}
	}
	for c := range out {
		out[c] = math.Float32bits(float32(sum[c] / float64(int(1)<<(fractionBits*spatial))))
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
	for d := range 2 {
		u := s.texels(t.float(d, lane), d, m.Extent[d])
		first := whole(float64(u) - 0.5)
		if s.Filter == Linear {
			first, _ = pair(u)
		}
		near[d] = [2]int{s.wrap(first+off[d], d, m.Extent[d]), s.wrap(first+off[d]+1, d, m.Extent[d])}
	}
	var at [3]int
	t.layer(m, lane, &at)
	for i, corner := range [4][2]int{{0, 1}, {1, 1}, {1, 0}, {0, 0}} {
		var v [4]uint32
		at[0], at[1] = near[0][corner[0]], near[1][corner[1]]
		m.sampled(&at, &s.Border, &v)
		out[i] = v[a.Channel&3]
	}
}
