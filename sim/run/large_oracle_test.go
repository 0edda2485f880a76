//go:build oracle

package run_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestLargeFileOfCompiler: kernels that the compiler of 2022 makes for dg2 with 256 registers a thread use registers behind
// r127 and accumulators behind acc3, give the expected bytes by both entries, have no hazard and break no rule; their text is
// iga64's, functions of bits apart, and has all of their bytes.
func TestLargeFileOfCompiler(t *testing.T) {
	beside := filepath.Join(corpus.Beside(t), "corpus")
	accs := 0
	for _, c := range []struct{ stem, kernel string }{
		{"spill", "spill_matrix8"}, {"spill", "spill_float"}, {"sha256", "sha256_block"}, {"bytevec", "sat_mix"}, {"matmul", "matmul_tiled"}, {"privarray", "insertion_sort"}, {"subgroup", "sg_reduce"},
	} {
		program := filepath.Join(t.TempDir(), c.stem+".bin")
		require.True(t, compiledForDG2(t, filepath.Join(beside, "kernels", c.stem+".cl"), program, "-w -cl-std=CL2.0 -ze-opt-large-register-file"), c.stem)
		src, err := os.ReadFile(program)
		require.NoError(t, err)
		f, err := container.Open(program, src, native.DG2)
		require.NoError(t, err)
		k, err := f.Kernel(c.kernel)
		require.NoError(t, err)
		require.Equal(t, 256, f.GRFs(k), c.kernel)

		insts, offs, err := native.DecodeAll(native.DG2, k.Code)
		require.NoError(t, err)
		high := 0
		for i := range insts {
			if !insts[i].Msg.EOT && native.DG2.GRFsOf(insts[i:i+1]) == 256 {
				high++
			}
			for _, o := range append(insts[i].Src[:], insts[i].Dst) {
				if o.File == native.ARF && o.Reg > native.ARFAcc2+1 && o.Reg <= native.ARFAcc9 {
					accs++
				}
			}
		}
		assert.Greater(t, high, 10, "%s: instructions with registers behind r127", c.kernel)
		assert.Empty(t, native.CheckFile(native.DG2, 256, insts), c.kernel)
		found, err := hazard.Check(native.DG2, insts, offs)
		require.NoError(t, err)
		assert.Empty(t, found.Findings, c.kernel)

		var text strings.Builder
		require.NoError(t, nasm.Print(&text, native.DG2, k.Code))
		again, err := nasm.Assemble(c.kernel, native.DG2, strings.NewReader(text.String()))
		require.NoError(t, err)
		assert.True(t, bytes.Equal(k.Code, again), c.kernel)
		raw := filepath.Join(t.TempDir(), "k.dat")
		require.NoError(t, os.WriteFile(raw, k.Code, 0o600))
		theirs, err := exec.Command("iga64", "-d", oracle.Platform(native.DG2), "-Xprint-hex-floats", raw).Output()
		require.NoError(t, err)
		other := func(lines []string) []string { // this iga64 spells some functions of bits in another way
			return slices.DeleteFunc(lines, func(s string) bool { return strings.Contains(s, "bfn.") })
		}
		assert.Equal(t, other(oracle.Plain(string(theirs))), other(oracle.Plain(text.String())), c.kernel)

		l, err := launch.Read(filepath.Join(beside, "run", c.stem+"__"+c.kernel, "launch.yaml"))
		require.NoError(t, err)
		for _, start := range []abi.Start{abi.StartFromMemory, abi.StartByGroup} {
			rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: load.IntelCode, Limit: 50_000_000, Workers: 1, Start: start, Hazards: true})
			require.NoError(t, err, c.kernel)
			assert.True(t, rep.OK(), "%s: %s", c.kernel, describe(rep))
		}
	}
	assert.Greater(t, accs, 50, "operands in acc4 to acc7")
}
