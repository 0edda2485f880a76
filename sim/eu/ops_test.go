package eu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestIntegerOps checks one element per row: operation, types, sources, result.
func TestIntegerOps(t *testing.T) {
	const d, ud, w, uw, ub, q, uq = native.D, native.UD, native.W, native.UW, native.UB, native.Q, native.UQ
	for _, c := range []struct {
		op   native.Op
		dst  native.Type
		src  native.Type
		a, b int64
		want int64
		sat  bool
	}{
		{native.OpAdd, d, d, math.MaxInt32, 1, math.MinInt32, false},
		{native.OpAdd, d, d, math.MaxInt32, 1, math.MaxInt32, true},
		{native.OpAdd, uw, uw, 65535, 3, 2, false},
		{native.OpAdd, uw, uw, 65535, 3, 65535, true},
		{native.OpAdd, ub, w, 200, 100, 255, true},
		{native.OpAdd, ub, w, 20, -100, 0, true},
		{native.OpAdd, q, q, math.MaxInt64, 1, math.MinInt64, false},
		{native.OpMul, d, d, -3, 1 << 30, 1 << 30, false},
		{native.OpMul, q, d, -3, 1 << 30, -3 << 30, false},
		{native.OpMul, uq, ud, math.MaxUint32, math.MaxUint32, -8589934591, false},
		{native.OpAvg, d, d, 3, 4, 4, false},
		{native.OpAvg, d, d, -3, -4, -3, false},
		{native.OpShl, d, d, 1, 33, 2, false},
		{native.OpShl, q, q, 1, 33, 1 << 33, false},
		{native.OpShr, ud, ud, 0x80000000, 31 + 32, 1, false},
		{native.OpShr, d, d, -1, 28, 15, false},
		{native.OpShr, w, w, -1, 12, 15, false},
		{native.OpShr, uq, uq, -1, 60, 15, false},
		{native.OpAsr, d, d, -16, 2, -4, false},
		{native.OpAsr, d, ud, 0xFFFFFFF0, 4, 0x0FFFFFFF, false},
		{native.OpAsr, q, q, math.MinInt64, 63, -1, false},
		{native.OpLzd, ud, ud, 0, 0, 32, false},
		{native.OpLzd, ud, ud, 0x00010000, 0, 15, false},
		{native.OpFbh, ud, ud, 0, 0, math.MaxUint32, false},
		{native.OpFbh, ud, ud, 1, 0, 31, false},
		{native.OpFbh, ud, d, -1, 0, math.MaxUint32, false},
		{native.OpFbh, ud, d, -2, 0, 31, false},
		{native.OpFbl, ud, ud, 0x50, 0, 4, false},
		{native.OpFbl, ud, ud, 0, 0, math.MaxUint32, false},
		{native.OpCbit, ud, uw, 0xF0F0, 0, 8, false},
		{native.OpCbit, ud, ud, -1, 0, 32, false},
		{native.OpBfrev, ud, ud, 6, 0, 0x60000000, false},
		{native.OpBfi1, ud, ud, 5, 8, 0x1F00, false},
		{native.OpNot, d, d, 5, 0, -6, false},
	} {
		r := load(t, 1, func() native.Inst {
			in := ins(c.op, 1, dst(10, c.dst), vec(1, c.src), vec(2, c.src))
			in.Sat = c.sat
			return in
		}())
		set(set(r, 1, c.a), 2, c.b)
		got := code.Extend(get[int64](r.run(t), 10, 1)[0], c.dst)
		assert.Equal(t, code.Extend(c.want, c.dst), got, "%s %s <- %s: %d, %d", c.op, c.dst, c.src, c.a, c.b)
	}
}

