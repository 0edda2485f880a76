package compact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// shortened is an instruction after the pass, as text, and its bytes.
func shortened(t *testing.T, target native.Target, text string) (string, int) {
	t.Helper()
	code, err := asm.Assemble("test", target, strings.NewReader(text+"\n"))
	require.NoError(t, err, text)
	insts, _, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	require.Len(t, insts, 1)
	p := &native.Program{Insts: insts}
	require.Empty(t, native.Check(target, p.Insts), text)
	Run(p, target)
	assert.Empty(t, native.Check(target, p.Insts), text)
	code, err = native.AppendShort(nil, target, &p.Insts[0])
	require.NoError(t, err)
	p.Insts[0].Compact = false
	return strings.Join(strings.Fields(asm.Inst(target, &p.Insts[0], 0)), " "), len(code)
}

// TestRun: what becomes of an instruction, and the bytes that it takes then.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		text   string
		want   string
		bytes  int
	}{
		// regions: rows of one from Xe-HPG on, wider ones before
		{native.DG2, "add (8|M0) r3.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d", "add (8|M0) r3.0<1>:d r4.0<1;1,0>:d r5.0<1;1,0>:d", 8},
		{native.SKL, "add (8|M0) r3.0<1>:d r4.0<1;1,0>:d r5.0<1;1,0>:d", "add (8|M0) r3.0<1>:d r4.0<4;4,1>:d r5.0<4;4,1>:d", 8},
		{native.TGL, "add (16|M0) r3.0<1>:f r5.0<1;1,0>:f r7.0<0;1,0>:f", "add (16|M0) r3.0<1>:f r5.0<1;1,0>:f r7.0<0;1,0>:f", 8},
		// not where a row would lie in two registers
		{native.SKL, "add (8|M0) r3.0<1>:d r4.7<1;1,0>:d r5.0<8;8,1>:d", "add (8|M0) r3.0<1>:d r4.7<1;1,0>:d r5.0<8;8,1>:d", 16},
		{native.DG2, "mad (8|M0) r3.0<1>:f r4.0<8;1>:f r5.0<8;1>:f r6.0<0>:f", "mad (8|M0) r3.0<1>:f r4.0<1;0>:f r5.0<1;0>:f r6.0<0>:f", 8},
		// an immediate of another width
		{native.DG2, "add (1|M0) r3.0<1>:d r5.0<0;1,0>:d 2:uw", "add (1|M0) r3.0<1>:d r5.0<0;1,0>:d 2:w", 8},
		{native.SKL, "add (8|M0) r3.0<1>:d r4.0<8;8,1>:d 3:w", "add (8|M0) r3.0<1>:d r4.0<8;8,1>:d 3:d", 8},
		// not one that would change the value, or in what a narrower type is computed
		{native.DG2, "add (16|M0) r3.0<1>:d r5.0<1;1,0>:d 0x12345:d", "add (16|M0) r3.0<1>:d r5.0<1;1,0>:d 74565:d", 16},
		{native.DG2, "add (8|M0) r3.0<1>:d r5.0<1;1,0>:w 0x345:d", "add (8|M0) r3.0<1>:d r5.0<1;1,0>:w 837:d", 16},
		{native.SKL, "mov (8|M0) r3.0<1>:d 3:w", "mov (8|M0) r3.0<1>:ud 0x3:ud", 8},
		{native.SKL, "cmp (8|M0) (lt)f0.0 null<1>:ud r4.0<8;8,1>:ud 5:uw", "cmp (8|M0) (lt)f0.0 null<1>:ud r4.0<8;8,1>:ud 0x5:ud", 8},
		{native.TGL, "and (16|M0) r3.0<1>:uw r5.0<16;16,1>:uw 0:w", "and (16|M0) r3.0<1>:uw r5.0<1;1,0>:uw 0x0:uw", 8},
		{native.SKL, "mov (8|M0) r3.0<1>:d 0xFFFF:uw", "mov (8|M0) r3.0<1>:d 0xFFFF:uw", 16},
		{native.SKL, "mov (8|M0) r3.0<1>:ud -1:w", "mov (8|M0) r3.0<1>:ud -1:w", 16},
		// floats are no numbers of the same bits
		{native.TGL, "mul (8|M0) r3.0<1>:f r4.0<8;8,1>:f 0x3:f", "mul (8|M0) r3.0<1>:f r4.0<8;8,1>:f 0x3:f", 16},
		// nor a product of dwords where there is none
		{native.SKL, "mul (8|M0) r3.0<1>:d r4.0<8;8,1>:d 96:w", "mul (8|M0) r3.0<1>:d r4.0<8;8,1>:d 96:d", 8},
		{native.LKF, "mul (8|M0) r3.0<1>:d r4.0<8;8,1>:d 96:w", "mul (8|M0) r3.0<1>:d r4.0<8;8,1>:d 96:w", 16},
		{native.DG2, "mul (8|M0) r3.0<1>:ud r4.0<1;1,0>:ud 96:uw", "mul (8|M0) r3.0<1>:d r4.0<1;1,0>:d 96:w", 8},
		// moves of dwords as floats, where those may be
		{native.TGL, "mov (8|M0) r3.0<1>:d r4.0<8;8,1>:d", "mov (8|M0) r3.0<1>:f r4.0<8;8,1>:f", 8},
		{native.DG2, "(W) mov (1|M0) r3.0<1>:ud 0x3F800000:ud", "(W) mov (1|M0) r3.0<1>:f 0x3F800000:f", 8},
		{native.DG2, "mov (8|M0) r3.0<2>:d r4.0<8;8,1>:d", "mov (8|M0) r3.0<2>:d r4.0<8;8,1>:d", 16},
		{native.DG2, "(W) mov (1|M0) r3.0<1>:d r4.4<0;1,0>:d", "(W) mov (1|M0) r3.0<1>:d r4.4<0;1,0>:d", 16},
		{native.TGL, "mov (8|M0) r3.0<1>:d -r4.0<8;8,1>:d", "mov (8|M0) r3.0<1>:d -r4.0<8;8,1>:d", 16},
		// signs that change no bit, and those that do
		{native.SKL, "and (8|M0) r3.0<1>:ud r4.0<8;8,1>:d r5.0<8;8,1>:ud", "and (8|M0) r3.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d", 8},
		{native.SKL, "cmp (8|M0) (lt)f0.0 null<1>:d r4.0<8;8,1>:ud r5.0<8;8,1>:d", "cmp (8|M0) (lt)f0.0 null<1>:d r4.0<8;8,1>:ud r5.0<8;8,1>:d", 16},
		{native.TGL, "(W) and (1|M0) r3.1<2>:d r4.0<0;1,0>:d r5.1<0;1,0>:d", "(W) and (1|M0) r3.1<2>:ud r5.1<0;1,0>:ud r4.0<0;1,0>:ud", 8},
		// factors exchanged
		{native.DG2, "mad (8|M0) r3.0<1>:f -r4.0<8;1>:f r5.0<0;0>:f r6.0<1>:f", "mad (8|M0) r3.0<1>:f -r4.0<1;0>:f r6.0<1;0>:f r5.0<0>:f", 8},
		{native.DG2, "(W) add (1|M0) r3.1<2>:ud r4.0<0;1,0>:ud r5.1<0;1,0>:ud", "(W) add (1|M0) r3.1<2>:ud r5.1<0;1,0>:ud r4.0<0;1,0>:ud", 8},
		{native.DG2, "(W) shl (1|M0) r3.1<2>:ud r4.0<0;1,0>:ud r5.1<0;1,0>:ud", "(W) shl (1|M0) r3.1<2>:ud r4.0<0;1,0>:ud r5.1<0;1,0>:ud", 16}, // none
		{native.DG2, "mul (8|M0) r3.0<1>:f r4.0<0;1,0>:f r5.0<1;1,0>:f", "mul (8|M0) r3.0<1>:f r4.0<0;1,0>:f r5.0<1;1,0>:f", 8},
	} {
		got, n := shortened(t, c.target, c.text)
		assert.Equal(t, c.want, got, c.target)
		assert.Equal(t, c.bytes, n, c.text)
	}
}
