package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euFacts writes what instructions are: their facts, and where branches go.
func euFacts(eu *opdefs.EU, j *jen.File) error {
	j.Comment("opClass is the kind of an instruction.")
	j.Type().Id("opClass").Uint8()
	counted(j, "opClass", "class", opdefs.OpClasses)
	j.Comment("opTraits are yes-or-no facts.")
	j.Type().Id("opTraits").Uint32()
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, t := range opdefs.OpTraits {
			s := g.Id("trait" + opdefs.GoName(t))
			if i == 0 {
				s.Id("opTraits").Op("=").Lit(1).Op("<<").Iota()
			}
		}
	})
	items := make([]jen.Code, 0, len(eu.Facts))
	for _, f := range eu.Facts {
		items = append(items, jen.Id(opConst(f.Op)).Op(":").Add(opFactRow(&f)))
	}
	j.Comment("opFacts is what each instruction is, on every target that has it.")
	j.Var().Id("opFacts").Op("=").Add(rows(jen.Index(jen.Id("NumOps")).Id("opFact"), items))
	flows(eu, j)
	modifiers(eu, j)
	mathNames(eu, j)
	return nil
}

// mathNames writes the names of math functions in assembly text.
func mathNames(eu *opdefs.EU, j *jen.File) {
	var consts, texts []string
	for _, r := range findEnum(eu, "MathFC").Rows {
		consts, texts = append(consts, "Math"+opdefs.GoName(r.Name)), append(texts, strings.ToLower(r.Name))
	}
	j.Var().Id("mathNames").Op("=").Index(jen.Op("...")).String().Add(names(consts, texts))
}

func opFactRow(f *opdefs.OpFact) *jen.Statement {
	parts := []jen.Code{jen.Id("sources").Op(":").Lit(f.Sources), jen.Id("class").Op(":").Id("class" + opdefs.GoName(f.Class))}
	for _, n := range []struct {
		name string
		v    int
	}{{"offsets", f.Offsets}, {"target", f.Target}, {"mask", f.Mask}} {
		if n.v != 0 {
			parts = append(parts, jen.Id(n.name).Op(":").Lit(n.v))
		}
	}
	for _, b := range []struct {
		name string
		on   bool
	}{{"readsAcc", f.Reads}, {"writesAcc", f.Writes}} {
		if b.on {
			parts = append(parts, jen.Id(b.name).Op(":").True())
		}
	}
	if reach := reachOf(f); len(reach) > 0 {
		parts = append(parts, jen.Id("reach").Op(":").Index(jen.Lit(3)).Id("reach").Add(line(reach...)))
	}
	if len(f.Traits) > 0 {
		traits := jen.Null()
		for i, t := range f.Traits {
			if i > 0 {
				traits.Op("|")
			}
			traits.Id("trait" + opdefs.GoName(t))
		}
		parts = append(parts, jen.Id("traits").Op(":").Add(traits))
	}
	return line(parts...)
}

// reachOf is the reach of the sources, from the first to the last that has one.
func reachOf(f *opdefs.OpFact) (out []jen.Code) {
	for i, r := range f.Reach {
		if len(r.At) == 0 {
			continue
		}
		for len(out) < i {
			out = append(out, line())
		}
		at := make([]jen.Code, 0, len(r.At))
		for _, n := range r.At {
			at = append(at, jen.Lit(n))
		}
		out = append(out, line(jen.Index().Int().Add(line(at...)), jen.Lit(r.By), jen.Lit(r.Of)))
	}
	return out
}

// counted writes constants prefix+NAME that count from 0.
func counted(j *jen.File, typ, prefix string, names []string) {
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, n := range names {
			s := g.Id(prefix + opdefs.GoName(n))
			if i == 0 {
				s.Id(typ).Op("=").Iota()
			}
		}
	})
}

