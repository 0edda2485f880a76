package asm_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// Signed immediates are numbers of their own width, others bits.
func TestImmediateText(t *testing.T) {
	for _, c := range []struct {
		t    native.Type
		v    uint64
		want string
	}{
		{native.W, 0xFFFF, "-1:w"}, {native.W, 0x7FFF, "32767:w"}, {native.W, 0x8000, "-32768:w"},
		{native.D, 0xFFFFFFFE, "-2:d"}, {native.D, 0x7FFFFFFF, "2147483647:d"}, {native.D, 0x80000000, "-2147483648:d"},
		{native.Q, 1 << 63, "-9223372036854775808:q"}, {native.Q, 1<<63 - 1, "9223372036854775807:q"},
		{native.UW, 0xFFFF, "0xFFFF:uw"}, {native.UD, 0x80000000, "0x80000000:ud"}, {native.F, 0x3F800000, "0x3F800000:f"},
		{native.V, 0xFEDC3210, "0xFEDC3210:v"},
	} {
		in := native.Inst{Op: native.OpMov, ExecSize: 8, Dst: native.GRFOperand(3, 0, native.Region{H: 1}, c.t)}
		in.Src[0] = native.ImmOperand(c.v, c.t)
		assert.Contains(t, asm.Inst(native.SKL, &in, 0), " "+c.want, c.want)
	}
}

// Blanks may stand behind each part of a source modifier.
func TestBlanksInModifiers(t *testing.T) {
	for _, mod := range []string{"-", "(abs)", "-(abs)"} {
		want, err := asm.Assemble("a", native.SKL, strings.NewReader("mov (8|M0) r2.0<1>:f "+mod+"r3.0<8;8,1>:f\n"))
		require.NoError(t, err)
		spaced := strings.ReplaceAll(mod, "-", "- ")
		got, err := asm.Assemble("a", native.SKL, strings.NewReader("mov (8|M0) r2.0<1>:f "+strings.ReplaceAll(spaced, ")", ") ")+"r3.0<8;8,1>:f\n"))
		require.NoError(t, err, mod)
		assert.Equal(t, want, got, mod)
	}
}

// Operands stand in columns, three sources and options too.
func TestColumns(t *testing.T) {
	r := func(n int) native.Operand {
		return native.GRFOperand(n, 0, native.Region{V: 4, W: 4, H: 1}, native.F)
	}
	in := native.Inst{Op: native.OpMad, ExecSize: 8, Align16: true, NoMask: true, AccWr: true, Dst: r(2), Src: [3]native.Operand{r(4), r(6), r(8)}}
	in.Dst.ChanEn = 15
	for i := range in.Src {
		in.Src[i].Swizzle = 0xE4
	}
	line := asm.Inst(native.SKL, &in, 0)
	assert.Equal(t, []int{0, 8, 33, 47, 65, 83, 101}, []int{
		strings.Index(line, "(W)"), strings.Index(line, "mad (8|M0)"), strings.Index(line, "r2."), strings.Index(line, "r4."),
		strings.Index(line, "r6."), strings.Index(line, "r8."), strings.Index(line, "{AccWrEn}"),
	}, line)
	in = native.Inst{Op: native.OpMov, ExecSize: 16, ChanOff: 16, DepCtrl: native.DepNoDDClr, Dst: r(2), Src: [3]native.Operand{native.ImmOperand(7, native.UD)}}
	line = asm.Inst(native.SKL, &in, 0)
	assert.Equal(t, []int{8, 33, 47, 83}, []int{
		strings.Index(line, "mov (16|M16)"), strings.Index(line, "r2."), strings.Index(line, "0x7:ud"), strings.Index(line, "{NoDDClr}"),
	}, line)
}

// A branch target in an immediate shows its type, where it is not d.
func TestTargetType(t *testing.T) {
	for ty, want := range map[native.Type]string{native.D: "(W) jmpi L48", native.UD: "(W) jmpi L48:ud", native.W: "(W) jmpi L48:w"} {
		in := native.Inst{Op: native.OpJmpi, ExecSize: 1, NoMask: true, JIP: 32}
		in.Src[1] = native.ImmOperand(32, ty)
		assert.Equal(t, want, strings.Join(strings.Fields(asm.Inst(native.SKL, &in, 16)), " "))
	}
	ret := native.Inst{Op: native.OpRet, ExecSize: 16}
	assert.Equal(t, "ret (16|M0)", strings.Join(strings.Fields(asm.Inst(native.SKL, &ret, 0)), " "))
	for ty, want := range map[native.Type]string{native.D: "ret (16|M0) r7.2", native.UD: "ret (16|M0) r7.2:ud"} {
		ret.Src[0] = native.GRFOperand(7, 8, native.Scalar, ty)
		assert.Equal(t, want, strings.Join(strings.Fields(asm.Inst(native.SKL, &ret, 0)), " "))
	}
}

