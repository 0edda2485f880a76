//go:build oracle

package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
)

// TestMoveSchedules makes native binaries of the kernels with several addresses again, with
// Intel's finalizer and other schedules. They ask for the addresses in other orders than the
// .dat of which the relocations are, and give the expected bytes. By their order alone 24
// of the 80 did not.
func TestMoveSchedules(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	runs := 0
	for _, d := range []struct {
		device, platform string
		target           native.Target
	}{{"skl", "SKL", native.SKL}, {"bxt", "BXT", native.BXT}, {"bdw", "BDW", native.BDW}, {"lkf", "ICLLP", native.ICL}, {"tgllp", "TGLLP", native.TGL}} {
		for _, k := range []string{"consttable__const_mixed_simd32", "fmath_precise__precise_explog_simd8", "fnglobal__global_vars_simd8", "func__table_of_tables_simd8"} {
			c := corpus.CaseOf(dir, d.device, filepath.Join(dir, d.device, k+".visaasm"))
			theirs, err := os.ReadFile(c.Stem + ".dat")
			require.NoError(t, err)
			for _, schedule := range [][]string{nil, {"-noschedule"}, {"-nopresched"}, {"-noschedule", "-nopresched"}} {
				cmd := exec.Command("GenX_IR", append([]string{
					c.Stem + ".visaasm", "-platform", d.platform, "-noverifyCISA", "-noLoadPayload",
					"-enablePreemption", "-hasRNEandDenorm", "-binary", "-output", "-outputCisaBinaryName", k + ".isa",
				}, schedule...)...)
				cmd.Dir = t.TempDir()
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s", out)
				require.NoError(t, os.WriteFile(filepath.Join(cmd.Dir, k+".dat"), theirs, 0o644))
				assert.True(t, gives(t, c.Launch, c.Info, filepath.Join(cmd.Dir, k+".isa"), load.Sim, d.target), "%s %s %v", d.device, k, schedule)
				runs++
			}
		}
	}
	assert.Equal(t, 80, runs)
}
