package native

func ruleTwoGRFs(c *checked) Verdict {
	if !c.alu || c.Align16 {
		return OK
	}
	n := 0
	if c.Dst.File != NoFile {
		n = c.Dst.Type.Size()
	}
	for _, o := range c.srcs {
		if o.File != Imm {
			n = max(n, o.Type.Size())
		}
	}
	return violatedIf(int(c.ExecSize)*n > 2*GRFBytes)
}

// ruleNarrow: compiled code also uses larger strides, so the test is "at
// least". Mixed float instructions may pack a half float result.
func ruleNarrow(c *checked) Verdict {
	d := &c.Dst
	size := d.Type.Size()
	if !c.alu || c.Align16 || d.File != GRF && d.File != Virt || c.exec <= size || c.rawMove() || d.Type == HF {
		return OK
	}
	if c.ExecSize > 1 && int(d.Region.H)*size < c.exec {
		return Violated
	}
	if d.Indirect {
		return OK
	}
	// byte and word results may sit in the second byte or word of the channel
	off := int(d.Sub) % c.exec
	return violatedIf(off != 0 && (size > 2 || off != size))
}

func ruleWidth(c *checked) Verdict {
	return worst(c.regioned(), func(o *Operand) Verdict {
		return violatedIf(o.Region.W > c.ExecSize)
	})
}

func ruleOneRow(c *checked) Verdict {
	return worst(c.regioned(), func(o *Operand) Verdict {
		r := o.Region
		return violatedIf(r.W == c.ExecSize && r.H != 0 && r.V != VxH && r.V != r.W*r.H)
	})
}

func ruleWidthOne(c *checked) Verdict {
	return worst(c.regioned(), func(o *Operand) Verdict {
		return violatedIf(o.Region.W == 1 && o.Region.H != 0)
	})
}

func ruleScalar(c *checked) Verdict {
	return worst(c.regioned(), func(o *Operand) Verdict {
		r := o.Region
		return violatedIf(c.ExecSize == 1 && r.W == 1 && r.V != VxH && (r.V != 0 || r.H != 0))
	})
}

func ruleNoStrides(c *checked) Verdict {
	return worst(c.regioned(), func(o *Operand) Verdict {
		return violatedIf(o.Region.V == 0 && o.Region.H == 0 && o.Region.W != 1)
	})
}

func ruleDstStride(c *checked) Verdict {
	return violatedIf(c.alu && !c.Align16 && c.Dst.File != NoFile && c.Dst.Region.H == 0)
}

func ruleRowCrosses(c *checked) Verdict {
	return worst(c.regioned(), func(o *Operand) Verdict {
		if o.Region.V == VxH {
			return OK
		}
		return placed(o, func(first int) bool {
			size := o.Type.Size()
			w := max(min(int(o.Region.W), int(c.ExecSize)), 1)
			for row := range max(int(c.ExecSize)/w, 1) {
				at := first + row*int(o.Region.V)*size
				if at/GRFBytes != (at+((w-1)*int(o.Region.H)+1)*size-1)/GRFBytes {
					return true
				}
			}
			return false
		})
	})
}

func ruleSrcSpan(c *checked) Verdict {
	return worst(c.regioned(), func(o *Operand) Verdict {
		if o.Region.V == VxH {
			return OK
		}
		return placed(o, func(first int) bool {
			return (first+span(o, int(c.ExecSize))-1)/GRFBytes-first/GRFBytes > 1
		})
	})
}

func ruleDstSpan(c *checked) Verdict {
	if !c.alu || c.Align16 {
		return OK
	}
	return placed(&c.Dst, func(first int) bool {
		return (first+dstSpan(&c.Dst, int(c.ExecSize))-1)/GRFBytes-first/GRFBytes > 1
	})
}

func rulePackedByte(c *checked) Verdict {
	d := &c.Dst
	packed := c.alu && !c.Align16 && d.File != ARF && d.File != NoFile && d.Type.Size() == 1 && d.Region.H == 1 && c.ExecSize > 1
	return violatedIf(packed && !c.rawMove())
}

// strided lists the register sources of a 64-bit instruction that vary over
// channels.
func (c *checked) strided() []*Operand {
	var out []*Operand
	if c.qword() {
		for _, o := range c.regioned() {
			if o.Region != Scalar && !o.IsNull() {
				out = append(out, o)
			}
		}
	}
	return out
}

