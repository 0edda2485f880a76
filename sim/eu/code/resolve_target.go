package code

import "github.com/genvisa/genvisa/native"

// decided refuses what the instruction means on other targets and no source says
// of this one, and registers that it does not have.
func (l *loader) decided() error {
	c, in := l.prog.Target.Caps(), l.in
	if err := l.doubles(); err != nil {
		return err
	}
	if err := l.operandDecided(c, &in.Dst); err != nil {
		return err
	}
	for i := range in.Op.Sources() {
		src := &in.Src[i]
		if err := l.operandDecided(c, src); err != nil {
			return err
		}
		if src.Mod != native.ModNone && in.Op.IsLogic() && l.prog.Target.Modifies(in.Op, native.ModNeg) == native.EffectNegative && src.Type.Size() != in.Dst.Type.Size() {
			return l.refuse("%s of other than type %s with a modifier on source %d on %s", in.Op, in.Dst.Type, i, l.prog.Target)
		}
		if src.File == native.ARF && src.Reg == native.ARFCE0 && !c.ChannelEnables {
			return l.refuse("reading ce0 on %s", l.prog.Target)
		}
	}
	return nil
}

func (l *loader) operandDecided(c *native.Caps, op *native.Operand) error {
	switch {
	case op.File == native.NoFile:
		return nil
	case op.Type == native.BF && !l.in.Op.IsSystolic():
		return l.refuse("%s with an operand of type bf, of which no document at hand says how it is rounded", l.in.Op)
	case op.Type == native.NF:
		return l.refuse("%s with an operand of type nf, whose bits no source gives", l.in.Op)
	case op.Indirect && int(op.AddrSub) >= c.AddressWords:
		return l.bad("address sub-register a0.%d: %s has a0.0 to a0.%d", op.AddrSub, l.prog.Target, c.AddressWords-1)
	case op.File == native.ARF && op.Reg == native.ARFA0 && int(op.Sub) >= 2*c.AddressWords:
		return l.bad("%d bytes at offset %d of architecture register %#02x, which has %d", op.Type.Size(), op.Sub, op.Reg, 2*c.AddressWords)
	}
	return nil
}

// resolveDim is dim, the move of an immediate double (gen-execution 5.5; Mesa has it for
// one element and for the vectors of Align16).
func resolveDim(l *loader) error {
	in := l.in
	if in.ExecSize != 1 && !in.Align16 || in.Src[0].File != native.Imm || in.Src[0].Type != native.DF || in.Dst.Type != native.DF ||
		in.Dst.File != native.GRF || in.Dst.Indirect || in.Sat || in.AccWr || in.Cond != native.CondNone {
		return l.refuse("dim of other than one immediate double into a register, or with modifiers")
	}
	return l.alu(ClassDouble, KernMov)
}

// resolveMul is mul. A target that takes only the low word of a second dword takes
// it as unsigned where the dword is, and where the result is the accumulator: the upper
// half of a long multiply (mach) counts on that, of signed dwords too (Mesa multiplies up
// to Haswell so). What a negative dword is for other results no source says.
func resolveMul(l *loader) error {
	in := l.in
	if a, b := in.Src[0].Type, &in.Src[1]; !l.prog.Target.Caps().LowWordMul || a.IsFloat() || !isDword(b.Type) {
		return resolveALU(l)
	} else if small := b.File == native.Imm && b.Imm < 1<<15; !isDword(a) || b.Type == native.D && !small && !isAcc(&in.Dst) || in.Align16 ||
		in.Src[0].Mod|b.Mod != 0 || b.Region.V == native.VxH || isAcc(b) {
		return l.refuse("mul of %s by a dword of type %s, which counts with its low word, on %s", a, b.Type, l.prog.Target)
	}
	low := *in
	src := &low.Src[1]
	src.Type, src.Imm = native.UW, src.Imm&0xFFFF
	src.Region.V, src.Region.H = 2*src.Region.V, 2*src.Region.H
	inner := *l
	inner.in = &low
	return resolveALU(&inner)
}

func isDword(ty native.Type) bool { return ty == native.D || ty == native.UD }
