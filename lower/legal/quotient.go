package legal

import "github.com/genvisa/genvisa/native"

// Digits of quotients: the first has firstDigit bits behind the point, the second
// secondDigit more.
const (
	firstDigit  = 12
	secondDigit = 14
)

// factor is an operand of a division: its fraction with the sign, as a number from 1 on to
// less than 2, and its exponent in place. Zeros, infinities and NaN are themselves, in the
// channels of a flag.
type factor struct {
	x, bits, exponent native.Operand
	small, special    native.Flag
}

// factor takes source s apart.
func (w *digitWriter) factor(s int) (f factor) {
	const ends = 0x7F << 24 // no bit of it is left of the exponents 0 and 255 with one added
	x := w.operand(s)
	f.small = w.normal(x)
	f.bits = as(x, native.UD)
	f.exponent = w.bits(native.OpAnd, f.bits, wordImm(0xFF<<fractionBits))
	end := w.bits(native.OpAnd, w.bits(native.OpAdd, f.exponent, wordImm(1<<fractionBits)), wordImm(ends))
	f.special = w.where("special", end, native.CondEQ, wordImm(0))
	one := w.bits(native.OpOr, w.bits(native.OpAnd, f.bits, wordImm(signBit|fractionMask)), wordImm(oneBits))
	f.x = as(one, native.F)
	w.change(f.special, native.OpMov, f.x, x)
	return f
}

// quotient divides floats and writes the destination. round rounds what comes out.
func (w *digitWriter) quotient(round func(digits, exponent, sign native.Operand) native.Operand) {
	const first, second = 1 << firstDigit, 1 << secondDigit
	a, b := w.factor(0), w.factor(1)
	inverse := w.math(native.MathInv, b.x)
	about := w.float(native.OpMul, a.x, inverse) // and the result where an operand is special
	d1 := w.float(native.OpRnde, w.float(native.OpMul, about, floatImm(first)))
	r1 := w.float(native.OpMad, w.float(native.OpMul, a.x, floatImm(first)), minus(b.x), d1)
	d2 := w.float(native.OpRnde, w.float(native.OpMul, w.float(native.OpMul, r1, inverse), floatImm(second)))
	r2 := w.float(native.OpMad, w.float(native.OpMul, r1, floatImm(second)), minus(b.x), d2)
	q := w.bits(native.OpMov, magnitude(w.digits(d1, d2, w.float(native.OpMul, r2, inverse), secondDigit)))
	e := w.number(native.OpAdd, as(a.exponent, native.D), minus(as(b.exponent, native.D)))
	e = w.number(native.OpAdd, w.number(native.OpAsr, e, countImm(fractionBits)), native.ImmOperand(exponentBias, native.D))
	w.change(a.small, native.OpAdd, e, e, negativeImm(scaleBits))
	w.change(b.small, native.OpAdd, e, e, native.ImmOperand(scaleBits, native.D))
	low := w.where("low", q, native.CondLT, wordImm(1<<(fractionBits+guardBits))) // less than one
	w.change(low, native.OpShl, q, q, countImm(1))
	w.change(low, native.OpAdd, e, e, negativeImm(1))
	digits, e := w.denormalised(q, e)
	sign := w.bits(native.OpAnd, w.bits(native.OpXor, a.bits, b.bits), wordImm(signBit))
	result := round(digits, e, sign)
	w.change(a.special, native.OpMov, result, about)
	w.change(b.special, native.OpMov, result, about)
	w.finish(result)
}

// negativeImm is -n.
func negativeImm(n int) native.Operand { return native.ImmOperand(uint64(uint32(-n)), native.D) }
