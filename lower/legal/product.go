package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// Products of dwords in the accumulator: mul puts source 0 times the low words of
// source 1 there, mach adds the rest; then it holds the low dwords, and mach has
// given the high ones.

// product emits the two instructions for the channels of in, at most accLanes: the
// high dwords go to hi. Sources are fit for mach.
func (c *mender) product(in native.Inst, hi native.Operand, out *edit.Sequence) {
	mach := in
	mach.Op, mach.AccWr, mach.Dst, mach.Sat, mach.Cond = native.OpMach, true, hi, false, native.CondNone
	mach.PredCtrl, mach.PredInv, mach.Flag = native.PredNone, false, native.Flag{}
	mach.Src[2] = native.Operand{}
	out.Add(lowFactor(mach))
	out.Add(mach)
}

// lowProduct is product where mach gives the low dwords, to the destination of in.
func lowProduct(in native.Inst, out *edit.Sequence) {
	in.Op = native.OpMach
	out.Add(lowFactor(in))
	out.Add(in)
}

// lowFactor is the first of the two instructions.
func lowFactor(mach native.Inst) native.Inst {
	mul := edit.Unmasked(mach)
	mul.Op, mul.AccWr, mul.Cond = native.OpMul, false, native.CondNone
	mul.Dst = native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: accType(&mach), Region: native.Dst1}
	mul.Src[1] = lowWords(mach.Src[1])
	return mul
}

// acc0 is the accumulator as a source of size channels.
func acc0(t native.Type, size int) native.Operand {
	return native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: t, Region: edit.FitRegion(edit.Row8, size)}
}

// wideMul tells the integer products that the target's mul does not give: of
// dwords in more channels than it multiplies, and any of 64 bits there.
func (c *mender) wideMul(in *native.Inst) bool {
	if in.Op != native.OpMul || in.Dst.Type.IsFloat() || int(in.ExecSize) <= c.dwordMul || in.Sat {
		return false
	}
	a, b := edit.ValueType(&in.Src[0]), edit.ValueType(&in.Src[1])
	if a.IsFloat() || b.IsFloat() || in.Dst.File == native.ARF && !in.Dst.IsNull() {
		return false
	}
	return in.Dst.Type.Size() == 8 || a.Size() >= 4 && b.Size() >= 4
}

