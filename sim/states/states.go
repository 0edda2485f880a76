package states

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/mem"
)

// Table is where the states of one kind lie.
type Table struct {
	Given   bool   // they are in memory; else those that are bound in it count
	Base    uint64 // base address of STATE_BASE_ADDRESS
	Pointer uint32 // from there to the table, as the interface descriptor has it
}

// Bases are where states lie: surfaces from the surface state base on, by the binding table; samplers from the dynamic
// state base on; bindless ones from bases of their own on, which have no table.
type Bases struct{ Surfaces, Samplers, BindlessSurfaces, BindlessSamplers Table }

// Memory gives what states in memory describe. It is a mem.States.
type Memory struct {
	memory *mem.Memory
	target native.Target
	bases  Bases
	bound  mem.States
	cache  cache

	handles bool // bindless states are those of the handles that a launch gives, in the tables of the others
}

// New gives the states of a target in memory. The error is a *state.TargetError, where no source says what states of
// the target look like.
func New(m *mem.Memory, t native.Target, b Bases) (*Memory, error) {
	if _, err := state.Struct(t, surfaceState); err != nil {
		return nil, err
	}
	return &Memory{memory: m, target: t, bases: b, bound: m.States()}, nil
}

// Structures that are read.
const (
	tableEntry   = "BINDING_TABLE_STATE"
	surfaceState = "RENDER_SURFACE_STATE"
	samplerState = "SAMPLER_STATE"
	borderState  = "SAMPLER_BORDER_COLOR_STATE"
)

// entryBytes is an entry of the binding table: a pointer. surfaceBytes is what the place of a bindless state counts in.
const (
	entryBytes   = 4
	surfaceBytes = 64
)

// Flat is what 64-bit addresses reach.
func (m *Memory) Flat() mem.Surface { return m.bound.Flat() }

// state is the state of a surface.
func (m *Memory) state(r mem.Ref) (*record, error) {
	t := &m.bases.Surfaces
	switch {
	case r.Bindless && m.handles:
		index, err := mem.OfPlace(int(r.Place))
		if err != nil {
			return nil, err
		}
		r.BTI = uint8(index)
	case r.Bindless:
		if t = &m.bases.BindlessSurfaces; !t.Given {
			return nil, &Error{Struct: surfaceState, Address: uint64(uint32(r.Place)), Why: "not modelled: a bindless state, for which the launch gives no base", Valid: true}
		}
		return m.read(surfaceState, t.Base+surfaceBytes*uint64(uint32(r.Place)))
	}
	entry, err := m.read(tableEntry, t.Base+uint64(t.Pointer)+entryBytes*uint64(r.BTI))
	if err != nil {
		return nil, err
	}
	return m.read(surfaceState, t.Base+entry.number("SurfaceStatePointer"))
}

// hasSurface says that the surface is none that the launch has bound.
func (m *Memory) hasSurface(r mem.Ref) bool {
	return m.bases.Surfaces.Given || r.Bindless && m.bases.BindlessSurfaces.Given
}

// Surface is a surface as offsets in it see it, or an *Error.
func (m *Memory) Surface(r mem.Ref) (mem.Surface, error) {
	if !m.hasSurface(r) {
		return m.bound.Surface(r)
	}
	s, err := m.state(r)
	if err != nil {
		return mem.Surface{}, err
	}
	b, err := m.bytes(s)
	return b.Surface(mem.Bounded), err
}

// Image is a surface as coordinates see it, or an *Error.
func (m *Memory) Image(r mem.Ref) (*mem.Image, error) {
	if !m.hasSurface(r) {
		return m.bound.Image(r)
	}
	s, err := m.state(r)
	if err != nil {
		return nil, err
	}
	return m.image(s)
}

// Entry is an entry of the URB, which no state describes.
func (m *Memory) Entry(handle uint16) (*mem.Buffer, error) { return m.bound.Entry(handle) }

// Sampler is the state of a sampler, or an *Error.
func (m *Memory) Sampler(r mem.SamplerRef) (*mem.Sampler, error) {
	given := &m.bases.Samplers
	if r.Bindless && !m.handles {
		given = &m.bases.BindlessSamplers
	}
	if !given.Given {
		return m.bound.Sampler(r)
	}
	return m.sampler(r)
}