// step is the bytes between neighbouring channels of a source.
func step(o *Operand) int {
	h := o.Region.H
	if o.Region.W == 1 {
		h = o.Region.V
	}
	return int(h) * o.Type.Size()
}

func ruleQwordStride(c *checked) Verdict {
	if c.Dst.IsNull() || c.ExecSize == 1 {
		return OK
	}
	if c.dwordMul() && c.Dst.File != ARF && int(c.Dst.Region.H)*c.Dst.Type.Size() != 8 {
		return Violated // its execution type is that of 64 bits
	}
	return worst(c.strided(), func(o *Operand) Verdict {
		return violatedIf(step(o) != int(c.Dst.Region.H)*c.Dst.Type.Size())
	})
}

func ruleQwordRows(c *checked) Verdict {
	return worst(c.strided(), func(o *Operand) Verdict {
		r := o.Region
		return violatedIf(r.W != 1 && int(r.V) != int(r.W)*int(r.H))
	})
}

func ruleQwordOffset(c *checked) Verdict {
	if c.Dst.IsNull() || c.ExecSize == 1 {
		return OK
	}
	return worst(c.strided(), func(o *Operand) Verdict {
		return placed(o, func(first int) bool { return first%GRFBytes != int(c.Dst.Sub)%GRFBytes })
	})
}

func ruleQwordARF(c *checked) Verdict {
	if !c.qword() {
		return OK
	}
	return worst(append(c.regioned(), &c.Dst), func(o *Operand) Verdict {
		return violatedIf(o.File == ARF && !o.IsNull() && (o.Type.Size() == 8 || c.dwordMul()))
	})
}

func ruleMixedWide(c *checked) Verdict {
	if !c.alu || c.Dst.Type != HF || c.Dst.Region.H != 1 || c.Dst.File != GRF && c.Dst.File != Virt || c.ExecSize < 16 {
		return OK
	}
	return worst(c.srcs, func(o *Operand) Verdict { return violatedIf(o.Type == F && o.File != Imm) })
}

func ruleHalfConvert(c *checked) Verdict {
	d := &c.Dst
	if !c.alu || c.Align16 || d.File != GRF && d.File != Virt {
		return OK
	}
	return worst(c.regioned(), func(o *Operand) Verdict {
		convert := d.Type == HF && !o.Type.IsFloat() || o.Type == HF && !d.Type.IsFloat()
		wide := c.ExecSize == 1 || int(d.Region.H)*d.Type.Size() >= 4
		return violatedIf(convert && (!wide || !d.Indirect && d.Sub%4 > 2))
	})
}

// ruleScattered: the place of a packed source's element in its registers may
// change only where that of the destination's does.
func ruleScattered(c *checked) Verdict {
	d := &c.Dst
	if !c.Align16 || !c.alu || d.File != GRF && d.File != Virt {
		return OK
	}
	size := d.Type.Size()
	return worst(c.srcs, func(o *Operand) Verdict {
		switch {
		case o.Region == Scalar || int(c.ExecSize)*size <= oword:
			return OK
		case o.File == Virt || d.File == Virt:
			return Constrains
		}
		for k := 1; k < int(c.ExecSize); k++ {
			to, from := int(d.Sub)+k*size, int(o.Sub)+k*o.Type.Size()
			if from%GRFBytes == 0 && to%GRFBytes != 0 {
				return Violated
			}
		}
		return OK
	})
}

// oword is the unit of Align16 places in bytes: what fits lies in one register.
const oword = 16

// ruleHalfOverlap: the two halves of a two-register instruction run one after
// the other.
func ruleHalfOverlap(c *checked) Verdict {
	d := &c.Dst
	if !c.alu || d.File != GRF || d.Indirect || int(d.Sub)+dstSpan(d, int(c.ExecSize)) <= GRFBytes {
		return OK
	}
	return worst(c.regioned(), func(o *Operand) Verdict {
		two := o.File == GRF && !o.Indirect && o.Region.V != VxH && int(o.Sub)+span(o, int(c.ExecSize)) > GRFBytes
		return violatedIf(two && o.Reg+1 == d.Reg)
	})
}

// ruleQword tells the instructions of the Broxton rules on 64 bits.
func ruleQword(c *checked) Verdict { return violatedIf(c.qword()) }
