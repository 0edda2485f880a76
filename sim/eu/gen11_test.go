package eu

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// loadFor is load for another target.
func loadFor(t *testing.T, target native.Target, insts ...native.Inst) *rig {
	t.Helper()
	p, err := loadInsts("test", target, append(insts, eot()))
	require.NoError(t, err)
	return rigOf(p, 0xFF)
}

// Rotates turn as many bits as the destination has, the count modulo that.
func TestRotate(t *testing.T) {
	in, by := []uint32{0x80000001, 0x12345678, 0x12345678, 0xF, 1, 1, 0xFFFF0000, 2}, []uint32{1, 8, 40, 0, 31, 32, 16, 33}
	for op, want := range map[native.Op][]uint32{
		native.OpRol: {0x00000003, 0x34567812, 0x34567812, 0xF, 0x80000000, 1, 0x0000FFFF, 4},
		native.OpRor: {0xC0000000, 0x78123456, 0x78123456, 0xF, 2, 1, 0x0000FFFF, 1},
	} {
		r := loadFor(t, native.LKF, ins(op, 8, dst(10, native.UD), vec(1, native.UD), vec(2, native.UD)))
		set(r, 1, in...)
		set(r, 2, by...).run(t)
		assert.Equal(t, want, get[uint32](r, 10, 8), op)
	}
	words, counts := []uint16{0x8001, 0x1234, 0x1234, 0xF, 1, 1, 0xFF00, 0x8000}, []uint16{1, 4, 20, 0, 15, 16, 8, 17}
	for op, want := range map[native.Op][]uint16{
		native.OpRol: {0x0003, 0x2341, 0x2341, 0xF, 0x8000, 1, 0x00FF, 1},
		native.OpRor: {0xC000, 0x4123, 0x4123, 0xF, 2, 1, 0x00FF, 0x4000},
	} {
		r := loadFor(t, native.LKF, ins(op, 8, dst(10, native.W), vec(1, native.W), vec(2, native.UW)))
		set(r, 1, words...)
		set(r, 2, counts...).run(t)
		assert.Equal(t, want, get[uint16](r, 10, 8), op)
	}
	for _, in := range []native.Inst{
		ins(native.OpRol, 8, dst(10, native.UD), vec(1, native.UW), vec(2, native.UD)),
		ins(native.OpRor, 8, dst(10, native.F), vec(1, native.F), vec(2, native.UD)),
		ins(native.OpRol, 8, dst(10, native.UD), vec(1, native.F), vec(2, native.UD)),
		ins(native.OpRor, 8, dst(10, native.UW), vec(1, native.HF), vec(2, native.UW)),
		ins(native.OpRol, 8, dst(10, native.UD), vec(1, native.UD), vec(2, native.F)),
		ins(native.OpRor, 8, dst(10, native.UD), neg(vec(1, native.UD)), vec(2, native.UD)),
		ins(native.OpRol, 8, dst(10, native.UB), vec(1, native.UB), vec(2, native.UB)),
	} {
		_, err := loadInsts("x", native.LKF, []native.Inst{in})
		assert.ErrorContains(t, err, "not modelled")
	}
}

// dp4a takes the bytes of an operand as its type says, and saturates the sum.
func TestDP4A(t *testing.T) {
	// -1 2 -3 4 and 5 -6 7 127 as signed bytes; 255 2 253 4 and 5 250 7 127 unsigned.
	a, b := uint32(0x04FD02FF), uint32(0x7F07FA05)
	for _, c := range []struct {
		x, y native.Type
		want int32
	}{
		{native.D, native.D, 100 - 5 - 12 - 21 + 508},
		{native.UD, native.UD, 100 + 1275 + 500 + 1771 + 508},
		{native.D, native.UD, 100 - 5 + 500 - 21 + 508},
		{native.UD, native.D, 100 + 1275 - 12 + 1771 + 508},
	} {
		r := loadFor(t, native.TGL, ins(native.OpDp4a, 8, dst(10, native.D), imm(100, native.W), vec(1, c.x), vec(2, c.y)))
		set(r, 1, a)
		set(r, 2, b).run(t)
		assert.Equal(t, c.want, get[int32](r, 10, 1)[0], "%v %v", c.x, c.y)
	}
	sat := ins(native.OpDp4a, 8, dst(10, native.D), vec(3, native.D), vec(1, native.UD), vec(2, native.UD))
	sat.Sat = true
	r := loadFor(t, native.TGL, sat)
	set(r, 1, a)
	set(r, 2, b)
	set(r, 3, int32(0x7FFFFFF0)).run(t)
	assert.Equal(t, int32(0x7FFFFFFF), get[int32](r, 10, 1)[0])
	for _, bad := range []native.Inst{
		ins(native.OpDp4a, 8, dst(10, native.D), vec(3, native.D), vec(1, native.W), vec(2, native.D)),
		ins(native.OpDp4a, 8, dst(10, native.W), vec(3, native.D), vec(1, native.D), vec(2, native.D)),
		ins(native.OpDp4a, 8, dst(10, native.F), vec(3, native.D), vec(1, native.D), vec(2, native.D)),
	} {
		_, err := loadInsts("x", native.TGL, []native.Inst{bad})
		assert.ErrorContains(t, err, "not modelled")
	}
}

