package mem

import (
	"errors"

	"github.com/genvisa/genvisa/internal/fixed"
)

// Ref names the state of a surface as a message does: by an index of the binding table, or when it is bindless by the
// place of its state (message reference, section 1).
type Ref struct {
	Bindless bool
	BTI      uint8 // unless Bindless
	Place    int32 // of the state, as the extended descriptor has it, when Bindless
}

// SamplerRef names the state of a sampler as a message does. States is what the header says of where they are
// (fixed.SamplerStates), 0 without a header; Index counts from there.
type SamplerRef struct {
	States, Index int
	Header        bool // States is from a header, which says where they are even when it is 0
	Bindless      bool // States counts from the base of bindless samplers, and there is no index
}

// States gives what messages of a thread name. A launch has bound it before it runs (Memory.States); what keeps states in
// memory may read them when it is asked.
//
// A Resolver asks once for each name and keeps the answer, as a cache of states does, until it is attached to another
// value: states that were changed and are to be seen are a value of their own. Values are comparable. Several workers may
// ask at the same time.
type States interface {
	Surface(Ref) (Surface, error) // never Unbound without an error
	Image(Ref) (*Image, error)
	Sampler(SamplerRef) (*Sampler, error)
	Entry(handle uint16) (*Buffer, error) // of the URB
	Flat() Surface                        // what 64-bit addresses reach
}

// States are what is bound in m. The surface states of a launch are in the order of its binding table, so that a bindless
// one has an index there too.
func (m *Memory) States() States { return bound{m} }

// bound are the states of a launch.
type bound struct{ m *Memory }

// index is the binding table index of a surface, or a *HandleError.
func (b bound) index(r Ref) (int, error) {
	if r.Bindless {
		return OfPlace(int(r.Place))
	}
	return int(r.BTI), nil
}

// Surface is a buffer, or an error that wraps ErrUnbound.
func (b bound) Surface(r Ref) (Surface, error) {
	bti, err := b.index(r)
	if err != nil {
		return Surface{}, err
	}
	buf, err := b.m.Surface(bti)
	return buf.Surface(Bounded), err
}

// Image is an image, or an error that wraps ErrNoImage.
func (b bound) Image(r Ref) (*Image, error) {
	bti, err := b.index(r)
	if err != nil {
		return nil, err
	}
	return b.m.Image(bti)
}

// Sampler is a sampler, or an error that wraps ErrNoSampler; a bindless one is that of a handle.
func (b bound) Sampler(r SamplerRef) (*Sampler, error) {
	if r.Bindless {
		index, err := r.OfHandle()
		if err != nil {
			return nil, err
		}
		return b.m.Sampler(index)
	}
	return b.m.Sampler(r.States + r.Index)
}

// OfHandle is the index of the sampler whose handle says where the states of a bindless one are. The error wraps
// errors.ErrUnsupported.
func (r SamplerRef) OfHandle() (int, error) {
	index, err := OfSamplerHandle(fixed.SamplerStates.In(uint32(r.States)) | bindlessStates)
	if err != nil {
		return 0, bindlessSampler{}
	}
	return index, nil
}

// bindlessSampler is the error of a bindless sampler where states do not lie in memory.
type bindlessSampler struct{}

func (bindlessSampler) Error() string {
	return "a bindless sampler, for which the launch gives no base of states"
}

// Is reports that the error is errors.ErrUnsupported.
func (bindlessSampler) Is(target error) bool { return target == errors.ErrUnsupported }

// Entry is an entry of the URB, or an error that wraps ErrNoEntry.
func (b bound) Entry(handle uint16) (*Buffer, error) { return b.m.Entry(handle) }

// Flat has all buffers of Alloc.
func (b bound) Flat() Surface { return b.m.flatSurface() }
