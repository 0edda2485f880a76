//go:build oracle

package run_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestEstimateSchedules estimates what Intel's finalizer makes with and without its
// schedulers: the lines of testdata/estimates.txt, every 31st of them without -whole.
func TestEstimateSchedules(t *testing.T) {
	dir, ok := corpus.Full()
	if !ok {
		t.Skip("the texts of most devices are in the full corpus")
	}
	var list strings.Builder
	var old []estimate
	step := 1
	if !*whole {
		old, step = readEstimates(t), 31
	}
	at, compared := 0, 0
	for _, d := range estimated {
		texts, err := filepath.Glob(filepath.Join(dir, d.device, "*.visaasm"))
		require.NoError(t, err)
		for _, text := range texts {
			stem, _, _ := strings.Cut(filepath.Base(text), "_simd")
			launch := filepath.Join(dir, "run", stem, "launch.yaml")
			if _, err := os.Stat(launch); err != nil { // the text of a function
				continue
			}
			if at++; (at-1)%step != 0 {
				continue
			}
			e := estimate{device: d.device, kernel: strings.TrimSuffix(filepath.Base(text), ".visaasm")}
			e.with, e.why = clocks(t, d.platform, d.target, text, launch)
			if e.why == "" {
				e.without, e.why = clocks(t, d.platform, d.target, text, launch, "-noschedule", "-nopresched")
			}
			list.WriteString(e.String() + "\n")
			if !*whole {
				assert.Equal(t, old[at-1], e)
				compared++
			}
		}
	}
	if !*whole {
		floor.Exact(t, "estimates made again", compared)
		return
	}
	if floor.Updating() {
		require.NoError(t, os.WriteFile(estimatesFile, []byte(list.String()), 0o644))
	}
	want, err := os.ReadFile(estimatesFile)
	require.NoError(t, err)
	assert.Equal(t, string(want), list.String(), "go test -tags oracle ./sim/run -run TestEstimateSchedules -args -whole -update writes it")
}

// clocks are those of all threads of a launch of what the finalizer makes of a text, or
// why there are none.
func clocks(t *testing.T, platform string, target native.Target, text, path string, extra ...string) (total uint64, why string) {
	src, err := os.ReadFile(text)
	require.NoError(t, err)
	g := oracle.GenX{Dir: t.TempDir(), Platform: platform, Extra: extra}
	code, refusal, err := g.Compile(string(src))
	require.NoError(t, err)
	if refusal != "" {
		return 0, "the finalizer ends with an error: " + refusal
	}
	dat := filepath.Join(g.Dir, "k.dat")
	require.NoError(t, os.WriteFile(dat, code, 0o600))
	l, err := launch.Read(path)
	require.NoError(t, err)
	file, _, _ := strings.Cut(strings.TrimSuffix(text, filepath.Ext(text)), "__")
	rep, err := run.Run(context.Background(), l, run.Options{
		Programs: []string{dat}, Info: file + ".zeinfo", Engine: load.Sim, Target: load.Only(target), Stats: true, Deterministic: true, Limit: 50_000_000,
	})
	if err != nil && strings.Contains(err.Error(), ".reloc:") {
		return 0, "it has addresses for which only the code in the corpus has places"
	}
	require.NoError(t, err, text)
	return rep.Stats.Cycles.Total, ""
}
