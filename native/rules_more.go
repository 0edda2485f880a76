package native

import "slices"

// ruleHalfOword is about packed hf operands of Align16.
func ruleHalfOword(c *checked) bool {
	return slices.ContainsFunc(c.operands(), func(o *Operand) bool {
		return o.Type == HF && o.File == GRF && o.Region != Scalar && (o.Sub%oword != 0 || int(c.ExecSize)*2 > oword)
	})
}

func ruleHalfReplicated(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return o.Type == HF && o.File == GRF && o.Region.V == 0 })
}

func ruleHalfPacked(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		return o.Type == HF && o.File == GRF && o.Region != Scalar && c.ExecSize > 1 && step(o) == 2
	})
}

func ruleHalfDst(c *checked) bool {
	d := &c.Dst
	return d.Region.H == 1 && d.File == GRF && !d.Indirect && int(d.Sub)%oword+int(c.ExecSize)*2 > oword
}

// ruleResizes: elements of another size than the destination's, in more than a register.
func ruleResizes(c *checked) bool {
	d := &c.Dst
	past := func(o *Operand) bool { return int(o.Sub)+int(c.ExecSize)*o.Type.Size() > GRFBytes }
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		resized := o.File == GRF && !o.Indirect && d.File == GRF && o.Type.Size() != d.Type.Size()
		return resized && (past(d) || o.Region != Scalar && o.Region.V != 0 && past(o))
	})
}

func ruleArfCross(c *checked) bool {
	cross := func(o *Operand, n int) bool {
		return o.File == ARF && !o.IsNull() && !isAcc(o) && !o.Indirect && int(o.Sub)+n > c.arfBytes(o)
	}
	if c.Align16 {
		return false
	}
	if cross(&c.Dst, dstSpan(&c.Dst, int(c.ExecSize))) {
		return true
	}
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return cross(o, span(o, int(c.ExecSize))) })
}

// ruleReadOnlyARF finds a byte of the destination that its register has and does not keep, and
// another number than zero where only that counts.
func ruleReadOnlyARF(c *checked) bool {
	d := &c.Dst
	if d.Indirect || d.IsNull() || c.Align16 {
		return false
	}
	end := min(int(d.Sub)+dstSpan(d, int(c.ExecSize)), archFileOf(d.Reg).bytes)
	for at := int(d.Sub); at < end; at++ {
		switch ArchWrites(d.Reg, at) {
		case WriteNone:
			return true
		case WriteZero:
			return c.Op == OpMov && c.Src[0].File == Imm && c.Src[0].Imm != 0
		}
	}
	return false
}

// addresses is how many sub-registers of a0 the rows of a source need.
func (c *checked) addresses(o *Operand) int {
	if !o.Indirect || o.Region.V != VxH {
		return 0
	}
	return max(int(c.ExecSize)/max(int(o.Region.W), 1), 1)
}

func ruleAddressGroup(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		n := c.addresses(o)
		return n > 0 && o.AddrReg == 0 && int(o.AddrSub)%n != 0
	})
}

func ruleAddressCount(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		n := c.addresses(o)
		return n > 0 && o.AddrReg == 0 && int(o.AddrSub)+n > c.t.Caps().AddressWords
	})
}

// ruleVectorStep: eight elements of a word, or four of a dword.
func ruleVectorStep(c *checked) bool { return c.vectorStep(0) }

// ruleVectorWide: up to four dwords take every second element of eight.
func ruleVectorWide(c *checked) bool { return c.vectorStep(4) }

// vectorStep tells a destination whose step is not that of the elements of a packed immediate, where
// up to so many channels may have dwords for eight elements.
func (c *checked) vectorStep(dwords int) bool {
	d := &c.Dst
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		have, want := int(d.Region.H)*d.Type.Size(), o.Type.VectorBytes()
		switch {
		case o.File != Imm || d.IsNull() || c.Align16:
			return false
		case want == 2 && have == 4 && int(c.ExecSize) <= dwords:
			return false
		}
		return want != 0 && have != want
	})
}

