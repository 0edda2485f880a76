package verify_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const head = `.version 4.1
.kernel "k"
.decl X v_type=G type=ud num_elts=16 align=hword
.decl F v_type=G type=f num_elts=16 align=hword
.decl Y v_type=G type=ub num_elts=32 align=hword alias=<X, 32>
.decl A0 v_type=A num_elts=8
.decl P1 v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.input X offset=32 size=64
.input F offset=96 size=64
.kernel_attr SimdSize=16
`

func parse(t *testing.T, body string) *visa.Kernel {
	t.Helper()
	k, err := asm.Parse("t", []byte(head+body+"\nret (M1, 1)\n"))
	require.NoError(t, err, body)
	return k
}

const (
	varX = visa.FirstUserVar
	varF = visa.FirstUserVar + 1
	varY = visa.FirstUserVar + 2
)

// dropRet takes away the ret that parse adds.
func dropRet(k *visa.Kernel) { k.Insts = k.Insts[:len(k.Insts)-1] }

// Each rule has texts that it accepts, up to the limit that it sets, and a
// kernel that breaks it and nothing else: a text, or an edit for what the
// assembler refuses.
var cases = []struct {
	rule   string
	accept string
	reject string
	edit   func(k *visa.Kernel)
}{
	{"kernel.simd", "barrier", "barrier", func(k *visa.Kernel) { k.Attrs[0].Int = 0 }},
	{"kernel.simd", "barrier", "barrier", func(k *visa.Kernel) { k.Attrs[0].Int = 64 }},
	{"kernel.simd", "barrier", "barrier", func(k *visa.Kernel) { k.Attrs[0] = visa.Attr{Name: "SimdSize", Kind: visa.AttrString, Str: "16"} }},
	{"kernel.simd", "barrier", "barrier", func(k *visa.Kernel) { k.Attrs = nil }},
	{"kernel.end", "barrier", "barrier", func(k *visa.Kernel) { k.Insts = k.Insts[:1] }},
	{"kernel.end", "L1:\ngoto (M1, 1) L1", "L1:\n(P1) goto (M1, 16) L1", dropRet},
	{"kernel.end", "L1:\ngoto (M1, 16) L1", "L1:\ngoto (M1, 8) L1", dropRet},
	{"kernel.end", "barrier", "barrier", func(k *visa.Kernel) { k.Insts = nil }},
	{"kernel.end", "barrier", "(P1) goto (M1, 16) L1\nret (M1, 1)\nL1:", dropRet},
	{"inst.operands", "add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud", "add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud",
		func(k *visa.Kernel) { k.Insts[0].Args = k.Insts[0].Args[:2] }},
	{"inst.operands", "barrier", "barrier", func(k *visa.Kernel) { k.Insts[0].Op = visa.EndOps }},
	{"inst.operands", "L1:\nswitchjmp (M1, 1) 0x1:ud (L1, L1)", "L1:\nswitchjmp (M1, 1) 0x1:ud (L1, L1)",
		func(k *visa.Kernel) { k.Insts[1].Args = k.Insts[1].Args[:1] }},
	{"inst.operands", "L1:\nswitchjmp (M1, 1) 0x1:ud (L1)", "L1:\nswitchjmp (M1, 1) 0x1:ud (L1)",
		func(k *visa.Kernel) { k.Insts[1].Args = slices.Repeat(k.Insts[1].Args[:1], 257) }},
	{"operand.kind", "L1:\nswitchjmp (M1, 1) 0x1:ud (L1, L1)", "L1:\nswitchjmp (M1, 1) 0x1:ud (L1, L1)",
		func(k *visa.Kernel) { k.Insts[1].Args[2].Kind = visa.Raw }},
	{"operand.index", "L1:\nswitchjmp (M1, 1) 0x1:ud (L1, L1)", "L1:\nswitchjmp (M1, 1) 0x1:ud (L1, L1)",
		func(k *visa.Kernel) { k.Insts[1].Args[2].Var = 1 }},
	{"operand.type", "L1:\nswitchjmp (M1, 1) Y(0,0)<0;1,0> (L1, L1)", "L1:\nswitchjmp (M1, 1) F(0,0)<0;1,0> (L1, L1)", nil},
	{"kernel.end", "L1:\nswitchjmp (M1, 1) 0x0:ud (L1)", "barrier", dropRet},
	{"operand.kind", "gather4_scaled.R (M1, 16) T6 0x0:ud X.0 F.0", "gather4_scaled.R (M1, 16) T6 0x0:ud X.0 F.0",
		func(k *visa.Kernel) { k.Insts[0].Arg(visa.ArgDst).Kind = visa.General }},
	{"operand.index", "mov (M1, 16) X(0,0)<1> X(0,0)<1;1,0>", "mov (M1, 16) X(0,0)<1> X(0,0)<1;1,0>",
		func(k *visa.Kernel) { k.Insts[0].Arg(visa.ArgSrc0).Var = int32(len(k.Vars)) }},
	{"operand.index", "(P1) mov (M1, 16) X(0,0)<1> 0x1:ud", "(P1) mov (M1, 16) X(0,0)<1> 0x1:ud",
		func(k *visa.Kernel) { k.Insts[0].Pred.Var = 2 }},
	{"decl.alias", ".decl Z v_type=G type=ub num_elts=32 alias=<Y, 0>", "barrier",
		func(k *visa.Kernel) { k.Vars[varY].Alias = 99 }},
	{"decl.alias", "barrier", "barrier",
		func(k *visa.Kernel) { k.Vars[varY].AliasOff, k.Vars[varY].Alias = 0, varY }},
	{"decl.alias-overrun", ".decl Z v_type=G type=ud num_elts=8 alias=<X, 32>", ".decl Z v_type=G type=ud num_elts=8 alias=<X, 36>", nil},
	{"decl.type", ".decl Z v_type=G type=hf num_elts=8", ".decl Z v_type=G type=bool num_elts=8", nil},
	{"decl.type", ".decl Z v_type=G type=df num_elts=8", ".decl Z v_type=G type=uv num_elts=8", nil},
	{"decl.elements", ".decl P2 v_type=P num_elts=32", ".decl P2 v_type=P num_elts=33", nil},
	{"decl.elements", ".decl P2 v_type=P num_elts=1", ".decl P2 v_type=P num_elts=24", nil},
	{"decl.elements", ".decl A1 v_type=A num_elts=16", ".decl A1 v_type=A num_elts=17", nil},
	{"input.variable", ".decl Z v_type=G type=ud num_elts=1\n.input Z offset=160 size=4", ".decl Z v_type=G type=ud num_elts=1\n.input Z offset=160 size=8", nil},
	{"input.variable", ".input T6 offset=160 size=4", ".input Y offset=160 size=4", nil},
	{"input.variable", ".decl Z v_type=G type=ud num_elts=2\n.input Z offset=160 size=8", ".decl Z v_type=G type=ud num_elts=2\n.input Z offset=160 size=4", nil},
	{"input.variable", "barrier", ".input %sp offset=160 size=8", nil},
	{"input.payload", ".input T6 offset=4092 size=4", ".input T6 offset=4096 size=4", nil},
	{"input.payload", ".input T6 offset=4092 size=4", ".input T6 offset=4090 size=4", nil},
	{"input.payload", ".decl Z v_type=G type=uw num_elts=8\n.input Z offset=176 size=16", ".decl Z v_type=G type=uw num_elts=8\n.input Z offset=178 size=16", nil},
	{"input.payload", ".decl Z v_type=G type=uq num_elts=1\n.input Z offset=168 size=8", ".decl Z v_type=G type=uq num_elts=1\n.input Z offset=164 size=8", nil},
	{"input.payload", ".decl Z v_type=G type=ud num_elts=8\n.input Z offset=160 size=32", ".decl Z v_type=G type=ud num_elts=8\n.input Z offset=176 size=32", nil},
	{"input.payload", ".input T6 offset=160 size=4", ".input T6 offset=28 size=4", nil},
	{"input.overlap", ".input T6 offset=160 size=4", ".input T6 offset=156 size=4", nil},
	{"label.undefined", "goto (M1, 16) L1\nL1:\nret (M1, 1)", "goto (M1, 16) L1\nL1:\nret (M1, 1)",
		func(k *visa.Kernel) { k.Insts = slices.Delete(k.Insts, 1, 2) }},
	{"label.duplicate", "L1:\nret (M1, 1)", "L1:\nret (M1, 1)",
		func(k *visa.Kernel) { k.Insts = append([]visa.Inst{k.Insts[0]}, k.Insts...) }},
	{"inst.exec", "mov (M3, 8) X(0,0)<1> 0x1:ud", "mov (M5, 8) X(0,0)<1> 0x1:ud", nil},
	{"inst.exec", "mov (M5_NM, 16) X(0,0)<1> 0x1:ud", "mov (M1, 16) X(0,0)<1> 0x1:ud",
		func(k *visa.Kernel) { k.Insts[0].Exec.Size = 12 }},
	{"inst.mask", "mov (M4, 4) X(0,0)<1> 0x1:ud", "mov (M2, 8) X(0,0)<1> 0x1:ud", nil},
	{"inst.predicate", "(P1) mov (M1, 16) X(0,0)<1> 0x1:ud", "barrier", func(k *visa.Kernel) { k.Insts[0].Pred.Var = 1 }},
	{"inst.predicate", "(P1) mov (M1_NM, 16) X(0,0)<1> 0x1:ud", ".decl P2 v_type=P num_elts=8\nsetp (M1, 8) P2 0x1:ud\n(P2) mov (M1, 16) X(0,0)<1> 0x1:ud", nil},
	{"inst.predicate", ".decl P2 v_type=P num_elts=8\n(!P2) goto (M1, 16) L1\nL1:", ".decl P2 v_type=P num_elts=8\ncmp.eq (M1, 8) P2 X(0,0)<1;1,0> 0x1:ud\n(P2) goto (M1, 16) L1\nL1:", nil},
	{"inst.saturate", "add.sat (M1, 16) F(0,0)<1> F(0,0)<1;1,0> F(0,0)<1;1,0>", "bfrev (M1, 16) X(0,0)<1> X(0,0)<1;1,0>",
		func(k *visa.Kernel) { k.Insts[0].Arg(visa.ArgDst).Mod = visa.Sat }},
	{"inst.saturate", "div.sat (M1, 16) F(0,0)<1> F(0,0)<1;1,0> F(0,0)<1;1,0>", "div.sat (M1, 16) X(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0>", nil},
	{"operand.type", "bfe (M1, 16) X(0,0)<1> 0x1:ud 0x1:ud X(0,0)<1;1,0>", "bfe (M1, 16) X(0,0)<1> 0x1:ud 0x1:d X(0,0)<1;1,0>", nil},
	{"operand.type", "cmp.lt (M1, 16) P1 F(0,0)<1;1,0> 0x0:f", "add (M1, 16) X(0,0)<1> F(0,0)<1;1,0> 0x0:f", nil},
	{"inst.saturate", "div.sat (M1, 8) F(0,0)<1> F(0,0)<1;1,0> F(0,0)<1;1,0>", "div.sat (M1, 8) X(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0>", nil},
	{"operand.kind", "addr_add (M1_NM, 1) A0(0)<1> &X 0x0:uw", "mov (M1_NM, 1) X(0,0)<1> 0x1:ud",
		func(k *visa.Kernel) {
			k.Insts[0].Args[1] = visa.Operand{Kind: visa.AddressOf, Var: varX}
		}},
	{"operand.kind", "addr_add (M1_NM, 1) A0(0)<1> A0(1)<1> 0x0:uw", "mov (M1_NM, 1) X(0,0)<1> 0x1:ud",
		func(k *visa.Kernel) {
			k.Insts[0].Args[1] = visa.Operand{Kind: visa.Address, Width: 1}
		}},
	{"operand.kind", "movs (M1_NM, 1) X(0,0)<1> T6(0)", "mov (M1_NM, 1) X(0,0)<1> 0x1:ud",
		func(k *visa.Kernel) {
			k.Insts[0].Args[1] = visa.Operand{Kind: visa.State, StateVar: visa.SurfaceVar}
		}},
	{"operand.kind", "movs (M1_NM, 1) T6(0) X(0,0)<0;1,0>", "mov (M1_NM, 1) X(0,0)<1> 0x1:ud",
		func(k *visa.Kernel) {
			k.Insts[0].Args[0] = visa.Operand{Kind: visa.State, StateVar: visa.SurfaceVar}
		}},
	{"operand.state", "movs (M1_NM, 1) T6(0) %slm(0)", "movs (M1_NM, 1) X(0,0)<1> X(0,0)<0;1,0>", nil},
	{"operand.state", "movs (M1_NM, 1) T6(0) 0x1:ud", ".decl S0 v_type=S num_elts=1\nmovs (M1_NM, 1) T6(0) S0(0)", nil},
	{"operand.type", "gather4_scaled.R (M1, 8) T6 X(0,0)<0;1,0> X.0 X.0", "gather4_scaled.R (M1, 8) T6 F(0,0)<0;1,0> X.0 X.0", nil},
	{"operand.type", "addr_add (M1_NM, 1) A0(0)<1> &X Y(0,0)<0;1,0>", "addr_add (M1_NM, 1) A0(0)<1> &X X(0,0)<0;1,0>", nil},
	{"operand.type", "and (M1, 16) P1 P1 P1", "not (M1, 16) P1 X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:uw", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:uw X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:w", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:w X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:ub", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:ub X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:b", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:b X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:vf", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:vf X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:uq", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:uq X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:q", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:q X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:d", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:d X(0,0)<1;1,0>", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "addc (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:v", nil},
	{"operand.type", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "addc (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:v X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:uw", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:uw X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:w", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:w X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:ub", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:ub X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:b", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:b X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:vf", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:vf X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:uq", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:uq X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:q", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:q X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:d", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:d X(0,0)<1;1,0>", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0xc840:uv", "subb (M1, 8) X(0,0)<1> X(1,0)<1> X(0,0)<1;1,0> 0x3:v", nil},
	{"operand.type", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0xc840:uv X(0,0)<1;1,0>", "subb (M1, 8) X(0,0)<1> X(1,0)<1> 0x3:v X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0xc840:uv", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x3:uw", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0xc840:uv X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:uw X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0xc840:uv", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x3:w", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0xc840:uv X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:w X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0xc840:uv", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x3:ub", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0xc840:uv X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:ub X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0xc840:uv", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x3:b", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0xc840:uv X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:b X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0xc840:uv", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x3:vf", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0xc840:uv X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:vf X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0xc840:uv", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x3:uq", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0xc840:uv X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:uq X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0xc840:uv", "mulh (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x3:q", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0xc840:uv X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:q X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0x3:d X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:f X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0x3:v X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:f X(0,0)<1;1,0>", nil},
	{"operand.type", "mulh (M1, 8) X(0,0)<1> 0x3:ud X(0,0)<1;1,0>", "mulh (M1, 8) X(0,0)<1> 0x3:f X(0,0)<1;1,0>", nil},
	{"operand.type", "bfe (M1, 8) X(0,0)<1> 0x3:uv 0x3:uv X(0,0)<1;1,0>", "bfe (M1, 8) X(0,0)<1> 0x3:v 0x3:uv X(0,0)<1;1,0>", nil},
	{"operand.type", "oword_ld (1) T6 0x0:ud X.0", "oword_ld (1) T6 0x0:uv X.0", nil},
	{"operand.modifier", "add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> (-)X(0,0)<1;1,0>", "add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> (~)X(0,0)<1;1,0>", nil},
	{"operand.modifier", "add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:d", "add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:d",
		func(k *visa.Kernel) { k.Insts[0].Arg(visa.ArgSrc1).Mod = visa.Neg }},
	{"operand.modifier", "and (M1, 16) X(0,0)<1> X(0,0)<1;1,0> (~)X(0,0)<1;1,0>", "and (M1, 16) X(0,0)<1> X(0,0)<1;1,0> (-)X(0,0)<1;1,0>", nil},
	{"operand.region", "mov (M1, 4) X(0,0)<1> X(0,0)<4;4,1>", "mov (M1, 4) X(0,0)<1> X(0,0)<8;8,1>", nil},
	{"operand.region", "mov (M1, 2) X(0,0)<4> 0x1:ud", "mov (M1, 2) X(0,0)<8> 0x1:ud", nil},
	{"operand.region", "mov (M1, 2) X(0,0)<1> X(0,0)<8;1,0>", "mov (M1, 2) X(0,0)<1> X(0,0)<2;2,8>", nil},
	{"operand.region", "mov (M1_NM, 32) Y(0,0)<1> Y(0,0)<16;16,1>", "mov (M1_NM, 32) Y(0,0)<1> Y(0,0)<32;32,1>", nil},
	{"operand.region", "mov (M1, 8) r[A0(0),0]<1>:ud 0x1:ud", "mov (M1, 8) r[A0(0),0]<1>:ud 0x1:ud",
		func(k *visa.Kernel) { k.Insts[0].Arg(visa.ArgDst).Region.NoV = true }},
	{"operand.region", "mov (M1, 4) X(0,0)<2> 0x1:ud", "mov (M1, 4) X(0,0)<0> 0x1:ud", nil},
	{"operand.region", "mov (M1, 2) X(0,0)<4> 0x1:ud", "mov (M1, 2) X(0,0)<8> 0x1:ud", nil},
	{"operand.region", "mov (M1, 2) X(0,0)<1> X(0,0)<8;2,4>", "mov (M1, 2) X(0,0)<1> X(0,0)<16;2,8>", nil},
	{"operand.bounds", "mov (M1, 8) X(1,0)<1> X(0,1)<2;1,0>", "mov (M1, 8) X(1,0)<1> X(0,2)<2;1,0>", nil},
	{"operand.bounds", "line (M1, 16) F(0,0)<1> F(1,4)<4;4,1> F(0,0)<1;1,0>", "line (M1, 16) F(0,0)<1> F(1,5)<4;4,1> F(0,0)<1;1,0>", nil},
	{"operand.bounds", "plane (M1, 8) F(0,0)<1> F(1,4)<0;1,0> F(0,0)<0;1,0>", "plane (M1, 8) F(0,0)<1> F(1,5)<0;1,0> F(0,0)<0;1,0>", nil},
	{"operand.bounds", "plane (M1, 8) F(0,0)<1> F(0,0)<0;1,0> F(0,0)<0;1,0>", "plane (M1, 8) F(0,0)<1> F(0,0)<0;1,0> F(0,1)<0;1,0>", nil},
	{"operand.bounds", "mov (M1, 8) X(0,1)<2> 0x1:ud", "mov (M1, 8) X(0,2)<2> 0x1:ud", nil},
	{"operand.bounds", "oword_ld (1) T6 0x0:ud X.32", "oword_ld (1) T6 0x0:ud X.64", nil},
	{"operand.bounds", "mov (M1, 8) %null(0,0)<1> X(0,0)<1;1,0>", "mov (M1, 8) X(0,0)<1> %null(0,0)<1;1,0>", nil},
	{"operand.align", "oword_ld (1) T6 0x0:ud Y.0", "oword_ld (1) T6 0x0:ud X.16", nil},
	{"operand.bounds", ".decl Z v_type=G type=ud num_elts=8 alias=<%null, 0>\nmov (M1, 8) Z(0,0)<1> X(0,0)<1;1,0>",
		".decl Z v_type=G type=ud num_elts=8 alias=<%null, 0>\nmov (M1, 8) X(0,0)<1> Z(0,0)<1;1,0>", nil},
	{"operand.bounds", "oword_st (1) T6 0x0:ud %r0.0",
		".decl Z v_type=G type=ud num_elts=8 alias=<%null, 0>\noword_st (1) T6 0x0:ud Z.0", nil},
	{"operand.align", ".decl Z v_type=G type=ud num_elts=4 alias=<Y, 16>\noword_ld (1) T6 0x0:ud %null.0",
		".decl Z v_type=G type=ud num_elts=4 alias=<Y, 16>\noword_ld (1) T6 0x0:ud Z.0", nil},
	{"operand.address", "mov (M1, 8) X(0,0)<1> r[A0(0),0]<1,0>:ud", "mov (M1, 8) X(0,0)<1> r[A0(1),0]<1,0>:ud", nil},
	{"operand.address", "movs (M1_NM, 1) T6(0) %slm(0)", "movs (M1_NM, 1) T6(1) %slm(0)", nil},
	{"operand.address", "addr_add (M1_NM, 8) A0(0)<8> &X 0x0:uw", "addr_add (M1_NM, 8) A0(1)<8> &X 0x0:uw", nil},
	{"operand.predicate", "setp (M1_NM, 16) P1 0x0:ud", "setp (M1_NM, 32) P1 0x0:ud", nil},
	{"operand.field", "cmp.le (M1, 16) P1 X(0,0)<1;1,0> 0x0:ud", "cmp.le (M1, 16) P1 X(0,0)<1;1,0> 0x0:ud",
		func(k *visa.Kernel) { k.Insts[0].Arg(visa.ArgRelOp).Imm = 6 }},
}

// newCases are those of rules that know a platform, or of none.
var newCases = []struct {
	rule, on       string
	accept, reject string
	edit           func(k *visa.Kernel)
}{
	{"decl.count", "", "barrier", "barrier", func(k *visa.Kernel) { k.Samplers = make([]visa.Decl, 33) }},
	{"decl.count", "", "barrier", "barrier", func(k *visa.Kernel) { grow(k, 1<<20+1) }},
	{"decl.alias-offset", "", ".decl Z v_type=G type=uq num_elts=1 alias=<X, 8>", ".decl Z v_type=G type=uq num_elts=1 alias=<X, 4>", nil},
	{"decl.alias-offset", "", "barrier", "barrier", func(k *visa.Kernel) { k.Vars[varX].AliasOff = 4 }},
	{"decl.attribute", "", ".kernel_attr Target=\"cm\"", ".kernel_attr SimdSize=16", nil},
	{"input.order", "", ".implicit_LOCAL_SIZE T6 offset=160 size=4", ".implicit_LOCAL_SIZE T6 offset=160 size=4\n.input T6 offset=164 size=4", nil},
	{"label.kind", "", "L1:\ngoto (M1, 16) L1", "goto (M1, 16) S1\nret (M1, 1)\n.function \"S1\"\nS1:", nil},
	{"label.kind", "", "call (M1, 16) S1\nret (M1, 1)\n.function \"S1\"\nS1:", "L1:\ncall (M1, 16) L1", nil},
	{"label.scope", "", "ret (M1, 1)\n.function \"S1\"\nS1:\nL1:\ngoto (M1, 16) L1", "L1:\nret (M1, 1)\n.function \"S1\"\nS1:\ngoto (M1, 16) L1", nil},
	{"inst.platform", "ICLLP", "ror (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud", "dp4a (M1, 16) X(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0> X(0,0)<1;1,0>", nil},
	{"inst.platform", "SKL", "bfrev (M1, 16) X(0,0)<1> X(0,0)<1;1,0>", "ror (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud", nil},
	{"inst.platform", "TGLLP", "dp4a (M1, 16) X(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0> X(0,0)<1;1,0>", "L1:\nswitchjmp (M1, 1) 0x0:ud (L1)", nil},
	{"inst.size", "DG2", "lsc_load.slm (M1_NM, 1)  X:d32x4t  flat[X]:a32", "lsc_load.slm (M1_NM, 2)  X:d32x4t  flat[X]:a32", nil},
	{"operand.pair", "DG2", "lsc_load.ugm.st.uc (M1, 16)  X:d32  flat[X]:a32", "lsc_load.ugm.uc.st (M1, 16)  X:d32  flat[X]:a32", nil},
	{"operand.pair", "DG2", "lsc_load.ugm (M1, 16)  X:d32  flat[X]:a32", "lsc_load.ugm.wb.wb (M1, 16)  X:d32  flat[X]:a32", nil},
	{"operand.pair", "DG2", "lsc_store.ugm.wt.uc (M1, 16)  flat[X]:a32  X:d32", "lsc_store.ugm.ca.ca (M1, 16)  flat[X]:a32  X:d32", nil},
	{"operand.pair", "DG2", "lsc_atomic_iadd.ugm.uc.wb (M1, 16)  X:d32  flat[X]:a32  X  %null", "lsc_atomic_iadd.ugm.wb.wb (M1, 16)  X:d32  flat[X]:a32  X  %null", nil},
	{"inst.size", "", "bfe (M1, 4) X(0,0)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", "bfe (M1, 2) X(0,0)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", nil},
	{"inst.size", "", "dword_atomic.inc (M1, 16) T6 X.0 %null.0 %null.0 %null.0", ".decl Z v_type=G type=ud num_elts=32 align=GRF\ndword_atomic.inc (M1_NM, 32) T6 Z.0 %null.0 %null.0 %null.0", nil},
	{"inst.predicate-logic", "", "and (M1, 16) P1 P1 P1", "(P1) and (M1, 16) P1 P1 P1", nil},
	{"inst.flags", "", "mov (M1_NM, 1) X(0,0)<1> P1", "mov (M1_NM, 2) X(0,0)<1> P1", nil},
	{"operand.column", "", "mov (M1, 1) X(0,7)<1> 0x1:ud", "mov (M1, 1) X(0,8)<1> 0x1:ud", nil},
	{"operand.alignment", "", "bfe (M1, 4) X(0,4)<1> 0x5:ud X(0,1)<0;1,0> X(0,0)<1;1,0>", "bfe (M1, 4) X(0,2)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", nil},
	{"operand.alignment", "", ".decl Z v_type=G type=ud num_elts=4 align=oword\nbfe (M1, 4) Z(0,0)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", ".decl Z v_type=G type=ud num_elts=4 align=qword\nbfe (M1, 4) Z(0,0)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", nil},
	{"operand.null", "", "scatter_scaled.4 (M1, 16) T6 0x4:ud X.0 X.0", "scatter_scaled.4 (M1, 16) T6 0x4:ud %null.0 X.0", nil},
	{"operand.null", "", "dword_atomic.inc (M1, 16) T6 X.0 %null.0 %null.0 %null.0", "dword_atomic.inc (M1, 16) T6 %null.0 %null.0 %null.0 %null.0", nil},
	{"operand.null", "", "dword_atomic.inc (M1, 16) T6 X.0 %null.0 %null.0 X.0", "dword_atomic.inc (M1, 16) T6 X.0 %null.32 %null.0 X.0", nil},
	{"inst.selector", "XEHP", "(P1) add3.o (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud 0x1:ud", "add3.o (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud 0x1:ud", nil},
	{"inst.predicate", "XEHP", "(P1) add3.o (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud 0x1:ud", "(!P1) add3.o (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud 0x1:ud", nil},
	{"operand.type", "SKL", ".decl W v_type=G type=w num_elts=16\nsad2add (M1, 16) W(0,0)<1> Y(0,0)<1;1,0> Y(0,0)<1;1,0> W(0,0)<1;1,0>", "sad2add (M1, 16) Y(0,0)<2> Y(0,0)<1;1,0> Y(0,0)<1;1,0> X(0,0)<1;1,0>", nil},
	{"inst.selector", "", "(P1) sel (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud", "sel (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud", nil},
	{"operand.type", "SKL", "add (M1, 16) F(0,0)<1> F(0,0)<1;1,0> F(0,0)<1;1,0>", ".decl Z v_type=G type=bf num_elts=16\nadd (M1, 16) F(0,0)<1> Z(0,0)<1;1,0> Z(0,0)<1;1,0>", nil},
	{"operand.type", "XEHP", ".decl Z v_type=G type=bf num_elts=16\nadd (M1, 16) F(0,0)<1> Z(0,0)<1;1,0> Z(0,0)<1;1,0>", ".decl Z v_type=G type=bf num_elts=16\nadd (M1, 16) X(0,0)<1> Z(0,0)<1;1,0> Z(0,0)<1;1,0>", nil},
	{"operand.readonly", "", "mov (M1_NM, 1) %cr0(0,0)<1> 0x1:ud", "mov (M1_NM, 1) %group_id_x(0,0)<1> 0x1:ud", nil},
	{"operand.predefined", "", "addr_add (M1_NM, 1) A0(0)<1> &X 0x0:uw", "addr_add (M1_NM, 1) A0(0)<1> &%r0 0x0:uw", nil},
	{"operand.predefined", "", "addr_add (M1_NM, 1) A0(0)<1> &T6 0x0:uw", "addr_add (M1_NM, 1) A0(0)<1> &%slm 0x0:uw", nil},
	{"operand.offset", "", "mov (M1, 8) r[A0(0),511]<1>:ud 0x1:ud", "mov (M1, 8) r[A0(0),0]<1>:ud 0x1:ud", func(k *visa.Kernel) { k.Insts[0].Args[0].Imm = 512 }},
	{"operand.offset", "", "mov (M1, 8) r[A0(0),-512]<1>:ud 0x1:ud", "mov (M1, 8) r[A0(0),0]<1>:ud 0x1:ud", func(k *visa.Kernel) { k.Insts[0].Args[0].Imm = 1<<64 - 513 }},
	{"operand.surface", "", "media_ld.nomod (4,2) T6 0 0x0:ud 0x4:ud X.0", "media_ld.nomod (4,2) %slm 0 0x0:ud 0x4:ud X.0", nil},
	{"operand.surface", "SKL", "gather4_scaled.R (M1, 16) %slm 0x0:ud X.0 F.0", "oword_ld (1) %slm 0x0:ud X.0", nil},
	{"operand.surface", "ICLLP", "oword_ld (1) %slm 0x0:ud X.0", "media_ld.nomod (4,2) %slm 0 0x0:ud 0x4:ud X.0", nil},
	{"operand.field", "", "media_ld.nomod (64,1) T6 3 0x0:ud 0x4:ud X.0", "media_ld.nomod (64,1) T6 4 0x0:ud 0x4:ud X.0", nil},
	{"operand.field", "", ".decl Z v_type=G type=ud num_elts=64 align=GRF\nmedia_ld.nomod (1,64) T6 3 0x0:ud 0x4:ud Z.0", "media_ld.nomod (1,0) T6 3 0x0:ud 0x4:ud X.0", nil},
	{"operand.payload", "", "oword_ld (4) T6 0x0:ud X.0", "oword_ld (4) T6 0x0:ud X.32", nil},
	{"operand.payload", "", ".decl Z v_type=G type=uq num_elts=1\noword_st (2) T6 0x0:ud Z.0", ".decl Z v_type=G type=uq num_elts=1\noword_st (4) T6 0x0:ud Z.0", nil},
	{"operand.payload", "", "gather_scaled.1 (M1, 16) T6 0x0:ud X.0 F.0", "gather_scaled.1 (M1, 16) T6 0x0:ud X.32 F.0", nil},
	{"operand.payload", "", "gather4_scaled.RG (M1, 8) T6 0x0:ud X.0 F.0", "gather4_scaled.RGB (M1, 8) T6 0x0:ud X.0 F.0", nil},
	{"operand.payload", "", "scatter4_scaled.A (M1, 16) T6 0x0:ud X.0 F.0", "scatter4_scaled.RA (M1, 16) T6 0x0:ud X.0 F.0", nil},
	{"operand.payload", "", ".decl Q v_type=G type=uq num_elts=8\nsvm_gather.4.2 (M1, 8) Q.0 X.0", ".decl Q v_type=G type=uq num_elts=8\nsvm_gather.8.2 (M1, 8) Q.0 X.0", nil},
	{"operand.payload", "", ".decl Q v_type=G type=uq num_elts=8\nsvm_atomic.add (M1, 8) Q.0 X.0 X.32 %null.0", ".decl Q v_type=G type=uq num_elts=4\nsvm_atomic.add (M1, 8) Q.0 X.0 X.32 %null.0", nil},
	{"operand.payload", "", "media_ld.nomod (5,8) T6 0 0x0:ud 0x4:ud X.0", "media_ld.nomod (9,5) T6 0 0x0:ud 0x4:ud X.0", nil},
	{"operand.payload", "", ".decl S v_type=S num_elts=1\nsample_lz.RG (M1, 8) 0x0:uw S T6 X.0 F.0 F.32", ".decl S v_type=S num_elts=1\nsample_lz.RGB (M1, 8) 0x0:uw S T6 X.0 F.0 F.32", nil},
	{"operand.payload", "", ".decl S v_type=S num_elts=1\nsample_lz.R (M1, 16) 0x0:uw S T6 X.0 F.0", ".decl S v_type=S num_elts=1\nsample_lz.R (M1, 16) 0x0:uw S T6 X.0 F.32", nil},
	{"operand.payload", "DG2", "lsc_load.ugm (M1, 8)  X:d32x2  flat[F]:a32", "lsc_load.ugm (M1, 8)  X:d32x3  flat[F]:a32", nil},
	{"operand.payload", "DG2", "lsc_load.ugm (M1, 8)  X:d64  flat[F]:a64", "lsc_load.ugm (M1, 16)  X:d32  flat[F]:a64", nil},
	{"operand.payload", "DG2", "lsc_load.ugm (M1_NM, 1)  X:d32x16t  flat[F]:a64", "lsc_load.ugm (M1_NM, 1)  X:d32x32t  flat[F]:a64", nil},
	{"operand.payload", "DG2", "lsc_atomic_iadd.ugm (M1, 8)  X:d64  flat[F]:a32  X  %null", "lsc_atomic_iadd.ugm (M1, 16)  %null:d64  flat[F]:a32  X  %null", nil},
	{"operand.size", "", ".decl Z v_type=G type=ud num_elts=128\nmedia_ld.nomod (33,4) T6 0 0x0:ud 0x4:ud Z.0", ".decl Z v_type=G type=ud num_elts=128\nmedia_ld.nomod (33,5) T6 0 0x0:ud 0x4:ud Z.0", nil},
	{"operand.size", "", ".decl Z v_type=G type=ud num_elts=128\nmedia_st.nomod (8,32) T6 0 0x0:ud 0x4:ud Z.0", ".decl Z v_type=G type=ud num_elts=128\nmedia_st.nomod (8,33) T6 0 0x0:ud 0x4:ud Z.0", nil},
	{"operand.size", "DG2", ".decl Z v_type=G type=ud num_elts=256\nlsc_load.ugm (M1, 16)  Z:d32x4  flat[X]:a32", ".decl Z v_type=G type=ud num_elts=256\nlsc_load.ugm (M1, 16)  Z:d32x8  flat[X]:a32", nil},
	{"operand.size", "DG2", ".decl Z v_type=G type=ud num_elts=256\nlsc_store.ugm (M1_NM, 1)  flat[X]:a32  Z:d64x32t", ".decl Z v_type=G type=ud num_elts=256\nlsc_store.ugm (M1_NM, 1)  flat[X]:a32  Z:d64x64t", nil},
	{"operand.raw-type", "", "gather.4 (M1, 8) T6 0x0:ud X.0 F.0", ".decl H v_type=G type=hf num_elts=16\ngather.4 (M1, 8) T6 0x0:ud X.0 H.0", nil},
	{"operand.raw-type", "", "scatter.2 (M1, 8) T6 0x0:ud X.0 F.0", "scatter.2 (M1, 8) T6 0x0:ud X.0 Y.0", nil},
	{"operand.raw-type", "", "dword_atomic.add (M1, 8) T6 X.0 X.0 %null.0 %null.0", "dword_atomic.add (M1, 8) T6 F.0 X.0 %null.0 %null.0", nil},
	{"operand.span", "", ".decl W v_type=G type=uw num_elts=64\naddr_add (M1, 8) A0(0)<8> &X W(0,0)<4;1,0>", ".decl W v_type=G type=uw num_elts=64\naddr_add (M1, 8) A0(0)<8> &X W(0,0)<8;1,0>", nil},
	{"operand.span", "", ".decl W v_type=G type=uw num_elts=64\naddr_add (M1, 8) A0(0)<8> &X W(0,3)<4;1,0>", ".decl W v_type=G type=uw num_elts=64\naddr_add (M1, 8) A0(0)<8> &X W(0,7)<4;1,0>", nil},
	{"operand.span", "", "ifcall (M1, 8) X(0,0)<2;1,0> 1 1", ".decl Z v_type=G type=ud num_elts=64\nifcall (M1, 8) Z(0,0)<4;1,0> 1 1", nil},
	{"inst.size", "", "gather.4 (M1, 8) T6 0x0:ud X.0 F.0", "gather.4 (M1, 4) T6 0x0:ud X.0 F.0", nil},
	{"inst.size", "", "scatter.4 (M1_NM, 1) T6 0x0:ud X.0 F.0", "scatter.4 (M1, 2) T6 0x0:ud X.0 F.0", nil},
	{"inst.requires", "", "dword_atomic.inc (M1, 16) T6 X.0 %null.0 %null.0 X.0", "dword_atomic.inc (M1, 16) T6 X.0 X.0 %null.0 X.0", nil},
	{"inst.requires", "", "dword_atomic.cmpxchg (M1, 16) T6 X.0 X.0 X.0 X.0", "dword_atomic.add (M1, 16) T6 X.0 X.0 X.0 X.0", nil},
	{"inst.requires", "", "dword_atomic.fmax (M1, 16) T6 X.0 F.0 %null.0 F.0", "dword_atomic.fmax (M1, 16) T6 X.0 X.0 %null.0 F.0", nil},
	{"inst.requires", "", "dword_atomic.max (M1, 16) T6 X.0 X.0 %null.0 X.0", "dword_atomic.max (M1, 16) T6 X.0 X.0 %null.0 F.0", nil},
	{"inst.requires", "", ".decl Q v_type=G type=uq num_elts=8\nsvm_atomic.inc (M1, 8) Q.0 X.0 %null.0 %null.0", ".decl Q v_type=G type=uq num_elts=8\nsvm_atomic.inc (M1, 8) Q.0 X.0 X.0 %null.0", nil},
	{"inst.requires", "DG2", "lsc_store_quad.ugm (M1, 8)  flat[X]:a32  F:d32.xy", "lsc_store_quad.ugm (M1, 8)  flat[X]:a32  F:d32.xz", nil},
	{"inst.requires", "DG2", "lsc_load.slm (M1, 8)  F:d32  flat[X]:a32", "lsc_load.slm (M1, 8)  F:d32  bti(0x1)[X]:a32", nil},
	{"inst.requires", "DG2", "lsc_load.ugm (M1, 8)  F:d32  flat[X]:a64", "lsc_load.slm (M1, 8)  F:d32  flat[X]:a64", nil},
	{"inst.requires", "DG2", "lsc_load.ugm (M1, 8)  F:d16c32  flat[X]:a32", "lsc_load.ugm (M1, 8)  F:d16c32x2  flat[X]:a32", nil},
	{"inst.requires", "DG2", "lsc_atomic_icas.ugm (M1, 8)  F:d32  flat[X]:a32  X  X", "lsc_atomic_iadd.ugm (M1, 8)  F:d32  flat[X]:a32  X  X", nil},
	{"inst.requires", "DG2", "lsc_atomic_iinc.ugm (M1, 8)  F:d32  flat[X]:a32  %null  %null", "lsc_atomic_iinc.ugm (M1, 8)  F:d32  flat[X]:a32  X  %null", nil},
	{"inst.requires", "DG2", "lsc_atomic_icas.slm (M1, 8)  F:d64  flat[X]:a32  X  X", "lsc_atomic_iadd.slm (M1, 8)  F:d64  flat[X]:a32  X  %null", nil},
	{"operand.kind", "TGLLP", "rt_write_3d.<RTI> (M1, 8) T6 %null.0 0x1:ud F.0 F.0 F.0 F.0", "rt_write_3d.<RTI> (M1, 8) T6 %null.0 0x1:ud F.0 F.0 F.0 F.0",
		func(k *visa.Kernel) { k.Insts[0].Args[0].Imm = 1 << 7 }},
	{"operand.kind", "TGLLP", "rt_write_3d.<Z> (M1, 8) T6 %null.0 F.0 F.0 F.0 F.0 F.0", "rt_write_3d (M1, 8) T6 %null.0 F.0 F.0 F.0 F.0",
		func(k *visa.Kernel) { k.Insts[0].Args[0].Imm = 1 << 5 }},
	{"operand.field", "TGLLP", "rt_write_3d.<CM><NULLRT> (M1, 16) T6 %null.0 F.0 F.0 F.0 F.0", "rt_write_3d (M1, 16) T6 %null.0 F.0 F.0 F.0 F.0",
		func(k *visa.Kernel) { k.Insts[0].Args[0].Imm = 1 << 13 }},
	{"inst.size", "TGLLP", "rt_write_3d (M1, 8) T6 %null.0 F.0 F.0 F.0 F.0", "rt_write_3d (M1, 4) T6 %null.0 F.0 F.0 F.0 F.0", nil},
	{"inst.requires", "DG2", ".decl Z v_type=G type=ud num_elts=64 align=GRF\ndpas.hf.hf.8.1 (M1, 8) X.0 %null.0 Z.0 Z(0,0)", ".decl Z v_type=G type=ud num_elts=64 align=GRF\ndpas.hf.bf.8.1 (M1, 8) X.0 %null.0 Z.0 Z(0,0)", nil},
	{"inst.requires", "DG2", ".decl Z v_type=G type=ud num_elts=64 align=GRF\ndpas.bf.bf.8.1 (M1, 8) F.0 %null.0 Z.0 Z(0,0)", ".decl Z v_type=G type=ud num_elts=64 align=GRF\ndpas.u8.bf.8.1 (M1, 8) X.0 %null.0 Z.0 Z(0,0)", nil},
	{"operand.raw-type", "DG2", ".decl Z v_type=G type=ud num_elts=64 align=GRF\n.decl D v_type=G type=d num_elts=8 align=GRF\n.decl H v_type=G type=hf num_elts=16 align=GRF\ndpas.hf.hf.8.1 (M1, 8) D.0 D.0 Z.0 Z(0,0)", ".decl Z v_type=G type=ud num_elts=64 align=GRF\n.decl D v_type=G type=d num_elts=8 align=GRF\n.decl H v_type=G type=hf num_elts=16 align=GRF\ndpas.hf.hf.8.1 (M1, 8) H.0 %null.0 Z.0 Z(0,0)", nil},
	{"operand.raw-type", "DG2", ".decl Z v_type=G type=ud num_elts=64 align=GRF\n.decl D v_type=G type=d num_elts=8 align=GRF\n.decl H v_type=G type=hf num_elts=16 align=GRF\ndpas.hf.hf.8.1 (M1, 8) D.0 F.0 Z.0 Z(0,0)", ".decl Z v_type=G type=ud num_elts=64 align=GRF\n.decl D v_type=G type=d num_elts=8 align=GRF\n.decl H v_type=G type=hf num_elts=16 align=GRF\ndpas.hf.hf.8.1 (M1, 8) D.0 H.0 Z.0 Z(0,0)", nil},
	{"operand.payload", "DG2", ".decl Z v_type=G type=ud num_elts=64 align=GRF\ndpas.hf.hf.8.8 (M1, 8) Z.0 Z.0 Z.0 Z(0,0)", ".decl Z v_type=G type=ud num_elts=64 align=GRF\ndpas.hf.hf.8.8 (M1, 8) X.0 Z.0 Z.0 Z(0,0)", nil},
	{"inst.requires", "DG2", "lsc_fence.slm.none.group", "lsc_fence.slm.evict.group", nil},
	{"inst.requires", "DG2", "lsc_fence.ugm.evict.gpu", "lsc_fence.slm.none.gpu", nil},
}

// grow makes n general variables of one.
func grow(k *visa.Kernel, n int) {
	for len(k.Vars) < n {
		k.Vars = append(k.Vars, visa.Var{Name: "Z", Type: visa.UD, Elems: 1, Alias: -1})
	}
}

func platform(t *testing.T, name string) visa.Platform {
	t.Helper()
	if name == "" {
		return visa.AnyPlatform
	}
	on, ok := visa.ParsePlatform(name)
	require.True(t, ok, name)
	return on
}

// broken is a kernel with the edit of a case, if it has one.
func broken(t *testing.T, text string, edit func(k *visa.Kernel)) *visa.Kernel {
	t.Helper()
	k := parse(t, text)
	if edit != nil {
		edit(k)
	}
	return k
}

func TestRules(t *testing.T) {
	tested := map[string]bool{}
	check := func(rule, on, accept, reject string, edit func(k *visa.Kernel)) {
		tested[rule] = true
		assert.Empty(t, verify.For(parse(t, accept), platform(t, on)), "%s accepts %s", rule, accept)
		got := map[string]bool{}
		for _, f := range verify.For(broken(t, reject, edit), platform(t, on)) {
			got[f.Rule] = true
		}
		assert.Equal(t, map[string]bool{rule: true}, got, "%s rejects %s", rule, reject)
	}
	for _, c := range cases {
		check(c.rule, "", c.accept, c.reject, c.edit)
	}
	for _, c := range newCases {
		check(c.rule, c.on, c.accept, c.reject, c.edit)
	}
	for _, r := range verify.Rules() {
		assert.True(t, tested[r.ID], "rule %s has no test", r.ID)
		assert.NotEmpty(t, r.Doc)
		assert.NotEmpty(t, r.Cite)
	}
}

func TestFindingText(t *testing.T) {
	k := parse(t, "mov (M5, 8) X(0,0)<1> 0x1:ud")
	got := verify.Kernel(k)
	require.Len(t, got, 1)
	assert.Equal(t, "t:12:1: error: lanes 16 to 23 of (M5, 8): the limit is 16 [inst.exec]", got[0].String())
	assert.Equal(t, 0, got[0].Inst)
}

// TestFindingPlaces: a finding is at the mnemonic, behind a predicate and on its
// own line of a statement of several, or at the name of a declaration.
func TestFindingPlaces(t *testing.T) {
	const text = `.version 4.1
.kernel "k"
.kernel_attr SimdSize=16
  .decl  BAD v_type=P num_elts=3
.decl P1 v_type=P num_elts=16
.decl X v_type=G type=ud num_elts=8 align=GRF
.input  X offset=4 size=32
   (P1) /* two
lines */  mov (M5, 8) X(0,0)<1> 0x1:ud
 L1:
ret (M1, 1)
`
	k, err := asm.Parse("t", []byte(text))
	require.NoError(t, err)
	k.Insts = append(k.Insts, k.Insts[1]) // the label again
	var places []string
	for _, f := range verify.Kernel(k) {
		places = append(places, fmt.Sprintf("%v %s", f.Pos, f.Rule))
	}
	assert.Equal(t, []string{
		"4:10 decl.elements", "7:9 input.payload", "10:2 label.duplicate", "9:11 inst.exec",
	}, places)
}

// A kernel of arbitrary indices gives findings, not a panic.
func TestBrokenKernel(t *testing.T) {
	k := parse(t, "L1:\n(P1) add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud\nmov (M1, 8) X(0,0)<1> r[A0(0),0]<1,0>:ud\ngather4_scaled.R (M1, 16) T6 0x0:ud X.0 F.0\ngoto (M1, 16) L1")
	for i := range k.Insts {
		in := &k.Insts[i]
		for n := range in.Args {
			for _, bad := range []int32{-1, 1 << 20} {
				old := in.Args[n]
				in.Args[n].Var, in.Args[n].Type = bad, 200
				if old.Kind != visa.Field && old.Kind != visa.Immediate {
					assert.NotEmpty(t, verify.Kernel(k), "%s operand %d", in.Op, n)
				}
				verify.Kernel(k)
				in.Args[n] = old
			}
		}
	}
	assert.Empty(t, verify.Kernel(k))
}

// TestDeadLabelAtEnd: compilers leave the label of a block that they deleted
// behind the last ret.
func TestDeadLabelAtEnd(t *testing.T) {
	k := parse(t, "barrier\nret (M1, 1)\nL1:")
	dropRet(k)
	assert.Empty(t, verify.Kernel(k))
}

// TestAliasChains: a chain as long as the limit is taken, a longer one refused
// at the first variable that is too far from its storage. All are followed once.
func TestAliasChains(t *testing.T) {
	chain := func(n int) *visa.Kernel {
		k := parse(t, "oword_ld (1) T6 0x0:ud X.0")
		for i := range n {
			k.Vars = append(k.Vars, visa.Var{Name: fmt.Sprintf("C%d", i+1), Type: visa.UB, Elems: 4, Alias: int32(len(k.Vars) - 1)})
		}
		return k
	}
	assert.Equal(t, 0, len(verify.Kernel(chain(254)))) // over Y, which aliases X
	got := verify.Kernel(chain(60_000))
	require.Equal(t, 1, len(got))
	assert.Equal(t, "t:1:1: error: the alias chain of C255 has 256 variables: want at most 255 [decl.alias]", got[0].String())
	k := chain(60_000)
	k.Vars[varY].Alias = int32(len(k.Vars) - 1)
	endless := 0
	for _, f := range verify.Kernel(k) {
		if f.Rule == "decl.alias" {
			endless++
		}
	}
	assert.Equal(t, 60_001, endless, "all lead into the cycle")
}

// TestStorage: the offsets of all aliases count for the alignment of a raw operand.
func TestStorage(t *testing.T) {
	const text = ".decl Z v_type=G type=ub num_elts=16 alias=<Y, %d>\n.decl U v_type=G type=ub num_elts=2 alias=<Z, %d>\noword_ld (1) T6 0x0:ud %%null.0\noword_st (1) T6 0x0:ud U.0"
	assert.Empty(t, verify.Kernel(parse(t, fmt.Sprintf(text, 0, 0))))
	for _, offs := range [][2]int{{0, 8}, {8, 0}, {8, 8}} {
		got := verify.Kernel(parse(t, fmt.Sprintf(text, offs[0], offs[1])))
		require.Len(t, got, 1)
		assert.Equal(t, fmt.Sprintf("t:15:1: error: operand src of oword_st begins at byte %d of its variable: want a multiple of 32 [operand.align]", 32+offs[0]+offs[1]), got[0].String())
	}
}

// TestNotes: an instruction without a page is no finding but a note, also at the end.
func TestNotes(t *testing.T) {
	op := visa.NumOps.String() // the first without a page
	k, err := asm.Parse("t", []byte(".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=8\n"+op+" (M8, 32) a\n"))
	require.NoError(t, err)
	assert.Empty(t, verify.Kernel(k))
	notes := verify.Notes(k)
	require.Len(t, notes, 1)
	assert.Equal(t, "t:4:1: note: '"+op+"' is a vISA instruction that genvisa does not model: its operands are not checked [inst.unmodelled]", notes[0].String())
	k.Insts[0].Args = k.Insts[0].Args[:1]
	require.Len(t, verify.Kernel(k), 1)
	assert.Equal(t, op+" has 1 operands: want 2", verify.Kernel(k)[0].Msg)
}
