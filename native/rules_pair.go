package native

import "slices"

// twoRegisters tells whether an operand of n bytes from its sub-register reaches into a second
// register.
func twoRegisters(o *Operand, n int) bool {
	return o.File == GRF && !o.Indirect && int(o.Sub)+n > GRFBytes
}

// dstPair reports a destination of two registers.
func (c *checked) dstPair() bool { return twoRegisters(&c.Dst, dstSpan(&c.Dst, int(c.ExecSize))) }

// pairs tells sources of two registers with rows of their own.
func (c *checked) pairs(o *Operand) bool {
	return o.Region.V != VxH && twoRegisters(o, span(o, int(c.ExecSize)))
}

func rulePairDst(c *checked) bool {
	if !c.dstPair() {
		return false
	}
	d, low := &c.Dst, 0
	for k := range int(c.ExecSize) {
		if int(d.Sub)+k*int(d.Region.H)*d.Type.Size() < GRFBytes {
			low++
		}
	}
	return 2*low != int(c.ExecSize)
}

// rulePairMask: the second register of a destination has the enables of the eight channels
// behind those of the first; 64 bits have rules of their own, and 32 channels the enables of 16 twice.
func rulePairMask(c *checked) bool {
	if !c.dstPair() || c.ExecSize > 16 || c.uncounted {
		return false
	}
	first, want, step := 0, 8, c.Dst.Type.Size()
	if !c.Align16 {
		step *= int(c.Dst.Region.H)
	}
	for k := range int(c.ExecSize) {
		if int(c.Dst.Sub)+k*step < GRFBytes {
			first++
		}
	}
	if slices.ContainsFunc(c.srcs, func(o *Operand) bool { return o.Type == DF }) {
		if want = 4; c.t.Caps().DoublePairs { // the same enables twice
			return true
		}
	}
	return first != want
}

// rulePairSrc: but for scalars and packed words that become dwords in source 0.
func rulePairSrc(c *checked) bool {
	if !c.dstPair() {
		return false
	}
	for i := range c.Src {
		o := &c.Src[i]
		if o.File != GRF || o.Indirect || o.Region == Scalar || c.pairs(o) {
			continue
		}
		if i == 0 && halfType(o.Type) && step(o) == 2 && int(c.Dst.Region.H)*c.Dst.Type.Size() == 4 {
			continue
		}
		return true
	}
	return false
}

func rulePairOword(c *checked) bool {
	d := &c.Dst
	if d.File != GRF || d.Indirect || c.dstPair() {
		return false
	}
	end, low := int(d.Sub)+dstSpan(d, int(c.ExecSize)), 0
	for k := range int(c.ExecSize) {
		if int(d.Sub)+k*int(d.Region.H)*d.Type.Size() < oword {
			low++
		}
	}
	if int(d.Sub)/oword == (end-1)/oword || 2*low == int(c.ExecSize) {
		return false
	}
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool { return c.pairs(o) })
}
