package lower

import "github.com/genvisa/genvisa/native"

// accLanes is how many dword channels one accumulator holds.
const accLanes = 8

// emulate replaces what the target lacks. Between select and here, some forms stand
// for operations without an instruction: an integer mad; a mach without accumulator
// write, which means the high half of the product, and with a third source both
// halves of the sum; the first step of a math macro, which means the whole division or
// square root. What is made here comes here no more.
func (c *compiler) emulate() error {
	return c.rewrite(func(in native.Inst, out *sequence) error {
		if in.Op == native.OpMul {
			if t, wide := clampsProduct(&in, &in.Src[0], &in.Src[1]); wide {
				return c.mulClamped(in, in.Src[0], in.Src[1], native.Operand{}, t, out)
			}
		}
		switch {
		case in.Op == native.OpMad && !in.Dst.Type.IsFloat():
			if c.caps.IntegerMad && wordMad(&in) {
				out.add(in)
				return nil
			}
			return c.mulAdd(in, out)
		case in.Op.IsMath() && !c.t.HasMath(in.MathFC) && c.approximate(in, out):
			return nil
		case in.IsMathMacro():
			return c.macro(in, out)
		case c.wideMul(&in):
			return c.mulWide(in, out)
		case in.Op == native.OpMach && !in.AccWr && in.Src[2].File != native.NoFile:
			return c.mulAddWide(in, out)
		case in.Op == native.OpMach && !in.AccWr:
			return c.mulHigh(in, out)
		default:
			out.add(in)
		}
		return nil
	})
}

// wordMad makes a word the last factor of an integer mad, which takes no other there;
// false when none of the factors is one.
func wordMad(in *native.Inst) bool {
	if in.Sat || in.Dst.Type.Size() > 4 || execSize(in) > 4 {
		return false
	}
	for range 2 {
		last := &in.Src[2]
		if isVectorImm(last) || last.Type.Size() <= 2 || wordFactor(last) {
			return true
		}
		in.Src[1], in.Src[2] = in.Src[2], in.Src[1]
	}
	return false
}

// mulAdd: s0 + s1*s2 in two instructions. The low bits of the product are all
// that the sum needs; a saturated one needs the exact product.
func (c *compiler) mulAdd(in native.Inst, out *sequence) error {
	size := int(in.ExecSize)
	t := native.D
	if q, wide := clampsProduct(&in, &in.Src[1], &in.Src[2]); wide {
		return c.mulClamped(in, in.Src[1], in.Src[2], in.Src[0], q, out)
	}
	switch {
	case in.Sat:
		var ok bool
		if t, ok = wordProduct(&in.Src[1], &in.Src[2]); !ok {
			return c.unsupportedAt(&in, "saturation of an integer mad with this product: want factors of at most 16 bits, or floats")
		}
	case in.Dst.Type.Size() == 8 || execSize(&in) == 8:
		t = native.Q
	}
	v := c.newTemp(size * t.Size())
	mul := in
	if maskFree(&in) {
		mul = unmasked(in)
	}
	mul.Op, mul.Cond = native.OpMul, native.CondNone
	mul.Dst = virt(v, 0, native.Dst1, t)
	mul.Src = [3]native.Operand{in.Src[1], in.Src[2]}
	if err := c.multiply(mul, out); err != nil {
		return err
	}
	in.Op = native.OpAdd
	in.Src = [3]native.Operand{virt(v, 0, fitRegion(native.Region{V: 1, W: 1}, size), t), in.Src[0]}
	out.add(in)
	return nil
}

// multiply adds a product, as the target has it.
func (c *compiler) multiply(mul native.Inst, out *sequence) error {
	if c.wideMul(&mul) {
		return c.mulWide(mul, out)
	}
	out.add(mul)
	return nil
}

// wordProduct is the type that holds every product of two factors of at most 16
// bits; dwords, and words whose product needs 33 bits, have none.
func wordProduct(a, b *native.Operand) (t native.Type, ok bool) {
	ta, tb := valueType(a), valueType(b)
	if ta != native.UW || tb != native.UW {
		return native.D, ta.Size() < 4 && tb.Size() < 4
	}
	return native.UD, (a.Mod|b.Mod)&native.ModNeg == 0
}

