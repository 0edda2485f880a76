//go:build !amd64

package launch

// Elsewhere the loops in Go do everything.
const quickFill = false

const noQuickFill = "BUG: no quick fill"

func drawFloats(*byte, int, splitMix64, float64, float64) { panic(noQuickFill) }
func drawMasked(*byte, int, splitMix64, uint32, uint32)   { panic(noQuickFill) }