// mulWide makes such a product.
func (c *mender) mulWide(in native.Inst, out *edit.Sequence) error {
	l := &legaliser{mender: c, out: out}
	l.factors(&in)
	switch {
	case edit.ValueType(&in.Src[0]).Size() == 8 || edit.ValueType(&in.Src[1]).Size() == 8:
		c.mulQuads(l, in)
	case in.Dst.Type.Size() == 8:
		c.mulToQuads(l, in)
	case wordFactor(&in.Src[1]):
		out.Add(in)
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
		in.Src[0] = l.load(in, in.Src[0], edit.ValueType(&in.Src[0]))
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
func (c *mender) mulLow(l *legaliser, in native.Inst) {
	negate := l.plainFactors(&in)
	in.Src[0], in.Src[1] = l.machSource(&in, in.Src[0]), l.machSource(&in, in.Src[1])
	size, t := int(in.ExecSize), accType(&in)
	lanes := min(size, edit.AccLanes)
	byWords := size > lanes && !c.Caps.MachLow
	last := in
	temp := negate || in.Dst.Type.Size() != 4 || in.Dst.Indirect || c.Caps.MachLow && !c.besideAcc(&in.Dst, size)
	if byWords {
		temp = temp || in.Cond != native.CondNone || !edit.IsReg(&in.Dst) || in.Dst.Region.H > 2
	} else {
		temp = temp || size > lanes && edit.Clobbers(&in, lanes)
	}
	if temp {
		in.PredCtrl, in.PredInv, in.Flag, in.Cond = native.PredNone, false, native.Flag{}, native.CondNone
		in.Dst = edit.Virt(c.NewVar("product", size*4, grfBytes), 0, native.Dst1, t)
	}
	if byWords {
		c.mulWords(in, l.out)
	}
	for k := 0; k < size && !byWords; k += lanes {
		p := edit.Part(in, k, lanes)
		if c.Caps.MachLow {
			lowProduct(p, l.out)
			continue
		}
		c.product(p, native.NullDst(t), l.out)
		p.Op, p.Src = native.OpMov, [3]native.Operand{acc0(t, lanes)}
		l.out.Add(p)
	}
	if temp {
		last.Op, last.Src = native.OpMov, [3]native.Operand{edit.Virt(in.Dst.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)}
		if negate {
			last.Src[0].Mod = native.ModNeg
		}
		l.out.Add(last)
	}
}

// mulWords is the low dwords of products without the accumulator, which has room for eight
// channels: source 0 times the low words of source 1, on whose high words those of the
// product of its low words and the high words of source 1 are added.
func (c *mender) mulWords(in native.Inst, out *edit.Sequence) {
	cross := edit.Unmasked(in)
	cross.Dst = edit.Virt(c.NewTemp(4*int(in.ExecSize)), 0, native.Dst1, native.UD)
	cross.Src[0], cross.Src[1] = lowWords(in.Src[0]), highWords(in.Src[1])
	out.Add(cross)
	low := in
	low.Src[1] = lowWords(in.Src[1])
	out.Add(low)
	add := in
	add.Op = native.OpAdd
	add.Dst.Type, add.Dst.Region.H = native.UW, 2*in.Dst.Region.H
	add.Dst.Sub += 2
	was := add.Dst
	was.Region = edit.FitRegion(native.Region{V: add.Dst.Region.H, W: 1}, int(in.ExecSize))
	cross.Dst.Type, cross.Dst.Region = native.UW, edit.FitRegion(native.Region{V: 2, W: 1}, int(in.ExecSize))
	add.Src[0], add.Src[1] = was, cross.Dst
	out.Add(add)
}

// besideAcc reports whether the elements of a destination lie in their register as those
// of the accumulator do.
func (c *mender) besideAcc(d *native.Operand, size int) bool {
	return edit.IsReg(d) && (d.Region.H == 1 || size == 1) && c.EnsureAlign(d, grfBytes)
}

// halves puts the dwords of products of dwords side by side into registers of their
// own, lo and hi, which start on a GRF. A third source, a dword, is added.
func (c *mender) halves(l *legaliser, in native.Inst, lo, hi native.Operand) {
	in.Src[0], in.Src[1] = l.machSource(&in, in.Src[0]), l.machSource(&in, in.Src[1])
	size := int(in.ExecSize)
	lanes := min(size, edit.AccLanes)
	in.PredCtrl, in.PredInv, in.Flag, in.Cond = native.PredNone, false, native.Flag{}, native.CondNone
	in.Dst = lo
	for k := 0; k < size; k += lanes {
		p := edit.Part(in, k, lanes)
		to := hi
		edit.Advance(&to, true, k)
		c.product(p, to, l.out)
		c.addSummand(p, to, l.out)
	}
}

// addSummand adds source 2, unless it is nothing or zero, to the low dwords in the
// accumulator and the high ones in hi; the low sums go to the destination.
func (c *mender) addSummand(p native.Inst, hi native.Operand, out *edit.Sequence) {
	add, lanes := p.Src[2], int(p.ExecSize)
	p.Op, p.Src = native.OpMov, [3]native.Operand{acc0(p.Dst.Type, lanes)}
	if add.File == native.NoFile || add.File == native.Imm && add.Imm == 0 {
		out.Add(p)
		return
	}
	signed := add.Type.IsSigned()
	add.Type = native.UD
	p.Op, p.AccWr, p.Dst.Type, p.Src = native.OpAddc, true, native.UD, [3]native.Operand{acc0(native.UD, lanes), add}
	out.Add(p)
	was := hi
	was.Region = edit.FitRegion(native.Region{V: 1, W: 1}, lanes)
	was.Type, hi.Type = native.UD, native.UD
	p.Op, p.AccWr, p.Dst, p.Src = native.OpAdd, false, hi, [3]native.Operand{acc0(native.UD, lanes), was}
	out.Add(p)
	if !signed {
		return
	}
	add.Type = native.D
	sign := edit.Virt(c.NewTemp(4*lanes), 0, native.Dst1, native.D)
	p.Op, p.Dst, p.Src = native.OpAsr, sign, [3]native.Operand{add, native.ImmOperand(31, native.UW)}
	out.Add(p)
	sign.Region = was.Region
	p.Op, p.Dst, p.Src = native.OpAdd, hi, [3]native.Operand{was, sign}
	out.Add(p)
}

// mulAddWide is madw: 64-bit sums, their low dwords in the destination, the high ones
// in the whole registers behind.
func (c *mender) mulAddWide(in native.Inst, out *edit.Sequence) error {
	l := &legaliser{mender: c, out: out}
	size := int(in.ExecSize)
	behind := (4*size + grfBytes - 1) / grfBytes * grfBytes
	if !edit.IsReg(&in.Dst) || in.Dst.Region.H != 1 || in.Dst.Type.Size() != 4 {
		return edit.Unsupported(&in, "destination of 64-bit values other than of dwords side by side")
	}
	dst := [2]native.Operand{in.Dst, in.Dst}
	dst[1].Sub += uint16(behind)
	l.factors(&in)
	plain, apart := true, in.PredCtrl == native.PredNone && c.EnsureAlign(&in.Dst, grfBytes)
	for s := range in.Src {
		o := &in.Src[s]
		if edit.IsVectorImm(o) || s == 2 && (o.Indirect || o.File == native.Imm && o.Imm != 0) {
			*o = l.load(&in, *o, edit.DwordOf(edit.ValueType(o)))
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
		v := c.NewVar("sum", 2*behind, grfBytes)
		half = [2]native.Operand{edit.Virt(v, 0, native.Dst1, native.UD), edit.Virt(v, behind, native.Dst1, native.UD)}
		c.halves(l, in, half[0], half[1])
		for i := range half {
			half[i].Region = edit.FitRegion(native.Region{V: 1, W: 1}, size)
		}
	}
	for i := range half {
		m := in
		m.Op, m.Dst, m.Src = native.OpMov, dst[i], [3]native.Operand{half[i]}
		l.out.Add(m)
	}
	return l.err
}

// sumQuads is madw of sources with modifiers, in 64 bits.
func (c *mender) sumQuads(l *legaliser, in native.Inst) [2]native.Operand {
	size := int(in.ExecSize)
	v := c.NewVar("sum", size*8, grfBytes)
	mul := edit.Unmasked(in)
	mul.Op, mul.Dst, mul.Src[2] = native.OpMul, edit.Virt(v, 0, native.Dst1, native.Q), native.Operand{}
	if err := c.multiply(mul, l.out); err != nil && l.err == nil {
		l.err = err
	}
	sum := mul
	sum.Op, sum.Src = native.OpAdd, [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), native.Q), in.Src[2]}
	l.out.Add(sum)
	dwords := edit.FitRegion(native.Region{V: 2, W: 1}, size)
	return [2]native.Operand{edit.Virt(v, 0, dwords, native.UD), edit.Virt(v, 4, dwords, native.UD)}
}

// mulToQuads is whole products of dwords.
func (c *mender) mulToQuads(l *legaliser, in native.Inst) {
	negate := l.plainFactors(&in)
	size := int(in.ExecSize)
	for s := range 2 { // of words too
		if o := &in.Src[s]; edit.ValueType(o).Size() < 4 {
			*o = l.load(&in, *o, edit.DwordOf(edit.ValueType(o)))
		}
	}
	lo := edit.Virt(c.NewVar("low", size*4, grfBytes), 0, native.Dst1, accType(&in))
	hi := edit.Virt(c.NewVar("high", size*4, grfBytes), 0, native.Dst1, accType(&in))
	c.halves(l, in, lo, hi)
	to, direct := dwordHalves(in.Dst, size)
	last := in
	if direct = direct && !negate && in.Cond == native.CondNone; !direct {
		v := c.NewVar("product", size*8, grfBytes)
		in.PredCtrl, in.PredInv, in.Flag, in.Cond = native.PredNone, false, native.Flag{}, native.CondNone
		in.Dst = edit.Virt(v, 0, native.Dst1, native.Q)
		to, _ = dwordHalves(in.Dst, size)
	}
	for half, from := range []native.Operand{lo, hi} {
		m := in
		from.Type, from.Region = native.UD, edit.FitRegion(native.Region{V: 1, W: 1}, size)
		m.Op, m.Dst, m.Src = native.OpMov, to[half], [3]native.Operand{from}
		l.out.Add(m)
	}
	if direct {
		return
	}
	last.Op, last.Src = native.OpMov, [3]native.Operand{edit.Virt(in.Dst.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), native.Q)}
	if negate {
		last.Src[0].Mod = native.ModNeg
	}
	l.out.Add(last)
}

