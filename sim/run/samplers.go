package run

import (
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/mem"
)

// samplerInfo is what the kernel can ask of a sampler.
func (a *Arg) samplerInfo() *abi.SamplerArg {
	return &abi.SamplerArg{Address: uint32(a.Sampler.Address), Normalized: a.Sampler.Normalized, Linear: a.Sampler.Filter == mem.Linear}
}

// findSamplers makes the samplers that the program declares.
func (s *Session) findSamplers() error {
	s.inline = map[int]*mem.Sampler{}
	for _, in := range s.kernel.Inline {
		made := &mem.Sampler{Normalized: in.Normalized}
		known := false
		for mode, m := range samplerAddresses {
			if m.meta == in.AddrMode {
				known, made.Address = true, mem.AddressMode(mode)
			}
		}
		if in.FilterMode == "linear" {
			made.Filter = mem.Linear
		}
		if !known || in.FilterMode != "linear" && in.FilterMode != "nearest" || in.Index < 0 || in.Index >= mem.MaxSamplers {
			return s.launch.at("info").unsupported("sampler %d of kernel %s with address mode %q and filter %q", in.Index, s.kernel.Name, in.AddrMode, in.FilterMode)
		}
		s.inline[in.Index] = made
	}
	for _, b := range s.kernel.Samplers() {
		if b.Index < 0 || b.Index >= mem.MaxSamplers {
			return s.launch.at("info").unsupported("sampler index %d of kernel %s: a kernel has %d", b.Index, s.kernel.Name, mem.MaxSamplers)
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
		if _, access := s.kernel.ImageKind(i); a.Kind == ImageArg && a.Access != "" && access != "" && a.Access != access {
			return s.launch.at(argPart(i)).errorf("access of %s is %s in the metadata, %s in the launch", s.kernel.ArgName(i), access, a.Access)
		}
	}
	return nil
}

// SaveData is what the file Save holds: the contents, or for an image and the name of a
// picture (.png, .ppm, .pgm) that.
func (a *Arg) SaveData(contents []byte) []byte {
	if a.Kind == ImageArg {
		if pic, ok := encodePicture(a.Save, a.Image, contents); ok {
			return pic
		}
	}
	return contents
}
