package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// modifiers writes what source modifiers do, by target, class of instruction and code.
func modifiers(eu *opdefs.EU, j *jen.File) {
	j.Comment("ModEffect is what a source modifier makes of a source.")
	j.Type().Id("ModEffect").Uint8()
	j.Comment("Effects of source modifiers; a complement is of the bits.")
	counted(j, "ModEffect", "Effect", opdefs.ModEffects)
	var items []jen.Code
	for t := range opdefs.EUTargets {
		var classes [2]jen.Code
		for _, m := range eu.Modifiers {
			if !m.Targets.Has(t) {
				continue
			}
			var effects []jen.Code
			for _, e := range m.Effects {
				effects = append(effects, jen.Id("Effect"+opdefs.GoName(opdefs.ModEffects[e])))
			}
			class := 0
			if m.Logic {
				class = 1
			}
			classes[class] = line(effects...)
		}
		items = append(items, jen.Id(targetConst(t)).Op(":").Add(line(classes[:]...)))
	}
	j.Comment("modEffects are the effects on numbers, and on the bits of logic instructions, by the code of SrcMod.")
	j.Var().Id("modEffects").Op("=").Add(rows(jen.Index(jen.Id("NumTargets")).Index(jen.Lit(2)).Index(jen.Lit(4)).Id("ModEffect"), items))
}
