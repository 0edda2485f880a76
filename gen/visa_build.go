package gen

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// visaBuild writes a constructor and a view for each op.
func visaBuild(m *opdefs.Model, j *jen.File) error {
	for _, op := range allOps(m) {
		constructor(op, j)
		view(op, j)
	}
	return nil
}

// constructor writes NewAdd(exec, pred, dst, src0, src1) Inst.
func constructor(op *opdefs.Op, j *jen.File) {
	var params, args []jen.Code
	var more jen.Code // the operands of a field that repeats
	lit := []jen.Code{jen.Id("Op").Op(":").Id("Op" + op.GoName)}
	for _, f := range op.Page.Fields {
		switch {
		case f.Type == opdefs.TExec:
			params = append(params, jen.Id("exec").Id("Exec"))
			lit = append(lit, jen.Id("Exec").Op(":").Id("exec"))
		case f.Type == opdefs.TPred:
			params = append(params, jen.Id("pred").Id("Pred"))
			lit = append(lit, jen.Id("Pred").Op(":").Id("pred"))
		case op.SlotOf(f) >= 0:
			p, a := slotParam(f)
			if f.Repeat {
				p, more = repeatedParam(f)
			} else {
				args = append(args, a)
			}
			params = append(params, p)
		}
	}
	switch list := jen.Index().Id("Operand").Add(line(args...)); {
	case more != nil:
		lit = append(lit, jen.Id("Args").Op(":").Append(list, jen.Add(more).Op("...")))
	case len(args) > 0:
		lit = append(lit, jen.Id("Args").Op(":").Add(list))
	}
	j.Comment(fmt.Sprintf("New%s is %s (page %s).", op.GoName, templateText(op), op.Page.Name))
	j.Func().Id("New" + op.GoName).Params(params...).Id("Inst").Add(oneLine(jen.Return(jen.Id("Inst").Add(line(lit...)))))
}

// slotParam is a constructor's parameter for a field and the operand made of it.
func slotParam(f *opdefs.OpField) (param, arg jen.Code) {
	name := localName(f.Name)
	index := func(kind string) (jen.Code, jen.Code) {
		return jen.Id(name).Int32(), line(jen.Id("Kind").Op(":").Id(kind), jen.Id("Var").Op(":").Id(name))
	}
	switch {
	case f.Type == opdefs.TD:
		return jen.Id(name).Int32(), line(jen.Id("Kind").Op(":").Id("Field"), jen.Id("Imm").Op(":").Uint64().Parens(jen.Int64().Parens(jen.Id(name))))
	case f.Type.IsNumber():
		return jen.Id(name).Uint32(), line(jen.Id("Kind").Op(":").Id("Field"), jen.Id("Imm").Op(":").Uint64().Parens(jen.Id(name)))
	case f.Type == opdefs.TSurface:
		return index("Surface")
	case f.Type == opdefs.TSampler:
		return index("Sampler")
	case f.Type == opdefs.TLabel:
		return index("Label")
	case f.Type.IsString():
		return index("Name")
	}
	return jen.Id(name).Id("Operand"), jen.Id(name)
}

// repeatedParam is the parameter of a field that repeats, one or more, and the
// operands made of it.
func repeatedParam(f *opdefs.OpField) (param, args jen.Code) {
	name := localName(f.Name)
	if f.Type == opdefs.TLabel {
		return jen.Id(name).Op("...").Int32(), jen.Id("labelOperands").Call(jen.Id(name))
	}
	return jen.Id(name).Op("...").Id("Operand"), jen.Id(name)
}

// oneLine is a function body on one line.
func oneLine(stmt jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{ ", Close: " }"}, stmt)
}

func view(op *opdefs.Op, j *jen.File) {
	typ := op.GoName + "Inst"
	j.Comment(fmt.Sprintf("%s is an instruction %s, its operands by name.", typ, op.Name))
	j.Type().Id(typ).Struct(jen.Op("*").Id("Inst"))
	j.Comment(fmt.Sprintf("As%s views in, whose Op must be Op%s.", op.GoName, op.GoName))
	j.Func().Id("As" + op.GoName).Params(jen.Id("in").Op("*").Id("Inst")).Id(typ).Add(oneLine(jen.Return(jen.Id(typ).Values(jen.Id("in")))))
	for i, f := range op.Slots() {
		name := slotCamel(f.Name)
		args := jen.Id("v").Dot("Inst").Dot("Args")
		if f.Repeat {
			j.Comment(fmt.Sprintf("%s are the operands from %d on, %s each.", name, i, f.Type))
			j.Func().Params(jen.Id("v").Id(typ)).Id(name).Params().Index().Id("Operand").Add(oneLine(jen.Return(args.Index(jen.Lit(i), jen.Empty()))))
			continue
		}
		j.Comment(fmt.Sprintf("%s is operand %d, %s.", name, i, f.Type))
		j.Func().Params(jen.Id("v").Id(typ)).Id(name).Params().Op("*").Id("Operand").Add(oneLine(jen.Return(jen.Op("&").Add(args).Index(jen.Lit(i)))))
	}
}

// templateText is an op's text form on one line, for comments.
func templateText(op *opdefs.Op) string {
	var parts []string
	for _, t := range op.Text {
		switch {
		case t.Field == nil:
			parts = append(parts, t.Lit)
		default:
			parts = append(parts, "<"+t.Field.Name+">")
		}
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}
