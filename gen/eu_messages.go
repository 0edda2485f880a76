package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euMessages writes the message kinds, the descriptor fields, and one row a
// message with the numbers of its length formulas.
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
	numbered(j, "MessageKind is a message of specs/eu/messages.md; the zero value is none of them.",
		&numbers{typ: "MessageKind", prefix: "Msg", none: "Unknown", count: "numMessageKinds", names: "messageNames"}, kinds)
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
	var consts []string
	for _, n := range fields {
		consts = append(consts, descConst(n))
	}
	j.Var().Id("descFieldNames").Op("=").Index(jen.Id("NumDescFields")).String().Add(names(consts, fields))
	descriptors(eu, j)
	messageEffects(eu, kinds, j)
	sharedFunctions(eu, j)
	lengths := new(formulas)
	payloads(eu, j, lengths)
	messageRows(eu, j, lengths)
	lengths.write(j)
	return nil
}

func descConst(name string) string { return "Desc" + strings.ToUpper(name[:1]) + name[1:] }

// sharedFunctions writes what the receivers of messages are called, in words and in mnemonics.
func sharedFunctions(eu *opdefs.EU, j *jen.File) {
	for _, t := range []struct{ enum, name, doc string }{
		{"SFID", "sharedFunctions", "sharedFunctions are the receivers of messages, by SFID and target."},
		{"SFIDText", "sfidTexts", "sfidTexts are what a send has behind its mnemonic, by SFID and target."},
	} {
		var items []jen.Code
		for _, r := range findEnum(eu, t.enum).Rows {
			name := r.Name
			if r.Meaning != "" {
				name = r.Meaning
			}
			items = append(items, line(jen.Lit(int(r.Code)), hex(uint64(r.Targets)), jen.Lit(name)))
		}
		j.Comment(t.doc)
		j.Var().Id(t.name).Op("=").Add(rows(jen.Index().Id("sharedFunction"), items))
	}
}

func messageRows(eu *opdefs.EU, j *jen.File, lengths *formulas) {
	sfid := findEnum(eu, "SFID")
	var items, named []jen.Code
	enums, seen := map[string]bool{}, map[string]bool{}
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
				if key := m.Name + " " + f.Name; f.Enum != "" && isNamed(findEnum(eu, f.Enum)) && !seen[key] {
					seen[key] = true
					named = append(named, line(jen.Id("Msg"+m.Name), jen.Id(descConst(f.Name)), jen.Id(descNames(f.Enum))))
				}
			}
			return jen.Index().Id("descBits").Add(line(out...))
		}
		parts := []jen.Code{
			jen.Id("kind").Op(":").Id("Msg" + m.Name), jen.Id("targets").Op(":").Add(hex(uint64(m.Targets))),
			jen.Id("sfid").Op(":").Lit(int(sfid.Rows[i].Code)),
			jen.Id("match").Op(":").Index().Id("descMatch").Add(line(match...)),
			jen.Id("fields").Op(":").Add(fields(m.Fields)),
			jen.Id("header").Op(":").Id("header" + opdefs.GoName(m.Header)), jen.Id("lanes").Op(":").Id("lanes" + opdefs.GoName(m.Lanes)),
			jen.Id("payload").Op(":").Add(lengths.number(m.Payload)), jen.Id("response").Op(":").Add(lengths.number(m.Response)),
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
	j.Comment("messageCodes has the names of the codes of fields whose values are the codes themselves.")
	j.Var().Id("messageCodes").Op("=").Add(rows(jen.Index().Id("messageCode"), named))
}

// isNamed says that an enumeration has names for its codes, and no values beside them.
func isNamed(e *opdefs.Enum) bool {
	return !slices.ContainsFunc(e.Rows, func(r opdefs.EnumRow) bool { return r.Name == "" || r.Value != r.Code })
}

func descNames(enum string) string { return "desc" + enum + "Names" }

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
	if !isNamed(e) {
		return
	}
	items = nil
	for _, r := range e.Rows {
		items = append(items, jen.Lit(int(r.Code)).Op(":").Lit(r.Name))
	}
	j.Var().Id(descNames(e.Name)).Op("=").Index().String().Add(line(items...))
}

// formulas are the lengths of messages and of their parts, each once. They are numbered, and not values of a function type, so that
// the fields that one reads stay on the stack.
type formulas struct {
	texts []string
	exprs []*jen.Statement
}

// number is that of a formula.
func (l *formulas) number(f *opdefs.Formula) jen.Code {
	expr := formulaExpr(f)
	text := fmt.Sprintf("%#v", expr)
	i := slices.Index(l.texts, text)
	if i < 0 {
		i = len(l.texts)
		l.texts, l.exprs = append(l.texts, text), append(l.exprs, expr)
	}
	return jen.Lit(i)
}

// write writes the function that gives a length by its number.
func (l *formulas) write(j *jen.File) {
	j.Comment("lengthOf is a formula of specs/eu/messages.md.")
	j.Func().Id("lengthOf").Params(jen.Id("formula").Uint8(), jen.Id("f").Op("*").Id("DescValues")).Int().Block(
		jen.Switch(jen.Id("formula")).BlockFunc(func(g *jen.Group) {
			for i, e := range l.exprs {
				g.Case(jen.Lit(i)).Block(jen.Return(e))
			}
		}),
		jen.Panic(jen.Lit("BUG: no such formula")),
	)
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
