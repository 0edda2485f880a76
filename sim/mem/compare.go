package mem

import "math"

// Compare is what a sampler compares texels with a reference by. Less to GreaterEqual: the result is 0 if the texel is that
// beside the reference, and 1 if not (Mesa, iris_state.c, translate_shadow_func).
type Compare uint8

// Comparisons. But for the first, which an OpenCL sampler has, they are the codes of ShadowFunction plus one.
const (
	CompareNone Compare = iota
	CompareAlways
	CompareNever
	CompareLess
	CompareEqual
	CompareLessEqual
	CompareGreater
	CompareNotEqual
	CompareGreaterEqual
)

// holds says that a texel is what a comparison says beside a reference. No NaN is but for always and not equal.
func (c Compare) holds(texel, ref float32) bool {
	switch c {
	case CompareAlways:
		return true
	case CompareLess:
		return texel < ref
	case CompareEqual:
		return texel == ref
	case CompareLessEqual:
		return texel <= ref
	case CompareGreater:
		return texel > ref
	case CompareNotEqual:
		return texel != ref
	case CompareGreaterEqual:
		return texel >= ref
	}
	return false
}

// compare makes a texel the result of its comparison: red is 0 or 1, the others are those of a format without them. A
// reference of fractions is clamped to theirs.
func (t *Texels) compare(a *Access, lane int, v *[4]uint32) {
	ref := t.float(paramRef, lane)
	if a.Image.Format.Numeric == Unorm {
		ref = min(max(ref, 0), 1)
	}
	result := float32(1)
	if a.Sampler.Compare.holds(math.Float32frombits(v[0]), ref) {
		result = 0
	}
	*v = [4]uint32{math.Float32bits(result), 0, 0, math.Float32bits(1)}
}

// texel is a texel of a level as a sampler gives it, that at may be outside of.
func (t *Texels) texel(a *Access, m *Image, lane int, at *[3]int, out *[4]uint32) {
	if !a.special {
		m.sampled(at, &a.Sampler.Border, out)
		return
	}
	switch {
	case a.across && !m.inside(at):
		t.acrossEdge(a, m, lane, at, out)
		return
	case a.half && !m.inside(at):
		m.halfBorder(a.Sampler, at, out)
	default:
		m.outlined(at, &a.Sampler.Border, out)
	}
	if a.Op.op.compares && !m.null {
		t.compare(a, lane, out)
	}
	if m.Select != ([4]Select{}) {
		m.selected(out)
	}
}

// halfBorder is the mean of the border colour and the nearest texel. Where a coordinate with the mode ClampBorder is outside too it is
// the border colour.
func (m *Image) halfBorder(s *Sampler, at *[3]int, out *[4]uint32) {
	edge := *at
	for d := range imageKinds[m.Kind].spatial {
		if s.address(d) == HalfBorder {
			edge[d] = min(max(at[d], 0), m.Extent[d]-1)
		}
	}
	m.outlined(&edge, &s.Border, out)
	if m.null || !m.inside(&edge) {
		return
	}
	for c, from := range m.Format.reads {
		if from >= 0 {
			out[c] = math.Float32bits(float32((float64(math.Float32frombits(out[c])) + float64(math.Float32frombits(s.Border[c]))) / 2))
		}
	}
}
