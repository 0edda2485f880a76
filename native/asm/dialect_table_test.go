package asm_test

import (
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// dwordTexts are instructions as intel-gen4asm prints them: numbers of 32 bits in hex.
func dwordTexts(code []byte) string {
	var out []string
	for d := range slices.Chunk(code, 4) {
		d = slices.Clone(d)
		slices.Reverse(d)
		out = append(out, hex.EncodeToString(d))
	}
	return strings.Join(out, " ")
}

// TestGen4asmLines: each line gives the dwords behind it, where a point is any digit.
func TestGen4asmLines(t *testing.T) {
	src, err := os.ReadFile("testdata/gen4asm.txt")
	require.NoError(t, err)
	n := 0
	for line := range strings.Lines(string(src)) {
		text, want, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			require.True(t, strings.HasPrefix(line, "#"), line)
			continue
		}
		n++
		got, err := asm.AssembleSyntax("t", native.IVB, strings.NewReader(text), asm.Gen4asm)
		if assert.NoError(t, err, text) {
			assert.Regexp(t, "^"+want+"$", dwordTexts(got), text)
		}
	}
	assert.NotZero(t, n)
}
