package run

import "github.com/genvisa/genvisa/sim/mem"

// compare puts into the report what buffers hold, and how that compares unless the run
// stopped early.
func (s *Session) compare(rep *Report, buffers []*mem.Buffer, finished bool) {
	m := s.meter(buffers)
	for i, b := range buffers {
		if b == nil {
			continue
		}
		rep.Buffers[i] = b.Contents()
		if !finished {
			continue
		}
		rep.Compared = append(rep.Compared, s.check(i, rep.Buffers[i], m)...)
		if a := &s.launch.Args[i]; a.Output && a.Expect == nil && a.untouched(rep.Buffers[i], m) {
			rep.Untouched = append(rep.Untouched, i)
		}
	}
}

// check compares one buffer: with its expectation, or, when the launch names
// none and does not call it an output, with what it held before.
func (s *Session) check(i int, got []byte, m *meter) []Compared {
	a := &s.launch.Args[i]
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

// meter tells how many of the bytes of a launch's buffers are written before it runs, or
// compared afterwards; of nil it is nobody.
type meter struct {
	tell        func(done, total int64)
	done, total int64
}

// meter is one for a pass over buffers, nil when nobody wants to know.
func (s *Session) meter(buffers []*mem.Buffer) *meter {
	if s.o.Buffers == nil {
		return nil
	}
	m := &meter{tell: s.o.Buffers}
	for _, b := range buffers {
		if b != nil {
			m.total += int64(len(b.Contents()))
		}
	}
	return m
}

func (m *meter) add(n int) {
	if m != nil {
		m.done += int64(n)
		m.tell(m.done, m.total)
	}
}