// The summand of a mac of halves is in acc0, and for the channels from 16 on in acc1.
func TestMacOfUpperHalves(t *testing.T) {
	fill := func(acc int32, v uint64) native.Inst {
		return scalar(ins(native.OpMov, 16, arf(acc, 0, native.HF), imm(v, native.HF)))
	}
	mac := scalar(ins(native.OpMac, 16, dst(10, native.HF), vec(1, native.HF), vec(1, native.HF)))
	upper := mac
	upper.ChanOff, upper.Dst = 16, dst(11, native.HF)
	r := loadFor(t, native.ICL, fill(native.ARFAcc0, 0x3C00), fill(native.ARFAcc0+1, 0x4000), mac, upper) // 1 and 2
	set(r, 1, []uint16{0x4000, 0x4200}...).run(t)                                                         // 2 and 3
	assert.Equal(t, []uint16{0x4500, 0x4900, 0x3C00}, get[uint16](r, 10, 3), "2*2+1, 3*3+1, 1")
	assert.Equal(t, []uint16{0x4600, 0x4980, 0x4000}, get[uint16](r, 11, 3), "2*2+2, 3*3+2, 2")
}

// mach that leaves the accumulator alone gives the lower half of the product, from
// Gen10 on.
func TestMachLow(t *testing.T) {
	low := region(vec(2, native.UW), 16, 8, 2)
	mul := ins(native.OpMul, 8, arf(native.ARFAcc0, 0, native.D), vec(1, native.D), low)
	mach := ins(native.OpMach, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D))
	kept := ins(native.OpMov, 8, dst(11, native.D), arf(native.ARFAcc0, 0, native.D))
	r := loadFor(t, native.LKF, mul, mach, kept)
	set(r, 1, []int32{1 << 16, 3, -1, 123456789, -5, 1 << 30, 0, 65537}...)
	set(r, 2, []int32{1 << 16, 4, 1, 987654321, 1 << 20, 4, 9, 65537}...).run(t)
	assert.Equal(t, []int32{0, 12, -1, -67153019, -5242880, 0, 0, 131073}, get[int32](r, 10, 8))
	assert.Equal(t, []int32{12, -1}, get[int32](r, 11, 8)[1:3], "the product with the low words")
	_, err := loadInsts("x", native.SKL, []native.Inst{mach})
	assert.ErrorContains(t, err, "mach without AccWrEn on skl")
	mach.AccWr = true
	_, err = loadInsts("x", native.SKL, []native.Inst{mach})
	require.NoError(t, err)
	modified, saturated := mach, mach
	modified.Src[1].Mod, saturated.Sat = native.ModNeg, true
	for _, bad := range []native.Inst{modified, saturated} {
		_, err := loadInsts("x", native.SKL, []native.Inst{bad})
		assert.ErrorContains(t, err, "mach of a negated ud, with a modifier of source 1, saturation or types other than dwords")
	}
}

// A sync waits for nothing but the barrier: threads run in order.
func TestSync(t *testing.T) {
	for fc := range uint8(16) {
		_, err := loadInsts("x", native.TGL, []native.Inst{{Op: native.OpSync, ExecSize: 1, NoMask: true, SyncFC: fc}})
		switch native.SyncName(fc) {
		case "nop", "allrd", "allwr", "bar":
			assert.NoError(t, err, fc)
		default:
			assert.ErrorContains(t, err, "not modelled", fc)
		}
	}
}

// An integer that becomes a float in the accumulator is read as a float.
func TestAccumulatorOfConverted(t *testing.T) {
	to := ins(native.OpMov, 8, arf(native.ARFAcc0, 0, native.F), vec(1, native.D))
	from := ins(native.OpAdd, 8, dst(10, native.F), arf(native.ARFAcc0, 0, native.F), imm(0x3F000000, native.F))
	r := load(t, 0xFF, to, from)
	set(r, 1, []int32{0, 1, -1, 7, 100, -100, 1 << 20, 3}...).run(t)
	assert.Equal(t, []float32{0.5, 1.5, -0.5, 7.5, 100.5, -99.5, 1<<20 + 0.5, 3.5}, get[float32](r, 10, 8))
}

// A step of a macro takes packed registers: what another region would be no source says.
func TestMacroRegions(t *testing.T) {
	invm := ins(native.OpMath, 8, dst(10, native.F), vec(1, native.F), vec(2, native.F))
	invm.MathFC = native.MathInvm
	for _, o := range []*native.Operand{&invm.Dst, &invm.Src[0], &invm.Src[1]} {
		o.MME = native.NoMME
	}
	_, err := loadInsts("x", native.ICL, []native.Inst{invm})
	assert.NoError(t, err)
	spread, apart := invm, invm
	spread.Dst.Region.H = 2
	apart.Src[0].Region = native.Region{V: 16, W: 8, H: 2}
	for want, in := range map[string]native.Inst{"destination of math.invm: want a whole register": spread, "source 0 of math.invm: want a whole register": apart} {
		_, err := loadInsts("x", native.ICL, []native.Inst{in})
		assert.ErrorIs(t, err, errors.ErrUnsupported)
		assert.ErrorContains(t, err, want)
	}
}
