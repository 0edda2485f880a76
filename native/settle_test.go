package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestSettle: instructions that code for all targets has become those of the target.
func TestSettle(t *testing.T) {
	n0 := native.Operand{File: native.ARF, Reg: native.ARFN0, Type: native.UD, Region: native.Scalar}
	wait := native.Inst{Op: native.OpWait, ExecSize: 1, NoMask: true, Dst: n0, Src: [3]native.Operand{n0}, VISA: 7}
	settled := func(target native.Target, in native.Inst) native.Inst {
		target.Settle(&in)
		return in
	}
	assert.Equal(t, wait, settled(native.LKF, wait))
	bar := settled(native.TGL, wait)
	assert.Equal(t, native.OpSync, bar.Op)
	assert.Equal(t, "bar", native.SyncName(bar.SyncFC))
	assert.Equal(t, int32(7), bar.VISA)
}

// TestSettleSwitches: threads are switched when an instruction touches the thread's state,
// where there is a bit for it.
func TestSettleSwitches(t *testing.T) {
	arf := func(reg int32) native.Operand {
		return native.Operand{File: native.ARF, Reg: reg, Type: native.UD, Region: native.Scalar}
	}
	grf := native.Operand{File: native.GRF, Reg: 2, Type: native.UD, Region: native.Scalar}
	for _, c := range []struct {
		dst, src native.Operand
		want     bool
	}{
		{arf(native.ARFCR0), grf, true}, {arf(native.ARFN0), grf, true}, {arf(native.ARFSR0), grf, true}, {grf, arf(native.ARFCR0), true},
		{grf, arf(native.ARFSR0), false}, {arf(native.ARFNull), grf, false}, {arf(native.ARFA0), grf, false}, {arf(native.ARFAcc0), grf, false},
		{arf(native.ARFF0), grf, false}, {arf(native.ARFIP), grf, false}, {grf, grf, false},
	} {
		for _, target := range []native.Target{native.SKL, native.LKF, native.TGL} {
			in := native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: c.dst, Src: [3]native.Operand{c.src}}
			target.Settle(&in)
			want := uint8(native.ThreadNormal)
			if c.want && target != native.TGL {
				want = native.ThreadSwitch
			}
			assert.Equal(t, want, in.Thread, "%#x < %#x for %v", c.dst.Reg, c.src.Reg, target)
		}
	}
}

// TestHasMath: Gen12 has neither the quotient nor the power of floats.
func TestHasMath(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		fc     uint8
		want   bool
	}{
		{native.SKL, native.MathFdiv, true}, {native.LKF, native.MathPow, true}, {native.TGL, native.MathFdiv, false}, {native.TGL, native.MathPow, false},
		{native.TGL, native.MathInv, true}, {native.TGL, native.MathIqot, true}, {native.SKL, 0, false}, {native.IVB, native.MathInvm, false},
	} {
		assert.Equal(t, c.want, c.target.HasMath(c.fc), "%v %d", c.target, c.fc)
	}
}
