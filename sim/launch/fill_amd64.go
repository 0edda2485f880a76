package launch

import "github.com/genvisa/genvisa/internal/cpu"

// quickFill says that AVX2 instructions generate contents. The loops in Go are
// what they must agree with.
var quickFill = cpu.AVX2

// drawFloats writes n elements, a multiple of eight, as filler.floats does: from and
// so many steps as the upper 24 bits of a draw say.
//
//go:noescape
func drawFloats(dst *byte, n int, rng splitMix64, from, step float64)

// drawMasked writes n elements, a multiple of eight: lo and the bits of mask of a
// draw.
//
//go:noescape
func drawMasked(dst *byte, n int, rng splitMix64, lo, mask uint32)
