package opdefs

import (
	"slices"
	"strings"
)

// checkStates: every structure has rows, every row a structure; on each target fields have a
// name and bits of their own, and every bit a row.
func checkStates(eu *EU, enums map[string]*Enum, errs *Errors) {
	for i := range eu.Structs {
		s := &eu.Structs[i]
		for _, o := range eu.Structs[:i] {
			if o.Name == s.Name && o.Targets&s.Targets != 0 {
				errs.add(s.Pos, "structure %s is already at line %d for some of its targets", s.Name, o.Pos.Line)
			}
			if o.Name == s.Name && o.Kind != s.Kind {
				errs.add(s.Pos, "structure %s is a %s, at line %d a %s", s.Name, s.Kind, o.Pos.Line, o.Kind)
			}
		}
	}
	for i := range eu.StateFields {
		checkStateField(&eu.StateFields[i], eu, enums, errs)
	}
	for i := range eu.Structs {
		for t := range EUTargets {
			if s := &eu.Structs[i]; s.Targets.Has(t) {
				c := stateCheck{s, t, StateRows(eu, s.Name, t), errs}
				c.run()
			}
		}
	}
}

// StateRows lists the rows of a structure on a target, in order of the page.
func StateRows(eu *EU, name string, target int) []*StateField {
	var out []*StateField
	for i := range eu.StateFields {
		if f := &eu.StateFields[i]; f.Of == name && f.Targets.Has(target) {
			out = append(out, f)
		}
	}
	return out
}

// checkStateField tests a row alone: its kind, width and enumeration.
func checkStateField(f *StateField, eu *EU, enums map[string]*Enum, errs *Errors) {
	var have TargetSet
	for _, s := range eu.Structs {
		if s.Name == f.Of {
			have |= s.Targets
		}
	}
	if have == 0 {
		errs.add(f.Pos, "the table Structures has no %s", f.Of)
		return
	}
	if f.Targets&^have != 0 {
		errs.add(f.Pos, "%s: the table Structures has no %s of %s", f.Name, f.Of, EUTargets[(f.Targets&^have).First()])
	}
	if f.Bits == nil {
		return // said where the bits are read
	}
	v, w := &f.Value, f.Width()
	if f.Name == ReservedField {
		if *v != (StateValue{Kind: "number"}) || f.When != nil {
			errs.add(f.Pos, "%s bits have neither a value nor a condition", ReservedField)
		}
		return
	}
	if legal := stateWidth(v); w > 64 || legal != 0 && w != legal {
		if legal == 0 {
			legal = 64
		}
		errs.add(f.Pos, "%s has %d bits: a field of kind %s wants %d", f.Name, w, v.Kind, legal)
	}
	if (v.Kind == "address" || v.Kind == "offset") && len(f.Bits) != 1 {
		errs.add(f.Pos, "%s is of kind %s: want one range of bits", f.Name, v.Kind)
	}
	if v.Kind != "number" && (v.Scale != 0 || v.Plus != 0 || v.Length || v.Signed && v.Kind != "fixed") {
		errs.add(f.Pos, "%s is of kind %s: signed, <<, + and length are for numbers", f.Name, v.Kind)
	}
	if v.Signed && (v.Scale != 0 || v.Plus != 0) {
		errs.add(f.Pos, "%s is signed: want neither << nor +", f.Name)
	}
	if v.Fixed && w < 64 && v.Code>>w != 0 {
		errs.add(f.Pos, "%s is always %#x, which %d bits do not hold", f.Name, v.Code, w)
	}
	if v.Enum != "" {
		checkStateEnum(f, enums[v.Enum], errs)
	}
}

// stateWidth is how many bits a value must have, 0 where that is free.
func stateWidth(v *StateValue) int {
	switch v.Kind {
	case "flag":
		return 1
	case "float":
		return 32
	case "fixed":
		if v.Signed {
			return v.Whole + v.Frac + 1
		}
		return v.Whole + v.Frac
	}
	return 0
}

// checkStateEnum wants codes that fit the field, and names on each target of the row.
func checkStateEnum(f *StateField, e *Enum, errs *Errors) {
	if e == nil {
		errs.add(f.Pos, "%s: no page has the enumeration %s", f.Name, f.Value.Enum)
		return
	}
	var named TargetSet
	for _, r := range e.Rows {
		named |= r.Targets
		if r.Targets&f.Targets != 0 && f.Width() < 64 && r.Code>>f.Width() != 0 {
			errs.add(f.Pos, "%s has %d bits: %s of %s is %#x", f.Name, f.Width(), r.Name, e.Name, r.Code)
		}
	}
	if left := f.Targets &^ named; left != 0 {
		errs.add(f.Pos, "%s: the enumeration %s has no row for %s", f.Name, e.Name, EUTargets[left.First()])
	}
}

// stateCheck is the check of a structure on one target.
type stateCheck struct {
	s      *StateStruct
	target int
	rows   []*StateField
	errs   *Errors
}

