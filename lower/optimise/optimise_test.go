package optimise

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

func reg(v, w, h uint8) native.Region { return native.Region{V: v, W: w, H: h} }

var packed8 = reg(8, 8, 1)

// copyOf is a move of 16 dwords from variable 2 to variable 1.
func copyOf() native.Inst {
	return native.Inst{Op: native.OpMov, ExecSize: 16, Dst: edit.Virt(1, 0, native.Dst1, native.D), Src: [3]native.Operand{edit.Virt(2, 0, packed8, native.D)}}
}

// sum adds variable 1, which a copy wrote, and variable 3.
func sum() native.Inst {
	return native.Inst{Op: native.OpAdd, ExecSize: 16, Dst: edit.Virt(4, 0, native.Dst1, native.D), Src: [3]native.Operand{edit.Virt(1, 0, packed8, native.D), edit.Virt(3, 0, packed8, native.D)}}
}

type change struct {
	name string
	do   func(in *native.Inst)
	want bool
}

// hold applies each change to an instruction of its own.
func hold(t *testing.T, made func() native.Inst, is func(in *native.Inst) bool, changes []change) {
	t.Helper()
	for _, c := range append([]change{{"as it is", func(*native.Inst) {}, true}}, changes...) {
		in := made()
		c.do(&in)
		assert.Equal(t, c.want, is(&in), c.name)
	}
}

func flow2(in *native.Inst) { in.PredCtrl, in.Flag.Virt = native.PredSeq, 1 }

// TestIsCopy: what readers may look through.
func TestIsCopy(t *testing.T) {
	hold(t, copyOf, isCopy, []change{
		{"no move", func(in *native.Inst) { in.Op = native.OpNot }, false}, {"predicate", flow2, false},
		{"condition", func(in *native.Inst) { in.Cond = native.CondEQ }, false}, {"saturation", func(in *native.Inst) { in.Sat = true }, false},
		{"stride of the destination", func(in *native.Inst) { in.Dst.Region.H = 2 }, false}, {"modifier", func(in *native.Inst) { in.Src[0].Mod = native.ModNeg }, false},
		{"addresses", func(in *native.Inst) { in.Uses = []int32{7} }, false}, {"immediate", func(in *native.Inst) { in.Src[0] = native.ImmOperand(1, native.D) }, false},
		{"no register", func(in *native.Inst) { in.Dst = native.NullDst(native.D) }, false}, {"source of a stride", func(in *native.Inst) { in.Src[0].Region = reg(16, 8, 2) }, true},
		{"from words", func(in *native.Inst) { in.Src[0].Type = native.W }, true}, {"to words", func(in *native.Inst) { in.Dst.Type = native.W }, false},
		{"sign", func(in *native.Inst) { in.Dst.Type = native.UD }, true}, {"from float", func(in *native.Inst) { in.Src[0].Type = native.F }, false},
		{"to float", func(in *native.Inst) { in.Dst.Type = native.F }, false}, {"floats", func(in *native.Inst) { in.Dst.Type, in.Src[0].Type = native.F, native.F }, true},
	})
	hold(t, copyOf, coalescible, []change{
		{"no move", func(in *native.Inst) { in.Op = native.OpNot }, false}, {"predicate", flow2, false},
		{"condition", func(in *native.Inst) { in.Cond = native.CondEQ }, false}, {"saturation", func(in *native.Inst) { in.Sat = true }, false},
		{"stride of the destination", func(in *native.Inst) { in.Dst.Region.H = 2 }, true}, {"modifier", func(in *native.Inst) { in.Src[0].Mod = native.ModAbs }, false},
		{"addresses", func(in *native.Inst) { in.Uses = []int32{7} }, false}, {"immediate", func(in *native.Inst) { in.Src[0] = native.ImmOperand(1, native.D) }, false},
		{"no register", func(in *native.Inst) { in.Dst = native.NullDst(native.D) }, false},
		{"from words", func(in *native.Inst) { in.Src[0].Type = native.W }, false}, {"to words", func(in *native.Inst) { in.Dst.Type = native.W }, true},
		{"sign", func(in *native.Inst) { in.Dst.Type = native.UD }, true}, {"from float", func(in *native.Inst) { in.Src[0].Type = native.F }, false},
		{"to float", func(in *native.Inst) { in.Dst.Type = native.F }, false}, {"floats", func(in *native.Inst) { in.Dst.Type, in.Src[0].Type = native.F, native.F }, true},
	})
}

