package eu

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// Halves round to integral values as floats do: 0.5 1.5 -0.5 -1.5 2.5 -2.5 1.25 -0.25.
func TestHalfRounding(t *testing.T) {
	in := []uint16{0x3800, 0x3E00, 0xB800, 0xBE00, 0x4100, 0xC100, 0x3D00, 0xB400}
	for op, want := range map[native.Op][]uint16{
		native.OpRndd: {0x0000, 0x3C00, 0xBC00, 0xC000, 0x4000, 0xC200, 0x3C00, 0xBC00},
		native.OpRndu: {0x3C00, 0x4000, 0x8000, 0xBC00, 0x4200, 0xC000, 0x4000, 0x8000},
		native.OpRnde: {0x0000, 0x4000, 0x8000, 0xC000, 0x4000, 0xC000, 0x3C00, 0x8000},
		native.OpRndz: {0x0000, 0x3C00, 0x8000, 0xBC00, 0x4000, 0xC000, 0x3C00, 0x8000},
	} {
		r := load(t, 0xFF, ins(op, 8, dst(10, native.HF), vec(1, native.HF)))
		set(r, 1, in...).run(t)
		assert.Equal(t, want, get[uint16](r, 10, 8), op)
	}
}

// Carries take plain dwords: any modifier, alone, is refused.
func TestCarryRefusesModifiers(t *testing.T) {
	for _, op := range []native.Op{native.OpAddc, native.OpSubb} {
		for i := range 3 {
			in := ins(op, 8, dst(10, native.UD), vec(1, native.UD), vec(2, native.UD))
			in.AccWr = true
			if i < 2 {
				in.Src[i] = neg(in.Src[i])
			}
			_, err := loadInsts("carry", native.SKL, []native.Inst{in, eot()})
			if i == 2 {
				require.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, "modifiers", "%s, source %d", op, i)
			}
		}
	}
}

// Source 1 of addc and subb may be words, as Intel's compiler makes them of packed
// immediates. Nothing says what a negative one carries: no channel may have it.
func TestCarryOfWords(t *testing.T) {
	carry := func(op native.Op, ty native.Type, mask uint32) *rig {
		r := load(t, mask, accWr(ins(op, 4, dst(10, native.UD), vec(1, native.UD), vec(2, ty))),
			ins(native.OpMov, 4, dst(11, native.UD), arf(native.ARFAcc0, 0, native.UD)))
		set[uint32](r, 1, 0xFFFFFFF0, 5, 0xFFFFFFFF, 3)
		return set[uint16](r, 2, 16, 7, 0, 0x8000)
	}
	r := carry(native.OpAddc, native.UW, 0xF).run(t)
	assert.Equal(t, []uint32{0, 12, 0xFFFFFFFF, 0x8003}, get[uint32](r, 10, 4))
	assert.Equal(t, []uint32{1, 0, 0, 0}, get[uint32](r, 11, 4))
	r = carry(native.OpSubb, native.W, 0x7).run(t)
	assert.Equal(t, []uint32{0xFFFFFFE0, 0xFFFFFFFE, 0xFFFFFFFF}, get[uint32](r, 10, 3))
	assert.Equal(t, []uint32{0, 1, 0}, get[uint32](r, 11, 3))
	r = carry(native.OpAddc, native.W, 0xF)
	_, err := r.w.Resume(0, 100000)
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "the carry of a negative word")
}

// A flag has two registers of two halves, each bound for itself.
func TestFlagBounds(t *testing.T) {
	for _, c := range []struct {
		f  native.Flag
		ok bool
	}{{native.Flag{Reg: 1, Sub: 1}, true}, {native.Flag{Reg: 2}, false}, {native.Flag{Sub: 2}, false}, {native.Flag{Reg: 2, Sub: 2}, false}} {
		in := ins(native.OpMov, 8, dst(10, native.UD), vec(1, native.UD))
		in.PredCtrl, in.Flag = native.PredSeq, c.f
		_, err := loadInsts("flags", native.SKL, []native.Inst{in, eot()})
		assert.Equal(t, c.ok, err == nil, "%+v: %v", c.f, err)
	}
}

