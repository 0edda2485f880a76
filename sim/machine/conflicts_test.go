package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestConflicts: the Broxton document, volume 6, SLM Behavior and SLM Bank Hardware
// Implementation: 16 banks, 16 accesses of a dword in a clock.
//
// seed: Broxton vol. 6 SLM Bank Hardware Implementation
func TestConflicts(t *testing.T) {
	assert.Equal(t, LocalMemory{16, 4}, Default())
	for _, c := range []struct {
		name          string
		mask          uint32
		stride, bytes int
		extra, degree int
	}{
		{"consecutive dwords", 0xffff, 4, 4, 0, 1},
		{"one dword for all", 0xffff, 0, 4, 0, 1},
		{"every second dword", 0xffff, 8, 4, 1, 2},
		{"a row of banks apart", 0xffff, 64, 4, 15, 16},
		{"three dwords: all banks", 0xffff, 12, 4, 0, 1},
		{"17 dwords: all banks", 0xffff, 68, 4, 0, 1},
		{"half of the lanes", 0x00ff, 64, 4, 7, 8},
		{"qwords: two rows", 0xffff, 8, 8, 2, 2},
		{"bytes of dwords", 0xffff, 1, 1, 0, 1},
		{"32 lanes: two rows", 0xffffffff, 64, 4, 30, 16},
		{"one lane", 0x8, 64, 4, 0, 1},
		{"no lane", 0, 64, 4, 0, 0},
	} {
		var at [Lanes]uint64
		for i := range at {
			at[i] = uint64(i * c.stride)
		}
		extra, degree := Default().Conflicts(c.mask, &at, c.bytes)
		assert.Equal(t, c.extra, extra, c.name)
		assert.Equal(t, c.degree, degree, c.name)
	}
	at := [Lanes]uint64{0, 64, 0, 64}
	extra, degree := Default().Conflicts(0xf, &at, 4)
	assert.Equal(t, []int{1, 2}, []int{extra, degree}, "two words, each for two lanes")
}
