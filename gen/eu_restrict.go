package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euRestrictions writes the table of restrictions and the words of its clauses.
func euRestrictions(eu *opdefs.EU, j *jen.File) error {
	j.Comment("subject is what a clause of a restriction is about.")
	j.Type().Id("subject").Uint8()
	counted(j, "subject", "of", opdefs.RestrictSubjects)
	j.Comment("operandWords and instWords are what an operand or an instruction can be.")
	j.Type().Id("words").Uint64()
	wordBits(j, "operand", opdefs.OperandWords)
	wordBits(j, "inst", opdefs.InstWords)
	items := make([]jen.Code, 0, len(eu.Restrictions))
	for _, r := range eu.Restrictions {
		items = append(items, restrictionRow(eu, r))
	}
	j.Comment("rules are the restrictions of specs/eu/restrictions.md.")
	j.Var().Id("rules").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("Rule"), items))
	return nil
}

// wordBits writes a constant for each word, one bit each.
func wordBits(j *jen.File, prefix string, list []string) {
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, w := range list {
			s := g.Id(prefix + opdefs.GoName(w))
			if i == 0 {
				s.Id("words").Op("=").Lit(1).Op("<<").Iota()
			}
		}
	})
}

func restrictionRow(eu *opdefs.EU, r *opdefs.Restriction) jen.Code {
	var breaks []jen.Code
	for _, b := range r.Breaks {
		breaks = append(breaks, breakRow(eu, &b))
	}
	var ops [2]uint64
	for i, name := range opNames(eu) {
		fact := slices.IndexFunc(eu.Facts, func(f opdefs.OpFact) bool { return f.Op == name })
		if len(r.Ops) == 0 || fact >= 0 && slices.ContainsFunc(r.Ops, eu.Facts[fact].Matches) {
			ops[i/64] |= 1 << (i % 64)
		}
	}
	parts := []jen.Code{
		jen.Id("ID").Op(":").Lit(r.ID), jen.Id("Targets").Op(":").Add(hex(uint64(r.Targets))), jen.Id("Doubtful").Op(":").Add(hex(uint64(r.Doubtful))), jen.Id("Citation").Op(":").Lit(r.Citation),
		jen.Id("Text").Op(":").Lit(r.Meaning), jen.Id("Legal").Op(":").Lit(r.Legal),
		jen.Id("Bad").Op(":").Lit(r.Bad), jen.Id("Good").Op(":").Lit(r.Good),
		jen.Id("ops").Op(":").Id("opSet").Add(line(hex(ops[0]), hex(ops[1]))),
		jen.Id("breaks").Op(":").Index().Id("ruleBreak").Add(line(breaks...)),
	}
	if r.Preemptible != 0 {
		parts = append(parts, jen.Id("Preemptible").Op(":").Add(hex(uint64(r.Preemptible))))
	}
	var examples []jen.Code
	for _, e := range r.Examples {
		examples = append(examples, line(hex(uint64(e.Targets)), jen.Lit(e.Bad), jen.Lit(e.Good)))
	}
	if examples != nil {
		parts = append(parts, jen.Id("examples").Op(":").Index().Id("ruleExample").Add(line(examples...)))
	}
	return rows(jen.Null(), parts)
}

func breakRow(eu *opdefs.EU, b *opdefs.Break) jen.Code {
	var parts, clauses []jen.Code
	for _, c := range b.Clauses {
		clauses = append(clauses, clauseRow(eu, &c))
	}
	if clauses != nil {
		parts = append(parts, jen.Id("clauses").Op(":").Index().Id("clause").Add(line(clauses...)))
	}
	if b.Check != "" {
		parts = append(parts, jen.Id("check").Op(":").Id("rule"+opdefs.GoName(b.Check[:1])+b.Check[1:]))
	}
	return line(parts...)
}

func clauseRow(eu *opdefs.EU, c *opdefs.Clause) jen.Code {
	parts := []jen.Code{jen.Id("of").Op(":").Id("of" + opdefs.GoName(c.Subject))}
	if c.Not {
		parts = append(parts, jen.Id("not").Op(":").True())
	}
	prefix := "operand"
	switch c.Subject {
	case "exec":
		return line(append(parts, jen.Id("above").Op(":").Lit(c.Above))...)
	case "function":
		functions, bits := eu.MathFunctions(), uint64(0)
		for _, w := range c.Words {
			bits |= 1 << slices.Index(functions[:], w)
		}
		return line(append(parts, jen.Id("words").Op(":").Add(hex(bits)))...)
	case "inst":
		prefix = "inst"
	}
	set := jen.Null()
	for i, w := range c.Words {
		if i > 0 {
			set.Op("|")
		}
		set.Id(prefix + opdefs.GoName(w))
	}
	return line(append(parts, jen.Id("words").Op(":").Add(set))...)
}
