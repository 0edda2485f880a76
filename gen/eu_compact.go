package gen

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// compactFile writes the 8-byte forms of one layout's formats and the index
// tables that they use.
func compactFile(eu *opdefs.EU, l *opdefs.Layout, j *jen.File) error {
	var formats []jen.Code
	var used []string
	for _, c := range eu.Compacts {
		if c.Name != l.Name {
			continue
		}
		for _, format := range c.Formats {
			fields, err := sortCompact(l, format, c.Fields)
			if err != nil {
				return fmt.Errorf("compact form of %s: %w", format, err)
			}
			var items []jen.Code
			for _, f := range fields {
				item, err := compactRow(l, format, f)
				if err != nil {
					return err
				}
				if item != nil {
					items = append(items, item)
				}
				if f.Index != "" && !slices.Contains(used, f.Index) {
					used = append(used, f.Index)
				}
			}
			formats = append(formats, jen.Id(formatConst(format)).Op(":").Add(rows(jen.Null(), items)))
		}
	}
	for _, name := range used {
		e := findEnum(eu, name)
		vals := make([]jen.Code, 0, len(e.Rows))
		for _, r := range e.Rows {
			vals = append(vals, hex(r.Value))
		}
		j.Var().Id("index" + name).Op("=").Index().Uint64().Add(line(vals...))
	}
	j.Comment("compact" + opdefs.GoName(l.Name) + " is the table of the 8-byte forms of " + l.Pos.File + ".")
	j.Var().Id("compact" + opdefs.GoName(l.Name)).Op("=").Add(rows(jen.Index(jen.Id("numFormats")).Index().Id("compactField"), formats))
	return nil
}

func compactRow(l *opdefs.Layout, format string, f *opdefs.CompactField) (jen.Code, error) {
	conds, ok, err := resolveConds(l, format, f.When, map[string]bool{})
	if err != nil || !ok {
		return nil, err
	}
	var maps []jen.Code
	for _, m := range f.Maps {
		maps = append(maps, line(jen.Lit(m.Value.Lo), jen.Lit(m.Value.Width), jen.Lit(m.Native.Lo), jen.Lit(m.Native.Width)))
	}
	parts := []jen.Code{
		jen.Id("name").Op(":").Lit(f.Name),
		jen.Id("frags").Op(":").Add(frags(f.Bits)),
		jen.Id("maps").Op(":").Index().Id("compactMap").Add(line(maps...)),
	}
	if len(conds) > 0 {
		parts = append(parts, jen.Id("when").Op(":").Index().Id("cond").Add(line(conds...)))
	}
	if f.Index != "" {
		parts = append(parts, jen.Id("index").Op(":").Id("index"+f.Index))
	}
	return line(parts...), nil
}

// sortCompact orders rows so that the native bits a condition reads are
// written by earlier rows.
func sortCompact(l *opdefs.Layout, format string, fields []opdefs.CompactField) ([]*opdefs.CompactField, error) {
	var out []*opdefs.CompactField
	done := make([]bool, len(fields))
	needs := func(f *opdefs.CompactField, g *opdefs.CompactField) bool {
		for _, c := range f.When {
			for _, lf := range l.Of(format) {
				if lf.Name == c.Field && len(lf.Bits) == 1 && writes(g, lf.Bits[0]) {
					return true
				}
			}
		}
		return false
	}
	for len(out) < len(fields) {
		n := len(out)
		for i := range fields {
			blocked := done[i]
			for k := range fields {
				blocked = blocked || !done[k] && k != i && needs(&fields[i], &fields[k])
			}
			if !blocked {
				done[i] = true
				out = append(out, &fields[i])
			}
		}
		if len(out) == n {
			return nil, fmt.Errorf("conditions form a cycle")
		}
	}
	return out, nil
}

func writes(f *opdefs.CompactField, r opdefs.Range) bool {
	for _, m := range f.Maps {
		if m.Native.Lo < r.Lo+r.Width && r.Lo < m.Native.Lo+m.Native.Width {
			return true
		}
	}
	return false
}
