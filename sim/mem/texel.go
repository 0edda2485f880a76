package mem

import (
	"encoding/binary"
	"math"
	"sync"

	"github.com/genvisa/genvisa/internal/num"
)

// maxTexel is the bytes of the largest texel.
const maxTexel = 16

// texel is a texel in memory.
type texel [maxTexel]byte

// one is the component 1 as a register has it.
func (f *Format) one() uint32 {
	if f.Numeric.Integer() {
		return 1
	}
	return math.Float32bits(1)
}

// unpack is a texel as registers have it: R, G, B and A, as floats, or as integers
// of 32 bits for an integer format.
func (f *Format) unpack(p *texel, out *[4]uint32) {
	for c := range out {
		switch at := f.reads[c]; at {
		case constZero:
			out[c] = 0
		case constOne:
			out[c] = f.one()
		default:
			out[c] = f.read(f.raw(p, int(at)), c)
		}
	}
}

// raw is the bits of component number i in memory.
func (f *Format) raw(p *texel, i int) uint32 {
	switch f.Bits {
	case 8:
		return uint32(p[i&15])
	case 16:
		return uint32(binary.LittleEndian.Uint16(p[2*i:]))
	}
	return binary.LittleEndian.Uint32(p[4*i:])
}

func (f *Format) setRaw(p *texel, i int, v uint32) {
	switch f.Bits {
	case 8:
		p[i&15] = uint8(v)
	case 16:
		binary.LittleEndian.PutUint16(p[2*i:], uint16(v))
	default:
		binary.LittleEndian.PutUint32(p[4*i:], v)
	}
}

// read converts the bits of a component c of "rgba".
func (f *Format) read(v uint32, c int) uint32 {
	shift := 32 - f.Bits
	switch f.Numeric {
	case Unorm:
		if f.srgb && c < 3 {
			return linear()[v&0xFF]
		}
		return math.Float32bits(float32(v) / float32(uint32(math.MaxUint32)>>shift))
	case Snorm:
		x := float32(int32(v<<shift)>>shift) / float32(int32(math.MaxInt32)>>shift)
		return math.Float32bits(max(x, -1))
	case Sint:
		return uint32(int32(v<<shift) >> shift)
	case Float:
		if f.Bits == 16 {
			return num.WidenHalf(uint16(v))
		}
	}
	return v
}

// linear is the sRGB curve by code of 8 bits, as floats.
var linear = sync.OnceValue(func() *[256]uint32 {
	out := new([256]uint32)
	for i := range out {
		c := float64(i) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		out[i] = math.Float32bits(float32(c))
	}
	return out
})

// encode is write for component c of "rgba", on the curve of the format.
func (f *Format) encode(v uint32, c int) uint32 {
	if f.srgb && c < 3 {
		v = math.Float32bits(float32(toSRGB(min(max(float64(math.Float32frombits(v)), 0), 1))))
	}
	return f.write(v)
}

// write converts a component from what a register has: fixed-point numbers are
// rounded to the nearest even one and clamped, NaN is 0; integers are clamped;
// floats are rounded.
func (f *Format) write(v uint32) uint32 {
	shift := 32 - f.Bits
	switch f.Numeric {
	case Unorm:
		return uint32(fixedPoint(v, 0, float32(uint32(math.MaxUint32)>>shift)))
	case Snorm:
		most := float32(int32(math.MaxInt32) >> shift)
		return uint32(fixedPoint(v, -most, most))
	case Sint:
		return uint32(min(max(int32(v), math.MinInt32>>shift), math.MaxInt32>>shift))
	case Uint:
		return min(v, math.MaxUint32>>shift)
	case Float:
		if f.Bits == 16 {
			return uint32(num.NarrowHalf(v))
		}
	}
	return v
}

// fixedPoint is a float as a fixed-point number of which 1 is most. The product is rounded to
// a float first (OpenCL C 1.2, section 8.3.1.1).
func fixedPoint(v uint32, least, most float32) int64 {
	x := math.Float32frombits(v)
	if x != x {
		return 0
	}
	return int64(math.RoundToEven(float64(min(max(float32(x*most), least), most))))
}
