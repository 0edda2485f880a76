package gen

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// layoutFile writes the tables of one layout: code tables, then the fields of
// each format, once for all targets that agree, then each target's formats.
func layoutFile(eu *opdefs.EU, l *opdefs.Layout, j *jen.File) error {
	g := layoutGen{l: l, codes: map[string][]opdefs.EnumRow{}}
	encs := encodingsOf(eu, l)
	var vars []jen.Code
	for _, v := range shared(encs, func(a, b *opdefs.FormatTable) bool { return reflect.DeepEqual(a.Rows, b.Rows) }) {
		var items []jen.Code
		for i := range v.table.Rows {
			if r := &v.table.Rows[i]; !codecOwn[r.Name] {
				items = append(items, g.field(v.table, r, encs[v.first].Target))
			}
		}
		vars = append(vars, jen.Var().Id("rows"+v.name).Op("=").Add(rows(jen.Index().Id("field"), items)))
	}
	for _, c := range g.tables {
		j.Add(c)
	}
	for _, v := range vars {
		j.Add(v)
	}
	targetFormats(j, encs, "layout", "field", "rows", "is the table of %s for "+l.Pos.File+".",
		func(a, b *opdefs.FormatTable) bool { return reflect.DeepEqual(a.Rows, b.Rows) }, nil)
	return nil
}

// encodingsOf lists the encodings of a layout, in order of target.
func encodingsOf(eu *opdefs.EU, l *opdefs.Layout) []*opdefs.Encoding {
	var out []*opdefs.Encoding
	for _, e := range eu.Encodings {
		if e.Layout == l {
			out = append(out, e)
		}
	}
	return out
}

// sharedTable is a format's table and the targets, as positions in a list of
// encodings, that have it.
type sharedTable struct {
	name  string // Gen8Send, or Gen8SendBDW when other targets have another table
	first int
	table *opdefs.FormatTable
}

// shared lists each different table of each format once.
func shared(encs []*opdefs.Encoding, same func(a, b *opdefs.FormatTable) bool) []sharedTable {
	var out []sharedTable
	for _, format := range encs[0].Layout.Formats() {
		for i, e := range encs {
			if t := tableOf(e, format); t != nil && firstWith(encs, format, i, same) == i {
				out = append(out, sharedTable{sharedName(encs, format, i, same), i, t})
			}
		}
	}
	return out
}

func tableOf(e *opdefs.Encoding, format string) *opdefs.FormatTable {
	for i := range e.Formats {
		if e.Formats[i].Name == format {
			return &e.Formats[i]
		}
	}
	return nil
}

// firstWith is the first encoding whose table of a format is that of encoding i.
func firstWith(encs []*opdefs.Encoding, format string, i int, same func(a, b *opdefs.FormatTable) bool) int {
	own := tableOf(encs[i], format)
	for k := range i {
		if t := tableOf(encs[k], format); t != nil && same(t, own) {
			return k
		}
	}
	return i
}

// sharedName names the table of encoding i, the first with it: the target is
// part of the name when the format has several tables.
func sharedName(encs []*opdefs.Encoding, format string, i int, same func(a, b *opdefs.FormatTable) bool) string {
	name := opdefs.GoName(encs[0].Layout.Name) + strings.ToUpper(format[:1]) + format[1:]
	for k := range encs {
		if tableOf(encs[k], format) != nil && firstWith(encs, format, k, same) != i {
			return name + targetConst(encs[i].Target)
		}
	}
	return name
}

func targetConst(t int) string { return strings.ToUpper(opdefs.EUTargets[t]) }

// targetFormats writes each target's array of formats; targets with the same
// one share it by pointer. has, when given, leaves formats out.
func targetFormats(j *jen.File, encs []*opdefs.Encoding, prefix, elem, rowsPrefix, doc string,
	same func(a, b *opdefs.FormatTable) bool, has func(*opdefs.FormatTable) bool) {
	for _, e := range encs {
		var formats []jen.Code
		for i := range e.Formats {
			f := &e.Formats[i]
			if has != nil && !has(f) {
				continue
			}
			first := 0
			for k := range encs {
				if encs[k] == e {
					first = firstWith(encs, f.Name, k, same)
				}
			}
			formats = append(formats, jen.Id(formatConst(f.Name)).Op(":").Id(rowsPrefix+sharedName(encs, f.Name, first, same)))
		}
		name := prefix + targetConst(e.Target)
		j.Comment(name + " " + fmt.Sprintf(doc, opdefs.EUTargets[e.Target]))
		j.Var().Id(name).Op("=").Add(rows(jen.Index(jen.Id("numFormats")).Index().Id(elem), formats))
	}
}

type layoutGen struct {
	l      *opdefs.Layout
	codes  map[string][]opdefs.EnumRow // code tables by name
	tables []jen.Code
}

