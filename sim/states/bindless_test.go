package states

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestBindlessStates: a bindless surface lies as many times 64 bytes behind the base as its place says, a bindless
// sampler 16; what has no base is not modelled, or what the launch bound.
//
// seed: Broxton vol. 6 Bindless Sampler State
func TestBindlessStates(t *testing.T) {
	b := newBench(t, native.ICL)
	b.set(t, 64*5, surfaceState, "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=48 SurfaceBaseAddress=0x20010")
	b.set(t, 0x200+16*3, samplerState, "TCXAddressControlMode=MIRROR TCYAddressControlMode=CLAMP TCZAddressControlMode=WRAP")
	with := func(bases Bases) *Memory {
		m, err := New(b.memory, native.ICL, bases)
		require.NoError(t, err)
		return m
	}
	bases := Bases{BindlessSurfaces: Table{Given: true, Base: 0x10000}, BindlessSamplers: Table{Given: true, Base: 0x10200}}
	m := with(bases)
	s, err := m.Surface(mem.Ref{Bindless: true, BTI: native.BindlessBTI, Place: 5})
	require.NoError(t, err)
	assert.Equal(t, []uint64{0x20010, 48}, []uint64{s.Buffer().Base, s.Len})
	got, err := m.Sampler(mem.SamplerRef{Bindless: true, Header: true, States: 3})
	require.NoError(t, err)
	assert.Equal(t, &mem.Sampler{Apart: true, Normalized: true, Address: mem.Mirror, Others: [2]mem.AddressMode{mem.ClampEdge, mem.Repeat}, Detail: &mem.Detail{Places: fewPlaces}, Compare: mem.CompareAlways}, got)

	_, err = m.Surface(mem.Ref{BTI: 5})
	require.ErrorIs(t, err, mem.ErrUnbound, "the binding table is the launch's")
	_, err = m.Sampler(mem.SamplerRef{Index: 3})
	require.ErrorIs(t, err, mem.ErrNoSampler)
	_, err = m.Surface(mem.Ref{Bindless: true, Place: -1})
	assert.EqualError(t, err, "RENDER_SURFACE_STATE at 0x400000ffc0: its 64 bytes are in no buffer of the launch")

	m = with(Bases{Surfaces: bases.BindlessSurfaces, Samplers: bases.BindlessSamplers})
	_, err = m.Surface(mem.Ref{Bindless: true, Place: 5})
	require.ErrorIs(t, err, errors.ErrUnsupported)
	_, err = m.Sampler(mem.SamplerRef{Bindless: true, Header: true, States: 3})
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.EqualError(t, err, "a bindless sampler, for which the launch gives no base of states")
}
