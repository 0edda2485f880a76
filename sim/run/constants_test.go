package run_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/run"
)

// TestConstantsRefused: a kernel with relocations would read its constants at
// address 0; others of the same file run.
func TestConstantsRefused(t *testing.T) {
	dir := t.TempDir()
	info := filepath.Join(dir, "saxpy.zeinfo")
	src, err := os.ReadFile(filepath.Join(corpus.Subset(), "skl", "saxpy.zeinfo"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(info, src, 0o644))
	launch, err := run.ReadLaunch(filepath.Join(corpus.Subset(), "run", "saxpy__saxpy", "launch.yaml"))
	require.NoError(t, err)
	for reloc, refused := range map[string]bool{
		".text.saxpy+48 type 1 symbol table = .data.const+0\n": true,
		".text.fill+48 type 1 symbol table = .data.const+0\n":  false,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "saxpy.reloc"), []byte(reloc), 0o644))
		_, err := run.NewSession(launch, run.Options{Info: info})
		if refused {
			assert.ErrorIs(t, err, errors.ErrUnsupported, reloc)
		} else {
			assert.NoError(t, err, reloc)
		}
	}
}
