package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euProducts writes the devices and the numbers by which containers name them.
func euProducts(eu *opdefs.EU, j *jen.File) error {
	items := make([]jen.Code, 0, len(eu.Products))
	for i := range eu.Products {
		d := &eu.Products[i]
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
	j.Comment("products are the devices by name; the first of a target is the one that containers are written for.")
	j.Var().Id("products").Op("=").Add(rows(jen.Index().Id("Product"), items))
	return nil
}