// TestShiftCounts: destination and source 0 say how many bits a count has, the
// type of the count does not.
func TestShiftCounts(t *testing.T) {
	for _, c := range []struct {
		op           native.Op
		dst, src, by native.Type
		a, b         int64
		want         int64
	}{
		{native.OpShl, native.D, native.D, native.Q, 1, 33, 2},
		{native.OpShl, native.Q, native.D, native.W, 1, 33, 1 << 33},
		{native.OpShl, native.D, native.UQ, native.UD, 1, 33, 0},
		{native.OpShr, native.D, native.UD, native.UQ, -1, 63, 1},
		{native.OpShr, native.D, native.D, native.Q, -1, 36, 0x0FFFFFFF},
		{native.OpShr, native.UD, native.UQ, native.W, 1 << 40, 40, 1},
		{native.OpAsr, native.D, native.D, native.Q, math.MinInt32, 32, math.MinInt32},
		{native.OpAsr, native.D, native.Q, native.D, math.MinInt64, 62, -2},
	} {
		r := load(t, 1, ins(c.op, 1, dst(10, c.dst), vec(1, c.src), vec(2, c.by)))
		set(set(r, 1, c.a), 2, c.b)
		got := code.Extend(get[int64](r.run(t), 10, 1)[0], c.dst)
		assert.Equal(t, code.Extend(c.want, c.dst), got, "%s %s <- %s, %s: %d, %d", c.op, c.dst, c.src, c.by, c.a, c.b)
	}
}

func TestThreeSourceOps(t *testing.T) {
	for _, c := range []struct {
		op      native.Op
		ty      native.Type
		a, b, c int64
		want    int64
	}{
		{native.OpMad, native.D, 7, -3, 5, -8},
		{native.OpBfe, native.UD, 4, 8, 0xABCDEF, 0xD},
		{native.OpBfe, native.D, 4, 8, 0xABCDEF, -3},
		{native.OpBfe, native.UD, 0, 8, 0xABCDEF, 0},
		{native.OpBfe, native.D, 31, 16, math.MinInt32, -32768},
		{native.OpBfi2, native.UD, 0x0FF0, 0xAAAA, 0x5555, 0x5AA5},
	} {
		in := ins(c.op, 4, dst(10, c.ty), vec(1, c.ty), vec(2, c.ty), vec(3, c.ty))
		in.Align16, in.Dst.ChanEn = true, 15
		for i := range in.Src {
			in.Src[i].Swizzle = 0xE4
		}
		r := load(t, 0xFF, in)
		for reg, v := range []int64{c.a, c.b, c.c} {
			set(r, reg+1, int32(v), int32(v), int32(v), int32(v))
		}
		assert.Equal(t, int32(c.want), get[int32](r.run(t), 10, 4)[3], "%s %s %d %d %d", c.op, c.ty, c.a, c.b, c.c)
	}
}

// TestBfeOfTwoSigns: Gen11 can say a result of another sign than its source, and nothing
// says which extends.
func TestBfeOfTwoSigns(t *testing.T) {
	in := ins(native.OpBfe, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D), vec(3, native.UD))
	_, err := loadInsts("signs", native.ICL, []native.Inst{in, eot()})
	assert.ErrorContains(t, err, "bfe of type ud into d: no document says which extends the sign")
}

// TestAlign16Scalar is the form of a scalar mad: one channel enable, sources
// replicated; the other dwords stay.
func TestAlign16Scalar(t *testing.T) {
	in := scalar(ins(native.OpMad, 4, dst(10, native.F), one(1, 1, native.F), one(1, 2, native.F), one(1, 3, native.F)))
	in.Align16, in.Dst.ChanEn = true, 4
	r := load(t, 1, in)
	set[float32](r, 1, 0, 0.5, 3, 4)
	assert.Equal(t, []float32{0, 0, 12.5, 0}, get[float32](r.run(t), 10, 4))
}

func TestMadIsFused(t *testing.T) {
	a := float32(1 + 0x1p-23)
	in := ins(native.OpMad, 8, dst(10, native.F), vec(1, native.F), vec(2, native.F), vec(2, native.F))
	in.Align16, in.Dst.ChanEn = true, 15
	for i := range in.Src {
		in.Src[i].Swizzle = 0xE4
	}
	r := load(t, 0xFF, in)
	set(set(r, 1, -float32(a*a)), 2, a)
	assert.Equal(t, float32(0x1p-46), get[float32](r.run(t), 10, 1)[0])
}

func TestLogicNotModifier(t *testing.T) {
	r := load(t, 1, ins(native.OpAnd, 1, dst(10, native.UD), vec(1, native.UD), neg(vec(2, native.UD))))
	set[uint32](set[uint32](r, 1, 0xFF), 2, 0x0F)
	assert.EqualValues(t, 0xF0, get[uint32](r.run(t), 10, 1)[0])
	// The source widens first.
	r = load(t, 1, ins(native.OpAnd, 1, dst(10, native.Q), vec(1, native.Q), neg(vec(2, native.UB))))
	set[uint8](set(r, 1, int64(-1)), 2, 0x0F)
	assert.EqualValues(t, -16, get[int64](r.run(t), 10, 1)[0])
}

