package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// Shorthands of the rule examples.
func reg(r, sub int, v, w, h uint8, t native.Type) native.Operand {
	return native.GRFOperand(r, sub, native.Region{V: v, W: w, H: h}, t)
}

func dst(r, sub int, h uint8, t native.Type) native.Operand {
	return native.GRFOperand(r, sub, native.Region{H: h}, t)
}

func imm(v uint64, t native.Type) native.Operand { return native.ImmOperand(v, t) }

func arf(r int32, rg native.Region, t native.Type) native.Operand {
	return native.Operand{File: native.ARF, Reg: r, Region: rg, Type: t}
}

func op(o native.Op, es uint8, d native.Operand, srcs ...native.Operand) native.Inst {
	in := native.Inst{Op: o, ExecSize: es, Dst: d}
	copy(in.Src[:], srcs)
	return in
}

func with(in native.Inst, edits ...func(*native.Inst)) native.Inst {
	for _, e := range edits {
		e(&in)
	}
	return in
}

func indirect(o native.Operand) native.Operand { o.Indirect = true; return o }

func mod(o native.Operand, m native.SrcMod) native.Operand { o.Mod = m; return o }

func cond(c native.CondMod) func(*native.Inst) { return func(i *native.Inst) { i.Cond = c } }

func send(desc native.Desc, ex native.ExDesc, o native.Op, srcs ...native.Operand) native.Inst {
	in := op(o, 8, native.NullDst(native.UD), srcs...)
	in.Msg = native.Message{SFID: native.SFIDDPDC1, Desc: desc, ExDesc: ex}
	return in
}

func ternary(sub int, srcs ...native.Operand) native.Inst {
	in := op(native.OpMad, 8, dst(2, sub, 1, native.F), srcs...)
	in.Align16, in.Dst.ChanEn = true, 15
	return in
}

// wide is a three-source instruction on doubles, the first of them of a region.
func wide(r native.Region) native.Inst {
	o := reg(4, 0, 4, 4, 1, native.DF)
	in := ternary(0, native.GRFOperand(6, 0, r, native.DF), o, o)
	in.ExecSize, in.Dst.Type = 4, native.DF
	return in
}

// Names of the table below.
const (
	ud, d, uw, w, b = native.UD, native.D, native.UW, native.W, native.B
	f, hf, df, q    = native.F, native.HF, native.DF, native.Q
	vxh             = native.VxH
	mov, add, mul   = native.OpMov, native.OpAdd, native.OpMul
)

var (
	r4d  = reg(4, 0, 8, 8, 1, d)
	r6d  = reg(6, 0, 8, 8, 1, d)
	r4f  = reg(4, 0, 8, 8, 1, f)
	swz  = reg(4, 0, 4, 4, 1, f)
	r2d  = dst(2, 0, 1, d)
	null = native.NullDst(d)
	acc0 = arf(native.ARFAcc0, native.Region{V: 8, W: 8, H: 1}, d)
)

