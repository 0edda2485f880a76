package native_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
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

// Names of the table below.
const (
	ud, d, uw, w, b = native.UD, native.D, native.UW, native.W, native.B
	f, hf, df, q    = native.F, native.HF, native.DF, native.Q
	vxh             = native.VxH
	mov, add, mul   = native.OpMov, native.OpAdd, native.OpMul
)

var (
	r4d  = reg(4, 0, 8, 8, 1, d)
	r4f  = reg(4, 0, 8, 8, 1, f)
	swz  = reg(4, 0, 4, 4, 1, f)
	r2d  = dst(2, 0, 1, d)
	acc0 = arf(native.ARFAcc0, native.Region{V: 8, W: 8, H: 1}, d)
)

func findings(t native.Target, in native.Inst) []string {
	var ids []string
	for _, f := range native.Check(t, []native.Inst{in}) {
		ids = append(ids, f.Rule.ID)
	}
	return ids
}

// example decodes what a line assembles to, with its end as label L16.
func example(t *testing.T, target native.Target, line string) (native.Inst, error) {
	t.Helper()
	code, err := asm.Assemble("example", target, strings.NewReader(line+"\nL16:\n"))
	if err != nil {
		return native.Inst{}, err
	}
	in, n, err := native.Decode(target, code)
	require.NoError(t, err)
	require.Len(t, code, n, "one instruction: %s", line)
	return in, nil
}

// refusedExamples are the rules whose bad example the assembler refuses already, with what
// it says: they are for instructions that are not encoded yet, and for targets that
// have an encoding. The instruction breaks the rule.
var refusedExamples = map[string]struct {
	says string
	in   native.Inst
}{
	"eu.acc.src":  {"Src1RegFile is 1", op(add, 8, r2d, r4d, acc0)},
	"eu.arf.src1": {"Src1RegFile is 1", op(add, 1, r2d, r4d, arf(native.ARFA0, native.Scalar, d))},
	"eu.null":     {"Src1RegFile is 1", op(add, 8, r2d, r4d, native.NullDst(d))},
	"eu.math.imm": {"math: Src0", with(op(native.OpMath, 8, r2d, imm(1, f), r4f), func(i *native.Inst) { i.MathFC = native.MathPow })},
	"lkf.direct":  {"region of 3 numbers", ternary(0, indirect(swz), swz, swz)},
	"lkf.imm":     {"Src0RegFile is 3", op(add, 8, r2d, imm(3, d), r4d)},
	"lkf.rows":    {"region of 2 numbers", with(op(mov, 8, dst(2, 0, 1, f), indirect(reg(0, 0, vxh, 4, 1, f))), func(i *native.Inst) { i.Align16 = true })},
}

// TestRules: on each target of each rule it finds something in its bad example, and no rule does in
// its good one.
func TestRules(t *testing.T) {
	ids, refused := map[string]bool{}, map[string]bool{}
	for _, r := range native.AllRules() {
		assert.False(t, ids[r.ID], r.ID)
		ids[r.ID] = true
		assert.Same(t, r, native.RuleByID(r.ID))
		for target := range native.NumTargets {
			doubtful, preemptible := r.Doubtful>>target&1 != 0, r.Preemptible>>target&1 != 0
			if !r.On(target) && !doubtful && !preemptible {
				continue
			}
			badText, goodText := r.Examples(target)
			good, err := example(t, target, goodText)
			if assert.NoError(t, err, "%s on %s", r.ID, target) {
				assert.Empty(t, native.Check(target, []native.Inst{good}), "%s on %s: the legal example %s", r.ID, target, goodText)
				assert.Empty(t, native.Doubts(target, []native.Inst{good}), "%s on %s: the legal example %s", r.ID, target, goodText)
				assert.Empty(t, native.Preemptible(target, []native.Inst{good}), "%s on %s: the legal example %s", r.ID, target, goodText)
			}
			bad, err := example(t, target, badText)
			if err != nil {
				want, known := refusedExamples[r.ID]
				if !assert.True(t, known, "%s on %s: %v", r.ID, target, err) {
					continue
				}
				assert.ErrorContains(t, err, want.says, "%s on %s", r.ID, target)
				refused[r.ID], bad = true, want.in
			}
			found := native.Check(target, []native.Inst{bad})
			if doubtful {
				found = native.Doubts(target, []native.Inst{bad})
			}
			if preemptible {
				assert.Empty(t, found, "%s on %s: the illegal example %s elsewhere", r.ID, target, badText)
				found = native.Preemptible(target, []native.Inst{bad})
			}
			assert.True(t, slices.ContainsFunc(found, func(f native.Finding) bool { return f.Rule == r }), "%s on %s: the illegal example %s breaks %v", r.ID, target, badText, found)
		}
	}
	assert.Len(t, refused, len(refusedExamples))
	assert.Nil(t, native.RuleByID("eu"))
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
		got := findings(native.SKL, with(op(mov, 1, dst(2, 0, 1, c.src.Type), c.src), func(i *native.Inst) { i.Thread = native.ThreadSwitch }))
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
	assert.Nil(t, findings(native.TGL, op(mov, 4, dst(2, 0, 1, d), reg(4, 0, 4, 4, 1, d))))
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
	assert.Equal(t, "0 destination stride is 0 [bxt.2.7]", fmt.Sprintf("%d %s [%s]", fs[0].Inst, fs[0].Rule.Text, fs[0].Rule.ID))
}

// TestCaps: the facts that rules need; every target has a layout.
func TestCaps(t *testing.T) {
	for tg := range native.NumTargets {
		assert.Equal(t, 128, tg.Caps().GRFs)
		assert.Equal(t, tg == native.BXT || tg >= native.DG2, tg.Caps().PackedQword)
		assert.True(t, tg.Decodes(), tg)
	}
}

// TestRulesTakeAnything: no word that decodes stops a rule, and no operand touches bytes
// behind those that the fields of registers and regions can name: 256 registers, and rows
// of 8 bytes up to 31 times 32 further on.
func TestRulesTakeAnything(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 0))
	decoded := 0
	for target := range native.NumTargets {
		for range 10000 {
			var w [16]byte
			for i := range w {
				w[i] = byte(rnd.Uint32())
			}
			w[3] &^= 0x20 // not compact
			in, _, err := native.Decode(target, w[:])
			if err != nil {
				continue
			}
			decoded++
			native.Check(target, []native.Inst{in})
			for i := -1; i < 3; i++ {
				for _, x := range in.Touches(i) {
					assert.Less(t, x.At+x.Bytes, 256*native.GRFBytes+32*32*8, "%v %+v", target, in)
				}
			}
		}
	}
	floor.Exact(t, "random words that decode on a target", decoded)
}
