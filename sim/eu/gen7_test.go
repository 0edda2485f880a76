package eu

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// Up to Gen7.5 a multiply of two dwords takes the low word of the second, and mach
// adds the rest of the product.
//
// seed: Ivy Bridge EU 1.3
func TestLowWordMul(t *testing.T) {
	a, b := []uint32{3, 0xFFFFFFFF, 70000, 1 << 20, 5, 6, 7, 8}, []uint32{5, 0x10002, 70000, 0xFFFF0000, 0x1FFFF, 0, 1, 0x80000003}
	low := ins(native.OpMul, 8, dst(10, native.UD), vec(1, native.UD), vec(2, native.UD))
	byImm := ins(native.OpMul, 8, dst(11, native.D), vec(1, native.D), imm(16, native.D))
	byWord := ins(native.OpMul, 8, dst(12, native.UD), vec(1, native.UD), region(vec(2, native.UW), 16, 8, 2))
	odd := ins(native.OpMul, 4, dst(13, native.UD), vec(1, native.UD), region(vec(2, native.UD), 8, 4, 2))
	for _, target := range []native.Target{native.IVB, native.HSW} {
		r := loadFor(t, target, low, byImm, byWord, odd)
		set(r, 1, a...)
		set(r, 2, b...).run(t)
		want := []uint32{15, 0xFFFFFFFE, 70000 * 4464, 0, 5 * 65535, 0, 7, 24}
		assert.Equal(t, want, get[uint32](r, 10, 8), target)
		assert.Equal(t, []int32{48, -16, 1120000, 1 << 24, 80, 96, 112, 128}, get[int32](r, 11, 8), target)
		assert.Equal(t, want, get[uint32](r, 12, 8), target)
		assert.Equal(t, []uint32{15, 0xFFFFFFFF * 4464 & 0xFFFFFFFF, 4587450000 & 0xFFFFFFFF, 1 << 20}, get[uint32](r, 13, 4), target)
	}
	r := loadFor(t, native.BDW, low)
	set(r, 1, a...)
	set(r, 2, b...).run(t)
	assert.Equal(t, []uint32{15, 0xFFFEFFFE, 70000 * 70000 & 0xFFFFFFFF}, get[uint32](r, 10, 3), "all bits from Gen8 on")

	acc := ins(native.OpMul, 8, arf(native.ARFAcc0, 0, native.UD), vec(1, native.UD), vec(2, native.UD))
	mach := ins(native.OpMach, 8, dst(10, native.UD), vec(1, native.UD), vec(2, native.UD))
	mach.AccWr = true
	r = loadFor(t, native.HSW, acc, mach)
	set(r, 1, a...)
	set(r, 2, b...).run(t)
	assert.Equal(t, []uint32{0, 0x10001, 1, 0xFFFF0, 0, 0, 0, 4}, get[uint32](r, 10, 8), "the high halves of the whole products")
	for _, bad := range []native.Inst{
		ins(native.OpMul, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D)),
		ins(native.OpMul, 8, dst(10, native.D), vec(1, native.W), vec(2, native.UD)),
		ins(native.OpMul, 8, dst(10, native.D), vec(1, native.D), imm(0xFFFFFFFF, native.D)),
		ins(native.OpMul, 8, dst(10, native.D), neg(vec(1, native.D)), vec(2, native.UD)),
	} {
		_, err := loadInsts("x", native.HSW, []native.Inst{bad})
		assert.ErrorContains(t, err, "not modelled: mul of")
	}
}

// The integer division with both results has the remainder in the register behind.
func TestBothOfDivision(t *testing.T) {
	div := func(ty native.Type, n uint8, to uint16) native.Inst {
		in := ins(native.OpMath, n, dst(int(to), ty), vec(1, ty), vec(2, ty))
		in.MathFC = native.MathIdiv
		return in
	}
	a, b := []int32{7, -7, 7, -7, 1 << 30, 0, 12, 100}, []int32{2, 2, -2, -2, 3, 5, 12, 7}
	for _, to := range []uint16{10, 1} { // the second time over the operands
		r := loadFor(t, native.SKL, div(native.D, 8, to))
		set(r, 1, a...)
		set(r, 2, b...).run(t)
		assert.Equal(t, []int32{3, -3, -3, 3, 357913941, 0, 1, 14}, get[int32](r, int(to), 8))
		assert.Equal(t, []int32{1, -1, 1, -1, 1, 0, 0, 2}, get[int32](r, int(to)+1, 8))
	}
	r := loadFor(t, native.IVB, div(native.UD, 1, 10))
	set(r, 1, uint32(0xFFFFFFFF), 99)
	set(r, 2, uint32(10), 9)
	set(r, 10, uint32(77), 78)
	set(r, 11, uint32(79), 80).run(t)
	assert.Equal(t, []uint32{429496729, 78}, get[uint32](r, 10, 2))
	assert.Equal(t, []uint32{5, 80}, get[uint32](r, 11, 2))

	shifted := div(native.UD, 4, 10)
	shifted.Dst.Sub = 4
	words := div(native.UD, 4, 10)
	words.Dst.Type = native.UW
	_, err := loadInsts("x", native.SKL, []native.Inst{words})
	assert.ErrorContains(t, err, "not modelled: division with remainder into other than dwords")
	for want, bad := range map[string]native.Inst{
		"not modelled: division with remainder of 16 channels":     div(native.D, 16, 10),
		"not modelled: division with remainder into other than":    shifted,
		"remainder behind the last register r127":                  div(native.D, 8, 127),
		"not modelled: math function 11 (idiv) with sources of ty": div(native.W, 8, 10),
	} {
		_, err := loadInsts("x", native.SKL, []native.Inst{bad})
		assert.ErrorContains(t, err, want)
	}
}

