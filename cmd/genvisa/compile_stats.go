package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/estimate"
	"github.com/genvisa/genvisa/visa"
)

// compileStats is what --stats says.
type compileStats struct {
	Instructions int    `json:"instructions"`
	Bytes        int    `json:"bytes"`
	GRFs         int    `json:"grfs"`
	SpillBytes   int    `json:"spill_bytes"` // of scratch, a thread
	LaneBytes    int    `json:"spill_bytes_lane,omitempty"`
	Scratch      int    `json:"scratch_bytes,omitempty"` // with what the kernel itself has there
	Sends        int    `json:"sends"`
	Clocks       uint64 `json:"clocks"` // estimate: each instruction once
	Issue        uint64 `json:"issue"`  // of them, issuing instructions
	codeReport
	Compare *compareReport `json:"compare,omitempty"`
}

// showStats prints what there is to say about the code, and about other's when there is one.
func (c *compileCmd) showStats(s streams, k *visa.Kernel, t native.Target, res *lower.Result, other *compared) error {
	if !c.JSON && !c.Stats && other == nil {
		if c.Out == "" && c.Asm == "" && len(c.Dump) == 0 {
			fmt.Fprintf(s.out, "%s: compiles to %d instructions, %d GRFs (use -o or --asm to keep them)\n", c.In, res.Stats.Instructions, res.Stats.GRFs)
		}
		return nil
	}
	code, err := costOf(k, t, res)
	if err != nil {
		return err
	}
	st := compileStats{
		Instructions: res.Stats.Instructions, Bytes: len(res.Code), GRFs: res.Stats.GRFs, SpillBytes: res.Stats.SpillBytes, Scratch: res.Stats.Scratch,
		Sends: res.Stats.Sends, Clocks: code.Clocks, Issue: code.Issue,
	}
	if simd := res.Program.SIMD; st.SpillBytes > 0 && simd > 0 {
		st.LaneBytes = st.SpillBytes / simd
	}
	if c.JSON {
		st.codeReport = code.report()
		if other != nil {
			st.Compare = other.report(code)
		}
		return s.reply(true, nil, st)
	}
	if c.Stats {
		st.codeReport = code.report()
		showHead(s.out, &st)
		showCode(s.out, &st.codeReport)
	}
	if other != nil {
		other.show(s.out, code)
	}
	return nil
}

// showHead prints the lines of numbers.
func showHead(w io.Writer, st *compileStats) {
	lane := ""
	if st.LaneBytes > 0 {
		lane = fmt.Sprintf(" a thread, %d a lane", st.LaneBytes)
	}
	fmt.Fprintf(w, "instructions %d\nbytes        %d\ngrfs         %d\nspill bytes  %d%s\nsends        %d\nclocks       %d estimated, each instruction once; %d issuing\n",
		st.Instructions, st.Bytes, st.GRFs, st.SpillBytes, lane, st.Sends, st.Clocks, st.Issue)
	fmt.Fprintf(w, "compact      %d of %d instructions\n", st.Compact, st.Instructions)
}

// showCode prints what codeReport has.
func showCode(w io.Writer, r *codeReport) {
	if r.Note != "" {
		fmt.Fprintf(w, "note         %s\n", r.Note)
	}
	if slices.ContainsFunc(r.Blocks, func(b blockReport) bool { return b.Depth > 0 }) {
		fmt.Fprintf(w, "loops        %d clocks, if each loop runs %d times\n", r.Looped, estimate.LoopFactor)
	}
	showRegisterBanks(w, 13, r.Banks)
	var list []string
	for _, m := range r.Messages {
		list = append(list, fmt.Sprintf("%d %s", m.Count, m.Name))
	}
	showList(w, "messages", "", list)
	list = nil
	for _, k := range r.Kinds {
		list = append(list, fmt.Sprintf("%s %d (%d)", k.Kind, k.Issue, k.Instructions))
	}
	showList(w, "issuing", "clocks (instructions): ", list)
	list = nil
	for _, s := range r.Stalls {
		list = append(list, fmt.Sprintf("%s %d (%d)", s.For, s.Clocks, s.Waits))
	}
	showList(w, "waiting", "clocks (instructions) for ", list)
	showBlocks(w, r.Blocks)
	showVISALines(w, r.Lines)
	showPath(w, r)
	showRegisters(w, r.Registers)
}

func showList(w io.Writer, name, what string, list []string) {
	if len(list) > 0 {
		fmt.Fprintf(w, "%-12s %s%s\n", name, what, strings.Join(list, ", "))
	}
}

// mostBlocks is how many blocks and instructions of a path are printed; JSON has all.
const mostBlocks = 32

func showBlocks(w io.Writer, blocks []blockReport) {
	for i := range blocks {
		if i == mostBlocks {
			fmt.Fprintf(w, "             and %d more blocks (--json lists all)\n", len(blocks)-mostBlocks)
			break
		}
		b := &blocks[i]
		loops := ""
		if b.Depth > 0 {
			loops = fmt.Sprintf(", in %d loops", b.Depth)
			if b.Depth == 1 {
				loops = ", in a loop"
			}
		}
		fmt.Fprintf(w, "block        %#05x: %d clocks, %d instructions%s: %s\n", b.Offset, b.Clocks, b.Instructions, loops, spent(&b.totals))
	}
}

// spent says for what clocks go.
func spent(t *totals) string {
	text := fmt.Sprintf("%d issuing", t.Issue)
	for _, s := range t.Stalls {
		text += fmt.Sprintf(", %d for %s", s.Clocks, s.For)
	}
	return text
}

// showVISALines prints the lines of most clocks.
func showVISALines(w io.Writer, lines []lineReport) {
	most := slices.SortedStableFunc(slices.Values(lines), func(a, b lineReport) int { return cmp.Compare(b.Clocks, a.Clocks) })
	for i := range most {
		if i == mostRun {
			fmt.Fprintf(w, "             and %d more lines of the text (--json lists all)\n", len(most)-mostRun)
			break
		}
		l := &most[i]
		where := l.Line
		if where != "" {
			where += ": "
		}
		fmt.Fprintf(w, "line         %d clocks: %s: %s%s\n", l.Clocks, spent(&l.totals), where, l.Text)
	}
}

func showPath(w io.Writer, r *codeReport) {
	fmt.Fprintf(w, "path         %d clocks, the longest chain of instructions that wait for registers of each other:\n", r.Path)
	for i, l := range r.Links {
		if i == mostBlocks {
			fmt.Fprintf(w, "             and %d more (--json lists all)\n", len(r.Links)-mostBlocks)
			break
		}
		after := "at once"
		if l.After > 0 {
			after = fmt.Sprintf("%d later, for %s", l.After, l.For)
		}
		fmt.Fprintf(w, "             %#05x %s: %s\n", l.Offset, after, l.Inst)
	}
}

// showRegisters prints the chart: a mark for every second register.
func showRegisters(w io.Writer, r *registerReport) {
	if r == nil {
		return
	}
	fmt.Fprintf(w, "registers    %d hold values at once, at %#05x; %d are used; the most of each part of the code, a mark for two:\n", r.Most, r.At, r.Used)
	for _, s := range r.Chart {
		scratch := ""
		if s.Scratch > 0 {
			scratch = fmt.Sprintf(" %d scratch accesses", s.Scratch)
		}
		fmt.Fprintf(w, "             %#05x %3d %s%s\n", s.Offset, s.Most, strings.Repeat("#", (s.Most+1)/2), scratch)
	}
}
