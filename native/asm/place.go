package asm

import "github.com/genvisa/genvisa/native"

// access decides the access mode: channels, and the implicit accumulators of
// macros where there is Align16, are Align16; so is what has no other form.
func (p *parser) access(shapes []shape) {
	in := &p.in
	in.Align16 = p.forms[in.Op].Align16
	for i := range shapes {
		in.Align16 = in.Align16 || shapes[i].channels != nil || shapes[i].macro && p.target.Caps().Align16
	}
}

// place turns the text of destination and sources into fields.
func (p *parser) place(shapes []shape) {
	in := &p.in
	macro := isMacro(in, p.target.Caps().Align16)
	three := len(shapes) == 4
	for i := range shapes {
		o, s := &in.Dst, &shapes[i]
		if i > 0 {
			o = &in.Src[i-1]
		}
		if o.File == native.Imm {
			continue
		}
		o.Sub = uint16(s.sub*o.Type.Size() + s.rest)
		switch {
		case macro:
			p.placeMacro(o, s, i, three)
		case i == 0 && in.Align16:
			p.destination16(s, three)
		case i == 0:
			o.Region = native.Dst1
			if s.regions > 0 {
				o.Region.H = s.region[0]
			}
			p.count(s, 1, "one like <1>")
		case in.Align16:
			p.source16(o, s, three, i == 3)
		case three:
			p.source3(o, s, i == 3)
		default:
			p.source1(o, s)
		}
	}
}

// count refuses a region of another form; none is always right.
func (p *parser) count(s *shape, n int, form string) {
	if s.regions != 0 && (s.regions != n || s.rows) {
		p.fail(s.at, "region of %d numbers: want %s", s.regions, form)
	}
}

// placeMacro is an operand of a step of the macros for division and square root:
// a packed register with an implicit accumulator.
func (p *parser) placeMacro(o *native.Operand, s *shape, i int, three bool) {
	p.count(s, 0, "none, behind mme0 to mme7 or nomme")
	if !s.macro {
		o.MME = native.NoMME
	}
	o.Region = native.Region{V: 1, W: 1}
	switch {
	case i == 0:
		o.Region = native.Dst1
	case p.in.Align16:
		o.Region = native.Region{V: 4}
	case three && i < 3:
		o.Region = native.RowRegion(4, 1)
	}
}

// source1 is a source of an Align1 instruction of one or two.
func (p *parser) source1(o *native.Operand, s *shape) {
	r := s.region
	switch {
	case s.regions == 3:
		o.Region = native.Region{V: r[0], W: r[1], H: r[2]}
	case s.regions == 2 && s.rows:
		o.Region = native.Region{V: native.VxH, W: r[0], H: r[1]}
	case s.regions != 0:
		p.fail(s.at, "region of %d numbers: want <8;8,1>, or <1,0> with an address for each row", s.regions)
	case s.hasSub || p.in.ExecSize == 1 || native.Single(o.File, o.Reg):
		o.Region = native.Scalar
	default:
		o.Region = native.Region{V: 1, W: 1}
	}
}

// source3 is a source of an Align1 instruction of three.
func (p *parser) source3(o *native.Operand, s *shape, last bool) {
	if last {
		p.count(s, 1, "one like <1>")
		o.Region = native.Region{V: s.region[0], W: 1}
		return
	}
	p.count(s, 2, "one like <8;1>")
	o.Region = native.RowRegion(s.region[0], s.region[1])
}
