package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// visaHooks writes the hooks and the interface that an engine implements for
// them: one that lacks a method does not compile.
func visaHooks(m *opdefs.Model, j *jen.File) error {
	e := m.Enum(opdefs.HookEnum)
	if e == nil {
		e = &opdefs.FieldEnum{}
	}
	var consts, methods, calls, names []jen.Code
	consts = append(consts, jen.Id("NoHook").Id("Hook").Op("=").Iota().Comment("the op has Semantics"))
	for i, v := range e.Values {
		if int(v.Code) != i+1 {
			return fmt.Errorf("%s: code %d of hook %s; legal are codes from 1 on without gaps", v.Pos, v.Code, v.Text)
		}
		id := slotCamel(v.Text)
		consts = append(consts, jen.Id("Hook"+id))
		methods = append(methods, jen.Id(id).Params())
		calls = append(calls, jen.Id("Hook"+id).Op(":").Id("HookEngine").Dot(id))
		names = append(names, jen.Id("Hook"+id).Op(":").Lit(v.Text))
	}
	j.Comment("Hook says which code of its own an engine runs for an op without Semantics.")
	j.Type().Id("Hook").Uint8()
	j.Comment("Hooks, by the codes of enumeration HOOK.")
	j.Const().Defs(append(consts, jen.Id("NumHooks"))...)
	j.Comment("HookEngine is what an engine does for each hook. NoHook has no method.")
	j.Type().Id("HookEngine").Interface(methods...)
	j.Comment("Do calls the method of h; h must not be NoHook.")
	j.Func().Params(jen.Id("h").Id("Hook")).Id("Do").Params(jen.Id("e").Id("HookEngine")).Block(jen.Id("hookMethods").Index(jen.Id("h")).Call(jen.Id("e")))
	j.Comment("String is the name after \"hook\" in Semantics.")
	j.Func().Params(jen.Id("h").Id("Hook")).Id("String").Params().String().Block(jen.Return(jen.Id("hookNames").Index(jen.Id("h"))))
	j.Var().Id("hookMethods").Op("=").Add(rows(jen.Index(jen.Id("NumHooks")).Func().Params(jen.Id("HookEngine")), calls))
	j.Var().Id("hookNames").Op("=").Add(rows(jen.Index(jen.Id("NumHooks")).String(), names))
	return nil
}
