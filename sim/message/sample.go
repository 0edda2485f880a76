package message

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// samplerFields takes the parameters and components of a sampler message.
func (m *Message) samplerFields(f *native.DescValues, regs int) (err error) {
	t := &m.Texture
	t.Sampler = uint8(f[native.DescIndex])
	if t.Words = m.Kind == native.MsgSamplerWords || m.Kind == native.MsgSamplerWordsHalf; t.Words {
		t.Each = 1
	}
	t.Params = uint8(regs / int(t.Each))
	if t.Op, err = mem.ParseSamplerOp(f[native.DescType], int(t.Params), t.levelSecond); err != nil {
		return textureError(err)
	}
	if regs%int(t.Each) != 0 {
		return unmodelled("sampler payload of %d registers with %d lanes", regs, m.Lanes)
	}
	if t.Words && t.Op.Samples() {
		return unmodelled("message %v that loads samples: no source says which of its parameters have 16 bits", m.Kind)
	}
	m.Cell = 4
	if m.Kind == native.MsgSamplerHalf || m.Kind == native.MsgSamplerWordsHalf {
		m.Cell = 2
	}
	each := m.stride() / int(m.GRF)
	t.Parts, t.Behind = uint8(f[native.DescRlen]/each), uint8(f[native.DescRlen]%each)
	if t.Parts == 5 && t.Behind == 0 && each == 1 { // four components, and the mask of null pixels
		t.Parts, t.Behind = 4, 1
	}
	if t.Parts < 1 || t.Parts > 4 || t.Behind > 0 && (t.Behind > 1 || t.levelSecond || f[native.DescHeader] == 0) {
		return unmodelled("sampler response of %d registers with %d lanes", f[native.DescRlen], m.Lanes)
	}
	return nil
}

// sample executes a message to the sampler.
func (p *Port) sample(m *Message, img *mem.Image, regs []byte, em uint32) (err error) {
	t := &m.Texture
	a := mem.Access{Op: t.Op, Image: img}
	off, first, bindless := uint32(0), 0, false // bit 1: the component does not come back; the sampler that the pointer is to
	masked := -1                                // components before a mask of null pixels
	if m.Header >= 0 {
		states := word(regs, m.Header, fixed.SamplerStates.Dword())
		bindless = t.bindless && fixed.SamplerBindless.Of(states) != 0
		first = int(fixed.SamplerStates.Of(states))
		h := word(regs, m.Header, fixed.SamplerOffsets.Dword())
		if masked, err = m.nullMask(img, h); err != nil {
			return &LaneError{-1, err}
		}
		a.Offset, a.Channel = mem.ParseOffsets(fixed.SamplerOffsets.Of(h)), int(fixed.SamplerChannel.Of(h))
		off = fixed.SamplerMask.Of(h)
		if m.Pair {
			if err := m.pairMode(h); err != nil {
				return &LaneError{-1, err}
			}
		}
	}
	if t.Op.Filters() {
		ref := mem.SamplerRef{States: first, Index: int(t.Sampler), Header: m.Header >= 0}
		if bindless {
			ref = mem.SamplerRef{States: first, Header: true, Bindless: true}
		}
		if a.Sampler, err = p.refs.Sampler(ref); err != nil {
			return &LaneError{-1, err}
		}
	}
	if err := allowed(&a, off); err != nil {
		return &LaneError{-1, err}
	}
	p.tex.Clear()
	for i := range int(t.Params) {
		switch {
		case m.Pair:
			m.pairRow(regs, i, p.tex.Param(t.Op, i))
		case t.Words:
			m.wordRow(regs, i, p.tex.Param(t.Op, i))
		default:
			p.row(m, regs, i, p.tex.Param(t.Op, i))
		}
	}
	if m.Pair {
		p.tex.OfBuffer(img)
		p.tex.Run(&a, em)
		p.pairGive(m, regs, em)
		return nil
	}
	p.tex.Run(&a, em)
	if m.Cell == 2 {
		if err := p.tex.Narrow(&a, em); err != nil {
			return &LaneError{-1, err}
		}
	}
	p.give(m, regs, em, ^off, masked)
	return nil
}

