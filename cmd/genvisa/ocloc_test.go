package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// standIn puts a script into PATH that does what ocloc does with any source: the script sees
// its arguments, and gives the container CALLS unless the source has an error.
func standIn(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the compiler's stand-in is a script of a shell")
	}
	calls, err := filepath.Abs(filepath.Join(corpus.Root(), "native", "container", "testdata", "calls.bin"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	bin := t.TempDir()
	script := "#!/bin/sh\nif grep -q wrong k.cl; then printf '1:1:35: error: use of undeclared identifier\\n\\nBuild failed with error code: -11\\nCommand was: ocloc compile\\n'; exit 245; fi\n" +
		"echo junk > kernel.visaasm\necho \"$@\" > " + filepath.Join(bin, "args") + "\ngrep -q nothing k.cl || cp " + calls + " k.bin\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "ocloc"), []byte(script), 0o755))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("CALLED", filepath.Join(bin, "args"))
	require.NoError(t, os.WriteFile("k.cl", []byte("kernel void first(global int *out) {}\n"), 0o600))
	require.NoError(t, os.WriteFile("bad.cl", []byte("kernel void k() { wrong }\n"), 0o600))
	require.NoError(t, os.WriteFile("empty.cl", []byte("// nothing\n"), 0o600))
}

// TestSourcesCompile: OpenCL C goes through run, init and compile as a container does, with
// the device and the options that were asked for, and leaves no files.
func TestSourcesCompile(t *testing.T) {
	standIn(t)
	here, err := os.Getwd()
	require.NoError(t, err)
	for _, c := range []struct{ line, device, options, out string }{
		{"run k.cl --kernel first --print arg0:i32[0:4]", "skl", "", "arg0:i32[0:4] = 1 8 15 22\n"},
		{"run k.cl --kernel second --all --options -DN=4", "skl", " -DN=4", "[interp ours intel] give the same results"},
		{"run k.cl --kernel first --target kbl", "kbl", "", "note      no launch file: sizes, buffers and values are examples; to keep and change them: genvisa init k.cl --kernel first -o launch.yaml\n"},
		{"init k.cl --kernel first -o l.yaml", "skl", "", ""},
		{"run l.yaml --code interp", "skl", "", "kernel    first (SIMD8) from k.cl:first.visaasm: its vISA, interpreted\n"},
		{"run l.yaml --program k.cl --options -DM", "skl", " -DM", "from k.cl: its native code"},
		{"run k.cl l.yaml", "skl", "", "from k.cl: its native code"},
		{"compile k.cl --kernel second --stats --target bxt", "bxt", "", "instructions "},
		{"compile k.cl --zebin own.bin", "skl", "", ""},
	} {
		code, out, errOut := command(context.Background(), "", strings.Fields(c.line)...)
		require.Equal(t, exitOK, code, "%s: %s%s", c.line, out, errOut)
		assert.Empty(t, errOut)
		assert.Contains(t, out, c.out)
		args, err := os.ReadFile(os.Getenv("CALLED"))
		require.NoError(t, err)
		assert.Equal(t, "compile -file k.cl -device "+c.device+" --format zebin -internal_options -ze-emit-zebin-visa-sections -output k.bin -output_no_suffix -options -I "+here+c.options+"\n", string(args))
	}
	assert.NoFileExists(t, "kernel.visaasm")
}

// TestSourceErrors: what the compiler says of the source, that it is missing, and what it
// does not know.
func TestSourceErrors(t *testing.T) {
	standIn(t)
	for line, want := range map[string]string{
		"run bad.cl":              "bad.cl: ocloc compile -device skl: exit status 245\nbad.cl:1:35: error: use of undeclared identifier\nBuild failed with error code: -11\n",
		"init bad.cl":             "bad.cl: ocloc compile -device skl: exit status 245\nbad.cl:1:35: error: use of undeclared identifier\nBuild failed with error code: -11\n",
		"compile empty.cl":        "empty.cl: ocloc compile -device skl: no container\n",
		"run k.cl":                "--kernel: k.cl: 2 kernels: want the name of one of [first second]\n",
		"run k.cl --target gen9":  "unknown target \"gen9\"",
		"fmt k.cl":                "k.cl: this is OpenCL C: want vISA text (.visaasm)",
		"run k.cl --program k.cl": "genvisa: k.cl and --program k.cl: want a launch file and a program\n",
		"run k.cl --bless":        "--bless: want a launch file, which is written: genvisa init k.cl -o launch.yaml makes one\n",
	} {
		code, out, errOut := command(context.Background(), "", strings.Fields(line)...)
		assert.Equal(t, exitUsage, code, out)
		assert.True(t, strings.HasPrefix(errOut, want), "%s: %s", line, errOut)
	}
	for _, target := range []string{"ivb", "byt", "hsw", "cnl"} {
		code, _, errOut := command(context.Background(), "", "run", "k.cl", "--target", target)
		assert.Equal(t, exitUnmodelled, code)
		assert.Equal(t, target+": compiling OpenCL C for it, for which ocloc has no device, is not supported\n", errOut)
	}
	t.Setenv("PATH", t.TempDir())
	refused(t, "k.cl", "", "run", "k.cl", "--json")
	_, _, errOut := command(context.Background(), "", "run", "k.cl")
	assert.Contains(t, errOut, "k.cl: OpenCL C is compiled by ocloc, Intel's offline compiler, which is not in PATH: Debian and Ubuntu have it in ")
}
