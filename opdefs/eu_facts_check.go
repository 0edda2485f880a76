package opdefs

import "slices"

// descParts are the fields that every descriptor must have; readers use them
// by name.
var descParts = []struct {
	name     string
	extended bool
}{{"header", false}, {"rlen", false}, {"mlen", false}, {"SFID", true}, {"EOT", true}, {"mlen", true}, {bindless, true}}

// bindless is the field that counts only in messages on a surface without an index.
const bindless = "surface"

// checkFacts tests the tables of facts: one row for every mnemonic and fact,
// none for others, and no row that contradicts itself.
func checkFacts(eu *EU, errs *Errors) {
	if len(eu.Facts) > 0 {
		checkOpFacts(eu, errs)
		checkFlows(eu, errs)
		checkModifiers(eu, errs)
		checkProducts(eu, errs)
	}
	for i, f := range eu.TargetFacts {
		if j := slices.IndexFunc(eu.TargetFacts[:i], func(g *TargetFact) bool { return g.Name == f.Name }); j >= 0 {
			errs.add(f.Pos, "fact %s is already at line %d", f.Name, eu.TargetFacts[j].Pos.Line)
		}
		_, common := CommonFacts[f.Name]
		if common && (f.Unknown != 0 || f.Values[0] == 0 || slices.ContainsFunc(f.Values, func(v uint64) bool { return v != f.Values[0] })) {
			errs.add(f.Pos, "fact %s differs between targets or is unknown: want one number, which packages without a target take", f.Name)
		}
	}
	if len(eu.TargetFacts) > 0 {
		for _, want := range targetFacts {
			if !slices.ContainsFunc(eu.TargetFacts, func(f *TargetFact) bool { return f.Name == want.name }) {
				errs.add(eu.TargetFacts[0].Pos, "no row for the fact %s", want.name)
			}
		}
	}
	checkWords(eu, errs)
	if len(eu.Descriptor) > 0 {
		checkDescriptor(eu, errs)
	}
}

func checkOpFacts(eu *EU, errs *Errors) {
	for i, f := range eu.Facts {
		if !slices.ContainsFunc(eu.Opcodes, func(o Opcode) bool { return o.Op == f.Op }) {
			errs.add(f.Pos, "facts of %q, which has no opcode", f.Op)
		}
		if j := slices.IndexFunc(eu.Facts[:i], func(g OpFact) bool { return g.Op == f.Op }); j >= 0 {
			errs.add(f.Pos, "facts of %s are already at line %d", f.Op, eu.Facts[j].Pos.Line)
		}
		branch := f.Class == "branch"
		has := func(trait string) bool { return slices.Contains(f.Traits, trait) }
		switch {
		case (f.Offsets > 0 || f.Target > 0) && !branch:
			errs.add(f.Pos, "%s is no branch: want no offsets and no target", f.Op)
		case branch && f.Offsets == 0 && f.Target == 0:
			errs.add(f.Pos, "branch %s has neither offsets nor a target", f.Op)
		case (has("links") || has("absolute") || has("uniform")) && !branch:
			errs.add(f.Pos, "%s is no branch: want no trait links, absolute or uniform", f.Op)
		case (has("split") || has("checks")) && f.Class != "send":
			errs.add(f.Pos, "%s is no send: want no trait split or checks", f.Op)
		case f.Mask > 0 && f.Mask <= f.Sources:
			errs.add(f.Pos, "the mask of %s is one of its %d sources of the arithmetic", f.Op, f.Sources)
		case slices.ContainsFunc(f.Reach[f.Sources:], func(r Reach) bool { return len(r.At) > 0 }):
			errs.add(f.Pos, "elements of a source that %s lacks: it has %d", f.Op, f.Sources)
		case has("commutes") && f.Sources != 2:
			errs.add(f.Pos, "%s commutes but has %d sources: want 2", f.Op, f.Sources)
		case has("compares") && has("chooses"):
			errs.add(f.Pos, "%s compares and chooses: want one of them", f.Op)
		}
	}
	for i, o := range eu.Opcodes {
		first := slices.IndexFunc(eu.Opcodes, func(q Opcode) bool { return q.Op == o.Op }) == i
		if first && !slices.ContainsFunc(eu.Facts, func(f OpFact) bool { return f.Op == o.Op }) {
			errs.add(o.Pos, "%s has an opcode but no facts", o.Op)
		}
	}
}

