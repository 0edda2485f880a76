package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euState writes the tables of package native/state.
func euState(eu *opdefs.EU, j *jen.File) error {
	constants(j, "Kind", "Kind is what the bits of a field mean.", "Kinds of values (specs/README.md, State).", opdefs.StateValueKinds)
	for _, e := range eu.Enums {
		if !namesStates(eu, e.Name) {
			continue
		}
		items := make([]jen.Code, 0, len(e.Rows))
		for _, r := range e.Rows {
			items = append(items, line(jen.Lit(int(r.Code)), hex(uint64(r.Targets)), jen.Lit(r.Name)))
		}
		j.Var().Id("names" + e.Name).Op("=").Add(rows(jen.Index().Id("code"), items))
	}
	j.Comment("structures are those of specs/eu/state.md, without their reserved bits.")
	j.Var().Id("structures").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("structure"), structures(eu)))
	return nil
}

// constants writes a type of numbered words and its constants, and gives their names.
func constants(j *jen.File, typ, doc, list string, words []string) []string {
	j.Comment(doc)
	j.Type().Id(typ).Uint8()
	j.Comment(list)
	ids := make([]string, 0, len(words))
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, w := range words {
			ids = append(ids, typ+opdefs.GoName(w))
			if s := g.Id(ids[i]); i == 0 {
				s.Id(typ).Op("=").Iota()
			}
		}
		g.Id("Num" + typ + "s")
	})
	return ids
}

// namesStates reports that a field of a structure has the codes of the enumeration.
func namesStates(eu *opdefs.EU, enum string) bool {
	for i := range eu.StateFields {
		if eu.StateFields[i].Value.Enum == enum {
			return true
		}
	}
	return false
}

// structures renders each structure once, with its sizes by target and all its rows.
func structures(eu *opdefs.EU) []jen.Code {
	var out []jen.Code
	for i, s := range eu.Structs {
		if i > 0 && eu.Structs[i-1].Name == s.Name {
			continue
		}
		var sizes, fields []jen.Code
		for _, o := range eu.Structs {
			if o.Name == s.Name {
				sizes = append(sizes, line(hex(uint64(o.Targets)), jen.Lit(o.Dwords), jen.Lit(o.Open)))
			}
		}
		for k := range eu.StateFields {
			if f := &eu.StateFields[k]; f.Of == s.Name && f.Name != opdefs.ReservedField {
				fields = append(fields, stateField(f))
			}
		}
		out = append(out, line(jen.Lit(s.Name), jen.Lit(s.Kind), jen.Index().Id("size").Add(line(sizes...)), rows(jen.Index().Id("field"), fields)))
	}
	return out
}

// stateField renders a row; what it has not is left out.
func stateField(f *opdefs.StateField) jen.Code {
	v := &f.Value
	parts := []jen.Code{jen.Id("name").Op(":").Lit(f.Name), jen.Id("targets").Op(":").Add(hex(uint64(f.Targets))), jen.Id("bits").Op(":").Add(statePieces(f.Bits))}
	add := func(on bool, name string, code jen.Code) {
		if on {
			parts = append(parts, jen.Id(name).Op(":").Add(code))
		}
	}
	add(f.When != nil, "when", stateConds(f.When))
	add(v.Kind != "number", "kind", jen.Id("Kind"+opdefs.GoName(v.Kind)))
	add(v.Enum != "", "names", jen.Id("names"+v.Enum))
	add(v.Frac != 0, "frac", jen.Lit(v.Frac))
	add(v.Signed, "signed", jen.True())
	add(v.Scale != 0, "scale", jen.Lit(v.Scale))
	add(v.Plus != 0, "plus", jen.Lit(int(v.Plus)))
	add(v.Fixed, "fixed", jen.True())
	add(v.Fixed && v.Code != 0, "code", hex(v.Code))
	add(v.Length, "length", jen.True())
	add(v.View, "view", jen.True())
	return line(parts...)
}

func statePieces(rs []opdefs.Range) jen.Code {
	items := make([]jen.Code, 0, len(rs))
	for _, r := range rs {
		items = append(items, line(jen.Lit(r.Lo), jen.Lit(r.Width)))
	}
	return jen.Index().Id("piece").Add(line(items...))
}

func stateConds(when []opdefs.StateCond) jen.Code {
	items := make([]jen.Code, 0, len(when))
	for _, c := range when {
		codes := make([]jen.Code, 0, len(c.Codes))
		for _, v := range c.Codes {
			codes = append(codes, jen.Op(fmt.Sprint(v)))
		}
		items = append(items, line(jen.Lit(c.Field), jen.Lit(c.Not), jen.Index().Uint64().Add(line(codes...))))
	}
	return jen.Index().Id("cond").Add(line(items...))
}
