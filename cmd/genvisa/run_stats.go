package main

import (
	"fmt"
	"io"

	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/run"
)

// mostRun is how many instructions --stats lists as text; JSON has all.
const mostRun = 8

// showStats prints what --stats adds.
func showStats(w io.Writer, r *run.Report) {
	if r.Code != nil {
		fmt.Fprintf(w, "code      %d native instructions, %d bytes, %d sends", r.Code.Instructions, r.Code.Bytes, r.Code.Sends)
		if r.Code.GRFs > 0 {
			fmt.Fprintf(w, ", %d GRFs", r.Code.GRFs)
		}
		fmt.Fprintln(w)
	}
	s := r.Stats
	if s == nil {
		return
	}
	fmt.Fprintf(w, "lanes     %d active of %d, %.1f an instruction\n", s.Lanes, s.LaneSlots, float64(s.Lanes)/float64(max(s.Executions, 1)))
	fmt.Fprintf(w, "results   %d exact, %d approximate, %d without effect here\n", s.Exact, s.Approximate, s.NoEffect)
	if s.NotModelled != "" {
		fmt.Fprintf(w, "          not modelled: %s\n", s.NotModelled)
	}
	showCycles(w, s.Cycles)
	showBanks(w, s.Banks)
	showL3(w, s.L3)
	for _, m := range s.Messages {
		fmt.Fprintf(w, "message   %8d x %s, %d lanes\n", m.Executions, m.Kind, m.Lanes)
	}
	for _, o := range s.Outside {
		fmt.Fprintf(w, "outside   %8d %s at %s: %s\n", o.Accesses, o.What(), o.At(), o.Inst)
	}
	for _, i := range s.Most(mostRun) {
		fmt.Fprintf(w, "executed  %8d x, %d lanes, %s: %s\n", i.Executions, i.Lanes, i.At(), i.Inst)
	}
	if more := len(s.Instructions) - mostRun; more > 0 {
		fmt.Fprintf(w, "          and %d more instructions (--json lists all)\n", more)
	}
	showLines(w, r)
}

// showLines prints the source lines that ran most, each with its text when that is at
// hand.
func showLines(w io.Writer, r *run.Report) {
	texts := beside(r.Program)
	for _, l := range r.Stats.MostLines(mostRun) {
		fmt.Fprintf(w, "line      %8d x, %d lanes, %d instructions, %s\n", l.Executions, l.Lanes, l.Instructions, texts.show(l.Line))
	}
	if more := len(r.Stats.Lines) - mostRun; more > 0 {
		fmt.Fprintf(w, "          and %d more source lines (--json lists all)\n", more)
	}
}

// stallNames are the classes of specs/eu/latency.md in the order of the line that
// shows them.
var stallNames = []struct{ class, name string }{
	{"function", "messages"}, {"message", "fences and barriers"}, {"local", "local memory"}, {"sources", "sources of messages"},
	{"math", "math"}, {"alu", "results"}, {"flag", "flags and addresses"}, {"acc", "accumulators"}, {"branch", "branches"},
}

// showCycles prints the estimate of clocks, and what threads waited for.
func showCycles(w io.Writer, c *observe.Cycles) {
	if c == nil {
		return
	}
	fmt.Fprintf(w, "cycles    %d estimated for %d threads one by one, the longest %d; %d issuing\n", c.Total, c.Threads, c.Longest, c.Issue)
	showRegisterBanks(w, 10, c.Banks)
	if c.Total == c.Issue {
		return
	}
	sep := "stalls    "
	for _, s := range stallNames {
		if n := c.Stalls[s.class]; n > 0 {
			fmt.Fprintf(w, "%s%d for %s", sep, n, s.name)
			sep = ", "
		}
	}
	fmt.Fprintln(w)
}

// showRegisterBanks prints the conflicts of banks of registers, behind a name of a width.
func showRegisterBanks(w io.Writer, width int, b *observe.RegisterBanks) {
	if b != nil {
		fmt.Fprintf(w, "%-*s%d of %d instructions with three sources lose %d clocks, not counted above\n", width, "regbanks", b.Conflicts, b.Reads, b.Clocks)
	}
}
