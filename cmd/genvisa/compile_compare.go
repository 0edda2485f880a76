package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/native/estimate"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa"
)

// compared is the code of another compiler.
type compared struct {
	path string
	*costed
}

// other reads the file of --compare: native code of the kernel for the same target. nil without one.
func (c *compileCmd) other(s streams, k *visa.Kernel, t native.Target) (*compared, error) {
	if c.Compare == "" {
		return nil, nil
	}
	r, done, kind, err := openInput(s, c.Compare, 0, append(slices.Clone(codeKinds), files.Assembly)...)
	if err != nil {
		return nil, fmt.Errorf("--compare: %w", err)
	}
	defer done()
	name := ""
	if kind == files.Container || kind == files.ISA {
		name = k.Name
	}
	f, _, err := openAny(c.Compare, r, kind, name, run.Options{Target: load.Only(t)})
	if err != nil {
		return nil, fmt.Errorf("--compare: %w", err)
	}
	if len(f.Kernels) != 1 {
		return nil, fmt.Errorf("--compare: %s: has code of %d kernels: want that of %s alone", c.Compare, len(f.Kernels), k.Name)
	}
	code, err := otherCode(s, f, &f.Kernels[0], t, k)
	if err != nil {
		return nil, fmt.Errorf("--compare: %w", inKernel(f, &f.Kernels[0], err))
	}
	return &compared{c.Compare, code}, nil
}

// otherCode estimates code that ends its thread.
func otherCode(s streams, f *container.File, k *container.Kernel, t native.Target, text *visa.Kernel) (*costed, error) {
	code, err := costOfCode(t, k.Code, text, kernelLines(s.err, f, k))
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(code.Native, func(in native.Inst) bool { return in.Op.IsSend() && in.Msg.EOT }) {
		return nil, fmt.Errorf("no message of %d instructions ends the thread (EOT): want native code of a kernel for %s", len(code.Native), t)
	}
	return code, nil
}

// sides are both codes, with numbers for the source lines where both have some.
func (o *compared) sides(ours *costed) (a, b estimate.Side) {
	a, b = estimate.Side{Estimate: ours.Estimate}, estimate.Side{Estimate: o.Estimate}
	if ours.source == nil || o.source == nil {
		return a, b
	}
	numbers := map[source.Line]int32{}
	number := func(list []source.Line) []int32 {
		out := make([]int32, len(list))
		for i, l := range list {
			if !l.Known() {
				continue
			}
			if numbers[l] == 0 {
				numbers[l] = int32(len(numbers)) + 1
			}
			out[i] = numbers[l]
		}
		return out
	}
	a.Lines, b.Lines = number(ours.source), number(o.source)
	return a, b
}

// reasonReport is a difference.
type reasonReport struct {
	What   string `json:"what"`
	Stall  bool   `json:"stall"` // waits, not instructions
	Ours   int    `json:"ours"`
	Theirs int    `json:"theirs"`
	Takes  uint64 `json:"ours_clocks"`
	Others uint64 `json:"theirs_clocks"`
	Clocks int64  `json:"clocks"` // that it makes ours longer
	Text   string `json:"text"`
}

// pairReport is blocks that were matched; a side without any is null.
type pairReport struct {
	Ours    *spanReport    `json:"ours"`
	Theirs  *spanReport    `json:"theirs"`
	Clocks  int64          `json:"clocks"` // ours less theirs
	Reasons []reasonReport `json:"reasons"`
}

// spanReport is blocks one behind the other.
type spanReport struct {
	Offset int `json:"offset"`
	Blocks int `json:"blocks"`
	totals
}

// compareReport is what --json says of --compare.
type compareReport struct {
	File         string         `json:"file"`
	Instructions int            `json:"instructions"` // of theirs, as all here but pairs
	Bytes        int            `json:"bytes"`
	Clocks       uint64         `json:"clocks"`
	Issue        uint64         `json:"issue"`
	SourceLines  bool           `json:"source_lines"` // helped to match
	Same         bool           `json:"same"`         // no difference in any block
	Reasons      []reasonReport `json:"reasons"`
	Pairs        []pairReport   `json:"pairs"`
	Matching     string         `json:"matching,omitempty"`
	codeReport
}

