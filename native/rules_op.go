package native

import "slices"

func rulePastEnd(c *checked) bool {
	if c.Align16 {
		return false
	}
	limit := c.grfs * GRFBytes
	past := func(o *Operand, n int) bool {
		return o.File == GRF && !o.Indirect && o.Region.V != VxH && int(o.Reg)*GRFBytes+int(o.Sub)+n > limit
	}
	if past(&c.Dst, dstSpan(&c.Dst, int(c.ExecSize))) {
		return true
	}
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool { return past(o, span(o, int(c.ExecSize))) })
}

func ruleAligned(c *checked) bool {
	return slices.ContainsFunc(c.operands(), func(o *Operand) bool {
		if o.File == ARF && !o.Indirect && !o.IsNull() {
			return int(o.Sub)%o.Type.Size() != 0
		}
		return placed(o, func(first int) bool { return first%o.Type.Size() != 0 })
	})
}

// arfBytes are the bytes that instructions reach of an architecture register.
func (c *checked) arfBytes(o *Operand) int {
	if o.Reg>>4 == ARFA0>>4 {
		return 2 * c.t.Caps().AddressWords
	}
	return archFileOf(o.Reg).bytes
}

func ruleArfNarrow(c *checked) bool {
	return slices.ContainsFunc(c.operands(), func(o *Operand) bool {
		return o.File == ARF && o.Type.Size() < archFileOf(o.Reg).least
	})
}

func ruleNoARF(c *checked) bool {
	return slices.ContainsFunc(c.operands(), func(o *Operand) bool {
		if o.File != ARF {
			return false
		}
		class := archFileOf(o.Reg)
		past := (c.Op.IsALU() || c.Op == OpWait) && !o.IsNull() && int(o.Sub)+o.Type.Size() > c.arfBytes(o)
		return o.Indirect || o.Reg&15 >= class.count || past
	})
}

func ruleFlagRange(c *checked) bool {
	uses := c.PredCtrl != PredNone || c.Cond != CondNone || c.IsMathMacro()
	return uses && c.Flag.Virt == 0 && 16*int(c.Flag.Sub)+int(c.ChanOff)+int(c.ExecSize) > 32
}

func ruleChannels(c *checked) bool {
	unit := max(c.ExecSize, 4)
	return c.ChanOff%unit != 0 || int(c.ChanOff)+int(c.ExecSize) > 32
}

func isDword(o *Operand) bool { return o.Type == D || o.Type == UD }

func isAcc(o *Operand) bool { return o.File == ARF && o.Reg>>4 == ARFAcc0>>4 }

func ruleAccSource(c *checked) bool {
	for i := c.t.Caps().AccSources; i < len(c.Src); i++ {
		if isAcc(&c.Src[i]) {
			return true
		}
	}
	return false
}

// accOf tells an accumulator among the operands whose type is as asked.
func (c *checked) accOf(is func(t Type) bool) bool {
	return slices.ContainsFunc(c.operands(), func(o *Operand) bool { return isAcc(o) && is(o.Type) })
}

func ruleAccWord(c *checked) bool { return c.accOf(func(t Type) bool { return t == W || t == UW }) }

func ruleAccDouble(c *checked) bool { return c.accOf(func(t Type) bool { return t == DF }) }

func ruleAccDword(c *checked) bool {
	return slices.ContainsFunc(c.operands(), func(o *Operand) bool {
		return isAcc(o) && isDword(o)
	})
}

func ruleTernary(c *checked) bool {
	if opCodes[c.t][c.Op].format != format3s {
		return false
	}
	if c.ExecSize == 1 || !c.Align16 || c.Dst.Indirect || c.Dst.Sub%16 != 0 || c.Dst.File != GRF && c.Dst.File != Virt {
		return true
	}
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		packed := o.Region != Scalar && o.Sub%16 != 0
		return o.Indirect || o.File != GRF && o.File != Virt || packed
	})
}

func ruleTernaryQword(c *checked) bool {
	_, scalar := c.ScalarLane()
	if opCodes[c.t][c.Op].format != format3s || c.ExecSize == 1 || scalar {
		return false
	}
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return o.Region == Scalar && o.Type.Size() == 8 })
}

func ruleVector(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		if o.File != Imm || o.Type != V && o.Type != UV && o.Type != VF || c.Dst.IsNull() {
			return false
		}
		return placed(&c.Dst, func(first int) bool { return first%16 != 0 })
	})
}

func ruleSendEOT(c *checked) bool {
	first := c.t.Caps().FirstEOT + c.grfs - c.t.Caps().GRFs
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		if o.File == Virt {
			return false
		}
		return o.File == GRF && int(o.Reg) < first
	})
}

func ruleSendPayload(c *checked) bool {
	last := c.grfs
	whole := func(o *Operand, n int) bool {
		return o.File != GRF || o.Indirect || o.Sub == 0 && int(o.Reg)+n <= last
	}
	if c.Src[0].File != GRF && c.Src[0].File != Virt {
		return true
	}
	if !c.Msg.Known() {
		return c.Src[0].Sub != 0
	}
	response, first, second := c.MessageGRFs()
	return !whole(&c.Src[0], first) || !whole(&c.Src[1], second) || !whole(&c.Dst, response)
}

func ruleSendSplit(c *checked) bool {
	if !c.Op.IsSplit() || !c.Msg.Known() || c.Src[0].File != GRF || c.Src[1].File != GRF {
		return false
	}
	a, b := c.Src[0].Reg, c.Src[1].Reg
	_, first, second := c.MessageGRFs()
	return int(a) < int(b)+max(second, 0) && int(b) < int(a)+first
}
