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

// fact is a question to an op, and the op's answer as a text.
type fact struct {
	name   string
	answer func(op *opdefs.Op) string
}

var facts = []fact{
	{"opcode", opcodeFact}, {"layout", layoutFact}, {"names", namesFact}, {"types", typesFact},
	{"saturation", func(op *opdefs.Op) string { return [...]string{"no", "yes", "of floats"}[op.Page.Props.Sat] }},
	{"source modifiers", func(op *opdefs.Op) string { return [...]string{"none", "arithmetic", "logic"}[op.Page.Props.Mods] }},
	{"mask", func(op *opdefs.Op) string { return [...]string{"channels", "none", "ignored"}[op.Page.Props.Mask] }},
	{"semantics", semanticsFact},
}

// fieldFacts are asked of each field that both ops have.
var fieldFacts = []struct {
	name   string
	answer func(f *opdefs.OpField) string
}{
	{"enumeration", func(f *opdefs.OpField) string {
		if f.Enum == nil {
			return ""
		}
		var l []string
		for _, v := range f.Enum.Values {
			l = append(l, fmt.Sprintf("%s=%d", v.Text, v.Code))
		}
		return strings.Join(l, " ")
	}},
	{"data", func(f *opdefs.OpField) string {
		if f.DataFrom == 0 {
			return ""
		}
		return fmt.Sprintf("from %d", f.DataFrom)
	}},
	{"hexadecimal", func(f *opdefs.OpField) string { return f.Hex }},
	{"power of two", func(f *opdefs.OpField) string { return yes(f.Log2) }},
	{"access", func(f *opdefs.OpField) string {
		return strings.TrimSpace(word(f.Read, "read ") + word(f.Written, "write"))
	}},
	{"classes", func(f *opdefs.OpField) string {
		l := slices.Clone(f.Classes)
		sort.Strings(l)
		return strings.Join(l, " ")
	}},
	{"operand types", func(f *opdefs.OpField) string {
		if f.IsRaw() { // a limit of the variable, as its bytes are
			return ""
		}
		return typeList(f.Types)
	}},
	{"pair", func(f *opdefs.OpField) string { return yes(f.Pair) }},
}

func word(is bool, s string) string {
	if is {
		return s
	}
	return ""
}

func yes(is bool) string { return word(is, "yes") }

func differences(o, t *opdefs.Op) []Difference {
	var out []Difference
	add := func(name, a, b string) {
		if a != b {
			out = append(out, Difference{o.Name, name, a, b})
		}
	}
	for _, f := range facts {
		if f.name == "semantics" && o.Page.Data != "" && t.Page.Data != "" {
			continue // neither runs; why is no fact of the op
		}
		add(f.name, f.answer(o), f.answer(t))
	}
	names := t.Page
	if layoutFact(o) == layoutFact(t) { // the fields are the same, whatever they are called
		names = o.Page
	}
	add("text", textFact(o, o.Page), textFact(t, names))
	for _, f := range o.Slots() {
		i := slices.IndexFunc(t.Slots(), func(g *opdefs.OpField) bool { return g.Name == f.Name })
		if i < 0 {
			continue
		}
		for _, q := range fieldFacts {
			add(q.name+" of "+f.Name, q.answer(f), q.answer(t.Slots()[i]))
		}
	}
	return out
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
	for _, f := range op.Page.Fields {
		s := string(f.Type) + word(f.Repeat, "*") + word(f.Optional, "?")
		if v, fixed := op.FixedOf(f); fixed {
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

// textFact is the template with its mnemonic and the order of operands, which have the
// names of the fields of a page.
func textFact(op *opdefs.Op, page *opdefs.Page) string {
	var l []string
	for _, p := range op.Text {
		s := p.Lit
		if p.Field != nil {
			s = "<" + page.Fields[p.Field.Index].Name + ">"
		}
		switch p.Kind {
		case opdefs.TextPred:
			s = "[(" + s + ")]"
		case opdefs.TextSat:
			s = "[.sat]"
		case opdefs.TextMod:
			s = "." + s
		case opdefs.TextExec, opdefs.TextParen, opdefs.TextList:
			s = "(" + s + ")"
		case opdefs.TextOption:
			s = "[" + s + "]"
		case opdefs.TextQuoted:
			s = `"` + s + `"`
		case opdefs.TextLabel:
			s += ":"
		case opdefs.TextOpen:
			s = "(" + s + ","
		case opdefs.TextClose:
			s += ")"
		}
		l = append(l, s)
	}
	return strings.Join(l, " ")
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