// mulQuads is the low 64 bits of products of 64-bit numbers: the whole product of
// the low dwords, and the low dwords of the crosswise ones on top.
func (c *mender) mulQuads(l *legaliser, in native.Inst) {
	size := int(in.ExecSize)
	var dwords [2][2]native.Operand // of each factor: low, high
	for s := range 2 {
		o := l.load(&in, in.Src[s], native.Q)
		packed := edit.FitRegion(native.Region{V: 2, W: 1}, size)
		if n, _ := edit.Stride(o.Region, size); n == 0 {
			packed = native.Scalar
		}
		for half := range 2 {
			dwords[s][half] = edit.Virt(o.Reg, 4*half, packed, native.UD)
		}
	}
	part := func(a, b native.Operand, t native.Type, step int) native.Operand {
		m := edit.Unmasked(in)
		v := c.NewVar("product", size*step, grfBytes)
		m.Cond, m.Dst, m.Src = native.CondNone, edit.Virt(v, 0, native.Dst1, t), [3]native.Operand{a, b}
		if err := c.mulWide(m, l.out); err != nil && l.err == nil {
			l.err = err
		}
		return m.Dst
	}
	whole := part(dwords[0][0], dwords[1][0], native.UQ, 8)
	high := edit.Virt(whole.Reg, 4, native.Region{H: 2}, native.UD)
	for _, cross := range []native.Operand{part(dwords[0][1], dwords[1][0], native.UD, 4), part(dwords[0][0], dwords[1][1], native.UD, 4)} {
		add := edit.Unmasked(in)
		cross.Region = edit.FitRegion(native.Region{V: 1, W: 1}, size)
		was := high
		was.Region = edit.FitRegion(native.Region{V: 2, W: 1}, size)
		add.Op, add.Cond, add.Dst, add.Src = native.OpAdd, native.CondNone, high, [3]native.Operand{was, cross}
		l.out.Add(add)
	}
	in.Op, in.Src = native.OpMov, [3]native.Operand{edit.Virt(whole.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), native.UQ)}
	l.out.Add(in)
}
