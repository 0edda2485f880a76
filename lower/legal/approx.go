package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// mathStep is an instruction in place of a function that a target has not: op of the
// sources and of the results of the steps before it.
type mathStep struct {
	op   native.Op
	fc   uint8
	srcs []mathSource
}

// mathSource is a source of the function, or the result before.
type mathSource struct {
	src  int  // source; -1 for the result
	size bool // without its sign
}

var before = mathSource{src: -1}

// mathSteps are functions of other ones. Results are those of approximations: an ulp or
// two of a quotient whose divisor has an inverse, and of a power as many more as its
// exponent has bits.
var mathSteps = [...]struct {
	fc    uint8
	steps []mathStep
}{
	{native.MathFdiv, []mathStep{{native.OpMath, native.MathInv, []mathSource{{src: 1}}}, {native.OpMul, 0, []mathSource{{src: 0}, before}}}},
	{native.MathPow, []mathStep{
		{native.OpMath, native.MathLog, []mathSource{{src: 0, size: true}}},
		{native.OpMul, 0, []mathSource{{src: 1}, before}},
		{native.OpMath, native.MathExp, []mathSource{before}},
	}},
}

// approximate makes a function of math that the target lacks of others; false when there
// are no steps for it.
func (c *mender) approximate(in native.Inst, out *edit.Sequence) bool {
	for i := range mathSteps {
		if row := &mathSteps[i]; row.fc == in.MathFC {
			c.mathBySteps(in, row.steps, out)
			return true
		}
	}
	return false
}

// mathBySteps runs steps in floats; the last has the destination of the function.
func (c *mender) mathBySteps(in native.Inst, steps []mathStep, out *edit.Sequence) {
	size := int(in.ExecSize)
	var last native.Operand
	for i, st := range steps {
		m := in
		m.Op, m.MathFC, m.Src = st.op, st.fc, [3]native.Operand{}
		for s, from := range st.srcs {
			m.Src[s] = last
			if from.src >= 0 {
				m.Src[s] = in.Src[from.src]
			}
			if from.size {
				m.Src[s].Mod = native.ModAbs
			}
		}
		if i < len(steps)-1 {
			if edit.MaskFree(&in) {
				m = edit.Unmasked(m)
			}
			v := c.NewVar("approx", max(4*size, grfBytes), grfBytes)
			m.Dst, m.Sat = edit.Virt(v, 0, native.Dst1, native.F), false
			last = edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), native.F)
		}
		out.Add(m)
	}
}
