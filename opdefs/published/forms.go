package published

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

// form is one form of Text of a page with several operations: lines from one with a mnemonic
// to the next.
type form struct {
	stem   string // the mnemonic in lower case; a star stands for the rest of several
	suffix string // what else belongs to it: ".tgm"
	rest   string // the text behind
	lines  []Line // all of it in one line
	pos    opdefs.Pos
}

var (
	formHead  = lazy.Regexp(`^(?:\[ ?\( ?Pred ?\) ?\] )?([a-z]\w*\*?) ?\. ?([A-Za-z]\w*)(?: |$)(.*)$`)
	formToken = lazy.Regexp(`\w+|\S`)
)

// forms cuts Text at the lines that begin with a mnemonic; the lines below one belong to it.
func (p *Page) forms() []*form {
	var out []*form
	for _, l := range p.Text {
		if strings.HasPrefix(l.Text, "##") {
			break // the examples
		}
		if g := formHead.FindStringSubmatch(l.Text); g != nil {
			f := &form{stem: g[1], rest: g[3], pos: l.Pos}
			switch field := p.abbreviated(g[2]); {
			case field != nil:
				f.rest = "." + field.Name + " " + f.rest
			case g[2] == strings.ToUpper(g[2]): // a name for what other lines of the page have
				f.suffix = p.commonSuffix()
				p.mend(l.Pos, "suffix of a mnemonic", "."+g[2], f.suffix)
			default:
				f.suffix = "." + g[2]
			}
			f.lines = []Line{l}
			out = append(out, f)
			continue
		}
		if len(out) > 0 {
			f := out[len(out)-1]
			f.rest += " " + l.Text
			f.lines = append(f.lines, l)
		}
	}
	for _, f := range out {
		f.rest = strings.Join(strings.Fields(f.rest), " ")
	}
	return out
}

// abbreviated is the field whose name ends with a word.
func (p *Page) abbreviated(word string) *Field {
	i := slices.IndexFunc(p.Fields, func(f Field) bool { return strings.HasSuffix(f.Name, word) })
	if i < 0 {
		return nil
	}
	return &p.Fields[i]
}

// commonSuffix is the one in lower case that the mnemonics of Text have.
func (p *Page) commonSuffix() string {
	for _, l := range p.Text {
		if g := formHead.FindStringSubmatch(l.Text); g != nil && g[2] == strings.ToLower(g[2]) {
			return "." + g[2]
		}
	}
	return ""
}

// formWriter turns a form into a template of ours.
type formWriter struct {
	*converter
	part   *part
	form   *form
	tokens []string
	shown  map[*field]bool
	kind   *field // what an address counts from
	b      strings.Builder
}

// makeForms writes the templates of a page whose ops have one form.
func (c *converter) makeForms(p *part) {
	fm := p.form
	w := &formWriter{converter: c, part: p, form: fm, tokens: formToken.FindAllString(fm.rest, -1), shown: map[*field]bool{}}
	w.head()
	for len(w.tokens) > 0 {
		w.operand()
	}
	w.tail()
	for _, f := range c.fields {
		f.short = !f.fixed && (f.typ == opdefs.TRaw || f.typ == opdefs.TVec)
	}
	for _, m := range p.members {
		o := &template{name: m.name + fm.suffix, pos: fm.pos, fixed: []string{opdefs.SubField + "=" + hexByte(m.code)}}
		o.line = o.name + w.b.String()
		if c.find(opdefs.TPred) != nil {
			o.line = "[(<pred>)] " + o.line
		}
		c.ops = append(c.ops, o)
	}
}

// take takes the next token, which is one of some when there are any.
func (w *formWriter) take(want ...string) string {
	if len(w.tokens) == 0 || len(want) > 0 && !slices.Contains(want, w.tokens[0]) {
		return ""
	}
	t := w.tokens[0]
	w.tokens = w.tokens[1:]
	return t
}

// bracketed takes the tokens of a pair of brackets, which are next, without them.
func (w *formWriter) bracketed() (in []string) {
	depth := 0
	for i, t := range w.tokens {
		switch t {
		case "[":
			depth++
		case "]":
			depth--
		}
		if depth == 0 {
			in, w.tokens = w.tokens[1:i], w.tokens[i+1:]
			return in
		}
	}
	in, w.tokens = w.tokens[1:], nil
	return in
}

