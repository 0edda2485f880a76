package sem

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
)

// Quick is a kernel of 32-bit rows by the processor's vectors: it computes what the
// kernel of the same op and class in Rows does, bit for bit, for a multiple of eight
// elements.
type Quick struct {
	Row   QuickRow // nil for none, and for a move
	Move  bool     // the result is the source
	One   QuickRow // the same with element 0 of source Which for all; nil when there is none
	Which uint8
	Swaps bool // sources 0 and 1 may change places
	Float bool // in the mode num.IEEE only
}

// QuickRow computes n elements of d from the sources of the op.
type QuickRow = func(d, a, b, c *[Lanes]uint32, n int)

// QuickTest compares n elements, a bit for each.
type QuickTest = func(a, b *[Lanes]uint32, n int) uint32

// The rows that Quicks has, by the generator.
var (
	quickMove = Quick{Move: true}
	quickAdd  = Quick{Row: add2, One: addOne, Which: 1, Swaps: true}
	quickMul  = Quick{Row: mul2, One: mulOne, Which: 1, Swaps: true}
	quickAnd  = Quick{Row: and2}
	quickOr   = Quick{Row: or2}
	quickXor  = Quick{Row: xor2}
	quickShl  = Quick{Row: shl2}
	quickShr  = Quick{Row: shr2}
	quickAsr  = Quick{Row: asr2}
	quickAddF = Quick{Row: addFloats, One: addFloatsOne, Which: 1, Swaps: true, Float: true}
	quickMulF = Quick{Row: mulFloats, One: mulFloatsOne, Which: 1, Swaps: true, Float: true}
	quickMadF = Quick{Row: madFloats, One: madFloatsOne, Which: 1, Swaps: true, Float: true}
)

// QuickTests are the comparisons, by class and relation.
var QuickTests = [NumClasses][6]QuickTest{
	UD: {eqDwords, neDwords, gtUnsigned, geUnsigned, ltUnsigned, leUnsigned},
	D:  {eqDwords, neDwords, gtDwords, geDwords, ltDwords, leDwords},
	F:  {eqFloats, neFloats, gtFloats, geFloats, ltFloats, leFloats},
}

func add2(d, a, b, _ *[Lanes]uint32, n int)   { avx.Add(d, a, b, n) }
func addOne(d, a, b, _ *[Lanes]uint32, n int) { avx.AddSpread(d, a, b, n) }
func mul2(d, a, b, _ *[Lanes]uint32, n int)   { avx.Mul(d, a, b, n) }
func mulOne(d, a, b, _ *[Lanes]uint32, n int) { avx.MulSpread(d, a, b, n) }
func and2(d, a, b, _ *[Lanes]uint32, n int)   { avx.And(d, a, b, n) }
func or2(d, a, b, _ *[Lanes]uint32, n int)    { avx.Or(d, a, b, n) }
func xor2(d, a, b, _ *[Lanes]uint32, n int)   { avx.Xor(d, a, b, n) }
func shl2(d, a, b, _ *[Lanes]uint32, n int)   { avx.Shl(d, a, b, n) }
func shr2(d, a, b, _ *[Lanes]uint32, n int)   { avx.Shr(d, a, b, n) }
func asr2(d, a, b, _ *[Lanes]uint32, n int)   { avx.Asr(d, a, b, n) }

func addFloats(d, a, b, _ *[Lanes]uint32, n int) { avx.AddFloats(floats(d), floats(a), floats(b), n) }
func addFloatsOne(d, a, b, _ *[Lanes]uint32, n int) {
	avx.AddFloatsSpread(floats(d), floats(a), floats(b), n)
}
func mulFloats(d, a, b, _ *[Lanes]uint32, n int) { avx.MulFloats(floats(d), floats(a), floats(b), n) }
func mulFloatsOne(d, a, b, _ *[Lanes]uint32, n int) {
	avx.MulFloatsSpread(floats(d), floats(a), floats(b), n)
}

// The third source of mad is what is added.
func madFloats(d, a, b, c *[Lanes]uint32, n int) {
	avx.MadFloats(floats(d), floats(c), floats(a), floats(b), n)
}

func madFloatsOne(d, a, b, c *[Lanes]uint32, n int) {
	avx.MadFloatsSpread(floats(d), floats(c), floats(a), floats(b), n)
}

func eqDwords(a, b *[Lanes]uint32, n int) uint32   { return avx.EqDwords(signed(a), signed(b), n) }
func neDwords(a, b *[Lanes]uint32, n int) uint32   { return eqDwords(a, b, n) ^ ones(n) }
func gtDwords(a, b *[Lanes]uint32, n int) uint32   { return avx.GtDwords(signed(a), signed(b), n) }
func geDwords(a, b *[Lanes]uint32, n int) uint32   { return gtDwords(b, a, n) ^ ones(n) }
func ltDwords(a, b *[Lanes]uint32, n int) uint32   { return gtDwords(b, a, n) }
func leDwords(a, b *[Lanes]uint32, n int) uint32   { return gtDwords(a, b, n) ^ ones(n) }
func gtUnsigned(a, b *[Lanes]uint32, n int) uint32 { return avx.GtUnsigned(a, b, n) }
func geUnsigned(a, b *[Lanes]uint32, n int) uint32 { return gtUnsigned(b, a, n) ^ ones(n) }
func ltUnsigned(a, b *[Lanes]uint32, n int) uint32 { return gtUnsigned(b, a, n) }
func leUnsigned(a, b *[Lanes]uint32, n int) uint32 { return gtUnsigned(a, b, n) ^ ones(n) }

func eqFloats(a, b *[Lanes]uint32, n int) uint32 { return avx.EqFloats(floats(a), floats(b), n) }
func neFloats(a, b *[Lanes]uint32, n int) uint32 { return avx.NeFloats(floats(a), floats(b), n) }
func gtFloats(a, b *[Lanes]uint32, n int) uint32 { return ltFloats(b, a, n) }
func geFloats(a, b *[Lanes]uint32, n int) uint32 { return leFloats(b, a, n) }
func ltFloats(a, b *[Lanes]uint32, n int) uint32 { return avx.LtFloats(floats(a), floats(b), n) }
func leFloats(a, b *[Lanes]uint32, n int) uint32 { return avx.LeFloats(floats(a), floats(b), n) }

func floats(p *[Lanes]uint32) *[Lanes]float32 { return (*[Lanes]float32)(unsafe.Pointer(p)) }
func signed(p *[Lanes]uint32) *[Lanes]int32   { return (*[Lanes]int32)(unsafe.Pointer(p)) }

// ones has the low n bits set.
func ones(n int) uint32 { return uint32(uint64(1)<<n - 1) }
