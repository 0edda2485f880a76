package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// messageEffects writes what each kind of message does to memory.
func messageEffects(eu *opdefs.EU, kinds []string, j *jen.File) {
	words(j, "Does", "Does is what a message does to memory (specs/eu/messages.md, Effects).", opdefs.Does)
	words(j, "Memory", "Memory is what the addresses of a message mean (specs/eu/messages.md, Effects).", opdefs.Memories)
	items := make([]jen.Code, len(kinds))
	for i, name := range kinds {
		e := eu.Effects[slices.IndexFunc(eu.Effects, func(e opdefs.MessageEffect) bool { return e.Name == name })]
		ends := 1 + slices.Index(opdefs.Ends, e.Ends)
		items[i] = jen.Id("Msg" + name).Op(":").Add(line(jen.Id("Does"+opdefs.GoName(e.Does)), jen.Id("Memory"+opdefs.GoName(e.Memory)), jen.Lit(ends)))
	}
	j.Comment("messageEffects is what messages do to memory, by their kind.")
	j.Var().Id("messageEffects").Op("=").Add(rows(jen.Index(jen.Id("numMessageKinds")).Id("messageEffect"), items))
}

// words writes a type with a constant for each word, in their order.
func words(j *jen.File, name, comment string, list []string) {
	j.Comment(comment)
	j.Type().Id(name).Uint8()
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, w := range list {
			s := g.Id(name + opdefs.GoName(w))
			if i == 0 {
				s.Id(name).Op("=").Iota()
			}
		}
	})
}
