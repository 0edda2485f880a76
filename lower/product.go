package lower

import "github.com/genvisa/genvisa/native"

// Products of dwords in the accumulator: mul puts source 0 times the low words of
// source 1 there, mach adds the rest; then it holds the low dwords, and mach has
// given the high ones.

// product emits the two instructions for the channels of in, at most accLanes: the
// high dwords go to hi. Sources are fit for mach.
func (c *compiler) product(in native.Inst, hi native.Operand, out *sequence) {
	mach := in
	mach.Op, mach.AccWr, mach.Dst, mach.Sat, mach.Cond = native.OpMach, true, hi, false, native.CondNone
	mach.PredCtrl, mach.PredInv, mach.Flag = native.PredNone, false, native.Flag{}
	mach.Src[2] = native.Operand{}
	mul := unmasked(mach)
	mul.Op, mul.AccWr = native.OpMul, false
	mul.Dst = native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: accType(&mach), Region: native.Dst1}
	mul.Src[1] = lowWords(mach.Src[1])
	out.add(mul)
	out.add(mach)
}

// acc0 is the accumulator as a source of size channels.
func acc0(t native.Type, size int) native.Operand {
	return native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: t, Region: fitRegion(row8, size)}
}

// wideMul tells the integer products that the target's mul does not give: of
// dwords in more channels than it multiplies, and any of 64 bits there.
func (c *compiler) wideMul(in *native.Inst) bool {
	if in.Op != native.OpMul || in.Dst.Type.IsFloat() || int(in.ExecSize) <= c.caps.DwordMul || in.Sat {
		return false
	}
	a, b := valueType(&in.Src[0]), valueType(&in.Src[1])
	if a.IsFloat() || b.IsFloat() || in.Dst.File == native.ARF && !in.Dst.IsNull() {
		return false
	}
	return in.Dst.Type.Size() == 8 || a.Size() >= 4 && b.Size() >= 4
}

// mulWide makes such a product.
func (c *compiler) mulWide(in native.Inst, out *sequence) error {
	l := &legaliser{compiler: c, fixes: fixes, out: out}
	l.factors(&in)
	switch {
	case valueType(&in.Src[0]).Size() == 8 || valueType(&in.Src[1]).Size() == 8:
		c.mulQuads(l, in)
	case in.Dst.Type.Size() == 8:
		c.mulToQuads(l, in)
	case wordFactor(&in.Src[1]):
		out.add(in)
	default:
		c.mulLow(l, in)
	}
	return l.err
}

// factors puts a register first.
func (l *legaliser) factors(in *native.Inst) {
	if in.Src[0].File == native.Imm {
		in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
	}
	if in.Src[0].File == native.Imm {
		in.Src[0] = l.load(in, in.Src[0], valueType(&in.Src[0]))
	}
}

// wordFactor makes an immediate a word where it is one, since a product with words
// needs no accumulator.
func wordFactor(o *native.Operand) bool {
	if o.File != native.Imm || o.AddrOf != 0 || o.Type != native.D && o.Type != native.UD {
		return false
	}
	v := uint32(o.Imm)
	switch {
	case v <= 0xFFFF:
		*o = native.ImmOperand(uint64(v), native.UW)
	case v >= 0xFFFF8000:
		*o = native.ImmOperand(uint64(v&0xFFFF), native.W)
	default:
		return false
	}
	return true
}

// mulLow is the low dwords of products.
func (c *compiler) mulLow(l *legaliser, in native.Inst) {
	negate := l.plainFactors(&in)
	in.Src[0], in.Src[1] = l.machSource(&in, in.Src[0]), l.machSource(&in, in.Src[1])
	size, t := int(in.ExecSize), accType(&in)
	lanes := min(size, accLanes)
	last := in
	temp := negate || in.Dst.Type.Size() != 4 || in.Dst.Indirect || size > lanes && clobbers(&in, lanes)
	if temp {
		in.PredCtrl, in.PredInv, in.Flag, in.Cond = native.PredNone, false, native.Flag{}, native.CondNone
		in.Dst = virt(c.newVar("product", size*4, grfBytes), 0, native.Dst1, t)
	}
	for k := 0; k < size; k += lanes {
		p := part(in, k, lanes)
		c.product(p, native.NullDst(t), l.out)
		p.Op, p.Src = native.OpMov, [3]native.Operand{acc0(t, lanes)}
		l.out.add(p)
	}
	if temp {
		last.Op, last.Src = native.OpMov, [3]native.Operand{virt(in.Dst.Reg, 0, fitRegion(native.Region{V: 1, W: 1}, size), t)}
		if negate {
			last.Src[0].Mod = native.ModNeg
		}
		l.out.add(last)
	}
}

