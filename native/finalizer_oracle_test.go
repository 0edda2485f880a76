//go:build oracle

package native_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// finalizers are GenX_IR's names of the targets that it has.
var finalizers = map[native.Target]string{native.BDW: "BDW", native.SKL: "SKL", native.BXT: "BXT", native.ICL: "ICLLP", native.TGL: "TGLLP"}

// finalized are lines of vISA that ask for a form that drivers ship and a rule finds somewhere.
// D0 to D3 lie in r2, r10, r18 and r26.
var finalized = []struct {
	rules   string
	visa    string
	form    string          // what the text asks for
	kept    []native.Target // where the finalizer makes it; elsewhere one of the rules finds it
	instead string          // what it makes there
}{
	{
		"bxt.6.1 eu.mul.dword", "mul (M1_NM, 4) D0(0,0)<1> D1(0,0)<1;1,0> D1(0,0)<1;1,0>",
		"(W) mul (4|M0) r2.0<1>:ud r10.0<4;4,1>:ud r10.0<4;4,1>:ud", []native.Target{native.BDW, native.SKL}, "mach (4|M0) ",
	},
	{
		"bxt.9.4", "mov (M1_NM, 32) D0_hf(1,0)<1> D0_hf(0,0)<1;1,0>",
		"(W) mov (32|M0) r3.0<1>:hf r2.0<8;8,1>:hf", upToBXT, "(W) mov (32|M0) r3.0<1>:hf r51.0<8;8,1>:hf",
	},
	{
		"bxt.9.4", "add (M1_NM, 16) D0_d(0,0)<1> D1_uw(0,0)<1;1,0> D0_uw(0,0)<1;1,0>",
		"(W) add (16|M0) r2.0<1>:d r10.0<16;16,1>:uw r2.0<16;16,1>:uw", upToBXT, "(W) add (16|M0) r2.0<1>:d r10.0<16;16,1>:uw r51.0<16;16,1>:uw",
	},
	{ // halves that meet in a register, but in no dword
		"bxt.9.4", "mov (M1_NM, 2) D0_f(0,7)<2> D0_f(0,5)<0;1,0>",
		"(W) mov (2|M0) r2.7<2>:f r2.5<0;1,0>:f", allFinalizers, "",
	},
	{
		"eu.vector.wide", "shl (M1_NM, 2) D0_d(0,0)<1> D1_w(0,0)<1;1,0> 0x2:v",
		"(W) shl (2|M0) r2.0<1>:d r10.0<2;2,1>:w 0x2:v", allFinalizers, "",
	},
	{ // the elements go to every second place
		"eu.vector.wide", "mov (M1_NM, 4) D0_d(0,0)<1> 0x3210:v",
		"(W) mov (4|M0) r2.0<1>:d 0x3020100:v", allFinalizers, "",
	},
	{
		"eu.vector.wide", "mov (M1_NM, 8) D0_d(0,0)<1> 0x76543210:v",
		"(W) mov (8|M0) r2.0<1>:d 0x76543210:v", nil, "0<1>:w 0x76543210:v",
	},
	{
		"eu.vector.wide", "mov (M1_NM, 2) D0_d(0,0)<2> 0x21:v",
		"(W) mov (2|M0) r2.0<2>:d 0x21:v", nil, "0<1>:w 0x21:v",
	},
	{
		"eu.vector", "mov (M1_NM, 2) D0_uw(0,4)<1> 0x10:uv",
		"(W) mov (2|M0) r2.4<1>:uw 0x10:uv", nil, "0<1>:uw 0x10:uv",
	},
	{
		"eu.carry", "subb (M1, 16) D0(0,0)<1> D3(0,0)<1> D1(0,0)<1;1,0> D2(0,0)<1;1,0>",
		"subb (16|M0) r2.0<1>:ud r10.0<8;8,1>:ud r18.0<8;8,1>:ud", nil, "subb (8|M8) r3.0<1>:ud r11.0<8;8,1>:ud r19.0<8;8,1>:ud {AccWrEn",
	},
	{
		"eu.bytes", "avg (M1, 16) D0_ub(0,0)<2> D1_ub(0,0)<1;1,0> D2_ub(0,0)<1;1,0>",
		"avg (16|M0) r2.0<2>:ub r10.0<8;8,1>:ub r18.0<8;8,1>:ub", upToBXT, "avg (16|M0) r2.0<2>:ub r10.0<8;8,1>:ub r51.0<16;16,1>:uw",
	},
	{
		"eu.mul.flags", "mul (M1_NM, 1) D0(0,0)<1> D1_d(0,0)<0;1,0> D2_uw(0,0)<0;1,0>\ncmp.le (M1_NM, 1) P2 D0(0,0)<0;1,0> 0x0:ud",
		"(W) mul (1|M0) (le)f0.0 r2.0<1>:ud r10.0<0;1,0>:d r18.0<0;1,0>:uw", nil, "(W) cmp (1|M0) (le)f0.0 null<1>:ud r2.0<0;1,0>:ud",
	},
	{ // where the product is as wide as its factors the comparison is put into it
		"eu.mul.flags", "mul (M1_NM, 1) D0_w(0,0)<1> D1_w(0,0)<0;1,0> D2_w(0,0)<0;1,0>\ncmp.eq (M1_NM, 1) P2 D0_w(0,0)<0;1,0> 0x0:w",
		"(W) mul (1|M0) (eq)f0.0 r2.0<1>:w r10.0<0;1,0>:w r18.0<0;1,0>:w", allFinalizers, "",
	},
	{
		"bxt.1.2", "mov (M1_NM, 1) D0_ub(0,15)<1> 0x30:d",
		"(W) mov (1|M0) r2.15<1>:ub 48:d", nil, "(W) mov (1|M0) r2.15<2>:ub 48:w",
	},
	{"eu.optypes", "fbl (M1, 1) D0(0,0)<1> D1_ub(0,0)<0;1,0>", "fbl (1|M0) r2.0<1>:ud r10.0<0;1,0>:ub", allFinalizers, ""},
	{"eu.optypes", "fbl (M1, 4) D0_ub(0,0)<4> D1(0,0)<1;1,0>", "fbl (4|M0) r2.0<4>:ub r10.0<4;4,1>:ud", allFinalizers, ""},
	{"eu.optypes", "fbh (M1, 2) D0_w(0,0)<2> D1(0,0)<1;1,0>", "fbh (2|M0) r2.0<2>:w r10.0<2;2,1>:ud", allFinalizers, ""},
	{"eu.optypes", "fbh (M1, 8) D0_d(0,0)<1> D1_d(0,0)<1;1,0>", "fbh (8|M0) r2.0<1>:d r10.0<8;8,1>:d", allFinalizers, ""},
}

