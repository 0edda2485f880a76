package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/sim/dispatch"
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
	Cycles       *Cycles            `json:"cycles,omitempty"` // of native code, estimated
	Instructions []InstructionStats `json:"instructions"`     // that ran, in the order of the program
	Lines        []LineStats        `json:"lines,omitempty"`  // of the source text, where they are known, in its order
}

// MessageStats counts the messages of one kind.
type MessageStats struct {
	Kind string `json:"kind"`
	trace.Count
}

// OutsideStats is an instruction that went past the end of a buffer.
type OutsideStats struct {
	dispatch.Place
	Buffer   string `json:"buffer"`
	Accesses uint64 `json:"accesses"`
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
func newStats(s *trace.Stats, l *listing) *Stats {
	out := &Stats{
		Count: s.All, LaneSlots: s.Slots, Exact: s.Effects[dispatch.Exact], Approximate: s.Effects[dispatch.Approximate], NoEffect: s.Effects[dispatch.NoEffect],
		Messages: []MessageStats{}, Outside: []OutsideStats{}, Instructions: []InstructionStats{},
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Messages)) {
		out.Messages = append(out.Messages, MessageStats{kind, *s.Messages[kind]})
	}
	for _, p := range s.Places() {
		out.Outside = append(out.Outside, OutsideStats{l.place(p.Index), p.Buffer, s.Outside[p]})
	}
	for i, c := range s.Instructions {
		if c.Executions > 0 {
			out.Instructions = append(out.Instructions, InstructionStats{l.place(i), c})
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

// watching is what the options ask to be told of a run.
type watching struct {
	listing *listing
	tracer  *tracer
	stats   *trace.Stats
	timer   *timer // of native code
	ctx     context.Context
	cancel  context.CancelCauseFunc
}

// watch wraps the engine of a run for the observers that the options name; nil
// when there are none.
func (s *Session) watch(ctx context.Context, p *Program, e dispatch.Engine) (*watching, dispatch.Engine, error) {
	l := newListing(p, e)
	if s.o.Hazards {
		if l.code == nil {
			return nil, nil, fmt.Errorf("hazards: %s is vISA text, which the interpreter runs without registers of the hardware: want --engine sim", p.Path)
		}
		e = l.code.Hazards()
	}
	if s.o.Trace == nil && !s.o.Stats && len(s.o.Observers) == 0 {
		return nil, e, nil
	}
	w := &watching{listing: l}
	if s.o.Trace != nil {
		for _, f := range s.o.Trace.Filters {
			switch {
			case f.Source != nil && !p.provenance.known():
				return nil, nil, fmt.Errorf("trace of source lines: %s names none: it was compiled without -g", p.Path)
			case f.Lines != nil && w.listing.code != nil && w.listing.lines == nil:
				return nil, nil, fmt.Errorf("trace of lines: %s is native code, whose instructions have offsets: want ip=", p.Path)
			case f.IPs != nil && w.listing.code == nil:
				return nil, nil, fmt.Errorf("trace of offsets: %s is vISA text, whose instructions have lines: want line=", p.Path)
			}
		}
	}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	to := slices.Clone(s.o.Observers)
	if s.o.Trace != nil {
		w.tracer = newTracer(s.o.Trace, w.listing, w.cancel)
		to = append(to, w.tracer)
	}
	if s.o.Stats {
		w.stats = trace.NewStats(w.listing.len())
		to = append(to, w.stats)
		if l.code != nil {
			w.timer = newTimer(l.code)
			to = append(to, w.timer)
		}
	}
	return w, trace.Watch(e, to...), nil
}

// finish takes over what the observers have; the error is that of the run unless
// the trace could not be written.
func (w *watching) finish(rep *Report, err error) error {
	defer w.cancel(nil)
	if w.stats != nil {
		rep.Stats = newStats(w.stats, w.listing)
		if w.timer != nil {
			rep.Stats.Cycles = w.timer.cycles()
		}
		if err != nil && errors.Is(err, errors.ErrUnsupported) {
			rep.Stats.NotModelled = err.Error()
		}
	}
	if w.tracer != nil {
		if lost := w.tracer.flush(); lost != nil {
			return lost
		}
	}
	return err
}

// keep writes what the tracer still has when a bug ends the run before finish.
func (w *watching) keep() {
	if w.tracer != nil {
		w.tracer.out.Flush()
	}
}