func TestVectorMask(t *testing.T) {
	for m, want := range map[uint32]uint32{0: 0, 1: 0xF, 0x20: 0xF0, 0x0804: 0xF0F, 0x80000000: 0xF0000000, 0x10000001: 0xF000000F} {
		assert.Equal(t, want, code.VectorMask(m), "%#x", m)
	}
}

// The condition of mach tests the upper half that it gives: 2^16 * 2^16 is 1 and
// 2^16 * 2^15 is 0 above the low dword.
func TestMachSetsFlags(t *testing.T) {
	low := region(vec(2, native.UW), 16, 8, 2)
	mul := ins(native.OpMul, 8, arf(native.ARFAcc0, 0, native.D), vec(1, native.D), low)
	mach := ins(native.OpMach, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D))
	mach.AccWr, mach.Cond = true, native.CondNE
	r := load(t, 0xFF, mul, mach)
	set(r, 1, []int32{1 << 16, 1 << 16, 3, -1, 1 << 16, 1 << 30, 0, 1 << 20}...)
	set(r, 2, []int32{1 << 16, 1 << 15, 4, 1, 1 << 17, 4, 9, 1 << 11}...).run(t)
	assert.Equal(t, []int32{1, 0, 0, -1, 2, 1, 0, 0}, get[int32](r, 10, 8))
	assert.EqualValues(t, 0b00111001, *r.flagWord(0)&0xFF)
}

// Source 0 of mach has the modifiers of the multiply before it: the upper half of
// -a times b and of |a| times b, a being -2^31 too (gen-execution R-MUL4).
func TestMachWithModifiers(t *testing.T) {
	for _, mod := range []native.SrcMod{native.ModNeg, native.ModAbs, native.ModNegAbs} {
		a, low := vec(1, native.D), region(vec(2, native.UW), 16, 8, 2)
		a.Mod = mod
		mul := ins(native.OpMul, 8, arf(native.ARFAcc0, 0, native.D), a, low)
		mach := ins(native.OpMach, 8, dst(10, native.D), a, vec(2, native.D))
		mach.AccWr = true
		r := load(t, 0xFF, mul, mach)
		x, y := []int32{1, 1, -1 << 31, 5, 1<<31 - 1, 1<<31 - 1, 0, 1 << 20}, []int32{-1, 1, -1 << 31, 1, -1 << 31, 1<<31 - 1, 7, 1 << 13}
		set(r, 1, x...)
		set(r, 2, y...).run(t)
		for i := range x {
			f := int64(x[i])
			if mod&native.ModAbs != 0 && f < 0 {
				f = -f
			}
			if mod&native.ModNeg != 0 {
				f = -f
			}
			assert.EqualValues(t, f*int64(y[i])>>32, get[int32](r, 10, 8)[i], "%d: %d * %d", mod, x[i], y[i])
		}
	}
	neg := vec(1, native.UD)
	neg.Mod = native.ModNeg
	mach := ins(native.OpMach, 8, dst(10, native.UD), neg, vec(2, native.UD))
	mach.AccWr = true
	_, err := loadInsts("negated", native.SKL, []native.Inst{mach, eot()})
	assert.ErrorContains(t, err, "mach of a negated ud")
}

// The lane of a fault counts from the thread's first; a fault of the whole thread
// has none, whatever the channel offset.
func TestFaultLaneOfAnOffset(t *testing.T) {
	in := sendMsg(dc1, 1, 1, untypedReadX|simd8|254)
	in.ChanOff = 8
	_, err := load(t, 0xFF00, in).w.Resume(0, 10)
	var f *Fault
	require.ErrorAs(t, err, &f)
	assert.Equal(t, -1, f.Lane)
	in.Msg.Desc += 1
	r := load(t, 0xFF00, in)
	r.env.Scratch = mem.NewBuffer("scratch", 0x10000, 4096)
	set[uint32](r, 20, 0x10000, 0x10004, 0x20000)
	_, err = r.w.Resume(0, 10)
	require.ErrorAs(t, err, &f)
	assert.Equal(t, 10, f.Lane)
}

