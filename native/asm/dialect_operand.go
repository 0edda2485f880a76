package asm

import (
	"bytes"
	"strconv"
	"unicode"

	"github.com/genvisa/genvisa/native"
)

// dialectArithmetic reads destination and sources, and gives what finishes them when
// the access mode is known.
func (p *parser) dialectArithmetic() func() {
	in := &p.in
	var shapes [4]shape
	p.skip()
	p.cols[0] = p.at
	shapes[0] = p.dialectRegister(&in.Dst)
	n, most := 0, p.forms[in.Op].Sources()
	for ; n < most; n++ {
		if p.skip(); p.ends() {
			break
		}
		p.cols[n+1] = p.at
		shapes[n+1] = p.dialectSource(&in.Src[n])
	}
	if p.skip(); p.syntax.isGen4asm() && in.Op.IsMath() {
		at := p.at
		in.MathFC = lookup(p, dialectMaths, p.word(), at, "a math function behind the sources")
	}
	p.enough(n, most)
	return func() {
		for i := range n + 1 {
			o := &in.Dst
			if i > 0 {
				o = &in.Src[i-1]
			}
			p.dialectPlace(o, &shapes[i], i == 0, n == 3)
		}
		if in.Op.IsMath() && in.Src[1].IsNull() {
			p.oneSource()
		}
		if p.syntax == Mesa {
			p.mesaOperands()
		}
		if in.Op == native.OpDim && p.syntax == Mesa {
			p.likePlain(native.Operand{File: native.ARF, Type: native.F, Region: native.Scalar})
		}
	}
}

// oneSource takes null from a math function that has one source, and leaves it where
// there are two.
func (p *parser) oneSource() {
	second := p.in.Src[1]
	p.in.Src[1] = native.Operand{}
	if _, err := native.Encode(p.target, &p.in); err != nil {
		p.in.Src[1] = second
		return
	}
	p.likePlain(second)
}

// dialectSource reads an immediate, or a register with modifiers.
func (p *parser) dialectSource(o *native.Operand) shape {
	if p.isNumber() || p.syntax == Mesa && p.peek() == '[' || p.syntax.isGen4asm() && p.isExpression() {
		s := shape{at: p.at}
		p.dialectImmediate(o)
		return s
	}
	at := p.at
	mod := p.sourceModifier()
	s := p.dialectRegister(o)
	s.at, o.Mod = at, mod
	return s
}

// dialectRegister reads g4.2<8,8,1>.xyzwF.
func (p *parser) dialectRegister(o *native.Operand) shape {
	s := shape{at: p.at}
	w := p.word()
	if i := bytes.IndexFunc(w, unicode.IsUpper); i > 0 && p.syntax == Mesa { // a type, as in nullUD
		w, p.at = w[:i], s.at+i
	}
	if p.syntax.isGen4asm() {
		if name, ok := p.symbols[string(w)]; ok {
			p.gen4asmSymbol(name, o, &s)
			return p.afterRegister(o, s)
		}
		w = lower(w)
	}
	reg, isARF := p.regs.find(w)
	if string(w) == "mask0" {
		reg, isARF = native.ARFCE0, true
	}
	general := len(w) > 0 && (w[0] == 'g' || w[0] == 'r')
	switch {
	case isARF:
		o.File, o.Reg = native.ARF, reg
	case general && len(w) == 1 && p.take('['):
		o.File, o.Indirect = native.GRF, true
		p.address(o)
	case general && len(w) > 1:
		p.at = s.at + 1
		o.File, o.Reg = native.GRF, int32(p.decimal("register", p.target.MostGRFs()-1))
	default:
		p.at = s.at
		p.fail(s.at, "%s: want a register such as g10, a0, acc0, f0 or null", p.token())
	}
	p.subRegisterNumber(&s)
	return p.afterRegister(o, s)
}

// subRegisterNumber reads .4 behind a register.
func (p *parser) subRegisterNumber(s *shape) {
	if p.peek() == '.' && p.at+1 < len(p.line) && (isDigit(p.line[p.at+1]) || p.syntax.isGen4asm() && (p.line[p.at+1] == '(' || p.line[p.at+1] == '-')) {
		p.at++
		s.sub, s.hasSub = p.integer("a sub-register", byteCodes-1), true
	}
}

// afterRegister reads region, channels and type behind a register.
func (p *parser) afterRegister(o *native.Operand, s shape) shape {
	if p.syntax.isGen4asm() {
		p.blankBefore('<')
	}
	if p.take('<') {
		p.dialectRegion(&s)
	}
	if p.take('.') {
		from := p.at
		for channelOf(p.peek()) >= 0 {
			p.at++
		}
		s.channels = p.line[from:p.at]
	}
	p.dialectType(o, &s)
	return s
}

