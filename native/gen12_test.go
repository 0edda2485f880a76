package native_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestGen12Fields checks what Gen12 has in other places than its elders, on
// instructions whose text begins as given.
func TestGen12Fields(t *testing.T) {
	region := func(v, w, h uint8) native.Region { return native.Region{V: v, W: w, H: h} }
	for _, c := range []struct {
		text string
		want func(*native.Inst) bool
	}{
		{"mov (8|M0) r10.0<1>:f r20.0<8;8,1>:f {@3}", func(i *native.Inst) bool { return i.SWSB == 3 && i.Src[0].Region == region(8, 8, 1) }},
		{"mov (8|M0) r10.0<1>:f r20.0<8;8,1>:f {$5.src}", func(i *native.Inst) bool { return i.SWSB == 0x35 }},
		{"mov (1|M0) r10.0<1>:df 0x3FF8000000000000:df", func(i *native.Inst) bool { return i.Src[0] == native.ImmOperand(0x3FF8000000000000, native.DF) }},
		{"add (1|M0) r10.0<1>:w r20.0<0;1,0>:w 5:w", func(i *native.Inst) bool { return i.Src[1] == native.ImmOperand(5, native.W) }},
		{"mov (8|M0) r[a0.3,-16]<1>:d", func(i *native.Inst) bool {
			return i.Dst.File == native.GRF && i.Dst.Indirect && i.Dst.AddrSub == 3 && i.Dst.AddrImm == -16
		}},
		{"mov (8|M0) r10.0<1>:d r[a0.2,-512]", func(i *native.Inst) bool {
			return i.Src[0].File == native.GRF && i.Src[0].Indirect && i.Src[0].AddrSub == 2 && i.Src[0].AddrImm == -512
		}},
		{"add (8|M0) r10.0<1>:d r20.0<8;8,1>:d r[a0.7,511]", func(i *native.Inst) bool {
			return i.Src[1].Indirect && i.Src[1].AddrSub == 7 && i.Src[1].AddrImm == 511
		}},
		{"mad (8|M0) r10.0<1>:f r20.0<8;1>:f r30.0<0;0>:f r40.0<0>:f", func(i *native.Inst) bool {
			return !i.Align16 && i.Src[0].Region == region(8, 8, 1) && i.Src[1].Region == native.Scalar && i.Src[2].Region == native.Scalar && i.Src[2].Type == native.F
		}},
		{"mad (8|M0) r10.0<2>:w r20.0<8;1>:w r30.0<1;0>:w r40.0<2>:w", func(i *native.Inst) bool {
			return i.Dst.Region.H == 2 && i.Src[1].Region == region(1, 1, 0) && i.Src[2].Region == region(2, 1, 0) && i.Src[2].Type == native.W
		}},
		{"mad (8|M0) r10.0<1>:d 4660:w", func(i *native.Inst) bool {
			return i.Src[0] == native.ImmOperand(0x1234, native.W) && i.Src[1].File == native.GRF
		}},
		{"mad (8|M0) r10.0<1>:d r20.0<0;0>:d r30.0<0;0>:d 4660:w", func(i *native.Inst) bool { return i.Src[2] == native.ImmOperand(0x1234, native.W) }},
		{"mad (1|M0) r10.6<1>:f r20.1<0;0>:f r30.5<0;0>:f r40.3<0>:f", func(i *native.Inst) bool {
			return i.ExecSize == 1 && i.Dst.Sub == 24 && i.Src[0].Sub == 4 && i.Src[1].Sub == 20 && i.Src[2].Sub == 12
		}},
		{"math.invm", func(i *native.Inst) bool { return i.Dst.MME == 2 && i.Src[0].MME == 2 && !i.Align16 && i.Dst.Sub == 0 }},
		{"send.dc1 (8|M0) r25 r23 r24 0x40 a0.0", func(i *native.Inst) bool {
			return i.Msg.DescReg && i.Msg.SFID == native.SFIDDPDC1 && i.Msg.ExDesc == 0x40 && i.Dst.Reg == 25 && i.Src[0].Reg == 23 && i.Src[1].Reg == 24
		}},
		{"send.dc1 (8|M0) r25 r23 r24 a0.2 0x02100000", func(i *native.Inst) bool { return i.Msg.ExDescReg && i.Msg.ExDescSub == 8 && i.Msg.Desc == 0x02100000 }},
		{"send.dc1 (8|M0) r25 r23 r24 0x80000000", func(i *native.Inst) bool { return i.Msg.ExDesc == 0x80000000 }},
		{"send.dc1 (8|M0) r25 r23 r24 0x40 0x40000000", func(i *native.Inst) bool { return i.Msg.Desc == 0x40000000 }},
		{"send.dc1 (8|M0) r25 r23 r24 0x40 0x02100000 {EOT}", func(i *native.Inst) bool { return i.Msg.EOT && !i.Fused }},
		{"send.dc1 (8|M0) r25 r23 r24 0x40 0x02100000 {Serialize}", func(i *native.Inst) bool { return i.Fused }},
		{"sync.allrd ($2,$4,$5,$9,$12)", func(i *native.Inst) bool { return i.SyncFC == 2 && i.Src[0] == native.ImmOperand(0x1234, native.UD) }},
		{"sync.nop null", func(i *native.Inst) bool { return i.Op == native.OpSync && i.SyncFC == 0 && i.Src[0].IsNull() }},
		{"ret (8|M0) r6.2", func(i *native.Inst) bool { return i.Src[0].Reg == 6 && i.Src[0].Sub == 8 && i.Src[0].Type == native.D }},
	} {
		n := 0
		for _, g := range goldensOf(t, "gen12") {
			if !strings.HasPrefix(g.text, c.text) {
				continue
			}
			n++
			in, _, err := native.Decode(native.TGL, g.code)
			require.NoError(t, err)
			assert.True(t, c.want(&in), "%s: %+v", g.text, in)
		}
		assert.NotZero(t, n, "no golden starts with %q", c.text)
	}
}

