package message

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLocalAtomics: lanes of a message meet one after the other on dwords of local memory, at its last one too.
//
// seed: Broxton vol. 6 SLM Behavior and Software Usage
func TestLocalAtomics(t *testing.T) {
	b := newBench(t)
	require.NoError(t, b.slm.Store(8, 4, 1000))
	require.NoError(t, b.slm.Store(252, 4, 5))
	const add, smax = 7, 10
	b.dwords(20, 8, 252, 8, 8, 252, 8, 8, 8).dwords(21, 1, 2, 3, 4, 5, 6, 7, 8)
	b.ok(0x7F, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|add<<8|254)
	assert.Equal(t, []uint32{1000, 5, 1001, 1004, 7, 1008, 1014, 0}, b.got(10, 8))
	b.dwords(20, 8, 252).dwords(21, 0xFFFFFFFF, 13)
	b.ok(3, dc1, 2, 0, 1, untypedAtomic|returns|atomic8|smax<<8|254)
	assert.Equal(t, []uint32{1021, 12}, b.got(10, 2))
	for at, want := range map[uint64]uint64{8: 1021, 252: 13} {
		got, err := b.slm.Load(at, 4)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}
