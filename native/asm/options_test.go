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