// dialectType reads the type behind a register, F where intel-gen4asm needs none.
func (p *parser) dialectType(o *native.Operand, s *shape) {
	p.blankBeforeType()
	colon := p.take(':')
	switch {
	case colon || isLetter(p.peek()):
		o.Type, s.hasType = p.dialectTypeName(), true
	case s.symbol != nil:
		o.Type = s.symbol.kind
	case p.syntax.isGen4asm() && (!o.IsNull() || o == &p.in.Dst):
		o.Type = p.defaultType
	case o.File == native.ARF && o.Reg == native.ARFTDR0:
		o.Type = native.UW
	case !o.IsNull():
		p.fail(p.at, "%s: want a type such as F behind a register", p.token())
	}
}

func (p *parser) dialectTypeName() native.Type {
	at := p.at
	return lookup(p, p.types, bytes.ToLower(p.word()), at, "a type, in capital letters")
}

// dialectRegion reads <8,8,1>, <4>, <1,0> or <VxH,1,0> behind the bracket.
func (p *parser) dialectRegion(s *shape) {
	for {
		p.skip()
		if at := p.at; isLetter(p.peek()) {
			if w := p.word(); string(w) != "VxH" || s.regions > 0 {
				p.fail(at, "%q: want a number, or VxH first", w)
			}
			s.region[0] = native.VxH
		} else {
			s.region[s.regions] = uint8(p.integer("a region", byteCodes-2))
		}
		s.regions++
		p.skip()
		if sep := p.peek(); sep != ',' && sep != ';' || s.regions == len(s.region) {
			break
		}
		p.at++
	}
	p.expect('>', "a region")
}

// dialectPlace turns the text of an operand into fields.
func (p *parser) dialectPlace(o *native.Operand, s *shape, dst, three bool) {
	if o.File == native.Imm {
		return
	}
	o.Sub = uint16(s.sub * o.Type.Size())
	if p.syntax == Gen4asm {
		o.Sub = uint16(s.sub) // bytes
	}
	if s.channels != nil && !p.in.Align16 {
		p.fail(s.at, "channels %q: want align16 among the options", s.channels)
		return
	}
	switch {
	case dst:
		p.destination16(s, false)
		if !p.in.Align16 {
			o.ChanEn = 0
		}
		if s.symbol != nil {
			o.Region.H = s.symbol.dst
		}
		if s.regions > 0 && (s.region[0] > 0 || p.syntax != Mesa) { // Mesa makes 0 a 1
			o.Region.H = s.region[0]
		}
	case p.in.Align16:
		p.dialectSource16(o, s, three)
	default:
		p.dialectSource1(o, s)
		if three {
			p.ternarySource(o)
		}
	}
	if dst && o.Indirect && p.syntax == Mesa { // which counts it in elements of the destination
		sub := int(o.AddrSub) * o.Type.Size()
		if o.AddrSub = uint8(sub); sub >= byteCodes {
			p.fail(s.at, "word %d of a0: want less", sub)
		}
	}
}

// ternarySource gives an Align1 source of three the vertical stride that Mesa writes:
// 8 for 16, and for the last source that of its one stride.
func (p *parser) ternarySource(o *native.Operand) {
	r := &o.Region
	if o == &p.in.Src[2] {
		*r = native.Region{V: r.H, W: 1}
		return
	}
	if r.V = min(r.V, 8); r.H > 0 {
		r.W = max(1, r.V/r.H)
	}
}

// dialectSource1 is an Align1 source; one without region is a scalar.
func (p *parser) dialectSource1(o *native.Operand, s *shape) {
	r := s.region
	switch s.regions {
	case 0:
		o.Region = native.Scalar
		switch {
		case s.symbol != nil:
			o.Region = s.symbol.src
		case p.syntax == Gen4asmElements:
			o.Region = p.defaultRegion(o, s)
		}
	case 1:
		o.Region = native.Region{V: r[0], W: 1}
	case 2:
		o.Region = native.Region{V: native.VxH, W: r[0], H: r[1]}
		if !o.Indirect {
			p.fail(s.at, "region of two numbers: want one like <8,8,1>, but of g[a0]")
		}
	case 3:
		o.Region = native.Region{V: r[0], W: r[1], H: r[2]}
	}
	if o.IsNull() && p.syntax.isGen4asm() {
		o.Region = native.Scalar
	}
}

