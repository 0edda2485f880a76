package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestHelpExamples runs the examples in the help of each command, twice in a row, with
// files of the names that they have.
func TestHelpExamples(t *testing.T) {
	workplace(t)
	saxpy := filepath.Join(corpus.Root(), "examples", "saxpy")
	for from, to := range map[string]string{"saxpy.skl.zebin": "kernels.bin", "saxpy.visaasm": "mine.visaasm"} {
		src, err := os.ReadFile(filepath.Join(saxpy, from))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(to, src, 0o644))
	}
	require.NoError(t, os.WriteFile("k.asm", []byte("mov (8|M0) r2.0<1>:f r4.0<8;8,1>:f\n"), 0o644))
	require.NoError(t, os.WriteFile("kernel.asm", []byte("mov (8|M0) r2.0<1>:w r4.0<8;8,1>:d\n"), 0o644)) // breaks bxt.1.2
	require.NoError(t, os.WriteFile("end.asm", []byte("mov (8|M0) r127.0<1>:f r0.0<8;8,1>:f\n"), 0o644))
	page, err := os.ReadFile(filepath.Join(corpus.Root(), "opdefs", "published", "testdata", "made", "SLIPS.md"))
	require.NoError(t, err)
	require.NoError(t, os.Mkdir("published", 0o755))
	require.NoError(t, os.WriteFile("published/ADD.md", page, 0o644))
	code, out := typed(t, "nasm", "end.asm", "--target", "tgl", "-o", "kernel.dat")
	require.Zero(t, code, out)
	ran := 0
	for _, c := range commands {
		_, help := typed(t, "help", c.name)
		for line := range strings.Lines(help) {
			line, example := strings.CutPrefix(strings.TrimRight(line, "\n"), "  ")
			if !example || !strings.HasPrefix(line, "genvisa ") && !strings.HasPrefix(line, "echo ") || strings.Contains(line, " > ") {
				continue // the last writes files of a shell, which takes a completion from there
			}
			ran++
			for range 2 {
				for _, part := range strings.Split(line, "&&") {
					piped(t, part)
				}
			}
		}
	}
	assert.Greater(t, ran, 30)
}

// piped types a line of commands with "|" between them; echo writes what stands
// between its quotes. Only the findings that examples explain give exit code 1.
func piped(t *testing.T, line string) {
	t.Helper()
	var last []byte
	parts := strings.Split(line, " | ")
	if quoted := strings.SplitN(line, "'", 3); strings.HasPrefix(line, "echo ") {
		last, parts = []byte(quoted[1]+"\n"), strings.Split(quoted[2], " | ")[1:]
	}
	for _, p := range parts {
		want := exitOK
		if strings.Contains(p, "lint kernel.asm") || strings.Contains(p, "ops diff published") {
			want = exitFindings
		}
		var out, errs bytes.Buffer
		code := doMain(context.Background(), strings.Fields(p)[1:], streams{in: bytes.NewReader(last), out: &out, err: &errs})
		assert.Equal(t, want, code, "%s: %s%s", p, &out, &errs)
		last = out.Bytes()
	}
}
