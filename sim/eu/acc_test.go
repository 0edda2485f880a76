package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestSaturatedFloatInTheAccumulator: as a destination the accumulator holds what any
// register would, from which the next sum goes on.
func TestSaturatedFloatInTheAccumulator(t *testing.T) {
	add := ins(native.OpAdd, 8, arf(native.ARFAcc0, 0, native.F), vec(1, native.F), vec(2, native.F))
	add.Sat = true
	r := load(t, 0xFF, add, ins(native.OpAdd, 8, dst(10, native.F), region(arf(native.ARFAcc0, 0, native.F), 8, 8, 1), vec(2, native.F)))
	set[float32](r, 1, 0.5, 0.25, -3, 4, 0, 1, 0.75, -0.5)
	set[float32](r, 2, 0.25, 0.25, 1, 1, 0, 0, 2, 0.5).run(t)
	assert.Equal(t, []float32{1, 0.75, 1, 2, 0, 1, 3, 0.5}, get[float32](r, 10, 8))
}

// TestImpliedAccumulatorAlignment: an accumulator that an instruction does not name lies as its destination in the register. The first
// three are those of intel-vaapi-driver's AVS_SetupSecondBlock.asm, X(8) = X0 + 8 dx + 28 ddx, with the sums in dword 2.
func TestImpliedAccumulatorAlignment(t *testing.T) {
	at := func(o native.Operand, dword int) native.Operand {
		o.Sub = uint16(4 * dword)
		return o
	}
	num := func(reg, dword int) native.Operand { return region(at(vec(reg, native.F), dword), 0, 1, 0) }
	acc := func(dword int) native.Operand { return at(arf(native.ARFAcc0, 0, native.F), dword) }
	with := ins(native.OpAdd, 1, at(dst(12, native.F), 5), num(1, 0), num(1, 1))
	with.AccWr = true
	r := load(t, 0xFF,
		ins(native.OpMov, 8, arf(native.ARFAcc0, 0, native.F), vec(3, native.F)),
		ins(native.OpMov, 1, acc(2), num(1, 0)),
		ins(native.OpMac, 1, acc(2), num(1, 1), num(1, 3)),
		ins(native.OpMac, 1, at(dst(10, native.F), 2), num(1, 2), num(1, 4)),
		with,
		ins(native.OpMov, 8, dst(11, native.F), region(arf(native.ARFAcc0, 0, native.F), 8, 8, 1)))
	set[float32](r, 1, 1000, 100, 1, 8, 28)
	set[float32](r, 3, 9, 9, 9, 9, 9, 9, 9, 9).run(t)
	assert.EqualValues(t, 1828, get[float32](r, 10, 3)[2])
	assert.Equal(t, []float32{9, 9, 1800, 9, 9, 1100, 9, 9}, get[float32](r, 11, 8), "AccWrEn of dword 5 too")

	carry := ins(native.OpAddc, 1, at(dst(10, native.UD), 3), region(vec(1, native.UD), 0, 1, 0), region(vec(2, native.UD), 0, 1, 0))
	carry.AccWr = true
	r = load(t, 0xFF, ins(native.OpMov, 8, arf(native.ARFAcc0, 0, native.UD), vec(3, native.UD)), carry,
		ins(native.OpMov, 8, dst(11, native.UD), region(arf(native.ARFAcc0, 0, native.UD), 8, 8, 1)))
	set[uint32](r, 1, 0xFFFFFFFF)
	set[uint32](r, 2, 2)
	set[uint32](r, 3, 7, 7, 7, 7, 7, 7, 7, 7).run(t)
	assert.EqualValues(t, 1, get[uint32](r, 10, 4)[3])
	assert.Equal(t, []uint32{7, 7, 7, 1, 7, 7, 7, 7}, get[uint32](r, 11, 8), "the carry")
}
