package published

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

// newEnum is an enumeration that ENUMS.md lacks.
type newEnum struct {
	name   string
	values []Value
}

var (
	modWord   = lazy.Regexp(`\(\.([a-z0-9_]+)\)$`)
	firstWord = lazy.Regexp(`^"?([A-Za-z0-9_.]+)`)
	enumWord  = lazy.Regexp(`^[A-Za-z0-9_]+$`)
)

// word is the part of a value's text that an assembler may take.
func (v Value) word() string {
	if g := modWord.FindStringSubmatch(v.Text); g != nil {
		return g[1]
	}
	if g := firstWord.FindStringSubmatch(v.Text); g != nil {
		return strings.ToLower(g[1])
	}
	return ""
}

// findEnums finds the enumerations of the number fields that text shows.
func (c *converter) findEnums() {
	for _, f := range c.fields {
		if c.part.form != nil && f.isNumber() && !f.fixed && f.name != "Sub" {
			c.enumOfOurs(f)
			continue
		}
		spelt := slices.ContainsFunc(c.ops, func(o *template) bool { return strings.Contains(o.line, "<"+f.lower()+">") })
		if !f.isNumber() || !spelt || f.of == nil {
			continue
		}
		for i := range f.of.Bits {
			if c.enumOf(f, &f.of.Bits[i]) {
				break
			}
		}
	}
}

// enumOfOurs finds the enumeration of a field in a form that has no blank before or behind
// it: one with all values of the page, or where the page gives no codes, that of the field of
// our page at the same place.
func (c *converter) enumOfOurs(f *field) {
	if f.enum != "" {
		return
	}
	var said *Bits
	if f.of != nil {
		for i := range f.of.Bits {
			if len(f.of.Bits[i].Values) > 1 && said == nil {
				said = &f.of.Bits[i]
			}
		}
	}
	ours := c.ourField(f)
	switch {
	case said == nil && ours != nil && ours.Enum != nil:
		f.enum = ours.Enum.Name
		c.mend(f.pos, "codes that the page does not give", f.name, f.enum)
	case said != nil && ours != nil && ours.Enum != nil && saysAll(said.Values, ours.Enum):
		f.enum = ours.Enum.Name
	case said != nil:
		c.enumOf(f, said)
	}
}

// saysAll reports whether a list has each value of an enumeration, with its meaning.
func saysAll(values []Value, e *opdefs.FieldEnum) bool {
	for k, v := range e.Values {
		i := slices.IndexFunc(values, func(x Value) bool { return x.Code == v.Code })
		again := slices.ContainsFunc(e.Values[:k], func(x opdefs.EnumValue) bool { return x.Code == v.Code })
		if !again && (i < 0 || !means(values[i], v.Text)) {
			return false
		}
	}
	return true
}

// ourField is the field at the place of f in the binary form of our page with the same op.
func (c *converter) ourField(f *field) *opdefs.OpField {
	p := pageOf(c.base.Pages, c.part.members[0].name+c.part.form.suffix)
	at := slices.Index(c.fields, f)
	if c.part.selector != "" {
		at--
	}
	if p == nil || p.Code != c.Code.Value || at < 0 || at >= len(p.Layout()) || p.Layout()[at].Type != f.typ {
		return nil
	}
	return p.Layout()[at]
}

// enumOf finds the enumeration of a field from one of its lists of values.
func (c *converter) enumOf(f *field, b *Bits) bool {
	values := b.Values
	if len(values) == 0 && b.Hi-b.Lo == 3 && strings.Contains(b.Doc, "RGBA") {
		for code := uint32(1); code < 16; code++ {
			values = append(values, Value{Code: code, Text: channels(code), Pos: b.Pos})
		}
	}
	if b.Lo != 0 || len(values) < 2 {
		return false
	}
	if e := c.bestEnum(f, values); e != nil {
		f.enum = e.Name
		f.log2 = c.powers(f, e)
		for _, v := range values {
			if !has(e, v.Code) {
				c.lose(v.Pos, "value", "%d of %s (%s%s) is none of %s", v.Code, f.name, v.Guard, v.Text, e.Name)
			}
		}
		return true
	}
	words := pickValues(values)
	if len(words) < len(values) {
		return false
	}
	f.enum = strings.ToUpper(c.Name + "_" + f.name)
	if f.enum[0] < 'A' {
		f.enum = "OP_" + f.enum
	}
	f.log2 = !slices.ContainsFunc(words, func(v Value) bool { return v.Code > 62 || v.Text != fmt.Sprint(uint64(1)<<v.Code) })
	c.enums = append(c.enums, newEnum{f.enum, words})
	c.lose(b.Pos, "enumeration", "ENUMS.md has none with these values; %s is new", f.enum)
	return true
}

