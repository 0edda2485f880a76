//go:build oracle

package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// laterCompiler is the compiler of 2026 (ocloc 26.27), which the variable GENVISA_OCLOC names: the installed one of 2022 knows neither Meteor
// Lake nor Arrow Lake.
func laterCompiler(t testing.TB) string {
	t.Helper()
	tool := os.Getenv("GENVISA_OCLOC")
	if tool == "" {
		t.Skip("GENVISA_OCLOC names no compiler for Arrow Lake")
	}
	return tool
}

// compiledLater says whether the compiler makes a container with texts of a source.
func compiledLater(t testing.TB, device, source, program, options string) bool {
	t.Helper()
	c := exec.Command(laterCompiler(t), "compile", "-file", source, "-device", device, "--format", "zebin", "-options", options,
		"-internal_options", "-ze-emit-zebin-visa-sections", "-o", program)
	c.Dir = filepath.Dir(program)
	if c.Run() != nil {
		return false
	}
	_, err := os.Stat(program)
	return err == nil
}

// arrows are the devices of Arrow Lake as the compiler names them, and what their code is of: arl-s is made as mtl-u.
var arrows = []struct {
	device string
	target native.Target
}{{"arl-h", native.ARL}, {"arl-s", native.MTL}}

// arrowSources are sources of the corpus with atomics, local memory, images, doubles, qwords, private arrays, subgroups and words.
var arrowSources = []string{"bytes", "casloop", "dblconv", "histogram", "image_rw", "long_arith", "priv", "reduce", "subgroup"}

// TestArrowLake: of some of the corpus' sources the compiler makes containers for Arrow Lake, whose device is that of their code. Intel's native
// code, the text and what is compiled of it here give the expected bytes.
func TestArrowLake(t *testing.T) {
	laterCompiler(t)
	beside := filepath.Join(corpus.Beside(t), "corpus")
	for _, a := range arrows {
		ran, refused, kernels := map[load.CodeName]int{}, 0, 0
		for _, stem := range arrowSources {
			source := filepath.Join(beside, "kernels", stem+".cl")
			program := filepath.Join(t.TempDir(), stem+".bin")
			if !compiledLater(t, a.device, source, program, "-w") && !compiledLater(t, a.device, source, program, "-w -cl-std=CL2.0") {
				refused++ // with doubles, where there are none
				continue
			}
			image, err := os.ReadFile(program)
			require.NoError(t, err)
			f, err := container.Open(program, image, a.target)
			require.NoError(t, err)
			require.Contains(t, f.Targets, a.target, stem)
			launches, err := filepath.Glob(filepath.Join(beside, "run", stem+"__*", "launch.yaml"))
			require.NoError(t, err)
			for _, path := range launches {
				l, err := launch.Read(path)
				require.NoError(t, err)
				if !bytes.Contains(image, []byte(l.Kernel)) {
					continue
				}
				kernels++
				for _, code := range load.CodeNames {
					rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: code, Limit: 50_000_000, Workers: 1})
					if errors.Is(err, errors.ErrUnsupported) {
						t.Logf("%s %s %s: %v", a.device, l.Kernel, code, err)
						continue
					}
					if assert.NoError(t, err, "%s %s %s", a.device, l.Kernel, code) && assert.True(t, rep.OK(), "%s %s %s: %s", a.device, l.Kernel, code, describe(rep)) {
						ran[code]++
					}
				}
			}
		}
		floor.Exact(t, "sources that the compiler of 2026 refuses for "+a.device, refused)
		floor.Exact(t, "kernels of its containers for "+a.device, kernels)
		for _, code := range load.CodeNames {
			floor.Exact(t, "kernels for "+a.device+" that give the expected bytes by code "+string(code), ran[code])
		}
	}
}

// floatAtomics adds floats in memory.
const floatAtomics = `#pragma OPENCL EXTENSION cl_ext_float_atomics : enable
kernel void fa(global float *o, global const float *a) {
  atomic_fetch_add_explicit((volatile global atomic_float *)o, a[get_global_id(0)], memory_order_relaxed, memory_scope_device);
}
`

// TestFloatAtomics: the compiler adds floats in memory with a message to the load/store cache; all codes give the sum, which
// needs no rounding.
func TestFloatAtomics(t *testing.T) {
	for _, device := range []string{"dg2", "mtl-h"} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "fa.cl"), []byte(floatAtomics), 0o600))
		c := exec.Command(laterCompiler(t), "compile", "-file", "fa.cl", "-device", device, "--format", "zebin", "-o", "fa.bin",
			"-options", "-cl-std=CL3.0 -w", "-internal_options", "-ze-emit-zebin-visa-sections -cl-ext=+cl_ext_float_atomics")
		c.Dir = dir
		said, err := c.CombinedOutput()
		require.NoError(t, err, "%s", said)
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: fa\nprogram: fa.bin\nglobal: [32]\nlocal: [16]\nargs:\n"+
			"- {buffer: {values: [0.5]}, type: f32, output: true, expect: {values: [66.25]}}\n"+
			"- {buffer: {values: [1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6.75]}, type: f32}\n"))
		require.NoError(t, err)
		for _, code := range load.CodeNames {
			rep, err := run.Run(context.Background(), l, run.Options{Code: code})
			require.NoError(t, err, "%s %s", device, code)
			assert.True(t, rep.OK(), "%s %s: %s", device, code, describe(rep))
		}
	}
}

// TestMatricesOfArrowLake: containers say by their device whether there are products of matrices. The compiler makes them for arl-s,
// too, which has none: its code stops by name.
func TestMatricesOfArrowLake(t *testing.T) {
	for _, a := range arrows {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "k.cl"), []byte(matrixSource()), 0o600))
		require.True(t, compiledLater(t, a.device, filepath.Join(dir, "k.cl"), filepath.Join(dir, "k.bin"), "-w"), a.device)
		checkProducts(t, dir, load.InterpCode)
		if a.target == native.ARL {
			checkProducts(t, dir, load.IntelCode)
			continue
		}
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: k0\nprogram: k.bin\nglobal: [8]\nlocal: [8]\nargs:\n"+
			strings.Repeat(buffer(make([]uint32, 64), false), 3)))
		require.NoError(t, err)
		_, err = run.Run(context.Background(), l, run.Options{Code: load.IntelCode})
		assert.ErrorContains(t, err, "opcode 0x59: want an opcode of mtl")
	}
}