// head writes the modifiers and the execution size.
func (w *formWriter) head() {
	for len(w.tokens) > 0 {
		switch {
		case w.tokens[0] == "." && len(w.tokens) > 1:
			w.take()
			if f := w.word(w.take()); f != nil {
				fmt.Fprintf(&w.b, ".<%s>", f.lower())
			}
		case w.tokens[0] == "[" && len(w.tokens) > 1 && w.tokens[1] == ".":
			in := w.bracketed()
			w.b.WriteString("[")
			for _, t := range in {
				if f := w.named(t); f != nil {
					w.shown[f] = true
					fmt.Fprintf(&w.b, ".<%s>", f.lower())
				}
			}
			w.b.WriteString("]")
			if slices.Contains(in, "[") {
				w.mend(w.form.pos, "option in an option", strings.Join(in, " "), strings.Join(slices.DeleteFunc(in, func(t string) bool { return t == "[" || t == "]" }), " "))
			}
		case w.tokens[0] == "[" && len(w.tokens) > 1 && w.tokens[1] == "(":
			w.bracketed()
		case w.tokens[0] == "(":
			w.take()
			for t := w.take(); t != ")" && t != ""; t = w.take() {
				_ = t
			}
		default:
			w.exec()
			return
		}
	}
	w.exec()
}

// exec writes the execution size, which an op has or not whatever its form says.
func (w *formWriter) exec() {
	if w.find(opdefs.TExec) != nil {
		w.b.WriteString(" (<exec_size>)")
	}
}

// word is the field that a word of the form means, and marks it.
func (w *formWriter) word(name string) *field {
	f := w.named(name)
	if f == nil || w.shown[f] {
		f = w.alikeField(name)
	}
	if f == nil {
		w.lose(w.form.pos, "operand", "<%s> of the text is no field of Format", name)
		return nil
	}
	w.shown[f] = true
	return f
}

// alikeField is the field that begins most like a word and that no word of the form names.
func (w *formWriter) alikeField(name string) *field {
	var best *field
	most := 7 // letters that a name has in common with others
	for _, f := range w.fields {
		if w.shown[f] || f.isSurface() || strings.Contains(w.form.rest, f.of.nameOr(f.name)) {
			continue
		}
		n := 0
		for n < min(len(name), len(f.name)) && name[n] == f.name[n] {
			n++
		}
		if n > most {
			best, most = f, n
		}
	}
	if best != nil {
		w.mend(w.form.pos, "name of a field", name, best.lower())
	}
	return best
}

func (f *Field) nameOr(name string) string {
	if f == nil {
		return name
	}
	return f.Name
}

// isSurface is true for the operand that says a surface, which stands in parentheses behind
// what an address counts from.
func (f *field) isSurface() bool {
	return f.typ == opdefs.TVec && f.lower() == "surface_field" || f.lower() == "surface"
}

// operand writes the next operand: one with its data behind a colon, an address, or a plain
// one.
func (w *formWriter) operand() {
	name := w.take()
	if name == "" || !wordOnly.MatchString(name) {
		return
	}
	next := ""
	if len(w.tokens) > 0 {
		next = w.tokens[0]
	}
	f := w.named(name)
	switch {
	case next == "[" && f == nil:
		w.mend(w.form.pos, "word that no field has", name, "flat")
		w.b.WriteString("  'flat'")
		w.address(false)
	case next == "[":
		w.shown[f], w.kind = true, f
		fmt.Fprintf(&w.b, "  <%s>", f.lower())
		w.address(true)
	case f == nil:
		w.lose(w.form.pos, "operand", "<%s> of the text is no field of Format", name)
	default:
		w.shown[f] = true
		fmt.Fprintf(&w.b, "  <%s>", f.lower())
		if w.take(":") != "" {
			w.data()
		}
	}
}

// data writes what stands behind the colon of an operand.
func (w *formWriter) data() {
	w.b.WriteString("':'")
	paren := w.take("(") != ""
	only := w.onlyFor()
	first, joined := true, true
	for len(w.tokens) > 0 && w.tokens[0] != ")" {
		t := w.tokens[0]
		if !paren && !joined && wordOnly.MatchString(t) && t != "x" {
			break // the next operand
		}
		w.take()
		joined = t == "x" || t == "."
		switch {
		case joined:
			if !paren {
				w.b.WriteString("'" + t + "'")
			}
		case t == "[" && len(w.tokens) > 1 && w.tokens[1] == "]": // letters for a field that the form does not name
			in := w.take()
			w.take("]")
			if strings.HasPrefix(in, "1") {
				w.one()
				joined = true
				continue
			}
			w.letters(in)
		case only != nil && !first:
		default:
			if f := w.word(t); f != nil {
				fmt.Fprintf(&w.b, "<%s>", f.lower())
			}
		}
		first = false
	}
	if only != nil {
		w.mend(w.form.pos, "field that only some operations have", "", "."+only.lower())
		w.shown[only] = true
		fmt.Fprintf(&w.b, ".<%s>", only.lower())
	}
	w.take(")")
}

