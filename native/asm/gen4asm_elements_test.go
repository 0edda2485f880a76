package asm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestGen4asmElements: with -a sub-registers are elements, and a source without region
// takes whole rows. The dwords are those of intel-gen4asm -a.
func TestGen4asmElements(t *testing.T) {
	for _, c := range []struct {
		t          native.Target
		text, want string
	}{
		{native.IVB, "add (1) r1.2<1>:ud r2.3<0;1,0>:ud r[a0.3, 4]<0;1,0>:ud;", "00000040 20280421 0000004c 00008c04"},
		{native.IVB, "mov (8) r1.4<2>:uw r2:ud {nomask};", "00600201 40280029 008d0040 00000000"},
		{native.IVB, "mov (16) r1<1>:ud r2:ud;", "00800001 20200021 00000040 00000000"},
		{native.IVB, "mul (8) r1:f r2:f r3.1:f;", "00600041 202077bd 00000040 00000064"},
		{native.IVB, "or (2) r1:w acc0:w r2.7:w;", "00200006 2020358d 00450400 0045004e"},
		{native.IVB, "jmpi 2;", "00000220 34001c00 00001400 00000002"},
		{native.HSW, "send (8) r5<1>:ud r6 0x5 0x02190000:ud;", "05600031 20a00e21 000000c0 02190000"},
		{native.HSW, ".declare n Base=r8.2 ElementSize=2 SrcRegion=<8;8,1> Type=uw mov (8) r1<2>:uw n(1,15);", "00600001 40200129 008d0142 00000000"},
	} {
		code, err := asm.AssembleSyntax("t", c.t, strings.NewReader(c.text), asm.Gen4asmElements)
		if assert.NoError(t, err, c.text) {
			assert.Equal(t, c.want, dwordTexts(code), "%v %s", c.t, c.text)
		}
	}
}

// TestGen4asmLabels: of labels with one name a branch takes the next behind it, else the
// first; distances are in instructions.
func TestGen4asmLabels(t *testing.T) {
	const a, b = "A: nop; jmpi A; nop; A: nop; jmpi A;", "A: nop; jmpi 2; nop; nop; jmpi -4;"
	got, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(a), asm.Gen4asm)
	assert.NoError(t, err)
	want, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(b), asm.Gen4asm)
	assert.NoError(t, err)
	assert.Equal(t, dwordTexts(want), dwordTexts(got))
}
