package run

import (
	"context"
	"errors"
	"time"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/origin"
)

// Run runs the launch once with program p.
func (s *Session) Run(ctx context.Context, p *load.Program) (*Report, error) {
	if p == nil || p.Engine == nil {
		return nil, errors.New("no program: want one from FromFile, FromVISA or FromNative")
	}
	memory, err := s.memory(p)
	if err != nil {
		return nil, err
	}
	m, buffers := memory.m, memory.buffers
	private, err := s.private(m)
	if err != nil {
		return nil, err
	}
	payloads, err := s.payloads(memory, p, private)
	if err != nil {
		return nil, err
	}
	if err := s.fits(p, payloads); err != nil {
		return nil, err
	}
	engine, err := s.engine(p, memory.symbols)
	if err != nil {
		return nil, err
	}
	fill := s.meter(buffers)
	for i, b := range buffers {
		if b != nil {
			if err := s.launch.Args[i].Begin(ctx, b.Contents(), fill); err != nil {
				return nil, err
			}
		}
	}
	told, err := s.told(payloads)
	if err != nil {
		return nil, err
	}
	watch, engine, err := observe.Watch(ctx, p.Path, p.Listing(engine), engine, told)
	if err != nil {
		return nil, err
	}
	if watch != nil {
		ctx = watch.Context
		defer watch.Keep()
	}
	names, err := s.names(m)
	if err != nil {
		return nil, s.launch.Unsupportedf("target", "%v", err)
	}
	saved, err := s.o.resumed()
	if err != nil {
		return nil, err
	}
	room, err := s.room(p, payloads, saved)
	if err != nil {
		return nil, err
	}
	rep := s.report(p)
	if rep.Occupancy, err = s.occupancy(payloads); err != nil {
		return nil, err
	}
	l := &dispatch.Launch{
		Engine: engine, Payloads: payloads, Mem: m, States: names, Private: private, PrivateSize: s.privateSize(), Workers: s.o.Workers,
		Deterministic: s.o.Deterministic || watch != nil || memory.printf != nil, Limit: s.o.limit(), Progress: s.o.Progress,
		From: s.o.From, Save: s.o.Save || s.o.Preempt > 0, Control: control(s.launch), Begin: s.begin(),
	}
	if room != nil {
		l.Seats = room
	}
	if saved != nil {
		l.From = saved.State
	}
	start := time.Now()
	res, err := dispatch.Run(ctx, l)
	rep.Duration, rep.Finished = time.Since(start), err == nil
	err = p.Origin.Locate(s.address(m, absent(payloads, p.Origin.Calls(err))))
	rep.Groups, rep.Threads, rep.Instructions, rep.State = res.Groups, res.Threads, res.Instructions, res.State
	rep.Outside = res.Outside
	if perr := s.printed(rep, memory, p); err == nil {
		if err = perr; err == nil {
			s.checkPrinted(rep)
		}
	}
	for _, o := range res.Outside {
		if o.First != nil {
			p.Origin.Name(&o.First.Place)
		}
		rep.OutOfBounds += o.Count
	}
	s.compare(rep, buffers, err == nil)
	rep.Stopped = origin.Stopped(err)
	if watch != nil {
		rep.Stats, err = watch.Finish(err)
	}
	return rep, s.switched(rep, room, err)
}

// report is what is known before the run.
func (s *Session) report(p *load.Program) *Report {
	l := s.launch
	rep := &Report{
		Kernel: l.Kernel, Program: p.Path, Engine: p.About, Runs: p.Runs.Shown(), Global: l.Global, Local: l.Local, Code: p.Code,
		Compared: []launch.Compared{}, Buffers: make([][]byte, len(l.Args)),
	}
	if p.Origin.Note != "" {
		rep.Notes = append(rep.Notes, p.Origin.Note)
	}
	rep.Notes = append(rep.Notes, s.formatNotes(p)...)
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
