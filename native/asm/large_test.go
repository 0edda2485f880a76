package asm_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestRegistersOfLargeFiles: r128 to r255 are registers where a kernel can ask for them; the bytes are
// those of iga64 -p=12p71.
func TestRegistersOfLargeFiles(t *testing.T) {
	const text = "L0:\n        add (8|M0)               r200.0<1>:d   r128.0<1;1,0>:d   r255.0<1;1,0>:d\nL16:\n"
	for _, target := range []native.Target{native.DG2, native.MTL, native.ARL} {
		code, err := asm.Assemble("t.asm", target, strings.NewReader(text))
		require.NoError(t, err, "%v", target)
		assert.Equal(t, "40000300600605c80480100604ff1000", hex.EncodeToString(code), "%v", target)
		var out strings.Builder
		require.NoError(t, asm.Print(&out, target, code))
		assert.Equal(t, text, out.String(), "%v", target)
	}
	_, err := asm.Assemble("t.asm", native.DG2, strings.NewReader("mov (8|M0) r256.0<1>:d r2.0<1;1,0>:d\n"))
	assert.ErrorContains(t, err, `t.asm:1:13: error: register "256": want 0..255`)
	_, err = asm.Assemble("t.asm", native.TGL, strings.NewReader("mov (8|M0) r128.0<1>:d r2.0<8;8,1>:d\n"))
	assert.ErrorContains(t, err, `t.asm:1:13: error: register "128": want 0..127`)
}
