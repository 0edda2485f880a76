package mem

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/genvisa/genvisa/internal/num"
)

// TextureError is a message on images that is not modelled.
type TextureError struct{ What string }

// Error says what, and why.
func (e *TextureError) Error() string { return e.What }

// Is reports that the error is errors.ErrUnsupported.
func (e *TextureError) Is(target error) bool { return target == errors.ErrUnsupported }

// Texels is the registers of one message on an image, by lane: what it has for
// coordinates and what comes back.
type Texels struct {
	Out [4][Lanes]uint32 // R, G, B, A; what a write writes

	in     [numParams][Lanes]uint32
	places [Lanes]uint64
}

// Param is where parameter i of a message goes.
func (t *Texels) Param(o SamplerOp, i int) *[Lanes]uint32 { return &t.in[o.op.params[i]] }

// Coordinate is where coordinate i of a typed message goes, 0 to 2, or 3 for the level
// of detail.
func (t *Texels) Coordinate(i int) *[Lanes]uint32 { return &t.in[paramU+parameter(i)] }

// Clear makes those parameters 0 that count even where a message has them not. Run does so with the others.
func (t *Texels) Clear() { clear(t.in[:numCommon]) }

// OfBuffer drops the level of detail of places in a buffer, which has none.
func (t *Texels) OfBuffer(m *Image) {
	if m.Kind == Image1DBuffer {
		clear(t.in[paramLod][:])
	}
}

// Offsets are the texel offsets that a message adds to all lanes: U, V, R.
type Offsets [3]int

// ParseOffsets reads them from a field: U in bits 11 to 8, V in 7 to 4, R in 3 to 0, each
// signed.
func ParseOffsets(v uint32) (o Offsets) {
	for i := range o {
		o[i] = int(int32(v<<(20+4*i)) >> 28)
	}
	return o
}

// Access is a sampler message on an image.
type Access struct {
	Op      SamplerOp
	Image   *Image
	Sampler *Sampler // nil for a message without filter
	Offset  Offsets
	Channel int // component that gather4 returns

	chooses bool // filter and level depend on the place
	special bool // of what follows, or the message compares
	across  bool // edges of a cube have the texels of the next face
	half    bool // a coordinate has the mode HalfBorder
}

// Run executes the lanes of mask.
func (t *Texels) Run(a *Access, mask uint32) {
	for _, p := range a.Op.op.params[a.Op.params:] {
		if p > numCommon {
			clear(t.in[p][:])
		}
	}
	a.prepare()
	if a.Sampler != nil && a.plain() {
		t.plainRow(a, mask)
		return
	}
	for m := mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m) & (Lanes - 1)
		var out [4]uint32
		switch a.Op.op.does {
		case doSample:
			t.sample(a, lane, &out)
		case doLoad:
			t.loadLane(a, lane, &out)
		case doGather:
			t.gather(a, lane, &out)
		case doSize:
			a.Image.sizes(t.in[paramLod][lane], &out)
		case doControl:
			t.control(a.Image, lane, &out)
		case doCount:
			out[0] = uint32(a.Image.SampleCount())
		case doDetail:
			c := t.pick(a, lane)
			out[0], out[1] = math.Float32bits(float32(c.got)/fractionOne), math.Float32bits(float32(c.wanted)/fractionOne)
		}
		for c := range out {
			t.Out[c][lane] = out[c]
		}
	}
}

// loadLane reads the texel at integer coordinates of a level, or a sample of it. One that is not there is outside.
func (t *Texels) loadLane(a *Access, lane int, out *[4]uint32) {
	m := a.Image
	at := t.integers(m, lane)
	for d := range imageKinds[m.Kind].spatial {
		at[d] += a.Offset[d]
	}
	if level := t.in[paramLod][lane]; level != 0 || a.Op.op.samples {
		if m = t.loaded(a, lane, &at); m == nil {
			*out = a.Image.border
			a.Image.bordered(&a.Image.Control.Clear, out)
			a.Image.selected(out)
			return
		}
	}
	m.sampled(&at, nil, out)
}

