package message

import (
	"math"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/mem"
)

// samplePixels executes a sample of a block of pixels, whatever lanes are enabled: a dword of the payload is a number of the whole block.
func (p *Port) samplePixels(m *Message, img *mem.Image, regs []byte) error {
	ref := mem.SamplerRef{Index: int(m.Texture.Sampler)}
	b := mem.UnormBlock{Channels: 15}
	if m.Header >= 0 {
		states := word(regs, m.Header, fixed.SamplerStates.Dword())
		ref.States, ref.Header = int(fixed.SamplerStates.Of(states)), true
		if m.Texture.bindless && fixed.SamplerBindless.Of(states) != 0 {
			ref = mem.SamplerRef{States: ref.States, Header: true, Bindless: true}
		}
		h := word(regs, m.Header, fixed.SamplerMask.Dword())
		b.Channels, b.Output = ^fixed.SamplerMask.Of(h)&15, mem.UnormOutput(fixed.SamplerOutput.Of(h))
		if fixed.SamplerNullPixels.Of(h) != 0 {
			return &LaneError{-1, unmodelled("message %v with a mask of null pixels in M0.2 (%#x), which it must not have", m.Kind, h)}
		}
	}
	sampler, err := p.refs.Sampler(ref)
	if err != nil {
		return &LaneError{-1, err}
	}
	at := int32(m.Data.Regs[0])
	number := func(f fixed.Field) float32 { return math.Float32frombits(word(regs, at, f.Dword())) }
	b.U, b.V = number(fixed.UnormBlockU), number(fixed.UnormBlockV)
	b.DeltaU, b.DeltaV = number(fixed.UnormBlockDeltaU), number(fixed.UnormBlockDeltaV)
	n, err := b.Bytes()
	switch {
	case err != nil:
	case n == 0:
		err = errAllMasked
	case n != int(m.Response):
		err = unmodelled("message %v with a response of %d bytes: its components have %d", m.Kind, m.Response, n)
	default:
		err = p.tex.Unorm(img, sampler, &b, regs[m.Dst:][:n])
	}
	if err != nil {
		return &LaneError{-1, err}
	}
	return nil
}
