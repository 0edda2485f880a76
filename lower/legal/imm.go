package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// flipped is the comparison with its sides exchanged.
var flipped = [...]native.CondMod{
	native.CondEQ: native.CondEQ, native.CondNE: native.CondNE,
	native.CondGT: native.CondLT, native.CondLT: native.CondGT,
	native.CondGE: native.CondLE, native.CondLE: native.CondGE,
}

// immediatePlace: an immediate is the last source, and there is only one.
func (l *legaliser) immediatePlace(in *native.Inst) bool {
	if edit.NumSrcs(in) != 2 || in.Src[0].File != native.Imm {
		return false
	}
	if in.Src[1].File == native.Imm || !l.exchange(in) {
		o := in.Src[0]
		in.Src[0] = l.toTemp(in, o, edit.ValueType(&o))
	}
	l.run(*in)
	return true
}

// exchange swaps the sources when the instruction has a form that means the
// same.
func (l *legaliser) exchange(in *native.Inst) bool {
	switch {
	case in.Op.Commutes():
	case in.Op == native.OpCmp:
		in.Cond = flipped[in.Cond]
	case in.Op == native.OpSel && in.PredCtrl != native.PredNone:
		in.PredInv = !in.PredInv
	case in.Op == native.OpSel && !in.Dst.Type.IsFloat():
	default:
		return false
	}
	in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
	return true
}

// wideImmediate: only mov takes a 64-bit immediate.
func (l *legaliser) wideImmediate(in *native.Inst) bool {
	if in.Op == native.OpMov {
		return false
	}
	for s := range in.Src {
		o := &in.Src[s]
		if o.File == native.Imm && o.Type.Size() == 8 {
			if n := edit.ShrinkQuad(o.Imm, o.Type); n.Type.Size() < 8 && edit.NumSrcs(in) == 2 && (in.Src[1-s].Type.Size() == 8 || in.Op == native.OpShl && in.Dst.Type.Size() == 8) {
				*o = n
				continue
			}
			*o = l.toTemp(in, *o, o.Type)
			l.run(*in)
			return true
		}
	}
	return false
}

// vectorImmediate: the hardware finds the value of an element by the byte
// position of the destination, counted from a 16-byte boundary; vISA counts
// elements. Both agree where the destination is packed words (floats for vf). Beside a
// vector of integers there are only bytes and words.
func (l *legaliser) vectorImmediate(in *native.Inst) bool {
	for s := range in.Src {
		o := &in.Src[s]
		if !edit.IsVectorImm(o) {
			continue
		}
		if t := edit.ValueType(o); int(in.Dst.Region.H)*in.Dst.Type.Size() != t.Size() || o.Type != native.VF && edit.ExecSize(in) != 2 {
			*o = l.toTemp(in, *o, t)
			l.run(*in)
			return true
		}
		if !l.EnsureAlign(&in.Dst, 16) {
			l.viaTemp(*in, in.Dst.Type, int(in.Dst.Region.H))
			return true
		}
	}
	return false
}

// mixedSources: float and integer sources do not mix; the integer is converted.
func (l *legaliser) mixedSources(in *native.Inst) bool {
	if in.Op.IsLogic() {
		return false
	}
	n := edit.NumSrcs(in)
	for s := range n {
		for other := range n {
			f := in.Src[other].Type
			if f.IsFloat() && !in.Src[s].Type.IsFloat() {
				in.Src[s] = l.toTemp(in, in.Src[s], edit.ValueType(&in.Src[other]))
				l.run(*in)
				return true
			}
		}
	}
	return false
}

