package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// showReport tells a run, but for its verdict.
func showReport(w io.Writer, r *run.Report, stats bool) {
	fmt.Fprintf(w, "kernel    %s (SIMD%d) from %s: %s\n", r.Kernel, r.SIMD, r.Program, r.Runs)
	fmt.Fprintf(w, "engine    %s\n", r.Engine)
	fmt.Fprintf(w, "launch    %s%d groups, %d threads\n", sizes(r), r.Groups, r.Threads)
	fmt.Fprintf(w, "executed  %d instructions in %v\n", r.Instructions, r.Duration.Round(time.Microsecond))
	showPrinted(w, r)
	showRoom(w, r)
	if stats {
		showStats(w, r)
	}
	for _, o := range r.Outside {
		fmt.Fprintf(w, "note      %v\n", o)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(w, "note      %s\n", n)
	}
	for _, a := range r.Approximate {
		fmt.Fprintf(w, "note      approximate %s\n", a)
	}
	showPrintCheck(w, r.PrintCheck)
	for _, cmp := range r.Compared {
		if cmp.Mismatches == 0 {
			fmt.Fprintf(w, "arg%-2d     ok: %d elements match (%s)\n", cmp.Arg, cmp.Elements, cmp.Check)
			continue
		}
		fmt.Fprintf(w, "arg%-2d     MISMATCH: %d of %d elements differ (%s)\n", cmp.Arg, cmp.Mismatches, cmp.Elements, cmp.Check)
		for _, m := range cmp.First {
			fmt.Fprintf(w, "            [%d] expected %s, got %s", m.Index, m.Want, m.Got)
			if m.Ulps > 0 {
				fmt.Fprintf(w, " (%d ulp)", m.Ulps)
			}
			fmt.Fprintln(w)
		}
		if more := cmp.Mismatches - len(cmp.First); more > 0 {
			fmt.Fprintf(w, "            and %d more\n", more)
		}
	}
	if r.Finished && !r.OK() {
		showDoubts(w, r)
	}
	for _, arg := range r.Untouched {
		fmt.Fprintf(w, "note      arg%d is an output and came back as it was\n", arg)
	}
	switch {
	case r.InOrder == nil || r.Groups < 2:
	case *r.InOrder:
		fmt.Fprintln(w, "note      with groups one after the other results differ too")
	default:
		fmt.Fprintln(w, "note      with groups one after the other all results match: they depend on the order of groups")
	}
	for _, path := range r.Blessed {
		fmt.Fprintf(w, "written   %s\n", path)
	}
}

// showVerdict is the last line of a report; set says that the run was one of other values than
// the launch file has.
func showVerdict(w io.Writer, r *run.Report, set bool) {
	switch {
	case r.Preempted:
		fmt.Fprintln(w, "result    preempted")
	case !r.Finished:
		fmt.Fprintln(w, "result    not finished")
	case len(r.Blessed) > 0:
		fmt.Fprintln(w, "result    finished; its results are what the launch expects from now on")
	case r.OK() && len(r.Compared) == 0 && r.PrintCheck == nil && set:
		fmt.Fprintln(w, "result    finished; nothing was compared: the launch expects nothing")
	case r.OK() && len(r.Compared) == 0 && r.PrintCheck == nil:
		fmt.Fprintln(w, "result    finished; nothing was compared: the launch expects nothing (--bless writes that)")
	case r.OK():
		fmt.Fprintln(w, "result    all results match")
	default:
		fmt.Fprintln(w, "result    results differ")
	}
}

// sizes is empty for a launch that names threads instead of work items.
func sizes(r *run.Report) string {
	if r.Global == [3]uint32{} {
		return ""
	}
	return fmt.Sprintf("global %v local %v: ", r.Global, r.Local)
}

// showPrinted shows what the kernel has printed, line by line.
func showPrinted(w io.Writer, r *run.Report) {
	for line := range strings.Lines(r.Printed) {
		fmt.Fprintf(w, "printf    %s\n", strings.TrimSuffix(line, "\n"))
	}
	if r.PrintLost {
		fmt.Fprintln(w, "note      the buffer of printf was too small: the rest of its text is lost")
	}
}

// maxPrintLines is how many differing lines of each text are shown.
const maxPrintLines = 8

// showPrintCheck shows where a kernel's text differs from what was expected: the
// lines that are missing and those that are there instead, quoted, since ends of
// lines and blanks count.
func showPrintCheck(w io.Writer, p *launch.Printed) {
	switch {
	case p == nil:
		return
	case p.OK():
		fmt.Fprintf(w, "printf    ok: %d lines match\n", p.Lines)
		return
	case p.Line == 0:
		fmt.Fprintln(w, "printf    MISMATCH: the text is as expected, and some of it is lost")
		return
	}
	fmt.Fprintf(w, "printf    MISMATCH: from line %d on, %d lines expected, %d printed instead\n", p.Line, len(p.Want), len(p.Got))
	for _, side := range []struct {
		sign  string
		lines []string
	}{{"-", p.Want}, {"+", p.Got}} {
		for i, line := range side.lines {
			if i == maxPrintLines {
				fmt.Fprintf(w, "          %s and %d more\n", side.sign, len(side.lines)-i)
				break
			}
			fmt.Fprintf(w, "          %s%d %q\n", side.sign, p.Line+i, line)
		}
	}
}

// mostUnset is how many reads of variables without a value are shown.
const mostUnset = 4

// showDoubts says of results that differ why they may.
func showDoubts(w io.Writer, r *run.Report) {
	for i, u := range r.Unset {
		if i == mostUnset {
			fmt.Fprintf(w, "note      and %d more such reads\n", len(r.Unset)-i)
			break
		}
		fmt.Fprintf(w, "note      %s: a result that depends on it is not defined\n", u)
	}
	if len(r.Rounded) > 0 {
		fmt.Fprintf(w, "note      %s: no document gives the last bits of such a float, and another way to it may give others\n", strings.Join(r.Rounded, ", "))
	}
}
