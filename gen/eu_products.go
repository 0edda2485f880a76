package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euProducts writes the devices and the numbers by which containers name them.
func euProducts(eu *opdefs.EU, j *jen.File) error {
	j.Comment("products are the devices by name; the first of a target is the one that containers are written for.")
	j.Var().Id("products").Op("=").Add(productRows(eu.Products))
	return nil
}

func productRows(list []opdefs.Product) *jen.Statement {
	items := make([]jen.Code, 0, len(list))
	for i := range list {
		d := &list[i]
		fields := []jen.Code{jen.Id("Name").Op(":").Lit(d.Name), jen.Id("Target").Op(":").Id(targetConst(d.Target))}
		for _, f := range []struct {
			name  string
			value uint64
			hex   bool
		}{{"Family", d.Family, true}, {"Tokens", d.Tokens, false}, {"Archive", d.Archive, true}, {"CISA", d.CISA, false}, {"EUs", d.EUs, false}, {"Threads", d.Threads, false}} {
			switch {
			case f.value == 0:
			case f.hex:
				fields = append(fields, jen.Id(f.name).Op(":").Add(hex(f.value)))
			default:
				fields = append(fields, jen.Id(f.name).Op(":").Lit(int(f.value)))
			}
		}
		items = append(items, line(fields...))
	}
	return rows(jen.Index().Id("Product"), items)
}