func (c *stateCheck) run() {
	if len(c.rows) == 0 {
		c.errs.add(c.s.Pos, "structure %s has no row for %s", c.s.Name, EUTargets[c.target])
		return
	}
	open := !c.s.Open
	for i, f := range c.rows {
		if f.Bits == nil {
			return // what follows would be wrong about it
		}
		open = open || f.Value.Length
		for _, r := range f.Bits {
			if r.Lo+r.Width > c.s.Dwords*32 {
				c.errs.add(f.Pos, "%s lies behind the %d dwords of %s on %s", f.Name, c.s.Dwords, c.s.Name, EUTargets[c.target])
				return
			}
		}
		c.conditions(f)
		for _, o := range c.rows[:i] {
			c.pair(f, o)
		}
	}
	if !open {
		c.errs.add(c.s.Pos, "structure %s may be longer: want a field with the value length", c.s.Name)
	}
	c.gaps()
}

// pair tests two rows that may count at the same time.
func (c *stateCheck) pair(f, o *StateField) {
	if excludesState(f.When, o.When) {
		return
	}
	if f.Name == o.Name && f.Name != ReservedField {
		c.errs.add(f.Pos, "field %s is already at line %d", f.Name, o.Pos.Line)
	}
	if f.Value.View || o.Value.View {
		return
	}
	for _, a := range f.Bits {
		for _, b := range o.Bits {
			if a.Lo < b.Lo+b.Width && b.Lo < a.Lo+a.Width {
				c.errs.add(f.Pos, "field %s shares bits with %s at line %d: want other bits, a condition that excludes it, or a view", f.Name, o.Name, o.Pos.Line)
			}
		}
	}
}

// conditions wants that what a row depends on is there whenever it is asked: one row, whose
// own conditions are the row's too.
func (c *stateCheck) conditions(f *StateField) {
	for _, w := range f.When {
		var found []*StateField
		for _, o := range c.rows {
			if o.Name == w.Field && !o.Value.View {
				found = append(found, o)
			}
		}
		if len(found) != 1 {
			c.errs.add(f.Pos, "%s depends on %s, of which %s has %d rows: want one", f.Name, w.Field, EUTargets[c.target], len(found))
			continue
		}
		for _, need := range found[0].When {
			if !impliesState(f.When, []StateCond{need}) {
				c.errs.add(f.Pos, "%s depends on %s, which counts under a condition on %s: want it here too", f.Name, w.Field, need.Field)
			}
		}
		for _, code := range w.Codes {
			if width := found[0].Width(); width < 64 && code>>width != 0 {
				c.errs.add(f.Pos, "condition on %s: %d bits do not hold %#x", w.Field, width, code)
			}
		}
	}
}

// gaps wants a row for each bit, under whatever condition.
func (c *stateCheck) gaps() {
	owner := make([]bool, c.s.Dwords*32)
	for _, f := range c.rows {
		if f.Value.View {
			continue
		}
		for _, r := range f.Bits {
			for b := r.Lo; b < r.Lo+r.Width; b++ {
				owner[b] = true
			}
		}
	}
	var free []string
	for b := 0; b < len(owner); b++ {
		lo := b
		for b < len(owner) && !owner[b] && b>>5 == lo>>5 {
			b++
		}
		if b > lo {
			free = append(free, stateBitsText(lo, b-lo))
			b--
		}
	}
	if free != nil {
		c.errs.add(c.s.Pos, "%s on %s: no row has the bits %s: want fields, or %s", c.s.Name, EUTargets[c.target], strings.Join(free, "+"), ReservedField)
	}
	c.views()
}

// views wants that whenever a view counts, so do rows with its bits.
func (c *stateCheck) views() {
	for _, f := range c.rows {
		if !f.Value.View {
			continue
		}
		have := make([]bool, c.s.Dwords*32)
		for _, o := range c.rows {
			if !o.Value.View && o.Name != ReservedField && impliesState(f.When, o.When) {
				for _, r := range o.Bits {
					for b := r.Lo; b < r.Lo+r.Width; b++ {
						have[b] = true
					}
				}
			}
		}
		if slices.ContainsFunc(f.Bits, func(r Range) bool { return slices.Contains(have[r.Lo:r.Lo+r.Width], false) }) {
			c.errs.add(f.Pos, "%s is a view of bits that no row has under its conditions", f.Name)
		}
	}
}

// impliesState reports that when has all conditions of need.
func impliesState(when, need []StateCond) bool {
	return !slices.ContainsFunc(need, func(n StateCond) bool {
		return !slices.ContainsFunc(when, func(h StateCond) bool {
			return h.Field == n.Field && h.Not == n.Not && slices.Equal(h.Codes, n.Codes)
		})
	})
}

// excludesState reports that no state satisfies both lists of conditions.
func excludesState(when, other []StateCond) bool {
	for _, a := range when {
		for _, b := range other {
			if a.Field == b.Field && apart(a, b) {
				return true
			}
		}
	}
	return false
}

// apart reports that no code satisfies both conditions. Two that exclude codes leave
// some for both.
func apart(a, b StateCond) bool {
	if a.Not {
		a, b = b, a
	}
	return !a.Not && !slices.ContainsFunc(a.Codes, func(c uint64) bool { return slices.Contains(b.Codes, c) != b.Not })
}
