package isa

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa/asm"
)

// TestSamplerState: the upper byte of the operation of a sampler message, which files before 4.0 do not have.
func TestSamplerState(t *testing.T) {
	for _, c := range []struct {
		major, minor uint8
		text         string
		bytes        string // of the instruction up to its size
	}{
		{4, 1, "sample_lz.divS.R (M1, 8)  0x0:uw S0 T6 X.0 X.0", "\x6d\x18\x04\x03"},
		{4, 1, "sample_lz.R (M1, 8)  0x0:uw S0 T6 X.0 X.0", "\x6d\x18\x00\x03"},
		{3, 6, "sample_lz.R (M1, 8)  0x0:uw S0 T6 X.0 X.0", "\x6d\x18\x03"},
	} {
		k := kernelOf(t, "4.1", c.text)
		k.SetVersion(c.major, c.minor)
		out, err := fileOf(k).Encode("")
		require.NoError(t, err, c.text)
		assert.Equal(t, 1, strings.Count(string(out), c.bytes), "%x", out)
		f, err := Read("", out, "")
		require.NoError(t, err, c.text)
		var text strings.Builder
		require.NoError(t, asm.Print(&text, f.Kernels[0].Kernel))
		assert.Contains(t, text.String(), c.text)
	}
}
