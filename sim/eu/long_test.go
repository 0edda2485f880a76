package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestLongMultiply: mul and mach give the upper half and leave the lower one in the accumulator; of one dword,
// and of eight of which some run, where the result lies over a source.
func TestLongMultiply(t *testing.T) {
	pair := func(n uint8, ty native.Type, d int) (native.Inst, native.Inst) {
		low := region(vec(2, native.UW), 16, 8, 2)
		mul := ins(native.OpMul, n, arf(native.ARFAcc0, 0, ty), vec(1, ty), low)
		mach := ins(native.OpMach, n, dst(d, ty), vec(1, ty), vec(2, ty))
		mach.AccWr = true
		return mul, mach
	}
	for _, c := range []struct {
		ty              native.Type
		a, b, high, low uint32
	}{
		{native.UD, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE, 1},
		{native.D, 0xFFFFFFFF, 0xFFFFFFFF, 0, 1},
		{native.D, 0x80000000, 3, 0xFFFFFFFE, 0x80000000},
		{native.UD, 0x12345678, 0x9ABCDEF0, 0x0B00EA4E, 0x242D2080},
	} {
		for _, target := range []native.Target{native.SKL, native.DG2} {
			mul, mach := pair(1, c.ty, 10)
			kept := scalar(ins(native.OpMov, 1, dst(11, native.UD), arf(native.ARFAcc0, 0, native.UD)))
			p, err := loadInsts("test", target, []native.Inst{scalar(mul), scalar(mach), kept, eot()})
			require.NoError(t, err)
			require.NotZero(t, p.Ops[0].Flags&p.Ops[1].Flags&code.FlagLong)
			r := rigOf(p, 0xFF)
			set(set(r, 1, c.a), 2, c.b).run(t)
			assert.Equal(t, []uint32{c.high, c.low}, append(get[uint32](r, 10, 1), get[uint32](r, 11, 1)...), "%v %#x * %#x on %s", c.ty, c.a, c.b, target)
		}
	}
	mul, mach := pair(8, native.D, 2)
	mach.Src[1].Region = native.Scalar // r2.0, which the first lane overwrites
	mul.Src[1].Region = native.Scalar
	r := load(t, 0x5F, mul, mach)
	set(set(r, 1, []int32{1 << 16, -1, 3, 1 << 30, 5, 1 << 20, 7, -4}...), 2, int32(1<<20), 21, 22, 23, 24, 25, 26, 27).run(t)
	assert.Equal(t, []int32{16, -1, 0, 1 << 18, 0, 25, 0, 27}, get[int32](r, 2, 8))
}

// TestLowMultiply: where mach gives the lower half, the multiply in front of it keeps the low dwords alone and
// both are rows of dwords; where something else reads the bits above, it keeps them.
func TestLowMultiply(t *testing.T) {
	low := region(vec(2, native.UW), 16, 8, 2)
	mul := ins(native.OpMul, 8, arf(native.ARFAcc0, 0, native.D), vec(1, native.D), low)
	mach := ins(native.OpMach, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D))
	upper := ins(native.OpMach, 8, dst(11, native.D), vec(1, native.D), vec(2, native.D))
	upper.AccWr = true
	for _, target := range []native.Target{native.LKF, native.DG2} {
		p, err := loadInsts("low", target, []native.Inst{mul, mach, eot()})
		require.NoError(t, err)
		assert.Equal(t, code.ClassRaw, p.Ops[1].Class)
		assert.Equal(t, target == native.DG2, p.Ops[0].Class == code.ClassRaw, "%s", target)
		r := rigOf(p, 0xFF)
		set(set(r, 1, []int32{1 << 16, 3, -1, 123456789, -5, 1 << 30, 0, 65537}...), 2, []int32{1 << 16, 4, 1, 987654321, 1 << 20, 4, 9, 65537}...).run(t)
		assert.Equal(t, []int32{0, 12, -1, -67153019, -5242880, 0, 0, 131073}, get[int32](r, 10, 8))
	}
	p, err := loadInsts("both", native.DG2, []native.Inst{mul, mach, upper, eot()})
	require.NoError(t, err)
	assert.Equal(t, code.ClassWide, p.Ops[0].Class)
	r := rigOf(p, 0xFF)
	set(set(r, 1, int32(123456789), -1), 2, int32(987654321), 7).run(t)
	assert.Equal(t, []int32{-67153019, -7}, get[int32](r, 10, 2))
	assert.Equal(t, []int32{28389652, -1}, get[int32](r, 11, 2), "121932631112635269 >> 32, -7 >> 32")
}

