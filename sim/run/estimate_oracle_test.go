//go:build oracle

package run_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
)

// TestEstimateSeesSchedules: what Intel's finalizer makes without its schedulers is
// estimated to take longer than what it makes with them, for nearly every kernel.
func TestEstimateSeesSchedules(t *testing.T) {
	dir, ok := corpus.Full()
	if !ok {
		t.Skip("the subset has too few kernels for a share")
	}
	texts, err := filepath.Glob(filepath.Join(dir, "skl", "*.visaasm"))
	require.NoError(t, err)
	var launches, longer int
	for i := 0; i < len(texts); i += 9 {
		stem, _, _ := strings.Cut(filepath.Base(texts[i]), "_simd")
		file, _, _ := strings.Cut(stem, "__")
		l, err := run.ReadLaunch(filepath.Join(dir, "run", stem, "launch.yaml"))
		require.NoError(t, err)
		src, err := os.ReadFile(texts[i])
		require.NoError(t, err)
		clocks := func(extra ...string) uint64 {
			g := oracle.GenX{Dir: t.TempDir(), Extra: extra}
			code, refusal, err := g.Compile(string(src))
			require.NoError(t, err)
			require.Empty(t, refusal, stem)
			dat := filepath.Join(g.Dir, "k.dat")
			require.NoError(t, os.WriteFile(dat, code, 0o600))
			rep, err := run.Run(context.Background(), l, run.Options{
				Programs: []string{dat}, Info: filepath.Join(dir, "skl", file+".zeinfo"), Engine: run.Sim, Target: native.SKL, Stats: true,
			})
			if err != nil {
				t.Logf("%s: %v", stem, err) // constants whose addresses only IGC fills in
				return 0
			}
			return rep.Stats.Cycles.Total
		}
		with := clocks()
		if with == 0 {
			continue
		}
		launches++
		if without := clocks("-noschedule", "-nopresched"); without > with {
			longer++
		} else {
			t.Logf("%s: %d clocks with schedulers, %d without", stem, with, without)
		}
	}
	floor.Exact(t, "kernels of skl whose schedules were estimated", launches)
	floor.Exact(t, "kernels of skl that cost more without a schedule", longer)
}