var (
	upToBXT       = []native.Target{native.BDW, native.SKL, native.BXT}
	allFinalizers = []native.Target{native.BDW, native.SKL, native.BXT, native.ICL, native.TGL}
)

// finalText is a kernel with a few lines, whose variables live on.
func finalText(lines string) string {
	var s strings.Builder
	s.WriteString(".version 4.1\n.kernel \"k\"\n.decl HDR v_type=G type=ud num_elts=8 align=hword\n")
	for n := range 4 {
		fmt.Fprintf(&s, ".decl D%d v_type=G type=ud num_elts=64 align=hword\n", n)
		for _, ty := range []native.Type{native.D, native.W, native.UW, native.UB, native.F, native.HF} {
			fmt.Fprintf(&s, ".decl D%d_%s v_type=G type=%[2]s num_elts=%d align=hword alias=<D%[1]d, 0>\n", n, ty, 256/ty.Size())
		}
	}
	s.WriteString(".decl P2 v_type=P num_elts=32\n.decl T6 v_type=T num_elts=1\n.input HDR offset=32 size=32\n")
	for n := range 4 {
		fmt.Fprintf(&s, ".input D%d offset=%d size=256\n", n, 64+256*n)
	}
	s.WriteString(".kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=16\n.function \"_main_0\"\n_main_0:\n    movs (M1_NM, 1) T6(0) 0x1:ud\n")
	for l := range strings.Lines(lines) {
		s.WriteString("    " + l)
	}
	s.WriteString("\n")
	for n := range 4 {
		for i := range 4 {
			fmt.Fprintf(&s, "    oword_st (4) T6 HDR(0,%d)<0;1,0> D%d.%d\n", i, n, 64*i)
		}
	}
	return s.String() + "    ret (M1, 1)\n"
}

// TestFinalizerObeys: where a rule finds a form, Intel's finalizer, asked for it, makes something
// else for the same target, and where none does it makes the form. docs/restrictions.md
// answers with that who is right about code that drivers ship.
func TestFinalizerObeys(t *testing.T) {
	for _, c := range finalized {
		for target, platform := range finalizers {
			g := oracle.GenX{Dir: t.TempDir(), Verify: true, Platform: platform}
			code, refusal, err := g.Compile(finalText(c.visa))
			require.NoError(t, err)
			require.Empty(t, refusal, c.visa)
			insts, offs, err := native.DecodeAll(target, code)
			require.NoError(t, err)
			var made []string
			for i := range insts {
				made = append(made, strings.Join(strings.Fields(asm.Inst(target, &insts[i], offs[i])), " "))
			}
			within := func(what string) bool {
				return slices.ContainsFunc(made, func(l string) bool { return strings.Contains(l, what) })
			}
			for _, f := range native.Check(target, insts) {
				assert.NotContains(t, strings.Fields(c.rules), f.Rule.ID, "%s: %s", target, made[f.Inst])
			}
			kept := slices.Contains(c.kept, target)
			assert.Equal(t, kept, within(c.form), "%s: %s\n%s", target, c.form, strings.Join(made, "\n"))
			assert.True(t, kept || within(c.instead), "%s: %s\n%s", target, c.instead, strings.Join(made, "\n"))
			in, err := example(t, target, c.form)
			require.NoError(t, err)
			found := slices.ContainsFunc(findings(target, in), func(id string) bool { return slices.Contains(strings.Fields(c.rules), id) })
			assert.Equal(t, !kept, found, "%s: the rules and %s", target, c.form)
		}
	}
}

// TestFinalizerRefuses: the verifier of the finalizer has addc and subb on ud alone.
func TestFinalizerRefuses(t *testing.T) {
	for target, platform := range finalizers {
		g := oracle.GenX{Dir: t.TempDir(), Verify: true, Platform: platform}
		_, refusal, err := g.Compile(finalText("subb (M1, 16) D0_w(0,0)<1> D3_w(0,0)<1> D1_w(0,0)<1;1,0> D2_w(0,0)<1;1,0>"))
		require.NoError(t, err)
		assert.Equal(t, "subb only supports single UD type", refusal, target)
	}
}
