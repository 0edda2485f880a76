package run_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/run"
)

// TestLaterMachines: kernels for devices after Gen12 LP with their occupancy, which threads with 256 registers halve, preempted and
// gone on with, by each code.
func TestLaterMachines(t *testing.T) {
	for _, c := range []struct {
		device, machine, file, kernel string
		code                          load.CodeName
		large                         bool
		inFlight                      int
	}{
		{"dg2", "dg2", "subgroup", "sg_reduce", load.IntelCode, false, 4096 / 2},
		{"dg2", "acm-g11", "subgroup", "sg_reduce", load.IntelCode, true, 1024 / 2 / 2},
		{"dg2", "acm-g12", "subgroup", "sg_reduce", load.OurCode, true, 2048 / 2 / 2},
		{"mtl-h", "mtl-h", "subgroup", "sg_shuffle", load.IntelCode, false, 1024 / 2},
		{"mtl-h", "mtl-u", "subgroup", "sg_shuffle", load.InterpCode, true, 512 / 2},
		{"dg2", "dg2", "histogram", "slm_atomics", load.OurCode, false, 32 * 32},
	} {
		src, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", "igc-2.40", c.device, c.file+".bin"))
		require.NoError(t, err)
		if c.large {
			src = bytes.ReplaceAll(src, []byte("grf_count:       128"), []byte("grf_count:       256"))
		}
		program := filepath.Join(t.TempDir(), "k.bin")
		require.NoError(t, os.WriteFile(program, src, 0o600))
		l, err := launch.Read(filepath.Join(corpus.Subset(), "run", c.file+"__"+c.kernel, "launch.yaml"))
		require.NoError(t, err)
		m, err := machine.Named(c.machine)
		require.NoError(t, err)
		play := func(o run.Options) *run.Report {
			o.Programs, o.Code, o.Machine, o.Deterministic = []string{program}, c.code, m, true
			rep, err := run.Run(context.Background(), l, o)
			require.NoError(t, err, "%s %s", c.kernel, c.code)
			return rep
		}
		all := play(run.Options{Occupancy: true})
		require.True(t, all.OK(), "%s %s: %s", c.kernel, c.code, describe(all))
		assert.Equal(t, c.inFlight, all.Occupancy.InFlight, "%s %s", c.kernel, c.code)
		half := play(run.Options{Preempt: all.Instructions / 2})
		require.True(t, half.Preempted)
		rest := play(run.Options{Resume: half.Image})
		assert.True(t, rest.OK(), "%s %s: %s", c.kernel, c.code, describe(rest))
		assert.Equal(t, all.Instructions, rest.Instructions)
	}
}
