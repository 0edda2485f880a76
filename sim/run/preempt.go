package run

import (
	"errors"
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/preempt"
)

// ImageError is a context image that the launch cannot go on from.
type ImageError struct{ Err error }

// Error says what is wrong with it, with the offset and the field where that is in the file.
func (e *ImageError) Error() string { return "saved launch: " + e.Err.Error() }

// Unwrap is a *preempt.Error, or what the image and the launch disagree about.
func (e *ImageError) Unwrap() error { return e.Err }

// switches says that the run begins or may end with a switch of contexts.
func (o *Options) switches() bool { return o.Preempt > 0 || len(o.Resume) > 0 }

// resumed reads the image that the run goes on from; nil without one.
func (o *Options) resumed() (*preempt.Saved, error) {
	if len(o.Resume) == 0 {
		return nil, nil
	}
	saved, err := preempt.Decode(o.Resume)
	if err != nil {
		return nil, &ImageError{err}
	}
	if done := saved.State.Instructions; o.Preempt > 0 && o.Preempt <= done {
		return nil, fmt.Errorf("preempt after %d instructions: the launch has executed %d already", o.Preempt, done)
	}
	return saved, nil
}

// room is where the groups of the launch run: a machine with room for them. It is nil for a
// run that names no machine and is not preempted; a machine on which groups of that size
// cannot run is an error of a run that is.
func (s *Session) room(p *load.Program, payloads dispatch.Payloads, saved *preempt.Saved) (*preempt.Room, error) {
	if !s.o.switches() {
		if s.o.Machine == nil || payloads.MaxThreads() != s.demand(p, payloads).Threads {
			return nil, nil // of a media walker, whose threads are each a group of their own there
		}
		room, err := preempt.NewRoom(s.o.Machine, s.demand(p, payloads))
		if err != nil {
			return nil, nil // the estimates of a machine are of interest without its seats
		}
		return room, nil
	}
	if err := s.preemptible(); err != nil {
		return nil, err
	}
	m, err := s.machine(p, saved)
	if err != nil {
		return nil, err
	}
	room, err := preempt.NewRoom(m, s.demand(p, payloads))
	if err != nil {
		return nil, fmt.Errorf("a launch that is preempted needs room on a machine: %w", err)
	}
	if saved != nil {
		if err := room.Fits(saved); err != nil {
			return nil, &ImageError{err}
		}
	}
	return room, nil
}

// preemptible refuses commands at which no switch of contexts occurs. Kernels of OpenCL are
// started by the walker.
func (s *Session) preemptible() error {
	n := s.launch.Native
	if n == nil {
		return nil
	}
	if c, ok := machine.PreemptionOf(n.Dispatch); ok && c.When == machine.Never {
		return s.launch.Unsupportedf("dispatch", "preemption of %s: it occurs between such commands, at one of %s (Broxton PRM vol. 6, GPGPU Context Switch)", c.Command, strings.Join(machine.Points(), ", "))
	}
	return nil
}

// machine is that of the options, of the image, or one with the program's device.
func (s *Session) machine(p *load.Program, saved *preempt.Saved) (*machine.Machine, error) {
	if s.o.Machine != nil {
		return s.o.Machine, nil
	}
	if saved != nil {
		m, err := machine.Named(saved.Machine.Name)
		if err != nil {
			return nil, &ImageError{fmt.Errorf("it was made on machine %q, which is none of the table: want the same machine", saved.Machine.Name)}
		}
		return m, nil
	}
	target, ok := p.Device()
	if !ok {
		target = load.DefaultTarget
	}
	for _, product := range native.ProductsWith(func(d *native.Product) bool { return d.Target == target }) {
		if m, ok := machine.Of(product.Name); ok {
			return m, nil
		}
	}
	return nil, s.launch.Unsupportedf("target", "preemption on %s: no machine of the table has it: want one", target)
}

// switched says whether the launch ended because it was preempted, and makes the image.
func (s *Session) switched(rep *Report, room *preempt.Room, err error) error {
	limit := new(dispatch.LimitError)
	if s.o.Preempt == 0 || !errors.As(err, &limit) || limit.Limit != s.o.Preempt || rep.State == nil {
		return err
	}
	image, err := room.Encode(rep.State)
	if err != nil {
		return fmt.Errorf("context image: %w", err)
	}
	rep.Preempted, rep.Image = true, image
	return nil
}

// limit is after how many instructions the launch ends, or is preempted.
func (o *Options) limit() uint64 {
	if o.Preempt > 0 && (o.Limit == 0 || o.Preempt <= o.Limit) {
		return o.Preempt
	}
	return o.Limit
}
