package observe

import (
	"cmp"
	"maps"
	"slices"

	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/sim/trace"
)

// Stats is what a run executed, counted instruction by instruction.
type Stats struct {
	trace.Count
	LaneSlots    uint64             `json:"lane_slots"` // lanes that the instructions are about, active or not
	Messages     []MessageStats     `json:"messages"`
	Exact        uint64             `json:"exact"`       // executions with the documented result
	Approximate  uint64             `json:"approximate"` // with that of a fixed algorithm: math functions
	NoEffect     uint64             `json:"no_effect"`   // of fences and the like, which have nothing to do here
	NotModelled  string             `json:"not_modelled,omitempty"`
	Outside      []OutsideStats     `json:"outside"`
	Cycles       *Cycles            `json:"cycles,omitempty"`       // of native code, estimated
	Banks        *BankStats         `json:"local_memory,omitempty"` // of native code with messages on it
	L3           *L3Stats           `json:"l3,omitempty"`           // estimated, with Options.L3
	Instructions []InstructionStats `json:"instructions"`           // that ran, in the order of the program
	Lines        []LineStats        `json:"lines,omitempty"`        // of the source text, where they are known, in its order
}

// MessageStats counts the messages of one kind.
type MessageStats struct {
	Kind string `json:"kind"`
	trace.Count
}

// OutsideStats is an instruction that went past the end of a buffer, or read outside of
// a variable.
type OutsideStats struct {
	dispatch.Place
	Buffer   string `json:"buffer,omitempty"`
	Variable string `json:"variable,omitempty"`
	Accesses uint64 `json:"accesses"`
}

// What names what was left, after a number of accesses.
func (o OutsideStats) What() string {
	return dispatch.Outside{Buffer: o.Buffer, Variable: o.Variable}.What()
}

// InstructionStats counts one instruction.
type InstructionStats struct {
	dispatch.Place
	trace.Count
}

// LineStats counts the instructions of a source line, which may be many.
type LineStats struct {
	source.Line
	Instructions int `json:"instructions"` // that ran
	trace.Count
}

// byLine adds up instructions by source line.
func byLine(all []InstructionStats) (out []LineStats) {
	at := map[source.Line]int{}
	for i := range all {
		in := &all[i]
		if !in.Line.Known() {
			continue
		}
		n, ok := at[in.Line]
		if !ok {
			n = len(out)
			at[in.Line] = n
			out = append(out, LineStats{Line: in.Line})
		}
		out[n].Instructions++
		out[n].Executions += in.Executions
		out[n].Lanes += in.Lanes
	}
	slices.SortFunc(out, func(a, b LineStats) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line.Line, b.Line.Line))
	})
	return out
}

// newStats puts the texts of a program to what was counted of it.
func newStats(s *trace.Stats, l *origin.Listing) *Stats {
	out := &Stats{
		Count: s.All, LaneSlots: s.Slots, Exact: s.Effects[dispatch.Exact], Approximate: s.Effects[dispatch.Approximate], NoEffect: s.Effects[dispatch.NoEffect],
		Messages: []MessageStats{}, Outside: []OutsideStats{}, Instructions: []InstructionStats{},
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Messages)) {
		out.Messages = append(out.Messages, MessageStats{kind, *s.Messages[kind]})
	}
	for _, p := range s.Places() {
		out.Outside = append(out.Outside, OutsideStats{l.Place(p.Index), p.Buffer, p.Variable, s.Outside[p]})
	}
	for i, c := range s.Instructions {
		if c.Executions > 0 {
			out.Instructions = append(out.Instructions, InstructionStats{l.Place(i), c})
		}
	}
	out.Lines = byLine(out.Instructions)
	return out
}

// Most lists the instructions that ran most often, at most n.
func (s *Stats) Most(n int) []InstructionStats {
	out := slices.SortedStableFunc(slices.Values(s.Instructions), func(a, b InstructionStats) int { return cmp.Compare(b.Executions, a.Executions) })
	return out[:min(n, len(out))]
}

// MostLines lists the source lines whose instructions ran most often, at most n.
func (s *Stats) MostLines(n int) []LineStats {
	out := slices.SortedStableFunc(slices.Values(s.Lines), func(a, b LineStats) int { return cmp.Compare(b.Executions, a.Executions) })
	return out[:min(n, len(out))]
}