// TestCovers: what overwrites all that the copy wrote, in its lanes.
func TestCovers(t *testing.T) {
	c := copyOf()
	made := func() native.Inst { in := sum(); in.Dst = c.Dst; return in }
	is := func(in *native.Inst) bool { return covers(in, &c) }
	same := []change{
		{"message", func(in *native.Inst) { in.Op = native.OpSend }, false}, {"predicate", flow2, false},
		{"predicate that chooses", func(in *native.Inst) { flow2(in); in.Op = native.OpSel }, true}, {"another place", func(in *native.Inst) { in.Dst.Sub = 4 }, false},
		{"stride", func(in *native.Inst) { in.Dst.Region.H = 2 }, false}, {"width", func(in *native.Inst) { in.Dst.Type = native.W }, false}, {"type of the width", func(in *native.Inst) { in.Dst.Type = native.F }, true},
		{"fewer channels", func(in *native.Inst) { in.ExecSize = 8 }, false}, {"other channels", func(in *native.Inst) { in.ChanOff = 16 }, false}, {"all lanes", func(in *native.Inst) { in.NoMask = true }, true},
		{"all lanes, other channels", func(in *native.Inst) { in.NoMask, in.ChanOff = true, 16 }, true}, {"null", func(in *native.Inst) { in.Dst = native.NullDst(native.D) }, false},
	}
	hold(t, made, is, same)
	c.NoMask = true
	masked := made()
	assert.False(t, covers(&masked, &c), "fewer lanes than the copy")
}

// TestCanRead: readers of a copy that can read its source.
func TestCanRead(t *testing.T) {
	var c native.Inst
	is := func(in *native.Inst) bool { return canRead(in, &c) }
	c = copyOf()
	hold(t, sum, is, []change{
		{"message", func(in *native.Inst) { in.Op = native.OpSend }, false}, {"Align16", func(in *native.Inst) { in.Align16 = true }, false}, {"addresses", func(in *native.Inst) { in.Uses = []int32{9} }, false},
		{"all lanes", func(in *native.Inst) { in.NoMask = true }, false}, {"other channels", func(in *native.Inst) { in.ChanOff = 16 }, false}, {"fewer channels", func(in *native.Inst) { in.ExecSize = 8 }, false},
		{"another place", func(in *native.Inst) { in.Src[0].Sub = 4 }, false}, {"rows", func(in *native.Inst) { in.Src[0].Region = reg(8, 4, 1) }, false}, {"one value", func(in *native.Inst) { in.Src[0].Region = native.Scalar }, false},
		{"words of it", func(in *native.Inst) { in.Src[0].Type, in.Src[0].Region = native.W, reg(16, 8, 2) }, true}, {"words side by side", func(in *native.Inst) { in.Src[0].Type = native.W }, false},
		{"as float", func(in *native.Inst) { in.Src[0].Type = native.F }, true}, {"three sources", func(in *native.Inst) { in.Op, in.Src[2] = native.OpMad, edit.Virt(5, 0, packed8, native.D) }, true}, {"modifier", func(in *native.Inst) { in.Src[0].Mod = native.ModNeg }, true},
	})
	c.NoMask = true
	hold(t, sum, is, []change{{"other channels", func(in *native.Inst) { in.ChanOff = 16 }, true}, {"all lanes", func(in *native.Inst) { in.NoMask = true }, true}})
	c = copyOf()
	c.Src[0].Region = reg(16, 8, 2)
	hold(t, sum, is, []change{{"three sources", func(in *native.Inst) { in.Op, in.Src[2] = native.OpMad, edit.Virt(5, 0, packed8, native.D) }, false}})
	c = copyOf()
	c.Src[0].Type = native.W
	hold(t, sum, is, []change{
		{"modifier", func(in *native.Inst) { in.Src[0].Mod = native.ModNeg }, false}, {"logic", func(in *native.Inst) { in.Op = native.OpAnd }, true}, {"nothing wide", func(in *native.Inst) { in.Src[1].Type = native.W }, false},
		{"vector immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.V) }, false}, {"immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.D) }, true}, {"product", func(in *native.Inst) { in.Op, in.Src[1].Type = native.OpMul, native.W }, true},
		{"shift", func(in *native.Inst) { in.Op = native.OpShl }, false}, {"sign", func(in *native.Inst) { in.Src[0].Type = native.UD }, false},
	})
	one := copyOf()
	one.ExecSize, one.NoMask, one.Src[0].Region = 1, true, native.Scalar
	c = one
	scalar := func() native.Inst { in := sum(); in.Src[0].Region = native.Scalar; return in }
	hold(t, scalar, is, []change{{"a row", func(in *native.Inst) { in.Src[0].Region = packed8 }, false}, {"all lanes", func(in *native.Inst) { in.NoMask = true }, true}, {"words of it", func(in *native.Inst) { in.Src[0].Type = native.W }, true}, {"next to it", func(in *native.Inst) { in.Src[0].Sub = 2 }, false}})
}

