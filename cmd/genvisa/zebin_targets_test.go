package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestZebinOfEveryTarget: the container of each target that there is code for says its
// product, and goes through every command: it runs, its text assembles to its bytes, and
// with an instruction more it gives what that makes.
func TestZebinOfEveryTarget(t *testing.T) {
	saxpy := filepath.Join(corpus.Root(), "examples", "saxpy")
	t.Chdir(t.TempDir())
	do := func(args ...string) string {
		t.Helper()
		code, out, errOut := command(context.Background(), "", args...)
		require.Equal(t, exitOK, code, "%v: %s%s", args, out, errOut)
		return out
	}
	launch := filepath.Join(saxpy, "launch.yaml")
	for target, says := range map[string]string{
		"ivb": "ivb (product family 0xd)\nproduct ivb    code of ivb, up to 16 EUs of 8 threads\n",
		"hsw": "hsw (product family 0xe)\nproduct hsw    code of hsw, up to 40 EUs of 7 threads\n",
		"bdw": "bdw (product family 0x10)\nproduct bdw    code of bdw, up to 48 EUs of 7 threads\n",
		"skl": "skl (product family 0x12)\nproduct skl    code of skl, up to 72 EUs of 7 threads\n",
		"bxt": "bxt (product family 0x16)\nproduct bxt    code of bxt, up to 18 EUs of 6 threads\n",
		"icl": "icl (product family 0x1a)\nproduct icllp  code of icl, up to 64 EUs of 7 threads\n",
		"lkf": "lkf (product family 0x1b)\nproduct lkf    code of lkf, up to 64 EUs of 7 threads\n",
		"tgl": "tgl (product family 0x1d)\nproduct tgllp  code of tgl, up to 96 EUs of 7 threads\n",
	} {
		file := target + ".bin"
		do("compile", filepath.Join(saxpy, "saxpy.visaasm"), "--target", target, "--zebin", file)
		assert.Contains(t, do("info", file), file+": zebin for "+says)
		assert.Contains(t, do("run", file, launch), "engine    EU model ("+target+"), from zebin\n")
		do("init", file, "-o", "l.yaml", "--force")
		assert.Contains(t, do("run", "l.yaml", "--all"), "[interp ours intel] give the same results")
		do("lint", file)
		do("hazards", file)

		text := do("ndis", file)
		require.NoError(t, os.WriteFile("k.asm", []byte(text), 0o600))
		do("nasm", "k.asm", "--into", file, "-o", "same.bin", "--force")
		was, err := os.ReadFile(file)
		require.NoError(t, err)
		is, err := os.ReadFile("same.bin")
		require.NoError(t, err)
		assert.Equal(t, was, is, target)

		require.NoError(t, os.WriteFile("k.asm", []byte(biased(t, text, target)), 0o600))
		do("nasm", "k.asm", "--into", file, "-o", "new.bin", "--force")
		_, out, errOut := command(context.Background(), "", "run", launch, "--program", "new.bin", "--set", "a=0", "--print", "y[12:20]")
		assert.Contains(t, out, "y[12:20] = 4193 4192.75 4192.5 4192.25 96 95.75 95.5 95.25\n", "%s: %s", target, errOut)
	}
}

// TestZebinOfProduct: a container says the product that --target names, whatever the one
// that it was made of says, and runs wherever its target's code does.
func TestZebinOfProduct(t *testing.T) {
	saxpy := filepath.Join(corpus.Root(), "examples", "saxpy")
	t.Chdir(t.TempDir())
	for product, says := range map[string]string{
		"byt": "ivb (product family 0xf)\nproduct byt    code of ivb, up to 4 EUs of 8 threads\nproduct vlv ",
		"vlv": "ivb (product family 0xf)\nproduct byt ", "kbl": "skl (product family 0x13)\nproduct kbl ", "cfl": "skl (product family 0x14)\nproduct cfl ",
		"glk": "bxt (product family 0x17)\nproduct glk ", "icllp": "icl (product family 0x1a)\nproduct icllp ", "jsl": "icl (product family 0x1c)\nproduct ehl ",
		"tgllp": "tgl (product family 0x1d)\nproduct tgllp ", "adl-s": "tgl (product family 0x1f)\nproduct adl-s ", "dg1": "tgl (product family 0x4ba)\nproduct dg1 ",
	} {
		for _, in := range []string{"saxpy.visaasm", "saxpy.skl.zebin"} {
			code, _, errOut := command(context.Background(), "", "compile", filepath.Join(saxpy, in), "--target", product, "--zebin", "k.bin", "--force")
			require.Equal(t, exitOK, code, errOut)
			_, out, _ := command(context.Background(), "", "info", "k.bin")
			assert.Contains(t, out, "k.bin: zebin for "+says)
			code, out, errOut = command(context.Background(), "", "run", filepath.Join(saxpy, "launch.yaml"), "--program", "k.bin", "--target", product)
			assert.Equal(t, exitOK, code, out+errOut)
		}
	}
}

