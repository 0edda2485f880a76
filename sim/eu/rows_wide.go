package eu

import (
	"math"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

func wideMov(d, a, _, _ *[maxLanes]int64, n int) { copy(d[:n], a[:n]) }

func wideAdd(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31]
	}
}

func wideSub(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] - b[i&31]
	}
}

func wideMul(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] * b[i&31]
	}
}

func wideMad(d, a, b, c *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31]*c[i&31]
	}
}

// wideAvg rounds half up on the exact sum.
func wideAvg(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = (a[i&31] + b[i&31] + 1) >> 1
	}
}

func wideAnd(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] & b[i&31]
	}
}

func wideOr(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] | b[i&31]
	}
}

func wideXor(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] ^ b[i&31]
	}
}

func wideNot(d, a, _, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = ^a[i&31]
	}
}

// Shifts of exact values by counts under mask. A logical right shift first cuts
// the value to the execution width.
func shiftUp(d, a, b *[maxLanes]int64, mask int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] << uint(b[i&31]&mask)
	}
}

func shiftDown(d, a, b *[maxLanes]int64, mask int64, keep uint64, n int) {
	for i := range n & 63 {
		d[i&31] = int64(uint64(a[i&31]) & keep >> uint(b[i&31]&mask))
	}
}

func shiftSigned(d, a, b *[maxLanes]int64, mask int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] >> uint(b[i&31]&mask)
	}
}

func wideShl(d, a, b, _ *[maxLanes]int64, n int)   { shiftUp(d, a, b, 31, n) }
func wideShl64(d, a, b, _ *[maxLanes]int64, n int) { shiftUp(d, a, b, 63, n) }
func wideShr16(d, a, b, _ *[maxLanes]int64, n int) { shiftDown(d, a, b, 31, math.MaxUint16, n) }
func wideShr(d, a, b, _ *[maxLanes]int64, n int)   { shiftDown(d, a, b, 31, math.MaxUint32, n) }
func wideShrAcc(d, a, b, _ *[maxLanes]int64, n int) {
	shiftDown(d, a, b, 31, math.MaxUint64, n)
}

func wideShrAcc16(d, a, b, _ *[maxLanes]int64, n int) {
	shiftDown(d, a, b, 31, 1<<code.AccWord-1, n)
}

func wideShr64(d, a, b, _ *[maxLanes]int64, n int) { shiftDown(d, a, b, 63, math.MaxUint64, n) }
func wideAsr(d, a, b, _ *[maxLanes]int64, n int)   { shiftSigned(d, a, b, 31, n) }
func wideAsr64(d, a, b, _ *[maxLanes]int64, n int) { shiftSigned(d, a, b, 63, n) }

func wideQuot(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = int64(num.UDiv(uint32(a[i&31]), uint32(b[i&31])))
	}
}

func wideQuotSigned(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = int64(num.IDiv(int32(a[i&31]), int32(b[i&31])))
	}
}

func wideRem(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = int64(num.UMod(uint32(a[i&31]), uint32(b[i&31])))
	}
}

func wideRemSigned(d, a, b, _ *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = int64(num.IMod(int32(a[i&31]), int32(b[i&31])))
	}
}

func wideAdd3(d, a, b, c *[maxLanes]int64, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31] + c[i&31]
	}
}
