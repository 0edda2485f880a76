//go:build oracle

package asm_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle/gen4"
	"github.com/genvisa/genvisa/native"
)

// TestGen4disasm: what intel-gen4disasm prints of shipped code of Ivy Bridge assembles
// to that code, all but messages and branches, whose text says too little.
func TestGen4disasm(t *testing.T) {
	files := corpus.FilesBeside(t, "shipped/ivb", "*.dat")
	count := map[string]int{}
	for _, file := range files {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		insts, _, err := native.DecodeAll(native.IVB, code)
		require.NoError(t, err)
		require.Len(t, code, 16*len(insts), file)
		for why, n := range gen4.Compare(t, code) {
			count[why] += n
		}
	}
	doc, err := os.ReadFile("../../docs/assembly.md")
	require.NoError(t, err)
	for why, n := range count {
		assert.True(t, strings.Contains(string(doc), fmt.Sprintf("\n| %s | %d |", why, n)), "docs/assembly.md has no row | %s | %d |", why, n)
	}
}
