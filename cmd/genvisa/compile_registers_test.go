package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestCompileRegisters: a container of kernels for 256 registers says so, keeps them when it is compiled again, and runs.
func TestCompileRegisters(t *testing.T) {
	dir := corpus.Subset()
	program := filepath.Join(dir, "releases", "igc-2.40", "dg2", "subgroup.bin")
	t.Chdir(t.TempDir())
	code, _, errOut := command(context.Background(), "", "compile", program, "--target", "dg2", "--grf", "256", "--zebin", "large.bin")
	require.Zero(t, code, errOut)
	code, _, errOut = command(context.Background(), "", "compile", "large.bin", "--target", "dg2", "--zebin", "again.bin")
	require.Zero(t, code, errOut)
	for _, name := range []string{"large.bin", "again.bin"} {
		_, info, _ := command(context.Background(), "", "info", name)
		assert.Contains(t, info, "SIMD16, 256 GRFs", name)
		for _, how := range []string{"intel", "ours"} { // what the container has, and its text
			code, report, errOut := command(context.Background(), "", "run", filepath.Join(dir, "run", "subgroup__sg_shuffle", "launch.yaml"), "--program", name, "--target", "dg2", "--code", how)
			assert.Zero(t, code, "%s: %s%s", name, report, errOut)
		}
	}
	code, _, errOut = command(context.Background(), "", "compile", program, "--kernel", "sg_shuffle", "--target", "skl", "--grf", "256")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errOut, "--grf 256: threads of skl have [128] registers")
}

// TestRegistersOfMetadata: metadata that are named have to be there and be right where they say how many registers threads have; on
// a target with one number nothing asks them.
func TestRegistersOfMetadata(t *testing.T) {
	program := filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.visaasm")
	broken := filepath.Join(t.TempDir(), "broken.zeinfo")
	require.NoError(t, os.WriteFile(broken, []byte("kernels: 1\n"), 0o666))
	for _, c := range []struct {
		info, target string
		code         int
		why          string
	}{{broken, "dg2", 2, broken}, {"none.zeinfo", "mtl", 2, "none.zeinfo"}, {"none.zeinfo", "skl", 0, ""}} {
		code, _, errOut := command(context.Background(), "", "compile", program, "--info", c.info, "--target", c.target)
		assert.Equal(t, c.code, code, c.info)
		assert.Contains(t, errOut, c.why)
	}
}
