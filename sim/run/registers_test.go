package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestMoreRegisters: metadata that says 256 registers a thread (-cl-intel-256-GRF-per-thread) changes nothing for vISA
// text, interpreted or compiled; native code of such a kernel is refused by name.
func TestMoreRegisters(t *testing.T) {
	for _, c := range []struct {
		device, file, kernel string
		code                 load.CodeName
		refused              string
	}{
		{"dg2", "subgroup", "sg_reduce", load.InterpCode, ""},
		{"mtl-h", "subgroup", "sg_shuffle", load.InterpCode, ""},
		{"tgllp", "image_rw", "image_gray", load.InterpCode, ""},
		{"tgllp", "image_rw", "image_gray", load.OurCode, ""},
		{"tgllp", "image_rw", "image_gray", load.IntelCode, "native code of kernel image_gray with 256 registers a thread is not supported"},
	} {
		src, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", "igc-2.40", c.device, c.file+".bin"))
		require.NoError(t, err)
		more := bytes.ReplaceAll(src, []byte("grf_count:       128"), []byte("grf_count:       256"))
		require.False(t, bytes.Equal(src, more), c.file)
		program := filepath.Join(t.TempDir(), "k.bin")
		require.NoError(t, os.WriteFile(program, more, 0o600))
		l, err := launch.Read(filepath.Join(corpus.Subset(), "run", c.file+"__"+c.kernel, "launch.yaml"))
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: c.code})
		if c.refused != "" {
			require.ErrorIs(t, err, errors.ErrUnsupported)
			assert.ErrorContains(t, err, c.refused)
			continue
		}
		require.NoError(t, err, "%s %s", c.device, c.code)
		assert.True(t, rep.OK(), "%s %s: %s", c.device, c.code, describe(rep))
	}
}
