package eu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestIntegerRows: every computation on integers, on 32-bit rows (results as dwords) and on
// exact ones, with a, b and c as in the table; the lane behind the last stays.
func TestIntegerRows(t *testing.T) {
	const low = math.MinInt32
	raw, wide := map[code.Kernel]bool{}, map[code.Kernel]bool{}
	for _, c := range []struct {
		kern          code.Kernel
		a, b, c, want int64
	}{
		{code.KernMov, -5, 9, 9, -5}, {code.KernAdd, 7, -9, 1, -2}, {code.KernSub, 7, -9, 1, 16}, {code.KernMul, -7, 9, 1, -63}, {code.KernMad, 1, -7, 9, -62}, {code.KernAdd3, 7, -9, 100, 98},
		{code.KernAvg, 3, 4, 0, 4}, {code.KernAvg, -3, -4, 0, -3}, {code.KernAvg, math.MaxInt32, math.MaxInt32, 0, math.MaxInt32},
		{code.KernAnd, 0b1100, 0b1010, 0, 0b1000}, {code.KernOr, 0b1100, 0b1010, 0, 0b1110}, {code.KernXor, 0b1100, 0b1010, 0, 0b0110}, {code.KernNot, 5, 9, 0, -6},
		{code.KernDP4A, 100, 0x01FF0203, 0x04050607, 100 + 4 + 255*5 + 12 + 21}, {code.KernDP4A01, 100, 0x01FF0203, 0x04FB0607, 100 + 4 - 255*5 + 12 + 21},
		{code.KernDP4A10, 100, 0x01FF0203, 0x04FB0607, 100 + 4 - 251 + 12 + 21}, {code.KernDP4A11, 100, 0x01FF0203, 0x04FB0607, 100 + 4 + 5 + 12 + 21},
		{code.KernShl, 3, 33, 0, 6}, {code.KernShl64, 3, 33, 0, 3 << 33}, {code.KernShl64, 3, 65, 0, 6},
		{code.KernShr, -1, 28, 0, 15}, {code.KernShr, -1, 60, 0, 15}, {code.KernShr16, -1, 12, 0, 15}, {code.KernShrAcc, -1, 36, 0, 1<<60 - 1}, {code.KernShrAcc16, -1, 29, 0, 15}, {code.KernShrAcc16, 5, 33, 0, 2}, {code.KernShr64, -1, 60, 0, 15}, {code.KernShr64, -1, 124, 0, 15},
		{code.KernAsr, -64, 3, 0, -8}, {code.KernAsr, -64, 35, 0, -8}, {code.KernAsr64, low << 20, 40, 0, -(1 << 11)}, {code.KernAsr64, -64, 67, 0, -8},
		{code.KernRol, 0x4000_0001, 2, 0, 5}, {code.KernRol16, 0x4001, 2, 0, 5}, {code.KernRor, 5, 2, 0, 0x4000_0001}, {code.KernRor16, 5, 2, 0, 0x4001},
		{code.KernMachLow, 5, 3, 0x2_FFFF, 0x6_0005}, {code.KernMachLow, 5, -1, 0x7_0001, 5 - 0x7_0000},
		{code.KernLzd, 1 << 20, 0, 0, 11}, {code.KernLzd, 0, 0, 0, 32}, {code.KernFbh, 1 << 20, 0, 0, 11}, {code.KernFbh, 0, 0, 0, -1},
		{code.KernFbhSigned, -2, 0, 0, 31}, {code.KernFbhSigned, 1, 0, 0, 31}, {code.KernFbhSigned, -1, 0, 0, -1}, {code.KernFbhSigned, 0, 0, 0, -1},
		{code.KernFbl, 1 << 20, 0, 0, 20}, {code.KernFbl, 0, 0, 0, -1},
		{code.KernCbit, -1, 0, 0, 32}, {code.KernCbit, 0x10101, 0, 0, 3}, {code.KernCbit16, 0x10101, 0, 0, 2}, {code.KernCbit8, 0x10101, 0, 0, 1}, {code.KernBfrev, 5, 0, 0, low | 1<<29},
		{code.KernBfe, 4, 8, 0xABCD, 0xB}, {code.KernBfeSigned, 4, 8, 0xABCD, -5}, {code.KernBfe, 0, 8, 0xABCD, 0}, {code.KernBfe, 32, 8, 0xABCD, 0}, {code.KernBfe, 8, 28, low, 8},
		{code.KernBfi1, 4, 8, 0, 0xF00}, {code.KernBfi1, 0, 8, 0, 0}, {code.KernBfi2, 0xF00, 0xFA5, 0xBBB, 0x5BB},
		{code.KernQuot, -1, 10, 0, 429496729}, {code.KernQuot, 9, 10, 0, 0}, {code.KernQuotSigned, -99, 10, 0, -9}, {code.KernRem, -1, 10, 0, 5}, {code.KernRem, 9, 10, 0, 9}, {code.KernRemSigned, -99, 10, 0, -9},
	} {
		if f := rawRows[c.kern]; f != nil {
			raw[c.kern] = true
			var a, b, d, out [maxLanes]uint32
			a[2], b[2], d[2], out[3], b[0], b[1] = uint32(c.a), uint32(c.b), uint32(c.c), 77, 1, 1
			f(&out, &a, &b, &d, 3)
			assert.Equal(t, uint32(c.want), out[2], "kernel %d of dwords: %d %d %d", c.kern, c.a, c.b, c.c)
			assert.EqualValues(t, 77, out[3], "kernel %d", c.kern)
		}
		if f := wideRows[c.kern]; f != nil {
			wide[c.kern] = true
			var a, b, d, out [maxLanes]int64
			a[2], b[2], d[2], out[3], b[0], b[1] = c.a, c.b, c.c, 77, 1, 1
			f(&out, &a, &b, &d, 3)
			assert.Equal(t, uint32(c.want), uint32(out[2]), "kernel %d: %d %d %d", c.kern, c.a, c.b, c.c)
			assert.EqualValues(t, 77, out[3], "kernel %d", c.kern)
		}
	}
	for k := range code.NumNamedKernels {
		spread := k == code.KernAddSpread || k == code.KernMulSpread // see rows_spread.go
		assert.Equal(t, rawRows[k] != nil && !spread, raw[k], "kernel %d of dwords", k)
		assert.Equal(t, wideRows[k] != nil, wide[k], "kernel %d", k)
	}
}

