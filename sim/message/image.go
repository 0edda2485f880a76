package message

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Texture is what a message does to an image, beside the common fields of Message.
type Texture struct {
	Op       mem.SamplerOp // of Sample
	Sampler  uint8         // index
	Params   uint8         // coordinates, or parameters of Sample, of Each registers
	Each     uint8         // registers of a parameter
	Words    bool          // parameters are of 16 bits
	Parts    uint8         // components that come back, at most
	Behind   uint8         // registers behind those: 1 with a mask of null pixels
	Channels uint8         // components of a typed message, bit 0 being R
	High     bool          // the upper byte of the header's sample mask counts
	First    uint8         // row of the image where a field begins
	Step     uint8         // rows from one line to the next: 2 of one field

	levelSecond bool // native.Caps.LevelSecond of the target
	bindless    bool // native.Caps.BindlessSamplers
}

// Codes of the lines of one field of a media block.
const (
	linesTop    = 6
	linesBottom = 7
)

// texture takes what a message on an image does from the fields.
func (m *Message) texture(shape shape, info *native.MessageInfo) (err error) {
	f, t := &info.Field, &m.Texture
	m.Sample = false
	t.Channels = uint8(^f[native.DescOff] & 15)
	t.High = f[native.DescSlots] == 2 || f[native.DescHigh] != 0
	regs := f[native.DescMlen] - f[native.DescHeader]
	t.Each = uint8(int(m.Lanes) * 4 / int(m.GRF))
	if shape == vectorTexels {
		return m.pairTexture(f, regs)
	}
	switch m.Action {
	case Sample:
		return m.samplerFields(f, regs)
	case SampleBlock:
		t.Sampler = uint8(f[native.DescIndex])
		return nil
	case TypedWrite:
		regs -= bits.OnesCount8(t.Channels)
	case TypedAtomic:
		if err := m.atomic(integers, f); err != nil {
			return err
		}
		regs -= f[native.DescOperands]
	case MediaRead, MediaWrite:
		return m.lines(f[native.DescLines])
	}
	t.Params, t.Parts = uint8(regs), 4
	if m.Action != TypedAtomic && f[native.DescSlots] != 1 && f[native.DescSlots] != 2 {
		return unmodelled("typed message with slot group %d", f[native.DescSlots])
	}
	if regs < 1 || regs > 4 {
		return unmodelled("typed message with %d coordinates", regs)
	}
	return nil
}

// textureError is an error of sim/mem about a sampler message as one of this package.
func textureError(err error) error {
	if errors.Is(err, errors.ErrUnsupported) {
		return unmodelled("%v", err)
	}
	return err
}

// lines is which lines of an interlaced picture a media block has.
func (m *Message) lines(code int) error {
	t := &m.Texture
	switch code {
	case 0:
		t.Step = 1
	case linesTop, linesBottom:
		t.First, t.Step = uint8(code-linesTop), 2
	default:
		return unmodelled("media block with line stride %d", code)
	}
	return nil
}

// image executes a message on an image.
func (p *Port) image(m *Message, regs []byte, em uint32) error {
	img, err := p.refs.Image(m.ref(regs))
	if err != nil {
		return &LaneError{-1, err}
	}
	if m.Action != Sample && m.Action != SampleBlock {
		if err := m.single(img); err != nil {
			return &LaneError{-1, err}
		}
	}
	if m.Action == MediaRead || m.Action == MediaWrite {
		return p.media(m, img, regs)
	}
	if why := img.Format.Opaque(); why != "" {
		return &LaneError{-1, unmodelled("texels of the format %s: %s", img.Format.Name, why)}
	}
	if m.Pair {
		if err := m.enables(em); err != nil {
			return err
		}
		em &= vectorFirst
	}
	switch {
	case m.Action == RenderWrite, m.Action == RenderRead:
		return p.target(m, img, regs, em)
	case m.Action == Sample:
		return p.sample(m, img, regs, em)
	case m.Action == SampleBlock:
		return p.samplePixels(m, img, regs)
	case m.Pair:
		return p.pairTyped(m, img, regs, em)
	case m.Header >= 0:
		mask := word(regs, m.Header, fixed.MemorySamples.Dword())
		if m.Texture.High {
			mask >>= 8
		}
		em &= mask
	}
	return p.typed(m, img, regs, em)
}

