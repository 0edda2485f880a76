package asm

import (
	"math"
	"strings"

	"github.com/genvisa/genvisa/internal/grf"
	"github.com/genvisa/genvisa/visa"
)

// kindForms shows each kind of operand in text; a destination has one stride.
var kindForms = [visa.NumKinds]string{
	visa.General:   "a variable with region such as V0032(0,0)<1;1,0>",
	visa.Indirect:  "r[A0(0),4]<1;1,0>:ud",
	visa.Immediate: "an immediate such as 0x1:ud",
	visa.Address:   "an address such as A0(0)<1>",
	visa.AddressOf: "&V0032 or &T6",
	visa.State:     "a state variable such as T6(0)",
	visa.Predicate: "a predicate",
	visa.Raw:       "a variable with byte offset such as V0032.0, or %null.0",
	visa.Surface:   "a surface such as T6, %slm, %bss or %scratch",
	visa.Sampler:   "a sampler such as S0",
	visa.Label:     "a label",
	visa.Field:     "a number",
	visa.Name:      "a name",
	visa.Variable:  "the name of a general, address or predicate variable",
}

// wants says in words what may stand in a slot.
func wants(info *visa.OpInfo, s *visa.Slot) string {
	var list []string
	for k := range visa.NumKinds {
		if info.Kinds(s).Has(k) && kindForms[k] != "" {
			list = append(list, kindForms[k])
		}
	}
	text := strings.Join(list, ", ")
	if s.Kind == visa.SlotDst {
		text = strings.ReplaceAll(text, "region such as V0032(0,0)<1;1,0>", "stride such as V0032(0,0)<1>")
		text = strings.ReplaceAll(text, "<1;1,0>", "<1>")
	}
	return text
}

// operand reads slot n of an instruction.
func (p *parser) operand(info *visa.OpInfo, n int) visa.Operand {
	s := &info.Slots[n]
	t := p.tok()
	if t.kind == tokEOL {
		p.fail(t.at, "'%s' lacks its operand %s: want %s", info.Name, s.Name, wants(info, s))
		return visa.Operand{}
	}
	switch s.Kind {
	case visa.SlotVec:
		if s.Short {
			return p.shortVector(info, s)
		}
		return p.vector(info, s, false)
	case visa.SlotDst:
		return p.vector(info, s, true)
	case visa.SlotRaw:
		return p.raw(info, s)
	case visa.SlotSurface:
		return p.state(info, s, symSurface, visa.Surface)
	case visa.SlotSampler:
		return p.state(info, s, symSampler, visa.Sampler)
	case visa.SlotLabel:
		return p.labelOperand(info, s)
	case visa.SlotVariable:
		return p.variable(info, s)
	case visa.SlotString:
		return visa.Operand{Kind: visa.Name, Var: p.stringID(p.quoted("a name for " + s.Name))}
	}
	return p.field(s)
}

func (p *parser) wrong(t token, info *visa.OpInfo, s *visa.Slot, what string) {
	p.fail(t.at, "operand %s of '%s' is %s: want %s", s.Name, info.Name, what, wants(info, s))
}

func (p *parser) labelOperand(info *visa.OpInfo, s *visa.Slot) visa.Operand {
	t := p.tok()
	if t.kind != tokIdent && t.kind != tokString || t.text == "" {
		p.wrong(t, info, s, t.String())
		return visa.Operand{}
	}
	p.advance()
	return visa.Operand{Kind: visa.Label, Var: p.labelID(t)}
}

// variable reads the name of a variable of one of the first classes of symbols, whose codes
// are those of lifetime.
func (p *parser) variable(info *visa.OpInfo, s *visa.Slot) visa.Operand {
	t := p.tok()
	if t.kind != tokIdent {
		p.wrong(t, info, s, t.String())
		return visa.Operand{}
	}
	p.advance()
	sym, ok := p.symbol(t)
	if ok && sym.kind > symPred {
		p.wrong(t, info, s, symNames[sym.kind]+", '"+t.text+"'")
	}
	return visa.Operand{Kind: visa.Variable, Var: sym.id, Imm: uint64(sym.kind)}
}

func (p *parser) stringID(s string) int32 {
	id, ok := p.strings[s]
	if !ok {
		id = int32(len(p.k.Strings))
		p.strings[s] = id
		p.k.Strings = append(p.k.Strings, s)
	}
	return id
}

func (p *parser) state(info *visa.OpInfo, s *visa.Slot, kind symKind, as visa.Kind) visa.Operand {
	t := p.tok()
	if t.kind != tokIdent {
		p.wrong(t, info, s, t.String())
		return visa.Operand{}
	}
	p.advance()
	sym, ok := p.symbol(t)
	if ok && sym.kind != kind {
		p.wrong(t, info, s, symNames[sym.kind]+", '"+t.text+"'")
	}
	return visa.Operand{Kind: as, Var: sym.id}
}

