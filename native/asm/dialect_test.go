package asm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestDialects: lines in other syntaxes give the dwords that the assemblers which they
// are from gave.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		s          asm.Syntax
		text, want string
	}{
		{asm.Gen4asm, "add (8) g2<1>F g3<8,8,1>F g4<0,1,0>F {align1};", "00600040 204077bd 008d0060 00000080"},
		{asm.Gen4asm, "mov (16) g5:f /* a\ncomment */ g6:f\n{ACCWRCTRL, compr nomask switch};", "10808201 20a003bd 000000c0 00000000"},
		{asm.Gen4asm, "mov (8) g[a0.2, 4]<1>F g[a0.0, -4]<8,8,1>F {align1};", "00600001 a40403bd 008d83fc 00000000"},
		{asm.Gen4asm, "mov.z.f0.0.sat (8) g5<1>F g2<8,8,1>F {align1};", "81600001 20a003bd 008d0040 00000000"},
		{asm.Gen4asm, "math (8) g8<1>F g9<8,8,1>F null<8,8,1>F inv {align1};", "01600038 210073bd 008d0120 00000000"},
		{asm.Gen4asm, "send (8) g40<1>UD g112 10 0x02106E01UD {align1};", "0a600031 25000e21 00000e00 02106e01"},
		{asm.Gen4asm, "send (8) null<1>UD g112 0x27 0x02000010UD {align1};", "07600031 20000e20 00000e00 82000010"},
		{asm.Gen4asm, "mov (8) g5<1>F 0x10F {align1};", "00600001 20a000fd 00000000 0000010f"},
		{asm.Gen4asm, "mov (8) g5<1>D -5:w;", "00600001 20a001e5 00000000 fffbfffb"},
		{asm.Mesa, "dim(1)          g4<1>DF         0x4018000000000000F /* 6F */    { align1 WE_all 1N };", "0000020a 208073f9 00000000 40180000"},
		{asm.Mesa, "wait(1)         n0<1>.yUD   { align16 WE_all 1N };", "00000330 32027000 00051205 006e0004"},
		{asm.Mesa, "halt(8) JIP: L UIP: L { align1 1Q }; L:", "0060002a 20001c84 008d0000 00020002"},
	} {
		got, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(c.text), c.s)
		if c.text[0] == 'd' {
			got, err = asm.AssembleSyntax("t", native.HSW, strings.NewReader(c.text), c.s)
		}
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, dwordTexts(got), c.text)
	}
}

// TestDialectFloats: a number may have an exponent, with a sign or without.
func TestDialectFloats(t *testing.T) {
	code := func(s asm.Syntax, number string) []byte {
		t.Helper()
		text := map[asm.Syntax]string{asm.Mesa: "mov(8) g1<1>F N { align1 1Q };", asm.Gen4asm: "mov (8) g1<1>F N {align1};"}[s]
		out, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(strings.Replace(text, "N", number, 1)+"\n"), s)
		require.NoError(t, err, number)
		return out
	}
	for s, suffix := range map[asm.Syntax]string{asm.Mesa: "F", asm.Gen4asm: ":f"} {
		want := code(s, "250.0"+suffix)
		for _, n := range []string{"2.5e2", "2.5e+2", "2500.0e-1"} {
			assert.Equal(t, want, code(s, n+suffix), "%v %s", s, n)
		}
	}
}

// TestDialectKernel: the name behind .kernel belongs to it, whatever it is.
func TestDialectKernel(t *testing.T) {
	want, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader("mov (8) g1<1>F g2<8,8,1>F;\n"), asm.Gen4asm)
	require.NoError(t, err)
	for _, name := range []string{"k", "mov"} {
		got, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(".kernel "+name+"\n.code\nmov (8) g1<1>F g2<8,8,1>F;\n.end_code\n.end_kernel\n"), asm.Gen4asm)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

