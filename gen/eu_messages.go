package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euMessages writes the message kinds, the descriptor fields, and one row a
// message with its length formulas as functions.
func euMessages(eu *opdefs.EU, j *jen.File) error {
	fields, kinds := slices.Clone(opdefs.LengthFields), []string(nil)
	for _, m := range eu.Messages {
		if !slices.Contains(kinds, m.Name) { // targets may have one of different forms
			kinds = append(kinds, m.Name)
		}
		for _, f := range slices.Concat(m.Fields, m.Extended) {
			if !slices.Contains(fields, f.Name) {
				fields = append(fields, f.Name)
			}
		}
	}
	j.Comment("MessageKind is a message of specs/eu/messages.md; the zero value is none of them.")
	j.Type().Id("MessageKind").Uint8()
	j.Const().DefsFunc(func(g *jen.Group) {
		g.Id("MsgUnknown").Id("MessageKind").Op("=").Iota()
		for _, name := range kinds {
			g.Id("Msg" + name)
		}
		g.Id("numMessageKinds")
	})
	j.Comment("DescField is a field of a message descriptor.")
	j.Type().Id("DescField").Uint8()
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, n := range fields {
			s := g.Id(descConst(n))
			if i == 0 {
				s.Id("DescField").Op("=").Iota()
			}
		}
		g.Id("NumDescFields")
	})
	consts, texts := []string{"MsgUnknown"}, []string{"unknown"}
	for _, name := range kinds {
		consts, texts = append(consts, "Msg"+name), append(texts, name)
	}
	j.Var().Id("messageNames").Op("=").Index(jen.Id("numMessageKinds")).String().Add(names(consts, texts))
	consts = nil
	for _, n := range fields {
		consts = append(consts, descConst(n))
	}
	j.Var().Id("descFieldNames").Op("=").Index(jen.Id("NumDescFields")).String().Add(names(consts, fields))
	descriptors(eu, j)
	messageEffects(eu, kinds, j)
	sharedFunctions(eu, j)
	payloads(eu, j)
	return messageRows(eu, j)
}

func descConst(name string) string { return "Desc" + strings.ToUpper(name[:1]) + name[1:] }

// sharedFunctions writes what the receivers of messages are called.
func sharedFunctions(eu *opdefs.EU, j *jen.File) {
	var items []jen.Code
	for _, r := range findEnum(eu, "SFID").Rows {
		name := r.Name
		if r.Meaning != "" {
			name = r.Meaning
		}
		items = append(items, line(jen.Lit(int(r.Code)), hex(uint64(r.Targets)), jen.Lit(name)))
	}
	j.Comment("sharedFunctions are the receivers of messages, by SFID and target.")
	j.Var().Id("sharedFunctions").Op("=").Add(rows(jen.Index().Id("sharedFunction"), items))
}

func messageRows(eu *opdefs.EU, j *jen.File) error {
	sfid := findEnum(eu, "SFID")
	var items []jen.Code
	enums := map[string]bool{}
	for _, m := range eu.Messages {
		i := slices.IndexFunc(sfid.Rows, func(r opdefs.EnumRow) bool { return r.Name == m.SFID && r.Targets&m.Targets == m.Targets })
		match := make([]jen.Code, 0, len(m.Match))
		for _, f := range m.Match {
			match = append(match, line(jen.Lit(f.Bits.Lo), jen.Lit(f.Bits.Width), jen.Lit(int(f.Value))))
		}
		fields := func(list []opdefs.DescField) *jen.Statement {
			var out []jen.Code
			for _, f := range list {
				parts := []jen.Code{jen.Id(descConst(f.Name)), jen.Lit(f.Bits.Lo), jen.Lit(f.Bits.Width), jen.Nil()}
				if f.Enum != "" {
					parts[3] = jen.Id("desc" + f.Enum)
					if !enums[f.Enum] {
						enums[f.Enum] = true
						descEnum(j, findEnum(eu, f.Enum))
					}
				}
				out = append(out, line(parts...))
			}
			return jen.Index().Id("descBits").Add(line(out...))
		}
		parts := []jen.Code{
			jen.Id("kind").Op(":").Id("Msg" + m.Name), jen.Id("targets").Op(":").Add(hex(uint64(m.Targets))),
			jen.Id("sfid").Op(":").Lit(int(sfid.Rows[i].Code)),
			jen.Id("match").Op(":").Index().Id("descMatch").Add(line(match...)),
			jen.Id("fields").Op(":").Add(fields(m.Fields)),
			jen.Id("header").Op(":").Id("header" + opdefs.GoName(m.Header)), jen.Id("lanes").Op(":").Id("lanes" + opdefs.GoName(m.Lanes)),
			jen.Id("payload").Op(":").Add(formula(m.Payload)), jen.Id("response").Op(":").Add(formula(m.Response)),
		}
		if len(m.Extended) > 0 {
			parts = append(parts, jen.Id("extended").Op(":").Add(fields(m.Extended)))
		}
		if len(m.Ignored) > 0 {
			parts = append(parts, jen.Id("ignored").Op(":").Add(hex(maskOf(m.Ignored))))
		}
		items = append(items, line(parts...))
	}
	j.Comment("messages holds every message of every target; the first row that matches counts.")
	j.Var().Id("messages").Op("=").Add(rows(jen.Index().Id("message"), items))
	return nil
}

// maskOf has the bits of ranges below bit 32, as opdefs has checked.
func maskOf(rs []opdefs.Range) (mask uint64) {
	for _, r := range rs {
		mask |= (1<<r.Width - 1) << r.Lo
	}
	return mask
}

// descEnum writes an enumeration as values by code; -1 marks a reserved code.
func descEnum(j *jen.File, e *opdefs.Enum) {
	var items []jen.Code
	for c := range uint64(1) << e.Bits {
		i := slices.IndexFunc(e.Rows, func(r opdefs.EnumRow) bool { return r.Code == c })
		if i < 0 {
			items = append(items, jen.Lit(-1))
			continue
		}
		items = append(items, jen.Lit(int(e.Rows[i].Value)))
	}
	j.Var().Id("desc" + e.Name).Op("=").Index().Int().Add(line(items...))
}

// formula renders a length as a function of the field values.
func formula(f *opdefs.Formula) jen.Code {
	arg := "_"
	if usesField(f) {
		arg = "f"
	}
	return jen.Func().Params(jen.Id(arg).Op("*").Id("DescValues")).Int().Block(jen.Return(formulaExpr(f)))
}

func usesField(f *opdefs.Formula) bool {
	return f.Field != "" || f.Op != 0 && (usesField(f.X) || usesField(f.Y))
}

func formulaExpr(f *opdefs.Formula) *jen.Statement {
	switch {
	case f.Field != "":
		return jen.Id("f").Index(jen.Id(descConst(f.Field)))
	case f.Op == 0:
		return jen.Lit(f.Num)
	}
	x, y := formulaExpr(f.X), formulaExpr(f.Y)
	if formulaRank(f.X) < formulaRank(f) {
		x = jen.Parens(x)
	}
	if formulaRank(f.Y) <= formulaRank(f) {
		y = jen.Parens(y)
	}
	return x.Op(string(f.Op)).Add(y)
}

// formulaRank orders operators by how close they bind.
func formulaRank(f *opdefs.Formula) int {
	switch f.Op {
	case '+', '-':
		return 1
	case '*', '/':
		return 2
	}
	return 3
}