// raw reads "V0032.64".
func (p *parser) raw(info *visa.OpInfo, s *visa.Slot) visa.Operand {
	t := p.tok()
	if t.kind != tokIdent {
		p.wrong(t, info, s, t.String())
		return visa.Operand{}
	}
	p.advance()
	sym, ok := p.symbol(t)
	if !ok {
		return visa.Operand{}
	}
	if sym.kind != symVar {
		p.wrong(t, info, s, symNames[sym.kind]+", '"+t.text+"'")
		return visa.Operand{}
	}
	if s.Origin {
		return p.origin(sym.id)
	}
	if s.Short && p.tok().kind != tokSuffix {
		return visa.Operand{Kind: visa.Raw, Type: p.k.Vars[sym.id].Type, Var: sym.id}
	}
	dot := p.advance()
	if dot.kind != tokSuffix || dot.text == "" || classes[dot.text[0]]&digit == 0 {
		p.fail(t.at, "operand %s of '%s' has no byte offset: want %s.0", s.Name, info.Name, t.text)
		return visa.Operand{}
	}
	off := p.parseUint(dot)
	if off > math.MaxUint16 {
		p.fail(dot.at, "byte offset %d: want 0 to %d", off, math.MaxUint16)
		return visa.Operand{}
	}
	return visa.Operand{Kind: visa.Raw, Type: p.k.Vars[sym.id].Type, Var: sym.id, Off: int32(off)}
}

// origin reads (row,column) behind the name of a raw operand that is written so.
func (p *parser) origin(v int32) visa.Operand {
	t := p.k.Vars[v].Type
	p.expect("(", "the origin (row,column)")
	row := p.bounded("row", 0, math.MaxUint8)
	p.expect(",", "the origin (row,column)")
	col := p.bounded("column", 0, math.MaxUint8)
	p.expect(")", "the origin (row,column)")
	return visa.Operand{Kind: visa.Raw, Type: t, Var: v, Off: int32(row)*grf.Bytes + int32(col)*int32(t.Size())}
}

// vector reads any class of vector operand.
func (p *parser) vector(info *visa.OpInfo, s *visa.Slot, dst bool) visa.Operand {
	at := p.tok()
	mod := p.modifier()
	if dst && mod != visa.NoMod {
		p.fail(at.at, "operand %s of '%s' is written and takes no source modifier", s.Name, info.Name)
	}
	t := p.tok()
	var o visa.Operand
	switch {
	case t.kind == tokNumber || t.text == "-" || t.text == "~" || t.text == "(" || t.text == sizeOf:
		if mod != visa.NoMod {
			p.fail(at.at, "operand %s of '%s' is an immediate and takes no source modifier", s.Name, info.Name)
		}
		o = p.immediate()
	case t.text == "&" && t.kind == tokPunct:
		o = p.addressOf()
	case t.text == "r" && p.peek(1).text == "[":
		o = p.indirect(dst)
	case t.kind == tokIdent:
		o = p.namedOperand(info, s, dst)
	default:
		p.wrong(t, info, s, t.String())
	}
	if p.err == nil && !info.Kinds(s).Has(o.Kind) {
		p.wrong(t, info, s, o.Kind.String())
	}
	o.Mod = mod
	return o
}

// modifiers lists the tokens of each source modifier.
var modifiers = []struct {
	text []string
	mod  visa.Modifier
}{
	{[]string{"(", "-", ")"}, visa.Neg},
	{[]string{"(", "abs", ")"}, visa.Abs},
	{[]string{"(", "-", "abs", ")"}, visa.NegAbs},
	{[]string{"(", "~", ")"}, visa.Not},
}

func (p *parser) modifier() visa.Modifier {
	if p.toks[p.pos].text != "(" {
		return visa.NoMod
	}
	for _, m := range modifiers {
		match := true
		for i, s := range m.text {
			match = match && p.peek(i).text == s
		}
		if match {
			p.pos += len(m.text)
			return m.mod
		}
	}
	return visa.NoMod
}