// mixedQuads: no integer type holds unsigned 64-bit and negative numbers, so
// that they cannot be compared.
func (l *legaliser) mixedQuads(in *native.Inst) bool {
	if in.Op != native.OpCmp && !(in.Op == native.OpSel && in.Cond != native.CondNone) {
		return false
	}
	var unsigned, signed bool
	for s := range edit.NumSrcs(in) {
		o := &in.Src[s]
		neg := o.Mod&native.ModNeg != 0
		unsigned = unsigned || o.Type == native.UQ
		signed = signed || neg || o.Type.IsSigned() && !o.Type.IsFloat()
	}
	if unsigned && signed {
		l.fail(in, "comparison of unsigned 64-bit with signed numbers")
		return true
	}
	return false
}

// mulOrder: in a multiplication of dword and smaller integer the dword is first.
func (l *legaliser) mulOrder(in *native.Inst) bool {
	if in.Op != native.OpMul || in.Dst.File == native.ARF && in.Dst.Reg == native.ARFAcc0 {
		return false
	}
	a, b := in.Src[0].Type, in.Src[1].Type
	if a.IsFloat() || b.Size() != 4 || a.Size() >= 4 || edit.IsVectorImm(&in.Src[1]) {
		return false
	}
	if in.Src[1].File == native.Imm {
		in.Src[1] = l.toTemp(in, in.Src[1], b)
	}
	in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
	l.run(*in)
	return true
}

// quadSat: there is no clamping of 64-bit integers, neither to themselves nor to
// smaller ones.
func (l *legaliser) quadSat(in *native.Inst) bool {
	if !in.Sat || in.Dst.Type.IsFloat() {
		return false
	}
	wide := in.Dst.Type.Size() == 8
	for s := range edit.NumSrcs(in) {
		t := in.Src[s].Type
		wide = wide || t == native.Q || t == native.UQ
	}
	if wide {
		l.fail(in, "saturation of 64-bit integers: want integers of at most 32 bits, or floats")
	}
	return wide
}

// quadNegated: what a negative number of more than 64 bits becomes as a float is
// not known.
func (l *legaliser) quadNegated(in *native.Inst) bool {
	if !in.Dst.Type.IsFloat() {
		return false
	}
	for s := range edit.NumSrcs(in) {
		if in.Src[s].Type == native.UQ && in.Src[s].Mod != native.ModNone {
			l.fail(in, "negated unsigned 64-bit source of a float: want a type with sign")
			return true
		}
	}
	return false
}

// mulSat: a dword multiplication cannot saturate, and nothing else can clamp its
// exact product.
func (l *legaliser) mulSat(in *native.Inst) bool {
	if in.Op != native.OpMul || !in.Sat || in.Dst.Type.IsFloat() || edit.ExecSize(in) != 4 {
		return false
	}
	l.fail(in, "saturation of a product of dwords: want factors of at most 16 bits, or floats")
	return true
}

// vectorIndirect: only the first source can have an address per element.
func (l *legaliser) vectorIndirect(in *native.Inst) bool {
	for s := 1; s < edit.NumSrcs(in); s++ {
		if o := in.Src[s]; o.Indirect && o.Region.V == native.VxH {
			in.Src[s] = l.toTemp(in, o, o.Type)
			l.run(*in)
			return true
		}
	}
	return false
}

// mixedIndirect: where hf and f are mixed no source is indirect.
func (l *legaliser) mixedIndirect(in *native.Inst) bool {
	if !edit.MixedFloat(in) {
		return false
	}
	for s := range edit.NumSrcs(in) {
		if o := in.Src[s]; o.Indirect {
			in.Src[s] = l.toTemp(in, o, o.Type)
			l.run(*in)
			return true
		}
	}
	return false
}

// secondArch: architecture registers stand in the first source only.
func (l *legaliser) secondArch(in *native.Inst) bool {
	for s := 1; s < edit.NumSrcs(in); s++ {
		o := in.Src[s]
		if o.File == native.VirtFlag || o.File == native.VirtAddr || o.File == native.ARF && !o.IsNull() {
			in.Src[s] = l.toTemp(in, o, o.Type)
			l.run(*in)
			return true
		}
	}
	return false
}