// TestDialectErrors: what is wrong, in which line and column of a statement that may
// take several, and what is legal.
func TestDialectErrors(t *testing.T) {
	for _, c := range []struct {
		s          asm.Syntax
		text, want string
	}{
		{asm.Mesa, "mov(8) g1<1>F g2<8,8,1>F { align1 1Q }", "1:39: error: end of the text: want ';'"},
		{asm.Mesa, "mov(8) g1<1>F\n  g2<8,8,1> { align1 };", "2:12: error: \"{\": want a type such as F behind a register"},
		{asm.Mesa, "mov(8)\n g1<1>F /* x\n */ h2<8,8,1>F { align1 };", "3:5: error: \"h2\": want a register such as g10"},
		{asm.Mesa, "mov(8) g1<1>F g2<8,8,1>F { align1 9Q };", "1:35: error: \"9q\": want 1Q to 4Q"},
		{asm.Mesa, "mov(8) g1<1>F g2<4>.xF { align1 };", "1:15: error: channels \"x\": want align16"},
		{asm.Gen4asm, "mov (8) g1<1>F g2<8,8,1>F;\n.bogus x", "2:1: error: pragma \"bogus\": want .declare"},
		{asm.Gen4asm, ".declare a Base=g1 ElementSize=4 Type=F\n.declare a Base=g2 ElementSize=4 Type=F", "2:10: error: name \"a\" is declared twice, and otherwise"},
		{asm.Gen4asm, ".declare a Base=acc0 ElementSize=4 Type=F", "1:17: error: \"acc0\": want a register such as r10"},
		{asm.Gen4asm, ".declare a Base=g1 Type=F", "1:20: error: \"Type\": want elementsize= of a declaration"},
		{asm.Gen4asm, ".declare a Base=g126 ElementSize=4 Type=F mov (8) a(2) a;", "1:51: error: register 128.0: want 0..127"},
		{asm.Gen4asm, "mov (8) g1<1>F b<8,8,1>F;", "1:16: error: \"b\": want a register such as g10"},
		{asm.Gen4asm, "mov (8) g1<1>UD 4/0:ud;", "1:19: error: division by zero"},
		{asm.Gen4asm, "mov (8) g1<1>UD 65536*65536;", "1:28: error: expression of 4294967296: want 32 bits"},
		{asm.Gen4asm, "send (8) 4 null<1>UD null data_port(12, 0, 0, 0, 0, 0) mlen 1 rlen 0;", "1:37: error: argument \"12\" of the message: want 4..5, 9..10"},
		{asm.Gen4asm, "send (8) 4 null<1>UD null math mlen 1 rlen 0;", "1:27: error: \"math\": want a message: cre data_port gateway"},
		{asm.Gen4asm, "send (8) 4 null<1>UD null write(0, 64, 0, 0) mlen 1 rlen 0;", "1:36: error: argument \"64\" of the message: want 0..63"},
		{asm.Gen4asm, "send (8) 4 null<1>UD null null mlen 16 rlen 0;", "1:37: error: a number of registers \"16\": want 0..15"},
		{asm.Gen4asm, "send (8) 4 null<1>UD null null rlen 0;", "1:32: error: \"rlen\": want mlen and a number of registers"},
		{asm.Mesa, "send(8) null<1>F g113<4>F 0x0608c000 moon MsgDesc: x { align16 };", "1:38: error: message \"moon MsgDesc: x \": want a shared function"},
		{asm.Mesa, "send(8) null<1>F g113<4>F 0x0608c000\n urb MsgDesc: x mlen 4 rlen 0 { align16 };", "2:2: error: mlen 4: want 3, as the descriptor says"},
		{asm.Mesa, "if(8) JIP: L UIP: 3 { align1 };", "1:19: error: \"3\": want a label"},
		{asm.Mesa, "if(8) JIP: L UIP:\n M { align1 };", "1:12: error: label \"L\" is nowhere in the text: want one that stands before an instruction or at the end\nt:2:2: error: label \"M\""},
		{asm.Mesa, "mov.q(8) g1<1>F g2<8,8,1>F;", "1:5: error: \"q\": want sat, a flag such as f0.1, or a condition: e g"},
		{asm.Mesa, "math cbrt(8) g1<1>F g2<8,8,1>F;", "1:6: error: \"cbrt\": want a math function: cos"},
		{asm.Mesa, "mov(8) m1<1>F g2<8,8,1>F;", "1:8: error: \"m1\": want a register such as g10"},
		{asm.Mesa, "mov(8) /* c */ h1<1>F g2<8,8,1>F;", "1:16: error: \"h1\": want a register such as g10"},
		{asm.Gen4asm, "mov (8) g1<1>F 1.5x;", "1:19: error: \"x\": want a type"},
		{asm.Gen4asm, "mov g1<1>F g2<8,8,1>F;", "1:5: error: \"g1\": want an execution size such as (8)"},
		{asm.Gen4asm, "mov (8) g[a0.1]<1>F g2<8,8,1>F;", "1:15: error: byte 1 of a0: want an even one"},
		{asm.Gen4asm, "if (8) 4;", "1:9: error: end of line: want a label or a number"},
		{asm.Gen4asm, "send (8) null g112 99 0;", "1:20: error: number \"99\": want that of a shared function"},
	} {
		code, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(c.text), c.s)
		require.Error(t, err, c.text)
		assert.Nil(t, code)
		assert.True(t, strings.HasPrefix(err.Error(), "t:"+c.want), "%.40s: %v", c.text, err)
	}
	_, err := asm.ParseSyntax("nasm")
	assert.EqualError(t, err, `syntax "nasm": want one of iga, mesa, gen4asm, gen4asm-a`)
}

