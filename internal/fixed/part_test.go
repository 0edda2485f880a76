package fixed

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPart: the numbers of the Broxton document, and a place.
// seed: broxton GPGPU Context Switch, Base Address Calculation
func TestPart(t *testing.T) {
	assert.Equal(t, 0x10000, SavedBlock.Bytes(), "A, 64 KB of local memory")
	assert.Equal(t, 0x2000, SavedThread.Bytes(), "D, 8 KB")
	assert.Equal(t, []int{0x1040, 12}, []int{SavedThreadCR.At(), SavedThreadCR.Bytes()})
	assert.Equal(t, []byte{3, 4, 5}, Part(2<<24 | 3).In([]byte{1, 2, 3, 4, 5, 6})[:3])
	assert.Equal(t, 3, cap(Part(2<<24|3).In([]byte{1, 2, 3, 4, 5, 6})), "a part ends where it ends")
}
