package code

import "github.com/genvisa/genvisa/native"

// evenElements are the elements that sad2 and sada2 give: the first of each pair. The
// others are undefined (vISA, SAD2); here they stay as they are.
const evenElements = 0x55555555

// resolveSad is sad2 and sada2: of bytes, into words or the accumulator (vISA, SAD2 and
// SAD2ADD, which Intel's finalizer makes of them).
func resolveSad(l *loader) error {
	o, in := l.op, *l.in
	for i := range 2 {
		if src := &in.Src[i]; src.File == native.Imm || src.Type.Size() != 1 {
			return l.refuse("%s with a source of other than bytes", in.Op)
		}
	}
	if in.Align16 || o.N < 2 || in.Dst.Type.IsFloat() || in.Dst.Type.Size() != 2 {
		return l.refuse("%s of %d channels into a destination of type %s, or in Align16", in.Op, o.N, in.Dst.Type)
	}
	o.Form, o.Class = FormSad, ClassWide
	inner := *l
	inner.in, inner.enable = &in, l.enable&evenElements
	if in.Op.ReadsAccumulator() {
		var err error
		if in.Src[2], err = l.summand(in.Dst.Type); err != nil {
			return err
		}
		inner.srcs = 3
	}
	return inner.operands()
}

// sadBits holds two differences and what is added to them.
func sadBits(s [3]int) int { return max(s[0]+2, s[1]+2, s[2]) + 1 }
