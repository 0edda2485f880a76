package launch

// Differences compares the buffers that a launch changes as two runs of it left them, by
// the argument's type and check: want is what the first run has. Only what differs is
// listed. Buffers that the launch has no expectation for, and that are not outputs, were
// compared with what they held before.
func (l *Launch) Differences(first, other [][]byte) (all []Compared) {
	for i := range l.Args {
		a := &l.Args[i]
		if a.Expect == nil && !a.Output || i >= len(first) || len(first[i]) != len(other[i]) {
			continue
		}
		if c := compare(i, a.Elem, a.Check, other[i], first[i], nil); c.Mismatches > 0 {
			all = append(all, c)
		}
	}
	return all
}
