package gen

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// layoutFile writes the tables of one layout: code tables, then one slice of
// fields per format, a field after those its conditions read.
func layoutFile(eu *opdefs.EU, l *opdefs.Layout, j *jen.File) error {
	g := layoutGen{eu: eu, l: l, t: l.Targets.First()}
	var formats []jen.Code
	for _, format := range l.Formats() {
		fields, err := sortFields(l.Of(format))
		if err != nil {
			return fmt.Errorf("%s: error: format %s: %w", l.Pos, format, err)
		}
		var items []jen.Code
		for _, f := range fields {
			if codecOwn[f.Name] {
				continue
			}
			item, err := g.field(format, f)
			if err != nil {
				return err
			}
			if item != nil {
				items = append(items, item)
			}
		}
		formats = append(formats, jen.Id(formatConst(format)).Op(":").Add(rows(jen.Null(), items)))
	}
	for _, c := range g.codes {
		j.Var().Id(c.name).Op("=").Add(rows(jen.Index().Id("code"), c.items))
	}
	j.Comment("layout" + opdefs.GoName(l.Name) + " is the table of " + l.Pos.File + ".")
	j.Var().Id("layout" + opdefs.GoName(l.Name)).Op("=").Add(rows(jen.Index(jen.Id("numFormats")).Index().Id("field"), formats))
	return nil
}

type layoutGen struct {
	eu    *opdefs.EU
	l     *opdefs.Layout
	t     int // the target whose guards select enumeration rows
	codes []codeVar
}

type codeVar struct {
	name  string
	items []jen.Code
}

// sortFields orders rows so that a row follows the rows its conditions name,
// keeping the page's order otherwise.
func sortFields(fields []*opdefs.Field) ([]*opdefs.Field, error) {
	var out []*opdefs.Field
	done := map[*opdefs.Field]bool{}
	ready := func(f *opdefs.Field) bool {
		for _, c := range f.When {
			for _, g := range fields {
				if g.Name == c.Field && g != f && !done[g] {
					return false
				}
			}
		}
		return true
	}
	for len(out) < len(fields) {
		n := len(out)
		for _, f := range fields {
			if !done[f] && ready(f) {
				done[f] = true
				out = append(out, f)
			}
		}
		if len(out) == n {
			return nil, errors.New("conditions form a cycle")
		}
	}
	return out, nil
}

// field renders one row; nil when its conditions can never hold.
func (g *layoutGen) field(format string, f *opdefs.Field) (jen.Code, error) {
	conds, ok, err := resolveConds(g.l, format, f.When, map[string]bool{})
	if err != nil || !ok {
		return nil, err
	}
	parts := []jen.Code{jen.Id("slot").Op(":").Id(slotConst(f.Name))}
	add := func(name string, v jen.Code) { parts = append(parts, jen.Id(name).Op(":").Add(v)) }
	if len(f.Bits) > 0 {
		add("frags", frags(f.Bits))
	} else {
		add("implied", jen.True())
		add("code", jen.Lit(int(f.Implied)))
	}
	if len(conds) > 0 {
		add("when", jen.Index().Id("cond").Add(line(conds...)))
	}
	if f.Enum != "" {
		add("codes", jen.Id(g.codeTable(f)))
	} else if len(f.Codes) > 0 {
		lo, hi := f.Codes[0], f.Codes[len(f.Codes)-1]
		if int(hi-lo)+1 != len(f.Codes) {
			return nil, fmt.Errorf("%s: error: codes of %s have gaps: name an enumeration", f.Pos, f.Name)
		}
		add("limit", jen.Op("&").Id("limit").Add(line(jen.Lit(int(lo)), jen.Lit(int(hi)))))
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
	return line(parts...), nil
}

func frags(rs []opdefs.Range) jen.Code {
	var items []jen.Code
	for _, r := range rs {
		items = append(items, line(jen.Lit(r.Lo), jen.Lit(r.Width)))
	}
	return jen.Index().Id("frag").Add(line(items...))
}

// codeTable gives the name of the table of an enumeration, cut to the field's
// legal codes, and makes it on first use.
func (g *layoutGen) codeTable(f *opdefs.Field) string {
	codes := f.Codes
	if len(f.Bits) == 0 {
		codes = []uint64{f.Implied}
	}
	name := "codes" + opdefs.GoName(g.l.Name) + f.Enum
	var items []jen.Code
	var seen []uint64
	for _, r := range findEnum(g.eu, f.Enum).Rows {
		if !r.Targets.Has(g.t) || !whenHolds(r.When, f) || codes != nil && !slices.Contains(codes, r.Code) {
			continue
		}
		seen = append(seen, r.Code)
		items = append(items, line(jen.Lit(int(r.Code)), enumValue(r), jen.Lit(r.Name)))
	}
	if codes != nil {
		name += codeSuffix(seen)
	}
	if !slices.ContainsFunc(g.codes, func(c codeVar) bool { return c.name == name }) {
		g.codes = append(g.codes, codeVar{name, items})
	}
	return name
}

// whenHolds reports that the field's own conditions imply those of a row of its
// enumeration.
func whenHolds(when []opdefs.Cond, f *opdefs.Field) bool {
	for _, c := range when {
		if !slices.ContainsFunc(f.When, func(o opdefs.Cond) bool {
			return o.Field == c.Field && !slices.ContainsFunc(o.Codes, func(v uint64) bool { return !slices.Contains(c.Codes, v) })
		}) {
			return false
		}
	}
	return true
}

// codeSuffix names a subset of codes: Only0To7And11.
func codeSuffix(codes []uint64) string {
	s, sep := "", "Only"
	for i := 0; i < len(codes); {
		k := i
		for k+1 < len(codes) && codes[k+1] == codes[k]+1 {
			k++
		}
		s += fmt.Sprintf("%s%d", sep, codes[i])
		if k > i {
			s += fmt.Sprintf("To%d", codes[k])
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

// resolveConds turns conditions on fields into conditions on bits, and adds
// those under which the named field itself exists. ok is false when an implied
// field contradicts a condition.
func resolveConds(l *opdefs.Layout, format string, when []opdefs.Cond, seen map[string]bool) (out []jen.Code, ok bool, err error) {
	for _, c := range when {
		var named []*opdefs.Field
		for _, f := range l.Of(format) {
			if f.Name == c.Field {
				named = append(named, f)
			}
		}
		if len(named) == 0 {
			return nil, false, fmt.Errorf("condition on %s: format %s lacks it", c.Field, format)
		}
		f := named[0]
		if len(f.Bits) == 0 {
			if !slices.Contains(c.Codes, f.Implied) {
				return nil, false, nil
			}
			continue
		}
		if len(f.Bits) != 1 || slices.ContainsFunc(named, func(g *opdefs.Field) bool { return !slices.Equal(g.Bits, f.Bits) }) {
			return nil, false, fmt.Errorf("condition on %s: want one place for it in format %s", c.Field, format)
		}
		if len(named) == 1 && !seen[c.Field] {
			seen[c.Field] = true
			more, ok, err := resolveConds(l, format, f.When, seen)
			if err != nil || !ok {
				return nil, ok, err
			}
			out = append(out, more...)
		}
		var set uint64
		for _, v := range c.Codes {
			if v < 1<<f.Bits[0].Width {
				set |= 1 << v
			}
		}
		if set == 1<<(1<<f.Bits[0].Width)-1 {
			continue
		}
		out = append(out, line(jen.Lit(f.Bits[0].Lo), jen.Lit(f.Bits[0].Width), hex(set)))
	}
	return out, true, nil
}