func TestCompareMixedSigns(t *testing.T) {
	less := func(a, b native.Operand) uint32 {
		r := load(t, 1, setp(native.CondLT, 0, a, b))
		set(set[int32](r, 1, -1), 2, int32(1))
		return *r.run(t).flagWord(0) & 1
	}
	assert.EqualValues(t, 1, less(vec(1, native.D), vec(2, native.D)))
	assert.EqualValues(t, 0, less(vec(1, native.UD), vec(2, native.UD)))
	assert.EqualValues(t, 1, less(vec(1, native.D), vec(2, native.UD)))
	assert.EqualValues(t, 1, less(neg(vec(1, native.UD)), vec(2, native.D)), "an unsigned source becomes negative")
	// The result compared with zero is the one of the destination type.
	in := cond(ins(native.OpAdd, 1, dst(10, native.W), vec(1, native.D), imm(1, native.D)), native.CondEQ)
	r := load(t, 1, in)
	set[int32](r, 1, 0xFFFF)
	assert.EqualValues(t, 1, *r.run(t).flagWord(0)&1)
}

func TestCompareStoresMask(t *testing.T) {
	in := setp(native.CondGT, 0, vec(1, native.F), imm(0, native.F))
	in.Dst = dst(10, native.F)
	r := load(t, 0xF, in)
	set(r, 1, float32(1), -1, float32(math.NaN()), 2)
	r.run(t)
	assert.Equal(t, []uint32{math.MaxUint32, 0, 0, math.MaxUint32, 0}, get[uint32](r, 10, 5))
	assert.EqualValues(t, 0b1001, *r.flagWord(0))
}

func TestNaNComparisons(t *testing.T) {
	nan := float32(math.NaN())
	a, b := []float32{nan, 1, nan, 1}, []float32{1, nan, nan, 1}
	for _, c := range []struct {
		op   native.Op
		cond native.CondMod
		want uint32
	}{
		{native.OpCmp, native.CondEQ, 0b1000}, {native.OpCmp, native.CondNE, 0b0111},
		{native.OpCmp, native.CondLE, 0b1000}, {native.OpCmp, native.CondUN, 0b0111},
		{native.OpCmpn, native.CondLE, 0b1110}, {native.OpCmpn, native.CondNE, 0b0001},
	} {
		in := setp(c.cond, 0, vec(1, native.F), vec(2, native.F))
		in.Op = c.op
		r := load(t, 0xF, in)
		set(set(r, 1, a...), 2, b...)
		assert.Equal(t, c.want, *r.run(t).flagWord(0), "%s cond %d", c.op, c.cond)
	}
	// sel: the number wins.
	for _, c := range []native.CondMod{native.CondLT, native.CondGE} {
		r := load(t, 0xF, cond(ins(native.OpSel, 4, dst(10, native.F), vec(1, native.F), vec(2, native.F)), c))
		set(set(r, 1, a...), 2, b...)
		*r.flagWord(0) = 0x5A
		got := get[float32](r.run(t), 10, 4)
		assert.Equal(t, []float32{1, 1, 1}, []float32{got[0], got[1], got[3]})
		assert.True(t, math.IsNaN(float64(got[2])))
		assert.EqualValues(t, 0x5A, *r.flagWord(0), "sel writes no flags")
	}
}

func TestSelect(t *testing.T) {
	r := load(t, 0x7F, flag(0x0F), predicated(ins(native.OpSel, 8, dst(10, native.D), vec(1, native.D), imm(9, native.D)), 0, false))
	set(r, 1, seq(0, 8)...)
	assert.Equal(t, []int32{0, 1, 2, 3, 9, 9, 9, 0}, get[int32](r.run(t), 10, 8))
	in := cond(ins(native.OpCsel, 4, dst(10, native.F), vec(1, native.F), vec(2, native.F), vec(3, native.F)), native.CondGT)
	in.Align16, in.Dst.ChanEn = true, 15
	for i := range in.Src {
		in.Src[i].Swizzle = 0xE4
	}
	r = load(t, 0xF, in)
	set(set(set[float32](r, 1, 1, 1, 1, 1), 2, float32(2), 2, 2, 2), 3, float32(-1), 0, 1, float32(math.NaN()))
	assert.Equal(t, []float32{2, 2, 1, 2}, get[float32](r.run(t), 10, 4))
	_, err := loadInsts("x", native.SKL, []native.Inst{predicated(cond(ins(native.OpSel, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D)), native.CondLT), 0, false)})
	require.ErrorContains(t, err, "sel has both a predicate and a condition modifier")
}

