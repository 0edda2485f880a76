//go:build oracle

package container_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
)

// TestIGASameOperandsOfLater: for every instruction in the containers of the compiler of 2026 our decode and
// iga64 name the same operands.
func TestIGASameOperandsOfLater(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus", "releases", "igc-2.40")
	for _, d := range []struct {
		dir    string
		target native.Target
		insts  int
	}{{"dg2", native.DG2, 37585}, {"mtl-h", native.MTL, 63256}} {
		files, err := filepath.Glob(filepath.Join(dir, d.dir, "*.bin"))
		require.NoError(t, err)
		insts := 0
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			f, err := container.Open(file, data, d.target)
			require.NoError(t, err)
			for i := range f.Kernels {
				t.Run(d.dir+"/"+f.Kernels[i].Name, func(t *testing.T) { insts += oracle.CompareIGA(t, d.target, f.Kernels[i].Code) })
			}
		}
		assert.Equal(t, d.insts, insts, d.dir)
	}
}
