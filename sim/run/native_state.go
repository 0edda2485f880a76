package run

import (
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
)

// engine is that of a program, with the launch's system routine.
func (s *Session) engine(p *load.Program, symbols map[string]uint64) (dispatch.Engine, error) {
	e, err := s.linkage.Engine(p, symbols)
	if err != nil || s.launch.Native == nil {
		return e, err
	}
	switch state := &s.launch.Native.State; {
	case state.Routine != "":
		e, err = load.WithRoutine(e, state.Routine)
	case state.RoutineAt != 0:
		e, err = load.WithRoutineAt(e, state.RoutineAt)
	}
	return e, err
}

// begin gives a thread of a native launch the registers that the launch names.
func begin(n *launch.Native) func(group [3]uint32, thread int, r *dispatch.Registers) {
	if n == nil {
		return nil
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