// mulHigh multiplies in the accumulator: low words of the second factor first,
// mach adds the rest and gives bits 63:32.
func (c *compiler) mulHigh(in native.Inst, out *sequence) error {
	l := &legaliser{compiler: c, fixes: c.fixes, out: out}
	size := int(in.ExecSize)
	if in.Src[0].File == native.Imm {
		in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
	}
	if in.Src[0].File == native.Imm {
		in.Src[0] = l.load(&in, in.Src[0], valueType(&in.Src[0]))
	}
	if l.plainFactors(&in) {
		if err := c.mulHighNegative(in, out); err != nil {
			return err
		}
		return l.err
	}
	in.Src[0] = l.machSource(&in, in.Src[0])
	in.Src[1] = l.machSource(&in, in.Src[1])
	lanes := min(size, accLanes)
	if !isReg(&in.Dst) || in.Dst.Region.H != 1 || in.Dst.Type.Size() != 4 || !c.ensureAlign(&in.Dst, grfBytes) ||
		size > lanes && clobbers(&in, lanes) {
		t := native.UD
		if in.Dst.Type.IsSigned() {
			t = native.D
		}
		v := c.newVar("mulh", max(size*4, grfBytes), grfBytes)
		last := in
		last.Op, last.Src = native.OpMov, [3]native.Operand{virt(v, 0, fitRegion(native.Region{V: 1, W: 1}, size), t)}
		in = unmasked(in)
		in.Sat, in.Dst = false, virt(v, 0, native.Dst1, t)
		c.mulHighParts(in, lanes, out)
		out.add(last)
		return l.err
	}
	c.mulHighParts(in, lanes, out)
	return l.err
}

func (c *compiler) mulHighParts(in native.Inst, lanes int, out *sequence) {
	for k := 0; k < int(in.ExecSize); k += lanes {
		mach := part(in, k, lanes)
		mach.AccWr = true
		mul := unmasked(mach)
		mul.Op, mul.AccWr = native.OpMul, false
		mul.Dst = native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: accType(&mach), Region: native.Dst1}
		mul.Src[1] = lowWords(mach.Src[1])
		out.add(mul)
		out.add(mach)
	}
}

// plainFactors takes the modifiers off both factors, which mach cannot have,
// and reports whether their product is to be negated: the negative of a dword
// may need 33 bits, its magnitude never does.
func (l *legaliser) plainFactors(in *native.Inst) (negate bool) {
	for s := range 2 {
		o := &in.Src[s]
		negate = negate != (o.Mod&native.ModNeg != 0)
		o.Mod &^= native.ModNeg
		if o.Mod != native.ModNone && o.Type.IsSigned() {
			*o = l.load(in, *o, native.UD)
		}
		o.Mod = native.ModNone
	}
	return negate
}

// mulHighNegative is the high half of the negative product, which is the
// negative of all 64 bits.
func (c *compiler) mulHighNegative(in native.Inst, out *sequence) error {
	size := int(in.ExecSize)
	v := c.newTemp(size * 8)
	packed := fitRegion(native.Region{V: 1, W: 1}, size)
	mul := in
	if maskFree(&in) {
		mul = unmasked(in)
	}
	mul.Op, mul.Dst = native.OpMul, virt(v, 0, native.Dst1, native.Q)
	if !in.Src[0].Type.IsSigned() && !in.Src[1].Type.IsSigned() {
		mul.Dst.Type = native.UQ
	}
	if err := c.multiply(mul, out); err != nil {
		return err
	}
	product := virt(v, 0, packed, native.Q)
	product.Mod = native.ModNeg
	out.mov(in.ExecSize, virt(v, 0, native.Dst1, native.Q), product)
	in.Op, in.Src = native.OpMov, [3]native.Operand{virt(v, 4, fitRegion(native.Region{V: 2, W: 1}, size), native.UD)}
	out.add(in)
	return nil
}

// machSource gives a dword register or immediate that mach can read.
func (l *legaliser) machSource(in *native.Inst, o native.Operand) native.Operand {
	t := native.UD
	if valueType(&o).IsSigned() {
		t = native.D
	}
	n, ok := stride(o.Region, int(in.ExecSize))
	if valueType(&o).Size() == 4 && ok && n <= 2 && !o.Indirect {
		return o
	}
	return l.load(in, o, t)
}

func accType(in *native.Inst) native.Type {
	if in.Src[0].Type.IsSigned() || in.Src[1].Type.IsSigned() {
		return native.D
	}
	return native.UD
}

// lowWords reads the low words of a dword operand.
func lowWords(o native.Operand) native.Operand {
	if o.File == native.Imm {
		return native.ImmOperand(o.Imm&0xFFFF, native.UW)
	}
	o.Type = native.UW
	if o.Region.V != 0 || o.Region.H != 0 {
		n := max(o.Region.V, 1)
		if o.Region.W > 1 {
			n = o.Region.H
		}
		o.Region = native.Region{V: 2 * n, W: 1}
	}
	return o
}
