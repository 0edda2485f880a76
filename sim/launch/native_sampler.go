package launch

import (
	"slices"

	"github.com/genvisa/genvisa/sim/mem"
)

// NativeSampler is a sampler of a native launch: the state that messages to the sampler
// name by its index, 0 to 15.
type NativeSampler struct {
	Index int
	State mem.Sampler
}

// samplers reads the samplers by index.
func (r *nativeReader) samplers() error {
	list, ok := r.at["samplers"]
	if !ok {
		return nil
	}
	items, err := list.items()
	if err != nil {
		return err
	}
	for _, it := range items {
		state, index, err := samplerState(it, nativeSamplerKeys)
		if err != nil {
			return err
		}
		s := NativeSampler{State: *state}
		if s.Index, err = index.integer(0, mem.MaxSamplers-1); err != nil {
			return err
		}
		if err := r.n.checkSampler(&s, r.n.Samplers, it); err != nil {
			return err
		}
		r.n.Samplers = append(r.n.Samplers, s)
	}
	return nil
}

// checkSampler checks a sampler behind others.
func (n *Native) checkSampler(s *NativeSampler, before []NativeSampler, at node) error {
	switch {
	case s.Index < 0 || s.Index >= mem.MaxSamplers:
		return at.errorf("sampler index %d: legal are 0 to %d", s.Index, mem.MaxSamplers-1)
	case slices.ContainsFunc(before, func(o NativeSampler) bool { return o.Index == s.Index }):
		return at.errorf("sampler index %d has a sampler already", s.Index)
	}
	return samplerFits(&s.State, at)
}

// checkSamplers checks those of a launch that a program made.
func (n *Native) checkSamplers(at node) error {
	for i := range n.Samplers {
		if err := n.checkSampler(&n.Samplers[i], n.Samplers[:i], at); err != nil {
			return err
		}
	}
	return nil
}
