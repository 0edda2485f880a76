package published

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

// template is a text line in our form.
type template struct {
	name  string
	line  string
	fixed []string // "op=7"
	pos   opdefs.Pos
}

var (
	textPred = lazy.Regexp(`^\[?\(<P(?:red)?>\)\]?\s*`)
	textName = lazy.Regexp(`^[A-Za-z][A-Za-z0-9_]*(?:\.(?:start|end|wait|signal))?\b`)
	textMods = lazy.Regexp(`^(?:\[\.?<?([A-Za-z0-9_|.]+)>?\]|\.<?([A-Za-z0-9_]+)>?)`)
	textSlot = lazy.Regexp(`^\[?\(?<?([A-Za-z][A-Za-z0-9_]*)>?[,)]*\]?(?:, [.][.][.], [A-Za-z0-9-]+\))?,?\s*`)
	textForm = lazy.Regexp(`^\[?\(|<[A-Za-z]|^[A-Z][A-Z0-9_]*(?:\.[a-zA-Z]+)*\s*\|?$`)
	textAlso = lazy.Regexp(`^\{([a-z_]+)\|([a-z_]+)\}`)
)

// makeTexts writes the templates: those of the page as far as they can be understood, with
// the fields that they leave out.
func (c *converter) makeTexts() error {
	if c.part.form != nil {
		c.makeForms(c.part)
		return nil
	}
	for _, l := range c.Text {
		t, _, _ := strings.Cut(l.Text, "//")
		t = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(t), "|"))
		if !textForm.MatchString(t) {
			if t != "" {
				c.lose(l.Pos, "text line", "%q is no form of an instruction", t)
			}
			continue
		}
		if g := textAlso.FindStringSubmatchIndex(textPred.ReplaceAllString(t, "")); g != nil {
			head := textPred.FindString(t)
			rest := t[len(head):]
			for _, at := range []int{2, 4} {
				c.textLine(head+strings.ToUpper(rest[g[at]:g[at+1]])+rest[g[1]:], l)
			}
			continue
		}
		c.textLine(t, l)
	}
	if len(c.ops) == 0 {
		c.plainText()
	}
	c.fixSelectors()
	c.lastForms()
	return c.fixUnshown()
}

// plainText is the form of a page whose own cannot be understood.
func (c *converter) plainText() {
	at := c.Code.Pos
	if len(c.Text) > 0 {
		at = c.Text[0].Pos
	}
	o := &template{name: c.mnemonic(strings.ToLower(c.Name), at), pos: at}
	o.line = o.name
	if c.find(opdefs.TPred) != nil {
		o.line = "[(<pred>)] " + o.line
	}
	if c.find(opdefs.TExec) != nil {
		o.line += " (<exec_size>)"
	}
	c.lose(at, "text", "no line of it can be understood; the operands stand in the order of Format")
	c.ops = append(c.ops, o)
}

func (c *converter) find(t opdefs.FieldType) *field {
	for _, f := range c.fields {
		if f.typ == t || t == opdefs.TExec && f.typ == opdefs.TElts {
			return f
		}
	}
	return nil
}

// inText reports whether a line of the page shows a field.
func (c *converter) inText(f *field) bool {
	shown := regexp.MustCompile(`(?i)[<.(\[]` + regexp.QuoteMeta(f.name) + `\b`)
	return slices.ContainsFunc(c.Text, func(l Line) bool { return shown.MatchString(l.Text) })
}