// ruleExamples has one violating and one legal instruction for every rule.
var ruleExamples = []struct {
	id        string
	bad, good native.Inst
}{
	{"bxt.1.1", op(add, 16, dst(2, 0, 1, q), reg(4, 0, 4, 4, 1, q), reg(8, 0, 4, 4, 1, q)), op(add, 8, dst(2, 0, 1, q), reg(4, 0, 4, 4, 1, q), reg(8, 0, 4, 4, 1, q))},
	{"bxt.1.2", op(mov, 8, dst(2, 0, 1, w), r4d), op(mov, 8, dst(2, 2, 2, w), r4d)},
	{"bxt.2.1", op(mov, 4, r2d, r4d), op(mov, 4, r2d, reg(4, 0, 4, 4, 1, d))},
	{"bxt.2.2", op(mov, 8, r2d, reg(4, 0, 4, 8, 1, d)), op(mov, 8, r2d, r4d)},
	{"bxt.2.4", op(mov, 8, r2d, reg(4, 0, 1, 1, 1, d)), op(mov, 8, r2d, reg(4, 0, 1, 1, 0, d))},
	{"bxt.2.5", op(mov, 1, r2d, reg(4, 0, 1, 1, 0, d)), op(mov, 1, r2d, reg(4, 0, 0, 1, 0, d))},
	{"bxt.2.6", op(mov, 8, r2d, reg(4, 0, 0, 4, 0, d)), op(mov, 8, r2d, reg(4, 0, 0, 1, 0, d))},
	{"bxt.2.7", op(mov, 8, dst(2, 0, 0, d), r4d), op(mov, 8, dst(2, 0, 2, d), r4d)},
	{"bxt.2.8", op(mov, 8, r2d, reg(4, 16, 8, 8, 1, d)), op(mov, 8, r2d, reg(4, 16, 4, 4, 1, d))},
	{"bxt.3.1", op(mov, 16, r2d, reg(4, 0, 16, 4, 2, d)), op(mov, 16, r2d, reg(4, 0, 8, 8, 1, d))},
	{"bxt.3.2", op(mov, 8, dst(2, 0, 4, d), r4d), op(mov, 8, dst(2, 0, 2, d), r4d)},
	{"bxt.4.1", op(add, 8, dst(2, 0, 1, b), reg(4, 0, 8, 8, 1, b), imm(1, w)), op(mov, 8, dst(2, 0, 1, b), reg(4, 0, 8, 8, 1, b))},
	{"bxt.6.1", op(mov, 4, dst(2, 0, 1, df), reg(4, 0, 4, 4, 1, f)), op(mov, 4, dst(2, 0, 1, df), reg(4, 0, 8, 4, 2, f))},
	{"bxt.6.2", op(mov, 4, dst(2, 0, 1, q), reg(4, 0, 4, 2, 1, q)), op(mov, 4, dst(2, 0, 1, q), reg(4, 0, 2, 2, 1, q))},
	{"bxt.6.3", op(mov, 2, dst(2, 0, 1, q), reg(4, 8, 2, 2, 1, q)), op(mov, 2, dst(2, 8, 1, q), reg(4, 8, 2, 2, 1, q))},
	{"bxt.6.4", op(mov, 4, dst(2, 0, 1, q), indirect(reg(0, 0, 4, 4, 1, q))), op(mov, 4, dst(2, 0, 1, d), indirect(reg(0, 0, 4, 4, 1, d)))},
	{"bxt.6.5", op(mov, 4, arf(native.ARFAcc0, native.Dst1, df), reg(4, 0, 4, 4, 1, df)), op(mov, 4, native.NullDst(df), reg(4, 0, 4, 4, 1, df))},
	{"bxt.6.6", with(op(mul, 4, r2d, reg(4, 0, 4, 4, 1, d), reg(6, 0, 4, 4, 1, d)), func(i *native.Inst) { i.DepCtrl = native.DepNoDDClr }), with(op(add, 8, r2d, r4d, r6d), func(i *native.Inst) { i.DepCtrl = native.DepNoDDClr })},
	{"bxt.7.1", op(add, 16, dst(2, 0, 1, hf), r4f, r4f), op(add, 8, dst(2, 0, 1, hf), r4f, r4f)},
	{"bxt.8.3", op(add, 8, r2d, r4d, indirect(reg(0, 0, vxh, 4, 1, d))), op(add, 8, r2d, indirect(reg(0, 0, vxh, 4, 1, d)), r4d)},
	{"bxt.8.5", op(mov, 32, dst(2, 0, 1, w), indirect(reg(0, 0, vxh, 1, 0, w))), op(mov, 16, dst(2, 0, 1, w), indirect(reg(0, 0, vxh, 1, 0, w)))},
	{"bxt.9.1", with(op(native.OpEndif, 8, native.Operand{}), func(i *native.Inst) { i.Align16 = true }), op(native.OpEndif, 8, native.Operand{})},
	{"bxt.9.2", ternary(0, reg(4, 16, 4, 4, 1, f), swz, swz), ternary(16, reg(4, 16, 4, 4, 1, f), swz, swz)},
	{"bxt.9.3", op(mov, 8, dst(2, 0, 1, hf), reg(4, 0, 8, 8, 1, w)), op(mov, 8, dst(2, 0, 2, hf), reg(4, 0, 8, 8, 1, w))},
	{"bxt.9.4", op(add, 16, dst(5, 0, 1, d), r4d, reg(8, 0, 8, 8, 1, d)), op(add, 16, dst(4, 0, 1, d), r4d, reg(8, 0, 8, 8, 1, d))},
	{"eu.grf", op(mov, 16, dst(127, 0, 1, d), r4d), op(mov, 16, dst(126, 0, 1, d), r4d)},
	{"eu.align", op(mov, 1, dst(2, 2, 1, d), reg(4, 0, 0, 1, 0, d)), op(mov, 1, dst(2, 4, 1, d), reg(4, 0, 0, 1, 0, d))},
	{"eu.arf", op(mov, 8, r2d, arf(native.ARFA0+1, native.Scalar, d)), op(mov, 8, r2d, arf(native.ARFA0, native.Scalar, d))},
	{"eu.flag", with(op(native.OpCmp, 16, null, r4d, r6d), cond(native.CondEQ), func(i *native.Inst) { i.ChanOff, i.Flag.Sub = 16, 1 }), with(op(native.OpCmp, 16, null, r4d, r6d), cond(native.CondEQ), func(i *native.Inst) { i.ChanOff = 16 })},
	{"eu.channels", with(op(mov, 8, r2d, r4d), func(i *native.Inst) { i.ChanOff = 4 }), with(op(mov, 8, r2d, r4d), func(i *native.Inst) { i.ChanOff = 8 })},
	{"eu.mixed.wide", op(mov, 16, dst(2, 0, 1, f), reg(4, 0, 16, 16, 1, hf)), op(mov, 8, dst(2, 0, 1, f), reg(4, 0, 8, 8, 1, hf))},
	{"eu.mixed.indirect", op(mov, 8, dst(2, 0, 1, f), indirect(reg(0, 0, 8, 8, 1, hf))), op(mov, 8, dst(2, 0, 1, hf), indirect(reg(0, 0, 8, 8, 1, hf)))},
	{"eu.types", op(add, 8, dst(2, 0, 1, f), r4f, r6d), op(add, 8, dst(2, 0, 1, f), r4f, imm(0, f))},
	{"eu.types", op(add, 8, dst(2, 0, 1, f), r4d, imm(3, f)), op(native.OpSmov, 8, dst(2, 0, 1, f), reg(4, 0, 0, 1, 0, f), imm(3, uw))},
	{"eu.convert", op(mov, 8, dst(2, 0, 1, df), reg(4, 0, 8, 8, 1, hf)), op(mov, 8, dst(2, 0, 1, df), reg(4, 0, 8, 4, 2, f))},
	{"eu.mul.order", op(mul, 8, r2d, reg(4, 0, 8, 8, 1, w), r6d), op(mul, 8, r2d, r6d, reg(4, 0, 16, 8, 2, w))},
	{"eu.mul.flags", with(op(mul, 8, r2d, r4d, reg(6, 0, 8, 8, 1, w)), func(i *native.Inst) { i.Sat = true }), op(mul, 8, r2d, r4d, reg(6, 0, 8, 8, 1, w))},
	{"eu.acc.src", op(add, 8, r2d, r4d, acc0), op(add, 8, r2d, acc0, r4d)},
	{"eu.acc.wide", op(mov, 16, r2d, acc0), op(mov, 8, r2d, acc0)},
	{"eu.carry", op(native.OpAddc, 8, dst(2, 0, 1, ud), reg(4, 0, 8, 8, 1, ud), imm(1, ud)), with(op(native.OpAddc, 8, dst(2, 0, 1, ud), reg(4, 0, 8, 8, 1, ud), imm(1, ud)), func(i *native.Inst) { i.AccWr = true })},
	{"eu.ternary", ternary(8, swz, swz, swz), ternary(16, swz, swz, swz)},
	{"eu.ternary", with(ternary(16, swz, swz, swz), func(i *native.Inst) { i.ExecSize = 1 }), with(ternary(16, swz, swz, swz), func(i *native.Inst) { i.ExecSize, i.Dst.ChanEn = 4, 1 })},
	{"eu.ternary.df", wide(native.Scalar), wide(native.Region{V: 4, W: 4, H: 1})},
	{"eu.csel", op(native.OpCsel, 8, dst(2, 0, 1, f), r4f, r4f, r4f), with(op(native.OpCsel, 8, dst(2, 0, 1, f), swz, swz, swz), cond(native.CondLT), func(i *native.Inst) { i.Align16 = true })},
	{"eu.cmp", op(native.OpSel, 8, r2d, r4d, r6d), with(op(native.OpSel, 8, r2d, r4d, r6d), cond(native.CondLT))},
	{"eu.logic", op(native.OpAnd, 8, r2d, mod(r4d, native.ModAbs), r6d), op(native.OpAnd, 8, r2d, mod(r4d, native.ModNeg), r6d)},
	{"eu.math.int", with(op(native.OpMath, 16, r2d, r4d, r6d), func(i *native.Inst) { i.MathFC = native.MathIqot }), with(op(native.OpMath, 8, r2d, r4d, r6d), func(i *native.Inst) { i.MathFC = native.MathIqot })},
	{"eu.math.macro", with(op(native.OpMath, 8, dst(2, 0, 1, f), r4f), func(i *native.Inst) { i.MathFC = native.MathRsqtm }), with(op(native.OpMath, 8, dst(2, 0, 1, f), swz), func(i *native.Inst) { i.MathFC, i.Align16 = native.MathRsqtm, true })},
	{"eu.vector", op(mov, 8, dst(2, 8, 1, w), imm(0x76543210, native.V)), op(mov, 8, dst(2, 16, 1, w), imm(0x76543210, native.V))},
	{"eu.cr0", op(mov, 1, arf(native.ARFCR0, native.Dst1, ud), imm(0, ud)), with(op(mov, 1, arf(native.ARFCR0, native.Dst1, ud), imm(0, ud)), func(i *native.Inst) { i.Thread = native.ThreadSwitch })},
	{"eu.send.eot", with(send(0x02000010, 0, native.OpSend, reg(100, 0, 0, 0, 0, ud)), func(i *native.Inst) { i.Msg.EOT = true }), with(send(0x02000010, 0, native.OpSend, reg(112, 0, 0, 0, 0, ud)), func(i *native.Inst) { i.Msg.EOT = true })},
	{"eu.send.payload", send(0x04000000, 0, native.OpSend, reg(127, 0, 0, 0, 0, ud)), send(0x04000000, 0, native.OpSend, reg(126, 0, 0, 0, 0, ud))},
	{"eu.send.split", send(0x04000000, 2<<6, native.OpSends, reg(10, 0, 0, 0, 0, ud), reg(11, 0, 0, 0, 0, ud)), send(0x04000000, 2<<6, native.OpSends, reg(10, 0, 0, 0, 0, ud), reg(12, 0, 0, 0, 0, ud))},
}

