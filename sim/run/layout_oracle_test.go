//go:build oracle

package run_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestSharedFunctionOracle: what Intel's compiler makes of the two kernels without
// optimisation gives the expected bytes: its code, its text on the interpreter and
// our code.
func TestSharedFunctionOracle(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "shared"))
	require.NoError(t, err)
	for device, file := range map[native.Target]string{native.SKL: "k_Gen9core.bin", native.BXT: "k_Gen9lp.bin"} {
		out := t.TempDir()
		c := exec.Command("ocloc", "compile", "-file", filepath.Join(dir, "shared.cl"), "-device", device.String(), "--format", "zebin", "-out_dir", out,
			"-output", "k", "-options", "-cl-opt-disable", "-internal_options", "-ze-emit-zebin-visa-sections")
		c.Dir = out // it leaves texts where it runs
		said, err := c.CombinedOutput()
		require.NoError(t, err, "%s", said)
		bin := filepath.Join(out, file)
		src, err := os.ReadFile(bin)
		require.NoError(t, err)
		for _, kernel := range []string{"turn", "next"} {
			l, err := launch.Read(filepath.Join(dir, kernel+".yaml"))
			require.NoError(t, err)
			f, target, err := load.OpenContainer(bin, src, load.Options{Target: load.Only(device)})
			require.NoError(t, err)
			k, err := f.Kernel(kernel)
			require.NoError(t, err)
			text, err := load.ContainedVISA(f, k)
			require.NoError(t, err)
			require.Len(t, text.Functions, 1)
			ours, err := load.FromVISA(bin, text, load.Sim, target)
			require.NoError(t, err)
			for what, o := range map[string]run.Options{
				"theirs":      {Programs: []string{bin}, Engine: load.Sim},
				"interpreter": {Programs: []string{bin}, Engine: load.Interp},
				"ours":        {Program: ours, Metadata: f.Info},
			} {
				o.Target, o.Limit = load.Only(device), 100_000
				rep, err := run.Run(context.Background(), l, o)
				require.NoError(t, err, "%s %s, %s", device, kernel, what)
				assert.True(t, rep.OK(), "%s %s, %s: %s", device, kernel, what, describe(rep))
			}
		}
	}
}
