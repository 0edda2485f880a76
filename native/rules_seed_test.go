package native_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// manualExample is an instruction that a section of a manual allows, or forbids, and the rules that
// find it.
type manualExample struct{ section, text, rules string }

// broxtonExamples are of the sections "Register Region Restrictions", by number, and "Accumulator
// Registers" of the Broxton PRM, volume 6.
var broxtonExamples = []manualExample{
	{"1.1", "mov (16|M0) r2.0<1>:d r4.0<8;8,1>:d", ""},
	{"1.1", "mov (32|M0) r2.0<1>:d r4.0<8;8,1>:d", "bxt.1.1 bxt.3.1 bxt.3.2"},
	{"1.2", "mov (8|M0) r10.0<4>:b r11.0<8;8,1>:d", ""},
	{"1.2", "mov (8|M0) r10.0<2>:b r11.0<8;8,1>:d", "bxt.1.2"},
	{"1.2", "mov (8|M0) r10.2<4>:b r11.0<8;8,1>:d", "bxt.1.2"},
	{"2.1", "mov (4|M0) r2.0<1>:d r4.0<8;8,1>:d", "bxt.2.1"},
	{"2.2", "mov (8|M0) r2.0<1>:d r4.0<4;8,1>:d", "bxt.2.2"},
	{"2.3", "mov (8|M0) r2.0<1>:d r4.0<1;8,0>:d", ""},
	{"2.4", "mov (8|M0) r2.0<1>:d r4.0<1;1,1>:d", "bxt.2.4"},
	{"2.5", "mov (1|M0) r2.0<1>:d r4.0<1;1,0>:d", "bxt.2.5"},
	{"2.6", "mov (8|M0) r2.0<1>:d r4.0<0;4,0>:d", "bxt.2.6"},
	{"2.7", "mov (8|M0) r2.0<0>:d r4.0<8;8,1>:d", "bxt.2.7"},
	{"2.8", "mov (8|M0) r2.0<1>:d r4.4<8;8,1>:d", "bxt.2.8"},
	{"2.8", "mov (8|M0) r2.0<1>:d r4.4<4;4,1>:d", ""},
	{"3.1", "mov (16|M0) r2.0<1>:d r4.0<16;4,2>:d", "bxt.3.1 lkf.vstride"},
	{"3.1", "mov (16|M0) r2.0<1>:w r4.0<16;8,2>:w", ""},
	{"3.2", "mov (8|M0) r2.0<4>:d r4.0<8;8,1>:d", "bxt.3.2"},
	{"3.2", "mov (8|M0) r2.0<2>:d r4.0<8;8,1>:d", ""},
	{"4.1", "mov (8|M0) r2.0<1>:b r4.0<8;8,1>:b", ""},
	{"4.1", "mov (8|M0) r2.0<1>:b -r4.0<8;8,1>:b", "bxt.1.2 bxt.4.1"},
	{"4.1", "mov (8|M0) r2.0<1>:b r4.0<8;8,1>:w", "bxt.1.2 bxt.4.1"},
	{"4.1", "(f0.0) sel (8|M0) r2.0<1>:b r4.0<8;8,1>:b r5.0<8;8,1>:b", "bxt.1.2 bxt.4.1"},
	{"4.2", "mov (8|M0) r10.0<2>:b r11.0<8;8,1>:w", ""},
	{"4.2", "mov (8|M0) r10.1<2>:b r11.0<8;8,1>:w", ""},
	{"4.2", "mov (8|M0) r10.1<4>:b r11.0<8;8,1>:d", ""},
	{"5", "add (8|M0) r10.0<2>:hf r11.0<8;8,1>:f r12.0<8;8,1>:hf", ""},
	{"5", "add (8|M0) r10.1<2>:hf r11.0<8;8,1>:f r12.0<8;8,1>:hf", ""},
	{"5", "mov (8|M0) r10.1<2>:w r11.0<8;8,1>:d", ""},
	{"5", "mov (8|M0) r10.0<1>:w r11.0<8;8,1>:d", "bxt.1.2"},
	{"6", "mov (4|M0) r10.0<1>:df r11.0<8;4,2>:f", ""},
	{"6", "mov (4|M0) r10.0<1>:df r11.0<4;4,1>:f", "bxt.6.1"},
	{"6", "mov (4|M0) r10.0<2>:f r11.0<4;4,1>:df", ""},
	{"6", "mul (4|M0) r10.0<2>:d r11.0<8;4,2>:d r12.0<8;4,2>:d", ""},
	{"6", "mul (4|M0) r10.0<1>:d r11.0<4;4,1>:d r12.0<4;4,1>:d", "bxt.6.1"},
	{"6", "mov (4|M0) r10.0<1>:q r11.0<4;2,1>:q", "bxt.6.2"},
	{"6", "mov (2|M0) r10.0<1>:q r11.1<2;2,1>:q", "bxt.6.3"},
	{"6", "mov (2|M0) r10.0<1>:q r11.1<0;1,0>:q", ""},
	{"6", "mov (4|M0) r10.0<1>:q r[a0.0]<4;4,1>:q", "bxt.6.4"},
	{"6", "mov (4|M0) acc0.0<1>:df r11.0<4;4,1>:df", "bxt.6.5"},
	{"6", "mul (4|M0) r10.0<2>:d r11.0<8;4,2>:d r12.0<8;4,2>:d {NoDDChk}", "bxt.6.6"},
	{"7", "mad (8|M0) r10.0<1>.xy:hf r11.0<0;0>.x:f r12.0<2;1>.xyzw:hf r13.0<1>.yyyy:hf", ""},
	{"7", "mad (8|M0) r10.0<1>.xy:f r11.0<0;0>.x:f r12.0<2;1>.xyzw:hf r13.0<1>.yyyy:hf", ""},
	{"7", "add (8|M0) r20.0<1>:hf r3.0<8;8,1>:f r6.0<8;8,1>:hf", ""},
	{"7", "add (16|M0) r20.0<1>:hf r3.0<8;8,1>:f r6.0<8;8,1>:hf", "bxt.7.1 bxt.7.8"},
	{"7", "add (8|M0) r20.0<1>.xyzw:hf acc0.0<4>.xyzw:f r6.0<4>.xyzw:f", "bxt.7.3"},
	{"7", "mov (4|M0) r20.0<1>:hf acc0.4<4;4,1>:f", "bxt.7.4"},
	{"7", "mac (8|M0) r3.0<2>:hf r4.0<8;8,1>:f r6.0<16;8,2>:hf", ""},
	{"7", "mac (8|M0) r3.0<1>:hf r4.0<8;8,1>:f r6.0<16;8,2>:hf", "bxt.7.5"},
	{"7", "add (8|M0) r3.0<1>.xyzw:hf r4.0<4>.xyzw:f r6.0<0>.xyzw:hf", "bxt.7.6"},
	{"7", "math.pow (8|M0) r3.0<1>:hf r4.0<8;8,1>:f r6.0<16;8,2>:hf", ""},
	{"7", "math.pow (8|M0) r3.0<1>:hf r4.0<8;8,1>:f r6.0<8;8,1>:hf", "bxt.7.7"},
	{"7", "add (8|M0) r3.0<1>:hf r4.0<8;8,1>:f r6.0<16;8,2>:hf", ""},
	{"7", "add (8|M0) r3.4<1>:hf r4.0<8;8,1>:f r6.0<16;8,2>:hf", "bxt.7.8"},
	{"8", "mov (16|M0) r[a0.0]<1>:f r10.0<8;8,1>:f", ""},
	{"8", "add (16|M0) r[a0.0]<1>:f r[a0.2]<8;8,1>:f r[a0.4]<8;8,1>:f", ""},
	{"8", "add (16|M0) r[a0.0]<1>:f r[a0.2]<8;8,1>:f r[a0.4]<0;1,0>:f", ""},
	{"8", "add (8|M0) r10.0<1>:d r11.0<8;8,1>:d r[a0.0]<4,1>:d", "bxt.8.3"},
	{"8", "add (16|M0) r[a0.0]<1>:d r[a0.0]<4,1>:ud r16.0<8;8,1>:ud", ""},
	{"8", "add (16|M0) r10.0<2>:uw r[a0.0]<1,0>:uw r16.0<8;8,1>:uw", ""},
	{"8", "mov (32|M0) r10.0<1>:w r[a0.0]<1,0>:w", "bxt.8.5 eu.indirect.count"},
	{"9", "mul (8|M0) r10.0<1>.xyzw:f r11.0<4>.xyzw:f r12.4<0>.xyzw:f", ""},
	{"9", "mad (8|M0) r10.0<1>.xyzw:f r12.0<0;0>.x:f r14.4<2;1>.xyzw:f r16.0<1>.xyzw:f", "bxt.9.2"},
	{"9", "mov (8|M0) r10.0<1>.xyzw:f r12.0<4>.xyzw:df", "bxt.9.2 bxt.9.5"},
	{"9", "mov (8|M0) r10.0<1>:hf r12.0<8;8,1>:w", "bxt.9.3"},
	{"9", "mov (8|M0) r10.0<2>:hf r12.0<8;8,1>:w", ""},
	{"Accumulators", "mov (8|M0) acc1.0<1>:f acc0.0<8;8,1>:f", "eu.acc.same"},
	{"Accumulators", "mov (8|M0) acc0.1<2>:w r10.0<8;8,1>:w", "eu.acc.odd"},
	{"Accumulators", "mov (16|M0) acc0.0<1>:d r10.0<8;8,1>:d", "eu.acc.wide"},
	{"Accumulators", "mov (8|M0) r10.0<2>:f acc0.0<8;8,1>:f", "eu.acc.region"},
	{"Accumulators", "mov (8|M0) acc2.0<1>:ud -r10.0<8;8,1>:ud", "eu.acc.special"},
	{"Accumulators", "add (8|M0) r10.0<1>:ud acc2.0<8;8,1>:ud r11.0<8;8,1>:ud", "eu.acc.special"},
	{"Accumulators", "mov (8|M0) r10.0<1>:ud acc2.0<8;8,1>:ud", ""},
	{"Accumulators", "mov (8|M0) acc2.0<1>:ud r10.0<8;8,1>:ud", ""},
}

