package opdefs

import (
	"slices"
	"strconv"
	"strings"
)

// number reads decimal, 0x hexadecimal, the vendor's 1Fh and the vendor's 010b.
func (p *euParser) number(c euCell) uint64 {
	v, ok := euNumber(c.Text)
	if !ok {
		p.errs.add(c.Pos, "number %q: want 12, 0x1f, 1Fh or 0110b", c.Text)
	}
	return v
}

func euNumber(s string) (uint64, bool) {
	t, base := s, 10
	switch {
	case strings.HasPrefix(s, "0x"):
		t, base = s[2:], 16
	case strings.HasSuffix(s, "h"):
		t, base = s[:len(s)-1], 16
	case strings.HasSuffix(s, "b"):
		t, base = s[:len(s)-1], 2
	}
	v, err := strconv.ParseUint(t, base, 64)
	return v, err == nil
}

func (p *euParser) enum(s *euSection, rest string) {
	name, in := p.title(s, rest)
	w, ok := strings.CutSuffix(in, " bits")
	if w1, one := strings.CutSuffix(in, " bit"); one {
		w, ok = w1, true
	}
	bits, err := strconv.Atoi(w)
	if !ok || err != nil || bits < 1 || bits > 32 {
		p.errs.add(s.Pos, "size %q of %s: want (N bits) with N in 1..32", in, name)
		return
	}
	p.match(euCell{Text: name, Pos: s.Pos}, euTitle, "enumeration")
	e := &Enum{Name: name, Bits: bits, Pos: s.Pos}
	for _, r := range s.Rows {
		row := EnumRow{
			Pos: r.Pos, Code: p.number(r.get("code")), Name: p.prose(r.get("name")),
			Targets: p.targets(r.get("targets")), When: p.conds(r.get("when")),
			Errata: p.prose(r.get("errata")), Meaning: p.prose(r.get("meaning")),
		}
		row.Value, row.Const = p.enumValue(r.get("value"), row.Code)
		e.Rows = append(e.Rows, row)
	}
	p.eu.Enums = append(p.eu.Enums, e)
}

func (p *euParser) opcodes(s *euSection, rest string) {
	if rest != "" {
		p.errs.add(s.Pos, "section title %q: want Opcodes alone", s.Title)
	}
	for _, r := range s.Rows {
		p.eu.Opcodes = append(p.eu.Opcodes, Opcode{
			Pos: r.Pos, Op: p.match(r.get("op"), euFormat, "mnemonic"), Targets: p.targets(r.get("targets")),
			Code: p.number(r.get("code")), Format: p.match(r.get("format"), euFormat, "format"), Errata: p.prose(r.get("errata")),
		})
	}
}

func (p *euParser) layout(s *euSection, rest string) {
	name, in := p.title(s, rest)
	p.match(euCell{Text: name, Pos: s.Pos}, euFormat, "layout")
	l := &Layout{Name: name, Pos: s.Pos, Targets: p.targets(euCell{Text: in, Pos: s.Pos})}
	for _, r := range s.Rows {
		f := Field{
			Pos: r.Pos, Name: p.match(r.get("field"), euName, "field"), Formats: p.formats(r.get("formats")),
			Targets: p.within(r.get("targets"), l.Targets), Mark: p.prose(r.get("mark")),
		}
		bits := r.get("bits")
		switch code, implied := strings.CutPrefix(bits.Text, "implied "); {
		case implied:
			f.Implied = p.number(euCell{Text: code, Pos: bits.Pos})
		case bits.Text != "derived":
			f.Bits = p.ranges(bits)
		}
		f.When = p.conds(r.get("when"))
		p.value(r.get("value"), &f)
		if (f.Ratio != [2]string{}) != (bits.Text == "derived") {
			p.errs.add(bits.Pos, "%s: want derived and a value FIELD / FIELD, or neither", f.Name)
		}
		if a := r.get("absent"); a.Text != "" {
			f.Absent, f.Optional = p.number(a), true
		}
		l.Fields = append(l.Fields, f)
	}
	p.eu.Layouts = append(p.eu.Layouts, l)
}

