package asm

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/kept"
	"github.com/genvisa/genvisa/visa"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var expectation = regexp.MustCompile(`// ERROR ("(?:[^"\\]|\\.)*")`)

// Every line of testdata/bad that is marked gives exactly one error that
// matches, and no other line gives any.
func TestBadTexts(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*.visaasm")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			want := map[int]string{}
			for i, l := range strings.Split(string(src), "\n") {
				if m := expectation.FindStringSubmatch(l); m != nil {
					want[i+1], err = strconv.Unquote(m[1])
					require.NoError(t, err, "line %d", i+1)
				}
			}
			_, err = Parse(path, src)
			var list ErrorList
			require.ErrorAs(t, err, &list)
			for _, e := range list {
				re, ok := want[e.Line]
				if assert.True(t, ok, "unexpected: %v", e) {
					assert.Regexp(t, re, e.Error())
				}
				delete(want, e.Line)
			}
			assert.Empty(t, want, "lines without an error")
		})
	}
}

func TestUnfinishedLexemes(t *testing.T) {
	_, err := Parse("t", []byte(head+"goto (M1, 8) \"L1\nL1:\n/* open"))
	require.Error(t, err)
	assert.Equal(t, "t:11:14: error: string without a closing '\"'\nt:13:1: error: the text ends inside a '/*' comment", err.Error())
}

func TestErrorsAreLimited(t *testing.T) {
	_, err := Parse("t", []byte(head+strings.Repeat("nop\n", 2*maxErrors)))
	var list ErrorList
	require.ErrorAs(t, err, &list)
	assert.Len(t, list, maxErrors)
	var first *Error
	require.ErrorAs(t, err, &first)
	assert.Equal(t, 11, first.Line)
}

const head = `.version 4.1
.kernel "k"
.decl V32 v_type=G type=ud num_elts=16 align=hword
.decl F v_type=G type=f num_elts=16 align=hword
.decl W v_type=G type=w num_elts=16 align=hword
.decl DF v_type=G type=df num_elts=4 align=hword
.decl Q v_type=G type=q num_elts=4 align=hword
.decl A0 v_type=A num_elts=8
.decl P1 v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
`

// parseOne reads one instruction behind head.
func parseOne(t *testing.T, line string) (*visa.Kernel, *visa.Inst) {
	t.Helper()
	k, err := Parse("t", []byte(head+line+"\n"))
	require.NoError(t, err)
	require.NotEmpty(t, k.Insts)
	return k, &k.Insts[0]
}

