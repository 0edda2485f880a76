package native_test

import (
	"bufio"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

type golden struct {
	text string
	code []byte
}

func goldens(t *testing.T) []golden { return goldensOf(t, "gen9") }

// goldensOf reads the instructions of a family, which travel with their text.
func goldensOf(t *testing.T, family string) []golden {
	t.Helper()
	f, err := os.Open("testdata/" + family + ".golden")
	require.NoError(t, err)
	defer f.Close()
	var out []golden
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		h, text, _ := strings.Cut(s.Text(), "  ")
		b, err := hex.DecodeString(h)
		require.NoError(t, err, s.Text())
		slices.Reverse(b)
		out = append(out, golden{text, b})
	}
	floor.Exact(t, "golden instructions of "+family, len(out))
	return out
}

// TestGoldenRoundTrip: every instruction comes back, and no bit of it is without
// a field, but for the type of Gen8 descriptors and operands that an instruction
// has not.
func TestGoldenRoundTrip(t *testing.T) {
	for _, f := range []struct {
		family      string
		t           native.Target
		insts, rest int
	}{{"gen75", native.HSW, 82, 0}, {"gen8", native.BDW, 170, 1}, {"gen9", native.SKL, 62, 0}, {"gen10", native.CNL, 114, 0}, {"gen11", native.ICL, 112, 0}, {"gen12", native.TGL, 257, 0}} {
		rest := 0
		list := goldensOf(t, f.family)
		for _, g := range list {
			in, n, err := native.Decode(f.t, g.code)
			if !assert.NoError(t, err, g.text) {
				continue
			}
			assert.Equal(t, len(g.code), n)
			assert.Equal(t, n == 8, in.Compact)
			if in.Rest != [2]uint64{} {
				rest++
			}
			b, err := native.Encode(f.t, &in)
			assert.NoError(t, err, g.text)
			assert.Equal(t, g.code, b, g.text)
			if n == 8 {
				in.Compact = false
				assert.True(t, native.TryCompact(f.t, &in), g.text)
			}
		}
		assert.Len(t, list, f.insts, f.family)
		assert.Equal(t, f.rest, rest, f.family)
	}
}

// TestGen12Branches: offsets count from the instruction itself, also for jmpi.
func TestGen12Branches(t *testing.T) {
	for _, c := range []struct {
		words    string
		op       native.Op
		jip, uip int32
	}{
		{"00000010000000200000c00000030022", native.OpIf, 16, 32},
		{"fffffff0000000200000c00000030022", native.OpIf, -16, 32},
		{"00000030000000400000c0000164002e", native.OpGoto, 48, 64},
		{"00000010000000000000400000030025", native.OpEndif, 16, 0},
		{"ffffffe0000000000000400000030027", native.OpWhile, -32, 0},
		{"0000001000000000000040000003002f", native.OpJoin, 16, 0},
		{"ffffffe0000000000000400080000020", native.OpJmpi, -32, 0},
		{"0000010000000000050440000003002c", native.OpCall, 256, 0},
		{"00000020000000000000400000030021", native.OpBrd, 32, 0},
		{"00000020000000400000c00000030023", native.OpBrc, 32, 64},
	} {
		b, err := hex.DecodeString(c.words)
		require.NoError(t, err)
		slices.Reverse(b)
		in, _, err := native.Decode(native.TGL, b)
		require.NoError(t, err)
		assert.Equal(t, []any{c.op, c.jip, c.uip}, []any{in.Op, in.JIP, in.UIP})
		assert.Zero(t, in.Rest)
		got, err := native.Encode(native.TGL, &in)
		require.NoError(t, err)
		assert.Equal(t, b, got)
		if in.Op != native.OpCall { // as the compiler makes them: without operands
			in.Dst, in.Src = native.Operand{}, [3]native.Operand{}
			got, err = native.Encode(native.TGL, &in)
			require.NoError(t, err)
			assert.Equal(t, b, got)
		}
	}
}

// TestWhileOnItself: the vendor's compiler gives the loop of one instruction no
// source 1, its assembler an immediate one; each form comes back as it was.
func TestWhileOnItself(t *testing.T) {
	for _, words := range []string{"2700b110020000200000000000000000", "2700b110020000200000000e00000000"} {
		code, err := hex.DecodeString(words)
		require.NoError(t, err)
		in, _, err := native.Decode(native.SKL, code)
		require.NoError(t, err, words)
		assert.Equal(t, native.OpWhile, in.Op)
		assert.EqualValues(t, 32, in.ExecSize)
		assert.Zero(t, in.JIP)
		b, err := native.Encode(native.SKL, &in)
		require.NoError(t, err, words)
		assert.Equal(t, code, b)
		assert.Empty(t, native.Check(native.SKL, []native.Inst{in}))
	}
}

