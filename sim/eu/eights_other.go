//go:build !amd64

package eu

// Without rows of eight lanes the loops in Go do everything.
const haveEights = false

func eights(int) bool { return false }

const noEights = "BUG: no rows of eight lanes"

func addEights(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func mulEights(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func andEights(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func orEights(d, a, b *[maxLanes]uint32, n int)                             { panic(noEights) }
func xorEights(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func shlEights(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func shrEights(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func asrEights(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func add3Eights(d, a, b, c *[maxLanes]uint32, n int)                        { panic(noEights) }
func machLowEights(d, a, b, c *[maxLanes]uint32, n int)                     { panic(noEights) }
func carryEights(d, over, a, b *[maxLanes]uint32, n int)                    { panic(noEights) }
func borrowEights(d, over, a, b *[maxLanes]uint32, n int)                   { panic(noEights) }
func rolEights(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func booleanEights(d, a, b, c *[maxLanes]uint32, is, not *[4]uint32, n int) { panic(noEights) }
func addFloats(d, a, b *[maxLanes]float32, n int)                           { panic(noEights) }
func mulFloats(d, a, b *[maxLanes]float32, n int)                           { panic(noEights) }
func madFloats(d, a, b, c *[maxLanes]float32, n int)                        { panic(noEights) }
func addSpread(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func mulSpread(d, a, b *[maxLanes]uint32, n int)                            { panic(noEights) }
func addFloatsSpread(d, a, b *[maxLanes]float32, n int)                     { panic(noEights) }
func mulFloatsSpread(d, a, b *[maxLanes]float32, n int)                     { panic(noEights) }
func madFloatsSpread(d, a, b, c *[maxLanes]float32, n int)                  { panic(noEights) }
func unsignedWords(d *[maxLanes]uint32, a *[maxLanes]uint16, n int)         { panic(noEights) }
func signedWords(d *[maxLanes]uint32, a *[maxLanes]int16, n int)            { panic(noEights) }
func signsEights(d, a *[maxLanes]uint32, keep, flip uint32, n int)          { panic(noEights) }
func negativeEights(d, a *[maxLanes]uint32, n int)                          { panic(noEights) }
func chooseEights(first uint32, d, a, b *[maxLanes]uint32, n int)           { panic(noEights) }
func maskedEights(em uint32, d, a *[maxLanes]uint32, n int)                 { panic(noEights) }
func spreadEights(d *[maxLanes]uint64, v uint32, n int)                     { panic(noEights) }
func eqDwords(a, b *[maxLanes]int32, n int) uint32                          { panic(noEights) }
func gtDwords(a, b *[maxLanes]int32, n int) uint32                          { panic(noEights) }
func gtUnsigned(a, b *[maxLanes]uint32, n int) uint32                       { panic(noEights) }
func eqFloats(a, b *[maxLanes]float32, n int) uint32                        { panic(noEights) }
func neFloats(a, b *[maxLanes]float32, n int) uint32                        { panic(noEights) }
func ltFloats(a, b *[maxLanes]float32, n int) uint32                        { panic(noEights) }
func leFloats(a, b *[maxLanes]float32, n int) uint32                        { panic(noEights) }
func unFloats(a, b *[maxLanes]float32, n int) uint32                        { panic(noEights) }
