package states

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// samplerBytes is a sampler state.
const samplerBytes = 16

// Fields of samplers that make no difference to surfaces of one level and to messages that compare nothing.
var harmlessOfSamplers = []string{
	"TextureLODBias", "MipModeFilter", "BaseMipLevel", "LODPreClampEnable", "LODPreClampMode", "LODClampMagnificationMode", "MinLOD", "MaxLOD",
	"CubeSurfaceControlMode", "ShadowFunction", "TrilinearFilterQuality", "AnisotropicAlgorithm", "MaximumAnisotropy", "CoarseLODQualityMode",
	"ChromaKeyMode", "ChromaKeyIndex", "ReductionType", "CPSLODCompensationEnable",
}

// roundings are rounded coordinates of a linear filter, which the model has, and of no other.
var roundings = []string{
	"UAddressMinFilterRoundingEnable", "UAddressMagFilterRoundingEnable", "VAddressMinFilterRoundingEnable",
	"VAddressMagFilterRoundingEnable", "RAddressMinFilterRoundingEnable", "RAddressMagFilterRoundingEnable",
}

// axes are the fields of the address modes, by coordinate.
var axes = [3]string{"TCXAddressControlMode", "TCYAddressControlMode", "TCZAddressControlMode"}

// Fields of samplers that are obeyed.
var ofSamplers = slices.Concat(roundings, axes[:], []string{
	"MinModeFilter", "MagModeFilter", "NonNormalizedCoordinateEnable", "BorderColorPointer", "TextureBorderColorMode",
})

// filters and addressModes are those that there are.
var (
	filters      = map[string]mem.Filter{"NEAREST": mem.Nearest, "LINEAR": mem.Linear}
	addressModes = map[string]mem.AddressMode{"WRAP": mem.Repeat, "MIRROR": mem.Mirror, "CLAMP": mem.ClampEdge, "CLAMP_BORDER": mem.ClampBorder}
)

// sampler is the state of a sampler.
func (m *Memory) sampler(r mem.SamplerRef) (*mem.Sampler, error) {
	t := &m.bases.Samplers
	at := t.Base + uint64(t.Pointer)
	switch {
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
	out := &mem.Sampler{Apart: true, Normalized: s.number("NonNormalizedCoordinateEnable") == 0}
	if out.Filter, err = s.filter(); err != nil {
		return nil, err
	}
	var modes [3]mem.AddressMode
	for d, field := range axes {
		mode, ok := addressModes[s.text(field)]
		if !ok {
			return nil, s.unsupported(field, "legal are WRAP, MIRROR, CLAMP and CLAMP_BORDER")
		}
		modes[d] = mode
	}
	out.Address, out.Others = modes[0], [2]mem.AddressMode(modes[1:])
	if slices.Contains(modes[:], mem.ClampBorder) {
		out.Border, err = m.border(s)
	}
	return out, err
}

// filter is the one of both filters: which counts depends on a level of detail, which nothing here has.
func (s *record) filter() (mem.Filter, error) {
	f, ok := filters[s.text("MagModeFilter")]
	switch {
	case !ok:
		return 0, s.unsupported("MagModeFilter", "legal are NEAREST and LINEAR")
	case s.code("MinModeFilter") != s.code("MagModeFilter"):
		return 0, s.unsupported("MinModeFilter", "want %s, which is MagModeFilter", s.text("MagModeFilter"))
	}
	for _, field := range roundings {
		if (s.number(field) != 0) != (f == mem.Linear) {
			return 0, s.unsupported(field, "coordinates are rounded for the filter LINEAR, and not for NEAREST")
		}
	}
	return f, nil
}

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
	if m.target < native.BDW {
		return out, c.only(nil)
	}
	for i, name := range borderChannels {
		out[i] = uint32(c.code(name))
	}
	return out, nil
}
