package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// Channel enables count elements of 32 bits: a double has two.
func TestEnabled(t *testing.T) {
	o := dst(2, 0, 1, native.F)
	o.ChanEn = 0b0110
	assert.Equal(t, []bool{false, true, true, false, false, true}, []bool{o.Enabled(0), o.Enabled(1), o.Enabled(2), o.Enabled(3), o.Enabled(4), o.Enabled(5)})
	o.Type, o.ChanEn = native.DF, 0b0100
	assert.Equal(t, []bool{false, true, false, true}, []bool{o.Enabled(0), o.Enabled(1), o.Enabled(2), o.Enabled(3)})
}

func TestTypes(t *testing.T) {
	for ty, want := range map[native.Type]struct {
		size          int
		float, signed bool
	}{
		native.UB: {1, false, false}, native.B: {1, false, true}, native.UW: {2, false, false}, native.W: {2, false, true},
		native.UD: {4, false, false}, native.D: {4, false, true}, native.UQ: {8, false, false}, native.Q: {8, false, true},
		native.HF: {2, true, true}, native.F: {4, true, true}, native.DF: {8, true, true},
	} {
		assert.Equal(t, want.size, ty.Size(), ty)
		assert.Equal(t, want.float, ty.IsFloat(), ty)
		assert.Equal(t, want.signed, ty.IsSigned(), ty)
	}
}

// finds says whether a rule is among the findings of one instruction.
func finds(id string, in native.Inst) bool {
	for _, f := range native.Check(native.SKL, []native.Inst{in}) {
		if f.Rule.ID == id {
			return true
		}
	}
	return false
}

// Each operand of addc must be a dword by itself.
func TestRuleCarryOperands(t *testing.T) {
	ud, d := native.UD, native.D
	for i, c := range [][3]native.Type{{ud, ud, ud}, {d, ud, ud}, {ud, d, ud}, {ud, ud, d}} {
		in := op(native.OpAddc, 8, dst(2, 0, 1, c[0]), reg(4, 0, 8, 8, 1, c[1]), reg(6, 0, 8, 8, 1, c[2]))
		in.AccWr = true
		assert.Equal(t, i > 0, finds("eu.carry", in), c)
	}
}

// A destination reaches two registers, counted from the one that it begins in.
func TestRuleDstSpan(t *testing.T) {
	for _, c := range []struct {
		sub  int
		h    uint8
		es   uint8
		want bool
	}{{0, 1, 16, false}, {4, 1, 16, true}, {28, 1, 8, false}, {16, 1, 16, true}, {0, 2, 8, false}, {4, 2, 8, false}, {8, 2, 8, true}, {0, 4, 4, false}, {12, 4, 4, false}, {16, 4, 4, true}} {
		in := op(native.OpMov, c.es, dst(2, c.sub, c.h, native.D), imm(1, native.D))
		assert.Equal(t, c.want, finds("bxt.3.2", in), "%+v", c)
	}
}
