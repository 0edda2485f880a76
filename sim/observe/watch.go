package observe

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/sim/trace"
)

// Options is what a run can be asked to tell.
type Options struct {
	Trace     *Trace              // tell each instruction; one worker runs, slowly
	Observers []trace.Observer    // are told of each instruction; one worker runs, slowly
	Stats     bool                // count each instruction; one worker runs, slowly
	Banks     machine.LocalMemory // of local memory, for Stats
	L3        *L3                 // count hits and misses of a cache too, for Stats; nil for none
	Hazards   bool                // a thread of native code that touches a register too early ends with an *eu.HazardError; slow
}

// Watching is a run that is watched.
type Watching struct {
	listing *origin.Listing
	tracer  *tracer
	stats   *trace.Stats
	timer   *timer  // of native code
	cached  *cached // with Options.L3
	cancel  context.CancelCauseFunc

	Context context.Context // of the run: the trace ends it when nobody can read it
}

// Watch wraps the engine of a run of the program of a file for what is asked for; nil
// when that is nothing.
func Watch(ctx context.Context, path string, l *origin.Listing, e dispatch.Engine, o Options) (*Watching, dispatch.Engine, error) {
	if o.Hazards {
		if l.Native() == nil {
			return nil, nil, fmt.Errorf("hazards: %s is vISA text, which the interpreter runs without registers of the hardware: want --engine sim", path)
		}
		e = eu.New(l.Native()).Hazards()
	}
	if o.Trace == nil && !o.Stats && len(o.Observers) == 0 {
		return nil, e, nil
	}
	w := &Watching{listing: l}
	if o.Trace != nil {
		for _, f := range o.Trace.Filters {
			switch {
			case f.Source != nil && !l.HasSource():
				return nil, nil, fmt.Errorf("trace of source lines: %s names none: it was compiled without -g", path)
			case f.Lines != nil && !l.HasLines():
				return nil, nil, fmt.Errorf("trace of lines: %s is native code, whose instructions have offsets: want ip=", path)
			case f.IPs != nil && l.Native() == nil:
				return nil, nil, fmt.Errorf("trace of offsets: %s is vISA text, whose instructions have lines: want line=", path)
			}
		}
	}
	w.Context, w.cancel = context.WithCancelCause(ctx)
	to := slices.Clone(o.Observers)
	if o.Trace != nil {
		w.tracer = newTracer(o.Trace, w.listing, w.cancel)
		to = append(to, w.tracer)
	}
	if o.Stats {
		w.stats = trace.NewStats(w.listing.Len())
		to = append(to, w.stats)
		if l.Native() != nil {
			w.timer = newTimer(l.Native(), newBanks(o.Banks))
			to = append(to, w.timer)
		}
		if o.L3 != nil {
			if l.Native() == nil {
				return nil, nil, fmt.Errorf("L3: %s is vISA text, whose messages the interpreter does not make: want --engine sim", path)
			}
			w.cached = newCached(o.L3)
			to = append(to, w.cached)
		}
	}
	return w, trace.Watch(e, to...), nil
}

// Finish gives what was counted, nil when nothing was; the error is that of the run unless
// the trace could not be written.
func (w *Watching) Finish(err error) (*Stats, error) {
	defer w.cancel(nil)
	stats := w.counted(err)
	if w.tracer != nil {
		if lost := w.tracer.flush(); lost != nil {
			return stats, lost
		}
	}
	return stats, err
}

// counted is nil when nothing was counted.
func (w *Watching) counted(err error) *Stats {
	if w.stats == nil {
		return nil
	}
	out := newStats(w.stats, w.listing)
	if w.timer != nil {
		out.Cycles, out.Banks = w.timer.cycles(), w.timer.banks.stats(w.listing)
	}
	if w.cached != nil {
		out.L3 = w.cached.stats(w.listing)
	}
	if err != nil && errors.Is(err, errors.ErrUnsupported) {
		out.NotModelled = err.Error()
	}
	return out
}

// Keep writes what the tracer still has when a bug ends the run before finish.
func (w *Watching) Keep() {
	if w.tracer != nil {
		w.tracer.out.Flush()
	}
}