// TestCarryInPlace: sums and what they carry, where the sum lies over a summand and where some channels run.
func TestCarryInPlace(t *testing.T) {
	for _, c := range []struct {
		op    native.Op
		mask  uint32
		sum   []uint32
		carry []uint32
	}{
		{native.OpAddc, 0xFF, []uint32{0, 5, 0x7FFFFFFF, 0xFFFFFFFE, 2, 0x80000000, 9, 1}, []uint32{1, 0, 1, 1, 0, 0, 0, 1}},
		{native.OpAddc, 0x03, []uint32{0, 5, 0xFFFFFFFF, 0xFFFFFFFF, 1, 0x7FFFFFFF, 9, 2}, []uint32{1, 0, 0, 0, 0, 0, 0, 0}},
		{native.OpSubb, 0xFF, []uint32{0xFFFFFFFE, 0xFFFFFFFF, 0x7FFFFFFF, 0, 0, 0x7FFFFFFE, 9, 3}, []uint32{0, 1, 0, 0, 0, 0, 0, 1}},
	} {
		in := accWr(ins(c.op, 8, dst(1, native.UD), vec(1, native.UD), vec(2, native.UD)))
		r := load(t, c.mask, in, scalar(ins(native.OpMov, 8, dst(10, native.UD), arf(native.ARFAcc0, 0, native.UD))))
		set(r, 1, []uint32{0xFFFFFFFF, 2, 0xFFFFFFFF, 0xFFFFFFFF, 1, 0x7FFFFFFF, 9, 2}...)
		set(r, 2, []uint32{1, 3, 0x80000000, 0xFFFFFFFF, 1, 1, 0, 0xFFFFFFFF}...).run(t)
		assert.Equal(t, c.sum, get[uint32](r, 1, 8), "%v %#x", c.op, c.mask)
		assert.Equal(t, c.carry, get[uint32](r, 10, 8), "%v %#x", c.op, c.mask)
	}
}

// TestIdle: instructions that change nothing are counted, in front of others, between them and at the end of a turn,
// and what stands between them runs.
func TestIdle(t *testing.T) {
	nop, null := native.Inst{Op: native.OpNop}, scalar(ins(native.OpMov, 8, native.NullDst(native.UD), vec(1, native.UD)))
	flags := setp(native.CondEQ, 0, vec(1, native.D), imm(0, native.D))
	p, err := loadInsts("idle", native.SKL, []native.Inst{
		nop, null, ins(native.OpMov, 8, dst(10, native.D), imm(7, native.D)), nop, null, nop, flags, null, nop, eot(),
	})
	require.NoError(t, err)
	var skip []uint8
	for i := range p.Ops {
		skip = append(skip, p.Ops[i].Skip)
	}
	assert.Equal(t, []uint8{1, 0, 3, 2, 1, 0, 2, 1, 0, 0}, skip)
	for _, turn := range []int{1, 2, 3, 4, 100} {
		r := rigOf(p, 0xFF)
		for !r.done {
			_, err := r.w.Resume(0, turn)
			require.NoError(t, err)
		}
		assert.Equal(t, []int32{7, 7, 7, 7, 7, 7, 7, 7}, get[int32](r, 10, 8))
		assert.EqualValues(t, 0xFF, *r.flagWord(0))
		assert.EqualValues(t, 10, r.w.Executed())
	}
	fault := load(t, 0xFF, sendMsg(dc1, 1, 1, untypedReadX|simd8), nop, nop) // of a surface that is not there
	_, err = fault.w.Resume(0, 100)
	require.Error(t, err)
	assert.Equal(t, 0, fault.pc, "at the message")
	assert.EqualValues(t, 1, fault.w.Executed())
}

// TestModeAgain: threads of a slot that write the same cr0 have the same mode, one that writes another has that, and
// places of channels are those of its own thread.
func TestModeAgain(t *testing.T) {
	write := ins(native.OpMov, 1, arf(native.ARFCR0, 0, native.UD), one(1, 0, native.UD))
	write.Dst.Region = native.Dst1
	p, err := loadInsts("mode", native.SKL, []native.Inst{
		scalar(write), ins(native.OpAdd, 8, dst(10, native.F), vec(2, native.F), imm(0, native.F)), eot(),
	})
	require.NoError(t, err)
	r := rigOf(p, 0xFF)
	for i, c := range []struct{ control, want uint32 }{{0x4C0, 1}, {0x4C0, 1}, {0, 0}, {0x40, 0}, {0x4C0, 1}, {0x40, 0}} {
		r.w.Start(0, r.env)
		set(set(r, 1, c.control), 2, uint32(1)).run(t) // a denormal
		assert.Equal(t, c.want, get[uint32](r, 10, 1)[0], "thread %d with %#x", i, c.control)
	}
	r.place(0xF, 2)
	require.True(t, r.apart)
	r.w.Start(0, r.env)
	assert.Equal(t, [maxLanes]int32{}, r.chanPC)
}
