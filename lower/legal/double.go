package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// doublesAtOnce is how many doubles a register holds.
const doublesAtOnce = grfBytes / 8

// doubles: where df is what docs/gen7-doubles.md says, an instruction has four doubles at
// most, and conversions whose result nobody knows are none.
func (l *legaliser) doubles(in *native.Inst) bool {
	if !l.Caps.DoubleEnables || !in.OnDoubles() {
		return false
	}
	n := edit.NumSrcs(in)
	switch why := l.noDouble(in); {
	case why != "":
		l.fail(in, "%s of df, which target %v has not: %s", in.Op, l.T, why)
	case in.ExecSize > doublesAtOnce:
		l.inHalves(in)
	case n == 3:
		return l.fewSums(in)
	case l.doubleNumber(in):
		l.run(*in)
	case l.Caps.DoublePairs:
		return l.pairedDoubles(in)
	default:
		return false
	}
	return true
}

// noDouble says why an instruction cannot have doubles.
func (l *legaliser) noDouble(in *native.Inst) string {
	if in.Op == native.OpMov {
		switch {
		case in.Dst.Type == native.F && in.Src[0].Type == native.DF:
			return "floats of doubles are rounded toward zero, or nobody knows how"
		case in.Dst.Type == native.DF && in.Src[0].Type == native.HF, in.Dst.Type == native.HF:
			return "half floats"
		}
		return ""
	}
	if listed, also := in.Op.Takes(native.HSW, native.DF, native.DF); !listed && !also {
		return "want mov, add, mul, mad, sel or cmp"
	}
	return ""
}

// doubleNumber puts a number in registers, by halves.
func (l *legaliser) doubleNumber(in *native.Inst) (changed bool) {
	for s := range edit.NumSrcs(in) {
		o := &in.Src[s]
		if o.File != native.Imm || o.Type != native.DF {
			continue
		}
		v := l.NewVar("double", 8, 8)
		for half := range 2 {
			l.run(native.Inst{
				Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: edit.Virt(v, 4*half, native.Dst1, native.UD),
				Src: [3]native.Operand{native.ImmOperand(o.Imm>>(32*half)&0xFFFFFFFF, native.UD)},
			})
		}
		mod := o.Mod
		*o, changed = edit.Virt(v, 0, native.Scalar, native.DF), true
		o.Mod = mod
	}
	return changed
}

// fewSums makes a sum of products of less than four doubles one of four, of which the
// others are nobody's: single elements of Align16 are none that are known to be right.
func (l *legaliser) fewSums(in *native.Inst) bool {
	n := int(in.ExecSize)
	if n == doublesAtOnce {
		return false
	}
	if n > 1 || in.Cond != native.CondNone {
		l.fail(in, "%s of %d doubles: want 1 or a multiple of %d", in.Op, n, doublesAtOnce)
		return true
	}
	last, v := *in, l.NewVar("sums", grfBytes, grfBytes)
	for s := range in.Src {
		o := &in.Src[s]
		mod := o.Mod
		o.Mod = native.ModNone
		w := l.NewVar("factor", grfBytes, grfBytes)
		one := *o
		one.Region = native.Scalar
		l.run(native.Inst{Op: native.OpMov, ExecSize: doublesAtOnce, NoMask: true, Dst: edit.Virt(w, 0, native.Dst1, native.DF), Src: [3]native.Operand{one}, Uses: in.Uses})
		*o = edit.Virt(w, 0, native.Region{V: doublesAtOnce, W: doublesAtOnce, H: 1}, native.DF)
		o.Mod = mod
	}
	*in = edit.Unmasked(*in)
	in.NoMask, in.ExecSize, in.ChanOff, in.Dst = true, doublesAtOnce, 0, edit.Virt(v, 0, native.Dst1, native.DF)
	l.run(*in)
	last.Op, last.Src = native.OpMov, [3]native.Operand{edit.Virt(v, 0, native.Scalar, native.DF)}
	last.Sat = false
	l.run(last)
	return true
}

// pairedDoubles: where df counts in dwords, doubles stand side by side, and dwords beside
// them at any one distance.
func (l *legaliser) pairedDoubles(in *native.Inst) bool {
	if movesQword(in) && (!l.sideBySide(&in.Dst, true, in) || !l.sideBySide(&in.Src[0], false, in)) {
		l.splitMove(in)
		return true
	}
	for s := range edit.NumSrcs(in) {
		o := &in.Src[s]
		switch {
		case o.Type == native.DF && !l.sideBySide(o, false, in):
			*o = l.toTemp(in, *o, native.DF)
		case o.Type.Size() < 4, o.Type != native.DF && o.File != native.Imm && !evenDwords(o, in):
			*o = l.toTemp(in, *o, edit.DwordOf(o.Type))
		default:
			continue
		}
		l.run(*in)
		return true
	}
	return l.doubleResult(in)
}

// doubleResult puts a result side by side in a temporary, dwords eight bytes apart.
func (l *legaliser) doubleResult(in *native.Inst) bool {
	d := &in.Dst
	switch {
	case in.Paired, d.IsNull():
		return false
	case d.Type == native.DF && l.sideBySide(d, true, in):
		return false
	case d.Type == native.DF:
		l.viaTemp(*in, native.DF, 1)
	case d.Type.Size() < 4:
		l.viaTemp(*in, edit.DwordOf(d.Type), 2)
	default:
		last, v := *in, l.NewVar("narrow", 8*int(in.ExecSize), 8)
		last.Src = [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: 2, W: 1}, int(in.ExecSize)), d.Type)}
		last.Sat, last.Uses = false, nil
		first := edit.Unmasked(*in)
		first.Dst, first.Paired = edit.Virt(v, 0, native.Region{H: 2}, d.Type), true
		l.run(first)
		l.run(last)
	}
	return true
}

// sideBySide tells doubles without gaps from a multiple of eight bytes on, or of which
// there is one.
func (l *legaliser) sideBySide(o *native.Operand, dst bool, in *native.Inst) bool {
	n := int(in.ExecSize)
	if o.Indirect || !edit.IsReg(o) {
		return o.IsNull() || o.File == native.Imm
	}
	if dst {
		return (n == 1 || o.Region.H == 1) && l.EnsureAlign(o, 8)
	}
	k, ok := edit.Stride(o.Region, n)
	return ok && k <= 1 && l.EnsureAlign(o, 8)
}

// evenDwords tells dwords at one distance, which is a vertical stride.
func evenDwords(o *native.Operand, in *native.Inst) bool {
	_, ok := edit.Stride(o.Region, int(in.ExecSize))
	return !o.Indirect && ok
}
