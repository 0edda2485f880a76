package abi

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWhole: payloads of groups that are whole differ in the number of the group alone, whatever lies in registers; a smaller one has
// sizes of its own.
func TestWhole(t *testing.T) {
	for _, start := range []Start{StartInRegisters, StartFromMemory, StartBehindIDs} {
		k := &Kernel{Name: "k", SIMD: 16, InlineData: 32, SkipIDs: 64, PerThread: []PayloadArg{{Type: LocalID, Size: 96}},
			Payload: []PayloadArg{{Type: LocalSize, Size: 12, Index: -1}}}
		b, err := k.NewBuilder(&Launch{Dims: 2, Global: [3]uint32{20, 6, 1}, Local: [3]uint32{8, 4, 1}, Start: start})
		require.NoError(t, err)
		fill := func(group [3]uint32, thread int) []byte {
			p := make([]byte, b.PayloadSize())
			for i := range p {
				p[i] = 0xEE
			}
			b.Fill(p, group, thread)
			return p
		}
		for _, c := range []struct {
			group [3]uint32
			whole bool
		}{{[3]uint32{}, true}, {[3]uint32{1, 0, 0}, true}, {[3]uint32{2, 0, 0}, false}, {[3]uint32{0, 1, 0}, false}, {[3]uint32{2, 1, 0}, false}} {
			assert.Equal(t, c.whole, b.Whole(c.group), c.group)
		}
		for thread := range b.MaxThreads() {
			first, second := fill([3]uint32{}, thread), fill([3]uint32{1, 0, 0}, thread)
			assert.Equal(t, []uint32{0, 1}, []uint32{dword(first, 1), dword(second, 1)})
			second[4] = 0
			assert.Equal(t, first, second, "thread %d, start %d", thread, start)
		}
		assert.NotEqual(t, fill([3]uint32{}, 0)[8:], fill([3]uint32{2, 0, 0}, 0)[8:])
	}
	even, err := (&Kernel{Name: "k", SIMD: 8}).NewBuilder(&Launch{Dims: 1, Global: [3]uint32{16, 1, 1}, Local: [3]uint32{8, 1, 1}})
	require.NoError(t, err)
	assert.True(t, even.Whole([3]uint32{1, 0, 0}), "the last of a row has the local size as well")
}
