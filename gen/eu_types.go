package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euTypes writes which element types instructions take.
func euTypes(eu *opdefs.EU, j *jen.File) error {
	var items []jen.Code
	for _, name := range opNames(eu) {
		var list []jen.Code
		for i := range eu.Types {
			if x := &eu.Types[i]; x.Op == name {
				list = append(list, line(hex(uint64(x.Targets)), typeTable(x.Listed[:]), typeTable(x.Also[:])))
			}
		}
		if list != nil {
			items = append(items, jen.Id(opConst(name)).Op(":").Add(rows(jen.Null(), list)))
		}
	}
	j.Comment("opTypes are the types that instructions take: the rows of specs/eu/types.md.")
	j.Var().Id("opTypes").Op("=").Add(rows(jen.Index(jen.Id("NumOps")).Index().Id("typeRow"), items))
	return nil
}

// typeTable writes the sources that each destination takes.
func typeTable(table []uint16) jen.Code {
	var parts []jen.Code
	for i, set := range table {
		if set != 0 {
			parts = append(parts, jen.Id(strings.ToUpper(opdefs.OperandWords[i])).Op(":").Add(hex(uint64(set))))
		}
	}
	return jen.Id("typeTable").Add(line(parts...))
}