// channels spells a mask of channels.
func channels(code uint32) string {
	s := ""
	for i, l := range []string{"R", "G", "B", "A"} {
		if code>>i&1 != 0 {
			s += l
		}
	}
	return s
}

func has(e *opdefs.FieldEnum, code uint32) bool {
	return slices.ContainsFunc(e.Values, func(v opdefs.EnumValue) bool { return v.Code == code })
}

// pickValues keeps values whose texts are words, each once.
func pickValues(values []Value) (out []Value) {
	seen := map[string]bool{}
	for _, v := range values {
		w := v.word()
		if !enumWord.MatchString(w) || seen[w] {
			continue
		}
		seen[w] = true
		v.Text = w
		out = append(out, v)
	}
	return out
}

// alike are spellings of one value, ours second.
var alike = map[string]string{"imin": "minsint", "imax": "maxsint"}

// bestEnum is the enumeration that has most of the values; every value of it is on
// the page, with its meaning. Of equals the one named like the page wins, then the first.
func (c *converter) bestEnum(f *field, values []Value) *opdefs.FieldEnum {
	var best *opdefs.FieldEnum
	score := 1
	for _, e := range c.base.Enums {
		if e.Name == opdefs.HookEnum {
			continue
		}
		n, wrong := 0, 0
		for k, v := range e.Values {
			i := slices.IndexFunc(values, func(x Value) bool { return x.Code == v.Code })
			switch {
			case slices.ContainsFunc(e.Values[:k], func(x opdefs.EnumValue) bool { return x.Code == v.Code }): // another spelling
			case i < 0:
				wrong++
			case means(values[i], v.Text):
				n++
			default:
				wrong += 2
			}
		}
		if strings.HasPrefix(c.Name, strings.SplitN(e.Name, "_", 2)[0]) {
			n++
		}
		if wrong == 0 && n > score {
			best, score = e, n
		}
	}
	return best
}

// means reports whether a value of a page is the text of an enumeration.
func means(v Value, text string) bool {
	w, t := v.word(), strings.ToLower(text)
	return w == t || alike[w] == t || t == "" && strings.Contains(v.Text, "or omit suffix")
}

// powers reports whether Semantics see 1 << code of a field: each text is that number, and
// they speak of the number.
func (c *converter) powers(f *field, e *opdefs.FieldEnum) bool {
	for _, v := range e.Values {
		if v.Code > 62 || v.Text != fmt.Sprint(uint64(1)<<v.Code) {
			return false
		}
	}
	return true
}

// coded reports whether a field's values mean other numbers than their codes, and
// Semantics do not see those.
func (f *field) coded() bool {
	if f.of == nil || f.log2 || !f.isNumber() {
		return false
	}
	return slices.ContainsFunc(f.of.Bits, func(b Bits) bool {
		number := func(v Value) bool {
			n, err := strconv.ParseUint(v.word(), 10, 32)
			return err == nil && uint32(n) != v.Code
		}
		return b.Lo == 0 && len(b.Values) > 0 && number(b.Values[0])
	})
}

// writeEnums is the text of the new enumerations.
func (c *converter) writeEnums() []byte {
	if len(c.enums) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString("# Enumerations\n")
	for _, e := range c.enums {
		fmt.Fprintf(&b, "\n## %s\n\n| Text | Code | Meaning |\n| --- | --- | --- |\n", e.name)
		for _, v := range e.values {
			fmt.Fprintf(&b, "| %s | %d | |\n", v.Text, v.Code)
		}
	}
	return []byte(b.String())
}
