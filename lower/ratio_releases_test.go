package lower_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
)

// mostOfReleases is mostOverIntel of targets whose code of Intel is in containers, which ends with moves
// that are never reached.
const mostOfReleases = 1.00

// inContainers are the devices whose code of Intel's is in containers of a release, and mostCycles for them.
var inContainers = []struct {
	device     string
	target     native.Target
	mostCycles float64
}{{"dg2", native.DG2, 1.003}, {"mtl-h", native.MTL, 1.0}}

// releasesOf is the folder of the containers for a device.
func releasesOf(t *testing.T, device string) string {
	return filepath.Join(corpus.Beside(t), "corpus", "releases", "igc-2.40", device)
}

// TestRatioReleases is TestRatio of the containers for dg2 and mtl, of whose code no check finds anything.
func TestRatioReleases(t *testing.T) {
	for _, d := range inContainers {
		var m, bytes mean
		ours := 0
		for _, file := range corpus.FilesBeside(t, filepath.Join("corpus", "releases", "igc-2.40", d.device), "*.bin") {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			f, _, err := load.OpenContainer(file, src, load.Options{Target: load.Only(d.target)})
			require.NoError(t, err)
			for _, c := range f.Kernels {
				if c.VISA == nil || c.Name == "Intel_Symbol_Table_Void_Program" {
					continue
				}
				k, err := load.ParseVISA(file, c.VISA)
				require.NoError(t, err)
				r, err := lower.Compile(k, d.target, lower.Options{})
				require.NoError(t, err, c.Name)
				peer, _, err := native.DecodeAll(d.target, c.Code)
				require.NoError(t, err)
				m.add(r.Stats.Instructions, len(peer))
				bytes.add(len(r.Code), len(c.Code))
				ours += r.Stats.Instructions
				for _, x := range native.Check(d.target, r.Program.Insts) {
					assert.Fail(t, "broken restriction", "%s %s: instruction %d: %s", d.device, c.Name, x.Inst, x.Rule.ID)
				}
			}
		}
		t.Logf("%v: %d instructions, geometric mean %.3f of %d kernels, of bytes %.3f", d.target, ours, m.get(), m.n, bytes.get())
		assert.LessOrEqual(t, m.get(), mostOfReleases, d.target)
		assert.LessOrEqual(t, bytes.get(), mostBytes, d.target)
		floor.Exact(t, fmt.Sprintf("instructions of the kernels of the containers for %s", d.device), ours)
	}
}
