package code

import "github.com/genvisa/genvisa/native"

// resolveHalfMov is f16to32 and f32to16, the conversions of a target without the
// type hf: the words of an operand of type w or uw are halves.
func resolveHalfMov(l *loader) error {
	in := *l.in
	word, float := &in.Src[0], &in.Dst
	if float.Type != native.F {
		word, float = float, word
	}
	if float.Type != native.F || word.Type != native.W && word.Type != native.UW || in.Src[0].Mod != native.ModNone ||
		in.Sat || in.AccWr || in.Cond != native.CondNone || in.Align16 || in.Src[0].File == native.Imm {
		return l.refuse("%s from %s to %s, with a modifier, an immediate or in Align16", in.Op, in.Src[0].Type, in.Dst.Type)
	}
	word.Type = native.HF
	inner := *l
	inner.in = &in
	return inner.alu(ClassFloat, l.row.kern)
}
