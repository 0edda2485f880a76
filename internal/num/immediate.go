package num

import "math"

// VF is the float of one byte of a :vf immediate: sign, 3 exponent bits with
// bias 3, 4 fraction bits; zero of its sign when the low seven bits are 0 (Ivy Bridge
// PRM vol. 4 part 3, 2.2.5).
func VF(b uint8) float32 {
	sign, e, f := uint32(b>>7), uint32(b>>4&7), uint32(b&15)
	if b&0x7F == 0 {
		return math.Float32frombits(sign << 31)
	}
	return math.Float32frombits(sign<<31 | (e+127-3)<<23 | f<<19)
}

// VFElement is element i (mod 4) of a :vf immediate.
func VFElement(imm uint32, i int) float32 { return VF(uint8(imm >> (i & 3 * 8))) }

// VElement is element i (mod 8) of a :v immediate, a signed nibble.
func VElement(imm uint32, i int) int32 { return int32(imm<<(28-i&7*4)) >> 28 }

// UVElement is element i (mod 8) of a :uv immediate, an unsigned nibble.
func UVElement(imm uint32, i int) uint32 { return imm >> (i & 7 * 4) & 15 }
