package eu

import "github.com/genvisa/genvisa/internal/cpu"

// haveEights says that rows of a multiple of eight lanes are computed by AVX2
// instructions. The loops in Go are what they must agree with.
var haveEights = cpu.AVX2

func eights(n int) bool { return n&7 == 0 && haveEights }

//go:noescape
func addEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func mulEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func andEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func orEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func xorEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func shlEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func shrEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func asrEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func add3Eights(d, a, b, c *[maxLanes]uint32, n int)

//go:noescape
func machLowEights(d, a, b, c *[maxLanes]uint32, n int)

//go:noescape
func carryEights(d, over, a, b *[maxLanes]uint32, n int)

//go:noescape
func borrowEights(d, over, a, b *[maxLanes]uint32, n int)

//go:noescape
func rolEights(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func booleanEights(d, a, b, c *[maxLanes]uint32, is, not *[4]uint32, n int)

//go:noescape
func addFloats(d, a, b *[maxLanes]float32, n int)

//go:noescape
func mulFloats(d, a, b *[maxLanes]float32, n int)

//go:noescape
func madFloats(d, a, b, c *[maxLanes]float32, n int)

//go:noescape
func addSpread(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func mulSpread(d, a, b *[maxLanes]uint32, n int)

//go:noescape
func addFloatsSpread(d, a, b *[maxLanes]float32, n int)

//go:noescape
func mulFloatsSpread(d, a, b *[maxLanes]float32, n int)

//go:noescape
func madFloatsSpread(d, a, b, c *[maxLanes]float32, n int)

//go:noescape
func unsignedWords(d *[maxLanes]uint32, a *[maxLanes]uint16, n int)

//go:noescape
func signedWords(d *[maxLanes]uint32, a *[maxLanes]int16, n int)

//go:noescape
func signsEights(d, a *[maxLanes]uint32, keep, flip uint32, n int)

//go:noescape
func negativeEights(d, a *[maxLanes]uint32, n int)

//go:noescape
func chooseEights(first uint32, d, a, b *[maxLanes]uint32, n int)

//go:noescape
func maskedEights(em uint32, d, a *[maxLanes]uint32, n int)

//go:noescape
func spreadEights(d *[maxLanes]uint64, v uint32, n int)

//go:noescape
func eqDwords(a, b *[maxLanes]int32, n int) uint32

//go:noescape
func gtDwords(a, b *[maxLanes]int32, n int) uint32

//go:noescape
func gtUnsigned(a, b *[maxLanes]uint32, n int) uint32

//go:noescape
func eqFloats(a, b *[maxLanes]float32, n int) uint32

//go:noescape
func neFloats(a, b *[maxLanes]float32, n int) uint32

//go:noescape
func ltFloats(a, b *[maxLanes]float32, n int) uint32

//go:noescape
func leFloats(a, b *[maxLanes]float32, n int) uint32

//go:noescape
func unFloats(a, b *[maxLanes]float32, n int) uint32