// TestGen12Refuses: what follows from other fields must, and what Gen12 has not
// is no part of its instructions; nor are its own fields part of Gen9's.
func TestGen12Refuses(t *testing.T) {
	f := func(reg int, r native.Region) native.Operand { return native.GRFOperand(reg, 0, r, native.F) }
	packed, rows := native.Region{V: 8, W: 8, H: 1}, native.Region{V: 1, W: 1}
	mad := native.Inst{Op: native.OpMad, ExecSize: 8, Dst: f(10, native.Dst1), Src: [3]native.Operand{f(20, packed), f(30, packed), f(40, rows)}}
	mov := native.Inst{Op: native.OpMov, ExecSize: 8, Dst: f(10, native.Dst1), Src: [3]native.Operand{f(20, packed)}}
	for _, in := range []native.Inst{mad, mov} {
		_, err := native.Encode(native.TGL, &in)
		require.NoError(t, err)
	}
	for _, c := range []struct {
		name  string
		t     native.Target
		in    native.Inst
		edit  func(*native.Inst)
		field string
		want  string
	}{
		{"width of a ternary source", native.TGL, mad, func(i *native.Inst) { i.Src[0].Region.W = 4 }, "Src0Width", "mad: Src0Width is 4: want 8, which follows from the strides"},
		{"width of the scalar", native.TGL, mad, func(i *native.Inst) { i.Src[1].Region = native.Region{W: 2} }, "Src1Width", "want 1, which follows"},
		{"stride of source 2", native.TGL, mad, func(i *native.Inst) { i.Src[2].Region.H = 1 }, "Src2HorzStride", "want 0, which the format implies"},
		{"integers among floats", native.TGL, mad, func(i *native.Inst) { i.Src[2].Type = native.D }, "Src2DataType", "want one of"},
		{"floats among integers", native.TGL, mad, func(i *native.Inst) { i.Dst.Type = native.D }, "Src0DataType", "want one of"},
		{"half a destination stride", native.TGL, mad, func(i *native.Inst) { i.Dst.Sub = 4 }, "DstSubRegNum", "2 bits times 8"},
		{"Align16", native.TGL, mov, func(i *native.Inst) { i.Align16 = true }, "AccessMode", "want 0"},
		{"dependency control", native.TGL, mov, func(i *native.Inst) { i.DepCtrl = native.DepNoDDChk }, "DepCtrl", "there is no such field"},
		{"scoreboard code", native.TGL, mov, func(i *native.Inst) { i.SWSB = 8 }, "SWSB", "mov: SWSB is 8: want 0..7, 32..79, 144..255"},
		{"scoreboard", native.SKL, mov, func(i *native.Inst) { i.SWSB = 1 }, "SWSB", "there is no such field"},
		{"sync function", native.TGL, mov, func(i *native.Inst) { i.SyncFC = 2 }, "SyncFC", "there is no such field"},
		{"fused mov", native.TGL, mov, func(i *native.Inst) { i.Fused = true }, "FusionCtrl", "there is no such field"},
		{"half precision in the mixed types of Gen8", native.BDW, mad, func(i *native.Inst) {
			i.Align16 = true
			for k := range i.Src {
				i.Src[k].Region = native.Scalar
			}
			i.Src[1].Type = native.HF
		}, "Src1DataType", "want 7, which the format implies"},
	} {
		c.edit(&c.in)
		_, err := native.Encode(c.t, &c.in)
		var e *native.EncodeError
		if assert.ErrorAs(t, err, &e, c.name) {
			assert.Equal(t, c.field, e.Field, c.name)
			assert.ErrorContains(t, err, c.want, c.name)
		}
	}
}

// TestScoreboard: the text of each kind of code, and of the functions that only
// Gen12 mnemonics name.
func TestScoreboard(t *testing.T) {
	for _, c := range []struct {
		op   native.Op
		code uint8
		want string
	}{
		{native.OpMov, 0x00, ""}, {native.OpMov, 0x01, "@1"}, {native.OpMov, 0x07, "@7"},
		{native.OpMov, 0x20, "$0.dst"}, {native.OpMov, 0x2F, "$15.dst"}, {native.OpMov, 0x30, "$0.src"}, {native.OpSend, 0x3A, "$10.src"},
		{native.OpSend, 0x40, "$0"}, {native.OpMath, 0x4F, "$15"},
		{native.OpSend, 0x91, "@1,$1"}, {native.OpSendc, 0xFE, "@7,$14"}, {native.OpMath, 0xA0, "@2,$0"}, {native.OpAdd, 0xB2, "@3,$2.dst"},
	} {
		in := native.Inst{Op: c.op, SWSB: c.code}
		assert.Equal(t, c.want, in.Scoreboard(native.TGL), "%v %#x", c.op, c.code)
	}
	assert.Equal(t, []string{"nop", "allrd", "allwr", "bar", "host", "fc4"},
		[]string{native.SyncName(0), native.SyncName(2), native.SyncName(3), native.SyncName(14), native.SyncName(15), native.SyncName(4)})
	var names []string
	for sfid := range uint8(16) {
		names = append(names, native.TGL.SFIDName(sfid))
	}
	assert.Equal(t, strings.Fields("null sfid1 smpl gtwy dc2 rc urb ts vme dcro dc0 pixi dc1 cre sfid14 sfid15"), names)
}
