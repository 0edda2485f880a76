package asm_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestInstGolden compares with text that the vendor's disassembler wrote.
func TestInstGolden(t *testing.T) {
	goldenTexts(t, native.SKL, "testdata/gen9.golden", 77)
	goldenTexts(t, native.BDW, "../testdata/gen8.golden", 170)
	goldenTexts(t, native.HSW, "../testdata/gen75.golden", 82)
	goldenTexts(t, native.CNL, "../testdata/gen10.golden", 114)
	goldenTexts(t, native.ICL, "../testdata/gen11.golden", 112)
	goldenTexts(t, native.TGL, "../testdata/gen12.golden", 257)
}

func goldenTexts(t *testing.T, target native.Target, file string, count int) {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		h, want, _ := strings.Cut(s.Text(), "  ")
		if strings.HasPrefix(h, "#") {
			continue
		}
		b, err := hex.DecodeString(h)
		require.NoError(t, err)
		slices.Reverse(b)
		in, _, err := native.Decode(target, b)
		require.NoError(t, err, want)
		assert.Equal(t, want, strings.Join(strings.Fields(asm.Inst(target, &in, 640)), " "))
		n++
	}
	require.Equal(t, count, n, file)
}

func TestPrintLabels(t *testing.T) {
	r0 := native.GRFOperand(1, 0, native.Dst1, native.UD)
	insts := []native.Inst{
		{Op: native.OpGoto, ExecSize: 16, PredCtrl: native.PredSeq, JIP: 32, UIP: 32},
		{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: r0, Src: [3]native.Operand{native.ImmOperand(7, native.UD)}},
		{Op: native.OpJoin, ExecSize: 16, JIP: 16},
	}
	code, err := native.EncodeAll(native.SKL, insts)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, asm.Print(&out, native.SKL, code))
	var lines []string
	for l := range strings.Lines(out.String()) {
		lines = append(lines, strings.Join(strings.Fields(l), " "))
	}
	assert.Equal(t, []string{"L0:", "(f0.0) goto (16|M0) L32 L32", "(W) mov (1|M0) r1.0<1>:ud 0x7:ud", "L32:", "join (16|M0) L48", "L48:"}, lines)
	assert.Error(t, asm.Print(&out, native.SKL, code[:20]))
	code[16+5] |= 0xff // the destination's type
	assert.Error(t, asm.Print(&out, native.SKL, code), "an opcode of the target is not yet an instruction")
}

// TestPrintTargetsElsewhere: no label is used that the text does not have.
func TestPrintTargetsElsewhere(t *testing.T) {
	code, err := native.EncodeAll(native.SKL, []native.Inst{
		{Op: native.OpNop},
		{Op: native.OpGoto, ExecSize: 16, JIP: -32, UIP: 8},
		{Op: native.OpJmpi, ExecSize: 1, NoMask: true, JIP: 4096},
		{Op: native.OpEndif, ExecSize: 16, JIP: -48},
	})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, asm.Print(&out, native.SKL, code))
	assert.Equal(t, "L0: nop goto (16|M0) -32 8 (W) jmpi 4096 endif (16|M0) L0 L64:", strings.Join(strings.Fields(out.String()), " "))
}

// TestMathMacro: the steps of division and square root name implicit accumulators
// in Align16, and where there is none; elsewhere they are ordinary operands.
func TestMathMacro(t *testing.T) {
	r := native.Operand{File: native.GRF, Reg: 13, Type: native.F, Region: native.Region{V: 8, W: 8, H: 1}}
	in := native.Inst{Op: native.OpMath, MathFC: native.MathRsqtm, ExecSize: 8, Dst: r}
	in.Src[0] = r
	text := func(t native.Target) string { return strings.Join(strings.Fields(asm.Inst(t, &in, 0)), " ") }
	assert.Equal(t, "math.rsqtm (8|M0) (eo)f0.0 r13.0<1>:f r13.0<8;8,1>:f", text(native.SKL))
	assert.Equal(t, "math.rsqtm (8|M0) (eo)f0.0 r13.mme0:f r13.mme0:f", text(native.TGL))
	in.Align16 = true
	assert.Equal(t, "math.rsqtm (8|M0) (eo)f0.0 r13.mme0:f r13.mme0:f", text(native.SKL))
}

func TestPrintProgram(t *testing.T) {
	p := &native.Program{
		Vars:   []native.Var{{Name: "V32", Size: 64}, {Size: 4}},
		Flags:  []native.FlagVar{{Name: "P1", Bits: 16}},
		Addrs:  []native.AddrVar{{Name: "A0"}},
		Labels: []int{2},
		Insts: []native.Inst{
			{Op: native.OpGoto, ExecSize: 16, PredCtrl: native.PredSeq, Flag: native.Flag{Virt: 1}, Label: 1, Label2: 1},
			{Op: native.OpMov, ExecSize: 8, Dst: native.Operand{File: native.Virt, Reg: 0, Sub: 32, Region: native.Dst1, Type: native.D},
				Src: [3]native.Operand{{File: native.GRF, Indirect: true, AddrReg: 1, AddrSub: 2, Region: native.Region{V: native.VxH, W: 1}, Type: native.D}}},
		},
	}
	var out bytes.Buffer
	require.NoError(t, asm.PrintProgram(&out, native.SKL, p))
	text := strings.Join(strings.Fields(out.String()), " ")
	assert.Equal(t, "(P1) goto (16|M0) _L0 _L0 mov (8|M0) V32.8<1>:d r[A0.2]<1,0>:d _L0:", text)
}

// TestPrintAlign16: channels that the vendor's text cannot show are not lost.
func TestPrintAlign16(t *testing.T) {
	f := func(reg int, r native.Region, swizzle uint8) native.Operand {
		o := native.GRFOperand(reg, 0, r, native.F)
		o.Swizzle = swizzle
		return o
	}
	packed, rows := native.Region{V: 4, W: 4, H: 1}, native.Region{V: 4}
	add := native.Inst{Op: native.OpAdd, ExecSize: 4, Align16: true, Dst: f(2, native.Region{}, 0), Src: [3]native.Operand{f(4, rows, 0xE4), f(6, native.Region{}, 0x55)}}
	mad := native.Inst{Op: native.OpMad, ExecSize: 8, Align16: true, Dst: f(2, native.Dst1, 0), Src: [3]native.Operand{f(4, packed, 0x1B), f(6, native.Scalar, 0), f(8, packed, 0x00)}}
	for _, c := range []struct {
		in     native.Inst
		enable uint8
		want   string
	}{
		{add, 5, "add (4|M0) r2.0<1>.xz:f r4.0<4>.xyzw:f r6.0<0>.yyyy:f"},
		{add, 8, "add (4|M0) r2.0<1>.w:f r4.0<4>.xyzw:f r6.0<0>.yyyy:f"},
		{mad, 15, "mad (8|M0) r2.0<1>:f r4.0<2;1>.wzyx:f r6.0<0;0>:f r8.0<1>.xxxx:f"},
		{mad, 4, "mad (8|M0) r2.0<1>.z:f r4.0<2;1>.wzyx:f r6.0<0;0>:f r8.0<1>.xxxx:f"},
	} {
		c.in.Dst.ChanEn = c.enable
		assert.Equal(t, c.want, strings.Join(strings.Fields(asm.Inst(native.SKL, &c.in, 0)), " "))
	}
}
