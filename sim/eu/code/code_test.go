package code

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestShiftWidths: what is shifted makes a shift one of 64 bits, the count does not.
func TestShiftWidths(t *testing.T) {
	assert.Equal(t, 63, shlBits([3]int{32, 64}))
	assert.Equal(t, 127, shlBits([3]int{64, 32}))
	assert.Equal(t, 33, shrBits([3]int{32, 64}))
	assert.Equal(t, 65, shrBits([3]int{64, 32}))
}

// TestMerged: spans that lie near each other are one.
func TestMerged(t *testing.T) {
	assert.Equal(t, []Span{{0, 40}, {200, 210}}, merged([]Span{{200, 210}, {0, 10}, {30, 40}, {5, 7}}))
}
