package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestImage: places by the formula, worked out by hand for three subslices of six EUs of six
// threads and two blocks: B is 6 * 6 * 8 KB = 48000h, C is 6 * 8 KB = C000h, D is 2000h.
// seed: broxton GPGPU Context Switch, Base Address Calculation
func TestImage(t *testing.T) {
	m, err := Named("bxt")
	require.NoError(t, err)
	i, err := m.ContextImage()
	require.NoError(t, err)
	assert.Equal(t, 2*0x10000+3*0x48000, i.Bytes())
	for _, c := range []struct {
		at   Place
		want int
	}{
		{Place{}, 0x20000}, {Place{Thread: 1}, 0x22000}, {Place{EU: 1}, 0x2c000}, {Place{Subslice: 1}, 0x68000},
		{Place{0, 2, 5, 5}, 0xf6000},
	} {
		got, err := i.Thread(c.at)
		require.NoError(t, err)
		assert.Equal(t, c.want, got, "%+v", c.at)
	}
	for _, at := range []Place{{Slice: 1}, {Subslice: 3}, {EU: 6}, {Thread: 6}, {Thread: -1}, {EU: -1}, {Subslice: -1}, {Slice: -1}} {
		_, err := i.Thread(at)
		assert.ErrorContains(t, err, "machine bxt has no", "%+v", at)
	}

	m.Off = 1 << 1 // no gaps: subslice 2 is the second one
	i, err = m.ContextImage()
	require.NoError(t, err)
	assert.Equal(t, 2*0x10000+2*0x48000, i.Bytes())
	got, err := i.Thread(Place{Subslice: 2})
	require.NoError(t, err)
	assert.Equal(t, 0x68000, got)
	_, err = i.Thread(Place{Subslice: 1})
	assert.EqualError(t, err, "machine bxt has no subslice 0.1")

	skl, err := Named("skl-gt3")
	require.NoError(t, err)
	i, err = skl.ContextImage()
	require.NoError(t, err)
	got, err = i.Thread(Place{1, 1, 0, 0})
	require.NoError(t, err)
	assert.Equal(t, 6*0x10000+4*8*7*0x2000, got, "subslices count over slices")
}

// TestImageBound: 2 MB, which the document says of BXT-C.
// seed: broxton GPGPU Context Switch, Maximum Upper Bound
func TestImageBound(t *testing.T) {
	m, err := Parse("m.yaml", []byte("like: bxt\nthreads: 13\n"))
	require.NoError(t, err)
	_, err = m.ContextImage()
	assert.NoError(t, err, "2 blocks and 234 threads are 1.96 MB")
	m.Threads = 14
	_, err = m.ContextImage()
	assert.EqualError(t, err, "machine like bxt: a context image of 2195456 bytes, for 2 blocks of local memory and 252 threads: legal are up to 2097152")
	for _, name := range Names() {
		m, err := Named(name)
		require.NoError(t, err)
		_, err = m.ContextImage()
		assert.NoError(t, err, name)
	}
}

// TestSeats: groups in flight have threads and local memory of their own.
func TestSeats(t *testing.T) {
	m, err := Named("bxt")
	require.NoError(t, err)
	seats, err := m.Seats(Demand{Groups: 9, Threads: 12, SLM: 9000})
	require.NoError(t, err)
	require.Len(t, seats, 7, "three of 12 threads for each subslice, but four of 16 KB for each block: subslices 0 and 2 share one")
	var local []int
	for i := range seats {
		local = append(local, seats[i].Local)
	}
	assert.Equal(t, []int{0, 0x10000, 0x4000, 0x8000, 0x14000, 0xc000, 0x18000}, local)
	assert.Equal(t, []Place{{0, 0, 0, 0}, {0, 0, 0, 5}, {0, 0, 1, 0}, {0, 0, 1, 5}}, []Place{seats[0].At(0), seats[0].At(5), seats[0].At(6), seats[0].At(11)})
	assert.Equal(t, Place{0, 1, 2, 0}, seats[4].At(0), "the second of subslice 1")

	require.NoError(t, m.Pool())
	seats, err = m.Seats(Demand{Groups: 2, Threads: 54})
	require.NoError(t, err)
	require.Len(t, seats, 2)
	assert.Equal(t, []Place{{0, 0, 0, 0}, {0, 0, 2, 5}, {0, 0, 3, 0}, {0, 1, 2, 5}}, []Place{seats[0].At(0), seats[0].At(17), seats[0].At(18), seats[0].At(53)})
	assert.Equal(t, []Place{{0, 1, 3, 0}, {0, 2, 5, 5}}, []Place{seats[1].At(0), seats[1].At(53)})
	_, err = m.Seats(Demand{Groups: 2, Threads: 55})
	assert.EqualError(t, err, "machine bxt: a group of 55 threads: the largest pool has 54")
}

// TestSeatsOfLargeFiles: threads of 256 registers are four to an EU, in an image that has room for eight.
func TestSeatsOfLargeFiles(t *testing.T) {
	m, err := Named("dg2")
	require.NoError(t, err)
	for _, c := range []struct {
		large bool
		seats int
		at    []Place
	}{
		{false, 128, []Place{{0, 0, 0, 3}, {0, 0, 0, 4}, {0, 0, 3, 7}}},
		{true, 64, []Place{{0, 0, 0, 3}, {0, 0, 1, 0}, {0, 0, 7, 3}}},
	} {
		seats, err := m.Seats(Demand{Groups: 999, Threads: 32, Large: c.large})
		require.NoError(t, err)
		assert.Len(t, seats, c.seats)
		assert.Equal(t, c.at, []Place{seats[0].At(3), seats[0].At(4), seats[0].At(31)})
	}
	image, err := m.ContextImage()
	require.NoError(t, err)
	assert.Equal(t, 32*0x20000+4096*0x2000, image.Bytes())
}

// TestPreemptions: the commands of the document's list and note.
// seed: broxton GPGPU Context Switch, Preemption can occur on commands listed here
func TestPreemptions(t *testing.T) {
	assert.Equal(t, []string{"MI_ARB_CHECK", "MEDIA_STATE_FLUSH", "PIPE_CONTROL", "MI_WAIT_FOR_EVENT", "MI_SEMAPHORE_WAIT"}, Points())
	for dispatch, want := range map[string]Preemption{
		"gpgpu_walker": {"GPGPU_WALKER", "gpgpu_walker", Inside},
		"media_object": {"MEDIA_OBJECT", "media_object", Never},
		"media_walker": {"MEDIA_OBJECT_WALKER", "media_walker", Never},
	} {
		got, ok := PreemptionOf(dispatch)
		assert.True(t, ok)
		assert.Equal(t, want, got)
	}
	_, ok := PreemptionOf("")
	assert.False(t, ok)
}

// TestOf: of several machines of a product the one with most threads in a subslice.
func TestOf(t *testing.T) {
	for product, want := range map[string]string{"skl": "skl-gt2", "bxt": "bxt", "icllp": "icl", "ivb": "ivb-gt2", "dg2": "dg2", "acm-g11": "acm-g11", "mtl-h": "mtl-h", "arl-h": "arl-h"} {
		m, ok := Of(product)
		require.True(t, ok, product)
		assert.Equal(t, want, m.Name)
	}
	_, ok := Of("xyz")
	assert.False(t, ok)
}
