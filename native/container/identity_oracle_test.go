//go:build oracle

package container_test

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
)

// TestIGASameOperandsOfLater: for every instruction in the containers of the compiler of 2026 our decode and
// iga64 name the same operands.
func TestIGASameOperandsOfLater(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus", "releases", "igc-2.40")
	for _, d := range []struct {
		dir    string
		target native.Target
		insts  int
	}{{"dg2", native.DG2, 37585}, {"mtl-h", native.MTL, 63256}} {
		files, err := filepath.Glob(filepath.Join(dir, d.dir, "*.bin"))
		require.NoError(t, err)
		insts := 0
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			f, err := container.Open(file, data, d.target)
			require.NoError(t, err)
			for i := range f.Kernels {
				t.Run(d.dir+"/"+f.Kernels[i].Name, func(t *testing.T) { insts += oracle.CompareIGA(t, d.target, f.Kernels[i].Code) })
			}
		}
		assert.Equal(t, d.insts, insts, d.dir)
	}
}

// TestIGAAssemblesOfLater: our text of each kernel in the containers of the compiler of 2026 gives the same bytes in iga64. The
// variable GENVISA_IGA64 names another iga64 than the installed one.
func TestIGAAssemblesOfLater(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus", "releases", "igc-2.40")
	for _, d := range []struct {
		dir    string
		target native.Target
		same   int
	}{{"dg2", native.DG2, 142}, {"mtl-h", native.MTL, 151}} {
		assert.Equal(t, d.same, assembles(t, filepath.Join(dir, d.dir), d.target), d.dir)
	}
}

// assembles counts the kernels of a folder of containers whose text, as we write it, iga64 makes the same bytes of.
func assembles(t *testing.T, dir string, target native.Target) (same int) {
	t.Helper()
	program := cmp.Or(os.Getenv("GENVISA_IGA64"), "iga64")
	files, err := filepath.Glob(filepath.Join(dir, "*.bin"))
	require.NoError(t, err)
	text, code := filepath.Join(t.TempDir(), "k.asm"), filepath.Join(t.TempDir(), "k.bin")
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		f, err := container.Open(file, data, target)
		require.NoError(t, err)
		for i := range f.Kernels {
			k := &f.Kernels[i]
			var out bytes.Buffer
			require.NoError(t, asm.Print(&out, target, k.Code))
			require.NoError(t, os.WriteFile(text, out.Bytes(), 0o600))
			said, err := exec.Command(program, "-a", oracle.Platform(target), text, "-o", code).CombinedOutput()
			require.NoError(t, err, "%s %s: %s", file, k.Name, said)
			got, err := os.ReadFile(code)
			require.NoError(t, err)
			if assert.True(t, bytes.Equal(k.Code, got), "%s %s", file, k.Name) {
				same++
			}
		}
	}
	return same
}

// TestIdentityOfOld: what the installed ocloc, of 2022, makes for dg2 of the kernels of the corpus, with the messages of
// tgl, comes back byte for byte, also from its text by iga64. Kernels with doubles it refuses for this device.
func TestIdentityOfOld(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join(corpus.Beside(t), "corpus", "kernels", "*.cl"))
	require.NoError(t, err)
	dir, compiled := t.TempDir(), 0
	for _, source := range sources {
		out := filepath.Join(dir, strings.TrimSuffix(filepath.Base(source), ".cl")+".bin")
		if exec.Command("ocloc", "compile", "-q", "-file", source, "-device", "dg2", "--format", "zebin", "-options", "-w", "-output", out, "-output_no_suffix").Run() == nil {
			compiled++
		}
	}
	assert.Equal(t, 46, compiled, "of %d sources", len(sources))
	assert.Equal(t, words{38382, 13580, 121}, identity(t, dir, native.DG2))
	assert.Equal(t, 131, assembles(t, dir, native.DG2))
}
