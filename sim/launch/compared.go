package launch

// Compare compares what argument i holds after a run: with its expectation, or, when the launch names
// none and does not call it an output, with what it held before.
func (a *Arg) Compare(i int, got []byte, m *Meter) []Compared {
	switch {
	case a.Expect != nil:
		return []Compared{compare(i, a.Elem, a.Check, got, a.Expect, m)}
	case a.Output:
		return nil
	}
	c := a.changes(i, got, m)
	if c.Mismatches == 0 {
		return nil
	}
	return []Compared{c}
}

// Meter tells how many of the bytes of a launch's buffers are written before it runs, or
// compared afterwards; of nil it is nobody.
type Meter struct {
	tell        func(done, total int64)
	done, total int64
}

// NewMeter is one for a pass over so many bytes, nil when nobody wants to know.
func NewMeter(tell func(done, total int64), total int64) *Meter {
	if tell == nil {
		return nil
	}
	return &Meter{tell: tell, total: total}
}

func (m *Meter) add(n int) {
	if m != nil {
		m.done += int64(n)
		m.tell(m.done, m.total)
	}
}
