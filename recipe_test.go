//go:build oracle

package genvisa_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recipe is the indented block of the README that makes a launch of OpenCL C.
func recipe(t *testing.T) string {
	t.Helper()
	src, err := os.ReadFile(readme)
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(src), "\n    ocloc compile")
	require.True(t, ok)
	block, _, ok := strings.Cut("    ocloc compile"+rest, "\n\n")
	require.True(t, ok)
	return block
}

// TestRecipe runs the README's recipe as it is written, changes the kernel and
// runs it again: the second result is of the second kernel.
func TestRecipe(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	bin, work := t.TempDir(), t.TempDir()
	out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "genvisa"), "./cmd/genvisa").CombinedOutput()
	require.NoError(t, err, "%s", out)
	round := func(body string, extra string) string {
		source := "kernel void set(global int *p) { p[get_global_id(0)] = " + body + "; }\n"
		require.NoError(t, os.WriteFile(filepath.Join(work, "k.cl"), []byte(source), 0o644))
		cmd := exec.Command("sh", "-e", "-c", recipe(t)+extra)
		cmd.Dir, cmd.Env = work, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	assert.Contains(t, round("7", " --print 'arg0:i32[0:3]'"), "arg0:i32[0:3] = 7 7 7")
	assert.Contains(t, round("get_global_id(0)", " --print 'arg0:i32[0:3]'"), "arg0:i32[0:3] = 0 1 2")
}
