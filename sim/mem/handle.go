package mem

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
)

// Indexed is how many binding table indices may be those of a surface; those above have
// a meaning of their own (message reference, section 2).
const Indexed = fixed.SurfaceReserved

// A handle names a surface without an index of the binding table: it has the place of
// its surface state, as the extended descriptor of a message does, above bits in which
// that has other fields (message reference, section 1). The surface states of a launch
// are in the order of its binding table, from firstPlace on, so that no address of a
// buffer is a handle.
const (
	handleShift = 12
	stateShift  = 6
	firstPlace  = 1 << 19
	maxPlace    = 1<<(32-handleShift) - 1
)

// Handle is the handle of the surface with a binding table index.
func Handle(bti int) uint32 { return uint32(firstPlace+bti) << handleShift }

// OfHandle is the binding table index of the surface that a handle names, or a
// *HandleError.
func OfHandle(h uint32) (bti int, err error) {
	if bti, err = OfPlace(int(h >> handleShift)); err != nil || h != Handle(bti) {
		return 0, &HandleError{Handle: h}
	}
	return bti, nil
}

// OfPlace is the binding table index of the surface whose state is at a place, or a
// *HandleError. The place is the one above the other fields of an extended descriptor, of 20
// bits, or all that the handle has above the bits of a state of 64 bytes, of 26, where an
// address register holds nothing else (Xe-HPG 1.3); no number is both.
func OfPlace(place int) (bti int, err error) {
	handle := uint32(place) << handleShift
	if wide := uint32(place) << stateShift; place > maxPlace {
		handle, place = wide, int(wide>>handleShift)
	}
	if bti = place - firstPlace; bti < 0 || bti >= Indexed || handle != Handle(bti) {
		return 0, &HandleError{Handle: handle}
	}
	return bti, nil
}

// firstSampler is the place of the first sampler state; no surface state is there.
const firstSampler = 1 << 18

// SamplerHandle is the handle of the sampler with an index.
func SamplerHandle(index int) uint32 { return uint32(firstSampler+index) << handleShift }

// bindlessStates is what code sets in the handle of a sampler before it uses that: it says
// that the states are the bindless ones (message reference, 7.3).
const bindlessStates = 1

// OfSamplerHandle is the index of the sampler that a handle names in which bit 0 is set, or
// a *HandleError.
func OfSamplerHandle(h uint32) (index int, err error) {
	if index = int(h>>handleShift) - firstSampler; index < 0 || index >= MaxSamplers || h != SamplerHandle(index)|bindlessStates {
		return 0, &HandleError{h, true}
	}
	return index, nil
}

// HandleError is a handle that names no surface, or no sampler, of a launch.
type HandleError struct {
	Handle  uint32
	Sampler bool // where one of a sampler was wanted
}

// Error says where a launch gives handles.
func (e *HandleError) Error() string {
	what := "surface"
	if e.Sampler {
		what = "sampler with bit 0, which says that its states are bindless"
	}
	return fmt.Sprintf("%#x is no handle of a "+what+": the launch gives one to an argument that the metadata lists with addrmode bindless", e.Handle)
}
