package run

import (
	"slices"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/mem"
)

// samplerAddress is the word for an address mode in launch files and in metadata.
type samplerAddress struct{ launch, meta string }

var samplerAddresses = [...]samplerAddress{
	mem.AddressNone: {"none", "none"}, mem.ClampBorder: {"clamp", "clamp_border"}, mem.ClampEdge: {"edge", "clamp_edge"},
	mem.Repeat: {"repeat", "repeat"}, mem.Mirror: {"mirror", "mirror"},
}

// The keys of a sampler argument, and those of a sampler of a native launch; docs/launch.md
// says what they mean.
var (
	stateKeys         = []string{"normalized", "address", "filter"}
	samplerKeys       = slices.Concat([]string{"sampler"}, stateKeys)
	nativeSamplerKeys = slices.Concat([]string{"index"}, stateKeys)
)

// samplerFilters has the words for filters.
var samplerFilters = [...]string{mem.Nearest: "nearest", mem.Linear: "linear"}

// samplerArg reads {sampler: true, ...}.
func samplerArg(n node) (Arg, error) {
	a := Arg{Kind: SamplerArg}
	s, is, err := samplerState(n, samplerKeys)
	if err != nil {
		return a, err
	}
	if on, err := is.boolean(); err != nil || !on {
		return a, is.errorf("sampler: want true, found %q", is.text())
	}
	a.Sampler = s
	return a, nil
}

// samplerState reads a mapping with the keys of a sampler, of which the first is the caller's:
// its value comes back, without one an error.
func samplerState(n node, keys []string) (s *mem.Sampler, first node, err error) {
	fields, err := n.fields(keys...)
	if err != nil {
		return nil, first, err
	}
	s = &mem.Sampler{}
	for _, f := range fields {
		i := 0
		switch f.key {
		case keys[0]:
			first = f.val
		case "normalized":
			s.Normalized, err = f.val.boolean()
		case "address":
			i = slices.IndexFunc(samplerAddresses[:], func(m samplerAddress) bool { return m.launch == f.val.text() })
			s.Address = mem.AddressMode(i)
			if i < 0 {
				err = f.val.errorf("unknown address mode %q: legal are none, clamp, edge, repeat, mirror", f.val.text())
			}
		case "filter":
			i = slices.Index(samplerFilters[:], f.val.text())
			s.Filter = mem.Filter(i)
			if i < 0 {
				err = f.val.errorf("unknown filter %q: legal are nearest, linear", f.val.text())
			}
		}
		if err != nil {
			return nil, first, err
		}
	}
	if first.ast == nil {
		return nil, first, n.errorf("missing key %q of a sampler", keys[0])
	}
	return s, first, samplerFits(s, n)
}

// samplerFits refuses what is not defined of a sampler.
func samplerFits(s *mem.Sampler, at node) error {
	switch {
	case int(s.Filter) >= len(samplerFilters):
		return at.errorf("unknown filter %d: legal are mem.Nearest and mem.Linear", s.Filter)
	case int(s.Address) >= len(samplerAddresses):
		return at.errorf("unknown address mode %d: legal are mem.AddressNone to mem.Mirror", s.Address)
	case !s.Normalized && (s.Address == mem.Repeat || s.Address == mem.Mirror):
		return at.errorf("address repeat and mirror go with normalized: true")
	}
	return nil
}

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