// TestGoldenFields checks decoded fields of instructions that together touch
// every kind of field.
func TestGoldenFields(t *testing.T) {
	r := func(v, w, h uint8) native.Region { return native.Region{V: v, W: w, H: h} }
	for _, c := range []struct {
		text string
		want func(*native.Inst) bool
	}{
		{"(~f1.1) mov", func(i *native.Inst) bool {
			return i.Op == native.OpMov && i.PredInv && i.PredCtrl == native.PredSeq && i.Flag == native.Flag{Reg: 1, Sub: 1} &&
				i.Dst == native.GRFOperand(10, 0, native.Dst1, native.F) && i.Src[0] == native.GRFOperand(20, 0, r(8, 8, 1), native.F)
		}},
		{"(f0.0.any2h) add", func(i *native.Inst) bool { return i.PredCtrl == native.PredAny2H && i.ExecSize == 8 }},
		{"add (8|M0) (lt)f1.1", func(i *native.Inst) bool { return i.Cond == native.CondLT && i.Flag.Reg == 1 && i.Flag.Sub == 1 }},
		{"add (8|M0) (sat)", func(i *native.Inst) bool { return i.Sat }},
		{"mov (8|M0) r10.0<1>:f -r20", func(i *native.Inst) bool { return i.Src[0].Mod == native.ModNeg }},
		{"add (4|M20)", func(i *native.Inst) bool {
			return i.ExecSize == 4 && i.ChanOff == 20 && i.Src[1].Region == native.Scalar
		}},
		{"mov (1|M0) r10.0<1>:df 0x3FF8", func(i *native.Inst) bool { return i.Src[0] == native.ImmOperand(0x3FF8000000000000, native.DF) }},
		{"add (1|M0) r10.0<1>:w", func(i *native.Inst) bool { return i.Src[1] == native.ImmOperand(5, native.W) }},
		{"mov (1|M0) f0.1<1>:uw a0.3", func(i *native.Inst) bool {
			return i.Dst.File == native.ARF && i.Dst.Reg == native.ARFF0 && i.Dst.Sub == 2 && i.Src[0].Reg == native.ARFA0 && i.Src[0].Sub == 6
		}},
		{"mov (8|M0) r[a0.3,-16]", func(i *native.Inst) bool { return i.Dst.Indirect && i.Dst.AddrSub == 3 && i.Dst.AddrImm == -16 }},
		{"mov (8|M0) r10.0<1>:d r[a0.2,-512]", func(i *native.Inst) bool { return i.Src[0].AddrImm == -512 && i.Src[0].AddrSub == 2 }},
		{"mov (8|M0) r10.0<1>:d r[a0.0,16]<4,1>", func(i *native.Inst) bool { return i.Src[0].Region == r(native.VxH, 4, 1) }},
		{"mad (1|M0) r10.6", func(i *native.Inst) bool {
			return i.Align16 && i.ExecSize == 4 && i.Dst.Sub == 16 && i.Dst.ChanEn == 4 && i.Src[0].Sub == 4 && i.Src[1].Sub == 20 && i.Src[2].Sub == 12 && i.Src[2].Region == native.Scalar
		}},
		{"mad (8|M0) r10.0<1>:f r20.0<2;1>:f r30.0<2;1>:hf", func(i *native.Inst) bool {
			return i.Src[0].Type == native.F && i.Src[1].Type == native.HF && i.Src[2].Type == native.F && i.Src[1].Swizzle == 0xE4 && i.Src[1].Region == r(4, 4, 1)
		}},
		{"math.irem", func(i *native.Inst) bool { return i.MathFC == native.MathIrem && i.Src[1].Reg == 30 }},
		{"math.invm", func(i *native.Inst) bool { return i.Dst.MME == 2 && i.Src[1].MME == 2 && i.Align16 }},
		{"(f0.1) goto", func(i *native.Inst) bool { return i.JIP == 48 && i.UIP == 64 && i.ChanOff == 16 }},
		{"goto.b", func(i *native.Inst) bool { return i.Branch }},
		{"(W) jmpi -32", func(i *native.Inst) bool { return i.JIP == -32 && i.NoMask }},
		{"send (8|M0) null r11 0x27", func(i *native.Inst) bool {
			return i.Msg.EOT && i.Msg.SFID == native.SFIDSpawner && i.Msg.Desc == 0x02000010 && i.Dst.IsNull()
		}},
		{"send (8|M0) r13:f r11:ud 0xFFFF000C", func(i *native.Inst) bool { return i.Msg.ExDesc == 0xFFFF0000 && i.Msg.SFID == native.SFIDDPDC1 }},
		{"sends (8|M0) r14:w r15 r13 a0.2", func(i *native.Inst) bool { return i.Msg.ExDescReg && i.Msg.ExDescSub == 8 && i.Msg.ExDesc == 0 }},
		{"sends (8|M0) r14:w r15 r13 0x8C a0.0", func(i *native.Inst) bool { return i.Msg.DescReg && i.Msg.DescSub == 0 && i.Src[1].Reg == 13 }},
		{"sends (8|M0) r14:w r15 r13 0x1234008C", func(i *native.Inst) bool { return i.Msg.ExDesc == 0x12340080 }},
	} {
		n := 0
		for _, g := range goldens(t) {
			if !strings.HasPrefix(g.text, c.text) {
				continue
			}
			n++
			in, _, err := native.Decode(native.SKL, g.code)
			require.NoError(t, err)
			assert.True(t, c.want(&in), "%s: %+v", g.text, in)
		}
		assert.NotZero(t, n, "no golden starts with %q", c.text)
	}
}

