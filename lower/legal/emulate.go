package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// Emulate replaces what the target lacks. Between select and here, some forms stand
// for operations without an instruction: an integer mad; a mach without accumulator
// write, which means the high half of the product, and with a third source both
// halves of the sum; the first step of a math macro, which means the whole division or
// square root. What is made here comes here no more.
func Emulate(e *edit.Editor) error {
	c := newMender(e)
	return c.Rewrite(func(in *native.Inst, out *edit.Sequence) error {
		if in.Op == native.OpMul {
			if t, wide := clampsProduct(in, &in.Src[0], &in.Src[1]); wide {
				return c.mulClamped(*in, in.Src[0], in.Src[1], native.Operand{}, t, out)
			}
		}
		switch {
		case in.Op == native.OpMad && !in.Dst.Type.IsFloat():
			if c.Caps.IntegerMad && wordMad(in) {
				out.Keep(in)
				return nil
			}
			return c.mulAdd(*in, out)
		case in.IsMathInt() && !c.T.HasMath(in.MathFC):
			return c.divide(*in, out)
		case in.Op.IsMath() && !c.T.HasMath(in.MathFC) && c.approximate(*in, out):
			return nil
		case in.IsMathMacro():
			return c.macro(*in, out)
		case c.wideMul(in):
			return c.mulWide(*in, out)
		case in.Op == native.OpMach && !in.AccWr && in.Src[2].File != native.NoFile:
			return c.mulAddWide(*in, out)
		case in.Op == native.OpMach && !in.AccWr:
			return c.mulHigh(*in, out)
		default:
			out.Keep(in)
		}
		return nil
	})
}

// wordMad makes a word the last factor of an integer mad, which takes no other there;
// false when none of the factors is one.
func wordMad(in *native.Inst) bool {
	if in.Sat || in.Dst.Type.Size() > 4 || edit.ExecSize(in) > 4 {
		return false
	}
	for range 2 {
		last := &in.Src[2]
		if edit.IsVectorImm(last) || last.Type.Size() <= 2 || wordFactor(last) {
			return true
		}
		in.Src[1], in.Src[2] = in.Src[2], in.Src[1]
	}
	return false
}

// mulAdd: s0 + s1*s2 in two instructions. The low bits of the product are all
// that the sum needs; a saturated one needs the exact product.
func (c *mender) mulAdd(in native.Inst, out *edit.Sequence) error {
	size := int(in.ExecSize)
	t := native.D
	if q, wide := clampsProduct(&in, &in.Src[1], &in.Src[2]); wide {
		return c.mulClamped(in, in.Src[1], in.Src[2], in.Src[0], q, out)
	}
	switch {
	case in.Sat:
		var ok bool
		if t, ok = wordProduct(&in.Src[1], &in.Src[2]); !ok {
			return edit.Unsupported(&in, "saturation of an integer mad with this product: want factors of at most 16 bits, or floats")
		}
	case in.Dst.Type.Size() == 8 || edit.ExecSize(&in) == 8:
		t = native.Q
	}
	v := c.NewTemp(size * t.Size())
	mul := in
	if edit.MaskFree(&in) {
		mul = edit.Unmasked(in)
	}
	mul.Op, mul.Cond = native.OpMul, native.CondNone
	mul.Dst = edit.Virt(v, 0, native.Dst1, t)
	mul.Src = [3]native.Operand{in.Src[1], in.Src[2]}
	if err := c.multiply(mul, out); err != nil {
		return err
	}
	in.Op = native.OpAdd
	in.Src = [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t), in.Src[0]}
	out.Add(in)
	return nil
}

// multiply adds a product, as the target has it.
func (c *mender) multiply(mul native.Inst, out *edit.Sequence) error {
	if c.wideMul(&mul) {
		return c.mulWide(mul, out)
	}
	out.Add(mul)
	return nil
}

// wordProduct is the type that holds every product of two factors of at most 16
// bits; dwords, and words whose product needs 33 bits, have none.
func wordProduct(a, b *native.Operand) (t native.Type, ok bool) {
	ta, tb := edit.ValueType(a), edit.ValueType(b)
	if ta != native.UW || tb != native.UW {
		return native.D, ta.Size() < 4 && tb.Size() < 4
	}
	return native.UD, (a.Mod|b.Mod)&native.ModNeg == 0
}

