package asm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestAssembleErrors: what is wrong, where, and what is legal.
func TestAssembleErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"  addx (8|M0) r1.0<1>:f", `1:3: error: "addx": want a label or an instruction of skl: add addc`},
		{"sync.nop null", `1:1: error: "sync": want a label or an instruction of skl`},
		{"add (8|M0) r1.0<1>:f r2.0<8;8,1>:f", "1:35: error: end of line: want source 1 of the 2 of add"},
		{"mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f", `1:36: error: "r3": want no more than 1 sources of mov`},
		{"mov (7|M0) r1.0<1>:f r2.0<8;8,1>:f", "1:1: error: mov: ExecSize is 7: want one of 1 (1), 2 (2), 4 (4)"},
		{"mov r1.0<1>:f r2.0<8;8,1>:f", "1:1: error: mov without execution size: want (8|M0) behind it"},
		{"mov (8|M3) r1.0<1>:f r2.0<8;8,1>:f", "1:1: error: mov: ChannelOffset is 3: want one of 0 (M0), 4 (M4)"},
		{"mov (8|X0) r1.0<1>:f r2.0<8;8,1>:f", `1:8: error: "X0": want M0, M4 to M28`},
		{"mov (8|M0) r128.0<1>:f r2.0<8;8,1>:f", `1:13: error: register "128": want 0..127`},
		{"mov (8|M0) q1.0<1>:f r2.0<8;8,1>:f", `1:12: error: "q1": want a register such as r10`},
		{"mov (8|M0) r1.0<1>:f r10x.0<8;8,1>:f", `1:22: error: "r10x": want a register`},
		{"mov (8|M0) r1.0<1> r2.0<8;8,1>:f", `1:20: error: "r2": want a type such as :f behind a destination`},
		{"mov (8|M0) r1.0<1>:g r2.0<8;8,1>:f", `1:20: error: "g": want a type: b bf d df f`},
		{"mov (8|M0) r1.0<1>:f r2.0<8;3,1>:f", "1:22: error: mov: Src0Width is 3: want one of 1 (1), 2 (2), 4 (4), 8 (8), 16 (16)"},
		{"mov (8|M0) r1.8<1>:f r2.0<8;8,1>:f", "1:12: error: mov: DstSubRegNum is 32: want 5 bits"},
		{"mov (8|M0) r1.0<1>:f r2.0<8;1>:f", "1:22: error: region of 2 numbers: want <8;8,1>"},
		{"mov (8|M0) r1.0<1>:w 70000:w", `1:22: error: number "70000": want at most 32767 for w`},
		{"mov (8|M0) r1.0<1>:f 1:f", `1:22: error: number "1" of type f: want a point in it`},
		{"mov (8|M0) r1.0<1>:d 1.5:d", `1:22: error: number "1.5" of type d: want an integer`},
		{"mov (8|M0) r1.0<1>:d 0x1G:d", `1:22: error: number "0x1G": want digits of base 16`},
		{"mov (8|M0) r1.0<1>:d 5", `1:23: error: end of line: want a type such as :d behind the number 5`},
		{"(f0.0) mov (8|M0) (eq)f0.1 r1.0<1>:d 5:d", "1:23: error: flag f0.1: want f0.0, the predicate's"},
		{"(f0.0.any5h) mov (8|M0) r1.0<1>:d 5:d", `1:6: error: ".": want what follows a flag: .all16h`},
		{"(x) mov (8|M0) r1.0<1>:d 5:d", `1:2: error: "x": want a predicate: W, f0.0 or ~f0.0`},
		{"cmp (8|M0) (zz)f0.0 r1.0<1>:d r1.0<8;8,1>:d 5:d", `1:13: error: "zz": want a condition, sat or eo: cond10`},
		{"math.cbrt (8|M0) r1.0<1>:f r2.0<8;8,1>:f", `1:6: error: "cbrt": want a math function: cos exp`},
		{"if (8|M0) L1 L2", `1:11: error: label "L1" is nowhere in the text: want one that stands before an instruction or at the end` +
			"\n" + `t.asm:1:14: error: label "L2" is nowhere in the text`},
		{"L0:\nL0:\n nop", `2:1: error: label "L0" is there twice`},
		{"if (8|M0) 16:w 16", `1:11: error: type w: want no type behind a target of if`},
		{"add (4|M0) r2.0<1>.xq:f r4.0<4>:f r6.0<0>:f", `1:12: error: channels "xq": want some of xyzw`},
		{"if (8|M0) 16", "1:13: error: end of line: want target 1 of the 2 of if, a label or an offset in bytes"},
		{"mov (8|M0) r1.0<1>:d 5:d {Fast}", `1:27: error: "Fast": want an option, @1 or $0: AccWrEn Atomic`},
		{"mov (8|M0) r1.0<1>:d 5:d {AccWrEn", "1:34: error: end of line: want '}' after options"},
		{"mov (8|M0) r1.0<1>:d 5:d /x", `1:26: error: "/": want no more than 1 sources of mov`},
		{"mov (8|M0) r1.0<1>:d 5:d x", `1:26: error: "x": want no more than 1 sources of mov`},
		{"mov (8|M0) r1.0<1>:q 5:q {Compacted}", "1:1: error: mov: compact form: "},
		{"nop //!bits 128=1", `1:13: error: a bit "128": want 0..127`},
		{"nop //!bits 6:0=1", "1:5: error: bits of the opcode (6:0) or of compaction (29)"},
		{"nop //!bits 70:60=1", "1:13: error: bits 70:60=1: want the higher bit first, both in 63:0 or in 127:64"},
		{"nop //!bits high", `1:13: error: "high": want bits such as 28=1`},
		{".raw 0x7E", "1:1: error: 4 bytes: want 8, as the compaction bit says"},
		{"send (8|M0) r2 r3 0xC", "1:22: error: end of line: want a descriptor, 32 bits or a0.0"},
		{"send (8|M0) r2 r3 0xC 0x1FFFFFFFF", `1:23: error: a descriptor "0x1FFFFFFFF": want 32 bits`},
		{"nop\n  nop /* open\nnop", "2:7: error: comment without an end: want */ behind it"},
		{"mov (300|M0) r1.0<1>:d 5:d", `1:6: error: an execution size "300": want 0..32`},
		{"mov (8|M0) r1.0<1>:hf -70000.0:hf", `1:23: error: number "70000.0": want a number that hf holds`},
		{"sel (8|M0) (eo)f0.0 r1.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f", "1:1: error: (eo) of sel: want a macro, math.invm or math.rsqtm"},
		{"mov (8|M0) r1.0<1>.xxy:d r1.0<4>:d", `1:12: error: channels "xxy": want some of xyzw, in that order`},
		{"mov (8|M0) r1.0<1>.yx:d r1.0<4>:d", `1:12: error: channels "yx": want some of xyzw, in that order`},
		{"send (8|M0) r2:f r3<8;8,1>:f 0xC 0x0", "1:18: error: region of 3 numbers: want none, a message has whole registers"},
		{"send (8|M0) r2<2>:f r3:f 0xC 0x0", "1:13: error: region of 1 numbers: want none, a message has whole registers"},
		{"", "1:1: error: the text ends without an instruction"},
		{strings.Repeat("x", asm.MaxLine+1) + "\nfoo", "1:1: error: line of more than 65536 bytes\nt.asm:2:1: error: \"foo\": want a label"},
	} {
		code, err := asm.Assemble("t.asm", native.SKL, strings.NewReader(c.text))
		require.Error(t, err, c.text)
		assert.Nil(t, code)
		assert.True(t, strings.HasPrefix(err.Error(), "t.asm:"+c.want), "%.40s: %v", c.text, err)
	}
}