// Variables have their own names, or numbers where they have none or none exists.
func TestVariableNames(t *testing.T) {
	p := &native.Program{
		Vars: []native.Var{{Name: "size"}, {}}, Flags: []native.FlagVar{{Name: "less"}, {}}, Addrs: []native.AddrVar{{Name: "base"}, {}},
	}
	for i := range int32(3) {
		p.Insts = append(p.Insts, native.Inst{
			Op: native.OpMov, ExecSize: 1, PredCtrl: native.PredSeq, Flag: native.Flag{Virt: i + 1},
			Dst: native.Operand{File: native.VirtAddr, Reg: i, Type: native.UW, Region: native.Dst1},
			Src: [3]native.Operand{{File: native.Virt, Reg: i, Type: native.UW, Region: native.Scalar}},
		})
	}
	var out strings.Builder
	require.NoError(t, asm.PrintProgram(&out, native.SKL, p))
	assert.Equal(t, "(less) mov (1|M0) base.0<1>:uw size.0<0;1,0>:uw (F1) mov (1|M0) A1.0<1>:uw V1.0<0;1,0>:uw (F2) mov (1|M0) A2.0<1>:uw V2.0<0;1,0>:uw",
		strings.Join(strings.Fields(out.String()), " "))
	p.Insts[2].Dst = native.NullDst(native.UW)
	assert.Equal(t, "(F2) mov (1|M0) null<1>:uw V2.0<0;1,0>:uw", strings.Join(strings.Fields(asm.Inst(native.SKL, &p.Insts[2], 0)), " "))
}

// TestMacroAddress: a step of a macro whose source has an address shows it, as iga64 does.
func TestMacroAddress(t *testing.T) {
	code, err := hex.DecodeString("3801800eca32800f08094032088a4000")
	require.NoError(t, err)
	in, _, err := native.Decode(native.SKL, code)
	require.NoError(t, err)
	assert.Equal(t, "math.invm (16|M0) (eo)f1.0 r124.mme0:df r72.nomme:df r[a0.5]:df", strings.Join(strings.Fields(asm.Inst(native.SKL, &in, 0)), " "))
}

// From Gen10 on movi has a second source, null or an immediate; the bytes are iga64's.
func TestMoviText(t *testing.T) {
	const line = "movi (8|M0) r17.0<1>:ud r[a0.0]<4;4,1>:ud"
	for _, c := range []struct {
		t            native.Target
		source, want string
	}{
		{native.HSW, "", "03006000210020220080690000000000"},
		{native.SKL, "", "03006000080220220080690000000000"},
		{native.CNL, " null<8;8,1>:ub", "03006000080220220080692000008d00"},
		{native.ICL, " null<8;8,1>:ub", "03006000080220220080692000008d00"},
		{native.LKF, " 0x10:uw", "03006000080220220080691610001000"},
		{native.ICL, " 0x10:ud", "03006000080220220080690610000000"},
		{native.TGL, " null<8;8,1>:ub", "63000300200205110100350001004600"},
		{native.TGL, " 0x10:ud", "63000300208205110100350210000000"},
	} {
		code, err := asm.Assemble("movi", c.t, strings.NewReader(line+c.source+"\n"))
		require.NoError(t, err, c.t)
		assert.Equal(t, c.want, hex.EncodeToString(code), c.t)
		in, _, err := native.Decode(c.t, code)
		require.NoError(t, err)
		assert.Equal(t, line+c.source, strings.Join(strings.Fields(asm.Inst(c.t, &in, 0)), " "), c.t)
		var text strings.Builder
		require.NoError(t, asm.Disassemble(&text, c.t, code, asm.Options{}))
		assert.NotContains(t, text.String(), ".raw", c.t)
	}
	_, err := asm.Assemble("movi", native.SKL, strings.NewReader(line+" null<8;8,1>:ub\n"))
	assert.ErrorContains(t, err, "want no more than 1 sources of movi")
	_, err = asm.Assemble("movi", native.ICL, strings.NewReader(line+"\n"))
	assert.ErrorContains(t, err, "want source 1 of the 2 of movi")
}

// TestSamplerNames: the comment of a message to the sampler names what it does, whatever its lanes.
func TestSamplerNames(t *testing.T) {
	for desc, c := range map[string]struct {
		target native.Target
		want   string
	}{
		"0x06427207": {native.SKL, "// Sampler, bti 7, index 2, type ld, simd 8; sends 3+0, receives 4"},
		"0x0A84A103": {native.IVB, "// Sampler, bti 3, index 1, type resinfo, simd 16; sends 5+0, receives 8"},
		"0x44239000": {native.SKL, "// SamplerHalf, bti 0, index 0, type sample_c_lz, simd 8; sends 2+0, receives 2"},
		"0x24239000": {native.ICL, "// SamplerWords, bti 0, index 0, type sample_c_lz, simd 8; sends 2+0, receives 2"},
	} {
		code, err := asm.Assemble("a", c.target, strings.NewReader("send (8|M0) r12:ud r20 0x2 "+desc+"\n"))
		require.NoError(t, err)
		var out strings.Builder
		require.NoError(t, asm.Print(&out, c.target, code))
		assert.Contains(t, out.String(), c.want)
	}
}
