package compact

import (
	"iter"
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// types are the instructions on the same bits with other signs, and with an immediate of another
// width that has the same value.
func types(t native.Target, in *native.Inst) iter.Seq[native.Inst] {
	return func(yield func(native.Inst) bool) {
		if in.AccWr || in.Op.ReadsAccumulator() || in.Op.WritesAccumulator() || !onIntegers(in) {
			return
		}
		if other := *in; asFloats(&other) && !yield(other) {
			return
		}
		for other := range signs(in) {
			for short := range widths(t, &other) {
				if !yield(short) {
					return
				}
			}
		}
	}
}

// onIntegers tells an instruction on integers of at most 32 bits in general registers, whose destination
// may be null.
func onIntegers(in *native.Inst) bool {
	whole := func(o *native.Operand) bool {
		return !o.Type.IsFloat() && o.Type.Size() <= 4 && !edit.IsVectorImm(o) && (o.File == native.GRF || o.File == native.Imm || o.IsNull())
	}
	for k := range edit.NumSrcs(in) {
		if !whole(&in.Src[k]) {
			return false
		}
	}
	return whole(&in.Dst)
}

// asFloats makes a move of dwords one of floats, which copies all bits of them too: Gen12 has codes for no
// other. A float lies at the same place of its register as its source (xe.float.place).
func asFloats(in *native.Inst) bool {
	o := &in.Src[0]
	n, ok := edit.Stride(o.Region, int(in.ExecSize))
	placed := o.File == native.GRF && ok && o.Sub == in.Dst.Sub && (in.ExecSize == 1 || n == int(in.Dst.Region.H))
	if in.Op != native.OpMov || in.Sat || in.Cond != native.CondNone || in.Dst.File != native.GRF || in.Dst.Indirect || o.Indirect ||
		in.Dst.Type.Size() != 4 || o.Type.Size() != 4 || o.Mod != native.ModNone || o.AddrOf != 0 || o.File != native.Imm && !placed {
		return false
	}
	in.Dst.Type, o.Type = native.F, native.F
	return true
}

// signs are the instruction itself, and it with signed and with unsigned operands wherever a sign
// changes no bit of the result: of a result that is no wider than its sources and not clamped.
func signs(in *native.Inst) iter.Seq[native.Inst] {
	return func(yield func(native.Inst) bool) {
		if !yield(*in) || !in.Op.LowBits() || in.Sat || in.Cond != native.CondNone {
			return
		}
		for _, signed := range []bool{true, false} {
			other := *in
			other.Dst.Type = withSign(in.Dst.Type, signed)
			for k := range edit.NumSrcs(in) {
				if o := &other.Src[k]; o.Type.Size() >= in.Dst.Type.Size() && o.Mod == native.ModNone {
					o.Type = withSign(o.Type, signed)
				}
			}
			if !yield(other) {
				return
			}
		}
	}
}

// withSign is the integer type of the same size.
func withSign(t native.Type, signed bool) native.Type {
	switch {
	case signed && t.Size() == 4:
		return native.D
	case signed && t.Size() == 2:
		return native.W
	case signed:
		return native.B
	}
	return edit.BitsOf(t)
}

// widths are the instruction itself and those with an immediate of another width that has the same
// value, in which it computes as wide as before, and which multiplies no dwords where that is several instructions.
func widths(target native.Target, in *native.Inst) iter.Seq[native.Inst] {
	return func(yield func(native.Inst) bool) {
		channels, _ := target.Caps().DwordMul()
		words := in.Op == native.OpMul && channels < int(in.ExecSize)
		k := edit.NumSrcs(in) - 1
		if !yield(*in) || k < 0 || in.Src[k].File != native.Imm || in.Src[k].AddrOf != 0 || !in.Op.Widens() && !in.Op.Truncates() {
			return
		}
		v := valueOf(&in.Src[k])
		for _, t := range []native.Type{native.W, native.UW, native.D, native.UD} {
			if t.IsSigned() != in.Src[k].Type.IsSigned() && !in.Op.LowBits() || !holds(t, v) || words && t.Size() > 2 {
				continue
			}
			other := *in
			other.Src[k].Type, other.Src[k].Imm = t, native.ImmOperand(uint64(v), t).Imm
			if (in.Op == native.OpMov || edit.ExecSize(&other) == edit.ExecSize(in)) && !yield(other) {
				return
			}
		}
	}
}

// valueOf is the number of an immediate of 16 or 32 bits.
func valueOf(o *native.Operand) int64 {
	switch o.Type {
	case native.W:
		return int64(int16(o.Imm))
	case native.UW:
		return int64(uint16(o.Imm))
	case native.D:
		return int64(int32(o.Imm))
	}
	return int64(uint32(o.Imm))
}

// holds reports whether an integer type of 16 or 32 bits has a number.
func holds(t native.Type, v int64) bool {
	switch t {
	case native.W:
		return v == int64(int16(v))
	case native.UW:
		return v >= 0 && v <= math.MaxUint16
	case native.D:
		return v == int64(int32(v))
	}
	return v >= 0 && v <= math.MaxUint32
}
