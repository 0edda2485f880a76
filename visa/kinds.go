package visa

// Kinds is what may stand in a slot of the op: Slot.Legal, and predicates where the type
// maps have BOOL.
func (o *OpInfo) Kinds(s *Slot) KindSet {
	set := s.Legal()
	for _, r := range o.Types {
		if s.Kind == SlotDst && r.Dst.Has(BOOL) || s.Kind == SlotVec && r.Src.Has(BOOL) {
			set |= 1 << Predicate
		}
	}
	return set
}
