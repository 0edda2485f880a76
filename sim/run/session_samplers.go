package run

import (
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/mem"
)

// samplerInfo is what the kernel can ask of a sampler.
func samplerInfo(a *mem.Sampler) *abi.SamplerArg {
	return &abi.SamplerArg{Address: uint32(a.Address), Normalized: a.Normalized, Linear: a.Filter == mem.Linear}
}

// findSamplers makes the samplers that the program declares.
func (s *Session) findSamplers() error {
	s.inline = map[int]*mem.Sampler{}
	for _, in := range s.kernel.Inline {
		mode, known := launch.SamplerMode(in.AddrMode)
		made := &mem.Sampler{Normalized: in.Normalized, Address: mode}
		if in.FilterMode == "linear" {
			made.Filter = mem.Linear
		}
		if !known || in.FilterMode != "linear" && in.FilterMode != "nearest" || in.Index < 0 || in.Index >= mem.MaxSamplers {
			return s.launch.Unsupportedf("info", "sampler %d of kernel %s with address mode %q and filter %q", in.Index, s.kernel.Name, in.AddrMode, in.FilterMode)
		}
		s.inline[in.Index] = made
	}
	for _, b := range s.kernel.Samplers() {
		if b.Index < 0 || b.Index >= mem.MaxSamplers {
			return s.launch.Unsupportedf("info", "sampler index %d of kernel %s: a kernel has %d", b.Index, s.kernel.Name, mem.MaxSamplers)
		}
	}
	return nil
}

// bindSamplers binds those of arguments and of the program.
func (s *Session) bindSamplers(m *mem.Memory) {
	for _, b := range s.kernel.Samplers() {
		if b.Arg >= 0 && b.Arg < len(s.launch.Args) && s.launch.Args[b.Arg].Sampler != nil {
			m.BindSampler(b.Index, s.launch.Args[b.Arg].Sampler)
		}
	}
	for i, in := range s.inline {
		m.BindSampler(i, in)
	}
}

// checkAccess finds images that the launch says the kernel uses otherwise than its
// metadata does.
func (s *Session) checkAccess() error {
	for i := range s.launch.Args {
		a := &s.launch.Args[i]
		if _, access := s.kernel.ImageKind(i); a.Kind == launch.ImageArg && a.Access != "" && access != "" && a.Access != access {
			return s.launch.Errorf(launch.ArgPart(i), "access of %s is %s in the metadata, %s in the launch", s.kernel.ArgName(i), access, a.Access)
		}
	}
	return nil
}

// imageInfo is what the kernel can ask of an image.
func imageInfo(s *mem.ImageShape) *abi.ImageArg {
	f := s.Format
	a := &abi.ImageArg{Kind: s.Kind.String(), Order: f.Order, DataType: f.DataType, Writable: f.Writable, Format: f.Name, Width: uint32(s.Extent[0])}
	switch s.Kind {
	case mem.Image1DArray:
		a.Layers = uint32(s.Extent[1])
	case mem.Image2D:
		a.Height = uint32(s.Extent[1])
	case mem.Image2DArray:
		a.Height, a.Layers = uint32(s.Extent[1]), uint32(s.Extent[2])
	case mem.Image3D:
		a.Height, a.Depth = uint32(s.Extent[1]), uint32(s.Extent[2])
	}
	return a
}