// ivyBridgeExamples are of the Ivy Bridge PRM, volume 4 part 3.
var ivyBridgeExamples = []manualExample{
	{"1.3", "(f0.0) sel (16|M0) r2.0<1>:uw r4.0<16;16,1>:uw r6.0<16;16,1>:uw", ""},
	{"1.3", "(f0.0) sel (32|M0) r2.0<1>:uw r4.0<16;16,1>:uw r6.0<16;16,1>:uw", "eu.sel.wide"},
	{"1.3", "mov (16|M0) r2.0<1>:d acc0.0<8;8,1>:d", "eu.acc.wide"},
	{"2.2.1", "mov (8|M0) r2.0<1>:b r4.0<8;8,1>:b", ""},
	{"2.2.1", "mov (8|M0) r2.0<1>:b r4.0<8;8,1>:w", "bxt.1.2 bxt.4.1"},
	{"3.3.2", "mov (16|M0) r127.0<1>:d r4.0<8;8,1>:d", "eu.grf"},
	{"3.3.3.2", "mov (16|M0) r2.0<1>:d sr0.0<8;8,1>:d", "eu.arf.cross"},
	{"3.3.3.4", "add (8|M0) r2.0<1>:w r[a0.0]<1,0>:w r6.0<8;8,1>:w", ""},
	{"3.3.3.4", "add (16|M0) r2.0<1>:w r[a0.0]<2,1>:w r6.0<16;16,1>:w", "eu.indirect.wide"},
	{"3.3.3.4", "mov (8|M0) r2.0<1>:d r[a0.2]<4,1>:d", ""},
	{"3.3.3.4", "mov (8|M0) r2.0<1>:d r[a0.3]<4,1>:d", "eu.indirect.group"},
	{"3.3.3.4", "send (8|M0) r2:ud r4 0xA a0.0", ""},
	{"3.3.3.4", "send (8|M0) r2:ud r4 0xA a0.2", "eu.send.desc"},
	{"3.3.3.5", "mov (8|M0) acc1.0<1>:f acc0.0<8;8,1>:f", "eu.acc.same"},
	{"3.3.3.5", "mov (8|M0) r10.0<2>:f acc0.0<8;8,1>:f", "eu.acc.region eu.pair.mask"},
	{"3.3.3.8", "mov (1|M0) cr0.0<1>:ud 0x0:ud {Switch}", ""},
	{"3.3.3.8", "mov (1|M0) cr0.0<1>:ud 0x0:ud", "eu.cr0"},
	{"3.3.4", "mov (8|M0) r2.8<1>:w 0x76543210:v", ""},
	{"3.3.4", "mov (8|M0) r2.4<1>:w 0x76543210:v", "eu.vector"},
	{"3.3.4", "mov (8|M0) r2.0<1>:d 0x76543210:v", "eu.vector.step"},
}

