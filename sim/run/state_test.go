package run_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// stopped are kernels with local memory, barriers, atomics, divergence and loops.
var stopped = []string{
	"reduce__reduce_sum", "reduce__argmin", "histogram__hist256", "histogram__slm_atomics", "histogram__minmax_global",
	"scan__scan_blelloch", "mandelbrot__mandelbrot", "matmul__matmul_tiled", "transpose__transpose_slm", "crc32__adler32",
}

// stops is at how many random places each kernel is stopped: 200 for each engine.
func stops() int {
	if testing.Short() {
		return 1
	}
	return 200 / len(stopped)
}

// stateDir is the environment variable that makes TestGoOn the other process.
const stateDir = "GENVISA_TEST_STATES"

// place is one stop of one kernel: what the other process needs to go on.
type place struct {
	Name   string
	Engine load.EngineName
	File   string // saved state
	Sum    string // of the buffers at the end
}

func stateWays() []way {
	return []way{{"interpreter", ".visaasm", load.Interp}, {"sim", ".dat", load.Sim}}
}

func caseOf(t *testing.T, name string) corpus.Case {
	for _, c := range corpus.Cases(t, corpus.Subset(), "skl") {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no kernel %s", name)
	return corpus.Case{}
}

// runState runs a kernel on one worker and gives a sum of its buffers.
func runState(t *testing.T, name string, engine load.EngineName, o run.Options) (*run.Report, string, error) {
	t.Helper()
	c := caseOf(t, name)
	launch, err := launch.Read(c.Launch)
	require.NoError(t, err)
	ext := ".visaasm"
	if engine == load.Sim {
		ext = ".dat"
	}
	p, err := load.FromPath(c.Stem+ext, engine, native.SKL)
	require.NoError(t, err)
	o.Info, o.Workers = c.Info, 1
	s, err := run.NewSession(launch, o)
	require.NoError(t, err)
	rep, err := s.Run(context.Background(), p)
	if rep == nil {
		return nil, "", err
	}
	return rep, fmt.Sprintf("%x", sha256.Sum256(bytes.Join(rep.Buffers, nil))), err
}

// TestStateInNewProcess: a launch that is stopped after any number of
// instructions, saved, and loaded into a new process ends with the same bytes.
func TestStateInNewProcess(t *testing.T) {
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(12, 6))
	var places []place
	for _, w := range stateWays() {
		for _, name := range stopped {
			whole, sum, err := runState(t, name, w.engine, run.Options{})
			require.NoError(t, err)
			require.True(t, whole.OK())
			for range stops() {
				n := 1 + rnd.Uint64N(whole.Instructions-1)
				rep, _, err := runState(t, name, w.engine, run.Options{Limit: n, Save: true})
				require.ErrorAs(t, err, new(*dispatch.LimitError))
				require.Equal(t, n, rep.Instructions)
				p := place{name, w.engine, filepath.Join(dir, fmt.Sprintf("%d.json", len(places))), sum}
				file, err := os.Create(p.File)
				require.NoError(t, err)
				require.NoError(t, rep.State.Write(file))
				require.NoError(t, file.Close())
				places = append(places, p)
			}
		}
	}
	list, err := json.Marshal(places)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "places"), list, 0o600))
	cmd := exec.Command(os.Args[0], "-test.run=^TestGoOn$", "-test.v")
	cmd.Env = append(os.Environ(), stateDir+"="+dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), fmt.Sprintf("%d launches went on", 2*stops()*len(stopped)))
}

// TestGoOn is the new process of TestStateInNewProcess, and does nothing else.
func TestGoOn(t *testing.T) {
	dir := os.Getenv(stateDir)
	if dir == "" {
		return
	}
	list, err := os.ReadFile(filepath.Join(dir, "places"))
	require.NoError(t, err)
	var places []place
	require.NoError(t, json.Unmarshal(list, &places))
	for _, p := range places {
		file, err := os.Open(p.File)
		require.NoError(t, err)
		from, err := dispatch.ReadState(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		rep, sum, err := runState(t, p.Name, p.Engine, run.Options{From: from})
		require.NoError(t, err)
		assert.True(t, rep.OK(), "%s on %v from %d instructions", p.Name, p.Engine, from.Instructions)
		assert.Equal(t, p.Sum, sum)
	}
	t.Logf("%d launches went on", len(places))
}
