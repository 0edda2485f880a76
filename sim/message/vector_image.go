package message

import (
	"encoding/binary"
	"math/bits"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// In messages on images with two vectors of four, dword i%4 of vector v in register i/4 of the
// payload is parameter i of the place of v, which is done as lane 4v; its components come back in the
// four dwords of v in one register.

// pairTexture takes the form of a message on an image with two vectors.
func (m *Message) pairTexture(f *native.DescValues, regs int) (err error) {
	m.Pair = true
	t := &m.Texture
	if m.Action == Sample {
		return m.pairSample(f, regs)
	}
	if f[native.DescHeader] == 0 {
		return unmodelled("message %v without a header: no source says that it may be", m.Kind)
	}
	if m.Action == TypedAtomic {
		return m.atomic(integers, f)
	}
	t.Parts = 4
	return m.components(f)
}

// pairSample takes the parameters of a sample of two vectors.
func (m *Message) pairSample(f *native.DescValues, regs int) (err error) {
	t := &m.Texture
	t.Sampler, t.Parts = uint8(f[native.DescIndex]), 4
	if t.Op, err = mem.ParseVectorOp(f[native.DescType], regs, t.levelSecond); err != nil {
		return textureError(err)
	}
	t.Params = uint8(min(4*regs, t.Op.Params()))
	switch {
	case f[native.DescRlen] != 1:
		return unmodelled("message %v with a response of %d registers: two vectors have one", m.Kind, f[native.DescRlen])
	case !t.levelSecond && f[native.DescHeader] == 0:
		return unmodelled("message %v without a header, which is SIMD8D: no source gives its payload", m.Kind)
	}
	return nil
}

// pairMode checks the mode in the header of a sample.
func (m *Message) pairMode(h uint32) error {
	switch {
	case fixed.SamplerMask.Of(h) != 0:
		return unmodelled("message %v without some components (M0.2 %#x): no source says where the others are", m.Kind, h)
	case !m.Texture.levelSecond && fixed.SamplerVectors.Of(h) == 0:
		return unmodelled("message %v without bit 22 of M0.2 (%#x), which is SIMD8D: no source gives its payload", m.Kind, h)
	case m.Texture.levelSecond && fixed.SamplerVectors.Of(h) != 0:
		return unmodelled("message %v with bit 22 of M0.2 (%#x), which came with Gen9", m.Kind, h)
	}
	return nil
}

// pairRow copies parameter i of both vectors.
func (m *Message) pairRow(regs []byte, i int, to *[mem.Lanes]uint32) {
	at := int32(m.Data.Regs[i/vectorLanes])
	to[0], to[vectorLanes] = word(regs, at, i%vectorLanes), word(regs, at, vectorLanes+i%vectorLanes)
}

// pairGive writes the components of the vectors of em.
func (p *Port) pairGive(m *Message, regs []byte, em uint32) {
	for ; em != 0; em &= em - 1 {
		first := bits.TrailingZeros32(em) & vectorLanes
		for c := range p.tex.Out {
			binary.LittleEndian.PutUint32(regs[int(m.Dst)+4*(first+c):], p.tex.Out[c][first])
		}
	}
}

// pairTyped executes a typed message for the vectors of em.
func (p *Port) pairTyped(m *Message, img *mem.Image, regs []byte, em uint32) error {
	if mask := word(regs, m.Header, fixed.MemorySamples.Dword()); mask != 0 {
		return &LaneError{-1, unmodelled("message %v with %#x in M0.7: no source says what other than 0 does", m.Kind, mask)}
	}
	p.tex.Clear()
	at := int32(m.Data.Regs[0])
	for v := range 2 {
		if w := word(regs, at, v*vectorLanes+3); w != 0 && em>>(v*vectorLanes)&1 != 0 {
			return &LaneError{v * vectorLanes, unmodelled("message %v with %#x behind the coordinates of a vector: no source says what other than 0 does", m.Kind, w)}
		}
	}
	for i := range 3 {
		m.pairRow(regs, i, p.tex.Coordinate(i))
	}
	if m.Action == TypedRead {
		p.tex.Typed(img, em)
		p.pairGive(m, regs, em)
		return nil
	}
	if err := writable(img); err != nil {
		return err
	}
	if m.Action == TypedWrite {
		for c := range p.tex.Out {
			m.pairRow(regs, vectorLanes+c, &p.tex.Out[c])
		}
		p.left(img, p.tex.Write(img, em, uint32(m.Texture.Channels)))
		return nil
	}
	row := mem.AtomicRow{Mask: em, Size: 4, Op: memOps[m.Op], Old: p.old[:]}
	if m.One {
		row.X = regs[m.Data.Regs[1]:]
	}
	if m.Two {
		row.Y = row.X[4:] // the dword behind the first operand
	}
	return p.texelAtomic(m, img, regs, &row)
}
