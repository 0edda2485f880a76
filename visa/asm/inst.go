package asm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// atLabel reports whether the statement is a label definition, "L1:".
func (p *parser) atLabel() bool {
	if len(p.toks)-p.pos != 3 { // the name, the colon and the end
		return false
	}
	first, second := &p.toks[p.pos], &p.toks[p.pos+1]
	return (first.kind == tokIdent || first.kind == tokString) && second.text == ":" && second.kind == tokPunct
}

// labelID is the index of a label, entered on first sight.
func (p *parser) labelID(t token) int32 {
	u, ok := p.labels[t.text]
	if !ok {
		u = &labelUse{id: int32(len(p.k.Labels)), at: t.at}
		p.labels[t.text] = u
		p.k.Labels = append(p.k.Labels, visa.LabelInfo{Name: t.text})
	}
	return u.id
}

// labelDef reads "L1:", alone or as the second line of .function.
func (p *parser) labelDef() {
	t := p.advance()
	id := p.labelID(t)
	if u := p.labels[t.text]; u.defined {
		p.fail(t.at, "label '%s' is defined twice", t.text)
	} else {
		u.defined = true
	}
	op, ok := ops().label, ops().hasLabel
	if p.entry != nil {
		if t.text != *p.entry {
			p.fail(t.at, "label '%s' after .function %q: want '%s:'", t.text, *p.entry, *p.entry)
		}
		p.entry = nil
		op, ok = ops().function, ops().hasFunc
		p.k.Labels[id].Kind = visa.LabelSubroutine
	}
	if !ok {
		p.fail(t.at, "the op table has no op for the label '%s'", t.text)
		return
	}
	p.add(visa.Inst{Op: op, Args: []visa.Operand{{Kind: visa.Label, Var: id}}, Pos: t.at.pos()})
}

func (p *parser) add(in visa.Inst) {
	if p.err != nil {
		return
	}
	p.k.Insts = append(p.k.Insts, in)
}

func (p *parser) instruction() {
	var in visa.Inst
	predAt, hasPred := p.tok(), p.is("(")
	if hasPred {
		in.Pred = p.predicate()
	}
	name := p.ident("an instruction")
	op, ok := p.choose(name)
	if !ok {
		return
	}
	info := op.Info()
	if hasPred && !info.HasPred {
		p.fail(predAt.at, "'%s' takes no predicate", info.Name)
	}
	in.Op, in.Pos = op, name.at.pos()
	if op.Opaque() {
		p.opaque(&in)
		return
	}
	in.Args = p.newArgs(len(info.Slots))
	p.split = 0
	sat := false
	for i := 0; i < len(info.Text); i++ {
		part := &info.Text[i]
		if p.err != nil {
			return
		}
		if without(&in, info, part) {
			continue
		}
		if n := p.missing(&in, info, i); n > 0 {
			i += n - 1
			continue
		}
		if part.Kind == visa.TextSat {
			if sat = p.tok().kind == tokSuffix && p.tok().text == "sat"; sat {
				p.pos++
			}
		}
		if p.wholeWord(part); p.err == nil {
			p.piece(&in, info, part)
		}
	}
	if sat {
		p.saturate(&in, name)
	}
	if t := p.tok(); t.kind != tokEOL && p.err == nil {
		p.fail(t.at, "%s is left over: the form is %s", t, form(op))
	}
	p.add(in)
}

// piece reads one piece of an instruction's text, but .sat.
func (p *parser) piece(in *visa.Inst, info *visa.OpInfo, part *visa.TextPart) {
	switch part.Kind {
	case visa.TextMod:
		in.Args[part.Slot] = p.suffixField(&info.Slots[part.Slot])
	case visa.TextFlags:
		in.Args[part.Slot] = p.flags(&info.Slots[part.Slot])
	case visa.TextExec:
		in.Exec = p.exec()
	case visa.TextParen:
		p.expect("(", info.Name)
		in.Args[part.Slot] = p.field(&info.Slots[part.Slot])
		p.expect(")", info.Name)
	case visa.TextOpen:
		p.expect("(", info.Name)
		in.Args[part.Slot] = p.field(&info.Slots[part.Slot])
		p.expect(",", info.Name)
	case visa.TextClose:
		in.Args[part.Slot] = p.field(&info.Slots[part.Slot])
		p.expect(")", info.Name)
	case visa.TextSlot, visa.TextQuoted:
		in.Args[part.Slot] = p.operand(info, int(part.Slot))
		for info.Slots[part.Slot].Repeat && p.tok().kind != tokEOL {
			p.another(in, info)
		}
	case visa.TextLit:
		p.literal(part.Lit, info.Name)
	case visa.TextWord:
		in.Args[part.Slot] = p.partOfWord(&info.Slots[part.Slot])
	case visa.TextSigned:
		in.Args[part.Slot] = p.signed(&info.Slots[part.Slot])
	case visa.TextOption:
		in.Args[part.Slot] = p.option(info, int(part.Slot))
	case visa.TextList:
		p.expect("(", info.Name)
		in.Args[part.Slot] = p.operand(info, int(part.Slot))
		for p.accept(",") {
			p.another(in, info)
		}
		p.expect(")", info.Name)
	}
}

