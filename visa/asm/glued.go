package asm

import (
	"math"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// What LSC operands are made of: pieces without blanks between, of which some may be missing,
// as in "bss(V32)[V33+0x10]:a32" and "V34.64:d32x4t".

// missing is the number of pieces from i on that are a group which the text does not have;
// their operands are absent.
func (p *parser) missing(in *visa.Inst, info *visa.OpInfo, i int) (n int) {
	g := info.Text[i].Group
	if g == 0 || i > 0 && info.Text[i-1].Group == g || p.opens(info, &info.Text[i]) {
		return 0
	}
	for ; i+n < len(info.Text) && info.Text[i+n].Group == g; n++ {
		p.leaveOut(in, info, &info.Text[i+n])
	}
	return n
}

// opens reports whether a group of pieces that may be missing is there: its first piece
// stands next.
func (p *parser) opens(info *visa.OpInfo, first *visa.TextPart) bool {
	t := p.tok()
	switch first.Kind {
	case visa.TextLit:
		return t.kind == tokPunct && t.text == first.Lit
	case visa.TextWord:
		return p.opensWord(info, first)
	}
	_, ok := info.Slots[first.Slot].Enum.Code(t.text)
	return t.kind == tokSuffix && ok
}

// opensWord reports whether a number and the letter behind it, which may be missing, are
// there: the word has more of that letter than the pieces behind the group.
func (p *parser) opensWord(info *visa.OpInfo, first *visa.TextPart) bool {
	letter, behind := "", 0
	for i := range info.Text {
		switch t := &info.Text[i]; {
		case t.Kind != visa.TextLit:
		case t.Group == first.Group:
			letter = t.Lit
		case letter != "" && t.Lit == letter:
			behind++
		}
	}
	return strings.Count(p.tok().text, letter) > behind
}

// literal reads a piece that is a character, a word, or the beginning of one.
func (p *parser) literal(lit, what string) {
	t := &p.toks[p.pos]
	switch rest, begins := strings.CutPrefix(t.text, lit); {
	case lit == "." && t.kind == tokSuffix: // the scanner took the point for one of a modifier
		t.kind, t.at.col = tokIdent, t.at.col+1
		p.split, p.splitSlot = p.pos, nil
	case t.kind == tokIdent && begins && rest == "":
		p.advance()
	case t.kind == tokIdent && begins && p.split == p.pos && p.split > 0:
		t.text, t.at.col = rest, t.at.col+int32(len(lit))
	default:
		p.expect(lit, what)
	}
}

// digits reads the number that begins the next word.
func (p *parser) digits(s *visa.Slot) visa.Operand {
	t := &p.toks[p.pos]
	n := digitsEnd(t.text, 0)
	v, err := strconv.ParseUint(t.text[:n], 10, 64)
	if err != nil || v > uint64(fieldMax(s)) || t.kind != tokIdent && t.kind != tokNumber {
		p.fail(t.at, "%s: want %s: 0 to %d", *t, s.Name, fieldMax(s))
		return visa.Operand{}
	}
	if n == len(t.text) {
		p.advance()
	} else {
		t.kind, t.text, t.at.col = tokIdent, t.text[n:], t.at.col+int32(n)
		p.split, p.splitSlot = p.pos, s
	}
	return visa.Operand{Kind: visa.Field, Imm: v}
}

// leaveOut gives a piece that is missing its operand.
func (p *parser) leaveOut(in *visa.Inst, info *visa.OpInfo, part *visa.TextPart) {
	if part.Kind == visa.TextLit {
		return
	}
	switch o := &in.Args[part.Slot]; info.Slots[part.Slot].Kind {
	case visa.SlotRaw:
		*o = visa.Operand{Kind: visa.Raw, Var: visa.VarNull, Type: p.k.Vars[visa.VarNull].Type}
	case visa.SlotVec: // None
	default:
		*o = visa.Operand{Kind: visa.Field, Imm: uint64(info.Slots[part.Slot].Omitted)}
	}
}

// partOfWord reads a value that begins the next word: the longest spelling of the
// enumeration, which may be empty.
func (p *parser) partOfWord(s *visa.Slot) visa.Operand {
	if s.Enum == nil {
		return p.digits(s)
	}
	t := &p.toks[p.pos]
	best, found := visa.EnumValue{}, false
	for _, v := range s.Enum.Values {
		if fits := v.Text == "" || t.kind == tokIdent && strings.HasPrefix(t.text, v.Text); fits && (!found || len(v.Text) > len(best.Text)) {
			best, found = v, true
		}
	}
	if !found {
		p.fail(t.at, "%s: want a value of %s: %s", *t, s.Name, fieldValues(s))
		return visa.Operand{}
	}
	switch n := len(best.Text); {
	case n == 0:
	case n == len(t.text):
		p.advance()
	default:
		t.text, t.at.col = t.text[n:], t.at.col+int32(n)
		p.split, p.splitSlot = p.pos, s
	}
	return visa.Operand{Kind: visa.Field, Imm: uint64(best.Code)}
}

// wholeWord fails when a piece that stands apart would begin inside of a word.
func (p *parser) wholeWord(part *visa.TextPart) {
	if t := p.tok(); p.split == p.pos && p.split > 0 && !part.Glue {
		p.endOfWord(t)
	}
}

// endOfWord fails at what is left of a word.
func (p *parser) endOfWord(t token) {
	if p.splitSlot == nil || p.splitSlot.Enum == nil {
		p.fail(t.at, "%s: the word goes on, and its form ends here", t)
		return
	}
	p.fail(t.at, "%s: no value of %s or of what may stand behind it goes on so: want one of %s", t, p.splitSlot.Name, fieldValues(p.splitSlot))
}

// signed reads "+0x10", "-16" or nothing.
func (p *parser) signed(s *visa.Slot) visa.Operand {
	t, sign := p.tok(), int64(1)
	switch {
	case p.accept("+"):
	case p.accept("-"):
		sign = -1
	default:
		return visa.Operand{Kind: visa.Field}
	}
	n := p.parseUint(p.advance())
	v := sign * int64(min(n, math.MaxUint32))
	if p.err == nil && (v < math.MinInt32 || v > math.MaxInt32) {
		p.fail(t.at, "%s %s%d: want %d to %d", s.Name, t.text, n, math.MinInt32, math.MaxInt32)
	}
	return visa.Operand{Kind: visa.Field, Imm: uint64(v)}
}

// shortVector reads "V32", "V32.1", "V32(1,0)" or an immediate of the slot's type, all of
// them one number.
func (p *parser) shortVector(info *visa.OpInfo, s *visa.Slot) visa.Operand {
	t := p.tok()
	if t.kind == tokNumber {
		return visa.Operand{Kind: visa.Immediate, Type: visa.UD, Imm: uint64(p.bounded(s.Name, 0, math.MaxUint32))}
	}
	if t.kind != tokIdent {
		p.wrong(t, info, s, t.String())
		return visa.Operand{}
	}
	p.advance()
	sym, ok := p.symbol(t)
	if ok && sym.kind != symVar {
		p.wrong(t, info, s, symNames[sym.kind]+", '"+t.text+"'")
	}
	if !ok || p.err != nil {
		return visa.Operand{}
	}
	o := visa.Operand{Kind: visa.General, Var: sym.id, Type: p.k.Vars[sym.id].Type, Region: visa.Scalar}
	switch next := p.tok(); {
	case next.kind == tokSuffix:
		if o.Col = uint8(p.parseUint(p.advance())); p.err == nil && p.parseUint(next) > math.MaxUint8 {
			p.fail(next.at, "column %s: want 0 to %d", next.text, math.MaxUint8)
		}
	case p.accept("("):
		o.Row = uint8(p.bounded("row", 0, math.MaxUint8))
		p.expect(",", "the origin (row,column)")
		o.Col = uint8(p.bounded("column", 0, math.MaxUint8))
		p.expect(")", "the origin (row,column)")
	}
	return o
}

// leftOut reports whether the pieces of a group are not written: all that they show is absent.
func leftOut(in *visa.Inst, info *visa.OpInfo, group uint8) bool {
	for _, t := range info.Text {
		if t.Group != group || t.Kind == visa.TextLit {
			continue
		}
		switch o := &in.Args[t.Slot]; o.Kind {
		case visa.Field:
			if o.Imm != uint64(info.Slots[t.Slot].Omitted) {
				return false
			}
		case visa.Raw:
			if o.Var != visa.VarNull || o.Off != 0 {
				return false
			}
		case visa.None:
		default:
			return false
		}
	}
	return true
}

// short writes an operand of a Short slot.
func (p *printer) short(s *visa.Slot, o *visa.Operand) {
	switch {
	case o.Kind == visa.Immediate:
		p.f("0x%x", immediateBits(o))
	case o.Kind == visa.Raw && o.Off == 0, o.Kind == visa.General && o.Region == visa.Scalar && o.Row == 0 && o.Col == 0:
		p.s(p.varName(o.Var))
	case o.Kind == visa.Raw:
		p.f("%s.%d", p.varName(o.Var), o.Off)
	case o.Kind == visa.General && o.Region == visa.Scalar:
		p.f("%s(%d,%d)", p.varName(o.Var), o.Row, o.Col)
	default:
		p.fail("operand %s is %s: want one number", s.Name, o.Kind)
	}
}

// signed writes a number with its sign, nothing for 0.
func (p *printer) signed(o *visa.Operand) {
	switch v := o.IntImm(); {
	case v > 0:
		p.f("+0x%x", uint64(v))
	case v < 0:
		p.f("-0x%x", uint64(-v))
	}
}