// biased is the text of saxpy's code that adds 4096 to what the first half of a thread's
// 32 lanes store.
func biased(t *testing.T, text, target string) string {
	t.Helper()
	end := ""
	if target == "tgl" {
		end = " {@1}" // what is one instruction in front
	}
	at := regexp.MustCompile(`(?m)^        mad \(16\|M0\) +(r\d+)\.0.*\n`).FindStringSubmatchIndex(text)
	require.NotNil(t, at, text)
	sum := text[at[2]:at[3]]
	return text[:at[1]] + "        add (16|M0) " + sum + ".0<1>:f " + sum + ".0<8;8,1>:f 4096.0:f" + end + "\n" + text[at[1]:]
}

// gen7Kernels are those that an ordinary run puts into containers for Gen7: bits, memory
// for groups with barriers and atomics, images, loops, spills, functions, and lanes of others.
const gen7Kernels = "bits__bit_fields calls__call_gcd histogram__slm_atomics image_rw__image_invert mandelbrot__mandelbrot matmul__matmul_tiled " +
	"pressure__spill_sums reduce__reduce_sum saxpy__saxpy subgroup__sg_shuffle transpose__transpose_bytes"

// TestGen7Zebins: kernels of the corpus run from containers for Gen7 and give the bytes
// that their launches expect. Those that Gen7 cannot run are refused with the device's name;
// the test TestDevices of package lower has the reasons.
func TestGen7Zebins(t *testing.T) {
	dir, names := corpus.Subset(), strings.Fields(gen7Kernels)
	if *wholeCorpus {
		dir = corpus.Dir()
	}
	files, err := filepath.Glob(filepath.Join(dir, "skl", "*.visaasm"))
	require.NoError(t, err)
	for _, target := range []string{"ivb", "hsw"} {
		ran, refused := 0, 0
		for _, text := range files {
			c := corpus.CaseOf(dir, "skl", text)
			if _, err := os.Stat(c.Launch); err != nil || !*wholeCorpus && !slices.Contains(names, c.Name) {
				continue // the text of a function has no launch
			}
			if gen7Zebin(t, &c, target) {
				ran++
			} else {
				refused++
			}
		}
		_, full := corpus.Full()
		switch {
		case !*wholeCorpus:
			assert.Equal(t, [2]int{len(names), 0}, [2]int{ran, refused}, target)
		case full:
			assert.Equal(t, [2]int{115, 29}, [2]int{ran, refused}, target)
		}
	}
}

// gen7Zebin compiles a kernel into a container and runs that with nothing beside it. It is
// false for one that is refused.
func gen7Zebin(t *testing.T, c *corpus.Case, target string) bool {
	t.Helper()
	all, err := os.ReadFile(c.Info)
	require.NoError(t, err)
	dir := t.TempDir()
	info, file := filepath.Join(dir, "k.zeinfo"), filepath.Join(dir, "k.bin")
	require.NoError(t, os.WriteFile(info, []byte(metadataOf(string(all), c.Kernel)), 0o600))
	code, _, errOut := command(context.Background(), "", "compile", c.Stem+".visaasm", "--info", info, "--target", target, "--zebin", file)
	if code == exitUnmodelled {
		assert.Contains(t, errOut, target, c.Name)
		return false
	}
	require.Equal(t, exitOK, code, "%s: %s", c.Name, errOut)
	code, out, errOut := command(context.Background(), "", "run", c.Launch, "--program", file)
	assert.Equal(t, exitOK, code, "%s for %s: %s%s", c.Name, target, out, errOut)
	assert.Contains(t, out, "engine    EU model ("+target+"), from zebin\n", c.Name)
	if c.Name != "saxpy__empty" {
		assert.Contains(t, out, "result    all results match\n", c.Name)
	}
	return true
}

// TestGen7OfContainers: a container with texts for skl, of one kernel or two, becomes one for
// Gen7, whose kernels do the same in the interpreter, compiled again, and as they are.
func TestGen7OfContainers(t *testing.T) {
	own, err := filepath.Abs(filepath.Join("testdata", "own"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	for file, kernels := range map[string]string{"matmul": "naive tiled", "smooth": "smooth", "move": "move"} {
		for _, target := range []string{"ivb", "hsw"} {
			code, _, errOut := command(context.Background(), "", "compile", filepath.Join(own, file+".skl.zebin"), "--target", target, "--zebin", "k.bin", "--force")
			require.Equal(t, exitOK, code, errOut)
			for _, kernel := range strings.Fields(kernels) {
				code, _, errOut = command(context.Background(), "", "init", "k.bin", "--kernel", kernel, "-o", "l.yaml", "--force")
				require.Equal(t, exitOK, code, errOut)
				code, out, errOut := command(context.Background(), "", "run", "l.yaml", "--all")
				assert.Equal(t, exitOK, code, errOut)
				assert.Contains(t, out, "EU model ("+target+"), from zebin, ")
				assert.Contains(t, out, "[interp ours intel] give the same results")
			}
		}
	}
}

// metadataOf leaves one kernel in the lists of a metadata text.
func metadataOf(text, kernel string) string {
	var out strings.Builder
	keeps := true
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, " ") {
			keeps = true // of no kernel
		}
		if name, ok := strings.CutPrefix(line, "  - name:"); ok {
			keeps = strings.TrimSpace(name) == kernel
		}
		if keeps {
			out.WriteString(line)
		}
	}
	return out.String()
}