// another reads one more operand of the slot that repeats.
func (p *parser) another(in *visa.Inst, info *visa.OpInfo) {
	if n := len(in.Args) + 1; !info.Takes(n) {
		p.fail(p.tok().at, "operand %d of '%s': want at most %d of %s", n, info.Name, visa.MaxRepeats, info.Slots[len(info.Slots)-1].Name)
		return
	}
	in.Args = append(in.Args, p.operand(info, len(info.Slots)-1))
}

func (p *parser) saturate(in *visa.Inst, name token) {
	for i, s := range in.Op.Info().Slots {
		if s.Kind == visa.SlotDst {
			in.Args[i].Mod = visa.Sat
			return
		}
	}
	p.fail(name.at, "'%s' has no destination that could saturate", name.text)
}

// choose finds the op of the mnemonic that begins at name, and skips the
// suffixes that belong to it.
func (p *parser) choose(name token) (visa.Op, bool) {
	for _, m := range ops().byWord[name.text] {
		match := true
		for i, s := range m.suffixes {
			t := p.peek(i)
			match = match && t.kind == tokSuffix && t.text == s
		}
		if match && len(m.suffixes) == 0 {
			m.op = p.endBehind(m.op, name.text)
		}
		if match {
			p.pos += len(m.suffixes)
			if !m.op.Opaque() {
				p.checkSuffixes(m.op)
			}
			return m.op, p.err == nil
		}
	}
	if p.err == nil {
		near := nearest(name.text, ops().words)
		hint := ""
		if len(near) > 0 {
			hint = ": did you mean " + strings.Join(near, ", ") + "?"
		}
		if p.is(":") {
			hint = "; a label stands alone on its line"
		}
		p.fail(name.at, "unknown instruction %s%s", name, hint)
	}
	return 0, false
}

// endBehind finds the op of a mnemonic whose last word stands behind its first modifier, a
// number: releases of 2022 write raw_sends_eot.10.1.1.0 as raw_sends.10.eot.1.1.0.
func (p *parser) endBehind(op visa.Op, word string) visa.Op {
	first, end := p.tok(), p.peek(1)
	if first.kind != tokSuffix || end.kind != tokSuffix || !ops().ends[end.text] || digitsEnd(first.text, 0) < len(first.text) {
		return op
	}
	for _, m := range ops().byWord[word+"_"+end.text] {
		if len(m.suffixes) == 0 && !m.op.Opaque() {
			p.toks = slices.Delete(p.toks, p.pos+1, p.pos+2)
			return m.op
		}
	}
	return op
}

// checkSuffixes refuses a suffix on a mnemonic that takes none, so that ".sat"
// on an op without saturation is named as such.
func (p *parser) checkSuffixes(op visa.Op) {
	t := p.tok()
	if t.kind != tokSuffix {
		return
	}
	for _, part := range op.Info().Text {
		if part.Kind == visa.TextMod || part.Kind == visa.TextFlags || part.Kind == visa.TextSat && t.text == "sat" {
			return
		}
	}
	p.fail(t.at, "%s is not a modifier of '%s': the form is %s", t, op, form(op))
}

// suffixField reads the modifiers that spell a field: one or more suffixes, as
// many as the enumeration knows together ("add.64").
func (p *parser) suffixField(s *visa.Slot) visa.Operand {
	first := p.tok()
	n := 0
	for p.peek(n).kind == tokSuffix {
		n++
	}
	if v, ok := p.hyphened(s, n); ok {
		return v
	}
	for ; n > 0; n-- {
		text := p.toks[p.pos].text
		for i := 1; i < n; i++ {
			text += "." + p.toks[p.pos+i].text
		}
		if v, ok := fieldCode(s, text); ok {
			p.pos += n
			return visa.Operand{Kind: visa.Field, Imm: uint64(v)}
		}
	}
	p.fail(first.at, "%s: want '.' and a value of %s: %s", first, s.Name, fieldValues(s))
	return visa.Operand{}
}