func checkFlows(eu *EU, errs *Errors) {
	for i, f := range eu.Flows {
		k := slices.IndexFunc(eu.Facts, func(o OpFact) bool { return o.Op == f.Op && o.Class == "branch" })
		if k < 0 {
			errs.add(f.Pos, "flow of %q, which is no branch", f.Op)
			continue
		}
		if j := slices.IndexFunc(eu.Flows[:i], func(g Flow) bool { return g.Op == f.Op && g.Branch == f.Branch }); j >= 0 {
			errs.add(f.Pos, "flow of %s is already at line %d", f.Op, eu.Flows[j].Pos.Line)
		}
		for _, place := range []int{f.True, f.False, f.First, f.Other} {
			if place > eu.Facts[k].Offsets && !(FlowPlaces[place] == "past UIP" && eu.Facts[k].Offsets == 2) {
				errs.add(f.Pos, "flow of %s goes to %s, an offset that it lacks", f.Op, FlowPlaces[place])
				break
			}
		}
		if f.Exchange != "" && !slices.ContainsFunc(eu.TargetFacts, func(t *TargetFact) bool { return t.Name == f.Exchange && t.Kind == FactYes }) {
			errs.add(f.Pos, "exchange %q: want a fact of the target table with yes and no", f.Exchange)
		}
	}
}

// Messages without even room for a header have other fields where all others say whether there is one.
const headless, headerField = "none", "header"

func checkDescriptor(eu *EU, errs *Errors) {
	for i, d := range eu.Descriptor {
		for _, o := range eu.Descriptor[:i] {
			switch {
			case o.Extended != d.Extended:
			case o.Name == d.Name:
				errs.add(d.Pos, "field %s is already at line %d", d.Name, o.Pos.Line)
			case bitsOf([]Range{d.Bits}).meets(bitsOf([]Range{o.Bits})):
				errs.add(d.Pos, "field %s shares bits with %s at line %d", d.Name, o.Name, o.Pos.Line)
			}
		}
		known := slices.ContainsFunc(descParts, func(w struct {
			name     string
			extended bool
		}) bool {
			return w.name == d.Name && w.extended == d.Extended
		})
		if !known {
			errs.add(d.Pos, "field %q: nothing reads a field of this name in this word", d.Name)
		}
	}
	for _, w := range descParts {
		if !slices.ContainsFunc(eu.Descriptor, func(d DescPart) bool { return d.Name == w.name && d.Extended == w.extended }) {
			errs.add(eu.Descriptor[0].Pos, "no row for the field %s", w.name)
		}
	}
	for i, m := range eu.Messages {
		for _, o := range eu.Messages[:i] {
			if o.Name == m.Name && o.Targets&m.Targets != 0 {
				errs.add(m.Pos, "message %s is already at line %d for the same target", m.Name, o.Pos.Line)
			}
		}
		for _, d := range eu.Descriptor {
			if d.Extended && d.Name != bindless && bitsOf(m.Ignored).meets(bitsOf([]Range{d.Bits})) {
				errs.add(m.Pos, "message %s: ignored bits are also those of %s, which every extended descriptor has (line %d)", m.Name, d.Name, d.Pos.Line)
			}
		}
		for _, f := range m.Extended {
			for _, d := range eu.Descriptor {
				if d.Extended && d.Name != bindless && bitsOf([]Range{f.Bits}).meets(bitsOf([]Range{d.Bits})) {
					errs.add(m.Pos, "message %s: field %s shares bits with %s, which every extended descriptor has (line %d)", m.Name, f.Name, d.Name, d.Pos.Line)
				}
			}
		}
		for _, f := range slices.Concat(m.Match, m.Fields) {
			for _, d := range eu.Descriptor {
				if !d.Extended && !(m.Header == headless && d.Name == headerField) && bitsOf([]Range{f.Bits}).meets(bitsOf([]Range{d.Bits})) {
					errs.add(m.Pos, "message %s: field %s shares bits with %s, which every descriptor has (line %d)", m.Name, f.Name, d.Name, d.Pos.Line)
				}
			}
		}
	}
}
