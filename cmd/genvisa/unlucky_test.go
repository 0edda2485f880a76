package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// large writes a launch of the example with a buffer of random numbers, of so many bytes.
func large(t *testing.T, bytes int) {
	t.Helper()
	text, err := os.ReadFile("launch.yaml")
	require.NoError(t, err)
	old := "{buffer: y.in, type: f32, expect: y.exp, check: exact}"
	require.Contains(t, string(text), old)
	to := fmt.Sprintf("{buffer: {bytes: %d, fill: {random: 1, type: f32, min: 0, max: 1}}, type: f32, output: true}", bytes)
	require.NoError(t, os.WriteFile("large.yaml", []byte(strings.Replace(string(text), old, to, 1)), 0o644))
}

// TestInterruptFill: Ctrl-C is seen while buffers are filled.
func TestInterruptFill(t *testing.T) {
	inSaxpy(t)
	large(t, 64<<20)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code, out, errOut := command(ctx, "", "run", "large.yaml")
	assert.Equal(t, exitFindings, code)
	assert.Empty(t, out, "nothing has run")
	assert.Equal(t, "interrupted\n", errOut)
}

// TestStale: what a command that was killed left beside an output goes with the next one
// to the same file.
func TestStale(t *testing.T) {
	inSaxpy(t)
	old := time.Now().Add(-2 * time.Hour)
	for name, goes := range map[string]bool{".o.dat.12345.tmp": true, ".o.dat.x.tmp": false, ".p.dat.12345.tmp": false} {
		require.NoError(t, os.WriteFile(name, nil, 0o644))
		require.NoError(t, os.Chtimes(name, old, old))
		code, out, errOut := command(context.Background(), "", "compile", "saxpy.visaasm", "-o", "o.dat")
		require.Equal(t, exitOK, code, out+errOut)
		_, err := os.Stat(name)
		assert.Equal(t, goes, os.IsNotExist(err), name)
	}
	require.NoError(t, os.WriteFile(".o.dat.12345.tmp", nil, 0o644))
	code, _, errOut := command(context.Background(), "", "compile", "saxpy.visaasm", "-o", "o.dat")
	require.Equal(t, exitOK, code, errOut)
	assert.FileExists(t, ".o.dat.12345.tmp", "somebody may be writing it")
}

// TestProgramFromStandardInput: a program of any kind.
func TestProgramFromStandardInput(t *testing.T) {
	inSaxpy(t)
	for _, file := range []string{"saxpy.visaasm", "saxpy.skl.dat", "saxpy.skl.zebin"} {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		code, out, errOut := command(context.Background(), string(src), "run", "launch.yaml", "--program", "-")
		assert.Equal(t, exitOK, code, "%s: %s", file, errOut)
		assert.Contains(t, out, " from -: ")
	}
	refused(t, "-", "", "run", "launch.yaml", "--program", "-")
	code, _, errOut := command(context.Background(), "", "run", "-", "--program", "-")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "a launch and a program from -: want one of them in a file\n", errOut)
}

// TestUsageErrors: they point at the help of their command, and are JSON when that is wanted.
func TestUsageErrors(t *testing.T) {
	for line, want := range map[string]string{
		"run --nonsense":         "genvisa: unknown flag --nonsense\nSee genvisa run --help.\n",
		"info a b":               "genvisa: unexpected argument b\nSee genvisa info --help.\n",
		"lint":                   "genvisa: want a file, or --explain ID\nSee genvisa lint --help.\n",
		"nosuch":                 "genvisa: unexpected argument nosuch\nSee genvisa --help.\n",
		"nosuch --json --target": "genvisa: unexpected argument nosuch\nSee genvisa --help.\n",
		"--nonsense":             "genvisa: unknown flag --nonsense\nSee genvisa --help.\n",
	} {
		code, out, errOut := command(context.Background(), "", strings.Fields(line)...)
		assert.Equal(t, exitUsage, code, line)
		assert.Equal(t, want, errOut, line)
		if strings.Contains(line, "--json") {
			assert.Equal(t, `{"ok":false,"error":"genvisa: unexpected argument nosuch\nSee genvisa --help."}`+"\n", out)
		}
	}
}

// TestHazardsOfAssembly: text is checked as the bytes that it assembles to.
func TestHazardsOfAssembly(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "mul (8|M0) r40.0<1>:f r50.0<8;8,1>:f r51.0<8;8,1>:f\nadd (8|M0) r41.0<1>:f r40.0<8;8,1>:f r51.0<8;8,1>:f\n"
	require.NoError(t, os.WriteFile(filepath.Join("a.asm"), []byte(text), 0o644))
	code, out, errOut := command(context.Background(), "", "hazards", "a.asm", "--target", "tgllp")
	assert.Equal(t, exitFindings, code, errOut)
	assert.Equal(t, "a.asm: 2 instructions, 1 findings\n", out)
	assert.Contains(t, errOut, "a.asm: offset 0x10: ")
}
