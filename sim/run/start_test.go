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
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestOurStarts: what is compiled here of the texts for dg2 and mtl loads its whole payload where the
// dispatcher makes no local ids, and touches no register too early.
func TestOurStarts(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	launches, err := filepath.Glob(filepath.Join(dir, "run", "*", "launch.yaml"))
	require.NoError(t, err)
	for device, want := range map[string]int{"dg2": 135, "mtl-h": 144} {
		n := 0
		for _, path := range launches {
			stem, _, _ := strings.Cut(filepath.Base(filepath.Dir(path)), "__")
			program := filepath.Join(dir, "releases", "igc-2.40", device, stem+".bin")
			f, err := os.ReadFile(program)
			l, failed := launch.Read(path)
			require.NoError(t, failed)
			if err != nil || !strings.Contains(string(f), l.Kernel) {
				continue // it is not there
			}
			rep, err := run.Run(context.Background(), l, run.Options{
				Programs: []string{program}, Code: load.OurCode, Limit: 50_000_000, Workers: 1, Start: abi.StartFromMemory, Hazards: true,
			})
			if assert.NoError(t, err, "%s %s", device, l.Kernel) && assert.True(t, rep.OK(), "%s %s: %s", device, l.Kernel, describe(rep)) {
				n++
			}
		}
		assert.Equal(t, want, n, device)
	}
}
