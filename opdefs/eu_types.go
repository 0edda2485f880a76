package opdefs

import (
	"slices"
	"strings"
)

// OpTypes are the element types that an instruction takes on some targets. Tables have the
// types of sources by that of the destination, as bits in the order of OperandWords.
type OpTypes struct {
	Pos     Pos
	Op      string
	Targets TargetSet
	Listed  [elementTypes]uint16 // as the vendor's tables have them
	Also    [elementTypes]uint16 // what other sources have beside them
	Source  string               // of Also, or empty
}

// elementTypes is how many of OperandWords are element types.
const elementTypes = 16

// typeFamilies are the words for several element types.
var typeFamilies = map[string]string{
	"bytes": "ub b", "words": "uw w", "dwords": "ud d", "quads": "uq q", "ints": "ub b uw w ud d",
}

var typeColumns = []string{"op", "targets", "types", "also", "source"}

func (p *euParser) opTypes(s *euSection, rest string) {
	p.alone(s, rest, "Types")
	for _, r := range s.Rows {
		x := OpTypes{Pos: r.Pos, Op: p.match(r.get("op"), euFormat, "mnemonic"), Targets: p.targets(r.get("targets")), Source: p.prose(r.get("source"))}
		p.typeTable(r.get("types"), &x.Listed)
		if also := r.get("also"); also.Text != "" {
			p.typeTable(also, &x.Also)
		}
		if (r.get("also").Text != "") != (x.Source != "") {
			p.errs.add(r.Pos, "types of %s: want a source for what stands in the column also, and none without", x.Op)
		}
		p.eu.Types = append(p.eu.Types, x)
	}
}

// typeTable reads groups DESTINATIONS < SOURCES joined by semicolons.
func (p *euParser) typeTable(c euCell, table *[elementTypes]uint16) {
	for group := range strings.SplitSeq(c.Text, ";") {
		dst, src, ok := strings.Cut(group, "<")
		if !ok {
			p.errs.add(c.Pos, "types %q: want DESTINATIONS < SOURCES", strings.TrimSpace(group))
			continue
		}
		from := p.typeSet(euCell{src, c.Pos})
		for i, to := 0, p.typeSet(euCell{dst, c.Pos}); i < elementTypes; i++ {
			if to>>i&1 != 0 {
				table[i] |= from
			}
		}
	}
}

// typeSet reads names of types and families.
func (p *euParser) typeSet(c euCell) (set uint16) {
	words := strings.Fields(c.Text)
	if len(words) == 0 {
		p.errs.add(c.Pos, "types without a name: want DESTINATIONS < SOURCES")
	}
	for _, w := range words {
		members, ok := typeFamilies[w]
		if !ok {
			members = w
		}
		for m := range strings.FieldsSeq(members) {
			i := slices.Index(OperandWords[:elementTypes], m)
			if i < 0 {
				p.errs.add(c.Pos, "type %q: want %s, bytes, words, dwords, quads or ints", m, strings.Join(OperandWords[:elementTypes], ", "))
				continue
			}
			set |= 1 << i
		}
	}
	return set
}

// checkOpTypes tests that rows are about instructions with regions, on targets that have
// them, each once.
func checkOpTypes(eu *EU, errs *Errors) {
	for i := range eu.Types {
		x := &eu.Types[i]
		if !slices.ContainsFunc(eu.Facts, func(f OpFact) bool { return f.Op == x.Op && f.Class == "alu" }) {
			errs.add(x.Pos, "types of %q: want an instruction of the class alu", x.Op)
			continue
		}
		var has TargetSet
		for _, o := range eu.Opcodes {
			if o.Op == x.Op {
				has |= o.Targets
			}
		}
		if x.Targets&^has != 0 {
			errs.add(x.Pos, "types of %s for %s, which has no such instruction", x.Op, EUTargets[(x.Targets&^has).First()])
		}
		for _, o := range eu.Types[:i] {
			if o.Op == x.Op && o.Targets&x.Targets != 0 {
				errs.add(x.Pos, "types of %s for %s are already at line %d", x.Op, EUTargets[(o.Targets&x.Targets).First()], o.Pos.Line)
			}
		}
	}
}