// namedOperand reads a vector operand that begins with a declared name.
func (p *parser) namedOperand(info *visa.OpInfo, s *visa.Slot, dst bool) visa.Operand {
	t := p.advance()
	sym, ok := p.symbol(t)
	if !ok {
		return visa.Operand{}
	}
	o := visa.Operand{Var: sym.id}
	switch sym.kind {
	case symVar:
		return p.general(o, t, dst)
	case symAddr:
		o.Kind = visa.Address
		o.Off = p.element()
		p.expect("<", "an address operand, A0(0)<8>")
		o.Width = uint8(p.stride(""))
		p.expect(">", "an address operand, A0(0)<8>")
	case symPred:
		o.Kind, o.Type = visa.Predicate, visa.BOOL
	case symSurface:
		o.Kind, o.StateVar, o.Off = visa.State, visa.SurfaceVar, p.element()
	case symSampler:
		o.Kind, o.StateVar, o.Off = visa.State, visa.SamplerVar, p.element()
	}
	return o
}

// element reads an optional "(3)" behind an address or state variable.
func (p *parser) element() int32 {
	if !p.accept("(") {
		return 0
	}
	v := p.bounded("element", 0, math.MaxUint8)
	p.expect(")", "an element number")
	return int32(v)
}

// general reads the rest of V0032(0,0)<8;8,1>; a destination may leave out
// the origin.
func (p *parser) general(o visa.Operand, name token, dst bool) visa.Operand {
	o.Kind, o.Type = visa.General, p.k.Vars[o.Var].Type
	if p.accept("(") {
		o.Row = uint8(p.bounded("row", 0, math.MaxUint8))
		p.expect(",", "the origin (row,column)")
		o.Col = uint8(p.bounded("column", 0, math.MaxUint8))
		p.expect(")", "the origin (row,column)")
	} else if !dst {
		p.fail(name.at, "source '%s' has no origin and region: want %s(0,0)<1;1,0>", name.text, name.text)
	}
	o.Region = p.region(dst, false)
	return o
}

// region reads <H> of a destination, <V;W,H> of a source, or <W,H> of an
// indirect source with one address a row.
func (p *parser) region(dst, indirect bool) visa.Region {
	var r visa.Region
	p.expect("<", "a region: <1> for a destination, <1;1,0> for a source")
	first := p.stride("")
	switch {
	case dst:
		r.H = first
	case p.accept(";"):
		r.V = first
		r.W = p.stride("width")
		p.expect(",", "a region <V;W,H>")
		r.H = p.stride("")
	case indirect && p.accept(","):
		r.NoV, r.W = true, first
		r.H = p.stride("")
	default:
		p.fail(p.tok().at, "%s: want a source region <V;W,H>", p.tok())
	}
	p.expect(">", "a region")
	return r
}

// stride reads a stride, or with what a width, of a region.
func (p *parser) stride(what string) uint8 {
	t := p.tok()
	v := p.number()
	if v < 0 || v > 32 || v&(v-1) != 0 {
		p.fail(t.at, "%d is not a stride or width: want 0, 1, 2, 4, 8, 16 or 32", v)
	}
	if what != "" && v == 0 {
		p.fail(t.at, "the width of a region is 0: want 1, 2, 4, 8, 16 or 32")
	}
	return uint8(v)
}

const (
	minIndirectOff = -512
	maxIndirectOff = 511
)

// indirect reads r[A0(0),4]<1;1,0>:ud.
func (p *parser) indirect(dst bool) visa.Operand {
	p.pos += 2
	o := visa.Operand{Kind: visa.Indirect}
	o.Var = p.lookup(p.ident("an address variable"), symAddr, "want an address variable, declared with v_type=A")
	o.Off = p.element()
	if p.accept(",") {
		o.Imm = uint64(p.bounded("byte offset", minIndirectOff, maxIndirectOff))
	}
	p.expect("]", "an indirect operand, r[A0(0),4]")
	o.Region = p.region(dst, true)
	p.expect(":", "an indirect operand, which ends in its type")
	at := p.tok()
	o.Type = p.typeName()
	if p.err == nil && !o.Type.Stands(visa.InVariables) {
		p.fail(at.at, "type %s cannot be accessed through an address", o.Type)
	}
	return o
}

// addressOf reads &V0032[32] or &T6[4].
func (p *parser) addressOf() visa.Operand {
	p.advance()
	t := p.ident("a variable behind '&'")
	sym, _ := p.symbol(t)
	o := visa.Operand{Kind: visa.AddressOf, Var: sym.id}
	switch sym.kind {
	case symSurface:
		o.StateVar = visa.SurfaceVar
	case symSampler:
		o.StateVar = visa.SamplerVar
	case symVar:
		o.Type = p.k.Vars[sym.id].Type
	default:
		p.fail(t.at, "'&%s': %s has no address; want a general variable, a surface or a sampler", t.text, symNames[sym.kind])
	}
	if p.accept("[") {
		o.Off = int32(p.bounded("byte offset", 0, math.MaxUint16))
		p.expect("]", "an address, &V0032[32]")
	}
	return o
}
