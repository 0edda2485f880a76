package run

import (
	"errors"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/observe"
)

// Demand is what the groups of the launch need when program p runs it. Nothing runs. Threads
// of a media walker are each alone, and a group of several threads of native code is taken to
// have a barrier.
func (s *Session) Demand(p *load.Program) (machine.Demand, error) {
	m, err := s.memory(p)
	if err != nil {
		return machine.Demand{}, err
	}
	payloads, err := s.payloads(m, p, nil)
	if err != nil {
		return machine.Demand{}, err
	}
	if err := s.fits(p, payloads); err != nil {
		return machine.Demand{}, err
	}
	return s.demand(p, payloads), nil
}

// demand is what the groups of payloads need of a machine that runs p.
func (s *Session) demand(p *load.Program, payloads dispatch.Payloads) machine.Demand {
	groups := payloads.Groups()
	d := machine.Demand{Groups: 1, Threads: payloads.MaxThreads(), SLM: payloads.SLMSize(), Barrier: s.kernel != nil && s.kernel.BarrierCount > 0, Large: s.linkage.Large(p)}
	for _, n := range groups {
		d.Groups *= uint64(n)
	}
	if s.native != nil {
		s.native.demand(&d)
	}
	return d
}

// occupancy counts what the machine has room for, when the options ask for it.
func (s *Session) occupancy(p *load.Program, payloads dispatch.Payloads) (*machine.Occupancy, error) {
	if !s.o.Occupancy {
		return nil, nil
	}
	if s.o.Machine == nil {
		return nil, errors.New("occupancy is that of a machine: want one")
	}
	return s.o.Machine.Occupancy(s.demand(p, payloads))
}

// told is what the options ask to be told of the run, on their machine.
func (s *Session) told(payloads dispatch.Payloads) (observe.Options, error) {
	o := observe.Options{Trace: s.o.Trace, Observers: s.o.Observers, Stats: s.o.Stats, Hazards: s.o.Hazards, Banks: machine.Default()}
	m := s.o.Machine
	if m != nil {
		o.Banks = m.Banked()
	}
	if !s.o.L3 {
		return o, nil
	}
	if m == nil {
		return o, errors.New("an estimate of the L3 needs a machine")
	}
	p, err := m.Partition(s.o.L3Config, payloads.SLMSize() > 0)
	if err != nil {
		return o, err
	}
	o.L3 = &observe.L3{Cache: m.Cache(p), Partition: p}
	return o, nil
}
