package native

import "slices"

// halfType tells elements of two bytes.
func halfType(t Type) bool { return t.Size() == 2 }

func ruleAccHalfOffset(c *checked) bool {
	packed := c.ExecSize > 1 && c.Dst.Region.H == 1
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return packed && isAcc(o) && o.Type.IsFloat() && o.Sub != 0 })
}

func rulePackedDst(c *checked) bool {
	return c.ExecSize > 1 && c.Dst.File == GRF && c.Dst.Region.H == 1
}

func ruleAccSame(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return isAcc(o) && o.Reg != c.Dst.Reg })
}

func ruleAccSwizzle(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		return isAcc(o) && o.Region != Scalar && o.Swizzle != IdentitySwizzle
	})
}

// ruleAccModified: a modifier of another source is none of the accumulator's.
func ruleAccModified(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return isAcc(o) && o.Mod != ModNone })
}

func ruleOddWords(c *checked) bool {
	return c.Dst.Region.H == 2 && int(c.Dst.Sub)%4 == c.Dst.Type.Size()
}

// ruleAccSpecial: beside the macros, whose operands name them otherwise, mov alone reaches
// the accumulators behind acc1.
func ruleAccSpecial(c *checked) bool {
	plain := c.Op == OpMov && !c.Sat && c.Cond == CondNone && c.Src[0].Mod == ModNone
	return !c.IsMacro() && slices.ContainsFunc(c.operands(), func(o *Operand) bool { return isAcc(o) && o.Reg > ARFAcc1 && (!plain || !isDword(o)) })
}

// ruleAccSecond: acc1 is not for words, half floats, dwords and doubles.
func ruleAccSecond(c *checked) bool {
	return slices.ContainsFunc(c.operands(), func(o *Operand) bool {
		return isAcc(o) && o.Reg == ARFAcc1 && (halfType(o.Type) || isDword(o) || o.Type == DF)
	})
}

// ruleAccRegion compares steps in bytes: a packed hf destination of a float
// accumulator is an exception.
func ruleAccRegion(c *checked) bool {
	if c.Align16 || c.Dst.IsNull() || c.Dst.Type == HF {
		return false
	}
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		return isAcc(o) && o.Type != NF && o.Region != Scalar && step(o) != int(c.Dst.Region.H)*c.Dst.Type.Size()
	})
}

func ruleNegatedUD(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return o.Type == UD && o.Mod&ModNeg != 0 })
}

func ruleAccInteger(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		return isAcc(o) && (!o.Type.IsFloat() || c.t.Caps().LowWordMul)
	})
}

func ruleAccNumber(c *checked) bool {
	return slices.ContainsFunc(c.operands(), func(o *Operand) bool { return isAcc(o) && o.Reg > ARFAcc1 })
}