// mnemonic is the name of an op as text has it: in lower case, and when the opcode is known
// under one other name, that one.
func (c *converter) mnemonic(s string, at opdefs.Pos) string {
	low := strings.ToLower(s)
	var known []string
	for _, o := range c.base.Known {
		if o.Code == c.Code.Value && (!o.HasSub || c.Sub != nil && o.Sub == c.Sub.Value) {
			known = append(known, o.Name)
		}
	}
	for _, p := range c.base.Pages {
		for _, op := range p.Ops {
			if p.Code == c.Code.Value && op.Name == strings.ToUpper(s) {
				return op.Name // a remark of the compiler, in capitals
			}
			if p.Code == c.Code.Value && p.HasSub == (c.Sub != nil) && (c.Sub == nil || c.Sub.Value == p.Sub) && !slices.Contains(known, op.Name) {
				known = append(known, op.Name)
			}
		}
	}
	stem, _, _ := strings.Cut(low, ".")
	switch {
	case slices.Contains(known, low), slices.Contains(known, stem):
	case len(known) == 1 && !strings.HasPrefix(known[0], "."):
		c.mend(at, "mnemonic", s, known[0])
		low = known[0]
	case len(known) > 1 || len(known) == 1:
		c.lose(at, "mnemonic", "OPCODES.md has %s for the opcode, not %s", strings.Join(known, " "), low)
	default:
		c.lose(at, "mnemonic", "OPCODES.md has no mnemonic for the opcode")
	}
	return low
}

// textLine understands one line of Text.
func (c *converter) textLine(t string, l Line) {
	o := &template{pos: l.Pos}
	var b strings.Builder
	if p := textPred.FindString(t); p != "" {
		t = t[len(p):]
		if c.find(opdefs.TPred) != nil {
			b.WriteString("[(<pred>)] ")
		} else {
			c.mend(l.Pos, "predicate without a field", strings.TrimSpace(p), "")
		}
	} else if c.find(opdefs.TPred) != nil {
		c.mend(l.Pos, "predicate that the text lacks", "", "[(<pred>)]")
		b.WriteString("[(<pred>)] ")
	}
	n := textName.FindString(t)
	if n == "" {
		c.lose(l.Pos, "text line", "%q has no mnemonic", t)
		return
	}
	o.name = c.mnemonic(n, l.Pos)
	b.WriteString(o.name)
	t = c.modifiers(&b, t[len(n):], l)
	c.operands(&b, t, l)
	o.line = b.String()
	c.ops = append(c.ops, o)
}

// modifiers reads what stands at the mnemonic; saturation goes by its property.
func (c *converter) modifiers(b *strings.Builder, t string, l Line) (rest string) {
	sat := strings.HasPrefix(c.prop("Saturation"), "Yes") || strings.HasPrefix(c.prop("Saturation"), "Only")
	if sat {
		b.WriteString("[.sat]")
	}
	if has := strings.HasPrefix(t, "[.sat]"); has != sat {
		c.mend(l.Pos, "saturation of text and property", word(has, "[.sat]"), word(sat, "[.sat]"))
	}
	t = strings.TrimPrefix(t, "[.sat]")
	hex := ""
	for {
		g := textMods.FindStringSubmatch(t)
		if g == nil {
			return t
		}
		t = t[len(g[0]):]
		name := g[1] + g[2]
		if name == "x" { // BFN.x[Field]: digits behind it are hexadecimal
			hex = name
			continue
		}
		if f := c.named(name); f != nil && f.isNumber() {
			f.hex = hex
			b.WriteString(".<" + f.lower() + ">")
			continue
		}
		if f := c.unshownNumber(b.String()); f != nil && g[2] != "" {
			c.mend(l.Pos, "name of a field", name, f.lower())
			b.WriteString(".<" + f.lower() + ">")
			continue
		}
		c.lose(l.Pos, "modifier", "%s is no field of Format", g[0])
	}
}

// named finds a field by a name of the text: in any case, with or without underscores,
// and one that begins like it.
func (c *converter) named(name string) *field {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	for _, f := range c.fields {
		if plain(f.name) == plain(name) || f.of != nil && plain(f.of.Name) == plain(name) {
			return f
		}
	}
	for _, f := range c.fields {
		if len(name) > 2 && strings.HasPrefix(plain(f.name), plain(name)) {
			return f
		}
	}
	return nil
}