// one fixes the field before the next one of the form to 1, which the text may leave out.
func (w *formWriter) one() {
	next := ""
	if len(w.tokens) > 0 {
		next = w.tokens[0]
	}
	i := slices.Index(w.fields, w.named(next))
	if i <= 0 || !w.fields[i-1].isNumber() {
		w.lose(w.form.pos, "modifier", "no field is 1 before %s", next)
		return
	}
	f := w.fields[i-1]
	f.fixed, f.value = true, 1
	w.mend(w.form.pos, "factor that may be missing", f.name, f.name+" = 1")
}

// letters writes the field that a pair of letters such as nt stands for: the next number of
// the table that no form shows.
func (w *formWriter) letters(t string) {
	for _, f := range w.fields {
		if f.isNumber() && !f.fixed && !w.shown[f] && f.typ == opdefs.TUB && f.name != "Sub" && !w.inForms(f) {
			w.shown[f] = true
			w.mend(w.form.pos, "letters of a field", t, "<"+f.lower()+">")
			fmt.Fprintf(&w.b, "<%s>", f.lower())
			return
		}
	}
	w.lose(w.form.pos, "modifier", "no field has the letters %s", t)
}

// inForms reports whether the form names a field.
func (w *formWriter) inForms(f *field) bool {
	return slices.Contains(formToken.FindAllString(w.form.rest, -1), f.of.nameOr(f.name))
}

var onlyValid = lazy.Regexp("(?i)^only valid for ((?:`\\w+`(?: and |, )?)+)")

// onlyFor is the field of which the page says that only these operations have it.
func (w *formWriter) onlyFor() *field {
	for _, f := range w.fields {
		if f.of == nil {
			continue
		}
		g := onlyValid.FindStringSubmatch(f.of.Doc)
		if g != nil && slices.ContainsFunc(w.part.members, func(m member) bool { return strings.Contains(g[1], "`"+m.name+"`") }) {
			return f
		}
		if g == nil && strings.HasPrefix(f.of.Doc, "Same as in") && strings.HasSuffix(w.part.members[0].name, "_quad") && strings.HasSuffix(f.of.Doc, "it is always no mask.") {
			return f
		}
	}
	return nil
}

// address writes what stands in the brackets of an address, and its size behind them.
func (w *formWriter) address(surface bool) {
	in := w.bracketed()
	if i := slices.IndexFunc(w.fields, func(f *field) bool { return f.isSurface() }); surface && i >= 0 {
		f := w.fields[i]
		w.mend(w.form.pos, "operand that the text lacks", "", "("+f.lower()+")")
		w.shown[f] = true
		w.enumOfOurs(w.kind)
		if e := w.base.Enum(w.kind.enum); e != nil && spells(e, "flat") {
			f.absent = w.kind.lower() + "=flat"
			fmt.Fprintf(&w.b, "['('<%s>')']", f.lower())
		} else {
			fmt.Fprintf(&w.b, "'('<%s>')'", f.lower())
		}
	}
	w.b.WriteString("'['")
	comma := ""
	for i := 0; i < len(in); i++ {
		switch t := in[i]; {
		case t == "," || t == "[" || t == "]" || t == "+":
			continue
		case i+1 < len(in) && in[i+1] == "*": // a factor
			f := w.named(t)
			i++
			if f != nil {
				f.fixed, f.value = true, 1
				w.shown[f] = true
				w.mend(w.form.pos, "factor that may be missing", t, t+" = 1")
			}
		case i > 0 && in[i-1] == "+":
			if f := w.word(t); f != nil {
				fmt.Fprintf(&w.b, "+<%s>", f.lower())
			}
		default:
			if f := w.word(t); f != nil {
				w.b.WriteString(comma + "<" + f.lower() + ">")
				comma = "','"
			}
		}
	}
	w.b.WriteString("']'")
	if w.take(":") != "" {
		w.b.WriteString("':'")
		if f := w.word(w.take()); f != nil {
			fmt.Fprintf(&w.b, "<%s>", f.lower())
		}
	}
}

// spells reports whether an enumeration has a text.
func spells(e *opdefs.FieldEnum, text string) bool {
	_, ok := e.Value(text)
	return ok
}

// tail fixes what the form does not show: raw operands to null, numbers to 0.
func (w *formWriter) tail() {
	for _, f := range w.fields {
		if w.shown[f] || f.name == "Sub" || f.typ == opdefs.TExec || f.typ == opdefs.TPred || f.fixed {
			continue
		}
		switch {
		case f.typ == opdefs.TRaw:
			f.fixed = true
			w.mend(f.pos, "operand that no text shows", f.name, f.name+" = null")
		case f.isNumber():
			f.fixed = true
			w.mend(f.pos, "field that no text shows", f.name, f.name+" = 0")
		default:
			w.mend(w.form.pos, "operand that the text lacks", "", "<"+f.lower()+">")
			fmt.Fprintf(&w.b, "  <%s>", f.lower())
		}
	}
}