// TestQuadShift: a dword that is shifted to 64 bits need not be widened before.
func TestQuadShift(t *testing.T) {
	c := copyOf()
	c.ExecSize, c.Dst.Type = 8, native.Q
	made := func() native.Inst {
		return native.Inst{Op: native.OpShl, ExecSize: 8, Dst: edit.Virt(4, 0, native.Dst1, native.Q), Src: [3]native.Operand{edit.Virt(1, 0, reg(4, 4, 1), native.Q), native.ImmOperand(3, native.UD)}}
	}
	hold(t, made, func(in *native.Inst) bool { return quadShift(in, &c, 0) && canRead(in, &c) }, []change{
		{"right", func(in *native.Inst) { in.Op = native.OpShr }, false}, {"variable", func(in *native.Inst) { in.Src[1] = edit.Virt(5, 0, packed8, native.UD) }, false}, {"narrow result", func(in *native.Inst) { in.Dst.Type = native.D }, false},
	})
	in := made()
	assert.False(t, quadShift(&in, &c, 1))
	c.Src[0].Type = native.W
	assert.False(t, quadShift(&in, &c, 0))
	c.Src[0].Type, c.Dst.Type = native.D, native.D
	assert.False(t, quadShift(&in, &c, 0))
}

// TestWordFactors: both factors fit words.
func TestWordFactors(t *testing.T) {
	c := copyOf()
	c.Src[0].Type = native.W
	made := func() native.Inst { in := sum(); in.Op, in.Src[1].Type = native.OpMul, native.W; return in }
	hold(t, made, func(in *native.Inst) bool { return wordFactors(in, &c) }, []change{
		{"a sum", func(in *native.Inst) { in.Op = native.OpAdd }, false}, {"saturation", func(in *native.Inst) { in.Sat = true }, false}, {"condition", func(in *native.Inst) { in.Cond = native.CondEQ }, false},
		{"float", func(in *native.Inst) { in.Dst.Type = native.F }, false}, {"64 bits", func(in *native.Inst) { in.Dst.Type = native.Q }, false}, {"words", func(in *native.Inst) { in.Dst.Type = native.W }, true},
		{"another dword", func(in *native.Inst) { in.Src[1].Type = native.D }, false}, {"the copy twice", func(in *native.Inst) { in.Src[1] = in.Src[0] }, true}, {"dword immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.D) }, false},
		{"of the register's number", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.D); in.Src[1].Reg = 1 }, false}, {"word immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.W) }, true},
		{"vector immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.V) }, false}, {"modifier", func(in *native.Inst) { in.Src[0].Mod = native.ModNeg }, false}, {"modifier of the other", func(in *native.Inst) { in.Src[1].Mod = native.ModNeg }, false}, {"half", func(in *native.Inst) { in.Src[1].Type = native.HF }, false},
	})
	c.Src[0].Type = native.D
	in := made()
	assert.False(t, wordFactors(&in, &c))
}

// TestMadeBy: the logic instruction that can set the flag of a comparison.
func TestMadeBy(t *testing.T) {
	cmp := native.Inst{Op: native.OpCmp, ExecSize: 16, Cond: native.CondEQ, Dst: native.NullDst(native.D), Src: [3]native.Operand{edit.Virt(4, 0, packed8, native.D), native.ImmOperand(0, native.D)}}
	made := func() native.Inst { in := sum(); in.Op = native.OpAnd; return in }
	hold(t, made, func(in *native.Inst) bool { return madeBy(in, &cmp) }, []change{
		{"a sum", func(in *native.Inst) { in.Op = native.OpAdd }, false}, {"predicate", flow2, false}, {"condition", func(in *native.Inst) { in.Cond = native.CondNE }, false}, {"saturation", func(in *native.Inst) { in.Sat = true }, false},
		{"null", func(in *native.Inst) { in.Dst = native.NullDst(native.D) }, false}, {"another variable", func(in *native.Inst) { in.Dst.Reg = 5 }, false}, {"another place", func(in *native.Inst) { in.Dst.Sub = 4 }, false}, {"stride", func(in *native.Inst) { in.Dst.Region.H = 2 }, false},
		{"type", func(in *native.Inst) { in.Dst.Type = native.UD }, false}, {"size", func(in *native.Inst) { in.ExecSize = 8 }, false}, {"mask", func(in *native.Inst) { in.NoMask = true }, false}, {"channels", func(in *native.Inst) { in.ChanOff = 16 }, false},
	})
	in := made()
	for _, r := range []struct {
		r    native.Region
		want bool
	}{{reg(16, 8, 2), false}, {native.Scalar, false}, {reg(8, 4, 1), false}, {reg(1, 1, 0), true}} {
		cmp.Src[0].Region = r.r
		assert.Equal(t, r.want, madeBy(&in, &cmp), "%+v", r)
	}
	cmp.ExecSize, in.ExecSize, cmp.Src[0].Region = 1, 1, native.Scalar
	assert.True(t, madeBy(&in, &cmp))
}

// TestCanSink: what can write the destination of a copy itself.
func TestCanSink(t *testing.T) {
	c := native.Inst{Op: native.OpMov, ExecSize: 16, Dst: edit.Virt(5, 0, native.Dst1, native.D), Src: [3]native.Operand{edit.Virt(4, 0, packed8, native.D)}}
	is := func(in *native.Inst) bool { return canSink(in, &c) }
	hold(t, sum, is, []change{
		{"Align16", func(in *native.Inst) { in.Align16 = true }, false}, {"message", func(in *native.Inst) { in.Op = native.OpSend }, false}, {"fills the accumulator", func(in *native.Inst) { in.AccWr = true }, false}, {"addc", func(in *native.Inst) { in.Op = native.OpAddc }, false},
		{"condition", func(in *native.Inst) { in.Cond = native.CondEQ }, false}, {"minimum", func(in *native.Inst) { in.Op, in.Cond = native.OpSel, native.CondLT }, true}, {"predicate", flow2, false}, {"choice", func(in *native.Inst) { flow2(in); in.Op = native.OpSel }, true},
		{"null", func(in *native.Inst) { in.Dst = native.NullDst(native.D) }, false}, {"another place", func(in *native.Inst) { in.Dst.Sub = 4 }, false}, {"size", func(in *native.Inst) { in.ExecSize = 8 }, false}, {"channels", func(in *native.Inst) { in.ChanOff = 16 }, false},
		{"all lanes", func(in *native.Inst) { in.NoMask = true }, true}, {"all lanes, other channels", func(in *native.Inst) { in.NoMask, in.ChanOff = true, 16 }, true}, {"choice in all lanes, other channels", func(in *native.Inst) { flow2(in); in.Op, in.NoMask, in.ChanOff = native.OpSel, true, 16 }, false},
		{"choice in all lanes", func(in *native.Inst) { flow2(in); in.Op, in.NoMask = native.OpSel, true }, true}, {"stride", func(in *native.Inst) { in.Dst.Region.H = 2 }, false}, {"words", func(in *native.Inst) { in.Dst.Type = native.W }, false},
	})
	c.NoMask = true
	in := sum()
	assert.False(t, canSink(&in, &c), "in fewer lanes")
	c.NoMask, c.Src[0].Region = false, reg(16, 8, 2)
	assert.False(t, canSink(&in, &c))
	in.Dst.Region.H = 2
	assert.True(t, canSink(&in, &c))
	c.Src[0].Region = reg(8, 4, 1)
	assert.False(t, canSink(&in, &c), "rows apart")
	c.ExecSize, in.ExecSize = 1, 1
	assert.True(t, canSink(&in, &c), "one element has no stride")
	c.ExecSize, in.ExecSize = 2, 2
	assert.False(t, canSink(&in, &c), "two have one")
	c, in = copyOf(), sum()
	c.Src[0].Reg, c.Dst.Type = 4, native.W
	assert.True(t, canSink(&in, &c), "low parts")
	in.Sat = true
	assert.False(t, canSink(&in, &c))
}

// TestCanTruncate: bits that a narrower destination has no room for do not matter.
func TestCanTruncate(t *testing.T) {
	hold(t, sum, canTruncate, []change{
		{"saturation", func(in *native.Inst) { in.Sat = true }, false}, {"float", func(in *native.Inst) { in.Dst.Type = native.F }, false}, {"right shift", func(in *native.Inst) { in.Op = native.OpShr }, true},
		{"from words", func(in *native.Inst) { in.Src[0].Type, in.Src[1].Type = native.W, native.W }, true}, {"shift of words", func(in *native.Inst) { in.Op, in.Src[0].Type, in.Src[1].Type = native.OpAsr, native.W, native.W }, false},
		{"float source", func(in *native.Inst) { in.Src[1].Type = native.F }, false}, {"accumulator", func(in *native.Inst) { in.Src[0].File = native.ARF }, false}, {"math", func(in *native.Inst) { in.Op = native.OpMath }, false},
		{"left shift of words", func(in *native.Inst) { in.Op, in.Src[0].Type, in.Src[1].Type = native.OpShl, native.W, native.W }, false},
	})
}

// TestCanNarrow: 64-bit sources of which the low dwords are enough.
func TestCanNarrow(t *testing.T) {
	made := func() native.Inst {
		in := sum()
		in.ExecSize, in.Src[0].Type, in.Src[1].Type = 8, native.Q, native.Q
		return in
	}
	shl := func(n uint64) func(in *native.Inst) {
		return func(in *native.Inst) { in.Op, in.Src[1] = native.OpShl, native.ImmOperand(n, native.UD) }
	}
	hold(t, made, canNarrow, []change{
		{"saturation", func(in *native.Inst) { in.Sat = true }, false}, {"condition", func(in *native.Inst) { in.Cond = native.CondEQ }, false}, {"right shift", func(in *native.Inst) { in.Op = native.OpShr }, false}, {"float", func(in *native.Inst) { in.Dst.Type = native.F }, false},
		{"64 bits", func(in *native.Inst) { in.Dst.Type = native.Q }, false}, {"dwords", func(in *native.Inst) { in.Src[0].Type, in.Src[1].Type = native.D, native.D }, false}, {"one of them", func(in *native.Inst) { in.Src[0].Type = native.D }, true},
		{"shift by 31", shl(31), true}, {"shift by 32", shl(32), false}, {"variable shift", func(in *native.Inst) { in.Op = native.OpShl }, false}, {"float source", func(in *native.Inst) { in.Src[0].Type = native.DF }, false}, {"immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.Q) }, true},
		{"stride 16", func(in *native.Inst) { in.Src[0].Region = reg(16, 1, 0) }, true}, {"stride 32", func(in *native.Inst) { in.Src[0].Region = reg(32, 1, 0) }, false}, {"rows apart", func(in *native.Inst) { in.Src[0].Region = reg(8, 4, 1) }, false}, {"flag", func(in *native.Inst) { in.Src[0].File = native.VirtFlag }, false},
		{"negated", func(in *native.Inst) { in.Src[0].Mod = native.ModNeg }, true}, {"absolute", func(in *native.Inst) { in.Src[0].Mod = native.ModAbs }, false}, {"negated absolute", func(in *native.Inst) { in.Src[1].Mod = native.ModNegAbs }, false},
	})
}

// TestDivisible: what may be computed in parts where its parts are copied. An smov is no such
// thing: what its mask leaves out is older.
func TestDivisible(t *testing.T) {
	hold(t, sum, divisible, []change{
		{"predicate", flow2, false}, {"condition", func(in *native.Inst) { in.Cond = native.CondEQ }, false},
		{"eight channels", func(in *native.Inst) { in.ExecSize = 8 }, false}, {"Align16", func(in *native.Inst) { in.Align16 = true }, false},
		{"accumulator", func(in *native.Inst) { in.AccWr = true }, false}, {"accumulator of the op", func(in *native.Inst) { in.Op = native.OpMach }, false}, {"carry to it", func(in *native.Inst) { in.Op = native.OpAddc }, false}, {"sum with it", func(in *native.Inst) { in.Op = native.OpMac }, false},
		{"neighbours", func(in *native.Inst) { in.Op = native.OpDp4 }, false},
		{"addresses", func(in *native.Inst) { in.Uses = []int32{7} }, false}, {"no register", func(in *native.Inst) { in.Dst = native.NullDst(native.D) }, false},
		{"immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.D) }, true},
		{"packed immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.V) }, false},
		{"lanes by a mask", func(in *native.Inst) { in.Op, in.Src[1] = native.OpSmov, native.ImmOperand(5, native.UW) }, false},
	})
}
