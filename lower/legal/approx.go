package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// inFloats are functions of floats for targets whose math unit lacks them.
var inFloats = map[uint8]func(*digitWriter){
	native.MathFdiv: func(w *digitWriter) { w.quotient(w.nearest) },
	native.MathPow:  (*digitWriter).power,
}

// approximate makes a function of math that the target lacks of other instructions; false
// when there are none for it.
func (c *mender) approximate(in native.Inst, out *edit.Sequence) bool {
	fn, ok := inFloats[in.MathFC]
	if ok {
		w := &digitWriter{mender: c, in: in, add: out.Add}
		w.ofMath(fn)
	}
	return ok
}

// ofMath is a function of floats as the math unit has it: to the nearest in every mode, and
// of halves too, which are rounded among floats first.
func (w *digitWriter) ofMath(fn func(*digitWriter)) {
	if w.in.Dst.Type == native.F {
		fn(w)
		return
	}
	whole, last := w.in, w.in
	halves := mathType(&w.in) == native.HF
	for s := 0; halves && s < edit.NumSrcs(&w.in); s++ {
		whole.Src[s] = w.flushed(s, native.HF, native.ImmOperand(oneHalf, native.HF))
	}
	size := int(whole.ExecSize)
	v := w.NewVar("math", max(size*native.F.Size(), grfBytes), grfBytes)
	if edit.MaskFree(&whole) {
		whole = edit.Unmasked(whole)
	}
	whole.Sat, whole.Dst = false, edit.Virt(v, 0, native.Dst1, native.F)
	fn(&digitWriter{w.mender, whole, w.add})
	result := edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), native.F)
	last.Op, last.MathFC, last.Src = native.OpMov, 0, [3]native.Operand{result}
	if halves {
		last.Op, last.Src = native.OpMul, [3]native.Operand{w.half(result), native.ImmOperand(oneHalf, native.HF)}
	}
	if !last.Dst.Indirect {
		last.Uses = nil
	}
	w.add(last)
}

// power is 2 to the product of the logarithm and the exponent. Its error is as many ulps as
// the product's is worth, up to 2^8 where that is rounded to the nearest. Zero times infinity
// is zero here: anything but a NaN to the 0 is 1, and so is 1 to anything else.
func (w *digitWriter) power() {
	x, y := magnitude(w.operand(0)), w.operand(1)
	product := w.float(native.OpMul, y, w.math(native.MathLog, x))
	for _, one := range [...][3]native.Operand{{y, floatImm(0), x}, {x, floatImm(1), y}} {
		f := w.where("one", one[0], native.CondEQ, one[1])
		also := native.Inst{Op: native.OpCmp, ExecSize: w.in.ExecSize, NoMask: true, Cond: native.CondEQ, Flag: f, PredCtrl: native.PredSeq}
		also.Dst, also.Src = native.NullDst(native.F), [3]native.Operand{one[2], one[2]}
		w.add(also)
		w.change(f, native.OpMov, product, floatImm(0))
	}
	last := w.in
	last.MathFC, last.Src = native.MathExp, [3]native.Operand{product}
	if !last.Dst.Indirect {
		last.Uses = nil
	}
	w.add(last)
}
