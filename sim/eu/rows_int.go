package eu

import (
	"math/bits"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// A row function computes n elements of d from a, b and c. It may compute elements
// that are not enabled; d is never a source row unless the two have the same
// address.
type (
	rawRow  = func(d, a, b, c *[maxLanes]uint32, n int)
	wideRow = func(d, a, b, c *[maxLanes]int64, n int)
)

// rawRows are the computations on 32-bit rows.
var rawRows = [numKernels]rawRow{
	code.KernMov: rawMov, code.KernAdd: rawAdd, code.KernMul: rawMul, code.KernMad: rawMad, code.KernAdd3: rawAdd3, code.KernMachLow: rawMachLow,
	code.KernAnd: rawAnd, code.KernOr: rawOr, code.KernXor: rawXor, code.KernNot: rawNot,
	code.KernShl: rawShl, code.KernShr: rawShr, code.KernAsr: rawAsr,
	code.KernRol: rawRol, code.KernRol16: rawRol16, code.KernRor: rawRor, code.KernRor16: rawRor16,
	code.KernLzd: rawLzd, code.KernFbh: rawFbh, code.KernFbhSigned: rawFbhSigned, code.KernFbl: rawFbl,
	code.KernCbit: rawCbit, code.KernCbit16: rawCbit16, code.KernCbit8: rawCbit8,
	code.KernBfrev: rawBfrev, code.KernBfe: rawBfe, code.KernBfeSigned: rawBfeSigned, code.KernBfi1: rawBfi1, code.KernBfi2: rawBfi2,
	code.KernQuot: rawQuot, code.KernQuotSigned: rawQuotSigned, code.KernRem: rawRem, code.KernRemSigned: rawRemSigned,
	code.KernAddSpread: rawAddSpread, code.KernMulSpread: rawMulSpread,
}

// wideRows are the computations on exact integers.
var wideRows = [numKernels]wideRow{
	code.KernMov: wideMov, code.KernAdd: wideAdd, code.KernSub: wideSub, code.KernMul: wideMul, code.KernMad: wideMad, code.KernAdd3: wideAdd3, code.KernAvg: wideAvg,
	code.KernAnd: wideAnd, code.KernOr: wideOr, code.KernXor: wideXor, code.KernNot: wideNot,
	code.KernDP4A: wideDP4A[uint8, uint8], code.KernDP4A01: wideDP4A[uint8, int8], code.KernDP4A10: wideDP4A[int8, uint8], code.KernDP4A11: wideDP4A[int8, int8],
	code.KernShl: wideShl, code.KernShr: wideShr, code.KernAsr: wideAsr, code.KernShr16: wideShr16, code.KernShrAcc: wideShrAcc, code.KernShrAcc16: wideShrAcc16,
	code.KernShl64: wideShl64, code.KernShr64: wideShr64, code.KernAsr64: wideAsr64,
	code.KernQuot: wideQuot, code.KernQuotSigned: wideQuotSigned, code.KernRem: wideRem, code.KernRemSigned: wideRemSigned,
}

func rawMov(d, a, _, _ *[maxLanes]uint32, n int) { moveRow(d, a, n) }

// moveRow copies n elements. Rows are short: a call of the runtime costs more.
func moveRow[T uint32 | float32](d, a *[maxLanes]T, n int) {
	if n&7 != 0 {
		for i := range n & 63 {
			d[i&31] = a[i&31]
		}
		return
	}
	for i := 0; i < n; i += 8 {
		*(*[8]T)(d[i&31:]) = [8]T(a[i&31:])
	}
}

func rawAdd(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Add(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31]
	}
}

func rawMul(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Mul(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] * b[i&31]
	}
}

func rawMad(d, a, b, c *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31]*c[i&31]
	}
}

func rawAdd3(d, a, b, c *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Add3(d, a, b, c, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31] + c[i&31]
	}
}

// rawMachLow adds to a the product of b and the upper word of c, which counts where it is.
func rawMachLow(d, a, b, c *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.MachLow(d, a, b, c, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] + b[i&31]*(c[i&31]&^0xFFFF)
	}
}

func rawAnd(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.And(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] & b[i&31]
	}
}

func rawOr(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Or(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] | b[i&31]
	}
}

func rawXor(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Xor(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] ^ b[i&31]
	}
}

func rawNot(d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = ^a[i&31]
	}
}

