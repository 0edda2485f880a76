package asm

import (
	"bytes"

	"github.com/genvisa/genvisa/native"
)

// gen4Symbol is a register that .declare gave a name.
type gen4Symbol struct {
	reg, sub int // sub in the units of the text
	indirect native.Operand
	src      native.Region
	dst      uint8
	kind     native.Type
}

// gen4asmPragma reads a pragma, which no ';' ends, and tells whether one was there.
func (p *parser) gen4asmPragma() bool {
	p.skip()
	at := p.at
	if !p.syntax.isGen4asm() || !p.take('.') {
		return false
	}
	p.in = native.Inst{}
	switch w := lower(p.word()); string(w) {
	case "declare":
		p.gen4asmDeclare()
	case "kernel":
		p.skip()
		p.word()
	case "end_kernel", "code", "end_code":
	case "reg_count_total", "reg_count_payload":
		p.expression()
	case "default_execution_size":
		p.skip()
		p.defaultSize = uint8(p.integer("an execution size", mostChannels))
	case "default_register_type":
		p.skip()
		p.take(':')
		p.defaultType = p.dialectTypeName()
	default:
		p.at = at
		p.fail(at, "pragma %q: want .declare, .default_execution_size, .default_register_type, .kernel, .code, .reg_count_payload or .reg_count_total", w)
	}
	return p.err == nil
}

// gen4asmDeclare reads NAME Base=r10.0 ElementSize=4 SrcRegion=<8,8,1> DstRegion=<1> Type=F.
func (p *parser) gen4asmDeclare() {
	p.skip()
	at := p.at
	name := string(p.word())
	if name == "" || isDigit(name[0]) {
		p.at = at
		p.fail(at, "%s: want a name", p.token())
		return
	}
	s := gen4Symbol{src: native.Scalar, dst: 1}
	if p.gen4asmField("base", true); p.err == nil {
		from := p.at
		var o native.Operand
		shape := p.gen4asmGeneral(&o)
		if p.err == nil && o.File != native.GRF {
			p.fail(from, "base of %s: want a register such as r10.0 or r[a0.0]", name)
		}
		s.reg, s.sub = int(o.Reg), shape.sub
		if o.Indirect {
			s.indirect = o
		}
	}
	if p.gen4asmField("elementsize", true); p.err == nil {
		p.expression()
	}
	if p.gen4asmField("srcregion", false) {
		s.src = p.gen4asmRegion(3)
	}
	if p.gen4asmField("dstregion", false) {
		s.dst = p.gen4asmRegion(1).V
	}
	if p.gen4asmField("type", true); p.err == nil {
		s.kind = p.defaultType
		if p.take(':') || isLetter(p.peek()) {
			s.kind = p.dialectTypeName()
		}
	}
	if p.err != nil {
		return
	}
	if old, ok := p.symbols[name]; ok && old != s {
		p.fail(at, "name %q is declared twice, and otherwise: want another name", name)
		return
	}
	if p.symbols == nil {
		p.symbols = map[string]gen4Symbol{}
	}
	p.symbols[name] = s
}

// gen4asmField takes NAME = of a declaration, and tells whether it was there.
func (p *parser) gen4asmField(name string, needed bool) bool {
	p.skip()
	at := p.at
	if w := lower(p.word()); string(w) == name {
		if p.skip(); p.take('=') {
			p.skip()
			return true
		}
	}
	p.at = at
	if needed {
		p.fail(at, "%s: want %s= of a declaration", p.token(), name)
	}
	return false
}

// gen4asmRegion reads a region of n numbers; the first of one is its V.
func (p *parser) gen4asmRegion(n int) native.Region {
	var s shape
	at := p.at
	if p.take('<') {
		p.dialectRegion(&s)
	}
	if p.err == nil && s.regions != n && (n == 1 || s.regions != 1) {
		p.fail(at, "region of %d numbers: want %d", s.regions, n)
	}
	if s.regions == 1 {
		return native.Region{V: s.region[0], W: 1}
	}
	return native.Region{V: s.region[0], W: s.region[1], H: s.region[2]}
}

// gen4asmGeneral reads a general register alone, r10.0 or r[a0.2, 16].
func (p *parser) gen4asmGeneral(o *native.Operand) (s shape) {
	s.at = p.at
	w := lower(p.word())
	if len(w) == 0 || w[0] != 'g' && w[0] != 'r' {
		p.at = s.at
		p.fail(s.at, "%s: want a register such as r10", p.token())
		return s
	}
	o.File = native.GRF
	if len(w) == 1 {
		o.Indirect = true
		p.expect('[', "g of an address")
		p.address(o)
		return s
	}
	p.at = s.at + 1
	o.Reg = int32(p.decimal("register", p.target.MostGRFs()-1))
	p.subRegisterNumber(&s)
	return s
}

// gen4asmSymbol reads what may stand behind a declared name, NAME(2) or NAME(2, 16), and
// makes it the register.
func (p *parser) gen4asmSymbol(name gen4Symbol, o *native.Operand, s *shape) {
	o.File, o.Reg, s.sub, s.symbol = native.GRF, int32(name.reg), name.sub, &name
	from := p.at
	if p.skip(); p.peek() != '(' || bytes.HasPrefix(lower(p.line[p.at:]), []byte("(abs)")) {
		p.at = from
	} else {
		p.at++
		o.Reg += int32(p.expression())
		if p.skip(); p.take(',') {
			row := p.target.Caps().GRFBytes
			if p.syntax == Gen4asmElements {
				row /= name.kind.Size()
			}
			sub := int64(s.sub) + p.expression()
			o.Reg, s.sub = o.Reg+int32(sub/int64(row)), int(sub%int64(row))
		}
		p.skip()
		p.expect(')', "the index of a name")
	}
	if most := int32(p.target.MostGRFs() - 1); p.err == nil && (o.Reg < 0 || o.Reg > most || s.sub < 0) {
		p.fail(s.at, "register %d.%d: want 0..%d", o.Reg, s.sub, most)
	}
	if name.indirect.Indirect {
		o.Indirect, o.AddrSub, o.AddrImm = true, name.indirect.AddrSub, name.indirect.AddrImm
		if o != &p.in.Dst {
			p.fail(s.at, "source %s: want a name of a register without address", p.line[s.at:p.at])
		}
	}
}

// defaultRegion is the region of a source without one where the text counts elements:
// whole rows, but of some instructions a scalar.
func (p *parser) defaultRegion(o *native.Operand, s *shape) native.Region {
	exec := int(p.in.ExecSize)
	row := native.Region{V: uint8(min(exec, 8)), W: uint8(min(exec, 8)), H: 1}
	switch {
	case o.File == native.ARF && o.Reg == native.ARFA0:
		return native.Scalar
	case o.File == native.ARF && (o.Reg == native.ARFAcc0 || o.Reg == native.ARFAcc0+1):
		return row
	case exec <= 1:
		return native.Scalar
	}
	if _, scalar := gen4Scalars.find([]byte(p.in.Op.String())); scalar {
		return native.Scalar
	}
	if o.Type.Size()*(exec+s.sub) > p.target.Caps().GRFBytes {
		return native.Scalar
	}
	return native.Region{V: uint8(exec), W: uint8(exec), H: 1}
}