func flows(eu *opdefs.EU, j *jen.File) {
	j.Comment("FlowPlace is where a branch sends channels or the thread.")
	j.Type().Id("FlowPlace").Uint8()
	j.Comment("Places of a FlowRule; PlacePastUIP is the instruction after the one at UIP.")
	counted(j, "FlowPlace", "Place", opdefs.FlowPlaces)
	j.Comment("FlowWhen says when the thread goes to the first place of a FlowRule.")
	j.Type().Id("FlowWhen").Uint8()
	j.Comment("When the first place is taken: a channel is active there; the instruction has active channels; the predicate is true in one of them, in channel 0, or in all of them, where others are not modelled. A rule with FlowNone is not modelled.")
	counted(j, "FlowWhen", "Flow", append([]string{"none"}, opdefs.FlowWhens...))
	place := func(i int) *jen.Statement { return jen.Id("Place" + opdefs.GoName(opdefs.FlowPlaces[i])) }
	rules := map[string][2]jen.Code{}
	var order []string
	for _, f := range eu.Flows {
		parts := []jen.Code{place(f.True), place(f.False), place(f.First), place(f.Other), jen.Id("Flow" + opdefs.GoName(opdefs.FlowWhens[f.When]))}
		two, ok := rules[f.Op]
		if !ok {
			order = append(order, f.Op)
			two = [2]jen.Code{line(), line()}
		}
		if f.Branch {
			two[1] = line(parts...)
		} else {
			two[0] = line(parts...)
		}
		rules[f.Op] = two
	}
	var items, swaps []jen.Code
	for _, op := range order {
		two := rules[op]
		items = append(items, jen.Id(opConst(op)).Op(":").Add(line(two[0], two[1])))
	}
	for _, f := range eu.Flows {
		if f.Exchange != "" {
			swaps = append(swaps, line(jen.Id(opConst(f.Op)), jen.Lit(f.Branch), jen.Id("Fact"+f.Exchange)))
		}
	}
	j.Comment("flowRules are the rules of the branches, without and with BranchCtrl.")
	j.Var().Id("flowRules").Op("=").Add(rows(jen.Index(jen.Id("NumOps")).Index(jen.Lit(2)).Id("FlowRule"), items))
	j.Comment("flowSwaps are the rules whose true and false change places on targets with a fact.")
	j.Var().Id("flowSwaps").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("flowSwap"), swaps))
}

// euTargets writes the list of targets and their facts.
func euTargets(eu *opdefs.EU, j *jen.File) error {
	j.Comment("Target is a device whose native code can be named on the command line.")
	j.Type().Id("Target").Uint8()
	j.Comment("Targets in order of generation.")
	consts := make([]string, 0, len(opdefs.EUTargets))
	for _, t := range opdefs.EUTargets {
		consts = append(consts, strings.ToUpper(t))
	}
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, c := range consts {
			s := g.Id(c)
			if i == 0 {
				s.Id("Target").Op("=").Iota()
			}
		}
		g.Id("NumTargets")
	})
	j.Var().Id("targetNames").Op("=").Index(jen.Id("NumTargets")).String().Add(names(consts, opdefs.EUTargets))
	capsType(eu, j)
	items := make([]jen.Code, 0, len(consts))
	for t, c := range consts {
		items = append(items, jen.Id(c).Op(":").Add(capsRow(eu, t)))
	}
	j.Comment("caps are the facts of each target.")
	j.Var().Id("caps").Op("=").Add(rows(jen.Index(jen.Id("NumTargets")).Id("Caps"), items))
	return nil
}

// capsType writes the struct of a target's facts and the numbers of the facts.
func capsType(eu *opdefs.EU, j *jen.File) {
	j.Comment("Fact is a fact of targets, by the name of its field in Caps.")
	j.Type().Id("Fact").Uint8()
	j.Comment("Facts of targets.")
	consts, texts := make([]string, 0, len(eu.TargetFacts)), make([]string, 0, len(eu.TargetFacts))
	for _, f := range eu.TargetFacts {
		consts, texts = append(consts, "Fact"+f.Name), append(texts, f.Name)
	}
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, c := range consts {
			s := g.Id(c)
			if i == 0 {
				s.Id("Fact").Op("=").Iota()
			}
		}
		g.Id("NumFacts")
	})
	j.Var().Id("factNames").Op("=").Index(jen.Id("NumFacts")).String().Add(names(consts, texts))
	j.Comment("Caps is what code outside the tables may ask of a target. A yes-or-no field is false where the question does not arise, and where Knows denies it; a number that some target lacks is asked by a method.")
	j.Type().Id("Caps").StructFunc(func(g *jen.Group) {
		for _, f := range eu.TargetFacts {
			g.Id(factField(f)).Add(factType(f.Kind)).Comment(f.Meaning)
		}
		g.List(jen.Id("yes"), jen.Id("unknown"), jen.Id("idle")).Uint64().Comment("bits by Fact: those that hold, those without an answer, and those whose question does not arise")
	})
	for _, f := range eu.TargetFacts {
		if !f.Gaps() {
			continue
		}
		j.Comment(fmt.Sprintf("%s is a number and true, or 0 and false where there is none: %s.", f.Name, f.Meaning))
		j.Func().Params(jen.Id("c").Op("*").Id("Caps")).Id(f.Name).Params().Params(factType(f.Kind), jen.Bool()).Block(
			jen.Return(jen.Id("c").Dot(factField(f)), jen.Id("c").Dot("has").Call(jen.Id("Fact"+f.Name))),
		)
	}
}