func TestEncodeRefuses(t *testing.T) {
	mov := native.Inst{Op: native.OpMov, ExecSize: 8, Dst: native.GRFOperand(1, 0, native.Dst1, native.D), Src: [3]native.Operand{native.GRFOperand(2, 0, native.Region{V: 8, W: 8, H: 1}, native.D)}}
	_, err := native.Encode(native.SKL, &mov)
	require.NoError(t, err)
	for _, c := range []struct {
		name, field string
		edit        func(*native.Inst)
	}{
		{"virtual register", "Src0", func(i *native.Inst) { i.Src[0].File = native.Virt }},
		{"missing operand", "Src0RegFile", func(i *native.Inst) { i.Src[0].File = native.NoFile }},
		{"register 128", "DstRegNum", func(i *native.Inst) { i.Dst.Reg = 128 }},
		{"exec size 3", "ExecSize", func(i *native.Inst) { i.ExecSize = 3 }},
		{"horizontal stride 3", "Src0HorzStride", func(i *native.Inst) { i.Src[0].Region.H = 3 }},
		{"type nf", "DstDataType", func(i *native.Inst) { i.Dst.Type = native.NF }},
		{"byte immediate", "Src0DataType", func(i *native.Inst) { i.Src[0] = native.ImmOperand(1, native.UB) }},
		{"wide word immediate", "Src0Imm", func(i *native.Inst) { i.Src[0] = native.ImmOperand(0x12345, native.UW) }},
		{"address offset 512", "Src0AddrImm", func(i *native.Inst) { i.Src[0].Indirect, i.Src[0].AddrImm = true, 512 }},
		{"operand that the op has not", "Src1RegFile", func(i *native.Inst) { i.Src[1] = i.Src[0] }},
		{"math function of mov", "MathFC", func(i *native.Inst) { i.MathFC = native.MathInv }},
		{"branch offset of mov", "JIP", func(i *native.Inst) { i.JIP = 16 }},
		{"message of mov", "SFID", func(i *native.Inst) { i.Msg.SFID = native.SFIDDPDC1 }},
		{"channels in Align1", "DstChanEn", func(i *native.Inst) { i.Dst.ChanEn = 15 }},
		{"address offset of a direct register", "Src0AddrImm", func(i *native.Inst) { i.Src[0].AddrImm = 16 }},
		{"modifier of an immediate", "Src0SrcMod", func(i *native.Inst) { i.Src[0] = native.ImmOperand(1, native.D); i.Src[0].Mod = native.ModNeg }},
		{"label", "", func(i *native.Inst) { i.Label = 1 }},
		{"rol before Gen11", "", func(i *native.Inst) { i.Op = native.OpRol }},
		{"not compactable", "", func(i *native.Inst) { i.Compact, i.Src[0].Sub = true, 24 }},
		{"three-source types", "Src2DataType", func(i *native.Inst) {
			i.Op, i.Align16 = native.OpMad, true
			i.Src[0].Region, i.Src[1], i.Src[2] = native.Scalar, i.Src[0], i.Src[0]
			i.Src[1].Region, i.Src[2].Region, i.Src[2].Type = native.Scalar, native.Scalar, native.UD
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := mov
			c.edit(&in)
			_, err := native.Encode(native.SKL, &in)
			var e *native.EncodeError
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.field, e.Field, err.Error())
		})
	}
}

// seed: Ivy Bridge EU 1.4
func TestDecodeRefuses(t *testing.T) {
	for _, c := range []struct{ name, hex, field string }{
		{"opcode 0x7f", "7f000000000000000000000000000000", ""},
		{"short", "01006000", ""},
		{"half", "0100600000000000", ""},
		{"exec size code 7", "0100e000e83a402180028d0000000000", "ExecSize"},
		{"reserved compact bits", "5b01002800000000", ""},
		{"compact send", "3100602000000000", ""},
	} {
		b, err := hex.DecodeString(c.hex)
		require.NoError(t, err)
		_, _, err = native.Decode(native.SKL, b)
		var e *native.DecodeError
		if assert.ErrorAs(t, err, &e, c.name) {
			assert.Equal(t, c.field, e.Field, err.Error())
		}
	}
	add, err := hex.DecodeString("40006000e83a402180028d38c0038d00")
	require.NoError(t, err)
	_, _, err = native.Decode(native.SKL, add)
	assert.EqualError(t, err, "offset 0x0: add: Src1RegFile is code 0x0: want one of 0x1 (GRF), 0x3 (IMM)", "codes, not the model's values")
	_, _, err = native.DecodeAll(native.SKL, make([]byte, 20))
	var e *native.DecodeError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, 16, e.Offset)
}
