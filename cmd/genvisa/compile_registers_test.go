package main

import (
	"context"
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
