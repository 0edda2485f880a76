package blocks

import (
	"encoding/binary"

	"github.com/genvisa/genvisa/internal/formats"
)

// Color is R, G, B and A.
type Color [4]float64

// word is a block, of 64 bits in lo or of 128; bit 0 is the lowest of the first byte.
type word struct{ lo, hi uint64 }

// at is n bits from bit b on, 32 at most.
func (w word) at(b, n int) int {
	v := w.hi >> (b & 63)
	if b < 64 {
		v = w.lo>>b | w.hi<<1<<(63-b)
	}
	return int(v & (1<<n - 1))
}

// decoders are by layout; nil for those that are not compressed.
var decoders = [formats.NumLayouts]func(w word, x, y int, out *Color){
	formats.LayoutBc1:    func(w word, x, y int, out *Color) { s3tc(w.lo, x, y, false, out) },
	formats.LayoutBc1rgb: func(w word, x, y int, out *Color) { s3tc(w.lo, x, y, false, out); out[3] = 1 },
	formats.LayoutBc2:    bc2,
	formats.LayoutBc3:    bc3,
	formats.LayoutBc4:    func(w word, x, y int, out *Color) { out[0] = rgtc(w.lo, x, y) },
	formats.LayoutBc5:    func(w word, x, y int, out *Color) { out[0], out[1] = rgtc(w.lo, x, y), rgtc(w.hi, x, y) },
	formats.LayoutBc4s:   func(w word, x, y int, out *Color) { out[0] = rgtcSigned(w.lo, x, y) },
	formats.LayoutBc5s:   func(w word, x, y int, out *Color) { out[0], out[1] = rgtcSigned(w.lo, x, y), rgtcSigned(w.hi, x, y) },
	formats.LayoutBc6:    func(w word, x, y int, out *Color) { bc6(w, x, y, false, out) },
	formats.LayoutBc6s:   func(w word, x, y int, out *Color) { bc6(w, x, y, true, out) },
	formats.LayoutBc7:    bc7,
	formats.LayoutFxt1:   fxt1,
	formats.LayoutEtc1:   func(w word, x, y int, out *Color) { etc(w.lo, x, y, false, out) },
	formats.LayoutEtc2:   func(w word, x, y int, out *Color) { etc(w.lo, x, y, false, out) },
	formats.LayoutEtc2p:  func(w word, x, y int, out *Color) { etc(w.lo, x, y, true, out) },
	formats.LayoutEtc2a:  etcAlpha,
	formats.LayoutEac:    func(w word, x, y int, out *Color) { out[0] = eac(w.lo, x, y) },
	formats.LayoutEac2:   func(w word, x, y int, out *Color) { out[0], out[1] = eac(w.lo, x, y), eac(w.hi, x, y) },
	formats.LayoutEacs:   func(w word, x, y int, out *Color) { out[0] = eacSigned(w.lo, x, y) },
	formats.LayoutEacs2:  func(w word, x, y int, out *Color) { out[0], out[1] = eacSigned(w.lo, x, y), eacSigned(w.hi, x, y) },
}

// Compressed says that blocks of the layout are decoded here.
func Compressed(l formats.Layout) bool { return decoders[l] != nil }

// Decode is the texel at column x and row y of a block of 8 bytes, or of 16 where the
// layout has those. It sets the components that the layout has.
func Decode(l formats.Layout, block *[16]byte, x, y int, out *Color) {
	decoders[l](word{binary.LittleEndian.Uint64(block[:]), binary.LittleEndian.Uint64(block[8:])}, x, y, out)
}

// bytes sets components from numbers of 8 bits.
func (c *Color) bytes(v *[4]int) {
	for i := range c {
		c[i] = float64(v[i]) / 255
	}
}

// widen repeats the high bits of a number of n bits, 4 to 7, in the low bits of 8.
func widen(v, n int) int { return v<<(8-n) | v>>(2*n-8) }
