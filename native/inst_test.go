package native_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestInstFacts: which instructions write their flag, are steps of macros, or count for
// the distances of a scoreboard.
func TestInstFacts(t *testing.T) {
	math := func(fc uint8) native.Inst { return native.Inst{Op: native.OpMath, MathFC: fc} }
	conditional := func(o native.Op) native.Inst { return native.Inst{Op: o, Cond: native.CondGT} }
	for _, c := range []struct {
		name                                string
		in                                  native.Inst
		flag, macro, mathMacro, inOrder, tk bool
	}{
		{"add", native.Inst{Op: native.OpAdd}, false, false, false, true, false},
		{"add.gt", conditional(native.OpAdd), true, false, false, true, false},
		{"cmp.gt", conditional(native.OpCmp), true, false, false, true, false},
		{"sel.gt", conditional(native.OpSel), false, false, false, true, false},
		{"madm", native.Inst{Op: native.OpMadm}, false, true, false, true, false},
		{"math.inv", math(native.MathInv), false, false, false, false, true},
		{"math.invm", math(native.MathInvm), true, true, true, false, true},
		{"math.rsqtm", math(native.MathRsqtm), true, true, true, false, true},
		{"send", native.Inst{Op: native.OpSend}, false, false, false, false, true},
		{"nop", native.Inst{Op: native.OpNop}, false, false, false, false, false},
		{"sync", native.Inst{Op: native.OpSync}, false, false, false, false, false},
	} {
		assert.Equal(t, c.flag, c.in.SetsFlag(), c.name)
		assert.Equal(t, c.macro, c.in.IsMacro(), c.name)
		assert.Equal(t, c.mathMacro, c.in.IsMathMacro(), c.name)
		assert.Equal(t, c.inOrder, c.in.InOrder(native.TGL), c.name)
		assert.Equal(t, c.tk, c.in.HoldsToken(native.TGL), c.name)
	}
}

// TestPeek: op and bytes of an instruction, from its first qword alone.
func TestPeek(t *testing.T) {
	in, code := movCode(t)
	o, size, err := native.Peek(native.SKL, code)
	require.NoError(t, err)
	assert.Equal(t, native.OpMov, o)
	assert.Equal(t, 16, size)
	assert.Equal(t, 16, native.RawSize(code[:8]))
	_, _, err = native.Peek(native.SKL, code[:15])
	require.EqualError(t, err, "offset 0x0: 15 bytes: want 16 bytes")
	_, _, err = native.Peek(native.SKL, nil)
	require.EqualError(t, err, "offset 0x0: 0 bytes: want 8 bytes")
	assert.Equal(t, 8, native.RawSize(nil))

	require.True(t, native.TryCompact(native.SKL, &in))
	short, err := native.AppendPatched(nil, native.SKL, &in, &native.Patch{})
	require.NoError(t, err)
	o, size, err = native.Peek(native.SKL, short)
	require.NoError(t, err)
	assert.Equal(t, native.OpMov, o)
	assert.Equal(t, 8, size)

	code[0] = code[0]&0x80 | 0x7C
	_, _, err = native.Peek(native.SKL, code)
	assert.ErrorContains(t, err, "want")
}

// TestAppendShort: 8 bytes where the tables of the target hold the instruction, else 16,
// the same as the two forms give that are asked for.
//
// seed: Ivy Bridge EU 1.1
func TestAppendShort(t *testing.T) {
	in, code := movCode(t)
	short := in
	require.True(t, native.TryCompact(native.SKL, &short))
	assert.False(t, in.Compact)
	want, err := native.AppendPatched([]byte{1}, native.SKL, &short, &native.Patch{})
	require.NoError(t, err)
	got, err := native.AppendShort([]byte{1}, native.SKL, &in)
	require.NoError(t, err)
	assert.True(t, in.Compact)
	assert.Equal(t, want, got)
	require.Len(t, got, 9)

	long, _ := movCode(t)
	long.DepCtrl, long.Sat, long.NoMask, long.Dst.Region.H = 3, true, true, 4
	want, err = native.AppendPatched([]byte{1}, native.SKL, &long, &native.Patch{})
	require.NoError(t, err)
	long.Compact = true
	got, err = native.AppendShort([]byte{1}, native.SKL, &long)
	require.NoError(t, err)
	assert.False(t, long.Compact)
	assert.Equal(t, want, got)
	assert.NotEqual(t, code, got[1:])
	assert.False(t, native.TryCompact(native.SKL, &long))

	bad, _ := movCode(t)
	bad.ExecSize = 3
	got, err = native.AppendShort([]byte{1}, native.SKL, &bad)
	require.Error(t, err)
	assert.Equal(t, []byte{1}, got)
	assert.False(t, native.TryCompact(native.SKL, &bad))
}