// field renders one row.
func (g *layoutGen) field(t *opdefs.FormatTable, f *opdefs.LayoutRow, target int) jen.Code {
	slot := f.Name
	if f.Is != nil {
		slot = f.Is.Field
	}
	parts := []jen.Code{jen.Id("slot").Op(":").Id(slotConst(slot))}
	add := func(name string, v jen.Code) { parts = append(parts, jen.Id(name).Op(":").Add(v)) }
	switch {
	case len(f.Bits) > 0:
		add("frags", frags(f.Bits))
	case f.Ratio != [2]string{}:
		add("ratio", jen.Op("&").Index(jen.Lit(2)).Id("slot").Add(line(jen.Id(slotConst(f.Ratio[0])), jen.Id(slotConst(f.Ratio[1])))))
	default:
		add("implied", jen.True())
		add("code", jen.Lit(int(f.Implied)))
	}
	if len(f.Where) > 0 {
		add("when", conditions(f.Where))
	}
	switch {
	case f.Is != nil:
		items := make([]jen.Code, 0, len(f.Tests))
		for _, r := range f.Tests {
			items = append(items, enumValue(r))
		}
		add("is", jen.Index().Uint64().Add(line(items...)))
	case f.Values != nil:
		add("codes", jen.Id(g.codeTable(f, target)))
	case f.Limits != nil:
		items := make([]jen.Code, 0, len(f.Limits))
		for _, r := range f.Limits {
			items = append(items, line(jen.Lit(int(r[0])), jen.Lit(int(r[1]))))
		}
		add("limits", jen.Index().Id("limit").Add(line(items...)))
	}
	for _, b := range []struct {
		name string
		on   bool
	}{{"signed", f.Signed}, {"twice", f.Twice}, {"next", f.Next}} {
		if b.on {
			add(b.name, jen.True())
		}
	}
	if f.Scale != 0 {
		add("scale", jen.Lit(f.Scale))
	}
	if f.Optional {
		add("optional", jen.True())
		if f.Absent != 0 {
			add("absent", jen.Lit(int(f.Absent)))
		}
	}
	return line(parts...)
}

func frags(rs []opdefs.Range) jen.Code {
	var items []jen.Code
	for _, r := range rs {
		items = append(items, line(jen.Lit(r.Lo), jen.Lit(r.Width)))
	}
	return jen.Index().Id("frag").Add(line(items...))
}

// conditions renders conditions on bits: one or two pieces and a set of codes.
func conditions(where []opdefs.BitCond) jen.Code {
	var conds []jen.Code
	for _, c := range where {
		var set uint64
		for _, v := range c.Codes {
			set |= 1 << v
		}
		var pieces []jen.Code
		for _, b := range c.Bits {
			pieces = append(pieces, line(jen.Lit(b.Lo), jen.Lit(b.Width)))
		}
		conds = append(conds, line(jen.Index(jen.Lit(2)).Id("frag").Add(line(pieces...)), hex(set)))
	}
	return jen.Index().Id("cond").Add(line(conds...))
}

// codeTable gives the name of the table of a row's legal codes, and writes it
// on first use.
func (g *layoutGen) codeTable(f *opdefs.LayoutRow, target int) string {
	name := "codes" + opdefs.GoName(g.l.Name) + f.Enum
	if f.Codes != nil || len(f.Bits) == 0 {
		name += codeSuffix(f.Values)
	}
	if old, ok := g.codes[name]; ok && !reflect.DeepEqual(old, f.Values) {
		name += targetConst(target)
		if len(f.When) > 0 && g.codes[name] != nil && !reflect.DeepEqual(g.codes[name], f.Values) {
			name += codeSuffix(f.Values)
		}
	}
	if _, ok := g.codes[name]; !ok {
		items := make([]jen.Code, 0, len(f.Values))
		for _, r := range f.Values {
			items = append(items, line(jen.Lit(int(r.Code)), enumValue(r), jen.Lit(r.Name)))
		}
		g.codes[name] = f.Values
		g.tables = append(g.tables, jen.Var().Id(name).Op("=").Add(rows(jen.Index().Id("code"), items)))
	}
	return name
}

// codeSuffix names a subset of codes: Only0To7And11.
func codeSuffix(values []opdefs.EnumRow) string {
	s, sep := "", "Only"
	for i := 0; i < len(values); {
		k := i
		for k+1 < len(values) && values[k+1].Code == values[k].Code+1 {
			k++
		}
		s += fmt.Sprintf("%s%d", sep, values[i].Code)
		if k > i {
			s += fmt.Sprintf("To%d", values[k].Code)
		}
		i, sep = k+1, "And"
	}
	return s
}

func enumValue(r opdefs.EnumRow) jen.Code {
	if r.Const == "" {
		return jen.Lit(int(r.Value))
	}
	return jen.Uint64().Parens(jen.Id(r.Const))
}
