package observe

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/sim/trace"
)

// Trace is where a run writes what its threads do, and of which instructions:
// those that one of the filters shows, all without a filter.
type Trace struct {
	Out     io.Writer
	Filters []Filter
}

// tracer prints steps. It ends the launch when nobody can read them.
type tracer struct {
	Trace
	listing *origin.Listing
	out     *bufio.Writer
	cancel  context.CancelCauseFunc
	buf     []byte
	heads   map[int]string // texts of instructions that were shown; empty: none was

	bySource bool // a filter asks for source lines
}

// traceBuffer is how many bytes of trace are kept before they are written.
const traceBuffer = 1 << 16

func newTracer(t *Trace, l *origin.Listing, cancel context.CancelCauseFunc) *tracer {
	return &tracer{
		Trace: *t, listing: l, out: bufio.NewWriterSize(t.Out, traceBuffer), cancel: cancel, heads: map[int]string{},
		bySource: slices.ContainsFunc(t.Filters, func(f Filter) bool { return f.Source != nil }),
	}
}

// Wants is true for what a filter shows.
func (t *tracer) Wants(e *trace.Event) bool {
	if e.Index < 0 {
		return false
	}
	source := -1
	if t.bySource {
		if line := t.listing.SourceLine(e.Index); line.Known() {
			source = line.Line
		}
	}
	for i := range t.Filters {
		if t.Filters[i].shows(e.Thread.Group.ID, e.Thread.Index, t.listing.Line(e.Index), t.listing.IP(e.Index), source) {
			return true
		}
	}
	return len(t.Filters) == 0
}

// Ran prints a step that Wants has chosen.
func (t *tracer) Ran(e *trace.Event) {
	if !e.Values {
		return
	}
	fmt.Fprintf(t.out, "group %v thread %d %s %s", e.Thread.Group.ID, e.Thread.Index, lanesText(e.Lanes), t.head(e))
	if e.Message != "" && t.listing.Native() != nil {
		fmt.Fprintf(t.out, "  message %s\n", e.Message)
	}
	if e.Lanes == 0 && e.Width > 0 {
		e.Sources, e.Dests = e.Sources[:0], e.Dests[:0] // which nothing has touched
	}
	for n := range e.Sources {
		t.value(e, &e.Sources[n], "  ")
	}
	for n := range e.Dests {
		t.value(e, &e.Dests[n], "  => ")
	}
	if e.Err != nil {
		fmt.Fprintf(t.out, "  ends the thread: %v\n", e.Err)
	}
	if _, err := t.out.Write(nil); err != nil { // of a write before
		t.cancel(err)
	}
}

// head is what does not change from one step of an instruction to the next: place,
// text and the line that it was compiled from.
func (t *tracer) head(e *trace.Event) string {
	l, i := t.listing, e.Index
	if h, ok := t.heads[i]; ok {
		return h
	}
	h := l.Where(i) + l.SourceLine(i).Behind() + ": " + l.Text(i) + "\n"
	if from := l.CompiledFrom(i); from != "" {
		h += "  compiled from " + from + "\n"
	}
	t.heads[i] = h
	return h
}

// flush writes what is left, or that there is nothing: a wrong line looks like one
// that does not run otherwise.
func (t *tracer) flush() error {
	if len(t.heads) == 0 {
		fmt.Fprintln(t.out, "trace: none of the instructions that ran is to be shown")
	}
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return nil
}

// value prints an operand: its elements by lane, one number when all are equal.
func (t *tracer) value(e *trace.Event, v *dispatch.Value, lead string) {
	b := append(t.buf[:0], lead...)
	b = append(b, v.Name...)
	if v.Lane < 0 {
		for _, x := range v.Bits {
			b = fmt.Appendf(b, " %0*x", 2*v.Size, x)
		}
	} else {
		b = append(append(b, ':'), v.Type...)
		b = lanesOf(b, e.Lanes>>v.Lane, v)
	}
	t.buf = append(b, '\n')
	t.out.Write(t.buf)
}

// lanesOf appends the elements of lanes that run; "-" is one that does not.
func lanesOf(b []byte, lanes uint32, v *dispatch.Value) []byte {
	elem := launch.Elem{Name: "u", Size: v.Size, Float: v.Float}
	if v.Sign {
		elem.Name = "i"
	}
	put := func(b []byte, x uint64) []byte {
		return elem.Append(append(b, ' '), binary.LittleEndian.AppendUint64(nil, x))
	}
	if len(v.Bits) == 1 {
		return put(b, v.Bits[0])
	}
	first, same := -1, true
	for i, x := range v.Bits {
		switch {
		case lanes>>i&1 == 0:
		case first < 0:
			first = i
		default:
			same = same && x == v.Bits[first]
		}
	}
	if first >= 0 && same {
		return put(append(b, " all"...), v.Bits[first])
	}
	for i, x := range v.Bits {
		if lanes>>i&1 != 0 {
			b = put(b, x)
		} else {
			b = append(b, " -"...)
		}
	}
	return b
}

// lanesText lists lanes: "lanes 0-7,12".
func lanesText(m uint32) string {
	if m == 0 {
		return "no lanes"
	}
	var b strings.Builder
	for lead := "lanes "; m != 0; lead = "," {
		from := bits.TrailingZeros32(m)
		n := bits.TrailingZeros32(^(m >> from))
		fmt.Fprintf(&b, "%s%d", lead, from)
		if n > 1 {
			fmt.Fprintf(&b, "-%d", from+n-1)
		}
		m &^= (uint32(1)<<n - 1) << from
	}
	return b.String()
}
