//go:build oracle

package asm_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestIGAText: our text of Intel's Gen9 code is iga64's, spacing, comments and
// label lines aside; iga64 also labels blocks that nothing jumps to.
func TestIGAText(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.dat"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			var ours bytes.Buffer
			require.NoError(t, asm.Print(&ours, native.SKL, code))
			theirs, err := exec.Command("iga64", "-d", "-p=9", "-Xprint-hex-floats", file).Output()
			require.NoError(t, err)
			assert.Equal(t, plain(string(theirs)), plain(ours.String()))
		})
	}
}

// plain drops comments, label lines and runs of blanks.
func plain(s string) string {
	var out []string
	for l := range strings.Lines(s) {
		l, _, _ = strings.Cut(l, "//")
		if f := strings.Fields(l); len(f) > 0 && !strings.HasSuffix(f[0], ":") {
			out = append(out, strings.Join(f, " "))
		}
	}
	return strings.Join(out, "\n")
}

// TestIGAAssembles: iga64 assembles our text to the same bytes, the don't-care
// bits of section "Gen9" apart, which the assembler fills in its own way.
func TestIGAAssembles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "saxpy__*.dat"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		text := filepath.Join(t.TempDir(), "k.asm")
		var ours bytes.Buffer
		require.NoError(t, asm.Print(&ours, native.SKL, code))
		require.NoError(t, os.WriteFile(text, ours.Bytes(), 0o600))
		bin := text + ".bin"
		out, err := exec.Command("iga64", "-a", "-p=9", text, "-o", bin).CombinedOutput()
		require.NoError(t, err, "%s", out)
		got, err := os.ReadFile(bin)
		require.NoError(t, err)
		assert.Equal(t, code, got, file)
	}
}
