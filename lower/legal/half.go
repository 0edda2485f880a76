package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// oneHalf is 1 as hf.
const oneHalf = 0x3C00

// mathHalf: where math has no halves, it is done with floats, whose result is rounded once
// more, to the nearest as math rounds. Products with 1 flush the denormals of halves before
// and after: the moves that widen and narrow keep them.
func (l *legaliser) mathHalf(in *native.Inst) bool {
	if in.Op != native.OpMath || in.IsMathInt() || mathType(in) != native.HF {
		return false
	}
	one := native.ImmOperand(oneHalf, native.HF)
	float, last := *in, *in
	for s := range edit.NumSrcs(in) {
		o := in.Src[s]
		if o.File == native.Imm {
			o = l.load(in, o, o.Type)
		}
		float.Src[s] = l.inAllChannels(in, native.OpMul, native.HF, o, one)
	}
	if edit.MaskFree(in) {
		float = edit.Unmasked(float)
	}
	result := edit.Virt(l.NewVar("math", max(int(in.ExecSize)*4, grfBytes), grfBytes), 0, native.Dst1, native.F)
	float.Dst, float.Sat = result, false
	l.run(float)
	result.Region = edit.FitRegion(native.Region{V: 1, W: 1}, int(in.ExecSize))
	last.Op, last.MathFC = native.OpMul, 0
	w := &digitWriter{mender: l.mender, in: *in, add: l.run}
	last.Src = [3]native.Operand{w.half(result), one}
	l.run(last)
	return true
}

// inAllChannels is the result of an operation in all channels, in a temporary.
func (l *legaliser) inAllChannels(in *native.Inst, op native.Op, t native.Type, srcs ...native.Operand) native.Operand {
	size := int(in.ExecSize)
	v := l.NewTemp(size * t.Size())
	all := native.Inst{Op: op, ExecSize: in.ExecSize, NoMask: true, Dst: edit.Virt(v, 0, native.Dst1, t)}
	copy(all.Src[:], srcs)
	l.run(all)
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
}