// hyphened reads n suffixes and what a hyphen joins to them: ".RG.8-downsampled".
func (p *parser) hyphened(s *visa.Slot, n int) (visa.Operand, bool) {
	if hyphen, end := p.peek(n), p.peek(n+1); n == 0 || hyphen.kind != tokPunct || hyphen.text != "-" || end.kind != tokIdent || end.at.col != hyphen.at.col+1 {
		return visa.Operand{}, false
	}
	var text strings.Builder
	for i := range n {
		if i > 0 {
			text.WriteByte('.')
		}
		text.WriteString(p.peek(i).text)
	}
	v, ok := fieldCode(s, text.String()+"-"+p.peek(n+1).text)
	if ok {
		p.pos += n + 2
	}
	return visa.Operand{Kind: visa.Field, Imm: uint64(v)}, ok
}

// field reads a number field that stands among the operands.
func (p *parser) field(s *visa.Slot) visa.Operand {
	t := p.tok()
	if s.Enum != nil && (t.kind == tokIdent || t.kind == tokNumber) {
		if v, ok := fieldCode(s, t.text); ok {
			p.advance()
			return visa.Operand{Kind: visa.Field, Imm: uint64(v)}
		}
	}
	if s.Enum != nil || t.kind != tokNumber && t.text != "(" {
		p.fail(t.at, "%s: want a value of %s: %s", t, s.Name, fieldValues(s))
		return visa.Operand{}
	}
	return visa.Operand{Kind: visa.Field, Imm: uint64(p.bounded(s.Name, 0, fieldMax(s)))}
}

func fieldCode(s *visa.Slot, text string) (uint32, bool) {
	if s.Enum != nil {
		return s.Enum.Code(text)
	}
	digits, base := text, 10
	if s.Hex != "" {
		if digits, base = strings.TrimPrefix(text, s.Hex), 16; digits == text {
			return 0, false
		}
	}
	v, err := strconv.ParseUint(digits, base, 32)
	return uint32(v), err == nil && int64(v) <= fieldMax(s)
}

func fieldMax(s *visa.Slot) int64 {
	switch s.Kind {
	case visa.SlotU8:
		return 1<<8 - 1
	case visa.SlotU16:
		return 1<<16 - 1
	}
	return 1<<32 - 1
}

// maxListed is how many values of an enumeration a message shows.
const maxListed = 32

func fieldValues(s *visa.Slot) string {
	switch {
	case s.Hex != "":
		return fmt.Sprintf("%s0 to %s%x", s.Hex, s.Hex, fieldMax(s))
	case s.Enum == nil:
		return fmt.Sprintf("0 to %d", fieldMax(s))
	}
	var list []string
	for _, v := range s.Enum.Values[:min(len(s.Enum.Values), maxListed)] {
		list = append(list, v.Text)
	}
	if n := len(s.Enum.Values); n > maxListed {
		list = append(list, fmt.Sprintf("... (%d values)", n))
	}
	return strings.Join(list, " ")
}

// predicate reads "(P1)", "(!P1.any)".
func (p *parser) predicate() visa.Pred {
	p.expect("(", "a predicate")
	pr := p.predOperand()
	p.expect(")", "a predicate")
	return pr
}

func (p *parser) predOperand() visa.Pred {
	var pr visa.Pred
	pr.Inv = p.accept("!")
	pr.Var = p.lookup(p.ident("a predicate"), symPred, "want a predicate, declared with v_type=P")
	if t := p.tok(); t.kind == tokSuffix {
		switch t.text {
		case "any":
			pr.Combine = visa.PredAny
		case "all":
			pr.Combine = visa.PredAll
		default:
			p.fail(t.at, "%s: a predicate takes .any or .all", t)
		}
		p.advance()
	}
	return pr
}

// execMask is the mask that a word spells: M1 to M8, with _NM or not, or NoMask.
func execMask(text string) (e visa.Exec, ok bool) {
	if text == "NoMask" {
		return visa.Exec{NoMask: true}, true
	}
	text, e.NoMask = strings.CutSuffix(text, "_NM")
	if len(text) != 2 || text[0] != 'M' || text[1] < '1' || text[1] > '8' {
		return e, false
	}
	e.Mask = text[1] - '1'
	return e, true
}

// exec reads "(M5_NM, 16)", "(8)" and "(NoMask, 8)".
func (p *parser) exec() visa.Exec {
	var e visa.Exec
	p.expect("(", "an execution size and mask, for example (M1, 16)")
	if t := p.tok(); t.kind == tokIdent {
		p.advance()
		var ok bool
		if e, ok = execMask(t.text); !ok {
			p.fail(t.at, "%s: want an execution mask, M1 to M8, M1_NM to M8_NM or NoMask", t)
		}
		p.expect(",", "an execution size and mask")
	}
	t := p.tok()
	size := p.number()
	if p.err == nil && (size < 1 || size > 32 || size&(size-1) != 0) {
		p.fail(t.at, "execution size %d: want 1, 2, 4, 8, 16 or 32", size)
	}
	e.Size = uint8(size)
	p.expect(")", "an execution size and mask")
	return e
}
