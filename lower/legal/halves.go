package legal

import "github.com/genvisa/genvisa/native"

// Parts of a half, as floats have them.
const (
	halfCut    = 13      // bits that a float has behind its fraction
	leastHalf  = 0x1p-14 // the least normal one
	pastHalf   = 0x1p16  // what rounds to infinity
	halfScale  = 1 << 24 // makes the least denormal one
	halfUnit   = 0x1p-24
	cutMask    = 1<<halfCut - 1
	infinity   = 0xFF << fractionBits
	signAndInf = signBit | infinity
)

// half is a float rounded to a half, to the nearest even number whatever the mode is. The
// float is rounded among floats, so that the move has nothing to round.
func (w *digitWriter) half(x native.Operand) native.Operand {
	bits := as(x, native.UD)
	odd := w.bits(native.OpAnd, w.bits(native.OpShr, bits, countImm(halfCut)), wordImm(1))
	up := w.bits(native.OpAdd, w.bits(native.OpAdd, bits, wordImm(cutMask>>1)), odd)
	cut := w.bits(native.OpAnd, up, wordImm(^uint32(cutMask)))
	y := as(cut, native.F)
	past := w.where("past", magnitude(y), native.CondGE, floatImm(pastHalf))
	w.change(past, native.OpOr, cut, cut, wordImm(infinity))
	w.change(past, native.OpAnd, cut, cut, wordImm(signAndInf))
	small := w.where("small", magnitude(x), native.CondLT, floatImm(leastHalf))
	whole := w.float(native.OpRnde, w.float(native.OpMul, x, floatImm(halfScale)))
	w.change(small, native.OpMul, y, whole, floatImm(halfUnit))
	return w.step(native.OpMov, native.HF, y)
}
