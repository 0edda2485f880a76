//go:build oracle

package opencl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/run"
)

// devices are the names that Intel's compiler has for targets, with options that change
// much of the code.
var devices = []struct {
	name    string
	target  native.Target
	double  bool
	options []string
}{
	{"bdw", native.BDW, true, nil},
	{"bxt", native.BXT, true, []string{"-options", "-cl-intel-greater-than-4GB-buffer-required"}},
	{"lkf", native.LKF, false, nil},
	{"icllp", native.ICL, false, []string{"-options", "-cl-intel-greater-than-4GB-buffer-required"}},
	{"tgllp", native.TGL, false, nil},
	{"tgllp", native.TGL, false, []string{"-options", "-cl-intel-greater-than-4GB-buffer-required"}},
}

// TestDevices runs the compiler's own code for other devices on its own target, and
// wants the results of pocl. What the rules and the check of hazards find in that code
// is shown, and fails the test where it is not the overlap of halves.
func TestDevices(t *testing.T) {
	host := hostProgram(t)
	agree := 0
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		for _, d := range devices {
			j := &job{dir: t.TempDir(), seed: seed, program: generate(seed, *kernels, d.double)}
			require.NoError(t, j.inputs())
			require.NoError(t, j.expect(host))
			require.NoError(t, j.compile(d.name, d.target, d.options...), "seed %d for %s", seed, d.name)
			for i := range j.file.Kernels {
				k := &j.file.Kernels[i]
				insts, offs, err := native.DecodeAll(d.target, k.Code)
				require.NoError(t, err)
				for _, f := range native.Check(d.target, insts) {
					assert.Equal(t, "bxt.9.4", f.Rule.ID, "seed %d for %s: %s %#x", seed, d.name, k.Name, offs[f.Inst])
				}
				found, err := hazard.Check(d.target, insts, offs)
				require.NoError(t, err)
				assert.Empty(t, found.Findings, "seed %d for %s: %s", seed, d.name, k.Name)
				if want, err := j.want(i); err == nil && i < j.program.kernels && j.agrees(t, k.Name, d.target, want) {
					agree++
				}
			}
		}
	}
	t.Logf("%d kernels agree", agree)
}

// agrees compares one kernel.
func (j *job) agrees(t *testing.T, kernel string, target native.Target, want [][]byte) bool {
	got, err := j.runOn(kernel, target, func(f *container.File, kernel string) (*run.Program, error) {
		return run.FromContainer(f, kernel, run.IntelCode, target)
	})
	return assert.NoError(t, err, "seed %d %s for %s", j.seed, kernel, target) &&
		assert.Empty(t, firstDifference(got, want), "seed %d %s for %s", j.seed, kernel, target)
}