// Shift counts use 5 bits; 6 when a 64-bit type takes part.
func rawShl(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Shl(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] << (b[i&31] & 31)
	}
}

func rawShr(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Shr(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = a[i&31] >> (b[i&31] & 31)
	}
}

func rawAsr(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Asr(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = uint32(int32(a[i&31]) >> (b[i&31] & 31))
	}
}

func rawLzd(d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = uint32(bits.LeadingZeros32(a[i&31]))
	}
}

// firstHigh is fbh of an unsigned value: all ones when no bit is set.
func firstHigh(v uint32) uint32 {
	if v == 0 {
		return ^uint32(0)
	}
	return uint32(bits.LeadingZeros32(v))
}

func rawFbh(d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = firstHigh(a[i&31])
	}
}

func rawFbhSigned(d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		v := a[i&31]
		d[i&31] = firstHigh(v ^ uint32(int32(v)>>31))
	}
}

func rawFbl(d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		first := ^uint32(0)
		if v := a[i&31]; v != 0 {
			first = uint32(bits.TrailingZeros32(v))
		}
		d[i&31] = first
	}
}

// countRow counts the bits under keep.
func countRow(d, a *[maxLanes]uint32, keep uint32, n int) {
	for i := range n & 63 {
		d[i&31] = uint32(bits.OnesCount32(a[i&31] & keep))
	}
}

func rawCbit(d, a, _, _ *[maxLanes]uint32, n int)   { countRow(d, a, 0xFFFFFFFF, n) }
func rawCbit16(d, a, _, _ *[maxLanes]uint32, n int) { countRow(d, a, 0xFFFF, n) }
func rawCbit8(d, a, _, _ *[maxLanes]uint32, n int)  { countRow(d, a, 0xFF, n) }

// wideDP4A adds the products of four pairs of bytes, of types B and C, to a.
func wideDP4A[B, C int8 | uint8](d, a, b, c *[maxLanes]int64, n int) {
	for i := range n & 63 {
		sum := a[i&31]
		for at := 0; at < 32; at += 8 {
			sum += int64(B(b[i&31]>>at)) * int64(C(c[i&31]>>at))
		}
		d[i&31] = sum
	}
}

func rawRol(d, a, b, _ *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.Rol(d, a, b, n)
		return
	}
	for i := range n & 63 {
		d[i&31] = bits.RotateLeft32(a[i&31], int(b[i&31]&31))
	}
}

func rawRol16(d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = uint32(bits.RotateLeft16(uint16(a[i&31]), int(b[i&31]&15)))
	}
}

func rawRor(d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = bits.RotateLeft32(a[i&31], -int(b[i&31]&31))
	}
}

func rawRor16(d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = uint32(bits.RotateLeft16(uint16(a[i&31]), -int(b[i&31]&15)))
	}
}

func rawBfrev(d, a, _, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = bits.Reverse32(a[i&31])
	}
}

// rawBfe takes a bits from offset b of c; width 0 gives 0.
func rawBfe(d, a, b, c *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = c[i&31] >> (b[i&31] & 31) & (1<<(a[i&31]&31) - 1)
	}
}

func rawBfeSigned(d, a, b, c *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		unused := 32 - a[i&31]&31
		d[i&31] = uint32(int64(int32(c[i&31])>>(b[i&31]&31)) << (unused + 32) >> (unused + 32))
	}
}

func rawBfi1(d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = (1<<(a[i&31]&31) - 1) << (b[i&31] & 31)
	}
}

// rawBfi2 inserts the low bits of b where the mask a has its field: b moves up to
// the lowest bit of a.
func rawBfi2(d, a, b, c *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = b[i&31]<<(bits.TrailingZeros32(a[i&31])&63)&a[i&31] | ^a[i&31]&c[i&31]
	}
}

func rawQuot(d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = num.UDiv(a[i&31], b[i&31])
	}
}

func rawQuotSigned(d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = uint32(num.IDiv(int32(a[i&31]), int32(b[i&31])))
	}
}

func rawRem(d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = num.UMod(a[i&31], b[i&31])
	}
}

func rawRemSigned(d, a, b, _ *[maxLanes]uint32, n int) {
	for i := range n & 63 {
		d[i&31] = uint32(num.IMod(int32(a[i&31]), int32(b[i&31])))
	}
}
