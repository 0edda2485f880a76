package run_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/run"
)

// TestDemand: sizes of launch files and metadata by hand: 48x32 work items in groups of 16x16 of
// SIMD32 with 1088 bytes, and 128 in groups of 64 with an argument of 256 bytes.
func TestDemand(t *testing.T) {
	for name, want := range map[string]machine.Demand{
		"transpose__transpose_slm": {Groups: 6, Threads: 8, SLM: 1088, Barrier: true},
		"reduce__dot_slm":          {Groups: 2, Threads: 2, SLM: 256, Barrier: true},
		"saxpy__saxpy":             {Groups: 6, Threads: 2},
	} {
		l, err := launch.Read(filepath.Join(corpus.Subset(), "run", name, "launch.yaml"))
		require.NoError(t, err)
		s, p, err := run.Prepare(l, run.Options{})
		require.NoError(t, err)
		got, err := s.Demand(p)
		require.NoError(t, err)
		assert.Equal(t, want, got, name)
	}
}