func findings(t native.Target, in native.Inst) []string {
	var ids []string
	for _, f := range native.Check(t, []native.Inst{in}) {
		ids = append(ids, f.Rule.ID)
	}
	return ids
}

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range ruleExamples {
		t.Run(e.id, func(t *testing.T) {
			assert.Contains(t, findings(native.BXT, e.bad), e.id)
			assert.Empty(t, findings(native.BXT, e.good), "the legal example")
		})
		seen[e.id] = true
	}
	for _, r := range native.Rules(native.BXT) {
		assert.True(t, seen[r.ID], "rule %s has no examples", r.ID)
		assert.NotEmpty(t, r.Citation)
	}
}

// TestRuleQwordARF: in a dword multiply no operand may be one, of any type.
func TestRuleQwordARF(t *testing.T) {
	r4, r6 := reg(4, 0, 4, 4, 1, d), reg(6, 0, 4, 4, 1, d)
	assert.Equal(t, []string{"bxt.6.5"}, findings(native.BXT, op(mul, 4, arf(native.ARFAcc0, native.Dst1, d), r4, r6)))
	assert.Empty(t, findings(native.BXT, op(mul, 4, arf(native.ARFAcc0, native.Dst1, d), r4, reg(6, 0, 8, 4, 2, uw))))
}

