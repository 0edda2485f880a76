package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/jit"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestEngineCode: Intel's code of every kernel, and ours for skl, gives the same memory in as many instructions when it is
// compiled for this processor: of the repository's corpus, and of the full one where that is beside it.
func TestEngineCode(t *testing.T) {
	if !jit.Available() {
		t.Skip("no compiled code runs on this processor or system")
	}
	dir, n := corpus.Dir(), 0
	for _, d := range wholeDevices {
		files, err := filepath.Glob(filepath.Join(dir, d.device, "*.visaasm"))
		require.NoError(t, err)
		for _, f := range files {
			n += sameByCode(t, corpus.CaseOf(dir, d.device, f), d.dat)
		}
	}
	floor.Exact(t, "codes of "+corpus.Which()+" that are the same when compiled for the host", n)
}

// sameByCode runs the codes of a kernel by both ways, and counts them.
func sameByCode(t *testing.T, c corpus.Case, target native.Target) (n int) {
	t.Helper()
	l, err := launch.Read(c.Launch)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, errors.ErrUnsupported) { // the text of a function
		return 0
	}
	require.NoError(t, err)
	for _, ext := range []string{".dat", ".visaasm"} {
		if ext == ".visaasm" && c.Device != "skl" {
			continue
		}
		if _, err := os.Stat(c.Stem + ext); err != nil {
			continue
		}
		var ends [2]string
		var reports [2]*run.Report
		for i, code := range []load.EngineCode{load.Portable, load.JIT} {
			o := run.Options{Programs: []string{c.Stem + ext}, Info: c.Info, Engine: load.Sim, Target: load.Only(target), Deterministic: true, Limit: 300_000, EngineCode: code}
			var err error
			reports[i], err = run.Run(context.Background(), l, o)
			ends[i] = fmt.Sprint(err)
		}
		assert.Equal(t, ends[0], ends[1], c.Stem+ext)
		if reports[0] == nil {
			continue // not modelled
		}
		reports[0].Duration, reports[0].Processor = reports[1].Duration, reports[1].Processor
		assert.Equal(t, reports[0], reports[1], c.Stem+ext)
		n++
	}
	return n
}

// TestEngineCodeRefused: a way that there is not is named with those that there are.
func TestEngineCodeRefused(t *testing.T) {
	_, _, err := run.Prepare(&launch.Launch{Kernel: "k"}, run.Options{EngineCode: "cranelift"})
	require.EqualError(t, err, `engine code "cranelift": legal are jit and portable`)
}

// TestEngineCodePreempted: a launch that is preempted by one way after any number of instructions goes on by the other.
func TestEngineCodePreempted(t *testing.T) {
	for _, name := range []string{"reduce__reduce_sum", "mandelbrot__mandelbrot"} {
		whole, want, err := runState(t, name, load.Sim, run.Options{})
		require.NoError(t, err)
		for n := range uint64(6) {
			for _, ways := range [][2]load.EngineCode{{load.Portable, load.JIT}, {load.JIT, load.Portable}, {load.JIT, load.JIT}} {
				half, _, err := runState(t, name, load.Sim, run.Options{Preempt: 1 + n*whole.Instructions/6, EngineCode: ways[0]})
				require.NoError(t, err)
				require.True(t, half.Preempted)
				rest, got, err := runState(t, name, load.Sim, run.Options{Resume: half.Image, EngineCode: ways[1]})
				require.NoError(t, err)
				assert.Equal(t, want, got, name)
				assert.Equal(t, whole.Instructions, rest.Instructions, name)
			}
		}
	}
}
