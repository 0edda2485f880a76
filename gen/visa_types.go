package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// visaTypes writes the constants and the table of element types.
func visaTypes(m *opdefs.Model, j *jen.File) error {
	j.Comment("Element types in the order of specs/visa/TYPES.md.")
	j.Const().DefsFunc(func(g *jen.Group) {
		typed := jen.Id("Type").Op("=").Iota()
		for i := range m.Types {
			c := g.Id(m.Types[i].String()).Add(typed)
			if doc := m.Types[i].Doc; doc != "" {
				c.Comment(doc)
			}
			typed = jen.Empty()
		}
		g.Id("NumTypes").Add(typed)
	})
	var items []jen.Code
	for i := range m.Types {
		items = append(items, jen.Id(m.Types[i].String()).Op(":").Add(typeRow(&m.Types[i])))
	}
	j.Var().Id("typeTable").Op("=").Add(rows(jen.Index(jen.Id("NumTypes")).Id("typeRow"), items))
	return nil
}

// typeRow is the typeRow literal of a type.
func typeRow(d *opdefs.TypeDef) jen.Code {
	kinds := map[opdefs.Kind]string{opdefs.Boolean: "kindBoolean", opdefs.Unsigned: "kindUnsigned", opdefs.Signed: "kindSigned", opdefs.Float: "kindFloat"}
	it := []jen.Code{
		jen.Id("name").Op(":").Lit(strings.ToLower(d.String())),
		jen.Id("size").Op(":").Lit(d.Bytes()),
		jen.Id("kind").Op(":").Id(kinds[d.Kind()]),
		jen.Id("computes").Op(":").Id(d.Computes().String()),
	}
	for _, f := range []struct {
		name string
		n    uint8
	}{{"exp", d.Exp}, {"man", d.Man}, {"pack", d.Pack}} {
		if f.n != 0 {
			it = append(it, jen.Id(f.name).Op(":").Lit(int(f.n)))
		}
	}
	it = append(it, jen.Id("code").Op(":").Lit(int(d.Code)))
	var stands jen.Code
	switch {
	case d.Variables && d.Immediates:
		stands = jen.Id("stands").Op(":").Id("InVariables").Op("|").Id("InImmediates")
	case d.Variables:
		stands = jen.Id("stands").Op(":").Id("InVariables")
	case d.Immediates:
		stands = jen.Id("stands").Op(":").Id("InImmediates")
	default:
		return line(it...)
	}
	return line(append(it, stands)...)
}
