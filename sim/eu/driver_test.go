package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestLongMultiplyGen7: the three instructions of a product of signed dwords, as drivers'
// kernels for hsw have them. The first takes the low words without a sign, or the others
// would not make it whole.
func TestLongMultiplyGen7(t *testing.T) {
	a := []int32{-7, 7, -70001, 1 << 30, -1 << 31, 0x12348765, -1, 3}
	b := []int32{-70001, -9, 0x18000, -3, -1 << 31, -0x12348765, 0xFFFF, 0x8000}
	for _, target := range []native.Target{native.IVB, native.HSW} {
		r := loadFor(t, target,
			accWr(ins(native.OpMul, 8, accDst(native.D), vec(1, native.D), vec(2, native.D))),
			accWr(ins(native.OpMach, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D))),
			ins(native.OpMov, 8, dst(11, native.D), accSrc(native.D)))
		set(set(r, 1, a...), 2, b...).run(t)
		for i := range a {
			want := int64(a[i]) * int64(b[i])
			assert.Equal(t, want, int64(get[int32](r, 10, 8)[i])<<32|int64(get[uint32](r, 11, 8)[i]), "%v: %d times %d", target, a[i], b[i])
		}
	}
}

// TestMacOfBytes: the sum that a mac of bytes adds to is one of words, as a kernel for
// bdw that joins bytes to words needs it.
func TestMacOfBytes(t *testing.T) {
	bytes := region(vec(1, native.UB), 16, 8, 2)
	high := region(vec(2, native.UB), 16, 8, 2)
	r := loadFor(t, native.BDW, ins(native.OpMov, 8, accDst(native.W), bytes),
		ins(native.OpMac, 8, dst(10, native.UW), high, imm(0x100, native.UW)))
	set[uint8](r, 1, 1, 0, 2, 0, 0xFF, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0x80)
	set[uint8](r, 2, 0xFF, 0, 1, 0, 0xFE, 0, 0x80, 0, 0, 0, 1, 0, 2, 0, 3)
	assert.Equal(t, []uint16{0xFF01, 0x0102, 0xFEFF, 0x8004, 0x0005, 0x0106, 0x0207, 0x0380}, get[uint16](r.run(t), 10, 8))

	_, err := loadFor(t, native.BDW, ins(native.OpMov, 8, accDst(native.D), bytes),
		ins(native.OpMac, 8, dst(10, native.UW), high, imm(0x100, native.UW))).w.Resume(0, 10)
	assert.ErrorContains(t, err, "another kind of type")
}

// TestCarryOfWordsAlone: a difference of words, as kernels for bdw and icl have it, is the
// difference; what it leaves in the accumulator no source says.
func TestCarryOfWordsAlone(t *testing.T) {
	sub := ins(native.OpSubb, 8, dst(10, native.W), vec(1, native.W), vec(2, native.W))
	add := ins(native.OpAddc, 8, dst(11, native.UW), vec(1, native.UW), vec(2, native.W))
	a, b := []int16{5, 3, -1, -32768, 32767, 0, 100, -100}, []int16{3, 5, 1, 1, -1, 0, -100, 100}
	r := load(t, 0xFF, ins(native.OpMov, 8, accDst(native.W), vec(1, native.W)), flag(0xFE), predicated(sub, 0, false), add,
		ins(native.OpMov, 8, dst(12, native.W), accSrc(native.W)))
	set(set(set(r, 1, a...), 2, b...), 10, int16(77)).run(t)
	assert.Equal(t, []int16{77, -2, -2, 32767, -32768, 0, 200, -200}, get[int16](r, 10, 8))
	assert.Equal(t, []int16{8, 8, 0, -32767, 32766, 0, 0, 0}, get[int16](r, 11, 8))
	assert.Equal(t, a, get[int16](r, 12, 8), "without AccWrEn the accumulator is as before")

	r = load(t, 0xFF, accWr(sub))
	set(set(r, 1, a...), 2, b...).run(t)
	assert.Equal(t, []int16{2, -2, -2, 32767, -32768, 0, 200, -200}, get[int16](r, 10, 8))
	_, err := load(t, 0xFF, accWr(sub), ins(native.OpMov, 8, dst(12, native.W), accSrc(native.W))).w.Resume(0, 10)
	assert.ErrorContains(t, err, "ip 0x00010: mov (8|M0): not modelled: reading the carry of words from the accumulator")
	again := ins(native.OpMov, 8, accDst(native.W), vec(1, native.W))
	r = load(t, 0xFF, accWr(sub), again, ins(native.OpMov, 8, dst(12, native.W), accSrc(native.W)))
	set(r, 1, a...).run(t)
	assert.Equal(t, a, get[int16](r, 12, 8), "written anew")

	saturated := sub
	saturated.Sat = true
	for _, bad := range []native.Inst{saturated, cond(sub, native.CondEQ), ins(native.OpSubb, 8, dst(10, native.D), vec(1, native.W), vec(2, native.W))} {
		_, err := loadInsts("x", native.SKL, []native.Inst{bad})
		assert.ErrorContains(t, err, "subb with types other than ud, or w in source 1, modifiers or saturation")
	}
}

// TestMaskedMoveIntoIP: a move into ip that is not for all channels jumps when its own
// one runs, as subroutines of kernels for ivb return.
func TestMaskedMoveIntoIP(t *testing.T) {
	move := ins(native.OpMov, 1, arf(native.ARFIP, 0, native.UD), one(5, 0, native.UD))
	upper := at(move, 8)
	never := predicated(move, 0, true)
	for _, c := range []struct {
		move native.Inst
		mask uint32
		want int32
	}{{move, 0xFF, 10}, {move, 0xFE, 11}, {upper, 0xFF, 11}, {upper, 0x1FF, 10}, {never, 0xFF, 11}} {
		p, err := LoadInsts("x", native.IVB, []native.Inst{c.move, addTo(1), addTo(10), eot()})
		require.NoError(t, err)
		r := rigOf(p, c.mask)
		*r.flagWord(0) = 1
		set(r, 5, uint32(32)).run(t)
		assert.Equal(t, c.want, get[int32](r, 10, 8)[1], "mask %#x of M%d", c.mask, c.move.ChanOff)
	}
}

// TestFenceForNobody: a fence may have an answer that goes nowhere.
func TestFenceForNobody(t *testing.T) {
	fence := headed(sendMsg(dc0, 1, 1, 7<<14|1<<13))
	fence.Dst = native.NullDst(native.UD)
	r := load(t, 0xFF, fence, addTo(1))
	assert.EqualValues(t, 1, get[int32](r.run(t), 10, 1)[0])
}

// TestBranchBehindTheEnd: parts of kernels have branches to the part that drivers put
// behind them. Where none goes there, the part runs.
func TestBranchBehindTheEnd(t *testing.T) {
	away := predicated(branchTo(native.OpJmpi, 9, 0), 0, false)
	away.ExecSize = 1
	for flags, want := range map[uint64]string{0: "", 1: "ip 0x00040: execution runs past the last instruction"} {
		r := load(t, 0xFF, flag(flags), away, addTo(1))
		_, err := r.w.Resume(0, 10)
		if want != "" {
			assert.EqualError(t, err, want)
			continue
		}
		require.NoError(t, err)
		assert.EqualValues(t, 1, get[int32](r, 10, 1)[0])
	}
	all := branchTo(native.OpIf, 9, 9)
	_, err := load(t, 0xFF, flag(0), predicated(all, 0, false), addTo(1)).w.Resume(0, 10)
	assert.ErrorContains(t, err, "execution runs past the last instruction")
}
