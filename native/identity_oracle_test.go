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
	_, full := corpus.Full()
	for _, d := range []struct {
		dir          string
		t            native.Target
		full, subset [2]int // binaries and instructions
	}{
		{"bdw", native.BDW, [2]int{137, 31862}, [2]int{0, 0}}, {"skl", native.SKL, [2]int{144, 37767}, [2]int{35, 3446}},
		{"skl-O0", native.SKL, [2]int{94, 12754}, [2]int{0, 0}}, {"skl-stateless", native.SKL, [2]int{144, 38627}, [2]int{3, 186}},
		{"bxt", native.BXT, [2]int{116, 22940}, [2]int{2, 347}}, {"lkf", native.LKF, [2]int{129, 24351}, [2]int{32, 2886}}, {"tgllp", native.TGL, [2]int{135, 33019}, [2]int{}},
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
		want := d.subset
		if full {
			want = d.full
		}
		assert.Equal(t, want, [2]int{binaries, insts}, d.dir)
		assert.Empty(t, rest, d.dir)
	}
}
