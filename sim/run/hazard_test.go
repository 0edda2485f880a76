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
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/run"
)

// TestHazards: code of Intel's compiler runs to its results when hazards stop it.
// Without one of its waits that something needs it stops at an instruction for which
// the static check names the same fault, or does not come there.
func TestHazards(t *testing.T) {
	codes := corpus.FilesBeside(t, "corpus/tgllp", "*.dat")
	ran, stopped := 0, 0
	for i := 0; i < len(codes); i += 9 {
		c := corpus.CaseOf(corpus.Dir(), "tgllp", codes[i])
		l, err := run.ReadLaunch(c.Launch)
		require.NoError(t, err)
		o := run.Options{Programs: []string{codes[i]}, Info: c.Info, Engine: run.Sim, Target: native.TGL, Deterministic: true, Hazards: true}
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err, c.Name)
		assert.True(t, rep.OK(), c.Name)
		ran++
		want := map[hazard.Finding]bool{}
		o.Programs = []string{weakened(t, codes[i], want)}
		_, err = run.Run(context.Background(), l, o)
		var fault *eu.HazardError
		if errors.As(err, &fault) {
			stopped++
			assert.True(t, want[fault.Finding], "%s: %v", c.Name, err)
		} else {
			require.NoError(t, err, c.Name)
		}
	}
	floor.Exact(t, "Gen12 kernels that ran with hazards stopping them", ran)
	floor.Exact(t, "Gen12 kernels that one missing wait stopped", stopped)
}

// weakened writes code without the first of its waits whose loss the static check
// finds, and gives what that finds.
func weakened(t *testing.T, path string, found map[hazard.Finding]bool) string {
	code, err := os.ReadFile(path)
	require.NoError(t, err)
	insts, offs, err := native.DecodeAll(native.TGL, code)
	require.NoError(t, err)
	for i := range insts {
		if s := insts[i].Sync(); s.Set != 0 || s.Dist|int(s.Dst|s.Src) == 0 || insts[i].Op == native.OpSync {
			continue
		}
		was := insts[i].SWSB
		insts[i].SWSB = 0
		r, err := hazard.Check(native.TGL, insts, offs)
		require.NoError(t, err)
		if len(r.Findings) == 0 {
			insts[i].SWSB = was
			continue
		}
		for _, f := range r.Findings {
			found[f] = true
		}
		b, err := native.Encode(native.TGL, &insts[i])
		require.NoError(t, err)
		copy(code[offs[i]:], b)
		break
	}
	to := filepath.Join(t.TempDir(), "weak.dat")
	require.NoError(t, os.WriteFile(to, code, 0o600))
	return to
}