// halves are the dwords of products of dwords, side by side in variables.
func (c *compiler) halves(l *legaliser, in native.Inst) (lo, hi native.Operand) {
	in.Src[0], in.Src[1] = l.machSource(&in, in.Src[0]), l.machSource(&in, in.Src[1])
	size, t := int(in.ExecSize), accType(&in)
	lanes := min(size, accLanes)
	lo = virt(c.newVar("low", size*4, grfBytes), 0, native.Dst1, t)
	hi = virt(c.newVar("high", size*4, grfBytes), 0, native.Dst1, t)
	in.PredCtrl, in.PredInv, in.Flag, in.Cond = native.PredNone, false, native.Flag{}, native.CondNone
	for k := 0; k < size; k += lanes {
		in.Dst = lo
		p := part(in, k, lanes)
		to := hi
		advance(&to, true, k)
		c.product(p, to, l.out)
		p.Op, p.Src = native.OpMov, [3]native.Operand{acc0(t, lanes)}
		l.out.add(p)
	}
	return lo, hi
}

// mulToQuads is whole products of dwords.
func (c *compiler) mulToQuads(l *legaliser, in native.Inst) {
	negate := l.plainFactors(&in)
	size := int(in.ExecSize)
	for s := range 2 { // of words too
		if o := &in.Src[s]; valueType(o).Size() < 4 {
			*o = l.load(&in, *o, dwordOf(valueType(o)))
		}
	}
	lo, hi := c.halves(l, in)
	v := c.newVar("product", size*8, grfBytes)
	for half, from := range []native.Operand{lo, hi} {
		m := in
		m.Op, m.PredCtrl, m.PredInv, m.Flag, m.Cond = native.OpMov, native.PredNone, false, native.Flag{}, native.CondNone
		from.Type, from.Region = native.UD, fitRegion(native.Region{V: 1, W: 1}, size)
		m.Dst, m.Src = virt(v, 4*half, native.Region{H: 2}, native.UD), [3]native.Operand{from}
		l.out.add(m)
	}
	in.Op, in.Src = native.OpMov, [3]native.Operand{virt(v, 0, fitRegion(native.Region{V: 1, W: 1}, size), native.Q)}
	if negate {
		in.Src[0].Mod = native.ModNeg
	}
	l.out.add(in)
}

func dwordOf(t native.Type) native.Type {
	if t.IsSigned() {
		return native.D
	}
	return native.UD
}

// mulQuads is the low 64 bits of products of 64-bit numbers: the whole product of
// the low dwords, and the low dwords of the crosswise ones on top.
func (c *compiler) mulQuads(l *legaliser, in native.Inst) {
	size := int(in.ExecSize)
	packed := fitRegion(native.Region{V: 2, W: 1}, size)
	var dwords [2][2]native.Operand // of each factor: low, high
	for s := range 2 {
		o := l.load(&in, in.Src[s], native.Q)
		if n, _ := stride(o.Region, size); n == 0 {
			packed = native.Scalar
		} else {
			packed = fitRegion(native.Region{V: 2, W: 1}, size)
		}
		for half := range 2 {
			dwords[s][half] = virt(o.Reg, 4*half, packed, native.UD)
		}
	}
	part := func(a, b native.Operand, t native.Type, step int) native.Operand {
		m := unmasked(in)
		v := c.newVar("product", size*step, grfBytes)
		m.Cond, m.Dst, m.Src = native.CondNone, virt(v, 0, native.Dst1, t), [3]native.Operand{a, b}
		if err := c.mulWide(m, l.out); err != nil && l.err == nil {
			l.err = err
		}
		return m.Dst
	}
	whole := part(dwords[0][0], dwords[1][0], native.UQ, 8)
	high := virt(whole.Reg, 4, native.Region{H: 2}, native.UD)
	for _, cross := range []native.Operand{part(dwords[0][1], dwords[1][0], native.UD, 4), part(dwords[0][0], dwords[1][1], native.UD, 4)} {
		add := unmasked(in)
		cross.Region = fitRegion(native.Region{V: 1, W: 1}, size)
		was := high
		was.Region = fitRegion(native.Region{V: 2, W: 1}, size)
		add.Op, add.Cond, add.Dst, add.Src = native.OpAdd, native.CondNone, high, [3]native.Operand{was, cross}
		l.out.add(add)
	}
	in.Op, in.Src = native.OpMov, [3]native.Operand{virt(whole.Reg, 0, fitRegion(native.Region{V: 1, W: 1}, size), native.UQ)}
	l.out.add(in)
}
