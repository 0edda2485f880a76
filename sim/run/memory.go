package run

import (
	"fmt"

	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
)

// memory allocates the launch's buffers and binds them: by the metadata, or
// without it the n-th buffer to binding table index n.
func (s *Session) memory(p *load.Program) (*memory, error) {
	if err := s.launch.Obtain(); err != nil {
		return nil, err
	}
	m := mem.New()
	if s.o.States != "" && state.Ones(s.device(p), "RENDER_SURFACE_STATE", "SurfaceBaseAddress") < mem.EndAddress {
		m.SetLow()
	}
	if s.o.Apart {
		m.SetApart()
	}
	buffers := make([]*mem.Buffer, len(s.launch.Args))
	args := make([]abi.Arg, len(s.launch.Args))
	symbols, data, err := s.linkage.Data(m, p)
	if err != nil {
		return nil, err
	}
	out := &memory{m: m, buffers: buffers, args: args, symbols: symbols, data: data}
	if err := s.place(m, buffers); err != nil {
		return nil, err
	}
	images := make([]*mem.Image, len(s.launch.Args))
	bti, samplers := 0, 0
	for i := range s.launch.Args {
		a := &s.launch.Args[i]
		switch a.Kind {
		case launch.BufferArg:
			if buffers[i] == nil {
				buffers[i] = m.Alloc(fmt.Sprintf("arg%d", i), a.Len())
			}
			args[i] = abi.Arg{Kind: abi.Buffer, Addr: buffers[i].Base}
			if s.kernel == nil && s.native == nil {
				m.Bind(bti, buffers[i])
				bti++
			}
		case launch.LocalArg:
			args[i] = abi.Arg{Kind: abi.Local, Size: a.Size}
		case launch.ImageArg:
			buffers[i] = m.Alloc(fmt.Sprintf("arg%d", i), a.Len())
			args[i] = abi.Arg{Kind: abi.Image, Image: imageInfo(a.Image)}
			images[i] = mem.NewImage(*a.Image, buffers[i])
			if s.kernel == nil {
				m.BindImage(bti, images[i])
				bti++
			}
		case launch.SamplerArg:
			args[i] = abi.Arg{Kind: abi.Sampler, Sampler: samplerInfo(a.Sampler)}
			if s.kernel == nil && samplers < mem.MaxSamplers {
				m.BindSampler(samplers, a.Sampler)
				samplers++
			}
		case launch.ValueArg:
			args[i] = abi.Arg{Kind: abi.Value, Bytes: a.Data}
		}
	}
	if s.native != nil {
		s.bindNative(m, buffers)
	}
	if s.kernel == nil {
		return out, nil
	}
	s.printfBuffer(out)
	s.bind(out, images)
	s.bindSamplers(m)
	return out, nil
}

// memory is what a launch's threads reach.
type memory struct {
	m       *mem.Memory
	buffers []*mem.Buffer // by argument
	args    []abi.Arg
	symbols map[string]uint64 // of program-scope data
	data    map[abi.ArgType]uint64
	printf  *mem.Buffer // nil when the kernel does not print
}

// payloads is what the threads start with.
func (s *Session) payloads(reach *memory, p *load.Program, private *mem.Buffer) (dispatch.Payloads, error) {
	if s.native != nil {
		return s.native, nil
	}
	if err := p.Starts(); err != nil {
		return nil, err
	}
	if s.kernel == nil {
		in := *s.inputs
		in.scratch, in.entry = abi.ScratchFor(p.Scratch), p.Begin
		return &in, nil
	}
	l := s.launch
	if err := s.checkAccess(); err != nil {
		return nil, err
	}
	launch := &abi.Launch{Dims: l.Dims, Global: l.Global, Local: l.Local, Offset: l.Offset, Args: reach.args, Data: reach.data, Scratch: p.Scratch}
	if private != nil {
		launch.Private = private.Base
	}
	kernel := s.kernel
	if t, ok := p.Device(); ok && t.Caps().PayloadMemory {
		if p.Runs == load.OurCode { // whatever the device of the metadata
			inline, _ := t.Caps().InlineData()
			skip, _ := t.Caps().SecondEntry()
			kernel = kernel.Starting(inline, skip)
		}
		if launch.Start = s.o.Start; launch.Start == abi.StartInRegisters {
			launch.Start = abi.StartByGroup
		}
	}
	s.handles(launch)
	b, err := kernel.NewBuilder(launch)
	if err != nil {
		return nil, l.Place(err)
	}
	return b, nil
}
