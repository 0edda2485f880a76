package opdefs

import "slices"

// nestStates puts the fields of nested structures in the place of the rows that stand for them.
func nestStates(eu *EU, errs *Errors) {
	var out []StateField
	done := 0
	for i := range eu.NestedStates {
		n := &eu.NestedStates[i]
		out = append(out, eu.StateFields[done:n.at]...)
		done = n.at
		if fields := nestedFields(eu, n, errs); fields != nil {
			out = append(out, fields...)
		}
	}
	eu.StateFields = append(out, eu.StateFields[done:]...)
}

// nestedFields are the fields of a nested structure as fields of the one around it, nil where
// the structure does not fit its dwords on each target.
func nestedFields(eu *EU, n *NestedState, errs *Errors) []StateField {
	if slices.ContainsFunc(eu.NestedStates, func(o NestedState) bool { return o.Of == n.Name }) {
		errs.add(n.Pos, "structure %s has structures of its own: want one that has fields alone", n.Name)
		return nil
	}
	var have TargetSet
	for _, s := range eu.Structs {
		if s.Name != n.Name {
			continue
		}
		have |= s.Targets
		if wide := n.Last - n.First + 1; s.Targets&n.Targets != 0 && s.Dwords != wide {
			errs.add(n.Pos, "structure %s has %d dwords on %s: want as many here, not %d", n.Name, s.Dwords, EUTargets[(s.Targets&n.Targets).First()], wide)
			return nil
		}
	}
	if left := n.Targets &^ have; left != 0 {
		errs.add(n.Pos, "the table Structures has no %s of %s", n.Name, EUTargets[left.First()])
		return nil
	}
	var out []StateField
	for _, f := range eu.StateFields {
		if f.Of != n.Name || f.Targets&n.Targets == 0 {
			continue
		}
		f.Pos, f.Of, f.Targets = n.Pos, n.Of, f.Targets&n.Targets
		f.Bits = slices.Clone(f.Bits)
		for i := range f.Bits {
			f.Bits[i].Lo += n.First * 32
		}
		out = append(out, f)
	}
	return out
}