// single is an error for a message of the data port that names one of several levels, or a texel of several samples: the
// others have the first level that messages see.
func (m *Message) single(img *mem.Image) error {
	switch {
	case img.SampleCount() > 1:
		return unmodelled("message %v on a surface with %d samples of each texel", m.Kind, img.SampleCount())
	case img.LevelCount() > 1 && m.Texture.Params > 3:
		return unmodelled("message %v with a level of detail on a surface with %d levels", m.Kind, img.LevelCount())
	}
	return nil
}

// row copies the registers of parameter i, which are each long, to dwords.
func (p *Port) row(m *Message, regs []byte, i int, to *[mem.Lanes]uint32) {
	n := int(m.GRF) / 4
	for r := range int(m.Texture.Each) {
		from := regs[m.Data.Regs[i*int(m.Texture.Each)+r]:]
		for k := range n {
			to[(r*n+k)&(mem.Lanes-1)] = binary.LittleEndian.Uint32(from[4*k:])
		}
	}
}

// typed executes a typed read, write or atomic.
func (p *Port) typed(m *Message, img *mem.Image, regs []byte, em uint32) error {
	t := &m.Texture
	p.tex.Clear()
	for i := range int(t.Params) {
		p.row(m, regs, i, p.tex.Coordinate(i))
	}
	if m.Action == TypedRead {
		p.tex.Typed(img, em)
		p.give(m, regs, em, uint32(t.Channels), -1)
		return nil
	}
	if err := writable(img); err != nil {
		return err
	}
	if m.Action == TypedWrite {
		n := int(t.Params)
		for c := range p.tex.Out {
			if t.Channels>>c&1 != 0 {
				p.row(m, regs, n, &p.tex.Out[c])
				n++
			}
		}
		p.left(img, p.tex.Write(img, em, uint32(t.Channels)))
		return nil
	}
	row := mem.AtomicRow{Mask: em, Size: 4, Op: memOps[m.Op], Old: p.old[:]}
	if m.One {
		row.X = regs[m.Data.Regs[t.Params]:][:m.GRF]
	}
	if m.Two {
		row.Y = regs[m.Data.Regs[t.Params+1]:][:m.GRF]
	}
	return p.texelAtomic(m, img, regs, &row)
}

// texelAtomic executes an atomic at the places of the lanes of a row.
func (p *Port) texelAtomic(m *Message, img *mem.Image, regs []byte, row *mem.AtomicRow) error {
	outside, err := p.tex.Atomic(img, row)
	p.left(img, outside)
	if err != nil {
		return &LaneError{-1, err}
	}
	if m.Return {
		p.answer(m, regs, row.Mask)
	}
	return nil
}

// writable refuses formats that only the sampler is known to take.
func writable(img *mem.Image) error {
	if !img.Format.Writable {
		return &LaneError{-1, unmodelled("typed write to the format %s, which only the sampler is known to take", img.Format.SurfaceName())}
	}
	return nil
}

// left keeps the first lane that wrote outside of an image.
func (p *Port) left(img *mem.Image, outside uint32) {
	if outside != 0 {
		p.Left = Outside{img.Buffer(), bits.TrailingZeros32(outside), true}
	}
}

// media moves a rectangle, whatever lanes are enabled.
func (p *Port) media(m *Message, img *mem.Image, regs []byte) error {
	size := word(regs, m.Header, fixed.MediaWidth.Dword())
	b := mem.Block{
		X: int(int32(word(regs, m.Header, fixed.MediaX.Dword()))), Y: int(int32(word(regs, m.Header, fixed.MediaY.Dword()))),
		Width: int(fixed.MediaWidth.Of(size)) + 1, Height: int(fixed.MediaHeight.Of(size)) + 1,
		First: int(m.Texture.First), Step: int(m.Texture.Step),
	}
	b.Pitch = mem.MediaPitch(b.Width)
	room := int(m.Response)
	if m.Action == MediaWrite {
		room = int(m.Data.Count) * int(m.GRF)
	}
	if b.Pitch*b.Height > room {
		return &LaneError{-1, unmodelled("media block of %d rows of %d bytes in %d bytes of registers", b.Height, b.Width, room)}
	}
	if m.Action == MediaRead {
		if !img.Format.Replicates() && !img.Inside(&b) {
			return &LaneError{-1, unmodelled("bytes outside of a surface of the format %s, which are those of the nearest texel", img.Format.Name)}
		}
		img.ReadBlock(&b, regs[m.Dst:])
		return nil
	}
	if !img.WriteBlock(&b, p.gather(m, &m.Data, regs, 1)) {
		p.Left = Outside{img.Buffer(), -1, true}
	}
	return nil
}
