package mem

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/genvisa/genvisa/internal/num"
)

// parameter says what one of the parameters of a sampler message is.
type parameter uint8

const (
	paramU parameter = iota
	paramV
	paramR
	paramLod
	paramOffU
	paramOffV
	paramOther // makes no difference to images of one level: bias, gradients, the index in an array of cubes
	numParams
)

// action is what a sampler message does.
type action uint8

const (
	notModelled action = iota
	doSample
	doLoad
	doGather
	doSize
	doCount
)

// samplerOp is a row of samplerOps.
type samplerOp struct {
	name   string
	does   action
	params []parameter // in the order of the message; those that are left out at the end are 0
	why    string      // of notModelled
	gen9   bool        // Gen8 and before have no such message
	vector []parameter // of two vectors of four, as dwords of each; nil: not known
}

// samplerOps are the sampler messages by their code, which vISA and native
// descriptors share (message reference, section 7.2; Gen9 and later).
var samplerOps = [32]samplerOp{
	0: {name: "sample", does: doSample, params: []parameter{paramU, paramV, paramR, paramOther}},
	1: {name: "sample_b", does: doSample, params: []parameter{paramOther, paramU, paramV, paramR, paramOther}},
	2: {name: "sample_l", does: doSample, params: []parameter{paramOther, paramU, paramV, paramR, paramOther},
		vector: []parameter{paramU, paramV, paramR, paramOther, paramOther}},
	3: {name: "sample_c", why: compares},
	4: {name: "sample_d", does: doSample, params: []parameter{paramU, paramOther, paramOther, paramV, paramOther, paramOther, paramR, paramOther, paramOther, paramOther},
		vector: []parameter{paramU, paramV, paramR, paramOther, paramOther, paramOther, paramOther, paramOther, paramOther, paramOther}},
	5: {name: "sample_b_c", why: compares},
	6: {name: "sample_l_c", why: compares},
	7: {name: "ld", does: doLoad, params: []parameter{paramU, paramV, paramLod, paramR},
		vector: []parameter{paramU, paramV, paramR, paramLod}},
	8: {name: "gather4", does: doGather, params: []parameter{paramU, paramV, paramR, paramOther},
		vector: []parameter{paramU, paramV, paramR, paramOther}},
	9: {name: "lod", why: "the level of detail of a place follows from its neighbours"},
	10: {name: "resinfo", does: doSize, params: []parameter{paramLod},
		vector: []parameter{paramLod}},
	11: {name: "sampleinfo", does: doCount, params: []parameter{paramOther},
		vector: []parameter{}},
	12: {name: "sample_killpix", why: "it ends channels of pixel shaders"},
	16: {name: "gather4_c", why: compares},
	17: {name: "gather4_po", does: doGather, params: []parameter{paramU, paramV, paramOffU, paramOffV, paramR},
		vector: []parameter{paramU, paramV, paramR, paramOther, paramOffU, paramOffV}},
	18: {name: "gather4_po_c", why: compares},
	20: {name: "sample_d_c", why: compares},
	22: {name: "sample_min", why: reduces},
	23: {name: "sample_max", why: reduces},
	24: {name: "sample_lz", does: doSample, params: []parameter{paramU, paramV, paramR, paramOther}, gen9: true},
	25: {name: "sample_c_lz", why: compares},
	26: {name: "ld_lz", does: doLoad, params: []parameter{paramU, paramV, paramR}, gen9: true},
	28: {name: "ld2dms_w", why: manySamples},
	29: {name: "ld_mcs", why: manySamples},
	30: {name: "ld2dms", why: manySamples},
	31: {name: "ld2dss", why: manySamples},
}

// Reasons of messages that are not modelled.
const (
	compares    = "a comparison needs a function that OpenCL samplers do not have"
	reduces     = "no OpenCL sampler reduces"
	manySamples = "images have one sample"
)

// legacyLoad is ld with the order of parameters of Gen8 and before.
var legacyLoad = samplerOp{name: "ld", does: doLoad, params: []parameter{paramU, paramLod, paramV, paramR}}

// TextureError is a message on images that is not modelled.
type TextureError struct{ What string }

// Error says what, and why.
func (e *TextureError) Error() string { return e.What }

// Is reports that the error is errors.ErrUnsupported.
func (e *TextureError) Is(target error) bool { return target == errors.ErrUnsupported }

// SamplerOp is a sampler message.
type SamplerOp struct {
	op     *samplerOp
	params int
}

