package lower_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
)

// mostOverIntel is how many instructions of ours there may be for one of Intel's, as a
// geometric mean over the kernels of a device.
const mostOverIntel = 1.02

// TestRatio compares the number of our instructions with that of Intel's code for the same
// device.
func TestRatio(t *testing.T) {
	for device, target := range map[string]native.Target{"bdw": native.BDW, "lkf": native.LKF, "tgllp": native.TGL} {
		n, ours, theirs, logs := 0, 0, 0, 0.0
		for _, file := range corpus.FilesBeside(t, filepath.Join("corpus", device), "*.visaasm") {
			c := corpus.CaseOf(filepath.Join(corpus.Beside(t), "corpus"), device, file)
			if _, err := os.Stat(c.Launch); err != nil { // the text of a function
				continue
			}
			k, err := run.ReadProgram(file)
			require.NoError(t, err)
			r, err := lower.Compile(k, target, lower.Options{})
			require.NoError(t, err)
			peer, err := os.ReadFile(c.Stem + ".dat")
			require.NoError(t, err)
			insts, _, err := native.DecodeAll(target, peer)
			require.NoError(t, err)
			n, ours, theirs = n+1, ours+r.Stats.Instructions, theirs+len(insts)
			logs += math.Log(float64(r.Stats.Instructions) / float64(len(insts)))
		}
		mean := math.Exp(logs / float64(n))
		t.Logf("%v: %d instructions, the reference compiler %d, geometric mean %.3f of %d kernels", target, ours, theirs, mean, n)
		assert.LessOrEqual(t, mean, mostOverIntel, target)
		floor.Exact(t, fmt.Sprintf("instructions of the kernels of %s", device), ours)
	}
}
