package states

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/sim/mem"
)

// modeNames and filterNames are what states call the modes and filters of samplers. Where nothing is defined outside, the
// nearest texel is there.
var (
	modeNames = map[mem.AddressMode]string{
		mem.AddressNone: "CLAMP", mem.ClampEdge: "CLAMP", mem.ClampBorder: "CLAMP_BORDER", mem.Repeat: "WRAP", mem.Mirror: "MIRROR",
	}
	filterNames = map[mem.Filter]string{mem.Nearest: "NEAREST", mem.Linear: "LINEAR"}
)

// sampler writes the state of a sampler that is bound, and its border colour.
func (w *writer) sampler(index int) error {
	s, err := w.memory.Sampler(index)
	if err != nil {
		return nil // none is bound
	}
	var list fields
	list.name("MinModeFilter", filterNames[s.Filter])
	list.name("MagModeFilter", filterNames[s.Filter])
	if s.Filter == mem.Linear {
		for _, field := range slices.Concat(roundings[0][:], roundings[1][:]) {
			list.name(field, "yes")
		}
	}
	if !s.Normalized {
		list.name("NonNormalizedCoordinateEnable", "yes")
	}
	modes := [3]mem.AddressMode{s.Address, s.Address, s.Address}
	if s.Apart {
		copy(modes[1:], s.Others[:])
	}
	for d, field := range axes {
		list.name(field, modeNames[modes[d]])
	}
	border := writtenBorder + index*borderBytes
	list.set("BorderColorPointer", uint64(border))
	if err := w.put(index*samplerBytes, samplerState, list, nil); err != nil {
		return err
	}
	if err := w.border(border, s.Border); err != nil {
		return err
	}
	_, err = w.names.Sampler(mem.SamplerRef{Index: index})
	return err
}

// border writes a border colour, which is 0 on Gen7: see border of Memory.
func (w *writer) border(at int, colour [4]uint32) error {
	if !w.target.Caps().BorderChannels {
		if colour != [4]uint32{} {
			return fmt.Errorf("a border colour other than 0, which of whose fields count depends on the surface")
		}
		return nil
	}
	var list fields
	for c, name := range borderChannels {
		list.name(name, fmt.Sprintf("%#x", colour[c]))
	}
	return w.put(at, borderState, list, nil)
}