// ParseSamplerOp is the message of a code with so many parameters. Old is for Gen8 and before, where ld
// has the level of detail as its second parameter and some messages are not there. What is not modelled is
// a *TextureError.
func ParseSamplerOp(code, params int, old bool) (SamplerOp, error) {
	if code < 0 || code >= len(samplerOps) || samplerOps[code].name == "" {
		return SamplerOp{}, &TextureError{fmt.Sprintf("sampler message %d: no such message is known", code)}
	}
	op := &samplerOps[code]
	why := op.why
	if old && op.gen9 {
		why = "it came with Gen9"
	}
	if why != "" {
		return SamplerOp{}, &TextureError{fmt.Sprintf("sampler message %s is not modelled: %s", op.name, why)}
	}
	if old && op.does == doLoad && len(op.params) == len(legacyLoad.params) {
		op = &legacyLoad
	}
	if params > len(op.params) {
		return SamplerOp{}, fmt.Errorf("%d parameters of sampler message %s: legal are up to %d", params, op.name, len(op.params))
	}
	return SamplerOp{op, params}, nil
}

// vectorOps are the messages with two vectors (SIMD4x2).
var vectorOps = func() (ops [32]samplerOp) {
	for i := range samplerOps {
		ops[i] = samplerOps[i]
		ops[i].params = samplerOps[i].vector
	}
	return ops
}()

// ParseVectorOp is ParseSamplerOp for a message with two vectors of four (SIMD4x2), whose parameters
// are four to a register.
func ParseVectorOp(code, registers int, old bool) (SamplerOp, error) {
	o, err := ParseSamplerOp(code, 0, old)
	if err != nil {
		return o, err
	}
	op := &vectorOps[code]
	if op.params == nil {
		return SamplerOp{}, &TextureError{fmt.Sprintf("sampler message %s of two vectors: no source gives its payload", op.name)}
	}
	if most := (len(op.params) + 3) / 4; registers > most {
		return SamplerOp{}, fmt.Errorf("%d registers of parameters of sampler message %s: legal are up to %d", registers, op.name, most)
	}
	return SamplerOp{op, len(op.params)}, nil
}

// Params is how many parameters the message has.
func (o SamplerOp) Params() int { return o.params }

// Filters says that the message needs a sampler.
func (o SamplerOp) Filters() bool { return o.op.does == doSample || o.op.does == doGather }

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

// Clear makes all parameters 0.
func (t *Texels) Clear() { clear(t.in[:]) }

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
}

// Check is an error for offsets of texels where a message may have none: beside coordinates that
// are not normalized, and on a buffer (Broxton PRM vol. 6, message header of the sampler).
func (a *Access) Check() error {
	switch {
	case a.Image.null && a.Op.op.does == doSize:
		return &TextureError{"the size of a null surface, which no source at hand gives"}
	case a.Offset == Offsets{}:
	case a.Sampler != nil && !a.Sampler.Normalized:
		return fmt.Errorf("sampler message with the texel offsets %v and a sampler of coordinates that are not normalized: want no offsets, or normalized coordinates", a.Offset)
	case a.Image.Kind == Image1DBuffer:
		return fmt.Errorf("sampler message with the texel offsets %v on a buffer: want none", a.Offset)
	}
	if a.Sampler != nil {
		return a.Sampler.fits(a.Image)
	}
	return nil
}

// Run executes the lanes of mask.
func (t *Texels) Run(a *Access, mask uint32) {
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
		case doCount:
			out[0] = 1
		}
		for c := range out {
			t.Out[c][lane] = out[c]
		}
	}
}

// loadLane reads the texel at integer coordinates; there is no level but 0.
func (t *Texels) loadLane(a *Access, lane int, out *[4]uint32) {
	at := t.integers(a.Image, lane)
	for d := range imageKinds[a.Image.Kind].spatial {
		at[d] += a.Offset[d]
	}
	if t.in[paramLod][lane] != 0 {
		at[0] = -1
	}
	a.Image.sampled(&at, nil, out)
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
	out[3] = 1
	if level != 0 {
		return
	}
	for d := range m.Kind.Coordinates() {
		out[d] = uint32(m.Extent[d])
	}
}

// float is a coordinate of a lane.
func (t *Texels) float(d, lane int) float32 { return math.Float32frombits(t.in[d][lane]) }

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
	case does == doSize || does == doCount:
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
