package avx

import "github.com/genvisa/genvisa/internal/cpu"

// Have says that the processor has what the rows need.
var Have = cpu.AVX2

// Add gives sums.
//
//go:noescape
func Add(d, a, b *[Lanes]uint32, n int)

// Mul gives low dwords of products.
//
//go:noescape
func Mul(d, a, b *[Lanes]uint32, n int)

// And gives the bits that both have.
//
//go:noescape
func And(d, a, b *[Lanes]uint32, n int)

// Or gives the bits that either has.
//
//go:noescape
func Or(d, a, b *[Lanes]uint32, n int)

// Xor gives the bits that one of them has.
//
//go:noescape
func Xor(d, a, b *[Lanes]uint32, n int)

// Shl gives a shifted left by the low 5 bits of b.
//
//go:noescape
func Shl(d, a, b *[Lanes]uint32, n int)

// Shr gives a shifted right by the low 5 bits of b.
//
//go:noescape
func Shr(d, a, b *[Lanes]uint32, n int)

// Asr gives the same with copies of the sign.
//
//go:noescape
func Asr(d, a, b *[Lanes]uint32, n int)

// Add3 gives sums of three.
//
//go:noescape
func Add3(d, a, b, c *[Lanes]uint32, n int)

// MachLow gives a plus the product of b and the upper word of c, which counts where it is.
//
//go:noescape
func MachLow(d, a, b, c *[Lanes]uint32, n int)

// Carry gives sums, and their carries.
//
//go:noescape
func Carry(d, over, a, b *[Lanes]uint32, n int)

// Borrow gives differences, and what they borrow.
//
//go:noescape
func Borrow(d, over, a, b *[Lanes]uint32, n int)

// Rol gives a rotated left by the low 5 bits of b.
//
//go:noescape
func Rol(d, a, b *[Lanes]uint32, n int)

// Boolean gives a function of three bits for each bit, as four functions of one.
//
//go:noescape
func Boolean(d, a, b, c *[Lanes]uint32, is, not *[4]uint32, n int)

// AddFloats gives sums.
//
//go:noescape
func AddFloats(d, a, b *[Lanes]float32, n int)

// MulFloats gives products.
//
//go:noescape
func MulFloats(d, a, b *[Lanes]float32, n int)

// MadFloats gives a plus the product of b and c, rounded once.
//
//go:noescape
func MadFloats(d, a, b, c *[Lanes]float32, n int)

// AddSpread gives Add of element 0 of b.
//
//go:noescape
func AddSpread(d, a, b *[Lanes]uint32, n int)

// MulSpread gives Mul of element 0 of b.
//
//go:noescape
func MulSpread(d, a, b *[Lanes]uint32, n int)

// AddFloatsSpread gives AddFloats of element 0 of b.
//
//go:noescape
func AddFloatsSpread(d, a, b *[Lanes]float32, n int)

// MulFloatsSpread gives MulFloats of element 0 of b.
//
//go:noescape
func MulFloatsSpread(d, a, b *[Lanes]float32, n int)

// MadFloatsSpread gives MadFloats of element 0 of c.
//
//go:noescape
func MadFloatsSpread(d, a, b, c *[Lanes]float32, n int)

// UnsignedWords gives words as dwords.
//
//go:noescape
func UnsignedWords(d *[Lanes]uint32, a *[Lanes]uint16, n int)

// SignedWords gives words with sign as dwords.
//
//go:noescape
func SignedWords(d *[Lanes]uint32, a *[Lanes]int16, n int)

// Signs gives a and keep, exclusive or flip.
//
//go:noescape
func Signs(d, a *[Lanes]uint32, keep, flip uint32, n int)

// Negate gives 0 minus a.
//
//go:noescape
func Negate(d, a *[Lanes]uint32, n int)

// Choose gives a where a bit of first is set, else b.
//
//go:noescape
func Choose(first uint32, d, a, b *[Lanes]uint32, n int)

// Masked gives d, and a where a bit of em is set.
//
//go:noescape
func Masked(em uint32, d, a *[Lanes]uint32, n int)

// Spread gives v for all.
//
//go:noescape
func Spread(d *uint32, v uint32, n int)

// WidenSums gives sums of a and base, of 32 bits each, in 64 bits.
//
//go:noescape
func WidenSums(d *uint64, a *uint32, base uint32, n int)

// Steps tells whether each of a is the one before and step.
//
//go:noescape
func Steps(a *uint64, step uint64, n int) bool

// EqDwords gives a bit for each lane where a equals b.
//
//go:noescape
func EqDwords(a, b *[Lanes]int32, n int) uint32

// GtDwords gives a bit for each lane where a is greater.
//
//go:noescape
func GtDwords(a, b *[Lanes]int32, n int) uint32

// GtUnsigned gives the same of numbers without sign.
//
//go:noescape
func GtUnsigned(a, b *[Lanes]uint32, n int) uint32

// EqFloats gives a bit for each lane where a equals b.
//
//go:noescape
func EqFloats(a, b *[Lanes]float32, n int) uint32

// NeFloats gives a bit for each lane where it does not, or either is a NaN.
//
//go:noescape
func NeFloats(a, b *[Lanes]float32, n int) uint32

// LtFloats gives a bit for each lane where a is less.
//
//go:noescape
func LtFloats(a, b *[Lanes]float32, n int) uint32

// LeFloats gives a bit for each lane where a is less or equal.
//
//go:noescape
func LeFloats(a, b *[Lanes]float32, n int) uint32

// UnFloats gives a bit for each lane where a or b is a NaN.
//
//go:noescape
func UnFloats(a, b *[Lanes]float32, n int) uint32
