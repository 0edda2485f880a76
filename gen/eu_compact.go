package gen

import (
	"reflect"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// compactFile writes the 8-byte forms of one layout's formats and the index
// tables that they use, but for those that other files have.
func compactFile(eu *opdefs.EU, l *opdefs.Layout, j *jen.File, used map[string]bool) error {
	encs := encodingsOf(eu, l)
	same := func(a, b *opdefs.FormatTable) bool { return reflect.DeepEqual(a.Compact, b.Compact) }
	var vars []jen.Code
	for _, v := range shared(encs, same) {
		var items []jen.Code
		for i := range v.table.Compact {
			r := &v.table.Compact[i]
			items = append(items, compactRow(r))
			if r.Index != "" && !used[r.Index] {
				used[r.Index] = true
				indexTable(j, r)
			}
		}
		if len(items) > 0 {
			vars = append(vars, jen.Var().Id("short"+v.name).Op("=").Add(rows(jen.Index().Id("compactField"), items)))
		}
	}
	for _, v := range vars {
		j.Add(v)
	}
	targetFormats(j, encs, "compact", "compactField", "short", "is the table of the 8-byte forms of %s for "+l.Pos.File+".",
		same, func(f *opdefs.FormatTable) bool { return f.Compact != nil })
	return nil
}

func indexTable(j *jen.File, r *opdefs.CompactRow) {
	vals := make([]jen.Code, 0, len(r.Table))
	for _, v := range r.Table {
		vals = append(vals, hex(v))
	}
	j.Var().Id("index" + r.Index).Op("=").Index().Uint64().Add(line(vals...))
}

func compactRow(f *opdefs.CompactRow) jen.Code {
	var maps []jen.Code
	for _, m := range f.Maps {
		maps = append(maps, line(jen.Lit(m.Value.Lo), jen.Lit(m.Value.Width), jen.Lit(m.Native.Lo), jen.Lit(m.Native.Width)))
	}
	parts := []jen.Code{
		jen.Id("name").Op(":").Lit(f.Name),
		jen.Id("frags").Op(":").Add(frags(f.Bits)),
		jen.Id("maps").Op(":").Index().Id("compactMap").Add(line(maps...)),
	}
	if len(f.Where) > 0 {
		parts = append(parts, jen.Id("when").Op(":").Add(conditions(f.Where)))
	}
	if f.Index != "" {
		parts = append(parts, jen.Id("index").Op(":").Id("index"+f.Index))
	}
	return line(parts...)
}
