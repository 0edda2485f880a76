//go:build oracle

package container

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestEncodeValidates: Intel's tool finds what is written valid.
func TestEncodeValidates(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	f, err := Open("z", sample(t, "saxpy.zebin"), native.SKL)
	require.NoError(t, err)
	b, err := Encode(f, native.SKL)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "z.bin")
	require.NoError(t, os.WriteFile(path, b, 0o644))
	out, err := exec.Command("ocloc", "validate", "-file", path).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "Binary is VALID (decoded successfully)")
	assert.Contains(t, string(out), "Binary contains 3 kernels")
}
