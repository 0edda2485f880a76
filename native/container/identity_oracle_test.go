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
	files, err := filepath.Glob(filepath.Join(dir, "*.bin"))
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		f, err := container.Open(file, data, target)
		require.NoError(t, err)
		for i := range f.Kernels {
			if assembled(t, target, file+" "+f.Kernels[i].Name, f.Kernels[i].Code) {
				same++
			}
		}
	}
	return same
}

// assembled says that our text of code gives the same bytes, by our assembler and by iga64.
func assembled(t *testing.T, target native.Target, name string, code []byte) bool {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, asm.Print(&out, target, code))
	ours, err := asm.Assemble(name, target, bytes.NewReader(out.Bytes()))
	require.NoError(t, err)
	dir := t.TempDir()
	text, bin := filepath.Join(dir, "k.asm"), filepath.Join(dir, "k.bin")
	require.NoError(t, os.WriteFile(text, out.Bytes(), 0o600))
	said, err := exec.Command(cmp.Or(os.Getenv("GENVISA_IGA64"), "iga64"), "-a", oracle.Platform(target), text, "-o", bin).CombinedOutput()
	require.NoError(t, err, "%s: %s", name, said)
	theirs, err := os.ReadFile(bin)
	require.NoError(t, err)
	return assert.True(t, bytes.Equal(code, ours), "%s, our assembler", name) && assert.True(t, bytes.Equal(code, theirs), name)
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

// TestIdentityOfMiddle: so does what the finalizer of 2024, which the variable GENVISA_GENX_IR names, makes for dg2 of the texts
// of the installed ocloc. It ends without code on two with images.
func TestIdentityOfMiddle(t *testing.T) {
	if os.Getenv("GENVISA_GENX_IR") == "" {
		t.Skip("GENVISA_GENX_IR names no finalizer of 2024")
	}
	sources, err := filepath.Glob(filepath.Join(corpus.Beside(t), "corpus", "kernels", "*.cl"))
	require.NoError(t, err)
	program, refused, same, n := filepath.Join(t.TempDir(), "k.bin"), 0, 0, words{}
	finalizer := oracle.GenX{Dir: t.TempDir(), Platform: "DG2"}
	for _, source := range sources {
		compile := exec.Command("ocloc", "compile", "-q", "-file", source, "-device", "dg2", "--format", "zebin", "-internal_options", "-ze-emit-zebin-visa-sections",
			"-options", "-w", "-output", program, "-output_no_suffix")
		compile.Dir = finalizer.Dir // it leaves a text where it runs
		if compile.Run() != nil {
			continue
		}
		data, err := os.ReadFile(program)
		require.NoError(t, err)
		f, err := container.Open(source, data, native.DG2)
		require.NoError(t, err)
		for i := range f.Kernels {
			code, why, err := finalizer.Compile(string(f.Kernels[i].VISA))
			require.NoError(t, err)
			if why != "" || len(code) == 0 {
				refused++
				continue
			}
			name := source + " " + f.Kernels[i].Name
			n.add(t, native.DG2, name, code)
			if assembled(t, native.DG2, name, code) {
				same++
			}
		}
	}
	assert.Equal(t, 2, refused)
	assert.Equal(t, 129, same)
	assert.Equal(t, words{35376, 10874, 0}, n)
}
