package states

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestStale: a state that memory has changed is seen as it was, and reported, until the caches are flushed.
//
// seed: Broxton vol. 6 State Caching
func TestStale(t *testing.T) {
	b := newBench(t, native.SKL)
	b.set(t, surfaceAt, surfaceState, "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=64"+base)
	length := func() uint64 {
		s, err := b.Surface(ref)
		require.NoError(t, err)
		return s.Len
	}
	assert.Equal(t, uint64(64), length())
	assert.Empty(t, b.Stale())
	b.states.Contents()[surfaceAt+8] = 31 // 32 bytes
	assert.Equal(t, uint64(64), length())
	stale := []string{"RENDER_SURFACE_STATE at 0x10100 was changed and the caches of states were not flushed: messages that named it got what was there before"}
	assert.Equal(t, stale, b.Stale())
	b.Forget()
	assert.Equal(t, uint64(32), length())
	assert.Equal(t, stale, b.Stale(), "what was seen before")

	b = newBench(t, native.SKL)
	b.set(t, surfaceAt, surfaceState, "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=64"+base)
	assert.Equal(t, uint64(64), length())
	b.states.Contents()[4] = 0x40 // entry 1 of the binding table
	assert.Equal(t, []string{"BINDING_TABLE_STATE at 0x10004 was changed and the caches of states were not flushed: messages that named it got what was there before"}, b.Stale(), "that nobody named again")
}

// TestCacheBound: what is held takes no more than its bound, and what is not held is read each time.
func TestCacheBound(t *testing.T) {
	var c cache
	for at := range uint64(mostHeld + 2) {
		c.through("SAMPLER_STATE", 16*at, []byte{1})
	}
	assert.Len(t, c.held, mostHeld)
	assert.Equal(t, []byte{2}, c.through("SAMPLER_STATE", 16*(mostHeld+1), []byte{2}))
	assert.Equal(t, []byte{1}, c.through("SAMPLER_STATE", 0, []byte{2}))
}
