package mem

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBound: what a launch has bound, by index and by the place of a state, and the errors for what it has not.
func TestBound(t *testing.T) {
	m := New()
	m.Alloc("x", 100)
	y := m.Alloc("y", 8)
	m.Bind(3, y)
	img := &Image{}
	m.BindImage(4, img)
	sampler := &Sampler{Normalized: true}
	m.BindSampler(5, sampler)
	var r Resolver
	r.Attach(m.States())
	for _, ref := range []Ref{{BTI: 3}, {Bindless: true, BTI: 252, Place: 1<<19 + 3}} {
		s, err := r.Surface(ref)
		require.NoError(t, err)
		assert.Same(t, y, s.Buffer())
		assert.Equal(t, Surface{Base: s.Base, Len: 8, Mask: 0xFFFFFFFF, Kind: Bounded, Shared: true, Direct: 8, buf: y}, *s)
	}
	for _, ref := range []Ref{{BTI: 4}, {Bindless: true, Place: 1<<19 + 4}} {
		got, err := r.Image(ref)
		require.NoError(t, err)
		assert.Same(t, img, got)
	}
	got, err := r.Sampler(SamplerRef{States: 2, Index: 3})
	require.NoError(t, err)
	assert.Same(t, sampler, got)
	assert.Equal(t, FlatSpace, r.Flat.Kind)
	assert.Nil(t, r.Flat.Buffer())

	_, err = r.Surface(Ref{BTI: 4})
	require.ErrorIs(t, err, ErrUnbound)
	assert.EqualError(t, err, "binding table index 4: no surface is bound (bound: [3])")
	var handle *HandleError
	_, err = r.Surface(Ref{Bindless: true, Place: 3})
	require.ErrorAs(t, err, &handle)
	assert.Equal(t, uint32(3<<12), handle.Handle)
	_, err = r.Image(Ref{Bindless: true, Place: 1<<19 + 240})
	require.ErrorAs(t, err, &handle)
	_, err = r.Image(Ref{BTI: 3})
	require.ErrorIs(t, err, ErrNoImage)
	_, err = r.Sampler(SamplerRef{States: 2, Index: 2})
	require.ErrorIs(t, err, ErrNoSampler)
	assert.Nil(t, r.Placed(1<<19+5))
	assert.Equal(t, Surface{}, r.Table[4], "what failed is asked again")
	m.Bind(4, y)
	_, err = r.Surface(Ref{BTI: 4})
	assert.NoError(t, err)
}

// asked are states that count how often they are asked: surfaces and images of their own for each name.
type asked struct {
	States
	n *int
}

func (a asked) Surface(r Ref) (Surface, error) {
	*a.n++
	return NewBuffer("s", 0, int(r.BTI)+int(r.Place)).Surface(Bounded), nil
}

func (a asked) Image(r Ref) (*Image, error) {
	*a.n++
	return &Image{ImageShape: ImageShape{Extent: [3]int{int(r.BTI), int(r.Place)}}}, nil
}

func (a asked) Sampler(r SamplerRef) (*Sampler, error) {
	*a.n++
	return &Sampler{Normalized: r.States+r.Index > 8}, nil
}

