package legal

import "github.com/genvisa/genvisa/native"

// rootDigit is how many bits behind the point each digit of a root has.
const rootDigit = 12

// root takes square roots of floats.
func (w *digitWriter) root() {
	const digit, square = 1 << rootDigit, 1 << (2 * rootDigit)
	x := w.operand(0)
	small := w.normal(x)
	bits := as(x, native.UD)
	special := w.where("special", w.bits(native.OpAdd, bits, negativeImm(1<<fractionBits)), native.CondGE, wordImm(maxExponent<<fractionBits))
	// From 1 on to less than 4, by an even power of two.
	even := w.bits(native.OpAnd, w.bits(native.OpAdd, bits, wordImm(1<<fractionBits)), wordImm(1<<(fractionBits+1)-1))
	m := as(w.bits(native.OpAdd, even, wordImm(oneBits)), native.F)
	w.change(special, native.OpMov, m, x)
	about := w.math(native.MathSqt, m) // and the result where the operand is special
	d1 := w.float(native.OpRnde, w.float(native.OpMul, about, floatImm(digit)))
	r1 := w.float(native.OpMad, w.float(native.OpMul, m, floatImm(square)), minus(d1), d1)
	r1 = w.float(native.OpMul, r1, floatImm(digit))
	twice := w.float(native.OpMul, w.math(native.MathInv, d1), floatImm(0.5))
	d2 := w.float(native.OpRnde, w.float(native.OpMul, r1, twice))
	r2 := w.float(native.OpMad, r1, minus(w.float(native.OpAdd, d2, d2)), d1)
	r2 = w.float(native.OpMad, w.float(native.OpMul, r2, floatImm(digit)), minus(d2), d2)
	// A remainder is less than 2^27, in units of the last digit squared.
	rest := w.float(native.OpMul, r2, floatImm(1.0/(1<<(2*rootDigit+3))))
	q := w.bits(native.OpMov, w.digits(d1, d2, rest, rootDigit))
	q = w.bits(native.OpShl, q, countImm(fractionBits+guardBits-2*rootDigit-1))
	e := w.number(native.OpShr, bits, countImm(fractionBits))
	e = w.number(native.OpAsr, w.number(native.OpAdd, e, negativeImm(exponentBias)), countImm(1))
	e = w.number(native.OpAdd, e, native.ImmOperand(exponentBias, native.D))
	w.change(small, native.OpAdd, e, e, negativeImm(scaleBits/2))
	result := w.rounded(q, e, native.Operand{})
	w.change(special, native.OpMov, result, about)
	w.finish(result)
}
