package launch

import (
	"slices"

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

// SamplerMode is the address mode that kernel metadata call by a word; false for an unknown one.
func SamplerMode(meta string) (mode mem.AddressMode, ok bool) {
	i := slices.IndexFunc(samplerAddresses[:], func(m samplerAddress) bool { return m.meta == meta })
	return mem.AddressMode(max(i, 0)), i >= 0
}
