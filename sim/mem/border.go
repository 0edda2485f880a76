package mem

import (
	"fmt"
	"math"
)

// bordered puts the colour of a sampler into the components that the format has in memory.
func (m *Image) bordered(border, out *[4]uint32) {
	for c, at := range m.Format.reads {
		if at >= 0 {
			out[c] = border[c]
		}
	}
}

// fits is an error for a sampler with address modes, or a border colour, that an image may not have.
func (s *Sampler) fits(m *Image) error {
	for d := range imageKinds[m.Kind].spatial {
		if err := s.fitsAxis(m, d); err != nil {
			return err
		}
	}
	return s.checkBorder(m.Format)
}

// fitsAxis is an error for the address mode of coordinate d.
func (s *Sampler) fitsAxis(m *Image, d int) error {
	switch mode := s.address(d); {
	case s.Apart && !s.Normalized && (mode == Repeat || mode == Mirror || mode == MirrorOnce || mode == Mirror101):
		return fmt.Errorf("coordinate %d repeats or is mirrored beside coordinates that are not normalized: want it clamped", d)
	case mode == Mirror101 && (m.Cube || m.Kind != Image2D && m.Kind != Image2DArray):
		return fmt.Errorf("coordinate %d of an image %s with the address mode MIRROR_101: that is for 2d surfaces alone", d, m.Kind)
	case mode == AcrossFaces && !m.Cube:
		return fmt.Errorf("coordinate %d of an image %s with the address mode CUBE: that is for cubes alone", d, m.Kind)
	case mode == HalfBorder && m.Format.Numeric.Integer():
		return &TextureError{fmt.Sprintf("the mean of a border colour and a texel of the format %s, which are integers", m.Format.SurfaceName())}
	}
	return nil
}

// checkBorder is an error for a border colour that the format of an image does not hold: no source at hand says whether it is
// clamped, or put on the curve of sRGB.
func (s *Sampler) checkBorder(f *Format) error {
	if s.Border == [4]uint32{} {
		return nil
	}
	if f.srgb || f.wide != nil && f.wide.SRGB {
		return &TextureError{"a border colour that is not 0 beside the sRGB format " + f.SurfaceName()}
	}
	for c, v := range s.Border {
		if f.reads[c] >= 0 && !f.holds(v) {
			return &TextureError{fmt.Sprintf("border colour %#x of component %d, which the format %s does not hold", v, c, f.SurfaceName())}
		}
	}
	return nil
}

// holds says that a component as a register has it can be in memory, but for rounding.
func (f *Format) holds(v uint32) bool {
	x := math.Float32frombits(v)
	switch f.Numeric {
	case Unorm:
		return x >= 0 && x <= 1
	case Snorm:
		return x >= -1 && x <= 1
	case Uint:
		return f.Bits == 32 || v>>f.Bits == 0
	case Sint:
		return f.Bits == 32 || int32(v)>>(f.Bits-1) == int32(v)>>31
	}
	return true
}
