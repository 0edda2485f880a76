package run_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestBlur: the example on images gives its picture on both engines, and by Intel's
// native code.
func TestBlur(t *testing.T) {
	dir := filepath.Join(corpus.Root(), "examples", "blur")
	l, err := launch.Read(filepath.Join(dir, "launch.yaml"))
	require.NoError(t, err)
	for _, o := range []run.Options{
		{Engine: load.Interp}, {Engine: load.Sim}, {Engine: load.Sim, Programs: []string{filepath.Join(dir, "blur.skl.dat")}},
	} {
		o.Target = load.Only(native.SKL)
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.True(t, rep.OK(), "%s", describe(rep))
	}
}
