package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// keepDenormals are the bits of cr0.0 that keep denormals of f and of hf.
const keepDenormals = 1<<7 | 1<<10

// controlBits: what a number sets in cr0.0 leaves out the bits that keep denormals where
// the target flushes them whatever cr0 says.
func (l *legaliser) controlBits(in *native.Inst) bool {
	if d := &in.Dst; l.Caps.Denormals || d.File != native.ARF || d.Reg != native.ARFCR0 || d.Sub != 0 || d.Indirect {
		return false
	}
	for s := range in.Src {
		if o := &in.Src[s]; o.File == native.Imm && in.Op != native.OpAnd {
			o.Imm &^= keepDenormals
		}
	}
	return false
}

// logicSources: where a modifier of logic does not invert bits, another instruction does;
// of pairs of dwords it does so for each.
func (l *legaliser) logicSources(in *native.Inst) bool {
	if !in.Op.IsLogic() || isQuad(in) || l.T.Modifies(in.Op, native.ModNeg) == native.EffectComplement {
		return false
	}
	changed := false
	for s := range edit.NumSrcs(in) {
		if in.Src[s].Mod == native.ModNeg {
			in.Src[s], changed = l.inverted(in, in.Src[s]), true
		}
	}
	if changed {
		l.run(*in)
	}
	return changed
}

// inverted has the bits of a source inverted, at the width of the instruction or its result.
func (l *legaliser) inverted(in *native.Inst, o native.Operand) native.Operand {
	o.Mod = native.ModNone
	t := o.Type
	if n := max(edit.ExecSize(in), in.Dst.Type.Size()); t.Size() < n {
		if t = native.UW; o.Type.IsSigned() {
			t = native.W
		}
		if n > 2 {
			t = edit.DwordOf(t)
		}
		o = l.load(in, o, t)
	}
	return l.loadBy(native.OpNot, in, o, t)
}