// dialectSource16 is an Align16 source: <4>.xyzw, of three sources <4,4,1>.xyzw or
// <0,1,0>.
func (p *parser) dialectSource16(o *native.Operand, s *shape, three bool) {
	o.Swizzle = channelsXYZW
	if s.channels != nil {
		o.Swizzle = p.swizzle(s)
	}
	switch {
	case three && s.regions == 3 && native.Region{V: s.region[0], W: s.region[1], H: s.region[2]} == native.Scalar:
		o.Region, o.Swizzle = native.Scalar, 0
	case three && s.regions == 3 && native.Region{V: s.region[0], W: s.region[1], H: s.region[2]} == native.Region{V: 4, W: 4, H: 1}:
		o.Region = native.Region{V: 4, W: 4, H: 1}
	case three:
		p.fail(s.at, "region of a source of three: want <4,4,1> or <0,1,0>")
	case s.regions == 1 || s.regions == 3 && p.syntax.isGen4asm():
		o.Region = native.Region{V: s.region[0]}
	case s.regions == 0 && o.IsNull():
		o.Region, o.Swizzle = native.Region{}, 0
	default:
		p.fail(s.at, "region of %d numbers: want one like <4>", s.regions)
	}
}

// dialectImmediate reads a number and its type.
func (p *parser) dialectImmediate(o *native.Operand) {
	var l literal
	switch {
	case p.peek() == '[':
		l = p.mesaBytes()
	case p.syntax.isGen4asm():
		l = p.gen4asmLiteral()
	default:
		l = p.dialectNumber()
	}
	p.blankBeforeType()
	t := native.D
	colon := p.take(':')
	switch {
	case colon || isLetter(p.peek()):
		t = p.dialectTypeName()
	case !p.syntax.isGen4asm():
		p.fail(p.at, "%s: want a type such as D behind the number %s", p.token(), l.text)
	}
	if p.in.Op == native.OpDim && t == native.F && l.bits {
		t = native.DF // these are the bits of one, whatever Mesa calls it
	}
	if t.IsFloat() && t != native.VF {
		if l.bits && p.syntax.isGen4asm() { // a number there, whatever its base
			l.text, l.bits = strconv.AppendUint(nil, l.v, 10), false
		}
		l.float = !l.bits
	}
	*o = native.ImmOperand(0, t)
	if p.err == nil {
		o.Imm = p.imm(l, t)
	}
}

// mesaBytes reads [0x20, 0x30, 0, 0], the bytes of a number with the lowest first.
func (p *parser) mesaBytes() literal {
	sum := literal{at: p.at, bits: true}
	p.at++
	for i := range 4 {
		if p.skip(); i > 0 {
			p.expect(',', "each but the last of four bytes")
			p.skip()
		}
		l := p.dialectNumber()
		if l.neg || l.float || l.v >= byteCodes {
			p.fail(l.at, "number %q: want a byte, 0 to 255", l.text)
		}
		sum.v |= l.v << (8 * i)
	}
	p.expect(']', "four bytes")
	sum.text = p.line[sum.at:p.at]
	return sum
}

// dialectNumber reads digits, a number with a point, or 0x and digits: in lower case
// where types are in capitals.
func (p *parser) dialectNumber() literal {
	l := literal{at: p.at, neg: p.take('-')}
	from := p.at
	base, digits := uint64(10), from
	if p.peek() == '0' && p.at+1 < len(p.line) && p.line[p.at+1]|0x20 == 'x' {
		p.at += 2
		base, digits, l.bits = 16, p.at, true
	}
	for p.isHexDigit(base == 16) {
		p.at++
	}
	if end := p.at; base == 10 && p.take('.') {
		l.float = true
		p.digits()
		if p.at == end+1 {
			p.fail(l.at, "number %q: want digits behind the point", p.line[from:p.at])
		}
	}
	if c := p.peek(); base == 10 && c == 'e' {
		l.float = true
		if p.at++; !p.take('-') {
			p.take('+')
		}
		p.digits()
	}
	if l.text = p.line[from:p.at]; l.float {
		return l
	}
	var ok bool
	if l.v, ok = magnitude(p.line[digits:p.at], base); !ok {
		p.fail(l.at, "number %q: want digits of base %d, 64 bits at most", l.text, base)
	}
	return l
}

// blankBefore goes to c past blanks that stand before it.
func (p *parser) blankBefore(c byte) {
	from := p.at
	if p.skip(); p.peek() != c {
		p.at = from
	}
}

// blankBeforeType goes to a type, or its colon, past blanks that stand before it.
func (p *parser) blankBeforeType() {
	from := p.at
	p.skip()
	at := p.at
	w := p.word()
	p.at = at
	if p.peek() == ':' {
		return
	}
	if p.syntax == Mesa && bytes.IndexFunc(w, unicode.IsLower) >= 0 {
		w = nil
	}
	if _, ok := p.types.find(lower(w)); !ok {
		p.at = from
	}
}

func (p *parser) digits() {
	for isDigit(p.peek()) {
		p.at++
	}
}

// isHexDigit tells a digit; hex says that letters are.
func (p *parser) isHexDigit(hex bool) bool {
	c := p.peek()
	if isDigit(c) || !hex {
		return isDigit(c)
	}
	return c >= 'a' && c <= 'f' || p.syntax.isGen4asm() && c >= 'A' && c <= 'F'
}
