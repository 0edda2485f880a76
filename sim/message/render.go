package message

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Aside is what a thread that was made for pixels has beside its registers for the render cache: what r0, r1 and r2 held
// when it started, and its dispatch mask. A message without a header is about these pixels.
type Aside struct {
	Registers *[3][8]uint32 // nil: the launch has no such thing
	Mask      uint32
}

// Render is what a message on a render target does, beside the common fields of Message.
type Render struct {
	Parts [maxParts]renderPart // of the payload
	Count uint8

	First  uint8 // slot of the first lane, among those of the dispatch
	Row    uint8 // register of the dispatch with the places of these slots
	Narrow bool
	Null   bool
	Same   bool // one colour for all pixels

	target native.Target
}

// maxParts is how many parts a payload has at most.
const maxParts = 16

// renderPart is registers of a payload; with bits it is there when all fields of the header are set.
type renderPart struct {
	part  native.Part
	count uint8
	when  fixed.Field
	cond  bool
}

// Registers of the dispatch: r0, and those with places.
const (
	asideTarget = 0
	asidePixels = 1
	subspan     = 4 // slots of a subspan
)

// errNoPixels is a message without a header in a thread that was made for no pixels.
var errNoPixels = errors.New("message on a render target without a header: the launch says nothing of the pixels that the thread was made for")

// render takes what a message on a render target does from the fields.
func (m *Message) render(t native.Target, info *native.MessageInfo) error {
	f, r := &info.Field, &m.Render
	*r = Render{First: uint8(8*f[native.DescHigh] + 16*f[native.DescSlots]), Row: uint8(asidePixels + f[native.DescSlots]), Narrow: f[native.DescNarrow] != 0, Null: f[native.DescNull] != 0, Same: f[native.DescReplicated] != 0, target: t}
	m.Sample, m.Cell = false, 4
	m.Texture.Each, m.Texture.Parts = uint8(int(m.Lanes)*4/int(m.GRF)), 4
	if r.Narrow {
		m.Cell, m.Texture.Each = 2, 1
	}
	switch {
	case f[native.DescCoarse] != 0:
		return unmodelled("message %v of coarse pixels: a launch has none", m.Kind)
	case f[native.DescPersample] != 0:
		return unmodelled("message %v for each sample: surfaces have one", m.Kind)
	}
	for _, p := range native.PayloadParts(t, *info) {
		if int(r.Count) == maxParts || len(p.When) > 1 {
			return unmodelled("payload of message %v with more than %d parts", m.Kind, maxParts)
		}
		at := renderPart{part: p.Part, count: uint8(p.Count)}
		for _, c := range p.When {
			at.when, at.cond = c.Field, true
		}
		r.Parts[r.Count] = at
		r.Count++
	}
	return nil
}

// pixels is where the pixels of a message are: its header, or the dispatch.
type pixels struct {
	target, places [8]uint32 // as Words Target and Words Pixels have them
	mask           uint32    // lanes that are written
}

// pixels finds the pixels of a message whose channels are em.
func (p *Port) pixels(m *Message, regs []byte, em uint32) (x pixels, err error) {
	if m.Header >= 0 {
		for i := range 8 {
			x.target[i] = word(regs, m.Header, i)
			x.places[i] = word(regs, int32(m.Data.Regs[0]), i)
		}
		x.mask = fixed.PixelsEnables.Of(x.places[fixed.PixelsEnables.Dword()]) >> (m.Render.First & 8)
		return x, nil
	}
	if p.Aside.Registers == nil {
		return x, errNoPixels
	}
	x.target, x.places = p.Aside.Registers[asideTarget], p.Aside.Registers[m.Render.Row]
	made := p.Aside.Mask >> m.Render.First & (1<<m.Lanes - 1)
	if x.mask = em & made; x.mask != made && !m.Render.target.Caps().SendPixels {
		return x, unmodelled("message %v without a header under a mask of channels: the target writes all pixels of the dispatch then, and no source says with which colours", m.Kind)
	}
	return x, nil
}

// layer is the layer of the surface.
func (x *pixels) layer(t native.Target) uint32 {
	if t.Caps().LateLayer {
		return fixed.PixelsLayer.Of(x.places[fixed.PixelsLayer.Dword()])
	}
	return fixed.TargetLayer.Of(x.target[fixed.TargetLayer.Dword()])
}

// corners are the fields with the places of subspans.
var corners = [4][2]fixed.Field{
	{fixed.PixelsX0, fixed.PixelsY0}, {fixed.PixelsX1, fixed.PixelsY1}, {fixed.PixelsX2, fixed.PixelsY2}, {fixed.PixelsX3, fixed.PixelsY3},
}

// places gives the coordinates of all lanes to the port's texels.
func (p *Port) places(m *Message, x *pixels) {
	layer := x.layer(m.Render.target)
	first := int(m.Render.First) % 16
	for lane := range int(m.Lanes) {
		slot := first + lane
		at := corners[slot/subspan]
		p.tex.Coordinate(0)[lane] = at[0].Of(x.places[at[0].Dword()]) + uint32(slot&1)
		p.tex.Coordinate(1)[lane] = at[1].Of(x.places[at[1].Dword()]) + uint32(slot>>1&1)
		p.tex.Coordinate(2)[lane] = layer
	}
}

