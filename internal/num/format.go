package num

import "math"

// Format is a float of IEEE 754's scheme that has no more exponent and mantissa bits than
// f: a sign, Exp bits of exponent with the bias 2^(Exp-1)-1, Man bits of mantissa. Half is
// {5, 10}, bfloat16 {8, 7}. Exp is 2 to 8, Man at most 22.
type Format struct{ Exp, Man uint8 }

const infF = 0x7F800000

func (f Format) bias() int { return 1<<(f.Exp-1) - 1 }

// Widen gives the bits of the float with the value of v, exactly; a NaN keeps its
// sign and payload.
func (f Format) Widen(v uint32) uint32 {
	sign, e, man := v>>(f.Exp+f.Man)&1<<31, v>>f.Man&(1<<f.Exp-1), v&(1<<f.Man-1)
	shift := fracF - f.Man
	switch e {
	case 1<<f.Exp - 1:
		return sign | infF | man<<shift
	case 0:
		return sign | math.Float32bits(float32(math.Ldexp(float64(man), 1-f.bias()-int(f.Man))))
	}
	return sign | uint32(int(e)-f.bias()+biasF)<<fracF | man<<shift
}

// Round rounds a float to the format by m. Denormals are kept whatever m says, as
// conversions do. NaN becomes the canonical one: positive, the top bit of the mantissa.
func (f Format) Round(m Mode, x float32) uint32 {
	b := math.Float32bits(x)
	sign, neg := b>>31<<(f.Exp+f.Man), b>>31 != 0
	inf := uint32(1<<f.Exp-1) << f.Man
	e, man := int(b>>fracF&0xFF), b&(1<<fracF-1)
	switch {
	case x != x:
		return inf | 1<<(f.Man-1)
	case e == 0xFF:
		return sign | inf
	case b<<1 == 0:
		return sign
	case e == 0:
		e = 1
	default:
		man |= 1 << fracF
	}
	lowest := 1 - f.bias() - int(f.Man) // exponent of the last bit of the smallest number
	last := e - biasF - fracF           // |x| = man * 2^last
	quantum := max(last+fracF-int(f.Man), lowest)
	shift := min(quantum-last, 31)
	k, rest, half := man>>shift, uint64(man)&(1<<shift-1), uint64(1)<<(shift-1)
	if roundsAway(m.Round, neg, k&1 != 0, rest, half) {
		k++
	}
	k += uint32(quantum-lowest) << f.Man
	if k < inf {
		return sign | k
	}
	if r := m.Round; r == TowardZero || r == Up && neg || r == Down && !neg {
		return sign | (inf - 1)
	}
	return sign | inf
}
