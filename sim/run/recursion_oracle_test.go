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

const mutualLaunch = `kernel: mutual
global: [64, 1, 1]
local: [32, 1, 1]
args:
  - {buffer: {bytes: 256, fill: zero}, type: i32, expect: out.bin}
  - {buffer: {bytes: 256, fill: zero}, type: i32, expect: trace.bin}
  - {buffer: n.bin, type: i32}
`

// TestMutualRecursionOracle: the interpreter, our code and Intel's of functions that call each other
// and themselves give what these loops do.
func TestMutualRecursionOracle(t *testing.T) {
	src, err := filepath.Abs(filepath.Join("testdata", "recursion", "mutual.cl"))
	require.NoError(t, err)
	var n, out, trace []byte
	fib := [...]int32{0, 1, 1, 2, 3, 5, 8, 13}
	for i := range int32(64) {
		k := i * 7 % 16
		v := 1 - k%2 + 16*fib[k&7]
		sum := int32(0)
		for at := k - 1; at > 0; at -= 2 { // the numbers that odd is called with
			sum += at ^ 5
		}
		if i&1 != 0 {
			v += 4096 * (k&7 + 1 + k&1)
		}
		n, out, trace = binary.LittleEndian.AppendUint32(n, uint32(k)), binary.LittleEndian.AppendUint32(out, uint32(v)), binary.LittleEndian.AppendUint32(trace, uint32(sum))
	}
	for _, device := range []string{"skl", "icllp", "tgllp"} {
		for _, options := range [][]string{nil, {"-options", "-cl-opt-disable"}} {
			dir := t.TempDir()
			for name, b := range map[string][]byte{"n.bin": n, "out.bin": out, "trace.bin": trace, "l.yaml": []byte(mutualLaunch)} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o644))
			}
			c := exec.Command("ocloc", append([]string{"compile", "-file", src, "-device", device, "--format", "zebin", "-internal_options", "-ze-emit-zebin-visa-sections",
				"-output", "k", "-output_no_suffix"}, options...)...)
			c.Dir = dir
			said, err := c.CombinedOutput()
			require.NoError(t, err, "%s", said)
			l, err := launch.Read(filepath.Join(dir, "l.yaml"))
			require.NoError(t, err)
			for _, code := range []load.CodeName{load.InterpCode, load.OurCode, load.IntelCode} {
				engine := load.Sim
				if code == load.InterpCode {
					engine = load.Interp
				}
				rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{filepath.Join(dir, "k")}, Engine: engine, Code: code, Limit: 10_000_000})
				if assert.NoError(t, err, "%s %v %v", device, options, code) {
					assert.True(t, rep.OK(), "%s %v %v: %s", device, options, code, describe(rep))
				}
			}
		}
	}
}

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