// In Align16 one flag bit of every four, of the component that the control names,
// is the predicate of all four: bits 2 and 5 are set.
func TestPredicateOfAComponent(t *testing.T) {
	for k, want := range [][]uint32{{1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 7, 7, 7, 7}, {7, 7, 7, 7, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}} {
		in := ins(native.OpMov, 8, dst(10, native.UD), imm(7, native.UD))
		in.Align16, in.Dst.ChanEn, in.PredCtrl = true, 15, code.PredChanX+native.PredCtrl(k)
		r := load(t, 0xFF, in)
		set[uint32](r, 10, 1, 1, 1, 1, 1, 1, 1, 1)
		*r.flagWord(0) = 0x24
		assert.Equal(t, want, get[uint32](r.run(t), 10, 8), "component %d", k)
	}
}

// The registers of all threads lie in the worker's memory, also of none.
func TestRegistersLieInTheArena(t *testing.T) {
	p, err := loadInsts("arena", native.SKL, []native.Inst{eot()})
	require.NoError(t, err)
	for n := range 4 {
		w := p.Worker(n)
		assert.GreaterOrEqual(t, 8*len(w.arena), n*w.stride)
	}
}

// Operands end where their architecture register does.
func TestRegisterSizes(t *testing.T) {
	for _, c := range []struct {
		reg  int32
		sub  uint16
		ty   native.Type
		n    uint8
		want string // part of the error, "" for none
	}{
		{native.ARFAcc0, 0, native.F, 16, ""}, {native.ARFAcc1, 0, native.F, 8, ""},
		{native.ARFAcc1, 0, native.F, 16, "64 bytes at offset 0 of architecture register 0x21, which has 32"},
		{native.ARFAcc0, 32, native.F, 16, "64 bytes at offset 32 of architecture register 0x20, which has 64"},
		{native.ARFA0, 30, native.UW, 1, ""}, {native.ARFA0, 32, native.UW, 1, "2 bytes at offset 32 of architecture register 0x10, which has 32"}, {native.ARFA0, 28, native.UD, 2, "8 bytes at offset 28 of architecture register 0x10, which has 32"},
		{native.ARFF0, 2, native.UW, 1, ""}, {native.ARFF1, 2, native.UD, 1, "4 bytes at offset 2 of architecture register 0x31, which has 4"}, {native.ARFF1, 4, native.UW, 1, ""},
		{native.ARFCR0, 8, native.UD, 1, ""}, {native.ARFCR0, 8, native.UD, 2, "which has 12"}, {native.ARFCR0, 12, native.UD, 1, ""}, {native.ARFCR0, 32, native.UD, 1, "which has 12"},
	} {
		d := native.Operand{File: native.ARF, Reg: c.reg, Sub: c.sub, Type: c.ty, Region: native.Dst1}
		in := ins(native.OpMov, c.n, d, vec(1, c.ty))
		in.Thread = native.ThreadSwitch
		_, err := loadInsts("sizes", native.SKL, []native.Inst{in, eot()})
		if c.want == "" {
			assert.NoError(t, err, "%+v", c)
		} else {
			assert.ErrorContains(t, err, c.want)
		}
	}
	mach := ins(native.OpMach, 32, dst(10, native.D), vec(1, native.D), vec(5, native.D))
	mach.AccWr = true
	_, err := loadInsts("sizes", native.SKL, []native.Inst{mach, eot()})
	assert.ErrorContains(t, err, "mach of 32 dwords: the accumulator has 8")
}