// What the assembler accepts beyond what compilers print, and what Print makes
// of it.
func TestAcceptedForms(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"mov (8) V32<1> V32(0,0)<1;1,0>", "mov (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0>"},
		{"mov (NoMask, 8) V32(0,0)<1> 16:UD", "mov (M1_NM, 8) V32(0,0)<1> 0x10:ud"},
		{"(!P1.any) mov (M3_NM, 4) V32(1,2)<2> 0x1:ud", "(!P1.any) mov (M3_NM, 4) V32(1,2)<2> 0x1:ud"},
		{"(P1.all)add.sat(M1,8)F(0,0)<1>(-)F(0,0)<1;1,0>(-abs)F(0,0)<0;1,0>", "(P1.all) add.sat (M1, 8) F(0,0)<1> (-)F(0,0)<1;1,0> (-abs)F(0,0)<0;1,0>"},
		{"mov (M1, 8) F(0,0)<1> 1.5:f", "mov (M1, 8) F(0,0)<1> 0x3fc00000:f"},
		{"mov (M1, 8) F(0,0)<1> -2.5:f", "mov (M1, 8) F(0,0)<1> 0xc0200000:f"},
		{"mov (M1, 8) F(0,0)<1> 1e+3:f", "mov (M1, 8) F(0,0)<1> 0x447a0000:f"},
		{"mov (M1, 8) F(0,0)<1> 1:f", "mov (M1, 8) F(0,0)<1> 0x1:f"},
		{"mov (M1, 4) DF(0,0)<1> -0.5:df", "mov (M1, 4) DF(0,0)<1> 0xbfe0000000000000:df"},
		{"mov (M1, 8) F(0,0)<1> 1.00000005960464477539062501:f", "mov (M1, 8) F(0,0)<1> 0x3f800000:f"}, // by way of double
		{"mov (M1, 8) V32(0,0)<1> -1:ud", "mov (M1, 8) V32(0,0)<1> 0xffffffff:ud"},
		{"mov (M1, 8) V32(0,0)<1> ~1:uw", "mov (M1, 8) V32(0,0)<1> 0xfffe:uw"},
		{"mov (M1, 8) V32(0,0)<1> %sizeof(V32):ud", "mov (M1, 8) V32(0,0)<1> 0x40:ud"},
		{"mov (M1, 8) V32(0,0)<1> (7%4*2):ud", "mov (M1, 8) V32(0,0)<1> 0x6:ud"},
		{"mov (M1, 8) \\\n V32<1> /* two\nlines */ 0x1:ud", "mov (M1, 8) V32(0,0)<1> 0x1:ud"},
		{"mov (M1, 8) W(0,0)<1> -1:w", "mov (M1, 8) W(0,0)<1> 0xffffffff:w"},
		{"mov (M1, 8) W(0,0)<1> 0xffff:w", "mov (M1, 8) W(0,0)<1> 0xffffffff:w"},
		{"mov (M1, 8) W(0,0)<1> 0x76543210:v", "mov (M1, 8) W(0,0)<1> 0x76543210:v"},
		{"mov (M1, 4) Q(0,0)<1> -1:q", "mov (M1, 4) Q(0,0)<1> 0xffffffffffffffff:q"},
		{"mov (M1, 8) V32(0,0)<1> (1+2*3):ud", "mov (M1, 8) V32(0,0)<1> 0x7:ud"},
		{"mov (M1, 8) V32(0,%sizeof(W)/4-1)<1> 0x1:ud /* note */", "mov (M1, 8) V32(0,7)<1> 0x1:ud"},
		{"mov (M1, 8) V32(0,0)<1> r[A0(2),-4]<1,0>:ud", "mov (M1, 8) V32(0,0)<1> r[A0(2),-4]<1,0>:ud"},
		{"mov (M1, 8) r[A0(0)]<1>:ud 0x1:ud", "mov (M1, 8) r[A0(0),0]<1>:ud 0x1:ud"},
		{"addr_add (M1_NM, 1) A0(0)<1> &V32[32] 0x20:uw", "addr_add (M1_NM, 1) A0(0)<1> &V32[32] 0x20:uw"},
		{"addr_add (M1_NM, 1) A0(0)<1> &T6[4] 0x20:uw", "addr_add (M1_NM, 1) A0(0)<1> &T6[4] 0x20:uw"},
		{"movs (M1_NM, 1) V32(0,0)<1> T6", "movs (M1_NM, 1) V32(0,0)<1> T6(0)"},
		{"sample_lz.divS.RG (M1, 8) 0x0:uw S31 T6 V32.0 %null.0 V32.0 V32.0", "sample_lz.divS.RG (M1, 8)  0x0:uw S31 T6 V32.0 %null.0 V32.0 V32.0"},
		{"sample_d.RG (M1, 8) 0x0:uw S31 T6 V32.0 %null.0 V32.0 V32.0", "sample_d.RG (M1, 8)  0x0:uw S31 T6 V32.0 %null.0 V32.0 V32.0"},
		{"dpas.s8.u4.8.1 (M1, 8) V32.0 %null.0 V32.0 V32( 1, 3)", "dpas.s8.u4.8.1 (M1, 8) V32.0 %null.0 V32.0 V32(1,3)"},
		{"bfn.x0F (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 1:ud V32(0,0)<1;1,0>", "bfn.xf (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x1:ud V32(0,0)<1;1,0>"},
		{"setp (M1_NM, 16) P1 0xff:uw", "setp (M1_NM, 16) P1 0xff:uw"},
		{"svm_atomic.add.64 (M1, 4) Q.0 Q.0 Q.0 %null.0", "svm_atomic.add.64 (M1, 4) Q.0 Q.0 Q.0 %null.0"},
		{"svm_gather.4.2 (M1, 8) Q.0 V32.0", "svm_gather.4.2 (M1, 8) Q.0 V32.0"},
		{"oword_ld (4) %slm 0x0:ud V32.0", "oword_ld (4) %slm 0x0:ud V32.0"},
		{"gather_scaled.2 (M5, 16) %scratch 0x0:ud V32.0 V32.32", "gather_scaled.2 (M5, 16) %scratch 0x0:ud V32.0 V32.32"},
	} {
		k, in := parseOne(t, c.in)
		assert.Equal(t, c.out, Text(k, in), c.in)
		k2, in2 := parseOne(t, c.out)
		assert.Equal(t, c.out, Text(k2, in2))
	}
}

func TestOperandFields(t *testing.T) {
	_, in := parseOne(t, "(!P1) mad.sat (M2, 4) F(1,3)<2> (-)F(0,1)<8;8,1> 0x40000000:f F(0,0)<0;1,0>")
	assert.Equal(t, visa.Exec{Size: 4, Mask: 1}, in.Exec)
	assert.Equal(t, visa.Pred{Var: 1, Inv: true}, in.Pred)
	require.Len(t, in.Args, 4)
	assert.True(t, in.Sat())
	dst := in.Arg(visa.ArgDst)
	assert.Equal(t, 1*32+3*4, dst.ByteOffset(32))
	assert.Equal(t, visa.Region{H: 2}, dst.Region)
	assert.Equal(t, visa.Region{V: 8, W: 8, H: 1}, in.Arg(visa.ArgSrc0).Region)
	assert.Equal(t, visa.Neg, in.Arg(visa.ArgSrc0).Mod)
	assert.Equal(t, uint64(0x40000000), in.Arg(visa.ArgSrc1).Imm)
	assert.Equal(t, visa.Scalar, in.Arg(visa.ArgSrc2).Region)
}