// FuzzDialect: any text in any syntax assembles to whole instructions or is refused.
func FuzzDialect(f *testing.F) {
	for i, text := range []string{
		"(-f0.1.any4h) mov.sat.ge.f0.1(8) g1.4<2>UW -(abs)g2<16,8,2>UW { align1 WE_all 2Q NoDDChk,NoDDClr };\nL: if(8) JIP: L UIP: M { align1 1Q }; M:",
		"send(8) null<1>F g113<4>F 0x8608c000\n urb MsgDesc: 0 write HWord mlen 3 rlen 0 { align16 1Q EOT };",
		"mov (8) g[a0.2, 4]<1>F g[a0.0]<1,0>F; send (8) null g112 0x27 0x02000010UD {align1}; jmpi 2; call (2) g5<1>D 8;",
	} {
		f.Add(text, uint8(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n, s uint8) {
		target := targetOf(n)
		code, err := asm.AssembleSyntax("f", target, strings.NewReader(text), asm.Syntax(s%4))
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.NotEmpty(t, code)
		for len(code) > 0 {
			_, n, err := native.Peek(target, code)
			require.NoError(t, err)
			code = code[n:]
		}
	})
}

// TestTextForms: line ends of two bytes, the mark of UTF-8, blanks, and statements in odd
// places change nothing; what is no text has its error.
func TestTextForms(t *testing.T) {
	for _, c := range []struct {
		s     asm.Syntax
		plain string
		forms []string
	}{
		{asm.IGA, "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f", []string{"\xEF\xBB\xBFmov (8|M0) r1.0<1>:f r2.0<8;8,1>:f\r\n", "\r\n\r\n\tmov\t(8|M0)\tr1<1>:f\tr2<8;8,1>:f\t// x\r\n", ";;mov (8|M0) r1<1>:f r2<8;8,1>:f;;"}},
		{asm.Mesa, "mov(8) g1<1>F g2<8,8,1>F { align1 1Q };", []string{"\xEF\xBB\xBFmov(8)\r\n g1<1>F\r\ng2<8,8,1>F\r\n{ align1 1Q };\r\n", "mov(8) r1<1>:F r2<8;8,1>:F{align1,1Q};;", "mov (8) g1F g2<8,8,1>F;// x", "mov(8)/**/g1<1>F/*\r\n;*/g2<8,8,1>F{1Q}\r\n;"}},
		{asm.Gen4asm, "mov (8) g1<1>F g2<8,8,1>F {align1};", []string{"\xEF\xBB\xBFmov (8)\r\n g1:f\r\ng2<8;8,1>\r\n;", "#line 3 \"x\"\r\nMOV (8) R1<1>F R2<8,8,1>F {ALIGN1};", ";; mov (8) g1 <1> F g2 <8,8,1> F;"}},
	} {
		want, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(c.plain), c.s)
		require.NoError(t, err)
		for _, text := range c.forms {
			got, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(text), c.s)
			if assert.NoError(t, err, "%q", text) {
				assert.Equal(t, dwordTexts(want), dwordTexts(got), "%q", text)
			}
		}
		for _, text := range []string{"", "\xEF\xBB\xBF", "\r\n\r\n", "// x", "/* x */"} {
			_, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(text), c.s)
			assert.ErrorContains(t, err, "the text ends without an instruction", "%v %q", c.s, text)
		}
		_, err = asm.AssembleSyntax("t", native.IVB, strings.NewReader(strings.Repeat(" ", asm.MaxLine+1)+c.plain+"\n"+c.plain), c.s)
		assert.EqualError(t, err, "t:1:1: error: line of more than 65536 bytes", "%v", c.s)
		_, err = asm.AssembleSyntax("t", native.IVB, strings.NewReader("frob;\n"+c.plain+"\n? ;\nmov (8) q1;\n"), c.s)
		for _, at := range []string{"t:1:1: ", "t:3:1: ", "t:4:9: "} {
			assert.ErrorContains(t, err, at, "%v", c.s)
		}
	}
}