// unshownNumber is the only number field that neither the template so far nor the
// page's text shows.
func (c *converter) unshownNumber(sofar string) *field {
	var out *field
	for _, f := range c.fields {
		if !f.isNumber() || strings.Contains(sofar, "<"+f.lower()+">") || c.inText(f) {
			continue
		}
		if out != nil {
			return nil
		}
		out = f
	}
	return out
}

// operands reads the rest of a line, and adds the operands that it leaves out.
func (c *converter) operands(b *strings.Builder, t string, l Line) {
	shown := map[*field]bool{}
	var put []*field
	open := false
	for t = strings.TrimSpace(t); t != ""; t = strings.TrimSpace(t) {
		g := textSlot.FindStringSubmatch(t)
		if g == nil {
			t = t[1:]
			continue
		}
		t = t[len(g[0]):]
		f := c.named(g[1])
		switch {
		case f == nil, f.typ == opdefs.TPred, shown[f]:
			if f != nil || g[1] == "P" {
				continue
			}
			if f = c.onlyMissing(l); f != nil && !shown[f] {
				c.mend(l.Pos, "name of a field", g[1], f.lower())
				put = append(put, f)
				break
			}
			if f = c.unshownNumber(b.String()); f == nil || !strings.Contains(g[0], "(") {
				c.unknownOperand(g[1], l)
				continue
			}
			c.mend(l.Pos, "name of a field", g[1], f.lower())
			b.WriteString(" (<" + f.lower() + ">)")
		case f.isExec():
			b.WriteString(" (<" + f.lower() + ">)")
		case strings.Contains(g[0], "(") && strings.Contains(g[0], ",") && f.isNumber():
			b.WriteString(" (<" + f.lower() + ">,")
			open = true
		case open && strings.Contains(g[0], ")"):
			b.WriteString(" <" + f.lower() + ">)")
			open = false
		case strings.Contains(g[0], "(") && f.isNumber():
			b.WriteString(" (<" + f.lower() + ">)")
		default:
			put = append(put, f)
		}
		shown[f] = true
	}
	c.slots(b, put, shown, l)
}

// onlyMissing is the only operand of Format that a line does not name, or nil.
func (c *converter) onlyMissing(l Line) *field {
	named := map[*field]bool{}
	text, _, _ := strings.Cut(l.Text, "//")
	for _, w := range identifier.FindAllString(text, -1) {
		named[c.named(w)] = true
	}
	var out *field
	for _, f := range c.fields {
		if named[f] || f.isNumber() || f.repeat || f.isExec() || f.typ == opdefs.TPred || f.typ == opdefs.TCount {
			continue
		}
		if out != nil {
			return nil
		}
		out = f
	}
	return out
}

// unknownOperand tells a name of another operand from the parameters of a sampler, which
// stand for the field that repeats.
func (c *converter) unknownOperand(name string, l Line) {
	if n := len(c.fields); n > 0 && c.fields[n-1].repeat {
		return
	}
	c.lose(l.Pos, "operand", "<%s> of the text is no field of Format", name)
}

// slots writes the operands of a line, then those that it lacks, in order of Format.
func (c *converter) slots(b *strings.Builder, put []*field, shown map[*field]bool, l Line) {
	for _, f := range c.fields {
		if f.typ == opdefs.TCount || f.typ == opdefs.TPred || shown[f] || f.isNumber() {
			continue
		}
		if strings.Contains(b.String(), "<"+f.lower()+">") {
			continue
		}
		if !f.repeat {
			c.mend(l.Pos, "operand that the text lacks", "", "<"+f.lower()+">")
		}
		if f.isExec() {
			b.WriteString(" (<" + f.lower() + ">)")
			continue
		}
		put = append(put, f)
	}
	for _, f := range put {
		switch {
		case f.typ == opdefs.TLabel && f.repeat:
			b.WriteString(" (<" + f.lower() + ">)")
		default:
			b.WriteString(" <" + f.lower() + ">")
		}
	}
}

