package fixed

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMotionWords: dwords of the universal input of motion estimation that encoders' kernels set, and what the comments beside them say of
// their parts (an open kernel of a motion search in CM: 0x76a40000 is "8x8 and 16x16, no refinement of two directions, InterSAD 2").
func TestMotionWords(t *testing.T) {
	for dword, want := range map[uint32]struct{ shapes, sad, refine uint32 }{0x76a40000: {0x76, 2, 1}, 0x77240000: {0x77, 2, 1}, 0x77040000: {0x77, 0, 1}, 0x76a00000: {0x76, 2, 0}} {
		assert.Equal(t, want.shapes, VmeNoShapes.Of(dword), "%#x", dword)
		assert.Equal(t, want.sad, VmeSad.Of(dword), "%#x", dword)
		assert.Equal(t, want.refine, VmeNoBiRefine.Of(dword), "%#x", dword)
	}
	// Bytes 22 and 23 of the first register, 4, 8 and 9 of the second, 20 to 22 of the third.
	for _, c := range []struct {
		f  Field
		at [2]int
	}{
		{VmeRefWidth, [2]int{20, 16}}, {VmeRefHeight, [2]int{20, 24}}, {VmeSourceX, [2]int{8, 0}}, {VmeSourceY, [2]int{8, 16}},
		{VmeSearchMaxVectors, [2]int{4, 0}}, {VmeSearchPathLength, [2]int{8, 0}}, {VmeSearchMaxUnits, [2]int{8, 8}}, {VmeSearchSkipCentres, [2]int{28, 24}},
		{VmeCostsRefineMode, [2]int{20, 0}}, {VmeCostsRefineDirections, [2]int{20, 16}}, {VmeCostsRef, [2]int{8, 16}},
	} {
		assert.Equal(t, c.at, [2]int{c.f.Byte(), c.f.Shift()})
	}
}