// TestRuleARF: numbers, sub-registers and addresses of architecture registers.
func TestRuleARF(t *testing.T) {
	place := func(reg int32, sub uint16, ty native.Type) native.Operand {
		o := arf(reg, native.Scalar, ty)
		o.Sub = sub
		return o
	}
	for _, c := range []struct {
		src native.Operand
		ok  bool
	}{
		{place(native.ARFF1, 2, uw), true},
		{place(native.ARFF1, 4, uw), false},
		{place(native.ARFF1+1, 0, uw), false},
		{place(native.ARFCR0, 8, ud), true},
		{place(native.ARFCR0, 12, ud), false},
		{place(native.ARFAcc0+9, 28, d), true},
		{place(native.ARFAcc0+10, 0, d), false},
		{place(0xE0, 0, d), false},
		{indirect(place(native.ARFA0, 0, d)), false},
	} {
		got := findings(native.SKL, op(mov, 1, dst(2, 0, 1, c.src.Type), c.src))
		assert.Equal(t, c.ok, len(got) == 0, "%+v: %v", c.src, got)
		if !c.ok {
			assert.Contains(t, got, "eu.arf")
		}
	}
}

// TestRulesByTarget: the 64-bit region rules hold on Broxton only.
func TestRulesByTarget(t *testing.T) {
	in := op(mov, 4, dst(2, 0, 1, df), reg(4, 0, 4, 4, 1, f))
	assert.Equal(t, []string{"bxt.6.1"}, findings(native.BXT, in))
	assert.Empty(t, findings(native.SKL, in))
	assert.Empty(t, native.Rules(native.TGL))
}

// TestRulesVirtual: a place that is not allocated yet is not a finding.
func TestRulesVirtual(t *testing.T) {
	in := op(mov, 8, r2d, reg(4, 16, 8, 8, 1, d))
	require.Equal(t, []string{"bxt.2.8"}, findings(native.SKL, in))
	in.Src[0].File = native.Virt
	assert.Empty(t, findings(native.SKL, in))
}

func TestFindingText(t *testing.T) {
	fs := native.Check(native.SKL, []native.Inst{op(mov, 8, dst(2, 0, 0, d), r4d)})
	require.Len(t, fs, 1)
	assert.Equal(t, "instruction 0: destination stride is 0 [bxt.2.7]", fs[0].String())
}

// TestCaps: the facts that rules need; every target has a layout.
func TestCaps(t *testing.T) {
	for tg := range native.NumTargets {
		assert.Equal(t, 128, tg.Caps().GRFs)
		assert.Equal(t, tg == native.BXT, tg.Caps().PackedQword)
		assert.True(t, tg.Decodes(), tg)
	}
}
