package mem

import (
	"fmt"
	"slices"
)

// Check is an error for a message, a sampler and an image that do not go together: offsets of texels beside coordinates that
// are not normalized, on a buffer and on a cube (Broxton PRM vol. 6, message header of the sampler), and what an address mode, a filter or an
// image with several samples or levels is not for.
func (a *Access) Check() error {
	m := a.Image
	switch {
	case m.null && a.Op.op.does == doSize:
		return &TextureError{"the size of a null surface, which no source at hand gives"}
	case a.Offset == Offsets{}:
	case a.Sampler != nil && !a.Sampler.Normalized:
		return fmt.Errorf("sampler message with the texel offsets %v and a sampler of coordinates that are not normalized: want no offsets, or normalized coordinates", a.Offset)
	case m.Kind == Image1DBuffer:
		return fmt.Errorf("sampler message with the texel offsets %v on a buffer: want none", a.Offset)
	case m.Cube:
		return fmt.Errorf("sampler message with the texel offsets %v on a cube: want none", a.Offset)
	}
	if err := a.checkSamples(); err != nil {
		return err
	}
	if a.Sampler == nil {
		return nil
	}
	for _, check := range []func() error{a.checkLevels, a.checkCompare, a.checkCube} {
		if err := check(); err != nil {
			return err
		}
	}
	return a.Sampler.fits(m)
}

// checkSamples: texels with several samples are for the loads that name one, and for those that ask for sizes.
func (a *Access) checkSamples() error {
	op, n := a.Op.op, a.Image.SampleCount()
	switch {
	case op.does == doSize || op.does == doCount || a.Image.null:
		return nil
	case op.samples && n == 1:
		return &TextureError{fmt.Sprintf("sampler message %s on a surface with one sample of each texel: want several", op.name)}
	case !op.samples && n > 1:
		return fmt.Errorf("sampler message %s on a surface with %d samples of each texel: want one, or a message that loads a sample", op.name, n)
	case a.Image.Control != nil && n == 16 && op.controlled() && !slices.Contains(op.params, paramControlHigh):
		return &TextureError{fmt.Sprintf("sampler message %s on a surface with a control surface of 16 samples, whose words have 64 bits: want ld2dms_w", op.name)}
	case a.Image.Cube && op.does == doLoad:
		return fmt.Errorf("sampler message %s on a cube: want an image of another type", op.name)
	}
	return nil
}

// checkLevels: a place has a level if its coordinates are normalized, and levels of integers are not mixed.
func (a *Access) checkLevels() error {
	d := a.Sampler.Detail
	switch {
	case d == nil || d.Mip == MipNone || a.Image.LevelCount() == 1:
		return nil
	case !a.Sampler.Normalized:
		return fmt.Errorf("levels of detail beside coordinates that are not normalized: want the filter of levels to be none")
	case d.Mip == MipLinear && a.Image.Format.Numeric.Integer():
		return fmt.Errorf("a linear filter of levels on texels of the format %s, which are integers: want the nearest level, or none", a.Image.Format.SurfaceName())
	}
	return nil
}

// checkCompare: what is compared is a number of floats or fractions, by a function.
func (a *Access) checkCompare() error {
	switch {
	case !a.Op.op.compares || a.Image.null:
		return nil
	case a.Sampler.Compare == CompareNone:
		return &TextureError{fmt.Sprintf("sampler message %s with a sampler that compares nothing: those of OpenCL do not", a.Op.op.name)}
	case a.Image.Format.Numeric.Integer():
		return fmt.Errorf("sampler message %s on texels of the format %s: integers are not compared", a.Op.op.name, a.Image.Format.SurfaceName())
	}
	return nil
}

// checkCube: faces of a cube end at their edges or go on beyond them, in all coordinates alike.
func (a *Access) checkCube() error {
	s, m := a.Sampler, a.Image
	switch {
	case !m.Cube:
		return nil
	case !s.Normalized:
		return fmt.Errorf("a cube beside coordinates that are not normalized: want normalized ones")
	case !s.Seamless && (s.Apart && (s.Others != [2]AddressMode{s.Address, s.Address}) || s.Address != AcrossFaces && s.Address != ClampEdge):
		return fmt.Errorf("address modes of a cube: want CLAMP in all coordinates, or CUBE")
	case a.Op.op.does == doGather && m.Format.Numeric.Integer() && a.crosses():
		return &TextureError{"texels of integers beyond the corners of a cube: no source says what they are"}
	}
	return nil
}

// crosses says that edges of a cube have the texels of the next face.
func (a *Access) crosses() bool {
	return a.Image.Cube && (a.Sampler.Seamless || a.Sampler.Address == AcrossFaces)
}

// prepare takes what is the same for all lanes.
func (a *Access) prepare() {
	if a.Sampler == nil {
		return
	}
	a.chooses, a.across, a.half = a.general(), a.crosses(), false
	for d := range imageKinds[a.Image.Kind].spatial {
		a.half = a.half || a.Sampler.address(d) == HalfBorder
	}
	a.special = a.across || a.half || a.Op.op.compares
}

// wrap is the texel that stands for number i of n in coordinate d, or one outside.
func (a *Access) wrap(i, d, n int) int {
	if a.across {
		return i
	}
	return a.Sampler.wrap(i, d, n)
}
