package eu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

func saturated(in native.Inst) native.Inst { in.Sat = true; return in }
func accDst(ty native.Type) native.Operand {
	o := arf(native.ARFAcc0, 0, ty)
	o.Region = native.Dst1
	return o
}

// TestRefusedAtLoad: what the model would have to guess is named when the code
// is loaded, and nothing runs.
func TestRefusedAtLoad(t *testing.T) {
	ud, uq, q, f, d := native.UD, native.UQ, native.Q, native.F, native.D
	for _, c := range []struct {
		why string
		in  native.Inst
	}{
		{"condition modifier .o", cond(ins(native.OpAdd, 8, dst(10, d), vec(1, d), vec(2, native.UD)), native.CondOV)},
		{"condition modifier .o", cond(ins(native.OpMov, 8, dst(10, f), neg(vec(1, f))), native.CondOV)},
		{"condition modifier .o", cond(accWr(ins(native.OpAddc, 8, dst(10, ud), vec(1, ud), vec(2, ud))), native.CondOV)},
		{"condition modifier .o", cond(ins(native.OpCbit, 8, dst(10, ud), vec(1, ud)), native.CondOV)},
		{"saturated", saturated(accWr(ins(native.OpAdd, 8, dst(10, f), vec(1, f), vec(2, f))))},
		{"saturated", saturated(accWr(ins(native.OpAdd, 8, dst(10, d), vec(1, d), vec(2, d))))},
		{"saturated", saturated(ins(native.OpAdd, 8, accDst(d), vec(1, d), vec(2, d)))},
		{"more than 64 bits", saturated(ins(native.OpMul, 8, dst(10, ud), vec(1, ud), vec(2, ud)))},
		{"more than 64 bits", ins(native.OpMul, 8, dst(10, f), vec(1, ud), vec(2, ud))},
		{"more than 64 bits", ins(native.OpMov, 4, dst(10, f), neg(vec(1, uq)))},
		{"more than 64 bits", ins(native.OpAdd, 4, dst(10, f), vec(1, q), vec(3, q))},
		{"more than 64 bits", saturated(ins(native.OpMad, 8, dst(10, d), vec(1, d), vec(2, ud), vec(3, ud)))},
		{"only source 0", func() native.Inst {
			in := ins(native.OpAdd, 8, dst(10, d), vec(1, d), region(vec(2, d), native.VxH, 1, 0))
			in.Src[1].Indirect = true
			return in
		}()},
		{"architecture register 0x70, which has 16", scalar(ins(native.OpMov, 1, dst(10, ud), arf(native.ARFSR0, 4, ud)))},
		{"math function 12", func() native.Inst {
			in := ins(native.OpMath, 8, dst(10, d), vec(1, d), vec(2, native.W))
			in.MathFC = native.MathIqot
			return in
		}()},
	} {
		_, err := loadInsts("x", native.SKL, []native.Inst{c.in, eot()})
		var missing *code.UnmodelledError
		require.ErrorAs(t, err, &missing, "%v: %s", c.in.Op, c.why)
		assert.Contains(t, err.Error(), c.why)
	}
}

// TestExactLimits: results that 64 bits hold exactly clamp and convert right.
func TestExactLimits(t *testing.T) {
	r := load(t, 0xF, saturated(ins(native.OpMul, 4, dst(10, native.D), vec(1, native.D), vec(2, native.D))))
	set(set(r, 1, int32(math.MinInt32), math.MinInt32, math.MaxInt32, 3), 2, int32(math.MinInt32), math.MaxInt32, math.MaxInt32, -5)
	assert.Equal(t, []int32{math.MaxInt32, math.MinInt32, math.MaxInt32, -15}, get[int32](r.run(t), 10, 4))
	r = load(t, 3, ins(native.OpMov, 2, dst(10, native.F), vec(1, native.UQ)))
	set(r, 1, uint64(math.MaxUint64), 1<<63)
	assert.Equal(t, []float32{0x1p64, 0x1p63}, get[float32](r.run(t), 10, 2))
	r = load(t, 3, ins(native.OpMov, 2, dst(10, native.F), neg(vec(1, native.Q))))
	set(r, 1, int64(-5), int64(math.MaxInt64))
	assert.Equal(t, []float32{5, -0x1p63}, get[float32](r.run(t), 10, 2))
}

// TestQuadShift: a 64-bit destination makes the whole shift one of 64 bits.
func TestQuadShift(t *testing.T) {
	shift := func(op native.Op, d, s native.Type) uint64 {
		r := load(t, 1, ins(op, 1, dst(10, d), one(1, 0, s), one(2, 0, native.UW)))
		set(set(r, 1, ^uint64(0xF)), 2, uint16(36))
		return get[uint64](r.run(t), 10, 1)[0]
	}
	assert.EqualValues(t, 0xFFFFFF00, shift(native.OpShl, native.UD, native.UD))
	assert.EqualValues(t, 0x0FFFFFFF, shift(native.OpShr, native.D, native.D))
	assert.EqualValues(t, uint64(0xFFFFFF00_00000000), shift(native.OpShl, native.UQ, native.D))
	assert.EqualValues(t, 0x0FFFFFFF, shift(native.OpShr, native.UQ, native.UQ))
	assert.EqualValues(t, 0x0FFFFFFF, shift(native.OpShr, native.UQ, native.D), "the source widens first")
	assert.EqualValues(t, ^uint64(0), shift(native.OpAsr, native.Q, native.D))
}
