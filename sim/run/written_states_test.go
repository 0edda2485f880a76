package run_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
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

// ofImages says that a launch has images or samplers.
func ofImages(l *launch.Launch) bool {
	return slices.ContainsFunc(l.Args, func(a launch.Arg) bool { return a.Kind == launch.ImageArg || a.Kind == launch.SamplerArg })
}

// TestImagesByStates: every kernel with images gives what its launch expects when surfaces and samplers are states in memory,
// Intel's code and the interpreter, whatever the tiles are.
func TestImagesByStates(t *testing.T) {
	for device, target := range map[string]native.Target{"bdw": native.BDW, "skl": native.SKL, "bxt": native.BXT, "lkf": native.LKF, "tgllp": native.TGL} {
		files, err := filepath.Glob(filepath.Join(corpus.Dir(), device, "*.visaasm"))
		require.NoError(t, err)
		n := 0
		for _, f := range files {
			c := corpus.CaseOf(corpus.Dir(), device, f)
			if _, err := os.Stat(c.Launch); err != nil {
				continue // the text of a function has no launch
			}
			l, err := launch.Read(c.Launch)
			require.NoError(t, err)
			if !ofImages(l) {
				continue
			}
			for _, o := range []run.Options{
				{Programs: []string{c.Stem + ".dat"}, Engine: load.Sim, States: "linear"}, {Programs: []string{c.Stem + ".dat"}, Engine: load.Sim, States: "x"},
				{Programs: []string{c.Stem + ".dat"}, Engine: load.Sim, States: "y"}, {Programs: []string{c.Stem + ".visaasm"}, Engine: load.Interp, States: "y"},
			} {
				o.Info, o.Target, o.Limit = c.Info, load.Only(target), 1e8
				r, err := run.Run(context.Background(), l, o)
				require.NoError(t, err, "%s %s by states (%s)", device, c.Name, o.States)
				assert.True(t, r.OK(), "%s %s by states (%s): %+v", device, c.Name, o.States, r.Compared)
			}
			n++
		}
		_, full := corpus.Full()
		floor.Exact(t, "kernels of "+device+" with images that run by states, "+map[bool]string{true: "full", false: "subset"}[full], n)
	}
}

// TestShippedByStates: drivers' kernels leave the same memory by states.
func TestShippedByStates(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "..", "shipped", "run", "*", "*", "launch.yaml"))
	require.NoError(t, err)
	same := 0
	for _, f := range files {
		for _, tiling := range []string{"linear", "x", "y"} { // tiles of 4 are of later targets
			l, err := launch.Read(f)
			require.NoError(t, err)
			r, err := run.Run(context.Background(), l, run.Options{Limit: 1e8, States: tiling})
			require.NoError(t, err, f)
			assert.True(t, r.OK() && len(r.Compared) > 0, "%s by states (%s): %+v", f, tiling, r.Compared)
			same++
		}
	}
	if len(files) > 0 {
		floor.Exact(t, "runs of shipped kernels by states that leave the memory of their launch", same)
	}
}

// TestStatesOption: what is no tiling, and a launch with states of its own.
func TestStatesOption(t *testing.T) {
	l, err := copyLaunch(t, copyHead+copied)
	require.NoError(t, err)
	_, err = run.Run(context.Background(), l, run.Options{States: "z"})
	assert.EqualError(t, err, `states "z": legal are 4, linear, x, y`)
	r, err := run.Run(context.Background(), l, run.Options{States: "linear"})
	require.NoError(t, err)
	assert.Equal(t, r.Buffers[0][:128], r.Buffers[1][:128])
	l, err = copyLaunch(t, copyHead+copiedByStates)
	require.NoError(t, err)
	_, err = run.Run(context.Background(), l, run.Options{States: "x"})
	assert.ErrorContains(t, err, `states "x": the launch has states of its own`)
}