func TestMathUnit(t *testing.T) {
	fc := func(fc uint8, ty native.Type) native.Inst {
		in := ins(native.OpMath, 8, dst(10, ty), vec(1, ty), vec(2, ty))
		in.MathFC = fc
		return in
	}
	for _, c := range []struct {
		fc         uint8
		a, b, want float32
	}{
		{native.MathInv, 4, 0, 0.25}, {native.MathLog, 8, 0, 3}, {native.MathExp, 3, 0, 8}, {native.MathSqt, 9, 0, 3},
		{native.MathRsqt, 4, 0, 0.5}, {native.MathSin, 0, 0, 0}, {native.MathCos, 0, 0, 1}, {native.MathFdiv, 1, 8, 0.125},
		{native.MathPow, -2, 3, 8},
	} {
		r := load(t, 1, fc(c.fc, native.F))
		set(set(r, 1, c.a), 2, c.b)
		assert.Equal(t, c.want, get[float32](r.run(t), 10, 1)[0], "function %d", c.fc)
	}
	r := load(t, 0xFF, fc(native.MathIqot, native.D))
	set(set(r, 1, int32(7), -7, 7, -7, math.MinInt32), 2, int32(2), 2, -2, 0, -1)
	assert.Equal(t, []int32{3, -3, -3, math.MinInt32, math.MinInt32}, get[int32](r.run(t), 10, 5))
	r = load(t, 0xFF, fc(native.MathIrem, native.D))
	set(set(r, 1, int32(7), -7, 7, -7), 2, int32(2), 2, -2, -2)
	assert.Equal(t, []int32{1, -1, 1, -1}, get[int32](r.run(t), 10, 4))
	var missing *code.UnmodelledError
	_, err := loadInsts("x", native.SKL, []native.Inst{fc(native.MathInvm, native.DF)})
	require.ErrorAs(t, err, &missing)
}

func TestRounding(t *testing.T) {
	in := []float32{1.5, -1.5, 2.5, -0.25}
	for op, want := range map[native.Op][]float32{
		native.OpRndd: {1, -2, 2, -1}, native.OpRndu: {2, -1, 3, 0},
		native.OpRnde: {2, -2, 2, 0}, native.OpRndz: {1, -1, 2, 0}, native.OpFrc: {0.5, 0.5, 0.5, 0.75},
	} {
		r := load(t, 0xF, ins(op, 4, dst(10, native.F), vec(1, native.F)))
		set(r, 1, in...)
		assert.InDeltaSlice(t, want, get[float32](r.run(t), 10, 4), 0, op)
	}
}

func TestHalfAndDouble(t *testing.T) {
	r := load(t, 0xF, ins(native.OpAdd, 4, dst(10, native.HF), vec(1, native.HF), vec(1, native.HF)))
	set[uint16](r, 1, 0x3C00, 0x0001, 0x7BFF, 0x8000)
	assert.Equal(t, []uint16{0x4000, 0x0002, 0x7C00, 0x8000}, get[uint16](r.run(t), 10, 4))
	// Half and float sources mix in float.
	r = load(t, 3, ins(native.OpMul, 2, dst(10, native.F), vec(1, native.HF), vec(2, native.F)))
	set[uint16](set[float32](r, 2, 3, 0.1), 1, 0x3800, 0x4000)
	assert.Equal(t, []float32{1.5, 0.2}, get[float32](r.run(t), 10, 2))
	r = load(t, 3, ins(native.OpMul, 2, dst(10, native.DF), vec(1, native.DF), neg(vec(1, native.DF))))
	set(r, 1, 1.5, 1e200)
	assert.Equal(t, []float64{-2.25, math.Inf(-1)}, get[float64](r.run(t), 10, 2))
}
