package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestFormOf: what the layouts of a target have for an op: one and two sources, three in
// both access modes, branches in the units of each generation, messages.
func TestFormOf(t *testing.T) {
	type four = [4]bool
	for _, c := range []struct {
		t    native.Target
		op   native.Op
		want native.Form
	}{
		{native.SKL, native.OpMov, native.Form{Operands: four{true, true}, Files: four{true, true}, Needed: four{true, true}, Regions: four{false, true}, TargetSource: -1}},
		{native.SKL, native.OpAdd, native.Form{Operands: four{true, true, true}, Files: four{true, true, true}, Needed: four{true, true, true}, Regions: four{false, true, true}, TargetSource: -1}},
		{native.SKL, native.OpMad, native.Form{Operands: four{true, true, true, true}, Align16: true, TargetSource: -1}},
		{native.IVB, native.OpSync, native.Form{TargetSource: -1}}, // no such op
		{native.SKL, native.OpNop, native.Form{TargetSource: -1}},
	} {
		got := native.FormOf(c.t, c.op)
		if c.op == native.OpMad { // files and regions of three sources are implied, and differ by generation
			got.Files, got.Needed, got.Regions = four{}, four{}, four{}
		}
		assert.Equal(t, c.want, got, "%v %v", c.t, c.op)
	}
	assert.False(t, native.FormOf(native.TGL, native.OpMad).Align16)
	for op, want := range map[native.Op]int{native.OpIf: 2, native.OpElse: 2, native.OpEndif: 1, native.OpWhile: 1, native.OpMov: 0} {
		assert.Equal(t, want, native.SKL.Offsets(op), op)
	}
	assert.Equal(t, 1, native.IVB.Offsets(native.OpElse))
}

// TestTargetRegister: the source that holds the target of a branch, an immediate aside.
func TestTargetRegister(t *testing.T) {
	register, number := reg(5, 0, 0, 1, 0, ud), native.ImmOperand(16, native.D)
	for _, c := range []struct {
		op   native.Op
		srcs []native.Operand
		want int // -1: none
	}{
		{native.OpMov, []native.Operand{register}, -1},
		{native.OpIf, nil, -1},
		{native.OpRet, []native.Operand{register}, 0},
		{native.OpBrd, []native.Operand{register}, 0},
		{native.OpBrd, []native.Operand{number}, -1},
		{native.OpBrd, nil, -1},
		{native.OpJmpi, []native.Operand{{}, register}, 1},
		{native.OpJmpi, []native.Operand{register, register}, 1},
		{native.OpJmpi, []native.Operand{register, number}, -1},
		{native.OpJmpi, []native.Operand{register}, 0}, // Gen12
	} {
		in := op(c.op, 1, native.NullDst(ud), c.srcs...)
		got := in.TargetRegister()
		if c.want < 0 {
			assert.Nil(t, got, "%v %v", c.op, c.srcs)
		} else {
			assert.Same(t, &in.Src[c.want], got, "%v %v", c.op, c.srcs)
		}
	}
}

// TestSharedFunctions: one number, by target.
//
// seed: Lakefield enumerations SFID
func TestSharedFunctions(t *testing.T) {
	assert.Equal(t, native.SKL.SharedFunction(native.SFIDDPDC1), native.ICL.SharedFunction(native.SFIDDPDC1))
	assert.NotEqual(t, native.SKL.SharedFunction(native.SFIDDPDC1), native.SKL.SharedFunction(native.SFIDSampler))
	assert.Equal(t, "no shared function of ivb", native.IVB.SharedFunction(15))
}

// TestEncodeRefusesOps: an op that the target lacks, and a number that is none.
func TestEncodeRefusesOps(t *testing.T) {
	for _, o := range []native.Op{native.OpSync, native.NumOps, native.NumOps + 1} {
		_, err := native.Encode(native.SKL, &native.Inst{Op: o})
		require.ErrorContains(t, err, "want an opcode of skl", "%d", o)
	}
}
