package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euEnums writes the named constants, the slots of the layouts, and which
// target uses which tables.
func euEnums(eu *opdefs.EU, j *jen.File) error {
	for _, c := range opdefs.ConstEnums {
		j.Comment(c.Doc)
		j.Const().Defs(enumDefs(findEnum(eu, c.Enum), c.Prefix)...)
	}
	j.Comment("slot names the place in an Inst that a field is copied to or from.")
	j.Type().Id("slot").Uint8()
	fields := slotNames(eu)
	consts := make([]string, 0, len(fields))
	for _, n := range fields {
		consts = append(consts, slotConst(n))
	}
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, n := range fields {
			if i == 0 {
				g.Id(slotConst(n)).Id("slot").Op("=").Iota()
				continue
			}
			g.Id(slotConst(n))
		}
		g.Id("numSlots")
	})
	j.Var().Id("slotNames").Op("=").Index(jen.Id("numSlots")).String().Add(names(consts, fields))
	archRegisters(eu, j)
	targetTables(eu, j)
	return nil
}

// archRegisters writes the names of the architecture registers by kind.
func archRegisters(eu *opdefs.EU, j *jen.File) {
	var items [16]jen.Code
	for _, r := range findEnum(eu, opdefs.ArchRegisterEnum).Rows {
		items[r.Code] = jen.Lit(int(r.Code)).Op(":").Lit(r.Name)
	}
	j.Comment("arfNames are the architecture registers by the high four bits of the number.")
	j.Var().Id("arfNames").Op("=").Index(jen.Lit(len(items))).String().Values(slices.DeleteFunc(items[:], func(c jen.Code) bool { return c == nil })...)
}

func findEnum(eu *opdefs.EU, name string) *opdefs.Enum {
	i := slices.IndexFunc(eu.Enums, func(e *opdefs.Enum) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	return eu.Enums[i]
}

func enumDefs(e *opdefs.Enum, prefix string) []jen.Code {
	seen := map[string]bool{}
	var defs []jen.Code
	for _, r := range e.Rows {
		name := prefix + opdefs.GoName(r.Name)
		if seen[name] {
			continue
		}
		seen[name] = true
		d := jen.Id(name).Op("=").Lit(int(r.Code))
		if r.Meaning != "" {
			d = d.Comment(r.Meaning)
		}
		defs = append(defs, d)
	}
	return defs
}

// slotNames lists the fields of all layouts that the codec copies.
func slotNames(eu *opdefs.EU) []string {
	var out []string
	for _, l := range eu.Layouts {
		for _, f := range l.Fields {
			if !codecOwn[f.Name] && f.Is == nil && !slices.Contains(out, f.Name) {
				out = append(out, f.Name)
			}
		}
	}
	return out
}

// codecOwn are the layout rows that the codec handles itself.
var codecOwn = map[string]bool{"Opcode": true, "CmptCtrl": true, opdefs.ReservedField: true}

func slotConst(name string) string { return "slot" + name }

// targetTables writes which target uses which layout and compact tables.
func targetTables(eu *opdefs.EU, j *jen.File) {
	var ls, cs []jen.Code
	for _, e := range eu.Encodings {
		name := targetConst(e.Target)
		ls = append(ls, jen.Id(name).Op(":").Op("&").Id("layout"+name))
		cs = append(cs, jen.Id(name).Op(":").Op("&").Id("compact"+name))
	}
	j.Comment("layouts gives each target's fields of a format; nil where no layout page names the target.")
	j.Var().Id("layouts").Op("=").Add(rows(jen.Index(jen.Id("NumTargets")).Op("*").Index(jen.Id("numFormats")).Index().Id("field"), ls))
	j.Comment("compacts gives each target's 8-byte form of a format.")
	j.Var().Id("compacts").Op("=").Add(rows(jen.Index(jen.Id("NumTargets")).Op("*").Index(jen.Id("numFormats")).Index().Id("compactField"), cs))
}
