package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// Saturation of results that need more than 32 bits: no instruction clamps those, so
// that they are made in 64 bits and compared with the ends of the range.

// clampsProduct tells the saturated product that mul does not clamp; t is the type
// that holds every product, NumTypes when none does.
func clampsProduct(in *native.Inst, a, b *native.Operand) (t native.Type, ok bool) {
	if !in.Sat || in.Dst.Type.IsFloat() || in.Dst.Type.Size() > 4 || edit.ValueType(a).Size() > 4 || edit.ValueType(b).Size() > 4 ||
		edit.ValueType(a).IsFloat() || edit.ValueType(b).IsFloat() || edit.ValueType(a).Size() < 4 && edit.ValueType(b).Size() < 4 {
		return native.NumTypes, false
	}
	negative := func(o *native.Operand) bool { return o.Mod&native.ModNeg != 0 && !edit.ValueType(o).IsSigned() }
	unsigned := func(o *native.Operand) bool { return o.Mod&native.ModNeg == 0 && !edit.ValueType(o).IsSigned() }
	switch {
	case unsigned(a) && unsigned(b):
		return native.UQ, true
	case negative(a) && !edit.ValueType(b).IsSigned() || negative(b) && !edit.ValueType(a).IsSigned():
		return native.NumTypes, true
	}
	return native.Q, true
}

// clampInto moves 64-bit numbers of type t to the destination of in, clamped to its
// type.
func (c *mender) clampInto(in native.Inst, v int32, t native.Type, out *edit.Sequence) {
	size, d := int(in.ExecSize), in.Dst.Type
	packed := edit.FitRegion(native.Region{V: 1, W: 1}, size)
	bits := 8 * d.Size()
	high, low := native.ImmOperand(1<<bits-1, native.UD), native.ImmOperand(0, native.D)
	if d.IsSigned() {
		high = native.ImmOperand(1<<(bits-1)-1, native.UD)
		low = native.ImmOperand(uint64(uint32(int32(-1)<<(bits-1))), native.D)
	}
	choose := func(cond native.CondMod, end native.Operand) {
		sel := edit.Unmasked(in)
		sel.Op, sel.Sat, sel.Cond, sel.Uses = native.OpSel, false, cond, nil
		sel.Dst, sel.Src = edit.Virt(v, 0, native.Dst1, t), [3]native.Operand{edit.Virt(v, 0, packed, t), end}
		out.Add(sel)
	}
	choose(native.CondLT, high)
	if t == native.Q {
		choose(native.CondGE, low)
	}
	in.Op, in.Sat = native.OpMov, false
	in.Src = [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: 2, W: 1}, size), edit.DwordOf(d))}
	out.Add(in)
}

// mulClamped is a saturated product of dwords, plus a third source when there is one.
func (c *mender) mulClamped(in native.Inst, a, b, add native.Operand, t native.Type, out *edit.Sequence) error {
	wide := t == native.UQ && add.File != native.NoFile && (edit.ValueType(&add).IsSigned() || add.Mod != native.ModNone)
	if t == native.NumTypes || wide || add.Mod != native.ModNone || add.File != native.NoFile && edit.ValueType(&add).Size() > 4 {
		return edit.Unsupported(&in, "saturation of a product of dwords with a sum or modifiers that 64 bits do not hold")
	}
	v := c.NewVar("exact", int(in.ExecSize)*8, grfBytes)
	mul := in
	if edit.MaskFree(&in) {
		mul = edit.Unmasked(in)
	}
	mul.Op, mul.Sat, mul.Cond = native.OpMul, false, native.CondNone
	mul.Dst, mul.Src = edit.Virt(v, 0, native.Dst1, t), [3]native.Operand{a, b}
	if err := c.multiply(mul, out); err != nil {
		return err
	}
	if add.File != native.NoFile {
		sum := mul
		sum.Op, sum.Src = native.OpAdd, [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, int(in.ExecSize)), t), add}
		out.Add(sum)
	}
	c.clampInto(in, v, t, out)
	return nil
}
