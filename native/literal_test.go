package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// Each operand of addc must be a dword by itself, but source 1, which Intel's compiler
// has as words: addc (2|M0) r32.0<1>:ud r3.0<0;1,0>:ud r3.8<2;2,1>:w {AccWrEn}.
func TestRuleCarryOperands(t *testing.T) {
	ud, d, w, uw := native.UD, native.D, native.W, native.UW
	for i, c := range [][3]native.Type{{ud, ud, ud}, {ud, ud, w}, {ud, ud, uw}, {d, ud, ud}, {ud, d, ud}, {ud, ud, d}, {ud, w, ud}, {w, ud, ud}} {
		in := op(native.OpAddc, 8, dst(2, 0, 1, c[0]), reg(4, 0, 8, 8, 1, c[1]), reg(6, 0, 8, 8, 1, c[2]))
		in.AccWr = true
		assert.Equal(t, i > 2, finds("eu.carry", in), c)
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

// Each condition of a rule by itself.
func TestRuleConditions(t *testing.T) {
	virt := func(sub uint16, ty native.Type) native.Operand {
		return native.Operand{File: native.Virt, Sub: sub, Type: ty, Region: native.Scalar}
	}
	sub := func(o native.Operand, s uint16) native.Operand { o.Sub = s; return o }
	half := func(srcs ...native.Operand) native.Inst { return op(add, 16, dst(2, 0, 1, hf), srcs...) }
	r4hf, one := reg(4, 0, 16, 16, 1, hf), reg(4, 0, 0, 1, 0, uw)
	scattered := func(to, from int) native.Inst {
		o := swizzled(reg(4, from, 4, 4, 1, f), 0xE4)
		return ternary(to, o, o, o)
	}
	for _, c := range []struct {
		id   string
		in   native.Inst
		want bool
	}{
		{"bxt.7.1", half(r4hf, r4hf), false},
		{"bxt.7.1", half(r4hf, imm(0, f)), false},
		{"bxt.7.1", half(r4hf, r4f), true},
		{"bxt.7.1", half(reg(4, 0, 16, 16, 1, w), reg(4, 0, 16, 16, 1, w)), false},
		{"bxt.7.1", op(add, 16, dst(2, 0, 2, hf), r4f, r4f), false},
		{"bxt.7.1", op(add, 16, native.NullDst(hf), r4f, r4f), false},
		{"bxt.9.2", scattered(0, 0), false},
		{"bxt.9.2", scattered(4, 4), false},
		{"bxt.9.2", scattered(0, 4), true},
		{"bxt.9.2", scattered(16, 16), false},
		{"bxt.9.2", scattered(0, 16), true},
		{"bxt.9.2", ternary(0, swz, swz, swizzled(reg(4, 16, 4, 4, 1, f), 0)), true},                        // .xxxx of each vector
		{"bxt.9.2", with(op(mov, 4, dst(2, 0, 1, f), swizzled(reg(4, 16, 4, 4, 1, df), 0xE4)), in16), true}, // 32 bytes become 16
		{"bxt.9.2", with(op(mov, 8, indirect(dst(0, 0, 1, f)), swizzled(reg(4, 16, 4, 4, 1, f), 0xE4)), in16), false},
		{"eu.align", op(mov, 1, dst(2, 0, 1, d), virt(2, d)), false},
		{"eu.align", op(mov, 1, virt(2, d), one), false},
		{"eu.align", op(mov, 1, sub(native.NullDst(d), 2), one), false},
		{"eu.align", op(mov, 1, dst(2, 0, 1, d), indirect(reg(0, 2, 0, 1, 0, d))), false},
		{"eu.align", op(mov, 1, dst(2, 0, 1, d), sub(arf(native.ARFAcc0, native.Scalar, d), 2)), true},
		{"eu.align", op(mov, 1, dst(2, 0, 1, d), sub(arf(native.ARFAcc0, native.Scalar, d), 4)), false},
		{"eu.align", op(mov, 1, dst(2, 0, 1, d), reg(4, 2, 0, 1, 0, d)), true},
		{"bxt.1.1", op(mov, 16, dst(2, 0, 1, d), imm(0x76543210, native.V)), false},
		{"bxt.1.1", op(mov, 16, dst(2, 0, 1, w), reg(4, 0, 4, 4, 1, q)), true},
		{"bxt.1.1", op(mov, 32, dst(2, 0, 1, w), imm(0x76543210, native.V)), false},
		{"bxt.1.1", op(mov, 32, dst(2, 0, 1, d), imm(0, w)), true},
		{"eu.null", op(native.OpMovi, 8, dst(17, 0, 1, ud), indirect(reg(0, 0, 4, 4, 1, ud)), native.NullDst(native.UB)), false},
		{"eu.null", op(mov, 8, dst(17, 0, 1, ud), native.NullDst(native.UD)), true},
		{"bxt.1.1", op(native.OpSmov, 16, indirect(dst(0, 0, 1, q)), reg(4, 1, 0, 1, 0, q), imm(0x8000, uw)), false},
		{"bxt.1.1", op(native.OpSmov, 16, indirect(dst(0, 0, 1, q)), reg(4, 0, 4, 4, 1, q), imm(0xFF, uw)), false},
		{"bxt.1.1", op(native.OpSmov, 16, indirect(dst(0, 0, 1, q)), reg(4, 0, 4, 4, 1, q), imm(0x1FF, uw)), true},
	} {
		assert.Equal(t, c.want, finds(c.id, c.in), "%s: %+v", c.id, c.in)
	}
}

// swizzled is an Align16 source.
func swizzled(o native.Operand, s uint8) native.Operand { o.Swizzle = s; return o }

// in16 is an edit to Align16.
func in16(in *native.Inst) { in.Align16, in.Dst.ChanEn = true, 15 }

func TestScalarLane(t *testing.T) {
	lane := func(size uint8, ty native.Type, enable uint8, align16 bool, srcs int) int {
		in := op(native.OpMad, size, dst(2, 0, 1, ty), []native.Operand{swz, swz, swz}[:srcs]...)
		in.Align16, in.Dst.ChanEn = align16, enable
		k, ok := in.ScalarLane()
		if !ok {
			return -1
		}
		return k
	}
	for enable, want := range map[uint8]int{1: 0, 2: 1, 4: 2, 8: 3, 0: -1, 3: -1, 15: -1} {
		assert.Equal(t, want, lane(4, f, enable, true, 3), "%04b", enable)
	}
	for enable, want := range map[uint8]int{3: 0, 12: 1, 1: -1, 6: -1, 15: -1} {
		assert.Equal(t, want, lane(2, df, enable, true, 3), "df %04b", enable)
	}
	assert.Equal(t, []int{-1, -1, -1, -1}, []int{lane(8, f, 1, true, 3), lane(4, df, 3, true, 3), lane(4, f, 1, false, 3), lane(4, f, 1, true, 2)})
}

func TestRegName(t *testing.T) {
	for reg, want := range map[int32]string{
		0x00: "null", 0x10: "a0", 0x20: "acc0", 0x29: "acc9", 0x30: "f0", 0x31: "f1", 0x40: "ce", 0x60: "sp", 0x61: "sp1", 0x70: "sr0", 0x71: "sr1",
		0x80: "cr0", 0x90: "n0", 0xA0: "ip", 0xA1: "ip", 0xB0: "tdr0", 0xC0: "tm0", 0xE3: "arf14_3",
	} {
		assert.Equal(t, want, native.RegName(native.ARF, reg), "%#x", reg)
	}
	assert.Equal(t, "r127", native.RegName(native.GRF, 127))
	assert.Equal(t, "r0", native.RegName(native.GRF, 0))
	assert.False(t, native.Single(native.GRF, 0))
}

// A program is its instructions one after the other; an error says which.
func TestEncodeAll(t *testing.T) {
	in := op(mov, 8, r2d, r4d)
	short := in
	short.Compact = true
	long, err := native.Encode(native.SKL, &in)
	require.NoError(t, err)
	compact, err := native.Encode(native.SKL, &short)
	require.NoError(t, err)
	assert.Equal(t, []int{16, 8}, []int{len(long), len(compact)})
	code, err := native.EncodeAll(native.SKL, []native.Inst{in, short, in})
	require.NoError(t, err)
	assert.Equal(t, string(long)+string(compact)+string(long), string(code))
	in.Dst.File = native.Virt
	_, err = native.EncodeAll(native.SKL, []native.Inst{short, in})
	assert.ErrorContains(t, err, "instruction 1: mov: ")
}

func TestTargetErrorText(t *testing.T) {
	assert.EqualError(t, &native.TargetError{Target: native.HSW}, "native code of hsw is not supported: want ivb, hsw, bdw, skl, bxt, cnl, icl, lkf, tgl, dg2, mtl or arl")
}

// Addresses go to the immediates of moves: whole, or their halves.
func TestAddresses(t *testing.T) {
	move := op(mov, 1, dst(2, 0, 1, ud), imm(7, ud))
	for part, want := range map[native.AddrPart]uint64{native.AddrWhole: 0x1122334455667788, native.AddrLow: 0x55667788, native.AddrHigh: 0x11223344} {
		in := move
		in.SetAddress(part, 0x1122334455667788)
		assert.Equal(t, want, in.Src[0].Imm, part)
	}
	long := op(mov, 1, dst(2, 0, 1, native.UQ), imm(7, native.UQ))
	compact := move
	compact.Compact = true
	insts, offs := []native.Inst{move, compact, long, op(add, 1, r2d, r4d, imm(7, ud)), op(mov, 1, r2d, r4d)}, []int{0, 16, 24, 40, 56}
	for _, c := range []struct {
		off  int
		part native.AddrPart
		want int
		err  string
	}{
		{12, native.AddrLow, 0, ""}, {12, native.AddrHigh, 0, ""}, {32, native.AddrWhole, 2, ""},
		{8, native.AddrWhole, 0, "the instruction at byte 0 is mov, without an immediate of 8 bytes"}, {36, native.AddrLow, 0, "byte 24 is mov, without an immediate of 4 bytes"},
		{28, native.AddrLow, 0, "no immediate of 4 bytes begins there"}, {52, native.AddrLow, 3, ""}, {68, native.AddrLow, 0, "byte 56 is mov, without"},
		{13, native.AddrLow, 0, "no immediate of 4 bytes begins there"},
	} {
		i, err := native.AddressAt(insts, offs, c.off, c.part)
		if c.err != "" {
			assert.ErrorContains(t, err, c.err)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, c.want, i)
	}
}
