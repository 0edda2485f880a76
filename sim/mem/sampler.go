package mem

import (
	"fmt"
	"math"
)

// Filter is how many texels a sample takes.
type Filter uint8

// Filters.
const (
	Nearest     Filter = iota // the one that the place is in
	Linear                    // the nearest two in each coordinate, by distance
	Anisotropic               // the mean of several places of Linear along the longer derivative
)

// AddressMode is what lies outside of an image.
type AddressMode uint8

// Address modes, up to Mirror with their numbers in OpenCL (CLK_ADDRESS_*). The others are those of the hardware (Lakefield
// PRM vol. 2b, Texture Coordinate Mode).
const (
	AddressNone AddressMode = iota // nothing is defined outside: as ClampEdge
	ClampBorder                    // the border colour in the components that the format has
	ClampEdge                      // the nearest texel
	Repeat
	Mirror
	MirrorOnce  // mirrored about the origin, and the nearest texel beyond
	HalfBorder  // the mean of the nearest texel and the border colour
	Mirror101   // mirrored about the first and the last texel, which are not there twice, and the nearest texel beyond
	AcrossFaces // of cubes: the texel of the next face
)

// Sampler is how coordinates become a value.
type Sampler struct {
	Filter     Filter
	Address    AddressMode
	Normalized bool // coordinates are 0 to 1

	Apart  bool           // Others are the address modes of V and R; else all have Address
	Others [2]AddressMode // with Apart
	Border [4]uint32      // R, G, B and A outside, as registers have them

	Detail   *Detail // nil: the first level alone, with Filter
	Compare  Compare
	Seamless bool // cubes have AcrossFaces, whatever the address modes are
}

// address is the mode of coordinate d of an image that is no cube.
func (s *Sampler) address(d int) AddressMode {
	if s.Apart && d > 0 {
		return s.Others[d-1]
	}
	return s.Address
}

// MaxSamplers is how many a kernel can have.
const MaxSamplers = 16

// BindSampler makes s the sampler of an index, 0 to 15.
func (m *Memory) BindSampler(index int, s *Sampler) {
	if index < 0 || index >= MaxSamplers {
		panic(fmt.Sprintf("BUG: sampler index %d", index))
	}
	m.samplers[index] = s
}

// Sampler is the sampler of an index, or an error that wraps ErrNoSampler.
func (m *Memory) Sampler(index int) (*Sampler, error) {
	if index >= 0 && index < MaxSamplers && m.samplers[index] != nil {
		return m.samplers[index], nil
	}
	return nil, fmt.Errorf("sampler index %d: %w (samplers: %v)", index, ErrNoSampler, taken(m.samplers[:]))
}

// texels is coordinate d in texels of an axis of n of them. Products are rounded to
// floats.
func (s *Sampler) texels(x float32, d, n int) float32 {
	if !s.Normalized {
		return x // neither repeated nor mirrored: fits
	}
	switch s.address(d) {
	case Repeat:
		x -= float32(math.Floor(float64(x)))
	case Mirror:
		x = float32(math.Abs(float64(x - 2*float32(math.RoundToEven(0.5*float64(x))))))
	}
	return x * float32(n)
}

// wrap is the texel that stands for number i of n in coordinate d; one that is outside still is
// the border.
func (s *Sampler) wrap(i, d, n int) int {
	switch s.address(d) {
	case ClampBorder:
		return i
	case Repeat:
		if i %= n; i < 0 {
			i += n
		}
		return i
	case Mirror:
		if i %= 2 * n; i < 0 {
			i += 2 * n
		}
		return min(i, 2*n-1-i)
	case MirrorOnce:
		return min(max(i, -1-i), n-1)
	case Mirror101:
		if i < 0 {
			i = -i
		} else if i >= n {
			i = 2*(n-1) - i
		}
	case HalfBorder, AcrossFaces:
		return i // Access.texel knows
	}
	return min(max(i, 0), n-1)
}

// Coordinates in texels have 8 bits of fraction, to which a linear filter rounds
// them.
const (
	fractionBits = 8
	fractionOne  = 1 << fractionBits
	farAway      = 1 << 20 // in texels, of 16384 at most
)

// whole is the number of the texel that a coordinate in texels lies in.
func whole(u float64) int {
	switch {
	case u != u:
		return 0
	case u < -farAway:
		return -farAway
	case u > farAway:
		return farAway
	}
	return int(math.Floor(u))
}

// pair is the first of the two texels between whose centres u lies, and how far it
// is from it in parts of fractionOne.
func pair(u float32) (first, part int) {
	x := whole(float64(u))
	if x == farAway || x == -farAway {
		return x, 0
	}
	if u != u {
		u = 0
	}
	at := int(math.Floor((float64(u)-0.5)*fractionOne + 0.5))
	return at >> fractionBits, at & (fractionOne - 1)
}

// layer is the layer of an array that a coordinate names.
func layer(x float32, n int) int {
	if x != x {
		return 0
	}
	return int(math.RoundToEven(min(max(float64(x), 0), float64(n-1))))
}
