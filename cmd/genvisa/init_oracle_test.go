//go:build oracle

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInitOwn: kernels that the corpus has none like, from source: a product of matrices of
// three sides in tiles, a filter with its weights, a structure by value. What init writes of
// them computes at once, on devices that pass arguments in different ways.
func TestInitOwn(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	sources, err := filepath.Glob("testdata/own/*.cl")
	require.NoError(t, err)
	require.Len(t, sources, 3)
	dir := t.TempDir()
	for _, source := range sources {
		for _, device := range []string{"skl", "tgllp", "bdw"} {
			file := filepath.Join(dir, strings.TrimSuffix(filepath.Base(source), ".cl")+"."+device+".bin")
			out, err := exec.Command("ocloc", "compile", "-file", source, "-device", device, "--format", "zebin", "-output", file, "-output_no_suffix").CombinedOutput()
			require.NoError(t, err, "%s", out)
			d := drafted{device: device, name: filepath.Base(source), args: []string{file}}
			assert.Empty(t, d.check(), "%s %s", source, device)
		}
	}
}
