//go:build !amd64

package avx

// Have is false on processors of another kind: the loops in Go do everything.
const Have = false

const noRows = "BUG: no rows of eight lanes"

// Add gives sums.
func Add(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Mul gives low dwords of products.
func Mul(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// And gives the bits that both have.
func And(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Or gives the bits that either has.
func Or(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Xor gives the bits that one of them has.
func Xor(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Shl gives a shifted left by the low 5 bits of b.
func Shl(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Shr gives a shifted right by the low 5 bits of b.
func Shr(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Asr gives the same with copies of the sign.
func Asr(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Add3 gives sums of three.
func Add3(d, a, b, c *[Lanes]uint32, n int) { panic(noRows) }

// MachLow gives a plus the product of b and the upper word of c, which counts where it is.
func MachLow(d, a, b, c *[Lanes]uint32, n int) { panic(noRows) }

// Carry gives sums, and their carries.
func Carry(d, over, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Borrow gives differences, and what they borrow.
func Borrow(d, over, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Rol gives a rotated left by the low 5 bits of b.
func Rol(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Boolean gives a function of three bits for each bit, as four functions of one.
func Boolean(d, a, b, c *[Lanes]uint32, is, not *[4]uint32, n int) { panic(noRows) }

// AddFloats gives sums.
func AddFloats(d, a, b *[Lanes]float32, n int) { panic(noRows) }

// MulFloats gives products.
func MulFloats(d, a, b *[Lanes]float32, n int) { panic(noRows) }

// MadFloats gives a plus the product of b and c, rounded once.
func MadFloats(d, a, b, c *[Lanes]float32, n int) { panic(noRows) }

// AddSpread gives Add of element 0 of b.
func AddSpread(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// MulSpread gives Mul of element 0 of b.
func MulSpread(d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// AddFloatsSpread gives AddFloats of element 0 of b.
func AddFloatsSpread(d, a, b *[Lanes]float32, n int) { panic(noRows) }

// MulFloatsSpread gives MulFloats of element 0 of b.
func MulFloatsSpread(d, a, b *[Lanes]float32, n int) { panic(noRows) }

// MadFloatsSpread gives MadFloats of element 0 of c.
func MadFloatsSpread(d, a, b, c *[Lanes]float32, n int) { panic(noRows) }

// UnsignedWords gives words as dwords.
func UnsignedWords(d *[Lanes]uint32, a *[Lanes]uint16, n int) { panic(noRows) }

// SignedWords gives words with sign as dwords.
func SignedWords(d *[Lanes]uint32, a *[Lanes]int16, n int) { panic(noRows) }

// Signs gives a and keep, exclusive or flip.
func Signs(d, a *[Lanes]uint32, keep, flip uint32, n int) { panic(noRows) }

// Negate gives 0 minus a.
func Negate(d, a *[Lanes]uint32, n int) { panic(noRows) }

// Choose gives a where a bit of first is set, else b.
func Choose(first uint32, d, a, b *[Lanes]uint32, n int) { panic(noRows) }

// Masked gives d, and a where a bit of em is set.
func Masked(em uint32, d, a *[Lanes]uint32, n int) { panic(noRows) }

// Spread gives v for all.
func Spread(d *uint32, v uint32, n int) { panic(noRows) }

// WidenSums gives sums of a and base, of 32 bits each, in 64 bits.
func WidenSums(d *uint64, a *uint32, base uint32, n int) { panic(noRows) }

// Steps tells whether each of a is the one before and step.
func Steps(a *uint64, step uint64, n int) bool { panic(noRows) }

// EqDwords gives a bit for each lane where a equals b.
func EqDwords(a, b *[Lanes]int32, n int) uint32 { panic(noRows) }

// GtDwords gives a bit for each lane where a is greater.
func GtDwords(a, b *[Lanes]int32, n int) uint32 { panic(noRows) }

// GtUnsigned gives the same of numbers without sign.
func GtUnsigned(a, b *[Lanes]uint32, n int) uint32 { panic(noRows) }

// EqFloats gives a bit for each lane where a equals b.
func EqFloats(a, b *[Lanes]float32, n int) uint32 { panic(noRows) }

// NeFloats gives a bit for each lane where it does not, or either is a NaN.
func NeFloats(a, b *[Lanes]float32, n int) uint32 { panic(noRows) }

// LtFloats gives a bit for each lane where a is less.
func LtFloats(a, b *[Lanes]float32, n int) uint32 { panic(noRows) }

// LeFloats gives a bit for each lane where a is less or equal.
func LeFloats(a, b *[Lanes]float32, n int) uint32 { panic(noRows) }

// UnFloats gives a bit for each lane where a or b is a NaN.
func UnFloats(a, b *[Lanes]float32, n int) uint32 { panic(noRows) }
