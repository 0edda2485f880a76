package native

// clause is a condition of a restriction: see specs/eu/restrictions.md.
type clause struct {
	of    subject
	not   bool
	words words
	above int
}

func (k *clause) holds(c *checked) bool {
	switch k.of {
	case ofExec:
		return int(c.ExecSize) > k.above
	case ofFunction:
		return c.Op.IsMath() && k.words>>c.MathFC&1 != 0
	case ofInst:
		return (c.words()&k.words != 0) != k.not
	case ofDst:
		return k.of1(c, &c.Dst)
	case ofSrc0, ofSrc1, ofSrc2:
		return k.of1(c, &c.Src[k.of-ofSrc0])
	}
	first := 0
	switch k.of {
	case ofOperand:
		if k.of1(c, &c.Dst) {
			return true
		}
	case ofLater:
		first = 1
	}
	for i := first; i < len(c.Src); i++ {
		if c.Op.takes(i) && k.of1(c, &c.Src[i]) {
			return true
		}
	}
	return false
}

// of1 asks one operand, which has to be there.
func (k *clause) of1(c *checked, o *Operand) bool {
	return o.File != NoFile && (c.operandWords(o)&k.words != 0) != k.not
}

// operandWords are the properties of an operand; the words for types come first, in
// the order of the types.
func (c *checked) operandWords(o *Operand) words {
	w := words(1) << o.Type
	switch o.File {
	case Imm:
		w |= operandImm
	case GRF, Virt:
		w |= operandGrf
	case ARF:
		w |= arfWords(o)
	}
	for _, p := range [...]struct {
		on bool
		w  words
	}{
		{o.Indirect, operandIndirect}, {o.Indirect && o.Region.V == VxH, operandVxh}, {o.Region == Scalar, operandScalar},
		{o.Mod&ModAbs != 0, operandAbs}, {o.Mod&ModNeg != 0, operandNeg},
	} {
		if p.on {
			w |= p.w
		}
	}
	return w
}

// arfWords are the properties of an architecture register; null and the accumulators are
// words of their own.
func arfWords(o *Operand) words {
	switch o.Reg &^ 15 {
	case ARFNull:
		return operandNull
	case ARFAcc0:
		return operandAcc
	case ARFCR0:
		return operandArf | operandCr0
	}
	return operandArf
}

// words are the properties of the instruction.
func (c *checked) words() (w words) {
	for _, p := range [...]struct {
		on bool
		w  words
	}{
		{c.Sat, instSat}, {c.Cond != CondNone, instCond}, {c.Cond == CondOV || c.Cond == CondUN, instOrdering},
		{c.PredCtrl != PredNone, instPred}, {c.AccWr, instAccwr}, {c.Align16, instAlign16}, {c.DepCtrl != 0, instDepctrl},
		{c.Thread == ThreadSwitch, instSwitch}, {c.Msg.EOT, instEot}, {c.NoMask, instNomask},
	} {
		if p.on {
			w |= p.w
		}
	}
	return w
}

// opSet has a bit for each op.
type opSet [2]uint64

func (s *opSet) has(o Op) bool { return o < NumOps && s[o/64]>>(o%64)&1 != 0 }
