package published

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/genvisa/genvisa/opdefs"
)

// Difference is one fact in which an op of two sets of pages differs.
type Difference struct {
	Op, Fact     string
	Ours, Theirs string // empty where a set does not have it
}

// String is "op: fact: ours, theirs".
func (d Difference) String() string {
	say := func(s string) string {
		if s == "" {
			return "nothing"
		}
		return s
	}
	return fmt.Sprintf("%s: %s: ours %s; theirs %s", d.Op, d.Fact, say(d.Ours), say(d.Theirs))
}

// Comparison is what a folder of pages and ours differ in.
type Comparison struct {
	Differences []Difference
	Missing     []string // mnemonics that the folder lacks
	Added       []string // mnemonics that we lack
	Same        int      // ops without a difference
	Compared    int
}

// Compare compares each op of theirs with ours.
func Compare(ours, theirs []*opdefs.Page) *Comparison {
	c := &Comparison{}
	mine, other := opsOf(ours), opsOf(theirs)
	for _, name := range sorted(other) {
		o, t := mine[name], other[name]
		if o == nil {
			c.Added = append(c.Added, name)
			continue
		}
		c.Compared++
		d := differences(o, t)
		if len(d) == 0 {
			c.Same++
		}
		c.Differences = append(c.Differences, d...)
	}
	for _, name := range sorted(mine) {
		if other[name] == nil {
			c.Missing = append(c.Missing, name)
		}
	}
	return c
}

func opsOf(pages []*opdefs.Page) map[string]*opdefs.Op {
	out := map[string]*opdefs.Op{}
	for _, p := range pages {
		for _, op := range p.Ops {
			out[op.Name] = op
		}
	}
	return out
}

func sorted(m map[string]*opdefs.Op) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

func differences(o, t *opdefs.Op) []Difference {
	var out []Difference
	add := func(ours, theirs *collected) {
		for _, name := range ours.names {
			if a, b := ours.values[name], theirs.values[name]; a != b {
				out = append(out, Difference{o.Name, name, a, b})
			}
		}
	}
	names := t.Page
	if layoutFact(o) == layoutFact(t) { // the fields are the same, whatever they are called
		names = o.Page
	}
	ours, theirs := factsOf(o, o.Page), factsOf(t, names)
	if o.Page.Data != "" && t.Page.Data != "" { // neither runs; why is no fact of the op
		ours.values["semantics"], theirs.values["semantics"] = "", ""
	}
	add(ours, theirs)
	for _, f := range o.Slots() {
		if g := counterpart(o, t, f); g != nil {
			add(factsOfField(f, f.Name), factsOfField(g, f.Name))
		}
	}
	return out
}

// counterpart is the field of t that is f of o: the one of its name, or else the one of its
// type at its place in the binary form, when o has no field of that name.
func counterpart(o, t *opdefs.Op, f *opdefs.OpField) *opdefs.OpField {
	slots := t.Slots()
	for _, g := range slots {
		if g.Name == f.Name {
			return g
		}
	}
	at := place(o.Page, f)
	if at < 0 || at >= len(t.Page.Layout()) {
		return nil
	}
	g := t.Page.Layout()[at]
	if g.Type != f.Type || !slices.Contains(slots, g) || o.Page.Field(g.Name) != nil {
		return nil
	}
	return g
}

func opcodeFact(op *opdefs.Op) string {
	p := op.Page
	if p.HasSub {
		return fmt.Sprintf("0x%02x.0x%02x", p.Code, p.Sub)
	}
	return fmt.Sprintf("0x%02x", p.Code)
}

// layoutFact is the types of the fields in binary order with their fixed values.
func layoutFact(op *opdefs.Op) string {
	var l []string
	for i, f := range op.Page.Layout() {
		typ := f.Type
		if f.Elts {
			typ = opdefs.TElts
		}
		s := string(typ) + word(f.Repeat, "*") + word(f.Optional, "?")
		v, fixed := op.FixedOf(f)
		switch {
		case f.Like != nil:
			s += fmt.Sprintf("=that %d before", i-place(op.Page, f.Like))
		case fixed && f.IsRaw():
			s += "=null"
		case fixed:
			s += fmt.Sprintf("=%d", v)
		}
		l = append(l, s)
	}
	return strings.Join(l, " ")
}

// namesFact is the names of the fields in binary order.
func namesFact(op *opdefs.Op) string {
	var l []string
	for _, f := range op.Page.Fields {
		l = append(l, f.Name)
	}
	return strings.Join(l, " ")
}

// textFact is the template as a page has it, with the names of the fields of a page.
func textFact(op *opdefs.Op, page *opdefs.Page) string {
	var b strings.Builder
	group := 0
	for i, p := range op.Text {
		if p.Group != group && group != 0 {
			b.WriteByte(']')
		}
		switch {
		case i == 0 || p.Glue:
		case p.Wide:
			b.WriteString("  ")
		default:
			b.WriteByte(' ')
		}
		if p.Group != group && p.Group != 0 {
			b.WriteByte('[')
		}
		group = p.Group
		b.WriteString(pieceText(p, page))
	}
	return b.String() + word(group != 0, "]")
}

// pieceForms are the pieces of a template around the name of their field.
var pieceForms = map[opdefs.TextKind]string{
	opdefs.TextPred: "[(%s)]", opdefs.TextSat: "[.sat]%s", opdefs.TextMod: ".%s", opdefs.TextFlags: ".%s", opdefs.TextExec: "(%s)", opdefs.TextParen: "(%s)",
	opdefs.TextList: "(%s)", opdefs.TextOption: "[%s]", opdefs.TextQuoted: `"%s"`, opdefs.TextLabel: "%s:", opdefs.TextOpen: "(%s,",
	opdefs.TextClose: "%s)", opdefs.TextSlot: "%s", opdefs.TextWord: "%s", opdefs.TextName: "%s", opdefs.TextSigned: "+%s", opdefs.TextLit: "'%s'",
}

func pieceText(p opdefs.TextPart, page *opdefs.Page) string {
	s := p.Lit
	if p.Field != nil {
		s = "<" + page.Fields[p.Field.Index].Name + ">"
	}
	return fmt.Sprintf(pieceForms[p.Kind], s)
}

func word(is bool, s string) string {
	if is {
		return s
	}
	return ""
}

func typeList(types []opdefs.Type) string {
	l := slices.Clone(types)
	slices.SortFunc(l, opdefs.Type.Compare)
	var s []string
	for _, t := range l {
		s = append(s, t.String())
	}
	return strings.Join(s, " ")
}

// typesFact is the type maps in a fixed order.
func typesFact(op *opdefs.Op) string {
	var l []string
	for _, r := range op.Page.Types {
		s := "(" + typeList(r.Dst) + " <- " + typeList(r.Src) + ")"
		if r.Guard != 0 {
			s = r.Guard.String() + s
		}
		l = append(l, s)
	}
	sort.Strings(l)
	return strings.Join(l, " ")
}

// semanticsFact is the formula, the hook, or why there is neither.
func semanticsFact(op *opdefs.Op) string {
	p := op.Page
	switch {
	case p.Hook != "":
		return "hook " + p.Hook
	case p.Data != "":
		return "not executable: " + p.Data
	}
	return formula(p.Body)
}
