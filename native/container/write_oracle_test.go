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

// TestReplaceValidates: Intel's tool finds a zebin with more code valid, and takes the code of
// patch tokens from where it is.
func TestReplaceValidates(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	files := map[string][]byte{"calls.bin": calls(t), "saxpy.bin": sample(t, "saxpy.ocloc.bin")}
	t.Chdir(t.TempDir())
	for name, data := range files {
		f, err := Open(name, data, native.SKL)
		require.NoError(t, err)
		var edits []Edit
		for i := range f.Kernels {
			edits = append(edits, behind(t, f, &f.Kernels[i], native.SKL, 5))
		}
		out, _, err := Replace(name, data, native.SKL, edits)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, out, 0o644))
		if f.Format == Zebin {
			said, err := exec.Command("ocloc", "validate", "-file", name).CombinedOutput()
			require.NoError(t, err, "%s", said)
			assert.Contains(t, string(said), "Binary is VALID (decoded successfully)")
			assert.Contains(t, string(said), "Binary contains 3 kernels")
			continue
		}
		said, err := exec.Command("ocloc", "disasm", "-file", name, "-device", "skl", "-dump", "parts").CombinedOutput()
		require.NoError(t, err, "%s", said)
		for _, e := range edits {
			heap, err := os.ReadFile(filepath.Join("parts", e.Kernel+"_KernelHeap.dat"))
			require.NoError(t, err, "%s", said)
			assert.Equal(t, padded(e.Code), heap)
		}
	}
}
