package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
)

// lintExample is an instruction to be drawn.
type lintExample struct {
	title, text string
	inst        *native.Inst // nil when the assembler refuses the text
	refused     string
}

// explain prints a rule and pictures of its examples, or of what was found in a file.
func (c *lintCmd) explain(s streams, l *linter) error {
	if c.Explain == everyRule {
		for _, r := range native.AllRules() {
			fmt.Fprintf(s.out, "%-20s %s\n", r.ID, r.Text)
		}
		return nil
	}
	r := native.RuleByID(c.Explain)
	shown := examplesOf(r, l.target)
	if c.In != "" {
		shown = nil
		for _, f := range slices.Concat(l.found, l.doubts) {
			shown = append(shown, lintExample{title: f.place(), text: f.Text, inst: &f.inst})
		}
	}
	if c.SVG != "" {
		var b bytes.Buffer
		drawSVG(&b, r, shown)
		if err := writeOutput(s, c.SVG, b.Bytes()); err != nil || c.SVG == "-" {
			return err
		}
	}
	printRule(s.out, r)
	for i := range shown {
		e := &shown[i]
		fmt.Fprintf(s.out, "\n%s: %s\n", e.title, e.text)
		if e.refused != "" {
			fmt.Fprintf(s.out, "  the assembler refuses it: %s\n", e.refused)
			continue
		}
		drawText(s.out, e.inst)
	}
	if c.In != "" {
		fmt.Fprintf(s.out, "\n%s: %s, %d findings of %s", c.In, l.target, len(l.found)+l.more, r.ID)
		switch {
		case r.Doubtful>>l.target&1 != 0:
			fmt.Fprintf(s.out, ", %d doubts", len(l.doubts))
		case r.All()>>l.target&1 == 0:
			fmt.Fprintf(s.out, ", which is no rule of %s", l.target)
		}
		fmt.Fprintln(s.out)
	}
	return nil
}

func printRule(w io.Writer, r *native.Rule) {
	fmt.Fprintf(w, "%s: %s\nlegal    %s\ntargets  %s\n", r.ID, r.Text, r.Legal, targetSet(r.Targets|r.Preemptible))
	if r.Preemptible != 0 {
		fmt.Fprintln(w, "when     a thread may be preempted in the middle: lint --preemptible")
	}
	if r.Doubtful != 0 {
		fmt.Fprintf(w, "doubtful %s\n", targetSet(r.Doubtful))
	}
	fmt.Fprintf(w, "source   %s\n", r.Citation)
}

// targetSet names the targets of a set, with a bit for each.
func targetSet(set uint16) string {
	var list []string
	for t := range native.NumTargets {
		if set>>t&1 != 0 {
			list = append(list, t.String())
		}
	}
	return strings.Join(list, " ")
}

// examplesOf assembles the two examples of a rule.
func examplesOf(r *native.Rule, target native.Target) []lintExample {
	bad, good := r.Examples(target)
	out := []lintExample{{title: "illegal", text: bad}, {title: "legal", text: good}}
	for i := range out {
		e := &out[i]
		code, err := nasm.Assemble("example", target, strings.NewReader(e.text+"\nL16:\n"))
		if err == nil {
			var in native.Inst
			if in, _, err = native.Decode(target, code); err == nil {
				in, _ = target.Elements(&in)
				e.inst = &in
				continue
			}
		}
		e.refused = err.Error()
	}
	return out
}
