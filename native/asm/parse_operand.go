package asm

import (
	"github.com/genvisa/genvisa/native"
)

// shape is what the text of an operand says and only its type, its place or the
// access mode turn into fields.
type shape struct {
	at        int // byte of the line
	sub, rest int // sub-register in elements, and bytes more
	hasSub    bool
	hasType   bool
	region    [3]uint8
	regions   int  // numbers in region
	rows      bool // region is <w,h>, with an address for each row
	channels  []byte
	macro     bool
	symbol    *gen4Symbol // the declared name that it is
}

// operands reads all operands of p.in.Op.
func (p *parser) operands() {
	op := p.in.Op
	switch {
	case op.IsEmpty():
	case op.IsBranch():
		p.branch()
	case op.IsSend():
		p.message()
	case op.IsSystolic():
		p.systolicOperands()
	case op == native.OpSync:
		p.syncSource()
	case op == native.OpWait:
		p.waitSource()
	default:
		p.arithmetic()
	}
}

// arithmetic reads a destination and sources.
func (p *parser) arithmetic() {
	in := &p.in
	var shapes [4]shape
	p.skip()
	p.cols[0] = p.at
	shapes[0] = p.register(&in.Dst)
	if !shapes[0].hasType {
		p.skip()
		p.fail(p.at, "%s: want a type such as :f behind a destination", p.token())
	}
	n, most := 0, p.forms[in.Op].Sources()
	for ; n < most; n++ {
		if p.skip(); p.ends() {
			break
		}
		p.cols[n+1] = p.at
		shapes[n+1] = p.source(&in.Src[n])
	}
	p.enough(n, most)
	if p.err != nil {
		return
	}
	p.access(shapes[:n+1])
	p.place(shapes[:n+1])
}

// enough refuses more and, but for math, fewer than most sources.
func (p *parser) enough(n, most int) {
	if p.skip(); !p.ends() {
		p.fail(p.at, "%s: want no more than %d sources of %v", p.token(), most, p.in.Op)
	}
	if n < most && !p.in.Op.IsMath() {
		p.fail(p.at, "%s: want source %d of the %d of %v", p.token(), n, most, p.in.Op)
	}
}

// ends tells that no operand follows.
func (p *parser) ends() bool {
	switch p.peek() {
	case 0, '{', ';':
		return true
	case '/':
		return p.at+1 < len(p.line) && (p.line[p.at+1] == '/' || p.line[p.at+1] == '*')
	}
	return false
}

// source reads an immediate, or a register with modifiers.
func (p *parser) source(o *native.Operand) shape {
	if p.isNumber() {
		s := shape{at: p.at}
		p.immediate(o, p.number())
		return s
	}
	at := p.at
	o.Mod = p.sourceModifier()
	s := p.register(o)
	s.at = at
	if !s.hasType {
		p.skip()
		p.fail(p.at, "%s: want a type such as :f behind a source", p.token())
	}
	return s
}

// immediate reads the type behind a number.
func (p *parser) immediate(o *native.Operand, l literal) {
	if !p.take(':') {
		p.fail(p.at, "%s: want a type such as :d behind the number %s", p.token(), l.text)
	}
	*o = native.ImmOperand(0, p.typeName())
	o.Imm = p.imm(l, o.Type)
}

func (p *parser) typeName() native.Type {
	at := p.at
	return lookup(p, p.types, p.word(), at, "a type")
}

// sourceModifier reads -, ~, (abs) and -(abs). Minus and tilde name the same bit, which
// negates bits in logic instructions: the vendor's assembler takes both for all.
func (p *parser) sourceModifier() native.SrcMod {
	const mark = "(abs)"
	mod := native.ModNone
	if p.take('-') || p.take('~') {
		mod = native.ModNeg
		p.skip()
	}
	if len(p.line)-p.at >= len(mark) && string(p.line[p.at:p.at+len(mark)]) == mark {
		p.at += len(mark)
		p.skip()
		mod |= native.ModAbs
	}
	return mod
}

// register reads a register of any file with all that may follow it.
func (p *parser) register(o *native.Operand) shape {
	s := p.bare(o)
	if p.take(':') {
		o.Type, s.hasType = p.typeName(), true
	}
	return s
}

