package isa

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
)

// TestCorpus: every file is read in one profile, and written again byte for byte. Six of
// the files that travel with the repository are of Debian's compiler, and cut.
func TestCorpus(t *testing.T) {
	files, cut := 0, 0
	for dev := range devices {
		paths, err := filepath.Glob(filepath.Join(corpus.Dir(), dev, "*.isa"))
		require.NoError(t, err)
		for _, path := range paths {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			f, err := Read(path, src, "")
			if errors.Is(err, ErrCut) {
				cut++
				continue
			}
			if !assert.NoError(t, err, path) {
				continue
			}
			out, err := f.Encode("")
			if assert.NoError(t, err, path) && assert.Equal(t, src, out, path) {
				files++
			}
		}
	}
	floor.Exact(t, "files written again in "+corpus.Which(), files)
	floor.Exact(t, "files without last operands in "+corpus.Which(), cut)
}

// TestShipped: files that other people's programs carry, of versions 3.2 to 3.6.
func TestShipped(t *testing.T) {
	paths := corpus.FilesBeside(t, "shipped/isa", "*.isa")
	again := 0
	wrong := map[string]string{
		"pGPUInit_kernel_isa_Gen8.isa": "offset 293: CISA range outside of the file: variable of an input 32: there are 32", // it declares none
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		f, err := Read(path, src, "")
		if want := wrong[filepath.Base(path)]; want != "" {
			assert.EqualError(t, err, want, path)
			continue
		}
		require.NoError(t, err, path)
		assert.Equal(t, "isa36", f.Profile)
		out, err := f.Encode("")
		require.NoError(t, err, path)
		if filepath.Base(path) == "GEN12LP_COARSEINTRA_GENX.isa" { // its table has a string twice, and a FILE names the second
			require.Len(t, out, len(src))
			assert.Equal(t, []byte{0x76, 0x74}, []byte{src[4494], out[4494]})
			out[4494] = src[4494]
		}
		if assert.Equal(t, src, out, path) {
			again++
		}
	}
	floor.Exact(t, "shipped files written again", again)
}
