package run

import (
	"fmt"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/mem"
)

// place allocates the buffers that the launch has addresses for.
func (s *Session) place(m *mem.Memory, buffers []*mem.Buffer) (err error) {
	for i := range s.launch.Args {
		a := &s.launch.Args[i]
		if a.Kind != launch.BufferArg || a.Addr == 0 {
			continue
		}
		if buffers[i], err = m.AllocAt(fmt.Sprintf("arg%d", i), a.Addr, a.Len()); err != nil {
			return s.launch.Errorf(launch.ArgPart(i), "%v", err)
		}
	}
	return nil
}

// bind gives the binding table what the metadata lists, and the arguments handles of it.
func (s *Session) bind(to *memory, images []*mem.Image) {
	for _, b := range s.kernel.BTIs {
		if b.Arg >= len(to.args) || to.buffers[b.Arg] == nil {
			continue
		}
		to.args[b.Arg].Handle = mem.Handle(b.BTI)
		if images[b.Arg] != nil {
			to.m.BindImage(b.BTI, images[b.Arg])
		} else {
			to.m.Bind(b.BTI, to.buffers[b.Arg])
		}
	}
	for _, b := range s.kernel.Samplers() {
		if b.Arg >= 0 && b.Arg < len(to.args) {
			to.args[b.Arg].Handle = mem.SamplerHandle(b.Index)
		}
	}
}

// handles are those of what belongs to no argument: program-scope data and samplers.
func (s *Session) handles(l *abi.Launch) {
	l.DataHandles = map[abi.ArgType]uint32{}
	for i := range s.kernel.Payload {
		if p := &s.kernel.Payload[i]; p.BTI >= 0 && l.Data[p.Type] != 0 {
			l.DataHandles[p.Type] = mem.Handle(p.BTI)
		}
	}
	for i := range mem.MaxSamplers {
		l.SamplerHandles = append(l.SamplerHandles, mem.SamplerHandle(i))
	}
}
