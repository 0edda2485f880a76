package eu

import "math/bits"

// kernel computes the rows of one instruction: n elements of d from a, b and c.
// It may compute elements that are not enabled; d is never a source row unless
// the two have the same address.
type kernel[T lane] func(t *thread, d, a, b, c *[maxLanes]T, n int)

type integer interface{ uint32 | int64 }

func kMov[T lane](_ *thread, d, a, _, _ *[maxLanes]T, n int) { copy(d[:n], a[:n]) }

func kAdd[T integer](_ *thread, d, a, b, _ *[maxLanes]T, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31]
	}
}

func kMul[T integer](_ *thread, d, a, b, _ *[maxLanes]T, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] * b[i&31]
	}
}

func kMad[T integer](_ *thread, d, a, b, c *[maxLanes]T, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31]*c[i&31]
	}
}

func kAnd[T integer](_ *thread, d, a, b, _ *[maxLanes]T, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] & b[i&31]
	}
}

func kOr[T integer](_ *thread, d, a, b, _ *[maxLanes]T, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] | b[i&31]
	}
}

func kXor[T integer](_ *thread, d, a, b, _ *[maxLanes]T, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] ^ b[i&31]
	}
}

func kNot[T integer](_ *thread, d, a, _, _ *[maxLanes]T, n int) {
	for i := range n & 63 {
		d[i&31] = ^a[i&31]
	}
}

// kAvg rounds half up on the exact sum.
func kAvg(_ *thread, d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n {
		d[i] = (a[i] + b[i] + 1) >> 1
	}
}

// Shift counts use 5 bits; 6 when a 64-bit type takes part.
func kShl32(_ *thread, d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] << (b[i&31] & 31)
	}
}

func kShr32(_ *thread, d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] >> (b[i&31] & 31)
	}
}

func kAsr32(_ *thread, d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = uint32(int32(a[i&31]) >> (b[i&31] & 31))
	}
}

// shiftWide makes a shift of exact values with counts under mask; a logical
// right shift first cuts the value to the execution width.
func shiftWide(kind shiftKind, mask int64, width int) kernel[int64] {
	keep := ^uint64(0) >> (64 - width)
	return func(_ *thread, d, a, b, _ *[maxLanes]int64, n int) {
		for i := range n {
			by := uint(b[i] & mask)
			switch kind {
			case shiftLeft:
				d[i] = a[i] << by
			case shiftLogical:
				d[i] = int64(uint64(a[i]) & keep >> by)
			default:
				d[i] = a[i] >> by
			}
		}
	}
}

type shiftKind uint8

const (
	shiftLeft shiftKind = iota
	shiftLogical
	shiftSigned
)

func kLzd(_ *thread, d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n {
		d[i] = uint32(bits.LeadingZeros32(a[i]))
	}
}

// firstHigh is fbh of an unsigned value: all ones when no bit is set.
func firstHigh(v uint32) uint32 {
	if v == 0 {
		return ^uint32(0)
	}
	return uint32(bits.LeadingZeros32(v))
}

func kFbhUnsigned(_ *thread, d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n {
		d[i] = firstHigh(a[i])
	}
}

func kFbhSigned(_ *thread, d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n {
		d[i] = firstHigh(a[i] ^ uint32(int32(a[i])>>31))
	}
}

func kFbl(_ *thread, d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n {
		first := ^uint32(0)
		if v := a[i]; v != 0 {
			first = uint32(bits.TrailingZeros32(v))
		}
		d[i] = first
	}
}

// countBits counts the bits of a source type of the given width.
func countBits(width int) kernel[uint32] {
	return func(_ *thread, d, a, _, _ *[maxLanes]uint32, n int) {
		for i := range n {
			d[i] = uint32(bits.OnesCount32(a[i] & ones(width)))
		}
	}
}

func kBfrev(_ *thread, d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n {
		d[i] = bits.Reverse32(a[i])
	}
}

// kBfe takes a bits from offset b of c; width 0 gives 0.
func kBfe(signed bool) kernel[uint32] {
	return func(_ *thread, d, a, b, c *[maxLanes]uint32, n int) {
		for i := range n {
			w, v := a[i]&31, c[i]>>(b[i]&31)
			switch {
			case w == 0:
				d[i] = 0
			case signed:
				d[i] = uint32(int32(c[i]) >> (b[i] & 31) << (32 - w) >> (32 - w))
			default:
				d[i] = v & (1<<w - 1)
			}
		}
	}
}

func kBfi1(_ *thread, d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n {
		d[i] = (1<<(a[i]&31) - 1) << (b[i] & 31)
	}
}

// kBfi2 inserts the low bits of b where the mask a has its field: b moves up to
// the lowest bit of a.
func kBfi2(_ *thread, d, a, b, c *[maxLanes]uint32, n int) {
	for i := range n {
		d[i] = b[i]<<(bits.TrailingZeros32(a[i])&63)&a[i] | ^a[i]&c[i]
	}
}
