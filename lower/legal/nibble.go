package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// lanesFree says that an instruction does the same in any channels.
func lanesFree(in *native.Inst) bool {
	return in.NoMask && in.PredCtrl == native.PredNone && (in.Cond == native.CondNone || !in.Op.WritesFlag())
}

// nibbles: four channels that begin in the middle of eight are not for dwords. They run
// as the first four, where a flag has their bits of the mask.
func (l *legaliser) nibbles(in *native.Inst) bool {
	at := in.ChanOff % 8
	if in.ExecSize > 4 || at == 0 {
		return false
	}
	at = in.ChanOff
	chooses := in.PredCtrl != native.PredNone && in.Op.PredicateChooses()
	switch {
	case lanesFree(in):
	case chooses && !in.NoMask, in.Cond != native.CondNone && in.Op.ConditionChooses():
		for s := range edit.NumSrcs(in) {
			if in.Src[s].Indirect {
				in.Src[s] = l.toTemp(in, in.Src[s], in.Src[s].Type)
			}
		}
		l.viaTemp(*in, in.Dst.Type, int(max(in.Dst.Region.H, 1)))
		return true
	case chooses:
		in.Flag.Virt = l.flagOf(l.shifted(l.flagBits(in), at)) + 1
	case in.Cond != native.CondNone && in.Op.WritesFlag():
		l.nibbleCondition(*in)
		return true
	default:
		l.maskInFlag(in, l.enabled(in))
	}
	in.ChanOff = 0
	l.run(*in)
	return true
}

// channels: an instruction begins at a multiple of its channels. Others run by fours.
func (l *legaliser) channels(in *native.Inst) bool {
	n := in.ExecSize
	if n <= 4 || in.ChanOff%n == 0 {
		return false
	}
	if lanesFree(in) {
		in.ChanOff = 0
		l.run(*in)
		return true
	}
	if edit.Clobbers(in, 4) {
		l.viaTemp(*in, in.Dst.Type, int(max(in.Dst.Region.H, 1)))
		return true
	}
	for k := uint8(0); k < n; k += 4 {
		l.run(edit.Part(*in, int(k), 4))
	}
	return true
}

// scalarStep computes one dword, without mask.
func (l *legaliser) scalarStep(op native.Op, a, b native.Operand) native.Operand {
	v := l.NewTemp(4)
	l.run(native.Inst{Op: op, ExecSize: 1, NoMask: true, Dst: edit.Virt(v, 0, native.Dst1, native.UD), Src: [3]native.Operand{a, b}})
	return edit.Virt(v, 0, native.Scalar, native.UD)
}

// flagBits are the bits of an instruction's flag.
func (l *legaliser) flagBits(in *native.Inst) native.Operand {
	return l.scalarStep(native.OpMov, l.WholeFlag(in.Flag.Virt-1, native.Scalar), native.Operand{})
}

func (l *legaliser) shifted(bits native.Operand, by uint8) native.Operand {
	return l.scalarStep(native.OpShr, bits, countImm(int(by)))
}

// enabled are the channels of an instruction as the low bits of a dword: those of the
// mask, which the predicate leaves.
func (l *legaliser) enabled(in *native.Inst) native.Operand {
	bits := l.scalarStep(native.OpMov, dwordImm(-1), native.Operand{})
	if !in.NoMask {
		bits = l.scalarStep(native.OpMov, l.WholeFlag(l.awake(in.ChanOff&^7), native.Scalar), native.Operand{})
	}
	if in.PredCtrl != native.PredNone {
		chosen := l.flagBits(in)
		if in.PredInv {
			chosen.Mod = native.ModNeg // of logic: all bits inverted
		}
		bits = l.scalarStep(native.OpAnd, chosen, bits)
	}
	return l.scalarStep(native.OpAnd, l.shifted(bits, in.ChanOff), dwordImm(1<<in.ExecSize-1))
}

// awake is a flag of the eight channels from one on that the mask enables.
func (l *legaliser) awake(from uint8) int32 {
	f := l.NewFlag("awake", int(from)+8)
	l.run(native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: l.WholeFlag(f, native.Dst1), Src: [3]native.Operand{native.ImmOperand(0, l.FlagType(f))}})
	zero := l.scalarStep(native.OpMov, dwordImm(0), native.Operand{})
	in := native.Inst{Op: native.OpCmp, ExecSize: 8, ChanOff: from, Cond: native.CondEQ, Flag: native.Flag{Virt: f + 1}}
	in.Dst, in.Src = native.NullDst(native.UD), [3]native.Operand{zero, dwordImm(0)}
	l.run(in)
	return f
}

// flagOf is a flag with the bits of a dword.
func (l *legaliser) flagOf(bits native.Operand) int32 {
	f := l.NewFlag("nibble", 16)
	bits.Type = native.UW
	l.run(native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: l.WholeFlag(f, native.Dst1), Src: [3]native.Operand{bits}})
	return f
}

// maskInFlag makes an instruction run where the bits are set.
func (l *legaliser) maskInFlag(in *native.Inst, bits native.Operand) {
	in.NoMask, in.PredCtrl, in.PredInv = true, native.PredSeq, false
	in.Flag = native.Flag{Virt: l.flagOf(bits) + 1}
}

// nibbleCondition puts the condition's bits between the others of its flag. The
// instruction itself runs in all four channels, into a temporary.
func (l *legaliser) nibbleCondition(in native.Inst) {
	at, to, dst := in.ChanOff, in.Flag.Virt-1, in.Dst
	bits := l.enabled(&in)
	last := in
	for s := range edit.NumSrcs(&in) {
		if in.Src[s].Indirect {
			in.Src[s] = l.toTemp(&in, in.Src[s], in.Src[s].Type)
		}
	}
	in = edit.Unmasked(in)
	set := l.NewFlag("set", 16)
	in.Flag = native.Flag{Virt: set + 1}
	if !dst.IsNull() {
		in.Dst = edit.Virt(l.NewTemp(4*dst.Type.Size()), 0, native.Dst1, dst.Type)
	}
	l.run(in)
	l.mergeBits(to, set, bits, at)
	if dst.IsNull() {
		return
	}
	last.Op, last.Cond, last.Sat, last.ChanOff = native.OpMov, native.CondNone, false, 0
	last.Src = [3]native.Operand{edit.Virt(in.Dst.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, int(in.ExecSize)), dst.Type)}
	l.maskInFlag(&last, bits)
	l.run(last)
}

// mergeBits gives a flag, from bit at on, those low bits of another one that a mask has.
func (l *legaliser) mergeBits(to, from int32, mask native.Operand, at uint8) {
	was := l.scalarStep(native.OpMov, l.WholeFlag(to, native.Scalar), native.Operand{})
	is := l.scalarStep(native.OpMov, l.WholeFlag(from, native.Scalar), native.Operand{})
	changed := l.scalarStep(native.OpXor, l.scalarStep(native.OpShl, is, countImm(int(at))), was)
	changed = l.scalarStep(native.OpAnd, changed, l.scalarStep(native.OpShl, mask, countImm(int(at))))
	is = l.scalarStep(native.OpXor, changed, was)
	is.Type = l.FlagType(to)
	l.run(native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: l.WholeFlag(to, native.Dst1), Src: [3]native.Operand{is}})
}