// bare is register without a type.
func (p *parser) bare(o *native.Operand) shape {
	s := shape{at: p.at}
	grf := p.take('r')
	switch {
	case grf && isDigit(p.peek()):
		o.File, o.Reg = native.GRF, int32(p.decimal("register", p.target.MostGRFs()-1))
		if isLetter(p.peek()) {
			p.at = s.at
			p.fail(s.at, "%s: want a register", p.token())
		}
	case grf && p.take('['):
		o.File, o.Indirect = native.GRF, true
		p.address(o)
	default:
		p.at = s.at
		reg, ok := p.regs.find(p.word())
		if !ok {
			p.at = s.at
			p.fail(s.at, "%s: want a register such as r10, a0, acc0, f0 or null", p.token())
		}
		o.File, o.Reg = native.ARF, reg
	}
	p.subRegister(o, &s)
	if p.take('<') {
		p.regionOf(&s)
	}
	if p.peek() == '.' {
		p.at++
		s.channels = p.word()
	}
	return s
}

// address reads the inside of r[a0.3,-16]; intel-gen4asm counts bytes of a0, and Mesa
// needs no comma.
func (p *parser) address(o *native.Operand) {
	p.skip()
	at := p.at
	if w := lower(p.word()); string(w) != native.RegName(native.ARF, native.ARFA0) {
		p.fail(at, "%q: want a0, the address register", w)
	}
	if p.take('.') {
		const word = 2
		at, sub := p.at, p.integer("an address sub-register", byteCodes-1)
		if p.syntax == Gen4asm {
			if sub%word != 0 {
				p.fail(at, "byte %d of a0: want an even one, of a word", sub)
			}
			sub /= word
		}
		o.AddrSub = uint8(sub)
	}
	if p.skip(); p.take(',') || p.syntax != IGA && p.peek() != ']' {
		o.AddrImm = int16(p.addressOffset())
	}
	p.expect(']', "an address")
}

// addressOffset reads the bytes behind an address register; intel-gen4asm takes an
// expression, or none.
func (p *parser) addressOffset() int {
	p.skip()
	if p.syntax.isGen4asm() {
		at := p.at
		if p.peek() == ']' {
			return 0
		}
		v := p.expression()
		if v < -mostAddress || v > mostAddress {
			p.fail(at, "an address offset %q: want -512..511", p.line[at:p.at])
		}
		return int(v)
	}
	neg := p.take('-')
	v := p.decimal("an address offset", mostAddress)
	if neg {
		v = -v
	}
	return v
}

// subRegister reads .3, .3+2 in bytes that are no element, or .mme3.
func (p *parser) subRegister(o *native.Operand, s *shape) {
	if p.peek() != '.' {
		return
	}
	p.at++
	if isDigit(p.peek()) {
		s.sub, s.hasSub = p.decimal("a sub-register", byteCodes-1), true
		if p.peek() == '+' {
			p.at++
			s.rest = p.decimal("bytes of an element", byteCodes-1)
		}
		return
	}
	at := p.at
	w := p.word()
	switch {
	case string(w) == "nomme":
		o.MME, s.macro = native.NoMME, true
	case len(w) == 4 && string(w[:3]) == "mme" && w[3] >= '0' && w[3] < '0'+native.NoMME:
		o.MME, s.macro = w[3]-'0', true
	case len(w) > 0 && isChannels(w):
		s.channels = w
	default:
		p.at = at
		p.fail(at, "%s: want a sub-register, mme0 to mme7, nomme or channels such as xyzw", p.token())
	}
}

func isChannels(w []byte) bool {
	for _, c := range w {
		if channelOf(c) < 0 {
			return false
		}
	}
	return true
}

// channelOf is the number of a channel's letter, or -1.
func channelOf(c byte) int {
	for k := range channels {
		if channels[k] == c {
			return k
		}
	}
	return -1
}

// regionOf reads <8;8,1>, <8;1>, <1,0> or <1> behind the bracket.
func (p *parser) regionOf(s *shape) {
	for {
		p.skip()
		s.region[s.regions] = uint8(p.decimal("a region", byteCodes-2))
		s.regions++
		p.skip()
		sep := p.peek()
		if sep != ';' && sep != ',' || s.regions == len(s.region) {
			break
		}
		s.rows = sep == ',' && s.regions == 1
		p.at++
	}
	p.expect('>', "a region")
}