// TestResolver: each name is asked for once, two places in one slot each time that they change, and other states anew.
func TestResolver(t *testing.T) {
	n := 0
	states := asked{New().States(), &n}
	var r Resolver
	r.Attach(states)
	asks := func(want int, ref Ref, bytes uint64) {
		t.Helper()
		n = 0
		s, err := r.Surface(ref)
		require.NoError(t, err)
		assert.Equal(t, bytes, s.Len)
		img, err := r.Image(ref)
		require.NoError(t, err)
		assert.Equal(t, bytes, uint64(img.Extent[0]+img.Extent[1]))
		assert.Equal(t, want, n, ref)
	}
	place := func(p int32) Ref { return Ref{Bindless: true, Place: p} }
	asks(2, Ref{BTI: 7}, 7)
	asks(0, Ref{BTI: 7}, 7)
	asks(2, Ref{BTI: 200}, 200)
	asks(2, place(7), 7)
	asks(0, place(7), 7)
	asks(2, place(8), 8)
	asks(2, place(7+32), 39)
	assert.Nil(t, r.Placed(7))
	assert.Equal(t, uint64(39), r.Placed(39).Len)
	asks(2, place(7), 7)
	asks(0, place(8), 8)
	asks(0, Ref{BTI: 7}, 7)

	for _, c := range []struct {
		ref  SamplerRef
		asks int
		norm bool
	}{
		{SamplerRef{States: 0, Index: 3}, 1, false}, {SamplerRef{States: 0, Index: 3}, 0, false}, {SamplerRef{States: 16, Index: 3}, 1, true}, {SamplerRef{States: 0, Index: 3}, 1, false},
		{SamplerRef{States: 0, Index: 4}, 1, false}, {SamplerRef{States: 0, Index: 3}, 0, false}, {SamplerRef{States: 0, Index: 19}, 1, true},
		{SamplerRef{States: 0, Index: 3}, 1, false}, {SamplerRef{States: 0, Index: 3, Header: true}, 1, false}, {SamplerRef{States: 0, Index: 3, Header: true}, 0, false},
	} {
		n = 0
		s, err := r.Sampler(c.ref)
		require.NoError(t, err)
		assert.Equal(t, c.norm, s.Normalized, c.ref)
		assert.Equal(t, c.asks, n, c.ref)
	}

	r.Attach(states)
	asks(0, Ref{BTI: 7}, 7)
	r.Attach(asked{New().States(), &n})
	asks(2, Ref{BTI: 7}, 7)
	asks(2, place(7), 7)
}

// TestDirect: bytes that an offset of 32 bits reaches under the mask alone are all of a surface that has storage, as far as the mask lets.
func TestDirect(t *testing.T) {
	b := NewBuffer("b", 1<<33, 100)
	local := NewLocal(2000)
	for _, c := range []struct {
		s    Surface
		want uint64
	}{
		{b.Surface(Bounded), 100}, {local.Surface(Local), 2000}, {NewLocal(LocalSize).Surface(Local), 65536}, {b.Surface(FlatSpace), 100},
		{b.Surface(Stateless), 100}, {NewBuffer("empty", 0, 0).Surface(Bounded), 0}, {(*Buffer)(nil).Surface(Local), 0}, {New().flatSurface(), 0},
	} {
		assert.Equal(t, c.want, c.s.Direct, "%+v", c.s)
	}
	s := b.Surface(Bounded)
	assert.Equal(t, s.Base, *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(&s), SurfaceBase)))
	assert.Equal(t, s.Mask, *(*uint64)(unsafe.Add(unsafe.Pointer(&s), SurfaceMask)))
	s = b.Surface(FlatSpace)
	assert.Equal(t, uint64(1<<33), *(*uint64)(unsafe.Add(unsafe.Pointer(&s), SurfaceBias)))
	assert.Equal(t, s.Direct, *(*uint64)(unsafe.Add(unsafe.Pointer(&s), SurfaceDirect)))
}

// TestPlaces: code of another kind finds bindless states by the slot of their place, and buffers that 64-bit addresses reached, as far as
// they are known.
func TestPlaces(t *testing.T) {
	m := New()
	a, b := m.Alloc("a", 100), m.Alloc("b", 200)
	m.Table[1] = b
	var r Resolver
	r.Attach(m.States())
	place := int32(Handle(1) >> handleShift)
	_, err := r.Surface(Ref{Bindless: true, Place: place})
	require.NoError(t, err)
	placed, near := r.Places()
	at := unsafe.Add(unsafe.Pointer(placed), PlacedBytes*uintptr(SlotOf(place)))
	assert.Equal(t, place, *(*int32)(unsafe.Add(at, PlacedPlace)))
	assert.Equal(t, uint64(200), (*Surface)(unsafe.Add(at, PlacedSurface)).Len)
	assert.Equal(t, place>>PlacedFold+place, int32(PlacedSlots)*((place>>PlacedFold+place)/PlacedSlots)+SlotOf(place))

	kept := unsafe.Slice(near, NearSlots)
	r.Near(0, a.Base+99)
	r.Near(NearSlots+1, b.Base)
	assert.Equal(t, []uint64{100, 200, 0}, []uint64{kept[0].Len, kept[1].Len, kept[2].Len})
	r.Near(0, a.Base+100)
	assert.Equal(t, uint64(100), kept[0].Len, "an address in no buffer changes nothing")
	r.Forget()
	assert.Equal(t, []uint64{0, 0, 0}, []uint64{kept[0].Len, kept[1].Len, uint64(*(*int32)(unsafe.Add(at, PlacedPlace)))})
}