// TestRestLike: what a plain instruction has in the bits that another lacks.
func TestRestLike(t *testing.T) {
	in, _ := movCode(t)
	like := op(native.OpAdd, 8, dst(2, 0, 1, f), reg(4, 0, 8, 8, 1, f), reg(5, 0, 8, 8, 1, f))
	rest, err := native.RestLike(native.IVB, &in, &like)
	require.NoError(t, err)
	in.Rest = rest
	code, err := native.Encode(native.IVB, &in)
	require.NoError(t, err)
	plain, err := native.Encode(native.IVB, &like)
	require.NoError(t, err)
	assert.Equal(t, plain[1:], code[1:], "all but the opcode")
	in.Rest, in.ExecSize = [2]uint64{}, 3
	_, err = native.RestLike(native.IVB, &in, &like)
	require.Error(t, err)
	in.ExecSize, like.ExecSize = 8, 3
	_, err = native.RestLike(native.IVB, &in, &like)
	assert.Error(t, err)
}

// TestMessageFields: kinds and fields by name, and the fields that a message has.
func TestMessageFields(t *testing.T) {
	assert.Equal(t, "UntypedRead", native.MsgUntypedRead.String())
	assert.Equal(t, "message?", native.MessageKind(255).String())
	assert.Equal(t, "bti", native.DescBti.String())
	assert.Equal(t, "field?", native.NumDescFields.String())
	assert.Equal(t, []native.DescField{native.DescBti, native.DescOff, native.DescChannels, native.DescSimd}, native.MsgUntypedRead.Fields(native.SKL))
	assert.Nil(t, native.MsgUnknown.Fields(native.SKL))
	shift, ok := native.FieldShift(native.SKL, native.MsgUntypedRead, native.DescOff)
	assert.True(t, ok)
	assert.Equal(t, 8, shift)
	_, ok = native.FieldShift(native.SKL, native.MsgUntypedRead, native.DescOwords)
	assert.False(t, ok)
	_, ok = native.FieldShift(native.SKL, native.MsgUnknown, native.DescBti)
	assert.False(t, ok)
}

// TestHeaded: the header bit, 19; a message in a register may have one.
func TestHeaded(t *testing.T) {
	for _, c := range []struct {
		m             native.Message
		known, headed bool
	}{
		{native.Message{Desc: 0x02106E00}, true, false},
		{native.Message{Desc: 0x02186E00}, true, true},
		{native.Message{DescReg: true}, false, true},
		{native.Message{DescReg: true, Desc: 0x02106E00}, true, false},
		{native.Message{Desc: 0x02106E00, ExDescReg: true}, false, true},
	} {
		assert.Equal(t, c.known, c.m.Known(), "%+v", c.m)
		assert.Equal(t, c.headed, c.m.Headed(), "%+v", c.m)
	}
}

// TestTargets: names both ways, scoreboards, and addresses in code.
func TestTargets(t *testing.T) {
	for name, scoreboard := range map[string]bool{"ivb": false, "skl": false, "icl": false, "tgl": true} {
		target, err := native.ParseTarget(name)
		require.NoError(t, err)
		assert.Equal(t, name, target.String())
		assert.Equal(t, scoreboard, target.Scoreboard(), name)
		assert.True(t, target.Decodes(), name)
	}
	_, err := native.ParseTarget("gen99")
	require.ErrorContains(t, err, `unknown target "gen99": want one of [ivb`)
	assert.ErrorIs(t, &native.TargetError{Target: native.SKL}, errors.ErrUnsupported)
	assert.Equal(t, []int{8, 12, 12}, []int{native.AddressByte(native.AddrWhole), native.AddressByte(native.AddrLow), native.AddressByte(native.AddrHigh)})
}
