//go:build oracle

package run_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestOlderCompilerForDG2: of the corpus' sources the compiler of 2022 makes code for dg2 that sends the messages of
// Gen12; every kernel gives the expected bytes, by both entries. What needs doubles it refuses.
func TestOlderCompilerForDG2(t *testing.T) {
	beside := filepath.Join(corpus.Beside(t), "corpus")
	refused, ran := 0, 0
	for _, source := range corpus.FilesBeside(t, "corpus/kernels", "*.cl") {
		stem := strings.TrimSuffix(filepath.Base(source), ".cl")
		program := filepath.Join(t.TempDir(), stem+".bin")
		if !compiledForDG2(t, source, program, "-w") && !compiledForDG2(t, source, program, "-w -cl-std=CL2.0") {
			refused++
			continue
		}
		launches, err := filepath.Glob(filepath.Join(beside, "run", stem+"__*", "launch.yaml"))
		require.NoError(t, err)
		for _, path := range launches {
			l, err := launch.Read(path)
			require.NoError(t, err)
			if data, err := os.ReadFile(program); err != nil || !bytes.Contains(data, []byte(l.Kernel)) {
				continue // it needs doubles
			}
			for _, start := range []abi.Start{abi.StartFromMemory, abi.StartByGroup} {
				rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: load.IntelCode, Limit: 50_000_000, Workers: 1, Start: start})
				if assert.NoError(t, err, "%s %s", stem, l.Kernel) && assert.True(t, rep.OK(), "%s %s: %s", stem, l.Kernel, describe(rep)) {
					ran++
				}
			}
		}
	}
	floor.Exact(t, "sources that the compiler of 2022 refuses for dg2", refused)
	floor.Exact(t, "launches of its code for dg2 that give the expected bytes", ran)
}

// compiledForDG2 says whether the compiler makes a container of a source.
func compiledForDG2(t testing.TB, source, program, options string) bool {
	t.Helper()
	c := exec.Command("ocloc", "compile", "-file", source, "-device", "dg2", "--format", "zebin", "-options", options, "-output", filepath.Base(program), "-output_no_suffix")
	c.Dir = filepath.Dir(program)
	if c.Run() != nil {
		return false
	}
	_, err := os.Stat(program)
	return err == nil
}
