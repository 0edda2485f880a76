package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euLatency writes the table of package native/latency.
func euLatency(eu *opdefs.EU, j *jen.File) error {
	j.Comment("Class is what kind of result is waited for.")
	j.Type().Id("Class").Uint8()
	j.Comment("Classes of specs/eu/latency.md.")
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, c := range opdefs.LatencyClasses {
			s := g.Id("Class" + opdefs.GoName(c))
			if i == 0 {
				s.Id("Class").Op("=").Iota()
			}
		}
		g.Id("NumClasses")
	})
	var consts []string
	for _, c := range opdefs.LatencyClasses {
		consts = append(consts, "Class"+opdefs.GoName(c))
	}
	j.Var().Id("classNames").Op("=").Index(jen.Id("NumClasses")).String().Add(names(consts, opdefs.LatencyClasses))
	items := make([]jen.Code, 0, len(eu.Latencies))
	for _, l := range eu.Latencies {
		items = append(items, latencyRow(eu, l))
	}
	j.Comment("table is specs/eu/latency.md.")
	j.Var().Id("table").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("row"), items))
	items = nil
	for i := range eu.Conflicts {
		items = append(items, conflictRow(&eu.Conflicts[i]))
	}
	j.Comment("conflicts are those of specs/eu/latency.md.")
	j.Var().Id("conflicts").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("conflict"), items))
	return nil
}

// latencyRow has what it is about as numbers: operations, function codes, shared
// functions or messages, as the class has them.
func latencyRow(eu *opdefs.EU, l *opdefs.Latency) jen.Code {
	parts := []jen.Code{jen.Id("class").Op(":").Id("Class" + opdefs.GoName(l.Class)), jen.Id("targets").Op(":").Add(hex(uint64(l.Targets)))}
	var of []jen.Code
	for _, name := range l.Of {
		of = append(of, latencyName(eu, l, name))
	}
	if of != nil {
		parts = append(parts, jen.Id("of").Op(":").Index().Int().Add(line(of...)))
	}
	three := func(v [3]int) jen.Code { return line(jen.Lit(v[0]), jen.Lit(v[1]), jen.Lit(v[2])) }
	parts = append(parts, jen.Id("cycles").Op(":").Index(jen.Lit(3)).Int().Add(three(l.Cycles)), jen.Id("issue").Op(":").Index(jen.Lit(3)).Int().Add(three(l.Issue)))
	return line(parts...)
}

func latencyName(eu *opdefs.EU, l *opdefs.Latency, name string) jen.Code {
	switch l.Class {
	case "alu":
		return jen.Int().Parens(jen.Qual(nativePath, opConst(name)))
	case "window":
		return jen.Int().Parens(jen.Qual(nativePath, pipeConst(name)))
	case "message", "local":
		return jen.Int().Parens(jen.Qual(nativePath, "Msg"+name))
	}
	e := findEnum(eu, map[string]string{"math": "MathFC", "function": "SFID"}[l.Class])
	i := slices.IndexFunc(e.Rows, func(r opdefs.EnumRow) bool { return r.Name == name })
	return jen.Lit(int(e.Rows[i].Code))
}

func conflictRow(c *opdefs.Conflict) jen.Code {
	set := func(name string, v uint64) jen.Code { return jen.Id(name).Op(":").Add(hex(v)) }
	count := func(name string, v int) jen.Code { return jen.Id(name).Op(":").Lit(v) }
	return line(set("targets", uint64(c.Targets)), set("of", c.Of), set("once", c.Once), set("bits", c.Bits), count("together", c.Together), count("clocks", c.Clocks))
}
