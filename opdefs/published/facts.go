package published

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/genvisa/genvisa/opdefs"
)

// What two pages differ in is asked of every field of the model, by reflection: a fact that a
// page gets tomorrow is compared from then on. Two tables say what is not one fact of its own.

// joined are fields of the model that one fact shows together with others, by type and name.
var joined = map[string]string{
	"Op.Name": "what an op is found by", "Op.Text": "text", "Op.Fixed": "layout",
	"Page.Code": "opcode", "Page.Sub": "opcode", "Page.HasSub": "opcode",
	"Page.Types": "types",
	"Page.Hook":  "semantics", "Page.Data": "semantics", "Page.Body": "semantics",
	"OpField.Type": "layout", "OpField.Repeat": "layout", "OpField.Elts": "layout",
	"OpField.Optional": "layout", "OpField.Fixed": "layout", "OpField.Value": "layout", "OpField.Like": "layout",
	"OpField.Name": "names", "OpField.Read": "access", "OpField.Written": "access",
}

// noFacts are fields that say nothing of the op.
var noFacts = map[string]string{
	"Op.GoName": "made of the mnemonic", "Op.Sat": "stands in the text", "Op.Pos": "a place", "Op.Page": "its page",
	"Page.Name": "the name of a file", "Page.Pos": "a place", "Page.Ops": "compared one by one", "Page.Fields": "compared one by one",
	"Page.Doc": "prose", "Page.Notes": "prose", "Page.Vectors": "evidence, which a test holds to the layout",
	"Page.IsMemory": "follows from the formula", "Page.PredData": "follows from the formula", "Page.PredResult": "follows from the formula", "Page.AllLanes": "follows from the formula",
	"Page.Converts": "follows from the formula", "Page.Copies": "follows from the formula", "Page.Truth": "follows from the formula",
	"OpField.Pos": "a place", "OpField.Index": "its place in Format, which the layout shows", "OpField.Doc": "prose", "OpField.Why": "why values are data", "OpField.Rough": "why results are approximate", "OpField.Ignored": "follows from the formula, and a page is refused where it does not", "OpField.Low": "follows from the formula", "OpField.Whole": "follows from the formula",
}

// factNames are the names of facts that differ from that of the field in words.
var factNames = map[string]string{
	"Props.Sat": "saturation", "Props.Mods": "source modifiers", "Props.Execs": "execution sizes", "Props.Align": "alignment",
	"OpField.Enum": "enumeration", "OpField.DataFrom": "data", "OpField.DataOf": "data values", "OpField.RoughOf": "approximate values", "OpField.Hex": "hexadecimal", "OpField.Log2": "power of two",
	"OpField.Types": "operand types", "OpField.One": "one element",
}

// collected are the facts of a struct of the model, by name, in order of the model.
type collected struct {
	names  []string
	values map[string]string
}

func (c *collected) put(name, value string) {
	if _, has := c.values[name]; !has {
		c.names = append(c.names, name)
	}
	c.values[name] = value
}

// collect puts each field of a struct that is a fact of its own.
func (c *collected) collect(v reflect.Value, of string) {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		key := t.Name() + "." + f.Name
		if _, not := noFacts[key]; not || joined[key] != "" || !f.IsExported() {
			continue
		}
		if f.Type.Kind() == reflect.Struct {
			c.collect(v.Field(i), of)
			continue
		}
		name := factNames[key]
		if name == "" {
			name = wordsOf(f.Name)
		}
		value := shown(v.Field(i))
		if key == "Props.Execs" {
			value = sizes(uint8(v.Field(i).Uint()))
		}
		c.put(name+of, value)
	}
}

// sizes are the execution sizes of a set, "" for all.
func sizes(set uint8) string {
	var l []string
	for n := range 6 {
		if set>>n&1 != 0 {
			l = append(l, strconv.Itoa(1<<n))
		}
	}
	return strings.Join(l, " ")
}

// wordsOf is a Go name in words: OutOfBounds is "out of bounds".
func wordsOf(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i > 0 && unicode.IsUpper(r) && !unicode.IsUpper(rune(s[i-1])) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// shown is a value of the model as a text, empty for none.
func shown(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case opdefs.SatKind:
		return [...]string{"no", "yes", "of floats"}[x]
	case opdefs.ModKind:
		return [...]string{"none", "arithmetic", "logic"}[x]
	case opdefs.MaskKind:
		return [...]string{"channels", "none", "ignored"}[x]
	}
	if v.IsZero() {
		return ""
	}
	switch x := v.Interface().(type) {
	case *opdefs.FieldEnum:
		var l []string
		for _, v := range x.Values {
			l = append(l, fmt.Sprintf("%s=%d", v.Text, v.Code))
		}
		return strings.Join(l, " ")
	case *opdefs.Absence:
		i := slices.IndexFunc(x.Field.Enum.Values, func(v opdefs.EnumValue) bool { return v.Code == x.Value })
		return "with " + x.Field.Enum.Values[i].Text
	case *opdefs.Flag:
		i := slices.IndexFunc(x.Field.Enum.Values, func(v opdefs.EnumValue) bool { return v.Code == x.Bit })
		return "with the flag " + x.Field.Enum.Values[i].Text
	case []opdefs.Type:
		return typeList(x)
	case []string:
		l := slices.Clone(x)
		sort.Strings(l)
		return strings.Join(l, " ")
	case *uint32:
		return fmt.Sprint(*x)
	case *opdefs.Pairs:
		return fmt.Sprintf("%s %v", x.Field.Name, x.Legal)
	case []opdefs.Requirement:
		var l []string
		for _, r := range x {
			l = append(l, r.Words)
		}
		return strings.Join(l, "; ")
	case opdefs.Expr:
		return expression(x)
	case []uint32:
		return fmt.Sprint(x)
	case fmt.Stringer:
		return x.String()
	}
	switch v.Kind() {
	case reflect.Bool:
		return "yes"
	case reflect.String:
		return v.String()
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Int:
		return fmt.Sprint(v.Interface())
	}
	panic(fmt.Sprintf("BUG: a field of type %v of the model has no text", v.Type()))
}

// place is the place of a field in the binary form, -1 for one without bytes.
func place(p *opdefs.Page, f *opdefs.OpField) int { return slices.Index(p.Layout(), f) }

// factsOf are all facts of an op but those of its fields. names are the fields as the text
// calls them.
func factsOf(op *opdefs.Op, names *opdefs.Page) *collected {
	c := &collected{values: map[string]string{}}
	c.put("opcode", opcodeFact(op))
	c.put("layout", layoutFact(op))
	c.put("names", namesFact(op))
	c.put("types", typesFact(op))
	c.collect(reflect.ValueOf(*op.Page), "")
	c.put("semantics", semanticsFact(op))
	c.put("text", textFact(op, names))
	return c
}

// factsOfField are those of a field.
func factsOfField(f *opdefs.OpField, called string) *collected {
	c := &collected{values: map[string]string{}}
	of := " of " + called
	access := ""
	if f.Read {
		access = "read "
	}
	if f.Written {
		access += "write"
	}
	c.put("access"+of, strings.TrimSpace(access))
	c.collect(reflect.ValueOf(*f), of)
	if f.DataFrom != 0 {
		c.put("data"+of, fmt.Sprintf("from %d", f.DataFrom))
	}
	return c
}