// mulHigh multiplies in the accumulator: low words of the second factor first,
// mach adds the rest and gives bits 63:32.
func (c *mender) mulHigh(in native.Inst, out *edit.Sequence) error {
	l := &legaliser{mender: c, out: out}
	size := int(in.ExecSize)
	if in.Src[0].File == native.Imm {
		in.Src[0], in.Src[1] = in.Src[1], in.Src[0]
	}
	if in.Src[0].File == native.Imm {
		in.Src[0] = l.load(&in, in.Src[0], edit.ValueType(&in.Src[0]))
	}
	if l.plainFactors(&in) {
		if err := c.mulHighNegative(in, out); err != nil {
			return err
		}
		return l.err
	}
	in.Src[0] = l.machSource(&in, in.Src[0])
	in.Src[1] = l.machSource(&in, in.Src[1])
	lanes := min(size, edit.AccLanes)
	if !edit.IsReg(&in.Dst) || in.Dst.Region.H != 1 || in.Dst.Type.Size() != 4 || !c.EnsureAlign(&in.Dst, grfBytes) ||
		size > lanes && edit.Clobbers(&in, lanes) {
		t := native.UD
		if in.Dst.Type.IsSigned() {
			t = native.D
		}
		v := c.NewVar("mulh", max(size*4, grfBytes), grfBytes)
		last := in
		last.Op, last.Src = native.OpMov, [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)}
		in = edit.Unmasked(in)
		in.Sat, in.Dst = false, edit.Virt(v, 0, native.Dst1, t)
		c.mulHighParts(in, lanes, out)
		out.Add(last)
		return l.err
	}
	c.mulHighParts(in, lanes, out)
	return l.err
}

func (c *mender) mulHighParts(in native.Inst, lanes int, out *edit.Sequence) {
	for k := 0; k < int(in.ExecSize); k += lanes {
		mach := edit.Part(in, k, lanes)
		mach.AccWr = true
		out.Add(lowFactor(mach))
		out.Add(mach)
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
func (c *mender) mulHighNegative(in native.Inst, out *edit.Sequence) error {
	size := int(in.ExecSize)
	v := c.NewTemp(size * 8)
	packed := edit.FitRegion(native.Region{V: 1, W: 1}, size)
	mul := in
	if edit.MaskFree(&in) {
		mul = edit.Unmasked(in)
	}
	mul.Op, mul.Dst = native.OpMul, edit.Virt(v, 0, native.Dst1, native.Q)
	if !in.Src[0].Type.IsSigned() && !in.Src[1].Type.IsSigned() {
		mul.Dst.Type = native.UQ
	}
	if err := c.multiply(mul, out); err != nil {
		return err
	}
	product := edit.Virt(v, 0, packed, native.Q)
	product.Mod = native.ModNeg
	out.Mov(in.ExecSize, edit.Virt(v, 0, native.Dst1, native.Q), product)
	in.Op, in.Src = native.OpMov, [3]native.Operand{edit.Virt(v, 4, edit.FitRegion(native.Region{V: 2, W: 1}, size), native.UD)}
	out.Add(in)
	return nil
}

// machSource gives a dword register or immediate that mach can read.
func (l *legaliser) machSource(in *native.Inst, o native.Operand) native.Operand {
	t := native.UD
	if edit.ValueType(&o).IsSigned() {
		t = native.D
	}
	n, ok := edit.Stride(o.Region, int(in.ExecSize))
	if edit.ValueType(&o).Size() == 4 && ok && n <= 2 && !o.Indirect {
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
		low := native.ImmOperand(o.Imm&0xFFFF, native.UW)
		low.AddrOf = o.AddrOf // a place in the registers, which 16 bits hold
		return low
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

// highWords reads the high words of a dword operand.
func highWords(o native.Operand) native.Operand {
	switch {
	case o.AddrOf != 0:
		return native.ImmOperand(0, native.UW)
	case o.File == native.Imm:
		return native.ImmOperand(o.Imm>>16&0xFFFF, native.UW)
	}
	o = lowWords(o)
	o.Sub += 2
	return o
}
