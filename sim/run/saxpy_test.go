package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// goodLaunch runs and matches; tests replace parts of it.
const goodLaunch = `kernel: saxpy
program: saxpy.visaasm
info: saxpy.zeinfo
global: [1024, 1, 1]
local: [128, 1, 1]
args:
  - {buffer: y.in, type: f32, expect: y.exp, check: exact}
  - {buffer: x.in, type: f32}
  - {f32: 2.5}
  - {i32: 1000}
`

// inSaxpy makes a copy of the example the current folder.
func inSaxpy(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(corpus.Root(), "examples", "saxpy"))))
	t.Chdir(dir)
}
