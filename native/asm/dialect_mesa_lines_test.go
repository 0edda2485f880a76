package asm_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// mesaLine is a line of testdata/mesa.txt.
type mesaLine struct {
	t          native.Target
	text, want string
	code       []byte
}

// mesaLines are all lines, with the code that they assemble to.
func mesaLines(t *testing.T) (out []mesaLine) {
	t.Helper()
	src, err := os.ReadFile("testdata/mesa.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(src)) {
		target, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		text, want, ok := strings.Cut(rest, " => ")
		if !ok {
			require.True(t, strings.HasPrefix(line, "#"), line)
			continue
		}
		l := mesaLine{text: text, want: want}
		l.t, err = native.ParseTarget(target)
		require.NoError(t, err)
		l.code, err = asm.AssembleSyntax("t", l.t, strings.NewReader(text), asm.Mesa)
		require.NoError(t, err, line)
		out = append(out, l)
	}
	require.NotEmpty(t, out)
	return out
}

// igaOnly are the instructions of IGA's text with one blank for many, without labels
// and comments.
func igaOnly(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if line = strings.Join(strings.Fields(line), " "); line != "" && !strings.HasSuffix(line, ":") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "; ")
}

// TestMesaLines: each line means what stands behind it in IGA's syntax.
func TestMesaLines(t *testing.T) {
	for _, l := range mesaLines(t) {
		var text bytes.Buffer
		if assert.NoError(t, asm.Print(&text, l.t, l.code), l.text) {
			assert.Equal(t, l.want, igaOnly(text.String()), "%v %s", l.t, l.text)
		}
	}
}

// TestMesaFill: the bits of operands that an instruction does not use are those that
// Mesa's assembler gives them.
func TestMesaFill(t *testing.T) {
	for _, c := range []struct {
		t          native.Target
		text, want string
	}{
		{native.IVB, "mov(8) g9<1>D -7D { align1 1Q };", "00600001 212010e5 00000000 fffffff9"},
		{native.HSW, "B: cont(8) JIP: B UIP: B { align16 1Q };", "00600129 340f1c00 006e1404 00000000"},
		{native.BDW, "mov(8) g9<1>W 0x76543210V { align1 1Q };", "00600001 21203668 30000000 76543210"},
		{native.SKL, "math inv(8) g9<1>F g3<8,8,1>F null<8,8,1>F { align1 1Q };", "01600038 21203ae8 388d0060 008d0000"},
		{native.SKL, "send(8) g9<1>UW g3<8,8,1>UD 0x02106e01 dp data 1 MsgDesc: x mlen 1 rlen 1 { align1 1Q };", "0c600031 21200248 068d0060 02106e01"},
		{native.SKL, "B: cont(8) JIP: B UIP: B { align1 1Q };", "00600029 34000e00 00000000 00000000"},
		{native.SKL, "B: endif(8) JIP: B { align1 1Q };", "00600025 00000e00 08000000 00000000"},
		{native.ICL, "B: while(8) JIP: B { align1 1Q };", "00600027 20000e20 08000000 00000000"},
		{native.BXT, "add(8) g7<1>.xzD g8<4>D g9<4>D { align16 1Q };", "00600140 20e50a28 0a6e0104 006e0124"},
		{native.CNL, "wait(1) n0.1<1>UD { align1 };", "00000030 32040004 38001204 008d0000"},
		{native.TGL, "sync nop(8) null<0,1,0>UB { align1 WE_all 1Q @2 };", "80030201 00000000 00000000 00000000"},
		{native.TGL, "math inv(8) g9<1>F g3<8,8,1>F null<8,8,1>F { align1 1Q $9 };", "00034938 09050aa0 1a460305 00460001"},
	} {
		code, err := asm.AssembleSyntax("t", c.t, strings.NewReader(c.text), asm.Mesa)
		if assert.NoError(t, err, c.text) {
			assert.Equal(t, c.want, dwordTexts(code), "%v %s", c.t, c.text)
		}
	}
}

