package mem

import (
	"math"

	"github.com/genvisa/genvisa/internal/blocks"
	"github.com/genvisa/genvisa/internal/formats"
	"github.com/genvisa/genvisa/internal/num"
)

// block is the bytes of a block.
type block [maxBlock]byte

// bitsAt is n bits from bit at on, 64 at most.
func (b *block) bitsAt(at, n int) uint64 {
	v := uint64(0)
	for i, got := at/8, -at%8; got < n; i, got = i+1, got+8 {
		if got < 0 {
			v |= uint64(b[i]) >> -got
		} else {
			v |= uint64(b[i]) << got
		}
	}
	return v & (1<<n - 1)
}

// setBits sets n bits from bit at on.
func (b *block) setBits(at, n int, v uint64) {
	for i := range n {
		bit := byte(1) << ((at + i) % 8)
		if b[(at+i)/8] &^= bit; v>>i&1 != 0 {
			b[(at+i)/8] |= bit
		}
	}
}

// blockOffset is where the block of a texel begins.
func (m *Image) blockOffset(at *[3]int) uint64 {
	w := m.Format.wide
	return m.offset(&[3]int{at[0] / w.Width, at[1] / w.Height, at[2]})
}

// loadWide reads a texel of a wide format.
func (m *Image) loadWide(at *[3]int, out *[4]uint32) {
	w := m.Format.wide
	var b block
	size := w.Bits / 8
	m.buf.ReadBytes(m.blockOffset(at), b[:size])
	if m.Format.planar() {
		chroma := at[1]>>1 + m.Extent[1]
		m.buf.ReadBytes(m.at(at[0]>>1*2*size, chroma), b[size:3*size])
	}
	m.Format.unpackBlock(&b, at[0]%w.Width, at[1]%w.Height, out)
}

// unpackBlock is the texel at column x and row y of a block as registers have it.
func (f *Format) unpackBlock(b *block, x, y int, out *[4]uint32) {
	w := f.wide
	var color blocks.Color
	if f.compressed() {
		blocks.Decode(w.Layout, (*[16]byte)(b[:16]), x, y, &color)
	}
	for c := range out {
		i := w.from[x&(maxColumns-1)][c]
		switch {
		case i == constZero:
			out[c] = 0
		case i == constOne:
			out[c] = f.one()
		case f.compressed():
			out[c] = w.linear(color[c], c)
		case w.Layout == formats.LayoutShared:
			out[c] = math.Float32bits(sharedFloat(w, b, int(i)))
		case w.Layout == formats.LayoutPlanar:
			ch := w.Channels[i] // the pair of the second plane lies behind the texel of the first
			out[c] = w.number(b.bitsAt(int(i)*ch.Bits, ch.Bits), ch, c)
		default:
			ch := w.Channels[i]
			out[c] = w.number(b.bitsAt(ch.At, ch.Bits), ch, c)
		}
	}
}

// linear is a fraction as a float, on the curve of the format if component c is.
func (w *wide) linear(v float64, c int) uint32 {
	if w.SRGB && c < 3 {
		v = toLinear(v)
	}
	return math.Float32bits(float32(v))
}

// toLinear is the curve of IEC 61966-2-1.
func toLinear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// toSRGB is the way back.
func toSRGB(v float64) float64 {
	if v <= 0.0031308 {
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// sharedFloat is channel i with the exponent that all share (EXT_texture_shared_exponent): a fraction of 9 bits, and an exponent
// whose bias is 15.
func sharedFloat(w *wide, b *block, i int) float32 {
	ch, e := w.Channels[i], w.Channels[len(w.Channels)-1]
	return float32(math.Ldexp(float64(b.bitsAt(ch.At, ch.Bits)), int(b.bitsAt(e.At, e.Bits))-15-ch.Bits))
}

// number is what a register gets of the bits of a channel, for component c.
func (w *wide) number(v uint64, ch formats.Channel, c int) uint32 {
	signed := int64(v<<(64-ch.Bits)) >> (64 - ch.Bits)
	switch ch.Kind {
	case formats.KindUn:
		return w.linear(float64(v)/float64(uint64(1)<<ch.Bits-1), c)
	case formats.KindSn:
		return math.Float32bits(float32(max(float64(signed)/float64(int64(1)<<(ch.Bits-1)-1), -1)))
	case formats.KindUi:
		return uint32(v)
	case formats.KindSi:
		return uint32(signed)
	case formats.KindUs:
		return math.Float32bits(float32(v))
	case formats.KindSs:
		return math.Float32bits(float32(signed))
	case formats.KindSx:
		return math.Float32bits(float32(float64(signed) / (1 << 16)))
	case formats.KindUf:
		return num.WidenHalf(uint16(v << (15 - ch.Bits)))
	}
	switch ch.Bits {
	case 16:
		return num.WidenHalf(uint16(v))
	case 64:
		return math.Float32bits(float32(math.Float64frombits(v)))
	}
	return uint32(v)
}

// storeWide writes the components of mask to a texel inside. Bits that are of none of them, room too,
// stay as they are.
func (m *Image) storeWide(at *[3]int, mask uint32, in *[4]uint32) {
	w := m.Format.wide
	var b block
	size := w.Bits / 8
	off := m.blockOffset(at)
	m.buf.ReadBytes(off, b[:size])
	for _, ch := range w.Channels {
		for _, c := range registersOf(ch.Component) {
			if mask>>c&1 != 0 {
				b.setBits(ch.At, ch.Bits, w.code(in[c], ch, c))
			}
		}
	}
	m.buf.WriteBytes(off, b[:size])
}

// code is the bits of a channel for what a register has: fractions and integers are cut to what there is, fractions rounded to
// the nearest even code; small floats without sign are cut towards 0 (D3D10, Data Conversion Rules).
func (w *wide) code(v uint32, ch formats.Channel, c int) uint64 {
	switch most := uint64(1)<<ch.Bits - 1; ch.Kind {
	case formats.KindUn:
		if w.SRGB && c < 3 {
			v = math.Float32bits(float32(toSRGB(min(max(float64(math.Float32frombits(v)), 0), 1))))
		}
		return min(uint64(fixedPoint(v, 0, float32(most))), most) // a float has no 2^32-1
	case formats.KindSn:
		return uint64(fixedPoint(v, -float32(most>>1), float32(most>>1)))
	case formats.KindUi:
		return min(uint64(v), most)
	case formats.KindSi:
		return uint64(min(max(int64(int32(v)), -int64(most>>1)-1), int64(most>>1)))
	case formats.KindUf:
		x := math.Float32frombits(v)
		if x < 0 {
			return 0
		}
		return uint64(num.FToHalf(num.Mode{Round: num.TowardZero}, x)&0x7fff) >> (15 - ch.Bits)
	}
	if ch.Bits == 16 {
		return uint64(num.NarrowHalf(v))
	}
	return uint64(v)
}
