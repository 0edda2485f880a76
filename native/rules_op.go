package native

func rulePastEnd(c *checked) Verdict {
	if !c.alu || c.Align16 {
		return OK
	}
	limit := c.t.Caps().GRFs * GRFBytes
	past := func(o *Operand, n int) Verdict {
		return violatedIf(o.File == GRF && !o.Indirect && o.Region.V != VxH && int(o.Reg)*GRFBytes+int(o.Sub)+n > limit)
	}
	if past(&c.Dst, dstSpan(&c.Dst, int(c.ExecSize))) == Violated {
		return Violated
	}
	return worst(c.regioned(), func(o *Operand) Verdict { return past(o, span(o, int(c.ExecSize))) })
}

func ruleAligned(c *checked) Verdict {
	if !c.alu {
		return OK
	}
	return worst(append([]*Operand{&c.Dst}, c.srcs...), func(o *Operand) Verdict {
		if o.File == ARF && !o.Indirect && !o.IsNull() {
			return violatedIf(int(o.Sub)%o.Type.Size() != 0)
		}
		return placed(o, func(first int) bool { return first%o.Type.Size() != 0 })
	})
}

// arfClasses says how many registers each class of architecture registers has,
// their bytes where instructions reach fewer than 32, and the bytes of the least access.
var arfClasses = [16]struct {
	count int32
	bytes int
	least int
}{
	{1, 0, 1}, {1, 32, 2}, {10, 32, 1}, {2, 4, 2}, // null a acc f
	{1, 4, 1}, {8, 32, 1}, {1, 32, 1}, {2, 16, 1}, // ce msg sp sr
	{1, 12, 4}, {1, 12, 4}, {1, 4, 4}, {1, 32, 2}, // cr n ip tdr
	{1, 32, 1}, {5, 32, 1}, {0, 0, 1}, {1, 32, 1}, // tm fc - dbg
}

func ruleArfNarrow(c *checked) Verdict {
	return worst(append([]*Operand{&c.Dst}, c.srcs...), func(o *Operand) Verdict {
		return violatedIf(o.File == ARF && o.Type.Size() < arfClasses[o.Reg>>4&15].least)
	})
}

func ruleNoARF(c *checked) Verdict {
	return worst(append([]*Operand{&c.Dst}, c.srcs...), func(o *Operand) Verdict {
		if o.File != ARF {
			return OK
		}
		class := &arfClasses[o.Reg>>4&15]
		past := (c.alu || c.Op == OpWait) && !o.IsNull() && int(o.Sub)+o.Type.Size() > class.bytes
		return violatedIf(o.Indirect || o.Reg&15 >= class.count || past)
	})
}

func ruleFlagRange(c *checked) Verdict {
	uses := c.PredCtrl != PredNone || c.Cond != CondNone || c.IsMathMacro()
	return violatedIf(uses && c.Flag.Virt == 0 && 16*int(c.Flag.Sub)+int(c.ChanOff)+int(c.ExecSize) > 32)
}

func ruleChannels(c *checked) Verdict {
	unit := max(c.ExecSize, 4)
	return violatedIf(c.ChanOff%unit != 0 || int(c.ChanOff)+int(c.ExecSize) > 32)
}

func isDword(o *Operand) bool { return o.Type == D || o.Type == UD }

func isAcc(o *Operand) bool { return o.File == ARF && o.Reg>>4 == ARFAcc0>>4 }

func ruleAccSource(c *checked) Verdict {
	for i := c.t.Caps().AccSources; i < len(c.Src); i++ {
		if c.alu && isAcc(&c.Src[i]) {
			return Violated
		}
	}
	return OK
}

func ruleAccDword(c *checked) Verdict {
	return worst(append([]*Operand{&c.Dst}, c.srcs...), func(o *Operand) Verdict {
		return violatedIf(isAcc(o) && isDword(o))
	})
}

func ruleTernary(c *checked) Verdict {
	if opCodes[c.t][c.Op].format != format3s {
		return OK
	}
	if c.ExecSize == 1 || !c.Align16 || c.Dst.Indirect || c.Dst.Sub%16 != 0 || c.Dst.File != GRF && c.Dst.File != Virt {
		return Violated
	}
	return worst(c.srcs, func(o *Operand) Verdict {
		packed := o.Region != Scalar && o.Sub%16 != 0
		return violatedIf(o.Indirect || o.File != GRF && o.File != Virt || packed)
	})
}

func ruleTernaryQword(c *checked) Verdict {
	_, scalar := c.ScalarLane()
	if opCodes[c.t][c.Op].format != format3s || c.ExecSize == 1 || scalar {
		return OK
	}
	return worst(c.srcs, func(o *Operand) Verdict { return violatedIf(o.Region == Scalar && o.Type.Size() == 8) })
}

func ruleVector(c *checked) Verdict {
	return worst(c.srcs, func(o *Operand) Verdict {
		if o.File != Imm || o.Type != V && o.Type != UV && o.Type != VF || c.Dst.IsNull() {
			return OK
		}
		return placed(&c.Dst, func(first int) bool { return first%16 != 0 })
	})
}

func ruleSendEOT(c *checked) Verdict {
	return worst(c.srcs, func(o *Operand) Verdict {
		if o.File == Virt {
			return Constrains
		}
		return violatedIf(o.File == GRF && int(o.Reg) < c.t.Caps().FirstEOT)
	})
}

func ruleSendPayload(c *checked) Verdict {
	if !c.Op.IsSend() {
		return OK
	}
	last := c.t.Caps().GRFs
	whole := func(o *Operand, n int) bool {
		return o.File != GRF || o.Indirect || o.Sub == 0 && int(o.Reg)+n <= last
	}
	if c.Src[0].File != GRF && c.Src[0].File != Virt {
		return Violated
	}
	if !c.Msg.Known() {
		return violatedIf(c.Src[0].Sub != 0)
	}
	response, first, second := c.MessageGRFs()
	return violatedIf(!whole(&c.Src[0], first) || !whole(&c.Src[1], second) || !whole(&c.Dst, response))
}

func ruleSendSplit(c *checked) Verdict {
	if !c.Op.IsSplit() || !c.Msg.Known() || c.Src[0].File != GRF || c.Src[1].File != GRF {
		return OK
	}
	a, b := c.Src[0].Reg, c.Src[1].Reg
	_, first, second := c.MessageGRFs()
	return violatedIf(int(a) < int(b)+max(second, 0) && int(b) < int(a)+first)
}
