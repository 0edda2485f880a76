//go:build oracle

package native_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/isa"
)

// TestIdentityInISA: every native binary that the compiler put into an .isa comes back byte for byte.
func TestIdentityInISA(t *testing.T) {
	for _, d := range []struct {
		dir             string
		t               native.Target
		binaries, insts int
	}{
		{"bdw", native.BDW, 137, 31862}, {"skl", native.SKL, 144, 37767}, {"skl-O0", native.SKL, 94, 12754}, {"skl-stateless", native.SKL, 144, 38627},
		{"bxt", native.BXT, 116, 22940}, {"lkf", native.LKF, 129, 24351}, {"tgllp", native.TGL, 135, 33019},
	} {
		files, err := filepath.Glob(filepath.Join(corpus.Dir(), d.dir, "*.isa"))
		require.NoError(t, err)
		binaries, insts, rest := 0, 0, map[native.Op]int{}
		for _, file := range files {
			p, err := os.ReadFile(file)
			require.NoError(t, err)
			h, err := isa.ReadHeader(p)
			require.NoError(t, err, file)
			for _, k := range h.Kernels {
				for _, b := range k.Binaries {
					binaries++
					insts += sameBytes(t, d.t, filepath.Base(file), b.Of(p), rest)
				}
			}
		}
		assert.Equal(t, [2]int{d.binaries, d.insts}, [2]int{binaries, insts}, d.dir)
		assert.Empty(t, rest, d.dir)
	}
}