// TestMesaErrors: what Mesa's grammar has no form of, or a target no field for.
func TestMesaErrors(t *testing.T) {
	for _, c := range []struct {
		t          native.Target
		text, want string
	}{
		{native.IVB, "call(8) g5<1>D { align1 };", "1:1: error: call in the syntax mesa is not supported: its grammar has no form of it"},
		{native.HSW, "ret(8) g5<1>D { align1 };", "1:1: error: ret in the syntax mesa is not supported"},
		{native.TGL, "jmpi(1) 16D { align1 };", "1:1: error: jmpi of tgl in the syntax mesa is not supported"},
		{native.IVB, "do(8) { align1 };", "1:1: error: \"do\": want a label or an instruction of ivb"},
		{native.TGL, "mov(8) g5<1>F g6<8,8,1>F { align1 1Q F@1 };", "1:1: error: scoreboard \"F@1\" of mov: want, on tgl, @1 $0.dst $0.src $0 @1,$0.dst, with distances 1 to 7 and tokens 0 to 15"},
		{native.TGL, "mov(8) g5<1>F g6<8,8,1>F { align1 1Q @1 @2 };", "1:41: error: \"@2\": want no second distance in an instruction"},
		{native.TGL, "mov(8) g5<1>F g6<8,8,1>F { align1 1Q @1 $2.src };", "1:1: error: scoreboard \"@1,$2.src\" of mov: want, on tgl, @1 $0.dst"},
		{native.SKL, "mov(8) g5<1>F g6<8,8,1>F { align1 1Q @1 };", "1:1: error: scoreboard \"@1\": skl has none, its hardware watches registers"},
		{native.SKL, "mov(8) g5<1>F g6<1,0>F { align1 1Q };", "1:15: error: region of two numbers: want one like <8,8,1>"},
		{native.SKL, "mov(8) g5<1>F [1, 2]VF { align1 1Q };", "1:20: error: \"]\": want ',' after each but the last of four bytes"},
		{native.SKL, "mov(8) g5<1>F [1, 2, 3, 256]VF { align1 1Q };", "1:25: error: number \"256\": want a byte, 0 to 255"},
		{native.BDW, "math invm(8) g5<1>F g6<8,8,1>F g7<8,8,1>F { align1 };", "1:6: error: \"invm\": want a math function: cos"},
		{native.SKL, "sendc(8) null<1>UW g125<8,8,1>UD a0<0,1,0>UD 0x204 sampler MsgDesc: indirect { align1 1Q EOT };", "1:46: error: number \"0x204\": want 0x200, of a0.0"},
		{native.SKL, "sends(8) nullUD g34UD g36UD 0x04035001 0x00000100\n dp data 1 MsgDesc: mlen 2 ex_mlen 3 rlen 0 { align1 1Q };", "2:2: error: ex_mlen 3: want 4, as the descriptor says"},
		{native.TGL, "send(8) g4UD g34UD g36UD g3<0>UD 0x00000100 hdc1 MsgDesc: { align1 1Q };", "1:26: error: \"g3\": want a descriptor, 32 bits or a0.0<0,1,0>UD"},
		{native.TGL, "sync nop(8) g3<0,1,0>UB { align1 };", "1:13: error: \"g3\": want null<0,1,0>UB, or a mask"},
		{native.TGL, "sync all(8) null<0,1,0>UB { align1 };", "1:6: error: \"all\": want a kind of sync: allrd allwr bar"},
		{native.SKL, "mov(1) g[a0.255]<1>UD g6<0,1,0>UD { align1 };", "1:8: error: word 1020 of a0: want less"},
		{native.HSW, "jmpi(1) 1UW { align1 };", "1:9: error: distance \"1UW\": want 32 bits"},
	} {
		_, err := asm.AssembleSyntax("t", c.t, strings.NewReader(c.text), asm.Mesa)
		require.Error(t, err, c.text)
		assert.True(t, strings.HasPrefix(err.Error(), "t:"+c.want), "%.40s: %v", c.text, err)
	}
}
