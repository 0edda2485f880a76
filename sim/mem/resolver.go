package mem

import "unsafe"

// Resolver keeps what States answered, for one worker: an access that has been resolved costs a look at a table.
type Resolver struct {
	Table [tableSize]Surface // by binding table index; Unbound where nobody has asked yet
	Flat  Surface

	states   States
	images   [tableSize]*Image
	placed   [PlacedSlots]Placed
	near     [NearSlots]Surface
	samplers [MaxSamplers]heldSampler
}

// PlacedSlots is how many bindless states are kept. A place has one slot that it can be in: its number and that over
// 2^PlacedFold, modulo the slots.
const (
	PlacedSlots = 32
	PlacedFold  = 6
)

// Placed is what is known of a bindless state.
type Placed struct {
	place int32
	buf   Surface // Unbound until it is asked for
	image *Image
}

// What code of another kind reads of bindless states: the bytes of one, and where in it fields are.
const (
	PlacedBytes   = unsafe.Sizeof(Placed{})
	PlacedPlace   = unsafe.Offsetof(Placed{}.place)
	PlacedSurface = unsafe.Offsetof(Placed{}.buf)
)

// NearSlots is how many buffers are kept that 64-bit addresses reached.
const NearSlots = 16

// heldSampler is a sampler, nil when the slot is free.
type heldSampler struct {
	ref   SamplerRef
	state *Sampler
}

// Attach sets what is asked, and forgets what another value has answered.
func (r *Resolver) Attach(s States) {
	if r.states == s {
		return
	}
	r.states, r.Flat = s, s.Flat()
	r.drop()
}

// Forget makes each state be asked for again when it is named next, and read again by what keeps states in memory.
func (r *Resolver) Forget() {
	if f, ok := r.states.(interface{ Forget() }); ok {
		f.Forget()
	}
	r.drop()
}

func (r *Resolver) drop() {
	clear(r.Table[:])
	clear(r.images[:])
	clear(r.placed[:])
	clear(r.near[:])
	clear(r.samplers[:])
}

// Surface is what offsets in a surface reach.
func (r *Resolver) Surface(ref Ref) (*Surface, error) {
	to := &r.Table[ref.BTI]
	if ref.Bindless {
		to = &r.slot(ref.Place).buf
	}
	if to.Kind != Unbound {
		return to, nil
	}
	s, err := r.states.Surface(ref)
	if err != nil {
		return nil, err
	}
	*to = s
	return to, nil
}

// Places are the slots of bindless states, and of buffers that 64-bit addresses reached, where they lie.
func (r *Resolver) Places() (placed *Placed, near *Surface) { return &r.placed[0], &r.near[0] }

// Near keeps the buffer that a 64-bit address lies in, by a slot that the caller chooses.
func (r *Resolver) Near(slot int, addr uint64) {
	if s := r.Flat.at(addr, 1); s != nil {
		r.near[slot%NearSlots] = *s
	}
}

// Placed is the surface with a bindless state, nil when nobody has asked yet.
func (r *Resolver) Placed(place int32) *Surface {
	s := &r.placed[SlotOf(place)]
	if s.place == place && s.buf.Kind != Unbound {
		return &s.buf
	}
	return nil
}

// SlotOf is the slot of a place: states lie 64 bytes apart, or as far as handles of a launch say.
func SlotOf(place int32) int32 { return (place + place>>PlacedFold) & (PlacedSlots - 1) }

// slot is that of a bindless state, emptied when it was another's.
func (r *Resolver) slot(place int32) *Placed {
	s := &r.placed[SlotOf(place)]
	if s.place != place {
		*s = Placed{place: place}
	}
	return s
}

// Image is what coordinates of a surface reach.
func (r *Resolver) Image(ref Ref) (*Image, error) {
	to := &r.images[ref.BTI]
	if ref.Bindless {
		to = &r.slot(ref.Place).image
	}
	if *to != nil {
		return *to, nil
	}
	img, err := r.states.Image(ref)
	*to = img
	return img, err
}

// Entry is an entry of the URB.
func (r *Resolver) Entry(handle uint16) (*Buffer, error) { return r.states.Entry(handle) }

// Sampler is the state of a sampler.
func (r *Resolver) Sampler(ref SamplerRef) (*Sampler, error) {
	to := &r.samplers[uint(ref.Index)%MaxSamplers]
	if to.state != nil && to.ref == ref {
		return to.state, nil
	}
	s, err := r.states.Sampler(ref)
	if err != nil {
		return nil, err
	}
	*to = heldSampler{ref, s}
	return s, nil
}
