package run

import (
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/mem"
)

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
		rep.Compared = append(rep.Compared, s.launch.Args[i].Compare(i, rep.Buffers[i], m)...)
		if a := &s.launch.Args[i]; a.Output && a.Expect == nil && a.Untouched(rep.Buffers[i], m) {
			rep.Untouched = append(rep.Untouched, i)
		}
	}
}

// meter is one for a pass over buffers, nil when nobody wants to know.
func (s *Session) meter(buffers []*mem.Buffer) *launch.Meter {
	total := int64(0)
	for _, b := range buffers {
		if b != nil {
			total += int64(len(b.Contents()))
		}
	}
	return launch.NewMeter(s.o.Buffers, total)
}
