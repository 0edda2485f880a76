package run_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestPreemptCorpus: every kernel of the repository's corpus for skl is preempted in its middle
// on both engines, and ends with the bytes, the text and the instructions that it has
// otherwise. With -args -whole it is every kernel of the full corpus for a device.
func TestPreemptCorpus(t *testing.T) {
	n := 0
	for _, c := range corpus.Cases(t, corpus.Subset(), "skl") {
		n += halves(t, c, native.SKL)
	}
	floor.Exact(t, "ways of the subset's kernels that are preempted and go on", n)
	dir, full := corpus.Full()
	if !*whole || !full {
		return
	}
	for _, d := range wholeDevices {
		files, err := filepath.Glob(filepath.Join(dir, d.device, "*.visaasm"))
		require.NoError(t, err)
		n := 0
		for _, f := range files {
			n += halves(t, corpus.CaseOf(dir, d.device, f), d.dat)
		}
		floor.Exact(t, "ways of kernels for "+d.device+" that are preempted and go on", n)
	}
}

// halves preempts a kernel on each engine that runs it, and counts these. Groups of more threads
// than a subslice has cannot be preempted.
func halves(t *testing.T, c corpus.Case, target native.Target) (n int) {
	t.Helper()
	l, err := launch.Read(c.Launch)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, errors.ErrUnsupported) { // the text of a function
		return 0
	}
	require.NoError(t, err)
	for _, w := range stateWays() {
		if _, err := os.Stat(c.Stem + w.ext); err != nil {
			continue
		}
		play := func(o run.Options) (*run.Report, error) {
			o.Programs, o.Info, o.Engine, o.Target, o.Deterministic = []string{c.Stem + w.ext}, c.Info, w.engine, load.Only(target), true
			return run.Run(context.Background(), l, o)
		}
		all, err := play(run.Options{Limit: 3_000_000})
		if err != nil || all.Instructions < 2 {
			continue // not modelled, or longer than this test may take
		}
		half, err := play(run.Options{Preempt: all.Instructions / 2})
		if err != nil {
			assert.ErrorContains(t, err, "a launch that is preempted needs room on a machine", c.Name)
			continue
		}
		require.True(t, half.Preempted, c.Name)
		rest, err := play(run.Options{Resume: half.Image})
		if assert.NoError(t, err, "%s on %v", c.Stem, w.engine) {
			assert.Equal(t, all.Buffers, rest.Buffers, "%s on %v", c.Stem, w.engine)
			assert.Equal(t, all.Printed, rest.Printed, "%s on %v", c.Stem, w.engine)
			assert.Equal(t, all.Instructions, rest.Instructions, "%s on %v", c.Stem, w.engine)
			n++
		}
	}
	return n
}
