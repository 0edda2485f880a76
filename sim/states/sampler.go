package states

import (
	"slices"

	"github.com/genvisa/genvisa/sim/mem"
)

// samplerBytes is a sampler state.
const samplerBytes = 16

// Fields of samplers that make no difference: of the quality of what is exact here, and of what others enable.
var harmlessOfSamplers = []string{
	"TrilinearFilterQuality", "AnisotropicAlgorithm", "CoarseLODQualityMode", "ChromaKeyMode", "ChromaKeyIndex", "ReductionType", "CPSLODCompensationEnable",
}

// roundings are rounded coordinates of a linear filter, which the model has, and of no other: those of places that are magnified, and
// of others.
var roundings = [2][3]string{
	{"UAddressMagFilterRoundingEnable", "VAddressMagFilterRoundingEnable", "RAddressMagFilterRoundingEnable"},
	{"UAddressMinFilterRoundingEnable", "VAddressMinFilterRoundingEnable", "RAddressMinFilterRoundingEnable"},
}

// axes are the fields of the address modes, by coordinate.
var axes = [3]string{"TCXAddressControlMode", "TCYAddressControlMode", "TCZAddressControlMode"}

// Fields of samplers that are obeyed.
var ofSamplers = slices.Concat(roundings[0][:], roundings[1][:], axes[:], []string{
	"MinModeFilter", "MagModeFilter", "MipModeFilter", "NonNormalizedCoordinateEnable", "BorderColorPointer", "TextureBorderColorMode",
	"TextureLODBias", "MinLOD", "MaxLOD", "BaseMipLevel", "LODPreClampEnable", "LODPreClampMode", "LODClampMagnificationMode", "MaximumAnisotropy",
	"CubeSurfaceControlMode", "ShadowFunction",
})

// filters, mipFilters and addressModes are those that there are.
var (
	filters      = map[string]mem.Filter{"NEAREST": mem.Nearest, "LINEAR": mem.Linear, "ANISOTROPIC": mem.Anisotropic}
	mipFilters   = map[string]mem.MipFilter{"NONE": mem.MipNone, "NEAREST": mem.MipNearest, "LINEAR": mem.MipLinear}
	addressModes = map[string]mem.AddressMode{
		"WRAP": mem.Repeat, "MIRROR": mem.Mirror, "CLAMP": mem.ClampEdge, "CUBE": mem.AcrossFaces, "CLAMP_BORDER": mem.ClampBorder,
		"MIRROR_ONCE": mem.MirrorOnce, "HALF_BORDER": mem.HalfBorder, "MIRROR_101": mem.Mirror101,
	}
)

// sampler is the state of a sampler.
func (m *Memory) sampler(r mem.SamplerRef) (*mem.Sampler, error) {
	t := &m.bases.Samplers
	at := t.Base + uint64(t.Pointer)
	switch {
	case r.Bindless && m.handles:
		index, err := r.OfHandle()
		if err != nil {
			return nil, err
		}
		at += samplerBytes * uint64(index)
	case r.Bindless:
		at = m.bases.BindlessSamplers.Base + samplerBytes*uint64(r.States)
	case r.Header:
		at = t.Base + samplerBytes*uint64(r.States)
	}
	s, err := m.read(samplerState, at+samplerBytes*uint64(r.Index))
	if err != nil {
		return nil, err
	}
	if err := s.only(harmlessOfSamplers, ofSamplers); err != nil {
		return nil, err
	}
	out := &mem.Sampler{
		Apart: true, Normalized: s.number("NonNormalizedCoordinateEnable") == 0, Seamless: s.code("CubeSurfaceControlMode") != 0,
		Compare: mem.CompareAlways + mem.Compare(s.code("ShadowFunction")),
	}
	if out.Filter, err = s.filter("MagModeFilter", &roundings[0]); err != nil {
		return nil, err
	}
	if out.Detail, err = s.detail(); err != nil {
		return nil, err
	}
	var modes [3]mem.AddressMode
	for d, field := range axes {
		mode, ok := addressModes[s.text(field)]
		if !ok {
			return nil, s.wrong(field, "want one with a name")
		}
		modes[d] = mode
	}
	out.Address, out.Others = modes[0], [2]mem.AddressMode(modes[1:])
	if slices.Contains(modes[:], mem.ClampBorder) || slices.Contains(modes[:], mem.HalfBorder) {
		out.Border, err = m.border(s)
	}
	return out, err
}

// filter is one of both filters.
func (s *record) filter(name string, rounds *[3]string) (mem.Filter, error) {
	f, ok := filters[s.text(name)]
	if !ok {
		return 0, s.unsupported(name, "legal are NEAREST, LINEAR and ANISOTROPIC")
	}
	for _, field := range rounds {
		if (s.number(field) != 0) != (f != mem.Nearest) {
			return 0, s.unsupported(field, "coordinates are rounded for the filters LINEAR and ANISOTROPIC, and not for NEAREST")
		}
	}
	return f, nil
}

// fewPlaces and placesStep are the places of an anisotropic filter by MaximumAnisotropy: 2, 4, up to 16.
const fewPlaces, placesStep = 2, 2

// detail is what a sampler does with levels of detail. Levels are stored in the parts that the model has.
func (s *record) detail() (d *mem.Detail, err error) {
	const quality = "TrilinearFilterQuality"
	d = &mem.Detail{
		Bias: signed(s.code("TextureLODBias"), biasBits), Least: int(s.code("MinLOD")), Most: int(s.code("MaxLOD")), Base: int(s.code("BaseMipLevel")) * baseParts,
		PreClamp: s.code("LODPreClampEnable") != 0 || s.code("LODPreClampMode") != 0, MagnifyMip: s.text("LODClampMagnificationMode") == "MIPFILTER",
		Places: fewPlaces + placesStep*int(s.code("MaximumAnisotropy")),
	}
	if d.Min, err = s.filter("MinModeFilter", &roundings[1]); err != nil {
		return nil, err
	}
	var ok bool
	switch d.Mip, ok = mipFilters[s.text("MipModeFilter")]; {
	case !ok:
		return nil, s.wrong("MipModeFilter", "want one with a name")
	case d.Mip == mem.MipLinear && s.code(quality) != 0:
		return nil, s.unsupported(quality, "which levels it leaves out no source at hand says, want FULL")
	}
	return d, nil
}

// biasBits is the bits of TextureLODBias.
const biasBits = 13

// signed is the number of a two's complement of so many bits.
func signed(code uint64, bits int) int { return int(int64(code<<(64-bits)) >> (64 - bits)) }

// borderChannels are the fields of a border colour; those of floats are read as bits.
var borderChannels = [4]string{"BorderColorFloatRed", "BorderColorFloatGreen", "BorderColorFloatBlue", "BorderColorFloatAlpha"}

// border is the colour that a sampler's pointer is to, as registers have it: floats or integers. On Gen7 these lie in
// different fields, and which count depends on the surface: there it is 0.
func (m *Memory) border(s *record) (out [4]uint32, err error) {
	if s.code("TextureBorderColorMode") != 0 {
		return out, s.unsupported("TextureBorderColorMode", "want DX10/OGL")
	}
	c, err := m.read(borderState, m.bases.Samplers.Base+s.number("BorderColorPointer"))
	if err != nil {
		return out, err
	}
	if !m.target.Caps().BorderChannels {
		return out, c.only(nil)
	}
	for i, name := range borderChannels {
		out[i] = uint32(c.code(name))
	}
	return out, nil
}