func (p *euParser) compact(s *euSection, rest string) {
	name, in := p.title(s, rest)
	gen, formats, ok := strings.Cut(name, " of ")
	if !ok {
		p.errs.add(s.Pos, "section title %q: want Compact NAME of FORMATS (targets)", s.Title)
		return
	}
	c := &Compact{Name: gen, Pos: s.Pos, Formats: p.formats(euCell{Text: formats, Pos: s.Pos}), Targets: p.targets(euCell{Text: in, Pos: s.Pos})}
	for _, r := range s.Rows {
		c.Fields = append(c.Fields, CompactField{
			Pos: r.Pos, Targets: p.within(r.get("targets"), c.Targets), Name: p.match(r.get("field"), euName, "field"), Bits: p.ranges(r.get("bits")),
			Maps: p.maps(r.get("maps")), When: p.conds(r.get("when")), Index: r.get("index").Text,
		})
	}
	p.eu.Compacts = append(p.eu.Compacts, c)
}

func (p *euParser) messages(s *euSection, rest string) {
	_, in := p.title(s, rest)
	set := p.targets(euCell{Text: in, Pos: s.Pos})
	for _, r := range s.Rows {
		m := &Message{
			Pos: r.Pos, Name: p.match(r.get("message"), euName, "message"), Targets: set, SFID: r.get("sfid").Text,
			Match: p.descFields(r.get("match"), true), Fields: p.descFields(r.get("fields"), false),
			Header: r.get("header").Text, Lanes: r.get("lanes").Text, Meaning: p.prose(r.get("meaning")),
		}
		if c := r.get("ignored"); c.Text != "" {
			m.Ignored = p.ranges(c)
		}
		m.Extended = p.descFields(r.get("extended"), false)
		all := slices.Concat(m.Fields, m.Extended)
		m.Payload, m.Response = p.formula(r.get("payload"), all), p.formula(r.get("response"), all)
		p.eu.Messages = append(p.eu.Messages, m)
	}
}

// descFields reads "name hi:lo [Enumeration]", or "name hi:lo = code" in a match.
func (p *euParser) descFields(c euCell, match bool) []DescField {
	var out []DescField
	for part := range strings.SplitSeq(c.Text, ",") {
		words := strings.Fields(part)
		if len(words) == 0 && !match {
			continue
		}
		ok := len(words) == 2 || len(words) == 3
		if match {
			ok = len(words) == 4 && words[2] == "="
		}
		if !ok {
			p.errs.add(c.Pos, "descriptor field %q: want name bits, then an enumeration or (in a match) = code", part)
			continue
		}
		f := DescField{Name: p.match(euCell{Text: words[0], Pos: c.Pos}, euName, "field")}
		if rs := p.ranges(euCell{Text: words[1], Pos: c.Pos}); len(rs) == 1 {
			f.Bits = rs[0]
		}
		switch {
		case match:
			f.Value = p.number(euCell{Text: words[3], Pos: c.Pos})
		case len(words) == 3:
			f.Enum = words[2]
		}
		out = append(out, f)
	}
	return out
}

