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
	out.add(lowFactor(mach))
	out.add(mach)
}

// lowProduct is product where mach gives the low dwords, to the destination of in.
func lowProduct(in native.Inst, out *sequence) {
	in.Op = native.OpMach
	out.add(lowFactor(in))
	out.add(in)
}

// lowFactor is the first of the two instructions.
func lowFactor(mach native.Inst) native.Inst {
	mul := unmasked(mach)
	mul.Op, mul.AccWr, mul.Cond = native.OpMul, false, native.CondNone
	mul.Dst = native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: accType(&mach), Region: native.Dst1}
	mul.Src[1] = lowWords(mach.Src[1])
	return mul
}

// acc0 is the accumulator as a source of size channels.
func acc0(t native.Type, size int) native.Operand {
	return native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: t, Region: fitRegion(row8, size)}
}

// wideMul tells the integer products that the target's mul does not give: of
// dwords in more channels than it multiplies, and any of 64 bits there.
func (c *compiler) wideMul(in *native.Inst) bool {
	if in.Op != native.OpMul || in.Dst.Type.IsFloat() || int(in.ExecSize) <= c.numbers.dwordMul || in.Sat {
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
	l := &legaliser{compiler: c, fixes: c.fixes, out: out}
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
	temp := negate || in.Dst.Type.Size() != 4 || in.Dst.Indirect || size > lanes && clobbers(&in, lanes) ||
		c.caps.MachLow && !c.besideAcc(&in.Dst, size)
	if temp {
		in.PredCtrl, in.PredInv, in.Flag, in.Cond = native.PredNone, false, native.Flag{}, native.CondNone
		in.Dst = virt(c.newVar("product", size*4, grfBytes), 0, native.Dst1, t)
	}
	for k := 0; k < size; k += lanes {
		p := part(in, k, lanes)
		if c.caps.MachLow {
			lowProduct(p, l.out)
			continue
		}
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

// besideAcc reports whether the elements of a destination lie in their register as those
// of the accumulator do.
func (c *compiler) besideAcc(d *native.Operand, size int) bool {
	return isReg(d) && (d.Region.H == 1 || size == 1) && c.ensureAlign(d, grfBytes)
}

// halves puts the dwords of products of dwords side by side into registers of their
// own, lo and hi, which start on a GRF. A third source, a dword, is added.
func (c *compiler) halves(l *legaliser, in native.Inst, lo, hi native.Operand) {
	in.Src[0], in.Src[1] = l.machSource(&in, in.Src[0]), l.machSource(&in, in.Src[1])
	size := int(in.ExecSize)
	lanes := min(size, accLanes)
	in.PredCtrl, in.PredInv, in.Flag, in.Cond = native.PredNone, false, native.Flag{}, native.CondNone
	in.Dst = lo
	for k := 0; k < size; k += lanes {
		p := part(in, k, lanes)
		to := hi
		advance(&to, true, k)
		c.product(p, to, l.out)
		c.addSummand(p, to, l.out)
	}
}

// addSummand adds source 2, unless it is nothing or zero, to the low dwords in the
// accumulator and the high ones in hi; the low sums go to the destination.
func (c *compiler) addSummand(p native.Inst, hi native.Operand, out *sequence) {
	add, lanes := p.Src[2], int(p.ExecSize)
	p.Op, p.Src = native.OpMov, [3]native.Operand{acc0(p.Dst.Type, lanes)}
	if add.File == native.NoFile || add.File == native.Imm && add.Imm == 0 {
		out.add(p)
		return
	}
	signed := add.Type.IsSigned()
	add.Type = native.UD
	p.Op, p.AccWr, p.Dst.Type, p.Src = native.OpAddc, true, native.UD, [3]native.Operand{acc0(native.UD, lanes), add}
	out.add(p)
	was := hi
	was.Region = fitRegion(native.Region{V: 1, W: 1}, lanes)
	was.Type, hi.Type = native.UD, native.UD
	p.Op, p.AccWr, p.Dst, p.Src = native.OpAdd, false, hi, [3]native.Operand{acc0(native.UD, lanes), was}
	out.add(p)
	if !signed {
		return
	}
	add.Type = native.D
	sign := virt(c.newTemp(4*lanes), 0, native.Dst1, native.D)
	p.Op, p.Dst, p.Src = native.OpAsr, sign, [3]native.Operand{add, native.ImmOperand(31, native.UW)}
	out.add(p)
	sign.Region = was.Region
	p.Op, p.Dst, p.Src = native.OpAdd, hi, [3]native.Operand{was, sign}
	out.add(p)
}

// mulAddWide is madw: 64-bit sums, their low dwords in the destination, the high ones
// in the whole registers behind.
func (c *compiler) mulAddWide(in native.Inst, out *sequence) error {
	l := &legaliser{compiler: c, fixes: c.fixes, out: out}
	size := int(in.ExecSize)
	behind := (4*size + grfBytes - 1) / grfBytes * grfBytes
	if !isReg(&in.Dst) || in.Dst.Region.H != 1 || in.Dst.Type.Size() != 4 {
		return c.unsupportedAt(&in, "destination of 64-bit values other than of dwords side by side")
	}
	dst := [2]native.Operand{in.Dst, in.Dst}
	dst[1].Sub += uint16(behind)
	l.factors(&in)
	plain, apart := true, in.PredCtrl == native.PredNone && c.ensureAlign(&in.Dst, grfBytes)
	for s := range in.Src {
		o := &in.Src[s]
		if isVectorImm(o) || s == 2 && (o.Indirect || o.File == native.Imm && o.Imm != 0) {
			*o = l.load(&in, *o, dwordOf(valueType(o)))
		}
		plain = plain && o.Mod == native.ModNone
		apart = apart && !o.Indirect && (o.File != native.Virt || o.Reg != in.Dst.Reg)
	}
	var half [2]native.Operand
	switch {
	case !plain:
		half = c.sumQuads(l, in)
	case apart:
		c.halves(l, in, dst[0], dst[1])
		return l.err
	default:
		v := c.newVar("sum", 2*behind, grfBytes)
		half = [2]native.Operand{virt(v, 0, native.Dst1, native.UD), virt(v, behind, native.Dst1, native.UD)}
		c.halves(l, in, half[0], half[1])
		for i := range half {
			half[i].Region = fitRegion(native.Region{V: 1, W: 1}, size)
		}
	}
	for i := range half {
		m := in
		m.Op, m.Dst, m.Src = native.OpMov, dst[i], [3]native.Operand{half[i]}
		l.out.add(m)
	}
	return l.err
}

// sumQuads is madw of sources with modifiers, in 64 bits.
func (c *compiler) sumQuads(l *legaliser, in native.Inst) [2]native.Operand {
	size := int(in.ExecSize)
	v := c.newVar("sum", size*8, grfBytes)
	mul := unmasked(in)
	mul.Op, mul.Dst, mul.Src[2] = native.OpMul, virt(v, 0, native.Dst1, native.Q), native.Operand{}
	if err := c.multiply(mul, l.out); err != nil && l.err == nil {
		l.err = err
	}
	sum := mul
	sum.Op, sum.Src = native.OpAdd, [3]native.Operand{virt(v, 0, fitRegion(native.Region{V: 1, W: 1}, size), native.Q), in.Src[2]}
	l.out.add(sum)
	dwords := fitRegion(native.Region{V: 2, W: 1}, size)
	return [2]native.Operand{virt(v, 0, dwords, native.UD), virt(v, 4, dwords, native.UD)}
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
	lo := virt(c.newVar("low", size*4, grfBytes), 0, native.Dst1, accType(&in))
	hi := virt(c.newVar("high", size*4, grfBytes), 0, native.Dst1, accType(&in))
	c.halves(l, in, lo, hi)
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
	var dwords [2][2]native.Operand // of each factor: low, high
	for s := range 2 {
		o := l.load(&in, in.Src[s], native.Q)
		packed := fitRegion(native.Region{V: 2, W: 1}, size)
		if n, _ := stride(o.Region, size); n == 0 {
			packed = native.Scalar
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
