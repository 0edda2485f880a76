package draft

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
)

// trouble is how a try ended, from the best on.
type trouble uint8

const (
	clean   trouble = iota
	left            // there were accesses past an end
	endless         // the limit of instructions was reached
	fault           // or a deadlock
	refused         // it did not run
)

// score is what came of a try; less is better, the first fields first.
type score struct {
	trouble   trouble
	outside   int // buffers that were left
	unchanged int // outputs that came back as they were
	constant  int // outputs in which each number that changed is now the same
}

func (s score) less(t score) bool {
	switch {
	case s.trouble != t.trouble:
		return s.trouble < t.trouble
	case s.outside != t.outside:
		return s.outside < t.outside
	case s.unchanged != t.unchanged:
		return s.unchanged < t.unchanged
	}
	return s.constant < t.constant
}

// good says that nothing is left to wish for but variety.
func (s score) good() bool { return s.trouble == clean && s.unchanged == 0 }

// tried is a launch and what came of it.
type tried struct {
	launch  *Launch
	score   score
	past    map[int]uint64 // by argument: where the farthest access past its end ended
	local   uint64         // the same of local memory
	changed []int          // outputs that the kernel changed
	began   bool           // of one that was refused: it had begun
	err     error
}

// judge looks at a report.
func judge(l *Launch, parsed *launch.Launch, rep *run.Report, err error) *tried {
	t := &tried{launch: l, past: map[int]uint64{}, err: err}
	if rep == nil || errors.Is(err, errors.ErrUnsupported) {
		t.score.trouble, t.began = refused, rep != nil
		return t
	}
	t.outside(rep)
	var limit *dispatch.LimitError
	switch {
	case errors.As(err, &limit):
		t.score.trouble = endless
	case err != nil:
		t.score.trouble = fault
		t.faulted(err)
	case t.score.outside > 0:
		t.score.trouble = left
	}
	if err != nil {
		return t
	}
	for i := range l.args {
		if a := &l.args[i]; !a.output || a.kind != abi.Buffer && a.kind != abi.Image {
			continue
		}
		switch c := parsed.Changes(i, rep.Buffers[i]); {
		case c.Bytes == 0:
			t.score.unchanged++
		case c.Values == 1:
			t.score.constant++
			fallthrough
		default:
			t.changed = append(t.changed, i)
		}
	}
	return t
}

// outside notes the buffers that were left.
func (t *tried) outside(rep *run.Report) {
	for _, o := range rep.Outside {
		if o.Variable != "" { // by the kernel's own arithmetic, as compilers let it
			continue
		}
		t.score.outside++
		if o.Buffer == mem.LocalName {
			t.local = max(o.End, 1)
		} else if i, ok := argOf(o.Buffer); ok {
			t.past[i] = o.End
		}
	}
}

// faulted notes the buffer near which an address was that no buffer has.
func (t *tried) faulted(err error) {
	var at *run.AddressError
	if errors.As(err, &at) && at.Buffer != "" {
		if i, ok := argOf(at.Buffer); ok {
			t.past[i] = at.End
		}
	}
}

// argOf is the argument whose buffer has that name.
func argOf(buffer string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(buffer, "arg"))
	return n, err == nil && strings.HasPrefix(buffer, "arg")
}

// unchangedArgs are the outputs that came back as they were.
func (t *tried) unchangedArgs() (out []int) {
	for i := range t.launch.args {
		a := &t.launch.args[i]
		if a.output && (a.kind == abi.Buffer || a.kind == abi.Image) && !slices.Contains(t.changed, i) {
			out = append(out, i)
		}
	}
	return out
}
