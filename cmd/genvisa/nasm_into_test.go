package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/load"
)

// containerFiles are the containers of the repository, and of the corpus beside it.
func containerFiles(t *testing.T) (files []string) {
	t.Helper()
	root := corpus.Root()
	patterns := []string{
		filepath.Join(root, "examples", "*", "*.bin"), filepath.Join(root, "examples", "*", "*.zebin"),
		filepath.Join(root, "native", "container", "testdata", "*.bin"),
	}
	dirs := []string{corpus.Subset()}
	if full, ok := corpus.Full(); ok {
		dirs = append(dirs, full)
	}
	for _, dir := range dirs {
		patterns = append(patterns, filepath.Join(dir, "*", "containers", "*.*"), filepath.Join(dir, "releases", "*", "*", "*.bin"))
	}
	for _, p := range patterns {
		found, err := filepath.Glob(p)
		require.NoError(t, err)
		files = append(files, found...)
	}
	return files
}

// TestContainersThereAndBack: the text of a whole container assembles to the code that
// each of its kernels has, and put into the container again it changes nothing. With an
// instruction more in each kernel it is a container of the longer code.
func TestContainersThereAndBack(t *testing.T) {
	t.Chdir(t.TempDir())
	files, kernels := 0, 0
	for _, path := range containerFiles(t) {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		f, target, err := load.OpenContainer(path, data, load.Options{})
		if err != nil {
			require.ErrorContains(t, err, "no target here", path)
			continue
		}
		if len(f.Kernels) == 0 { // of doubles for a device without them
			continue
		}
		files++
		code, text, errOut := command(context.Background(), "", "ndis", path)
		require.Zero(t, code, errOut)
		sections, err := nasm.AssembleSections(path, target, strings.NewReader(text), nasm.IGA)
		require.NoError(t, err)
		require.Len(t, sections, len(f.Kernels), path)
		for i := range sections {
			kernels++
			require.Equal(t, f.Kernels[i].Name, sections[i].Name)
			require.True(t, bytes.Equal(f.Kernels[i].Code, sections[i].Code), "%s: %s", path, sections[i].Name)
		}
		code, out, errOut := command(context.Background(), text, "nasm", "-", "--into", path, "-o", "-")
		require.Zero(t, code, errOut)
		require.True(t, out == string(data), path)

		longer := strings.ReplaceAll(text, "\nL0:\n", "\nL0:\n        nop\n")
		sections, err = nasm.AssembleSections(path, target, strings.NewReader(longer), nasm.IGA)
		require.NoError(t, err)
		code, out, errOut = command(context.Background(), longer, "nasm", "-", "--into", path, "-o", "-")
		require.Zero(t, code, "%s: %s", path, errOut)
		g, _, err := load.OpenContainer(path, []byte(out), load.Options{})
		require.NoError(t, err)
		for i := range sections {
			require.True(t, bytes.Equal(sections[i].Code, g.Kernels[i].Code), "%s: %s", path, sections[i].Name)
			require.Greater(t, len(g.Kernels[i].Code), len(f.Kernels[i].Code))
		}
	}
	least := map[bool][2]int{false: {9, 21}, true: {423, 1170}}
	_, full := corpus.Full()
	assert.GreaterOrEqual(t, files, least[full][0])
	assert.GreaterOrEqual(t, kernels, least[full][1])
}

// editedText is the text of a container with lines in the place of others.
func editedText(t *testing.T, container string, edits ...string) string {
	t.Helper()
	code, text, errOut := command(context.Background(), "", "ndis", container)
	require.Zero(t, code, errOut)
	for i := 0; i < len(edits); i += 2 {
		require.Contains(t, text, edits[i])
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	return text
}

// TestEditedContainersRun: code that grew runs from its container, of both formats, and
// gives what the edit says; code with addresses and a shared function still finds them.
func TestEditedContainersRun(t *testing.T) {
	saxpy, err := filepath.Abs(filepath.Join(corpus.Root(), "examples", "saxpy"))
	require.NoError(t, err)
	calls, err := filepath.Abs(filepath.Join(corpus.Root(), "native", "container", "testdata", "calls.bin"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	printed := func(program string) []string {
		_, out, errOut := command(context.Background(), "", "run", filepath.Join(saxpy, "launch.yaml"), "--program", program, "--print", "arg0:f32[0:32]")
		_, values, ok := strings.Cut(out, "arg0:f32[0:32] = ")
		require.True(t, ok, out+errOut)
		return strings.Fields(values)
	}
	const mad = "        mad (16|M0)              r16.0<1>:f    r16.0<2;1>:f"
	for _, from := range []string{filepath.Join(saxpy, "saxpy.skl.zebin"), filepath.Join(corpus.Subset(), "skl", "containers", "saxpy.ocloc.bin"), filepath.Join(saxpy, "saxpy.skl.bin")} {
		text := editedText(t, from, "        sends (16|M0)            null:w        r12               r16", "        nop\n        add (16|M0) r16.0<1>:f r16.0<8;8,1>:f 4096.0:f\n        sends (16|M0) null:w r12 r16")
		require.Contains(t, text, mad)
		code, _, errOut := command(context.Background(), text, "nasm", "-", "--into", from, "-o", "new.bin", "--force")
		require.Zero(t, code, errOut)
		was, is := printed(from), printed("new.bin")
		for i := range was {
			x, err := strconv.ParseFloat(was[i], 32)
			require.NoError(t, err)
			y, err := strconv.ParseFloat(is[i], 32)
			require.NoError(t, err)
			if i < 16 { // of 32 channels the first half has the instruction more
				x = float64(float32(x) + 4096)
			}
			assert.Equal(t, float32(x), float32(y), "%s: element %d", from, i)
		}
	}
	for kernel, want := range map[string]string{"first": "101 108 115 122 113 120 127 134", "second": "202 216 230 244 202 216 230 244"} {
		const entry, last = "//!symbol 0x38 count\n", "        add (8|M0)               r26.0<1>:d    r4.0<8;8,1>:d     r2.0<8;8,1>:d     {Compacted}\n"
		text := editedText(t, calls, entry, "        nop\n"+entry+"        nop\n", "\nL0:\n", "\nL0:\n        nop\n", last, last+"        add (8|M0) r26.0<1>:d r26.0<8;8,1>:d 100:w\n")
		code, _, errOut := command(context.Background(), text, "nasm", "-", "--into", calls, "-o", "new.bin", "--force")
		require.Zero(t, code, errOut)
		code, _, errOut = command(context.Background(), "", "init", "new.bin", "--kernel", kernel, "-o", "l.yaml", "--force")
		require.Zero(t, code, errOut)
		_, out, errOut := command(context.Background(), "", "run", "l.yaml", "--print", "arg0:i32[0:8]")
		assert.Contains(t, out, "= "+want+"\n", errOut)
	}
}
