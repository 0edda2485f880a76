package opdefs

import "slices"

// Modifiers is what the source modifiers of a class of instructions do on some targets.
type Modifiers struct {
	Pos     Pos
	Logic   bool // of instructions with the trait logic, else of all others
	Targets TargetSet
	Effects [4]int // indices into ModEffects, by the code of SrcMod
}

// ModEffects are what a source modifier can make of a source.
var ModEffects = []string{"same", "absolute", "negative", "negative absolute", "complement"}

// modifierColumns are the cells of a row of modifiers in the order of their codes.
var modifierColumns = []string{"none", "abs", "negate", "negate of abs"}

func (p *euParser) modifiers(s *euSection, rest string) {
	p.alone(s, rest, "Modifiers")
	for _, r := range s.Rows {
		m := Modifiers{Pos: r.Pos, Targets: p.targets(r.get("targets"))}
		m.Logic = p.choice(r.get("on"), "class", []string{"numbers", "logic"}) == 1
		for i, c := range modifierColumns {
			m.Effects[i] = p.choice(r.get(c), "effect", ModEffects)
		}
		if p.prose(r.get("source")) == "" {
			p.errs.add(r.Pos, "modifiers: want a source")
		}
		p.eu.Modifiers = append(p.eu.Modifiers, m)
	}
}

// checkModifiers: each target has one row for each class.
func checkModifiers(eu *EU, errs *Errors) {
	var have [2]TargetSet
	for i, m := range eu.Modifiers {
		class := slices.Index([]bool{false, true}, m.Logic)
		if m.Targets&have[class] != 0 {
			j := slices.IndexFunc(eu.Modifiers[:i], func(o Modifiers) bool { return o.Logic == m.Logic && o.Targets&m.Targets != 0 })
			errs.add(m.Pos, "modifiers of a target that line %d has already", eu.Modifiers[j].Pos.Line)
		}
		have[class] |= m.Targets
	}
	if len(eu.Modifiers) > 0 && (have[0] != AllTargets || have[1] != AllTargets) {
		errs.add(eu.Modifiers[0].Pos, "modifiers: want a row on numbers and one on logic for every target")
	}
}