// TestBroxtonExamples: each instruction breaks the rules beside it and no others.
//
// seed: Broxton vol. 6 Register Region Restrictions 1
// seed: Broxton vol. 6 Register Region Restrictions 2
// seed: Broxton vol. 6 Register Region Restrictions 3
// seed: Broxton vol. 6 Register Region Restrictions 4
// seed: Broxton vol. 6 Register Region Restrictions 5
// seed: Broxton vol. 6 Register Region Restrictions 6
// seed: Broxton vol. 6 Register Region Restrictions 7
// seed: Broxton vol. 6 Register Region Restrictions 8
// seed: Broxton vol. 6 Register Region Restrictions 9
// seed: Broxton vol. 6 Accumulator Registers
// seed: Broxton vol. 6 Accumulators acc2-acc9
func TestBroxtonExamples(t *testing.T) { checkExamples(t, native.BXT, broxtonExamples) }

// TestIvyBridgeExamples: the same for Ivy Bridge.
//
// seed: Ivy Bridge EU 1.3
// seed: Ivy Bridge EU 2.2.1
// seed: Ivy Bridge EU 3.3.2
// seed: Ivy Bridge EU 3.3.3.2
// seed: Ivy Bridge EU 3.3.3.4
// seed: Ivy Bridge EU 3.3.3.5
// seed: Ivy Bridge EU 3.3.3.8
// seed: Ivy Bridge EU 3.3.4
func TestIvyBridgeExamples(t *testing.T) { checkExamples(t, native.IVB, ivyBridgeExamples) }