// value reads the value column of a layout row: "FIELD is NAME,NAME", "FIELD /
// FIELD", or an enumeration name, then any of: codes "0,2..4", "<< n", "signed",
// "twice", "next".
func (p *euParser) value(c euCell, f *Field) {
	words := strings.Fields(c.Text)
	if len(words) == 3 && (words[1] == "is" || words[1] == "/") {
		field := p.match(euCell{Text: words[0], Pos: c.Pos}, euName, "field")
		if words[1] == "/" {
			f.Ratio = [2]string{field, p.match(euCell{Text: words[2], Pos: c.Pos}, euName, "field")}
			return
		}
		f.Is = &IsTest{Field: field, Names: strings.Split(words[2], ",")}
		if len(f.Bits) != 1 || f.Width() != 1 {
			p.errs.add(c.Pos, "%s is a test: want one bit", f.Name)
		}
		return
	}
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "signed":
			f.Signed = true
		case w == "twice":
			f.Twice = true
		case w == "next":
			f.Next = true
		case w == "<<" && i+1 < len(words):
			i++
			n := p.number(euCell{Text: words[i], Pos: c.Pos})
			if n > 31 {
				p.errs.add(c.Pos, "value %q: want << 0..31", c.Text)
			}
			f.Scale = int(n & 31)
		case w[0] >= '0' && w[0] <= '9':
			f.Codes = p.codes(euCell{Text: w, Pos: c.Pos})
		case f.Enum == "" && w[0] >= 'A' && w[0] <= 'Z':
			f.Enum = w
		default:
			p.errs.add(c.Pos, "value %q: want an enumeration, codes, << n, signed, twice, next, FIELD is NAMES or FIELD / FIELD", c.Text)
			return
		}
	}
}

// codes reads "0,4..7".
func (p *euParser) codes(c euCell) []uint64 {
	var out []uint64
	for part := range strings.SplitSeq(c.Text, ",") {
		lo, hi, ok := strings.Cut(part, "..")
		if !ok {
			hi = lo
		}
		a, okA := euNumber(lo)
		b, okB := euNumber(hi)
		if !okA || !okB || b < a || b-a > 255 {
			p.errs.add(c.Pos, "codes %q: want a list such as 0,4..7", c.Text)
			return nil
		}
		for v := a; v <= b; v++ {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// ranges reads "84+75:73", least significant fragment first.
func (p *euParser) ranges(c euCell) []Range {
	var out []Range
	for part := range strings.SplitSeq(c.Text, "+") {
		hi, lo, ok := strings.Cut(part, ":")
		if !ok {
			lo = hi
		}
		h, err1 := strconv.Atoi(hi)
		l, err2 := strconv.Atoi(lo)
		if err1 != nil || err2 != nil || l < 0 || h < l || h > 127 {
			p.errs.add(c.Pos, "bits %q: want high:low fragments inside 127:0 joined by +", c.Text)
			return nil
		}
		out = append(out, Range{l, h - l + 1})
	}
	return out
}

// conds reads "Field = 0..2 and Other = 1".
func (p *euParser) conds(c euCell) []Cond {
	if c.Text == "" {
		return nil
	}
	var out []Cond
	for part := range strings.SplitSeq(c.Text, " and ") {
		name, codes, ok := strings.Cut(part, " = ")
		if !ok {
			p.errs.add(c.Pos, "condition %q: want FIELD = codes, joined by and", part)
			return nil
		}
		out = append(out, Cond{strings.TrimSpace(name), p.codes(euCell{Text: strings.TrimSpace(codes), Pos: c.Pos})})
	}
	return out
}

// maps reads "11:0 -> 46:35; all -> 6:0; 4 replicated -> 127:108".
func (p *euParser) maps(c euCell) []CompactMap {
	var out []CompactMap
	for part := range strings.SplitSeq(c.Text, ";") {
		from, to, ok := strings.Cut(part, "->")
		if !ok {
			p.errs.add(c.Pos, "map %q: want value bits -> native bits", part)
			continue
		}
		from, rep := strings.CutSuffix(strings.TrimSpace(from), " replicated")
		native := p.ranges(euCell{Text: strings.TrimSpace(to), Pos: c.Pos})
		if len(native) != 1 {
			p.errs.add(c.Pos, "map %q: want one native range", part)
			continue
		}
		m := CompactMap{Native: native[0], Value: Range{0, native[0].Width}, Replicate: rep}
		if from != "all" {
			v := p.ranges(euCell{Text: from, Pos: c.Pos})
			if len(v) != 1 {
				continue
			}
			m.Value = v[0]
		}
		if want := m.Native.Width; !rep && m.Value.Width != want || rep && m.Value.Width != 1 {
			p.errs.add(c.Pos, "map %q: %d value bits cannot fill %d native bits", part, m.Value.Width, want)
		}
		out = append(out, m)
	}
	return out
}
