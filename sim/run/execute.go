package run

import (
	"context"
	"errors"
	"time"

	"github.com/genvisa/genvisa/internal/cputime"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/sim/preempt"
)

// ready is a launch before it runs: its memory, its threads and what runs them.
type ready struct {
	*memory
	private  *mem.Buffer
	payloads dispatch.Payloads
	engine   dispatch.Engine
	names    mem.States     // once buffers are filled
	saved    *preempt.Saved // where it goes on
	room     *preempt.Room  // where its groups run
}

// ready does what comes before the contents of buffers.
func (s *Session) ready(p *load.Program) (r *ready, err error) {
	if p == nil || p.Engine == nil {
		return nil, errors.New("no program: want one from FromFile, FromVISA or FromNative")
	}
	r = new(ready)
	if r.memory, err = s.memory(p); err != nil {
		return nil, err
	}
	if r.private, err = s.private(r.m); err != nil {
		return nil, err
	}
	if r.payloads, err = s.payloads(r.memory, p, r.private); err != nil {
		return nil, err
	}
	if err = s.fits(p, r.payloads); err != nil {
		return nil, err
	}
	if r.engine, err = s.engine(p, r.symbols); err != nil {
		return nil, err
	}
	if r.saved, err = s.o.resumed(); err != nil {
		return nil, err
	}
	r.room, err = s.room(p, r.payloads, r.saved)
	return r, err
}

// fill gives buffers what they hold at first.
func (s *Session) fill(ctx context.Context, buffers []*mem.Buffer) error {
	meter := s.meter(buffers)
	for i, b := range buffers {
		if b != nil {
			if err := s.launch.Args[i].Begin(ctx, b.Contents(), meter); err != nil {
				return err
			}
		}
	}
	return nil
}

// dispatched is what the dispatcher runs.
func (s *Session) dispatched(r *ready) *dispatch.Launch {
	l := &dispatch.Launch{
		Engine: r.engine, Payloads: r.payloads, Mem: r.m, States: r.names, Private: r.private, PrivateSize: s.privateSize(), Workers: s.o.Workers,
		Deterministic: s.o.Deterministic || r.printf != nil, Limit: s.o.limit(), Progress: s.o.Progress,
		From: s.o.From, Save: s.o.Save || s.o.Preempt > 0, Control: control(s.launch), Begin: s.begin(), Aside: s.native != nil,
	}
	if r.room != nil {
		l.Seats = r.room
	}
	if r.saved != nil {
		l.From = r.saved.State
	}
	return l
}

// Run runs the launch once with program p.
func (s *Session) Run(ctx context.Context, p *load.Program) (*Report, error) {
	r, err := s.ready(p)
	if err != nil {
		return nil, err
	}
	rep := s.report(p)
	if rep.Occupancy, err = s.occupancy(p, r.payloads); err != nil {
		return nil, err
	}
	if err := s.fill(ctx, r.buffers); err != nil {
		return nil, err
	}
	names, end, err := s.names(r.m, p)
	if err != nil {
		return nil, err
	}
	r.names = names
	told, err := s.told(r.payloads)
	if err != nil {
		return nil, err
	}
	l := s.dispatched(r)
	watch, engine, err := observe.Watch(ctx, p.Path, p.Listing(r.engine), r.engine, told)
	if err != nil {
		return nil, err
	}
	l.Engine = s.compiled.Engine(s.o.EngineCode, engine)
	if watch != nil {
		ctx = watch.Context
		defer watch.Keep()
		l.Deterministic = true
	}
	start := time.Now()
	busy, known := cputime.Now()
	res, err := dispatch.Run(ctx, l)
	if now, ok := cputime.Now(); ok && known {
		rep.Processor = now - busy
	}
	end()
	if kept, ok := names.(interface{ Stale() []string }); ok {
		rep.Notes = append(rep.Notes, kept.Stale()...)
	}
	rep.Duration, rep.Finished = time.Since(start), err == nil
	err = p.Origin.Locate(s.address(r.m, absent(r.payloads, p.Origin.Calls(err))))
	rep.Groups, rep.Threads, rep.Instructions, rep.State = res.Groups, res.Threads, res.Instructions, res.State
	rep.outside(p, res)
	if err == nil {
		s.post(rep, r.m)
	}
	if perr := s.printed(rep, r.memory, p); err == nil {
		if err = perr; err == nil {
			s.checkPrinted(rep)
		}
	}
	s.compare(rep, r.buffers, err == nil)
	rep.Stopped = origin.Stopped(err)
	if watch != nil {
		rep.Stats, err = watch.Finish(err)
	}
	return rep, s.switched(rep, r.room, err)
}

// outside counts accesses past the end of buffers, and names the place of the first of each.
func (r *Report) outside(p *load.Program, res *dispatch.Result) {
	r.Outside = res.Outside
	for _, o := range res.Outside {
		if o.First != nil {
			p.Origin.Name(&o.First.Place)
		}
		r.OutOfBounds += o.Count
	}
}

// report is what is known before the run.
func (s *Session) report(p *load.Program) *Report {
	l := s.launch
	rep := &Report{
		Kernel: l.Kernel, Program: p.Path, Engine: p.About, Runs: p.Runs.Shown(), Global: l.Global, Local: l.Local, Code: p.Code, Approximate: p.Approximate,
		Compared: []launch.Compared{}, Buffers: make([][]byte, len(l.Args)),
	}
	if p.Origin.Note != "" {
		rep.Notes = append(rep.Notes, p.Origin.Note)
	}
	rep.Notes = append(rep.Notes, s.formatNotes(p)...)
	rep.Unset, rep.Rounded = p.Unset(), p.Rounded()
	switch {
	case s.kernel != nil:
		rep.Kernel, rep.SIMD = s.kernel.Name, s.kernel.SIMD
	case s.native != nil:
		rep.SIMD = l.Native.SIMD
	default:
		rep.SIMD = s.inputs.simd
	}
	return rep
}