// factField is the field of a fact, which is private where some target has no number.
func factField(f *opdefs.TargetFact) string {
	if f.Gaps() {
		return "number" + f.Name
	}
	return f.Name
}

func factType(k opdefs.FactKind) *jen.Statement {
	switch k {
	case opdefs.FactYes:
		return jen.Bool()
	case opdefs.FactMask:
		return jen.Uint32()
	}
	return jen.Int()
}

func capsRow(eu *opdefs.EU, t int) *jen.Statement {
	var parts []jen.Code
	var yes, unknown, idle uint64
	for i, f := range eu.TargetFacts {
		if f.Unknown.Has(t) {
			unknown |= 1 << i
		}
		if f.Idle.Has(t) {
			idle |= 1 << i
		}
		v := f.Values[t]
		switch {
		case v == 0:
		case f.Kind == opdefs.FactYes:
			yes |= 1 << i
			parts = append(parts, jen.Id(f.Name).Op(":").True())
		case f.Kind == opdefs.FactMask:
			parts = append(parts, jen.Id(factField(f)).Op(":").Add(hex(v)))
		default:
			parts = append(parts, jen.Id(factField(f)).Op(":").Lit(int(v)))
		}
	}
	parts = append(parts, jen.Id("yes").Op(":").Add(hex(yes)))
	if unknown != 0 {
		parts = append(parts, jen.Id("unknown").Op(":").Add(hex(unknown)))
	}
	if idle != 0 {
		parts = append(parts, jen.Id("idle").Op(":").Add(hex(idle)))
	}
	return line(parts...)
}

// registerFile writes the facts on which all targets agree, for packages that
// know no target.
func registerFile(eu *opdefs.EU, j *jen.File) error {
	most := uint64(0)
	for _, f := range eu.TargetFacts {
		if name, ok := opdefs.CommonFacts[f.Name]; ok {
			j.Comment(fmt.Sprintf("%s is the same on every target: %s.", name, f.Meaning))
			j.Const().Id(name).Op("=").Lit(int(f.Values[0]))
		}
		if f.Name == "GRFs" || f.Name == "LargeGRFs" {
			most = max(most, slices.Max(f.Values))
		}
	}
	j.Comment("Most is the largest number of general registers of a thread on any target.")
	j.Const().Id("Most").Op("=").Lit(int(most))
	return nil
}

// descriptors writes the accessors of the fields that every descriptor has.
func descriptors(eu *opdefs.EU, j *jen.File) {
	var all [2]uint64
	for _, d := range eu.Descriptor {
		typ, word := "Desc", 0
		if d.Extended {
			typ, word = "ExDesc", 1
		}
		name, mask := strings.ToUpper(d.Name[:1])+d.Name[1:], uint64(1)<<d.Bits.Width-1
		all[word] |= mask << d.Bits.Lo
		place := fmt.Sprintf("bit %d", d.Bits.Lo)
		if d.Bits.Width > 1 {
			place = fmt.Sprintf("bits %d:%d", d.Bits.Lo+d.Bits.Width-1, d.Bits.Lo)
		}
		j.Comment(fmt.Sprintf("%s is %s: %s.", name, place, d.Meaning))
		j.Func().Params(jen.Id("d").Id(typ)).Id(name).Params().Int().Block(jen.Return(jen.Int().Parens(jen.Id("d").Op(">>").Lit(d.Bits.Lo).Op("&").Add(hex(mask)))))
		j.Comment(fmt.Sprintf("With%s puts v into %s; ok is false, and nothing put, when it does not fit.", name, place))
		j.Func().Params(jen.Id("d").Id(typ)).Id("With"+name).Params(jen.Id("v").Int()).Params(jen.Id("_").Id(typ), jen.Id("ok").Bool()).Block(
			jen.If(jen.Id("v").Op("<").Lit(0).Op("||").Id("v").Op(">").Add(hex(mask))).Block(jen.Return(jen.Id("d"), jen.False())),
			jen.Return(jen.Id("d").Op("&^").Add(hex(mask<<d.Bits.Lo)).Op("|").Id(typ).Parens(jen.Id("v")).Op("<<").Lit(d.Bits.Lo), jen.True()))
	}
	j.Comment("descCommon and exDescCommon are the bits of these fields.")
	j.Const().Defs(jen.Id("descCommon").Id("Desc").Op("=").Add(hex(all[0])), jen.Id("exDescCommon").Id("ExDesc").Op("=").Add(hex(all[1])))
}
