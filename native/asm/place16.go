package asm

import "github.com/genvisa/genvisa/native"

// destination16 is the destination of an Align16 instruction. One of three
// sources that computes one element names it by its sub-register, with execution
// size 1 in the text (gen-encoding section 3.1).
func (p *parser) destination16(s *shape, three bool) {
	p.count(s, 1, "one like <1>")
	in, o := &p.in, &p.in.Dst
	o.Region = native.Dst1
	o.ChanEn = native.AllChannels
	if s.channels != nil {
		o.ChanEn = 0
		for _, c := range s.channels {
			k := channelOf(c)
			if k < 0 || o.ChanEn>>k != 0 {
				p.fail(s.at, "channels %q: want some of xyzw, in that order", s.channels)
				return
			}
			o.ChanEn |= 1 << k
		}
	}
	if three && in.ExecSize == 1 && s.channels == nil {
		p.scalar16(o)
	}
}

// rowBytes is what an Align16 operand names at once.
const rowBytes = 16

func (p *parser) scalar16(o *native.Operand) {
	lanes := 4
	if o.Type.Size() == 8 {
		lanes = 2
	}
	enables := 4 / lanes
	lane := int(o.Sub) / o.Type.Size() % lanes
	p.in.ExecSize = uint8(lanes)
	o.ChanEn = uint8(1<<enables-1) << (lane * enables)
	o.Sub -= uint16(lane * o.Type.Size())
}

// source16 is the source of an Align16 instruction, as printer.source16 writes it.
func (p *parser) source16(o *native.Operand, s *shape, three, last bool) {
	o.Swizzle = channelsXYZW
	if s.channels != nil {
		o.Swizzle = p.swizzle(s)
	}
	if !three {
		p.count(s, 1, "one like <4>")
		o.Region = native.Region{V: 4}
		if s.regions > 0 {
			o.Region.V = s.region[0]
		}
		return
	}
	if last {
		p.count(s, 1, "one like <1> or <0>")
	} else {
		p.count(s, 2, "one like <2;1> or <0;0>")
	}
	o.Region = native.Region{V: 4, W: 4, H: 1}
	if s.regions == 0 || s.region[0] != 0 || s.region[1] != 0 {
		return
	}
	if o.Type.Size() != 8 {
		o.Region = native.Scalar
		return
	}
	o.Swizzle = channelsXYXY
	if o.Sub%rowBytes == 8 {
		o.Sub -= 8
		o.Swizzle = channelsZWZW
	}
}

// swizzle is the selection of four channels, or of one for all.
func (p *parser) swizzle(s *shape) uint8 {
	w := s.channels
	if len(w) == 1 {
		w = []byte{w[0], w[0], w[0], w[0]}
	}
	if len(w) != len(channels) || !isChannels(w) {
		p.fail(s.at, "channels %q: want one or four of xyzw", s.channels)
	}
	v := 0
	for k, c := range w {
		v |= channelOf(c) << (2 * k)
	}
	return uint8(v)
}
