package legal

import (
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// Quotients and roots of floats where the target has neither macros nor a division: two
// digits by an approximation, with remainders that floats hold exactly, give more bits than
// the result has, and the last remainder says whether there are any behind them. Integers
// put them where the result has its bits, and they are rounded once. No step depends on
// the mode of cr0 but the last ones, nor on the last bits of the approximation.

// Parts of a float.
const (
	fractionBits = 23
	exponentBias = 127
	maxExponent  = 254 // of a finite number
	fractionMask = 1<<fractionBits - 1
	oneBits      = exponentBias << fractionBits
	signBit      = 1 << 31

	scaleBits = 24 // a denormal times two to this is a normal number
	guardBits = 4  // of digits, behind the fraction
	maxShift  = 31 // leaves no bit but the last
)

// digitWriter emits the steps in place of one instruction.
type digitWriter struct {
	*mender
	in  native.Inst
	add func(native.Inst)
}

func wordImm(n uint32) native.Operand { return native.ImmOperand(uint64(n), native.UD) }

// as reads an operand's bits as another type.
func as(o native.Operand, t native.Type) native.Operand {
	o.Type = t
	return o
}

// minus is the negative of a number in a register.
func minus(o native.Operand) native.Operand {
	o.Mod = edit.Negated(o.Mod)
	return o
}

// magnitude is a number in a register without its sign.
func magnitude(o native.Operand) native.Operand {
	o.Mod = native.ModAbs
	return o
}

// step is an operation in all channels, its result in a temporary of type t.
func (w *digitWriter) step(op native.Op, t native.Type, srcs ...native.Operand) native.Operand {
	return w.run(native.Inst{Op: op}, t, srcs...)
}

// run is step with an instruction that says more than its op.
func (w *digitWriter) run(in native.Inst, t native.Type, srcs ...native.Operand) native.Operand {
	size := int(w.in.ExecSize)
	v := w.NewTemp(size * t.Size())
	in.ExecSize, in.NoMask, in.Dst = w.in.ExecSize, true, edit.Virt(v, 0, native.Dst1, t)
	copy(in.Src[:], srcs)
	w.add(in)
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
}

// float, bits and number are steps with results of one type.
func (w *digitWriter) float(op native.Op, srcs ...native.Operand) native.Operand {
	return w.step(op, native.F, srcs...)
}

func (w *digitWriter) bits(op native.Op, srcs ...native.Operand) native.Operand {
	return w.step(op, native.UD, srcs...)
}

func (w *digitWriter) number(op native.Op, srcs ...native.Operand) native.Operand {
	return w.step(op, native.D, srcs...)
}

// math is a function of the math unit.
func (w *digitWriter) math(fc uint8, o native.Operand) native.Operand {
	return w.run(native.Inst{Op: native.OpMath, MathFC: fc}, native.F, o)
}

// limit is the lesser or the greater of two signed numbers.
func (w *digitWriter) limit(cond native.CondMod, a, b native.Operand) native.Operand {
	return w.run(native.Inst{Op: native.OpSel, Cond: cond}, native.D, a, b)
}

// where gives the flag of the channels in which a relation holds.
func (w *digitWriter) where(name string, a native.Operand, cond native.CondMod, b native.Operand) native.Flag {
	f := native.Flag{Virt: w.NewFlag(name, int(w.in.ExecSize)) + 1}
	in := native.Inst{Op: native.OpCmp, ExecSize: w.in.ExecSize, NoMask: true, Cond: cond, Flag: f}
	in.Dst, in.Src = native.NullDst(a.Type), [3]native.Operand{a, b}
	w.add(in)
	return f
}

// change does an operation on a temporary in the channels of a flag.
func (w *digitWriter) change(f native.Flag, op native.Op, o native.Operand, srcs ...native.Operand) {
	in := native.Inst{Op: op, ExecSize: w.in.ExecSize, NoMask: true, PredCtrl: native.PredSeq, Flag: f}
	in.Dst = o
	in.Dst.Region = native.Dst1
	copy(in.Src[:], srcs)
	w.add(in)
}

// operand is source s as a float; the product flushes denormals where the mode says so.
func (w *digitWriter) operand(s int) native.Operand {
	return w.flushed(s, native.F, floatImm(1))
}

// flushed is source s times one.
func (w *digitWriter) flushed(s int, t native.Type, one native.Operand) native.Operand {
	size := int(w.in.ExecSize)
	v := w.NewTemp(size * t.Size())
	in := w.in
	in.Op, in.MathFC, in.Sat, in.Dst = native.OpMul, 0, false, edit.Virt(v, 0, native.Dst1, t)
	in.Src = [3]native.Operand{w.in.Src[s], one}
	if edit.MaskFree(&in) {
		in = edit.Unmasked(in)
	}
	w.add(in)
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
}

// normal makes denormals of a temporary normal numbers, scaleBits higher, and gives the flag
// of these and of zeros.
func (w *digitWriter) normal(x native.Operand) native.Flag {
	const least = 0x1p-126
	small := w.where("small", magnitude(x), native.CondLT, floatImm(least))
	w.change(small, native.OpMul, x, x, floatImm(1<<scaleBits))
	return small
}

// sign is -1, 0 or 1 as a float, by a float of at most one in magnitude.
func (w *digitWriter) sign(o native.Operand) native.Operand {
	return w.float(native.OpAdd, w.float(native.OpRndu, o), w.float(native.OpRndd, o))
}

// digits are the whole number of two digits of the given weight: the second one twice, with
// the sign of what is behind it added.
func (w *digitWriter) digits(first, second, rest native.Operand, weight int) native.Operand {
	last := w.float(native.OpAdd, w.float(native.OpAdd, second, second), w.sign(rest))
	high := w.number(native.OpShl, w.number(native.OpMov, first), countImm(weight+1))
	return w.number(native.OpAdd, high, w.number(native.OpMov, last))
}

// denormalised shifts digits to where a denormal result has its bits, the last of which is
// set when any is lost, and gives the exponent, which is 0 for these. What is too large
// becomes more than the largest number.
func (w *digitWriter) denormalised(q, exponent native.Operand) (digits, e native.Operand) {
	const allOnes = 1<<(fractionBits+1+guardBits) - 1
	over := w.where("over", exponent, native.CondGT, native.ImmOperand(maxExponent, native.D))
	w.change(over, native.OpMov, exponent, native.ImmOperand(maxExponent, native.D))
	w.change(over, native.OpMov, q, wordImm(allOnes))
	shift := w.limit(native.CondGE, w.number(native.OpAdd, minus(exponent), native.ImmOperand(1, native.D)), native.ImmOperand(0, native.D))
	shift = w.limit(native.CondLT, shift, native.ImmOperand(maxShift, native.D))
	digits = w.bits(native.OpShr, q, as(shift, native.UD))
	lost := w.where("lost", w.bits(native.OpShl, digits, as(shift, native.UD)), native.CondNE, q)
	w.change(lost, native.OpOr, digits, digits, wordImm(1))
	return digits, w.limit(native.CondGE, exponent, native.ImmOperand(0, native.D))
}

// rounded makes a float of digits with guardBits behind the fraction: in the mode of cr0 by a
// sum of floats between 2^23 and 2^24, whose last bit is worth one. The first bit of a
// normal number is not kept; sign is a bit or nothing.
func (w *digitWriter) rounded(digits, exponent, sign native.Operand) native.Operand {
	const whole, part = exponentBias + fractionBits, exponentBias - guardBits // exponents of one and of the last digit
	high := w.bits(native.OpAnd, w.bits(native.OpShr, digits, countImm(guardBits)), wordImm(fractionMask))
	high = w.bits(native.OpOr, high, wordImm(whole<<fractionBits))
	unit := floatImm(math.Float32frombits(part << fractionBits))
	if sign.File != native.NoFile {
		high = w.bits(native.OpOr, high, sign)
		unit = as(w.bits(native.OpOr, sign, wordImm(part<<fractionBits)), native.F)
	}
	low := w.float(native.OpMov, w.bits(native.OpAnd, digits, wordImm(1<<guardBits-1)))
	sum := w.float(native.OpAdd, as(high, native.F), w.float(native.OpMul, low, unit))
	scale := w.number(native.OpAdd, exponent, native.ImmOperand(uint64(uint32(-whole&math.MaxUint32)), native.D))
	return as(w.bits(native.OpAdd, as(sum, native.UD), w.bits(native.OpShl, as(scale, native.UD), countImm(fractionBits))), native.F)
}

// nearest is rounded to the nearest even number, whatever the mode.
func (w *digitWriter) nearest(digits, exponent, sign native.Operand) native.Operand {
	odd := w.bits(native.OpAnd, w.bits(native.OpShr, digits, countImm(guardBits)), wordImm(1))
	up := w.bits(native.OpAdd, w.bits(native.OpAdd, digits, wordImm(1<<(guardBits-1)-1)), odd)
	fraction := w.bits(native.OpShr, up, countImm(guardBits)) // with the first bit of a normal number
	e := w.limit(native.CondGE, w.number(native.OpAdd, exponent, native.ImmOperand(math.MaxUint32, native.D)), native.ImmOperand(0, native.D))
	sum := w.bits(native.OpAdd, fraction, w.bits(native.OpShl, as(e, native.UD), countImm(fractionBits)))
	return as(w.bits(native.OpOr, sum, sign), native.F)
}

// finish writes a float to the destination; the product flushes denormals where the mode
// says so.
func (w *digitWriter) finish(o native.Operand) {
	last := w.in
	last.Op, last.MathFC, last.Src = native.OpMul, 0, [3]native.Operand{o, floatImm(1)}
	if !last.Dst.Indirect {
		last.Uses = nil
	}
	w.add(last)
}
