package asm

import "github.com/genvisa/genvisa/visa"

// Fields that are sets of flags, "rt_write_3d.<RTI><LRTW>", and operands that hang on one.

// without reports whether a piece is an operand that the instruction lacks for want of its flag.
func without(in *visa.Inst, info *visa.OpInfo, part *visa.TextPart) bool {
	return int(part.Slot) < len(info.Slots) && in.Without(&info.Slots[part.Slot])
}

// flags reads ".<A><O>", in any order and without blanks, or nothing.
func (p *parser) flags(s *visa.Slot) visa.Operand {
	o := visa.Operand{Kind: visa.Field}
	dot := p.tok()
	if dot.kind != tokSuffix {
		return o
	}
	p.advance()
	if dot.text != "" || !p.glued() || !p.is("<") {
		p.fail(dot.at, "%s: want '.<' and a flag of %s: %s", dot, s.Name, fieldValues(s))
	}
	for p.err == nil && p.glued() && p.accept("<") {
		t := p.tok()
		v, ok := s.Enum.Code(t.text)
		switch {
		case !ok || t.kind != tokIdent || !p.glued():
			p.fail(t.at, "%s: want a flag of %s: %s", t, s.Name, fieldValues(s))
		case o.Imm&uint64(v) != 0:
			p.fail(t.at, "flag %s of %s stands twice", t.text, s.Name)
		}
		o.Imm |= uint64(v)
		p.advance()
		if p.err == nil && !p.glued() {
			p.fail(p.tok().at, "%s: want '>' directly behind the flag %s", p.tok(), t.text)
		}
		p.expect(">", "a flag")
	}
	return o
}

// unwritten reports whether a piece has no text: no flag is set, or an operand is missing for
// want of its flag.
func (p *printer) unwritten(in *visa.Inst, info *visa.OpInfo, t *visa.TextPart) bool {
	if t.Kind == visa.TextFlags {
		return in.Args[t.Slot].Imm == 0
	}
	if !without(in, info, t) {
		return false
	}
	if o := &in.Args[t.Slot]; o.Kind != visa.None {
		s := &info.Slots[t.Slot]
		text, _ := info.Slots[s.Present.Slot-1].Enum.Text(s.Present.Bit)
		p.fail("operand %s is %s: without %s there is none", s.Name, o.Kind, text)
	}
	return true
}
