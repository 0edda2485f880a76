package mem

import "math/bits"

// plain says that an access is the texels that places are in, of an image without anything else to heed: most kernels have no others.
func (a *Access) plain() bool {
	m, s, k := a.Image, a.Sampler, &imageKinds[a.Image.Kind]
	return a.Op.op.does == doSample && !a.chooses && !a.special && (s.Filter == Nearest || m.Format.Numeric.Integer()) &&
		!k.layers && !m.Cube && !m.null && !m.apart && m.Format.wide == nil && m.Select == [4]Select{} && s.Border == [4]uint32{}
}

// plainRow samples the lanes of mask of a plain access.
func (t *Texels) plainRow(a *Access, mask uint32) {
	m, s, spatial := a.Image, a.Sampler, imageKinds[a.Image.Kind].spatial
	var edge [3]bool // coordinates in texels, clamped to the image
	for d := range spatial {
		edge[d] = !s.Normalized && (s.address(d) == ClampEdge || s.address(d) == AddressNone)
	}
	for ; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		var at [3]int
		for d := range spatial {
			n, x := m.Extent[d], t.float(parameter(d), lane)
			if edge[d] {
				at[d] = min(max(whole(float64(x))+a.Offset[d], 0), n-1)
				continue
			}
			at[d] = s.wrap(whole(float64(s.texels(x, d, n)))+a.Offset[d], d, n)
		}
		out := m.border
		if m.inside(&at) {
			var p texel
			m.buf.ReadBytes(m.base+uint64(at[0]*m.step[0]+at[1]*m.step[1]+at[2]*m.step[2]), p[:m.size])
			m.Format.unpack(&p, &out)
		}
		for c := range out {
			t.Out[c][lane] = out[c]
		}
	}
}
