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

// compiledForArrow says whether the compiler makes a container with texts of a source.
func compiledForArrow(t testing.TB, device, source, program, options string) bool {
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

// TestArrowLake: of the corpus' sources the compiler makes containers for Arrow Lake, whose device is that of their code. Intel's native
// code, the text and what is compiled of it here give the expected bytes.
func TestArrowLake(t *testing.T) {
	laterCompiler(t)
	beside := filepath.Join(corpus.Beside(t), "corpus")
	for _, a := range arrows {
		ran, refused, kernels := map[load.CodeName]int{}, 0, 0
		for _, source := range corpus.FilesBeside(t, "corpus/kernels", "*.cl") {
			stem := strings.TrimSuffix(filepath.Base(source), ".cl")
			program := filepath.Join(t.TempDir(), stem+".bin")
			if !compiledForArrow(t, a.device, source, program, "-w") && !compiledForArrow(t, a.device, source, program, "-w -cl-std=CL2.0") {
				refused++
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
