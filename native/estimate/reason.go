package estimate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Reason is one difference of two runs of code: of instructions of a kind, or of what is waited for.
type Reason struct {
	What         string     // the kind or the cause
	Stall        bool       // a cause
	Ours, Theirs int        // instructions: of the kind, or that wait
	Clocks       int64      // what that makes ours longer
	Takes        [2]uint64  // clocks of ours and theirs
	Gaps         [2]float64 // of a cause: instructions between what is waited for and what waits, on average
	why          string
	ops          []string // which ops make it, as "+2 mul"
}

// whyMore is what more instructions of a kind are there for.
var whyMore = [NumKinds]string{
	KindPayload: "values are copied to where the payload of a message wants them",
	KindScratch: "registers are spilled, or private memory is used",
	KindAddress: "addresses or descriptors are made in a0",
	KindEmpty:   "padding",
	KindWait:    "waits that no other instruction can say",
}

// reasons are all differences, those of most clocks first. Their clocks add up to the difference.
func reasons(ours, theirs *Totals) (out []Reason) {
	for k := range ours.Kinds {
		a, b := ours.Kinds[k], theirs.Kinds[k]
		if a == b {
			continue
		}
		r := Reason{What: Kind(k).String(), Ours: a.Instructions, Theirs: b.Instructions, Clocks: int64(a.Issue) - int64(b.Issue), Takes: [2]uint64{a.Issue, b.Issue}}
		if r.Ours > r.Theirs {
			r.why = whyMore[k]
		}
		if Kind(k).byOp() {
			r.ops = ops(Kind(k), ours, theirs)
		}
		out = append(out, r)
	}
	for c := range ours.Stalls {
		if ours.Stalls[c] == theirs.Stalls[c] {
			continue
		}
		out = append(out, Reason{
			What: Cause(c).String(), Stall: true, Ours: ours.Waits[c], Theirs: theirs.Waits[c],
			Clocks: int64(ours.Stalls[c]) - int64(theirs.Stalls[c]), Takes: [2]uint64{ours.Stalls[c], theirs.Stalls[c]},
			Gaps: [2]float64{ours.gap(Cause(c)), theirs.gap(Cause(c))},
		})
	}
	slices.SortStableFunc(out, func(a, b Reason) int { return cmp.Compare(size(b.Clocks), size(a.Clocks)) })
	return out
}

func size(n int64) int64 { return max(n, -n) }

// gap is how many instructions stand between what is waited for and what waits, on average.
func (t *Totals) gap(c Cause) float64 { return float64(t.Gaps[c]) / float64(max(t.Waits[c], 1)) }

// String is the reason as a phrase, with its clocks at the end.
func (r Reason) String() string {
	if r.Stall {
		return r.stall()
	}
	text := fmt.Sprintf("%+d %s (%d, theirs %d", r.Ours-r.Theirs, r.What, r.Ours, r.Theirs)
	if r.Ours == r.Theirs {
		text = fmt.Sprintf("as many %s (%d, of other widths", r.What, r.Ours)
	}
	if d := r.Ours - r.Theirs; d > 0 && r.Clocks <= 0 || d < 0 && r.Clocks >= 0 {
		text += ", of other widths"
	}
	if len(r.ops) > 0 {
		text += ": " + strings.Join(r.ops, ", ")
	}
	text += ")"
	if r.why != "" {
		text += ", " + r.why
	}
	return text + ": " + clocks(r.Clocks)
}

// ops are those of a kind of which one side has more.
func ops(k Kind, ours, theirs *Totals) (out []string) {
	for op := range native.NumOps {
		if d := ours.Ops[op] - theirs.Ops[op]; d != 0 && plainKind(op) == k {
			out = append(out, fmt.Sprintf("%+d %v", d, op))
		}
	}
	return out
}

func (r *Reason) stall() string {
	text := fmt.Sprintf("waits for %s: %d clocks, theirs %d (waits: %d, theirs %d", r.What, r.Takes[0], r.Takes[1], r.Ours, r.Theirs)
	if r.Ours > 0 && r.Theirs > 0 {
		text += fmt.Sprintf("; instructions between: %.0f, theirs %.0f", r.Gaps[0], r.Gaps[1])
	}
	text += ")"
	if r.Clocks > 0 && r.Ours > 0 && r.Theirs > 0 && r.Gaps[0]+1 <= r.Gaps[1] {
		text += ", what is waited for is not moved up"
	}
	return text + ": " + clocks(r.Clocks)
}

func clocks(n int64) string {
	switch n {
	case 0:
		return "no clocks"
	case 1, -1:
		return fmt.Sprintf("%+d clock", n)
	}
	return fmt.Sprintf("%+d clocks", n)
}
