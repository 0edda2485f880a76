//go:build oracle

package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestOurCodeDecodes puts the code that we generate to Intel's disassembler: for
// every instruction it must name the operands that our decoder names.
func TestOurCodeDecodes(t *testing.T) {
	texts := []string{
		filepath.Join(corpus.Root(), "examples", "bitfields", "bitfields.visaasm"),
		filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.visaasm"),
	}
	for _, c := range corpus.Cases(t, corpus.Dir(), "skl") {
		texts = append(texts, c.Stem+".visaasm")
	}
	for _, target := range []native.Target{native.BDW, native.SKL} {
		for _, path := range texts {
			t.Run(target.String()+"/"+filepath.Base(path), func(t *testing.T) { decodes(t, path, target) })
		}
	}
	if !*whole {
		return
	}
	for _, path := range corpus.FilesBeside(t, "corpus/bdw", "*.visaasm") {
		t.Run("bdw/"+filepath.Base(path), func(t *testing.T) { decodes(t, path, native.BDW) })
	}
}

func decodes(t *testing.T, path string, target native.Target) {
	t.Helper()
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	k, err := asm.Parse(path, src)
	require.NoError(t, err)
	res, err := lower.Compile(k, target, lower.Options{})
	require.NoError(t, err)
	oracle.CompareIGA(t, target, res.Code)
}

// TestBitfieldsFinalizer makes the example's native binary again with Intel's
// finalizer, by the command line of its README.
func TestBitfieldsFinalizer(t *testing.T) {
	dir := filepath.Join(corpus.Root(), "examples", "bitfields")
	want, err := os.ReadFile(filepath.Join(dir, "bitfields.skl.dat"))
	require.NoError(t, err)
	cmd := exec.Command("GenX_IR", filepath.Join(dir, "bitfields.visaasm"), "-platform", "SKL", "-noverifyCISA", "-noLoadPayload",
		"-enablePreemption", "-hasRNEandDenorm", "-binary", "-output", "-outputCisaBinaryName", "o.isa")
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	got, err := os.ReadFile(filepath.Join(cmd.Dir, "bitfields.dat"))
	require.NoError(t, err)
	assert.Equal(t, want, got)
}
