package run

import (
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
)

// Demand is what the groups of the launch need when program p runs it. Nothing runs. A
// launch without metadata has groups of one thread, or one group.
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
	groups := payloads.Groups()
	d := machine.Demand{Groups: 1, Threads: payloads.MaxThreads(), SLM: payloads.SLMSize(), Barrier: s.kernel != nil && s.kernel.BarrierCount > 0}
	for _, n := range groups {
		d.Groups *= uint64(n)
	}
	return d, nil
}