// selector makes spellings of one operation alike: load_lz and ld_lz, sample4 and gather4.
func selector(s string) string {
	s = strings.ToLower(s)
	for _, r := range [][2]string{{"load", "ld"}, {"sample4", "gather4"}, {"_3d", ""}, {"_", ""}, {"fence", ""}} {
		s = strings.ReplaceAll(s, r[0], r[1])
	}
	return s
}

// lastForms keeps the last of several forms of one mnemonic: pages go from the first to the
// general one.
func (c *converter) lastForms() {
	var kept []*template
	for i, o := range c.ops {
		if slices.ContainsFunc(c.ops[i+1:], func(x *template) bool { return x.name == o.name && slices.Equal(x.fixed, o.fixed) }) {
			c.lose(o.pos, "text line", "another form of %s stands below", o.name)
			continue
		}
		kept = append(kept, o)
	}
	c.ops = kept
}

// fixSelectors finds the field that tells the mnemonics of a page apart.
func (c *converter) fixSelectors() {
	if len(c.ops) < 2 {
		return
	}
	for _, f := range c.fields {
		if !f.isNumber() || f.of == nil || strings.Contains(c.ops[0].line, "<"+f.lower()+">") {
			continue
		}
		var kept []*template
		for _, o := range c.ops {
			name := o.name
			if i := strings.LastIndexByte(name, '.'); i >= 0 {
				name = name[i+1:]
			}
			if v, b := f.valueOf(name); b != nil {
				o.fixed = append(o.fixed, f.lower()+"="+strconv.FormatUint(uint64(v.Code)<<b.Lo, 10))
				kept = append(kept, o)
			}
		}
		if len(kept) == 0 {
			continue
		}
		for _, o := range c.ops {
			if !slices.Contains(kept, o) {
				c.lose(o.pos, "mnemonic", "no value of %s belongs to %s", f.name, o.name)
			}
		}
		c.ops = kept
		return
	}
	for _, o := range c.ops[1:] {
		c.lose(o.pos, "mnemonic", "no field tells %s from %s", o.name, c.ops[0].name)
	}
	c.ops = c.ops[:1]
}

// valueOf is the value whose text is the mnemonic's.
func (f *field) valueOf(name string) (Value, *Bits) {
	for i := range f.of.Bits {
		for _, v := range f.of.Bits[i].Values {
			if selector(v.Text) == selector(name) {
				return v, &f.of.Bits[i]
			}
		}
	}
	return Value{}, nil
}

// fixUnshown gives number fields that no line shows the value 0, the only one that they
// have as far as the page says.
func (c *converter) fixUnshown() error {
	for _, f := range c.fields {
		if !f.isNumber() || f.fixed {
			continue
		}
		hidden := !slices.ContainsFunc(c.ops, func(o *template) bool {
			return strings.Contains(o.line, "<"+f.lower()+">") || slices.ContainsFunc(o.fixed, func(s string) bool { return strings.HasPrefix(s, f.lower()+"=") })
		})
		if hidden && f.of != nil && len(f.of.Bits) > 0 {
			return &Inexpressible{f.pos, "no text shows " + f.name + ", which has values"}
		}
		if hidden {
			f.fixed = true
			c.mend(f.pos, "field that no text shows", f.name, f.name+" = 0")
		}
	}
	for _, o := range c.ops { // shown by another line alone
		for _, f := range c.fields {
			if f.isNumber() && !f.fixed && !strings.Contains(o.line, "<"+f.lower()+">") && !slices.ContainsFunc(o.fixed, func(s string) bool { return strings.HasPrefix(s, f.lower()+"=") }) {
				o.fixed = append(o.fixed, f.lower()+"=0")
			}
		}
	}
	return nil
}