// nullMask is how many components come back before a mask of null pixels, -1 without one. The header asks for it, and the
// response has a register more (Mesa, brw_lower_logical_sends.cpp; IGC).
func (m *Message) nullMask(img *mem.Image, h uint32) (int, error) {
	t := &m.Texture
	each := m.stride() / int(m.GRF)
	regs := int(t.Parts)*each + int(t.Behind)
	switch asked := fixed.SamplerNullPixels.Of(h) != 0; {
	case !asked && t.Behind > 0:
		return -1, fmt.Errorf("sampler response of %d registers with %d lanes, and no mask of null pixels in M0.2 (%#x): want %d registers for each component", regs, m.Lanes, h, each)
	case !asked:
		return -1, nil
	case t.levelSecond:
		return -1, unmodelled("sampler message with a mask of null pixels in M0.2 (%#x), which came with Gen9", h)
	case m.Pair:
		return -1, unmodelled("message %v with a mask of null pixels: no source says where it is", m.Kind)
	case img.Null():
		return -1, unmodelled("the mask of null pixels of a null surface, which no source gives")
	case (regs-1)%each != 0:
		return -1, fmt.Errorf("sampler response of %d registers with %d lanes and a mask of null pixels: want one more than %d for each component", regs, m.Lanes, each)
	}
	return (regs - 1) / each, nil
}

var errAllMasked = errors.New("sampler message whose header masks all four channels, which is not allowed: want one that comes back")

// allowed is what the fields of a header must not be (Broxton PRM vol. 6, message header of
// the sampler): off are the channels that do not come back.
func allowed(a *mem.Access, off uint32) error {
	switch {
	case off == 15:
		return errAllMasked
	case off != 0 && a.Op.Gathers():
		return fmt.Errorf("sampler message that gathers texels, whose header masks channels (%#x): want none masked", off)
	case a.Channel != 0 && a.Op.Gathers() && a.Op.Compares():
		return fmt.Errorf("sampler message that gathers comparisons, whose header selects channel %d: want 0, which is red", a.Channel)
	}
	return a.Check()
}

// stride is the bytes from component to component: whole registers.
func (m *Message) stride() int {
	return (int(m.Lanes)*int(m.Cell) + int(m.GRF) - 1) / int(m.GRF) * int(m.GRF)
}

// wordRow copies parameter i, words in one register: halves of a message with a filter but for its offsets, signed integers of others.
func (m *Message) wordRow(regs []byte, i int, to *[mem.Lanes]uint32) {
	from := regs[m.Data.Regs[i]:]
	halves := m.Texture.Op.Halves(i)
	for lane := range int(m.Lanes) {
		w := binary.LittleEndian.Uint16(from[2*lane:])
		if to[lane] = uint32(int32(int16(w))); halves {
			to[lane] = num.WidenHalf(w)
		}
	}
}

// give writes the components of channels to the response, as many as it has room
// for. Behind masked of them, unless that is -1, lies a register whose first dword has a bit for each enabled lane: all texels are
// resident.
func (p *Port) give(m *Message, regs []byte, em, channels uint32, masked int) {
	at, left := int(m.Dst), int(m.Texture.Parts)
	if masked >= 0 {
		left = masked
	}
	stride := m.stride()
	for c := range p.tex.Out {
		if channels>>c&1 == 0 || left == 0 {
			continue
		}
		for e := em; e != 0; e &= e - 1 {
			lane := bits.TrailingZeros32(e) & (mem.Lanes - 1)
			if m.Cell == 2 {
				binary.LittleEndian.PutUint16(regs[at+2*lane:], uint16(p.tex.Out[c][lane]))
			} else {
				binary.LittleEndian.PutUint32(regs[at+4*lane:], p.tex.Out[c][lane])
			}
		}
		at += stride
		left--
	}
	if masked >= 0 {
		binary.LittleEndian.PutUint32(regs[int(m.Dst)+masked*stride:], em)
	}
}
