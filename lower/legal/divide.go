package legal

import (
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// belowOne makes an inverse less than it is, by more than the roundings of an estimate in any mode
// add: those of two conversions, the inverse and two products are less than 7/8 of 2^-20.
const belowOne = 1 - 0x1p-20

// divide makes the quotient or remainder of integers of float products, where the math unit has
// neither. An estimate is never too large. The first one leaves less than 2^14 times the divisor,
// the second less than three times, which comparisons take off. By zero it is what the
// math units of other targets give (package num).
func (c *mender) divide(in native.Inst, out *edit.Sequence) error {
	w := &digitWriter{mender: c, in: in, add: out.Add}
	t := mathType(&in)
	x, y := w.integer(0, t), w.integer(1, t)
	a, b := x, y
	var signX, signY native.Operand
	if t == native.D {
		signX, signY = w.number(native.OpAsr, x, countImm(31)), w.number(native.OpAsr, y, countImm(31))
		a, b = w.signed(x, signX), w.signed(y, signY)
	}
	inverse := w.float(native.OpMul, w.math(native.MathInv, w.float(native.OpMov, b)), floatImm(belowOne))
	q := w.digit(a, inverse)
	r, err := w.without(a, q, b, out)
	if err != nil {
		return err
	}
	more := w.digit(r, inverse)
	if r, err = w.without(r, more, b, out); err != nil {
		return err
	}
	q = w.bits(native.OpAdd, q, more)
	for range 2 {
		left := w.where("left", r, native.CondGE, b)
		w.change(left, native.OpAdd, q, q, wordImm(1))
		w.change(left, native.OpAdd, r, r, minus(b))
	}
	result, sign := q, signX
	if in.MathFC == native.MathIrem {
		result = r
	} else if t == native.D {
		sign = w.number(native.OpXor, signX, signY)
	}
	byZero := w.where("zero", b, native.CondEQ, wordImm(0))
	if t == native.D {
		result = as(w.signed(result, sign), native.D)
		w.change(byZero, native.OpXor, result, signX, native.ImmOperand(math.MaxInt32, native.D))
	} else {
		w.change(byZero, native.OpMov, result, wordImm(math.MaxUint32))
	}
	last := in
	last.Op, last.MathFC, last.Src = native.OpMov, 0, [3]native.Operand{result}
	if !last.Dst.Indirect {
		last.Uses = nil
	}
	out.Add(last)
	return nil
}

// integer is source s as an integer of 32 bits in a temporary.
func (w *digitWriter) integer(s int, t native.Type) native.Operand {
	size := int(w.in.ExecSize)
	v := w.NewTemp(size * t.Size())
	in := w.in
	in.Op, in.MathFC, in.Sat, in.Dst = native.OpMov, 0, false, edit.Virt(v, 0, native.Dst1, t)
	in.Src = [3]native.Operand{w.in.Src[s]}
	if edit.MaskFree(&in) {
		in = edit.Unmasked(in)
	}
	w.add(in)
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
}

// signed is a number, or its negative where the sign is -1 and not 0.
func (w *digitWriter) signed(o, sign native.Operand) native.Operand {
	return w.bits(native.OpAdd, w.bits(native.OpXor, as(o, native.UD), as(sign, native.UD)), minus(sign))
}

// digit is how often the divisor goes into a number, or somewhat less, by its inverse.
func (w *digitWriter) digit(o, inverse native.Operand) native.Operand {
	return w.bits(native.OpMov, w.float(native.OpMul, w.float(native.OpMov, o), inverse))
}

// without is o less the product of q and b.
func (w *digitWriter) without(o, q, b native.Operand, out *edit.Sequence) (native.Operand, error) {
	v := w.NewTemp(int(w.in.ExecSize) * native.UD.Size())
	mul := native.Inst{Op: native.OpMul, ExecSize: w.in.ExecSize, NoMask: true, Dst: edit.Virt(v, 0, native.Dst1, native.UD)}
	mul.Src = [3]native.Operand{as(q, native.UD), as(b, native.UD)}
	if err := w.multiply(mul, out); err != nil {
		return o, err
	}
	product := edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, int(w.in.ExecSize)), native.UD)
	return w.bits(native.OpAdd, as(o, native.UD), minus(product)), nil
}