// What no source says of Gen7 is refused by name there, and runs from Gen8 on.
func TestUndecidedOfGen7(t *testing.T) {
	for want, in := range map[string]native.Inst{
		"and of other than type ud with a modifier on source 0 on ivb": ins(native.OpAnd, 8, dst(10, native.UD), neg(vec(1, native.W)), vec(2, native.UD)),
		"frc of type df on ivb": ins(native.OpFrc, 4, dst(10, native.DF), vec(1, native.DF)),
		"reading ce0 on ivb":    ins(native.OpMov, 1, dst(10, native.UD), arf(native.ARFCE0, 0, native.UD)),
	} {
		_, err := loadInsts("x", native.IVB, []native.Inst{in})
		require.ErrorIs(t, err, errors.ErrUnsupported)
		assert.ErrorContains(t, err, want)
		_, err = loadInsts("x", native.BDW, []native.Inst{in})
		assert.NoError(t, err)
	}
	far := ins(native.OpMov, 1, arf(native.ARFA0, 8, native.UW), imm(0, native.UW))
	_, err := loadInsts("x", native.HSW, []native.Inst{far})
	assert.ErrorContains(t, err, "2 bytes at offset 16 of architecture register 0x10, which has 16")
	_, err = loadInsts("x", native.BDW, []native.Inst{far})
	assert.NoError(t, err)
}

// Up to Gen7.5 the modifiers of sources of logic are those of arithmetic: Mesa puts the
// negation and the absolute value of a copy on them there, and from Gen8 on does not
// (brw_fs_copy_propagation.cpp).
func TestArithmeticModifiersOfLogic(t *testing.T) {
	abs := vec(1, native.D)
	abs.Mod = native.ModAbs
	code := []native.Inst{
		ins(native.OpAnd, 8, dst(10, native.UD), neg(vec(1, native.UD)), vec(2, native.UD)),
		ins(native.OpOr, 8, dst(11, native.D), vec(2, native.D), abs),
		ins(native.OpNot, 8, dst(12, native.D), neg(vec(1, native.D))),
		ins(native.OpXor, 8, dst(13, native.W), neg(vec(3, native.W)), vec(4, native.W)),
	}
	for _, target := range []native.Target{native.IVB, native.HSW} {
		r := loadFor(t, target, code...)
		set[uint32](r, 1, 1, 0xFFFFFFFF, 0x0F, 0, 0x80000000, 0x10, 0xFFFFFFF0, 2)
		set[uint32](r, 2, 0xFF, 0xFF, 0xFF, 0xFF, 0xFFFFFFFF, 0x30, 0x30, 0)
		set[int16](r, 3, 1, -1, 0, -32768, 5, 6, 7, 8)
		set[int16](r, 4, 0, 0, 7, 0, 1, 0, -1, 8).run(t)
		assert.Equal(t, []uint32{0xFF, 1, 0xF1, 0, 0x80000000, 0x30, 0x10, 0}, get[uint32](r, 10, 8), target)
		assert.Equal(t, []uint32{0xFF, 0xFF, 0xFF, 0xFF, 0xFFFFFFFF, 0x30, 0x30, 2}, get[uint32](r, 11, 8), target)
		assert.Equal(t, []uint32{0, 0xFFFFFFFE, 0x0E, 0xFFFFFFFF, 0x7FFFFFFF, 0x0F, 0xFFFFFFEF, 1}, get[uint32](r, 12, 8), target)
		assert.Equal(t, []int16{-1, 1, 7, -32768, -6, -6, 6}, get[int16](r, 13, 7), target)
	}
}

// line and pln: a plane's value at the place of each channel.
func TestPlane(t *testing.T) {
	line := ins(native.OpLine, 8, dst(10, native.F), one(1, 4, native.F), vec(2, native.F))
	pln := ins(native.OpPln, 8, dst(11, native.F), one(1, 0, native.F), vec(2, native.F))
	for _, target := range []native.Target{native.IVB, native.SKL} {
		r := loadFor(t, target, line, pln)
		set[float32](r, 1, 2, 0.5, 99, -1, 4, 99, 99, 100)
		set[float32](r, 2, 0, 1, 2, 3, 4, 5, 6, 7)
		set[float32](r, 3, 10, 20, 30, 40, 50, 60, 70, 80).run(t)
		assert.Equal(t, []float32{100, 104, 108, 112, 116, 120, 124, 128}, get[float32](r, 10, 8), target)
		assert.Equal(t, []float32{4, 11, 18, 25, 32, 39, 46, 53}, get[float32](r, 11, 8), target)
	}
	r := loadFor(t, native.IVB, pln)
	set[float32](r, 1, 1, 1, 0, 1)
	set[float32](r, 2, 0x1p-24)
	_, err := r.w.Resume(0, 10)
	assert.ErrorContains(t, err, "a sum of products that depends on where it is rounded")
	narrow, shifted, ints := pln, pln, line
	narrow.ExecSize = 4
	shifted.Src[0].Sub = 4
	ints.Src[1].Type = native.D
	for _, bad := range []native.Inst{narrow, shifted, ints} {
		_, err := loadInsts("x", native.IVB, []native.Inst{bad})
		assert.ErrorIs(t, err, errors.ErrUnsupported)
	}
}
