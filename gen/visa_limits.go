package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// limits are the fields of a Slot literal that only a verifier asks for.
func limits(op *opdefs.Op, l *opdefs.Limits) (it []jen.Code) {
	set := func(name string, v jen.Code) { it = append(it, jen.Id(name).Op(":").Add(v)) }
	if l.Max != 0 {
		set("Min", jen.Lit(int(l.Min)))
		set("Max", jen.Lit(int(l.Max)))
	}
	if l.NotSLM != 0 {
		set("NotSLM", hex(uint64(l.NotSLM)))
	}
	if l.Required {
		set("Required", jen.True())
	}
	if l.Label != "" {
		set("Begins", jen.Id("Begins"+slotCamel(l.Label)))
	}
	if b := l.Beside; b != nil && op.SlotOf(b.Field) >= 0 {
		pairs := each(b.Legal, func(p [2]uint32) jen.Code { return line(jen.Lit(int(p[0])), jen.Lit(int(p[1]))) })
		set("Beside", jen.Op("&").Id("Pairs").Add(line(jen.Lit(op.SlotOf(b.Field)), jen.Index().Index(jen.Lit(2)).Uint32().Add(line(pairs...)))))
	}
	if l.Bytes != nil {
		set("Bytes", payload(op, l.Bytes))
	}
	if l.AtMost != 0 {
		set("AtMost", jen.Lit(int(l.AtMost)))
	}
	if len(it) == 0 {
		return nil
	}
	return []jen.Code{jen.Id("Limits").Op(":").Id("Limits").Add(line(it...))}
}

// platformNames writes the names of platforms in the order of the bits of a guard.
func platformNames(j *jen.File) {
	j.Var().Id("platformNames").Op("=").Index(jen.Op("...")).String().ValuesFunc(func(g *jen.Group) {
		for _, p := range opdefs.Platforms() {
			g.Lit(p)
		}
	})
}
