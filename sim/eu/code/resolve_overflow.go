package code

import "github.com/genvisa/genvisa/native"

// The condition modifier .o is the overflow of the operation (Lakefield PRM vol. 2b,
// CondModifier; Ivy Bridge PRM vol. 4 part 3, 2.3.1.2, of floats). The sources do not
// agree on more than sums of dwords and floats and products of floats, all operands of
// one type: there the result does not fit, or is infinite and no operand is.

// overflows says that .o is decided for the instruction.
func (l *loader) overflows() bool {
	in, o := l.in, l.op
	if o.Form != FormALU || in.Sat || in.AccWr || isAcc(&in.Dst) {
		return false
	}
	ty := in.Dst.Type
	for i := range l.srcs {
		src := &in.Src[i]
		if src.Type != ty || isAcc(src) || ty == native.UD && src.Mod != native.ModNone {
			return false
		}
	}
	return o.Kern == KernAdd && isDword(ty) || ty == native.F && (o.Kern == KernAdd || o.Kern == KernMul || o.Kern == KernMad)
}