func TestDeclarationForms(t *testing.T) {
	src := `.version 3.6
.global_function "f x"
.decl V32 v_type=G type=UD num_elts=%sizeof(GRF)/4 attrs={Output, Input_Output=3}
.decl smp v_type=S num_elts=1 v_name="my sampler"
.implicit_LOCAL_ID V32 offset=32 size=32
.implicit_UNDEFINED_7 smp offset=64 size=4
.kernel_attr NoBarrier
.kernel_attr SimdSize=0x10
.kernel_attr Target="cm"
`
	k, err := Parse("t", []byte(src))
	require.NoError(t, err)
	assert.True(t, k.IsFunction)
	assert.Equal(t, 16, k.SimdSize())
	assert.Equal(t, 8, k.Vars[visa.FirstUserVar].Elems)
	assert.Equal(t, visa.ImplicitLocalID, k.Inputs[0].Implicit)
	assert.Equal(t, visa.SamplerVar, k.Inputs[1].Kind)
	var b bytes.Buffer
	require.NoError(t, Print(&b, k))
	again, err := Parse("t", b.Bytes())
	require.NoError(t, err, b.String())
	assert.Equal(t, k.Inputs[1].Implicit, again.Inputs[1].Implicit)
	assert.Equal(t, k.Attrs, again.Attrs)
	assert.Equal(t, k.Vars[visa.FirstUserVar].Attrs, again.Vars[visa.FirstUserVar].Attrs)
	assert.Equal(t, "my sampler", again.Samplers[0].VName)
}

func TestPrintRefusesBadOperands(t *testing.T) {
	k, in := parseOne(t, "mov (M1, 8) V32(0,0)<1> 0x1:ud")
	in.Args[0].Var = 999
	assert.ErrorContains(t, Print(&bytes.Buffer{}, k), "variable V999 is not in the table")
	in.Args = in.Args[:1]
	assert.ErrorContains(t, Print(&bytes.Buffer{}, k), "has 1 operands, not 2")
	assert.Nil(t, in.Arg(visa.ArgSrc0))
	in.Op = visa.EndOps
	assert.ErrorContains(t, Print(&bytes.Buffer{}, k), "is not in the op table")
}

// What has no text is an error, not a text that reads back as something else.
func TestPrintRefusesBadNames(t *testing.T) {
	for _, c := range []struct {
		edit func(k *visa.Kernel)
		want string
	}{
		{func(k *visa.Kernel) { *k = visa.Kernel{} }, "a name is empty"},
		{func(k *visa.Kernel) { k.Name = "a\"b" }, `"a\"b" has a quote or a line end`},
		{func(k *visa.Kernel) { k.Name = "a\nb" }, "has a quote or a line end"},
		{func(k *visa.Kernel) { k.Vars[visa.FirstUserVar].Name = "x y" }, `"x y" is not a name that can be declared`},
		{func(k *visa.Kernel) { k.Addrs[0].Name = k.Vars[visa.FirstUserVar].Name }, "is declared twice"},
		{func(k *visa.Kernel) { k.Addrs[0].Name = k.Surfaces[1].Name }, `"T1" is declared twice`},
		{func(k *visa.Kernel) { k.Addrs[0].Name = "" }, `"" is not a name that can be declared`},
		{func(k *visa.Kernel) { k.Vars[visa.FirstUserVar].Alias = 99 }, "variable V99 is not in the table"},
		{func(k *visa.Kernel) { k.Attrs = []visa.Attr{{Name: "a b"}} }, `"a b" is not a name`},
		{func(k *visa.Kernel) { k.Insts[0] = visa.Inst{} }, "op 0 is not in the op table"},
	} {
		k, _ := parseOne(t, "mov (M1, 8) V32(0,0)<1> 0x1:ud")
		c.edit(k)
		assert.ErrorContains(t, Print(&bytes.Buffer{}, k), c.want)
	}
}

// FuzzParse: no panic, and what was read prints to a text that reads back and
// prints the same.
func FuzzParse(f *testing.F) {
	for _, c := range corpus.Cases(f, corpus.Dir(), "skl")[:2] {
		src, err := os.ReadFile(c.Stem + ".visaasm")
		require.NoError(f, err)
		f.Add(src)
	}
	bad, err := filepath.Glob("testdata/bad/*.visaasm")
	require.NoError(f, err)
	for _, path := range bad {
		src, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(src)
	}
	kept.Add(f, "testdata/fuzz.tar.gz")
	f.Add([]byte(head + "L1:\n (P1) goto (M1, 8) \"a b\"\n\"a b\":\n mov (M1,8) r[A0(0)]<1>:ud -1:d\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		k, err := Parse("fuzz", src)
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		require.NoError(t, Print(&first, k))
		again, err := Parse("again", first.Bytes())
		require.NoError(t, err, first.String())
		require.NoError(t, Print(&second, again))
		require.Equal(t, first.String(), second.String())
	})
}
