package published

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

// member is one op of a page that describes several, told apart by a field.
type member struct {
	name string
	code uint32
}

// part is a page of ours that a published one makes: one form of the text and the ops that
// have it.
type part struct {
	*Page
	selector string // the field of Format that tells the ops apart; "" on a page of one kind of op
	form     *form
	members  []member          // the ops of the form
	fixed    map[string]uint32 // fields that have one value here, by their name in lower case
}

var (
	subOps     = lazy.Regexp(`^([A-Za-z]\w*)=(\w+(?:, \w+)*)$`)
	flagsOf    = lazy.Regexp(`^(\w+?)_\{(\w+)\|(\w+)\}\.\{((?:\w+\?)+)\}$`)
	flagLegend = lazy.Regexp(`^//\s*(\w+) (-|means) (.+)$`)
)

// parts cuts a page into those of ours that it makes. Most make one.
func (p *Page) parts() []*part {
	if ps := p.flagParts(); ps != nil {
		return ps
	}
	if ps := p.subOpParts(); ps != nil {
		return ps
	}
	q := *p
	q.mends, q.left = nil, nil
	return []*part{{Page: &q}}
}

// subOpOf is the field that the conditions of all tables of a page are about, when they list
// operations for it.
func (p *Page) subOpOf() *Field {
	if len(p.Variants) < 2 {
		return nil
	}
	name := ""
	for _, v := range p.Variants {
		var g []string
		if len(v.Conds) == 1 {
			g = subOps.FindStringSubmatch(v.Conds[0].Text)
		}
		if g == nil || len(v.Cells) == 0 || v.Cells[0].Name != g[1] || name != "" && name != g[1] {
			return nil
		}
		name = g[1]
	}
	i := slices.IndexFunc(p.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &p.Fields[i]
}

// subOpParts cuts a page whose tables list operations of one opcode, which a byte tells apart.
func (p *Page) subOpParts() []*part {
	f := p.subOpOf()
	if f == nil {
		return nil
	}
	var out []*part
	forms := p.forms()
	for i := range p.Variants {
		v := &p.Variants[i]
		var left []member
		made := map[*form]*part{}
		var order []*form
		add := func(fm *form, m member) *part {
			if made[fm] == nil {
				made[fm] = p.partOf(v, fm, f.Name)
				order = append(order, fm)
			}
			made[fm].members = append(made[fm].members, m)
			return made[fm]
		}
		for _, name := range strings.Split(subOps.FindStringSubmatch(v.Conds[0].Text)[2], ", ") {
			code, ok := f.codeOf(name)
			if !ok {
				p.lose(v.Conds[0].Pos, "operation", "%s has no code of %s", name, f.Name)
				continue
			}
			m := member{name, code}
			if fm := formFor(forms, name); fm != nil {
				add(fm, m)
			} else {
				left = append(left, m)
			}
		}
		for _, m := range left { // has the form of its nearest relative, on a page of its own
			near := nearest(order, m.name)
			if near == nil {
				p.lose(v.Pos, "operation", "no line of Text has a form for %s", m.name)
				continue
			}
			own := *near
			p.mend(near.pos, "form of an operation without one", m.name, near.stem)
			own.stem = m.name
			add(&own, m)
		}
		for _, fm := range order {
			out = append(out, made[fm])
		}
	}
	return out
}

// partOf is the page of a form: the table of its operations, its line and its block.
func (p *Page) partOf(v *Variant, fm *form, selector string) *part {
	q := *p
	q.Name = strings.ToUpper(strings.Trim(fm.stem, "_*") + strings.ReplaceAll(fm.suffix, ".", "_"))
	q.Variants = []Variant{{Cells: v.Cells, Pos: v.Pos}}
	q.Text = fm.lines
	q.Body = p.labelled(strings.Trim(fm.stem, "_*"))
	q.mends, q.left = nil, nil
	return &part{Page: &q, form: fm, selector: selector}
}

var label = lazy.Regexp(`^[A-Za-z][A-Za-z0-9_]*:$`)

// labelled is the block of Semantics below a label that is the end of an operation's name.
func (p *Page) labelled(name string) []Line {
	var out []Line
	mine, before := false, false
	for _, l := range p.Body {
		if label.MatchString(l.Text) {
			is := strings.HasSuffix(strings.ToUpper(name), "LSC_"+strings.TrimSuffix(l.Text, ":"))
			mine = is || mine && before // several labels of one block
			before = true
			continue
		}
		before = false
		if mine {
			out = append(out, l)
		}
	}
	return out
}

// codeOf is the code of a name in a field's lists.
func (f *Field) codeOf(name string) (uint32, bool) {
	for _, b := range f.Bits {
		for _, v := range b.Values {
			if v.Text == name {
				return v.Code, true
			}
		}
	}
	return 0, false
}

// formFor is the form whose mnemonic a name is, or whose star it fills.
func formFor(forms []*form, name string) *form {
	for _, f := range forms {
		if stem, star := strings.CutSuffix(f.stem, "*"); f.stem == name || star && strings.HasPrefix(name, stem) {
			return f
		}
	}
	return nil
}

// nearest is the form whose mnemonic has most words of a name in front, two at least.
func nearest(forms []*form, name string) *form {
	var best *form
	most := 1
	for _, f := range forms {
		a, b := strings.Split(f.stem, "_"), strings.Split(name, "_")
		n := 0
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		if n > most || n == most && best != nil && len(a) < len(strings.Split(best.stem, "_")) {
			best, most = f, n
		}
	}
	return best
}

// flagParts cuts a page whose text is NAME_{A|B}.{X?Y?}, with a legend of the letters: a page
// for each alternative, whose flags are one number, and one for each other mnemonic.
func (p *Page) flagParts() []*part {
	if len(p.Variants) != 1 || len(p.Variants[0].Cells) != 1 || len(p.Fields) != 1 {
		return nil
	}
	i := slices.IndexFunc(p.Text, func(l Line) bool { return flagsOf.MatchString(l.Text) })
	if i < 0 {
		return nil
	}
	line, f := p.Text[i], p.Fields[0]
	g := flagsOf.FindStringSubmatch(line.Text)
	legend := p.legend()
	flags := p.flagBits(strings.Split(strings.TrimSuffix(g[4], "?"), "?"), legend)
	var out []*part
	for _, word := range g[2:4] {
		code, ok := f.choice(word)
		if !ok {
			p.lose(line.Pos, "mnemonic", "no bit of %s chooses %s", f.Name, word)
			continue
		}
		q := *p
		q.Name, q.mends, q.left = g[1]+"_"+word, nil, nil
		q.Text = []Line{{fmt.Sprintf("%s.<%s>", q.Name, f.Name), line.Pos}}
		q.Fields = []Field{f}
		q.Fields[0].Bits = []Bits{{Hi: 7, Pos: f.Pos, Values: combined(flags, code, line.Pos)}}
		p.mend(line.Pos, "flags of one number", g[4], fmt.Sprintf("<%s> of %d values", f.Name, len(q.Fields[0].Bits[0].Values)))
		out = append(out, &part{Page: &q})
	}
	for _, l := range p.Text {
		means, known := legend[l.Text]
		if !known {
			continue
		}
		if bit, ok := f.bitFor(means); ok {
			q := *p
			q.Name, q.Text, q.mends, q.left = l.Text, []Line{l}, nil, nil
			p.mend(l.Pos, "flag of a mnemonic", means, fmt.Sprintf("%s = %d", f.Name, 1<<bit))
			out = append(out, &part{Page: &q, fixed: map[string]uint32{strings.ToLower(f.Name): 1 << bit}})
		}
	}
	return out
}

// legend are the comments of Text that say what a word means.
func (p *Page) legend() map[string]string {
	out := map[string]string{}
	for _, l := range p.Text {
		if g := flagLegend.FindStringSubmatch(l.Text); g != nil {
			out[g[1]] = g[3]
		}
	}
	return out
}

// flag is a letter of the text with its bit.
type flag struct {
	letter string
	bit    int
}

// flagBits finds the bit of each letter, in the order of the text.
func (p *Page) flagBits(letters []string, legend map[string]string) (out []flag) {
	for _, l := range letters {
		bit, ok := p.Fields[0].bitFor(legend[l])
		if !ok {
			p.lose(p.Fields[0].Pos, "flag", "no bit of %s is %s (%s)", p.Fields[0].Name, l, legend[l])
			continue
		}
		out = append(out, flag{l, bit})
	}
	return out
}

// bitFor is the only bit of a field whose text has the words of a meaning one behind the other.
func (f *Field) bitFor(means string) (bit int, ok bool) {
	plain := func(s string) string {
		return strings.Join(strings.Fields(strings.NewReplacer("-", " ", `"`, " ").Replace(strings.ToLower(s))), " ")
	}
	words := strings.Fields(plain(means))
	for n := len(words); n > 0; n-- { // the longest run of its words that one bit has
		for at := 0; at+n <= len(words); at++ {
			var found []int
			for _, b := range f.Bits {
				if b.Hi == b.Lo && strings.Contains(plain(b.Doc)+" ", strings.Join(words[at:at+n], " ")+" ") {
					found = append(found, b.Lo)
				}
			}
			if len(found) == 1 {
				return found[0], true
			}
		}
	}
	return 0, false
}

// choice is the number that chooses a word of a bit with two values.
func (f *Field) choice(word string) (uint32, bool) {
	for _, b := range f.Bits {
		for _, v := range b.Values {
			if b.Hi == b.Lo && slices.Contains(strings.Fields(strings.ToLower(v.Text)), strings.ToLower(word)) {
				return v.Code << b.Lo, true
			}
		}
	}
	return 0, false
}

// combined are all sets of flags but the empty one, each a value beside what is fixed.
func combined(flags []flag, beside uint32, at opdefs.Pos) (out []Value) {
	for set := uint32(1); set < 1<<len(flags); set++ {
		v := Value{Code: beside, Pos: at}
		for i, f := range flags {
			if set>>i&1 != 0 {
				v.Code |= 1 << f.bit
				v.Text += f.letter
			}
		}
		out = append(out, v)
	}
	return out
}

// heads reports whether a page is about the first byte of operations that have pages of their
// own, which it then says and nothing else.
func (c *converter) heads() (pages []string) {
	if len(c.Variants) != 1 || len(c.Variants[0].Cells) != 2 {
		return nil
	}
	f := c.bullet(c.Variants[0].Cells[1].Name)
	if f == nil || f.Type != "unknown" {
		return nil
	}
	for _, p := range c.base.Pages {
		if p.Code == c.Code.Value && p.HasSub {
			pages = append(pages, p.Name)
		}
	}
	return pages
}

func hexByte(v uint32) string { return "0x" + strconv.FormatUint(uint64(v), 16) }