func ruleSendDesc(c *checked) bool { return c.Msg.DescReg && c.Msg.DescSub != 0 }

// ruleNibble: groups of four channels by themselves.
func ruleNibble(c *checked) bool {
	return c.ExecSize <= 4 && c.ChanOff%8 != 0 && (!c.wide() || c.ExecSize < 4)
}

// ruleAlignStride: the vertical strides of Align16 are a vector or none; those of 64 bits
// may count two elements.
func ruleAlignStride(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		v := o.Region.V
		return o.File == GRF && o.Region != Scalar && v != VxH && v != 0 && v != 4 && !(v == 2 && o.Type.Size() == 8)
	})
}

// ruleUncounted: Target.Elements finds no elements.
func ruleUncounted(c *checked) bool { return c.uncounted }

// ruleHalfEnables: xy and zw alone.
func ruleHalfEnables(c *checked) bool { return c.Dst.ChanEn == 0b0011 || c.Dst.ChanEn == 0b1100 }

func ruleDirectRows(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool { return !o.Indirect && o.Region.V == VxH })
}

// ruleNoRemainder: it goes to the register behind the quotient's.
func ruleNoRemainder(c *checked) bool {
	return c.Dst.File == GRF && !c.Dst.Indirect && int(c.Dst.Reg)+1 >= c.grfs
}

func ruleLongStride(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		return o.Region.V != VxH && int(o.Region.V)*o.Type.Size() > 32 && (o.Region.V == 16 || o.Region.V == 32)
	})
}

func ruleDifferentTypes(c *checked) bool {
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return o.Type != c.Dst.Type })
}

// ruleSendLast: a response up to the last register, which is written while the payload
// may still be read.
func ruleSendLast(c *checked) bool {
	if !c.Msg.Known() || c.Dst.File != GRF {
		return false
	}
	response, first, second := c.MessageGRFs()
	end := int(c.Dst.Reg) + response
	over := func(o *Operand, n int) bool {
		return o.File == GRF && n > 0 && int(o.Reg) < end && int(c.Dst.Reg) < int(o.Reg)+n
	}
	return response > 0 && end == c.grfs && (over(&c.Src[0], first) || over(&c.Src[1], second))
}

// ruleMathPlace: operands of math have their elements side by side; for half floats
// beside floats there is a rule of its own.
func ruleMathPlace(c *checked) bool {
	if c.ExecSize == 1 {
		return false
	}
	if c.Dst.Region.H != 1 {
		return true
	}
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		return !o.IsNull() && o.Type != HF && o.Region != Scalar && step(o) != o.Type.Size()
	})
}

func ruleRotateSizes(c *checked) bool {
	return c.Src[0].Type.Size() != c.Dst.Type.Size()
}

// ruleTernaryOffset: a packed source 2 begins as far into its register as the destination.
func ruleTernaryOffset(c *checked) bool {
	o, d := &c.Src[2], &c.Dst
	if c.Align16 || c.ExecSize == 1 || o.File != GRF || d.File != GRF || o.Region == Scalar {
		return false
	}
	return o.Sub != d.Sub
}

// ruleByteStep is about words at odd places that become every fourth byte.
func ruleByteStep(c *checked) bool {
	o := &c.Src[1]
	return c.ExecSize > 1 && c.Dst.Region.H == 4 && o.File == GRF && !o.Indirect && halfType(o.Type) && o.Region != Scalar && o.Sub%4 != 0
}

// ruleSplit tells messages in two payloads.
func ruleSplit(c *checked) bool { return c.Op.IsSplit() }

// ruleSetsToken is about codes without a distance: with one, the same code waits for the
// token in an instruction that runs in order.
func ruleSetsToken(c *checked) bool { return !c.HoldsToken(c.t) && c.Sync(c.t).Set != 0 }