// target executes a message on a render target.
func (p *Port) target(m *Message, img *mem.Image, regs []byte, em uint32) error {
	x, err := p.pixels(m, regs, em)
	if err != nil {
		return &LaneError{-1, err}
	}
	x.mask &= 1<<m.Lanes - 1
	if err := m.fits(img, &x); err != nil {
		return &LaneError{-1, err}
	}
	p.tex.Clear()
	p.places(m, &x)
	if m.Action == RenderRead {
		p.tex.Typed(img, x.mask&em)
		p.give(m, regs, x.mask&em, 15, -1)
		return nil
	}
	if err := p.colours(m, img, regs, &x); err != nil {
		return &LaneError{-1, err}
	}
	if !m.Render.Null {
		p.left(img, p.tex.Render(img, x.mask))
	}
	return nil
}

// fits is an error for a surface or a header that the message cannot have.
func (m *Message) fits(img *mem.Image, x *pixels) error {
	if err := img.Rendered(int(m.Render.target)); err != nil {
		return textureError(err)
	}
	head := x.target[fixed.TargetAlpha.Dword()]
	switch {
	case fixed.TargetSample.Of(head) != 0:
		return unmodelled("message %v of sample %d: surfaces have one", m.Kind, fixed.TargetSample.Of(head))
	case x.layer(m.Render.target) != 0 && !img.Layered():
		return unmodelled("layer %d of a render target of kind %s: no source says which texel it is", x.layer(m.Render.target), img.Kind)
	case m.Action == RenderRead && head&(fixed.TargetAlpha.Mask()|fixed.TargetMask.Mask()|fixed.TargetDepth.Mask()|fixed.TargetStencil.Mask()) != 0:
		return fmt.Errorf("read of a render target whose header says that the payload has more: dword 0 is %#x, want bits 14:11 clear", head)
	case m.Render.Narrow && img.Format.Numeric.Integer():
		return unmodelled("colours of 16 bits for format %s: no source says what integers they are", img.Format.SurfaceName())
	}
	return nil
}

// componentParts are the parts of a payload with the components of a colour.
var componentParts = [4]native.Part{native.PartRed, native.PartGreen, native.PartBlue, native.PartAlpha}

// noUnit are the parts that go to a unit that a launch has not.
var noUnit = [native.NumParts]string{
	native.PartSampleMask: "a sample mask, and no source says what it does to surfaces of one sample",
	native.PartDepth:      "depths, and a launch has no depth buffer",
	native.PartStencil:    "stencil values, and a launch has no stencil buffer",
}

// colours takes the colours from the payload. Of what else is there the alpha of the first target and the second source
// are for a blend unit, which a launch has not: colours replace what the surface holds.
func (p *Port) colours(m *Message, img *mem.Image, regs []byte, x *pixels) error {
	at := 0
	if m.Header >= 0 {
		at = 1 // the header is none of Data
	}
	dword := func(i int) uint32 { return x.target[i] }
	next, seen := at, -1
	for _, r := range m.Render.Parts[:m.Render.Count] {
		switch {
		case m.Header >= 0 && (r.part == native.PartHeader || r.part == native.PartPixels):
			continue
		case r.cond && !(native.HeaderCond{Field: r.when}).Holds(dword):
			continue
		case noUnit[r.part] != "":
			return unmodelled("message %v with %s", m.Kind, noUnit[r.part])
		case r.part == native.PartRed || r.part == native.PartColour:
			seen = next
		}
		next += int(r.count)
	}
	if next != int(m.Data.Count) {
		return fmt.Errorf("%v: the payload has %d registers: want %d of what its header, or the dispatch, says", m.Kind, int(m.Data.Count)-at, next-at)
	}
	if m.Render.Same {
		p.replicate(m, regs, seen)
		return nil
	}
	for c := range componentParts {
		p.component(m, regs, seen+c*int(m.Texture.Each), &p.tex.Out[c])
	}
	return nil
}

// replicate gives all lanes the one colour of a payload.
func (p *Port) replicate(m *Message, regs []byte, at int) {
	for c := range p.tex.Out {
		v := word(regs, int32(m.Data.Regs[at]), c)
		for lane := range int(m.Lanes) {
			p.tex.Out[c][lane] = v
		}
	}
}

// component takes a component of all lanes from register at of the payload on; narrow ones become floats.
func (p *Port) component(m *Message, regs []byte, at int, to *[mem.Lanes]uint32) {
	per := int(m.GRF) / int(m.Cell)
	for lane := range int(m.Lanes) {
		from := regs[int(m.Data.Regs[at+lane/per])+lane%per*int(m.Cell):]
		if m.Render.Narrow {
			to[lane] = num.WidenHalf(binary.LittleEndian.Uint16(from))
			continue
		}
		to[lane] = binary.LittleEndian.Uint32(from)
	}
}
