package run

import (
	"maps"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/states"
)

// stateTilings are the legal values of Options.States.
var stateTilings = map[string]mem.Tiling{"linear": mem.Untiled, "x": mem.TiledX, "y": mem.TiledY, "4": mem.Tiled4}

// StateTilings lists the legal values of Options.States but "", which is none.
func StateTilings() []string { return slices.Sorted(maps.Keys(stateTilings)) }

// names are the states that accesses name, where some lie in memory, and what is to be done when all threads have ended;
// nil for what is bound.
func (s *Session) names(m *mem.Memory, p *load.Program) (names mem.States, end func(), err error) {
	end = func() {}
	if s.launch.Native != nil {
		n := s.launch.Native
		if in := &n.Tables; in.Any() {
			if s.o.States != "" {
				return nil, end, s.launch.Errorf("surface_state_base", "states %q: the launch has states of its own", s.o.States)
			}
			names, err = states.New(m, n.Target, states.Bases{
				Surfaces: states.Table(in.Surfaces), Samplers: states.Table(in.Samplers),
				BindlessSurfaces: states.Table(in.BindlessSurfaces), BindlessSamplers: states.Table(in.BindlessSamplers),
			})
			return names, end, s.refused(err)
		}
	}
	if s.o.States == "" {
		return nil, end, nil
	}
	w, err := states.Write(m, s.device(p), stateTilings[s.o.States])
	if err != nil {
		return nil, end, s.refused(err)
	}
	return w, w.Return, nil
}

// device is the target whose states are written. vISA runs for any.
func (s *Session) device(p *load.Program) native.Target {
	if t, ok := p.Device(); ok {
		return t
	}
	return s.o.Target.Device()
}

// refused is an error about the target of the launch.
func (s *Session) refused(err error) error {
	if err == nil {
		return nil
	}
	return s.launch.Unsupportedf("target", "%v", err)
}
