package interp

import (
	"math"

	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// Bits of the channels of a block of pixels.
const (
	unormChannels = 15
	unormOutput   = 4 // and the bits above: the output
)

// unorm decodes a sample of a block of pixels.
func (d *decoder) unorm(c *inst, m *imageInst) (err error) {
	code := d.in.Arg(visa.ArgChannels).Imm
	m.pixels = mem.UnormBlock{Channels: uint32(code) & unormChannels, Output: mem.UnormOutput(code >> unormOutput)}
	n, err := m.pixels.Bytes()
	switch {
	case err != nil:
		return d.unsupported("%v", err)
	case n == 0:
		return d.invalid("channels %#x: want one at least", code)
	}
	for _, name := range [...]visa.ArgName{visa.ArgUOffset, visa.ArgVOffset, visa.ArgDeltau, visa.ArgDeltav} {
		if err := d.number(c, d.in.Arg(name), int(d.in.Op.Info().Args[name]-1)); err != nil {
			return err
		}
	}
	if err := d.imageSampler(m); err != nil {
		return err
	}
	if m.dst, err = d.at(visa.ArgDst, d.in.Arg(visa.ArgDst), int32(n), 1); err == nil && m.dst < 0 {
		err = d.invalid("operand dst is %%null")
	}
	return err
}

// number decodes an operand that is one float of 32 bits.
func (d *decoder) number(c *inst, o *visa.Operand, slot int) error {
	if o.Type != visa.F {
		return d.unsupported("scalar operand of type %s: want f", o.Type)
	}
	s, err := d.source(o, slot, sem.F, 1)
	if err != nil {
		return err
	}
	if o.Kind == visa.General {
		s.addr = -1
	}
	c.scalars = append(c.scalars, scalar{uint8(slot), s})
	return nil
}

// samplePixels executes it.
func (w *worker) samplePixels(t *thread, in *inst, img *mem.Image) error {
	m := in.image
	s, err := t.sampler(m)
	if err != nil {
		return err
	}
	b := m.pixels
	for i, to := range [...]*float32{&b.U, &b.V, &b.DeltaU, &b.DeltaV} {
		*to = math.Float32frombits(uint32(w.frame.Field[in.scalars[i].slot]))
	}
	return w.texels().Unorm(img, s, &b, t.image[m.dst:])
}
