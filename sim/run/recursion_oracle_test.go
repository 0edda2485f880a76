//go:build oracle

package run_test

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
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

const recursionLaunch = `kernel: recursion
global: [64, 1, 1]
local: [32, 1, 1]
args:
  - {buffer: x.bin, type: i32, expect: want.bin}
  - {buffer: n.bin, type: i32}
`

// TestRecursionOracle: what Intel's compiler makes of a function that calls itself, with
// calls through its stack, gives the results of this loop, on the target of each device
// (for bdw that compiler writes sends, which Gen8 does not have). On tgl the kernels begin with a write of the dispatch mask.
func TestRecursionOracle(t *testing.T) {
	src, err := filepath.Abs(filepath.Join("testdata", "recursion", "recursion.cl"))
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 5))
	var x, n, want []byte
	for range 64 {
		a, k := int32(r.IntN(2000)-1000), int32(r.IntN(40))
		x, n = binary.LittleEndian.AppendUint32(x, uint32(a)), binary.LittleEndian.AppendUint32(n, uint32(k))
		after := int32(0)
		for ; k > 0; k-- {
			if a&1 != 0 {
				a, after = a*3+1, after+1
			} else {
				a, after = a/2, after+2
			}
		}
		want = binary.LittleEndian.AppendUint32(want, uint32(a+after))
	}
	for _, d := range []struct {
		name   string
		target native.Target
	}{{"skl", native.SKL}, {"bxt", native.BXT}, {"icllp", native.ICL}, {"lkf", native.LKF}, {"tgllp", native.TGL}} {
		for _, options := range [][]string{nil, {"-options", "-cl-opt-disable"}} {
			dir := t.TempDir()
			for name, b := range map[string][]byte{"x.bin": x, "n.bin": n, "want.bin": want, "l.yaml": []byte(recursionLaunch)} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o644))
			}
			c := exec.Command("ocloc", append([]string{"compile", "-file", src, "-device", d.name, "--format", "zebin", "-output", "k", "-output_no_suffix"}, options...)...)
			c.Dir = dir
			said, err := c.CombinedOutput()
			require.NoError(t, err, "%s", said)
			l, err := launch.Read(filepath.Join(dir, "l.yaml"))
			require.NoError(t, err)
			rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{filepath.Join(dir, "k")}, Engine: load.Sim, Target: load.Only(d.target), Limit: 10_000_000})
			if assert.NoError(t, err, "%s %v", d.name, options) {
				assert.True(t, rep.OK(), "%s %v: %s", d.name, options, describe(rep))
			}
		}
	}
}