// loaded is the level and sample that a lane names, nil where the texel there has the clear colour. A place where there is none is moved outside.
func (t *Texels) loaded(a *Access, lane int, at *[3]int) *Image {
	m, level, sample := a.Image, t.in[paramLod][lane], uint32(0)
	if a.Op.op.samples {
		sample = t.in[paramSample][lane]
	}
	switch {
	case level >= uint32(m.LevelCount()) || sample >= uint32(m.SampleCount()):
		at[0] = -1
	case level > 0:
		return m.Level(int(level))
	case m.Control != nil && a.Op.op.controlled() && m.inside(at):
		slice, ok := t.compressed(a.Op.op, m, lane, int(sample))
		if !ok {
			return nil
		}
		sample = uint32(slice)
	}
	if sample > 0 && at[0] != -1 {
		return m.samples[sample-1]
	}
	return m
}

// integers are the coordinates that the image has, as signed numbers.
func (t *Texels) integers(m *Image, lane int) (at [3]int) {
	for d := range m.Kind.Coordinates() {
		at[d] = int(int32(t.in[d][lane]))
	}
	return at
}

// sizes is the extents of a level: 0 for one that is not there.
func (m *Image) sizes(level uint32, out *[4]uint32) {
	out[3] = uint32(m.LevelCount())
	if level >= out[3] {
		return
	}
	m = m.Level(int(level))
	for d := range m.Kind.Coordinates() {
		out[d] = uint32(m.Extent[d])
	}
}

// float is a coordinate of a lane.
func (t *Texels) float(d parameter, lane int) float32 { return math.Float32frombits(t.in[d][lane]) }

// Typed reads the texels at integer coordinates, as typed messages do.
func (t *Texels) Typed(m *Image, mask uint32) {
	for ; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		var out [4]uint32
		at := t.integers(m, lane)
		m.fetch(&at, &out)
		for c := range out {
			t.Out[c][lane] = out[c]
		}
	}
}

// Write writes the components of channels, bit 0 being R, to the texels at integer
// coordinates, in ascending order of lanes. It returns the lanes that were outside:
// those are dropped, and counted.
func (t *Texels) Write(m *Image, mask, channels uint32) (outside uint32) {
	for ; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		at := t.integers(m, lane)
		if !m.inside(&at) {
			outside |= 1 << lane
			continue
		}
		m.store(&at, channels, &[4]uint32{t.Out[0][lane], t.Out[1][lane], t.Out[2][lane], t.Out[3][lane]})
	}
	if outside != 0 {
		of, _ := m.buf.counter()
		of.OutOfBounds.Add(uint64(bits.OnesCount32(outside)))
	}
	return outside
}

// Atomic does an atomic of 32 bits on the texels at integer coordinates. Lanes that
// are outside are dropped, and counted: their old value is 0.
func (t *Texels) Atomic(m *Image, r *AtomicRow) (outside uint32, err error) {
	if m.size != 4 || len(m.Format.stored) != 1 || !m.Format.Numeric.Integer() {
		return 0, &TextureError{fmt.Sprintf("atomic on image %s of format %s: want r32i or r32ui", m.Name, m.Format.Name)}
	}
	for mask := r.Mask; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		if at := t.integers(m, lane); m.inside(&at) {
			t.places[lane] = m.offset(&at)
		} else {
			t.places[lane] = math.MaxUint32 &^ 3
		}
	}
	s := m.buf.Surface(Bounded)
	outside, _ = s.Atomic(&t.places, r)
	return outside, nil
}

// Narrow converts what Run gave to 16 bits. Integers of 32 bits have no such form: a
// *TextureError.
func (t *Texels) Narrow(a *Access, mask uint32) error {
	does, f := a.Op.op.does, a.Image.Format
	switch {
	case does == doSize || does == doCount || does == doControl:
		return nil // integers: their low bits
	case f.Numeric.Integer() && f.Bits == 32:
		return &TextureError{fmt.Sprintf("16-bit results of image %s of format %s", a.Image.Name, f.Name)}
	case f.Numeric.Integer():
		return nil
	}
	for ; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		for c := range t.Out {
			t.Out[c][lane] = uint32(num.NarrowHalf(t.Out[c][lane]))
		}
	}
	return nil
}
