package asm_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestOptions: what stands before an instruction, for each option.
func TestOptions(t *testing.T) {
	code, err := asm.Assemble("t", native.SKL, strings.NewReader("nop\nmov (8|M0) r1.0<1>:f 1.5e-3:f\n"))
	require.NoError(t, err)
	assert.Equal(t, []byte{0xA6, 0x9B, 0xC4, 0x3A}, code[28:], "0.0015")
	for want, o := range map[string]asm.Options{
		"nop":               {},
		"/* [0000] */  nop": {PC: true},
		"/* 0000000000000000000000000000007E */  nop":        {Bits: true},
		"/* [0000] 0000000000000000000000000000007E */  nop": {PC: true, Bits: true},
	} {
		var b bytes.Buffer
		require.NoError(t, asm.Disassemble(&b, native.SKL, code, o))
		lines := strings.Split(b.String(), "\n")
		assert.Equal(t, strings.Fields(want), strings.Fields(lines[1]))
	}
}

// TestNames: a label may be called r, and an operand of a macro says that it has no
// accumulator.
func TestNames(t *testing.T) {
	code, err := asm.Assemble("t", native.SKL, strings.NewReader("(W) jmpi (1|M0) r\nnop\nr:\nnop\n"))
	require.NoError(t, err)
	in, _, err := native.Decode(native.SKL, code)
	require.NoError(t, err)
	assert.EqualValues(t, 32, in.JIP)
	code, err = asm.Assemble("t", native.SKL, strings.NewReader("madm (4|M0) r1.mme2:f r2.nomme:f r3.mme1:f r4.nomme:f\n"))
	require.NoError(t, err)
	in, _, err = native.Decode(native.SKL, code)
	require.NoError(t, err)
	assert.Equal(t, [4]uint8{2, native.NoMME, 1, native.NoMME}, [4]uint8{in.Dst.MME, in.Src[0].MME, in.Src[1].MME, in.Src[2].MME})
}