// TestWaitRegister: wait has one register, n0.0.
func TestWaitRegister(t *testing.T) {
	for name, c := range map[string]struct {
		src native.Operand
		ok  bool
	}{
		"n0.0":   {arf(native.ARFN0, 0, native.UD), true},
		"n0.1":   {arf(native.ARFN0, 1, native.UD), true},
		"n0.2":   {arf(native.ARFN0, 2, native.UD), true},
		"n0.3":   {arf(native.ARFN0, 3, native.UD), false},
		"n0.0+2": {arf(native.ARFN0, 1, native.UW), false},
		"a0.0":   {arf(native.ARFA0, 0, native.UD), false},
		"r0.0":   {vec(0, native.UD), false},
	} {
		src := c.src
		if name == "r0.0" {
			src.Reg = native.ARFN0 // the number alone says nothing
		}
		_, err := loadInsts("wait", native.SKL, []native.Inst{scalar(ins(native.OpWait, 1, native.NullDst(native.UD), src)), eot()})
		if c.ok {
			require.NoError(t, err, name)
		} else {
			require.ErrorContains(t, err, "wait for another register than n0.0, n0.1 and n0.2", name)
		}
	}
}

// TestModifiedImmediates: modifiers of an immediate, by class of arithmetic.
func TestModifiedImmediates(t *testing.T) {
	with := func(o native.Operand, m native.SrcMod) native.Operand { o.Mod = m; return o }
	for _, c := range []struct {
		ty, out native.Type
		imm     uint64
		mod     native.SrcMod
		want    uint32
	}{
		{native.D, native.D, 5, native.ModNone, 5}, {native.D, native.D, 5, native.ModNeg, 0xFFFF_FFFB}, {native.W, native.D, 0xFFFB, native.ModAbs, 5},
		{native.W, native.D, 0xFFFB, native.ModAbs | native.ModNeg, 0xFFFF_FFFB},
		{native.F, native.F, 0x3F80_0000, native.ModNeg, 0xBF80_0000}, {native.F, native.F, 0xBF80_0000, native.ModAbs, 0x3F80_0000},
	} {
		r := load(t, 0xFF, ins(native.OpMov, 8, dst(10, c.out), with(imm(c.imm, c.ty), c.mod))).run(t)
		assert.Equal(t, c.want, get[uint32](r, 10, 8)[7], "%+v", c)
	}
}
