package run

import (
	"errors"
	"strings"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
)

// System is the system routine of a launch of OpenCL, and what sends its threads there; a
// launch of native code has keys for it.
type System struct {
	Routine    string // file: assembly text (.asm) or native code
	Exceptions uint32 // cr0.1 of a thread that starts: those that are enabled, as the key exceptions
	HaltAfter  uint64 // instructions after which the external halt reaches a thread; 0: never
}

// check refuses what a launch cannot have.
func (s *System) check(l *launch.Launch) error {
	switch {
	case *s == System{}:
		return nil
	case s.Routine == "":
		return errors.New("exceptions and the external halt go to a system routine: want one")
	case l.Native != nil:
		return l.Errorf("dispatch", "the system routine %s: a launch with registers and surfaces has the keys %s", s.Routine, strings.Join(launch.DispatcherKeys(), ", "))
	}
	return launch.CheckExceptions(s.Exceptions)
}

// engine is that of a program, with the launch's system routine.
func (s *Session) engine(p *load.Program, symbols map[string]uint64) (dispatch.Engine, error) {
	e, err := s.linkage.Engine(p, symbols)
	if err == nil {
		err = s.o.System.check(s.launch)
	}
	if err != nil {
		return nil, err
	}
	if s.launch.Native == nil {
		if s.o.System.Routine != "" {
			return load.WithRoutine(e, s.o.System.Routine)
		}
		return e, nil
	}
	switch state := &s.launch.Native.State; {
	case state.Routine != "":
		e, err = load.WithRoutine(e, state.Routine)
	case state.RoutineAt != 0:
		e, err = load.WithRoutineAt(e, state.RoutineAt)
	}
	return e, err
}

// begin gives a thread the registers that the launch, or the options, name.
func (s *Session) begin() func(group [3]uint32, thread int, r *dispatch.Registers) {
	n, system := s.launch.Native, s.o.System
	switch {
	case n == nil && system == System{}:
		return nil
	case n == nil:
		return func(_ [3]uint32, _ int, r *dispatch.Registers) {
			r.Exceptions, r.Halt = system.Exceptions, system.HaltAfter
		}
	}
	return func(group [3]uint32, _ int, r *dispatch.Registers) {
		r.Exceptions, r.Notified, r.Halt = n.State.Exceptions, n.State.Notified, n.State.Halt
		if n.Threads == nil {
			return
		}
		t := &n.Threads[group[0]]
		r.Dependencies = t.Dependencies
		if at := t.Place; at != nil {
			r.Place = dispatch.Location{
				Slice: at.Slice, Subslice: at.Subslice, EU: at.EU, Thread: at.Thread, FFID: at.FFID, FFTID: at.FFTID, Priority: at.Priority, High: at.High,
			}
		}
	}
}