// TestOverlappingHalves: a source's second half in the register that the first half of the instruction writes is a
// doubt where the document has it and code of Intel's compiler breaks it, and breaks a rule from icl on.
//
// seed: Broxton vol. 6 Register Region Restrictions 9
func TestOverlappingHalves(t *testing.T) {
	const over, beside = "mov (16|M0) r4.0<1>:d r3.0<8;8,1>:d", "mov (16|M0) r4.0<1>:d r4.0<8;8,1>:d"
	for target, want := range map[native.Target][2]int{native.SKL: {0, 1}, native.BXT: {0, 1}, native.ICL: {1, 0}, native.LKF: {1, 0}} {
		in, err := example(t, target, over)
		require.NoError(t, err)
		assert.Equal(t, want, [2]int{len(native.Check(target, []native.Inst{in})), len(native.Doubts(target, []native.Inst{in}))}, target)
		in, err = example(t, target, beside)
		require.NoError(t, err)
		assert.Empty(t, native.Doubts(target, []native.Inst{in}), target)
		assert.Empty(t, findings(target, in), target)
	}
}

func checkExamples(t *testing.T, target native.Target, examples []manualExample) {
	t.Helper()
	for _, c := range examples {
		in, err := example(t, target, c.text)
		require.NoError(t, err, "%s: %s", c.section, c.text)
		assert.Equal(t, c.rules, strings.Join(findings(target, in), " "), "%s: %s", c.section, c.text)
	}
}

// TestArchitectureCodes: bits 7:4 of a register's number, 76:69 of the word for source 0, say which
// architecture register it is, 3:0 which of that kind.
//
// seed: Ivy Bridge EU 3.3.3.1
func TestArchitectureCodes(t *testing.T) {
	for text, code := range map[string]byte{
		"a0.0": 0x10, "acc0.0": 0x20, "acc1.0": 0x21, "f0.0": 0x30, "f1.0": 0x31, "sr0.0": 0x70, "cr0.0": 0x80,
		"n0.0": 0x90, "ip": 0xA0, "tdr0.0": 0xB0, "tm0.0": 0xC0,
	} {
		b, err := asm.Assemble("move", native.IVB, strings.NewReader(fmt.Sprintf("mov (1|M0) r10.0<1>:ud %s<0;1,0>:ud", text)))
		require.NoError(t, err, text)
		assert.Equal(t, code, b[8]>>5|b[9]<<3, text)
	}
}