func (o *compared) report(ours *costed) *compareReport {
	c := estimate.Compare(o.sides(ours))
	out := &compareReport{
		File: o.path, Instructions: len(o.Native), Bytes: o.Bytes, Clocks: o.Clocks, Issue: o.Issue, SourceLines: c.SourceLines, Same: c.Same(),
		Reasons: reasonsOf(c.Reasons), Pairs: []pairReport{}, Matching: c.Note, codeReport: o.costed.report(),
	}
	for i := range c.Pairs {
		p := &c.Pairs[i]
		out.Pairs = append(out.Pairs, pairReport{ours.span(p.Ours, &p.OursTotals), o.span(p.Theirs, &p.TheirsTotals), p.Clocks(), reasonsOf(p.Reasons)})
	}
	return out
}

func reasonsOf(list []estimate.Reason) []reasonReport {
	out := []reasonReport{}
	for _, r := range list {
		out = append(out, reasonReport{r.What, r.Stall, r.Ours, r.Theirs, r.Takes[0], r.Takes[1], r.Clocks, r.String()})
	}
	return out
}

func (c *costed) span(s estimate.Span, t *estimate.Totals) *spanReport {
	if s.Empty() {
		return nil
	}
	return &spanReport{c.Offsets[c.Blocks[s.Start].Start], s.End - s.Start, totalsOf(t)}
}

// show prints both side by side.
func (o *compared) show(w io.Writer, ours *costed) {
	c := o.report(ours)
	row := func(name string, ours, theirs any) { fmt.Fprintf(w, "%-20s %10v %10v\n", name, ours, theirs) }
	row("compared", "ours", "theirs")
	row("instructions", len(ours.Native), c.Instructions)
	row("compact", ours.Compact, c.Compact)
	row("bytes", ours.Bytes, c.Bytes)
	row("clocks", ours.Clocks, c.Clocks)
	row("clocks with loops", ours.Looped, c.Looped)
	row("clocks issuing", ours.Issue, c.Issue)
	row("longest path", ours.Path.Clocks, c.Path)
	if ours.Pressure != nil && o.Pressure != nil {
		row("registers at once", ours.Pressure.Most, o.Pressure.Most)
	}
	if c.Note != "" {
		fmt.Fprintf(w, "note  theirs: %s\n", c.Note)
	}
	if c.Matching != "" {
		fmt.Fprintf(w, "note  %s\n", c.Matching)
	}
	showReasons(w, c.Reasons)
	if len(c.Pairs) == 1 {
		return // the whole
	}
	for i := range c.Pairs {
		if i == mostBlocks {
			fmt.Fprintf(w, "and %d more pairs of blocks (--json lists all)\n", len(c.Pairs)-mostBlocks)
			break
		}
		p := &c.Pairs[i]
		fmt.Fprintf(w, "block %-16s beside %-16s %+d clocks\n", p.Ours.place(), p.Theirs.place(), p.Clocks)
		showReasons(w, p.Reasons)
	}
}

// place is where blocks begin, and their clocks.
func (s *spanReport) place() string {
	switch {
	case s == nil:
		return "none"
	case s.Blocks > 1:
		return fmt.Sprintf("%#05x+%d (%d)", s.Offset, s.Blocks-1, s.Clocks)
	}
	return fmt.Sprintf("%#05x (%d)", s.Offset, s.Clocks)
}

func showReasons(w io.Writer, list []reasonReport) {
	if len(list) == 0 {
		fmt.Fprintln(w, "  no difference")
	}
	for _, r := range list {
		fmt.Fprintf(w, "  %s\n", r.Text)
	}
}