// TestAssembleTwice: what an instruction can say once it says once; which of two
// was meant is not guessed.
func TestAssembleTwice(t *testing.T) {
	for _, c := range []struct {
		t          native.Target
		s          asm.Syntax
		text, want string
	}{
		{native.SKL, asm.IGA, "(W&W) mov (8|M0) r1.0<1>:d 5:d", `1:4: error: "W": want no second W`},
		{native.SKL, asm.IGA, "(f0.0&f0.0) mov (8|M0) r1.0<1>:d 5:d", `1:7: error: "f0.0": want no second predicate`},
		{native.SKL, asm.IGA, "mov (8|M0) (eq)f0.0 (ne)f0.0 r1.0<1>:d 5:d", `1:22: error: "ne": want no second condition`},
		{native.SKL, asm.IGA, "mov (8|M0) (sat) (sat)r1.0<1>:d 5:d", `1:19: error: "sat": want no second sat`},
		{native.SKL, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {Atomic,Switch}", `1:34: error: "Switch": want no second thread control`},
		{native.SKL, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {NoDDClr,NoDDChk,NoDDClr}", `1:43: error: "NoDDClr": want no second option of its kind`},
		{native.TGL, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {@1,@2}", `1:30: error: "@2": want no second scoreboard`},
		{native.TGL, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {A@1}", `1:27: error: scoreboard "A@1" of mov: want, on tgl, @1 $0.dst $0.src $0 @1,$0.dst, with distances 1 to 7 and tokens 0 to 15`},
		{native.TGL, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {@8}", `1:27: error: scoreboard "@8" of mov: want, on tgl, @1`},
		{native.DG2, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {F@8}", `1:27: error: scoreboard "F@8" of mov: want, on dg2, @1 A@1 F@1 I@1 $0.dst $0.src $0 L@1 @1,$0.dst, with distances 1 to 7 and tokens 0 to 15`},
		{native.DG2, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {F@1,$0.dst}", `1:27: error: scoreboard "F@1,$0.dst" of mov: want, on dg2, @1`},
		{native.DG2, asm.IGA, "send.dc1 (8|M0) r20 r10 null:0 0x0 0x02106E02 {@1,$0}", `1:48: error: scoreboard "@1,$0" of send: want, on dg2, @1 A@1 F@1 I@1 $0.dst $0.src $0 L@1 A@1,$0, with`},
		{native.SKL, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {@1}", `1:27: error: scoreboard "@1": skl has none, its hardware watches registers`},
		{native.TGL, asm.IGA, "mov (8|M0) r1.0<1>:d 5:d {$1.dst,$2.dst}", `1:34: error: "$2.dst": want no second scoreboard`},
		{native.SKL, asm.IGA, "nop //!bits 40=1 41:40=0", `1:18: error: bits 41:40 are there twice`},
		{native.IVB, asm.Mesa, "mov.z.nz(8) g1<1>F g2<8,8,1>F {align1};", `1:7: error: "nz": want no second condition`},
		{native.IVB, asm.Mesa, "mov.sat.sat(8) g1<1>F g2<8,8,1>F {align1};", `1:9: error: "sat": want no second sat`},
		{native.IVB, asm.Mesa, "mov.f0.0.f0.1(8) g1<1>F g2<8,8,1>F {align1};", `1:10: error: "f0.1": want no second flag`},
		{native.IVB, asm.Mesa, "mov(8) g1<1>F g2<8,8,1>F {align1 align16};", `1:34: error: "align16": want no second access mode`},
		{native.IVB, asm.Mesa, "mov(8) g1<1>F g2<8,8,1>F {align1 1Q 2Q};", `1:37: error: "2Q": want no second group of channels`},
		{native.IVB, asm.Mesa, "mov(8) g1<1>F g2<8,8,1>F {align1 switch atomic};", `1:41: error: "atomic": want no second thread control`},
		{native.IVB, asm.Gen4asm, "mov (8) g1<1>F g2<8,8,1>F {align1 sechalf 1Q};", `1:43: error: "1Q": want no second group of channels`},
	} {
		_, err := asm.AssembleSyntax("t", c.t, strings.NewReader(c.text), c.s)
		if assert.Error(t, err, c.text) {
			assert.True(t, strings.HasPrefix(err.Error(), "t:"+c.want), "%s: %v", c.text, err)
		}
	}
}

// TestAssembleAllErrors: every line's fault is reported, up to fifty.
func TestAssembleAllErrors(t *testing.T) {
	_, err := asm.Assemble("t.asm", native.SKL, strings.NewReader(strings.Repeat("mov\nnop\n", 20)))
	var list asm.ErrorList
	require.ErrorAs(t, err, &list)
	require.Len(t, list, 20)
	for i, e := range list {
		assert.Equal(t, 2*i+1, e.Line)
	}
	_, err = asm.Assemble("t.asm", native.SKL, strings.NewReader(strings.Repeat("mov\n", 1000)))
	require.ErrorAs(t, err, &list)
	assert.Len(t, list, 50)
	assert.Contains(t, err.Error(), "and perhaps more")
}
