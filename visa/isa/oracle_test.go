//go:build oracle

package isa

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestFinalizer: Intel's finalizer makes the same native code of our file as of the text,
// or as of Intel's own file: for Gen12 it takes a sampler message of a file and of a text
// for different ones. It crashes on files whose kernels call subroutines, Intel's own too.
func TestFinalizer(t *testing.T) {
	same, likeFile, crashed := 0, 0, 0
	for _, device := range []struct{ folder, platform string }{{"skl", "SKL"}, {"bdw", "BDW"}, {"lkf", "ICLLP"}, {"tgllp", "TGLLP"}} {
		paths, err := filepath.Glob(filepath.Join(corpus.Dir(), device.folder, "*.visaasm"))
		require.NoError(t, err)
		for _, path := range paths {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			k, err := asm.Parse(path, src)
			require.NoError(t, err)
			out, err := fileOf(k).Encode("")
			require.NoError(t, err)
			genx := oracle.GenX{Dir: t.TempDir(), Platform: device.platform}
			code, refusal, err := genx.CompileISA(out)
			if calls := slices.ContainsFunc(k.Labels, func(l visa.LabelInfo) bool { return l.Kind != 0 && !strings.HasPrefix(l.Name, "_main") }); refusal != "" && calls {
				crashed++
				continue
			}
			require.NoError(t, err, path)
			require.Empty(t, refusal, path)
			want, refusal, err := genx.Compile(string(src))
			require.NoError(t, err, path)
			require.Empty(t, refusal, path)
			if bytes.Equal(want, code) {
				same++
				continue
			}
			vendor, err := os.ReadFile(strings.TrimSuffix(path, ".visaasm") + ".isa")
			require.NoError(t, err)
			want, refusal, err = genx.CompileISA(vendor)
			require.NoError(t, err, path)
			require.Empty(t, refusal, path)
			if assert.True(t, bytes.Equal(want, code), path) {
				likeFile++
			}
		}
	}
	floor.Exact(t, "files with the finalizer's code of the text in "+corpus.Which(), same)
	floor.Exact(t, "files with the finalizer's code of Intel's file alone in "+corpus.Which(), likeFile)
	floor.Exact(t, "files with calls on which the finalizer crashes in "+corpus.Which(), crashed)
}
