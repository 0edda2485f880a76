package verify_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
	"github.com/stretchr/testify/require"
)

func load(t testing.TB, path string) *visa.Kernel {
	t.Helper()
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	k, err := asm.Parse(filepath.Base(path), src)
	require.NoError(t, err)
	return k
}

func TestCorpusHasNoFindings(t *testing.T) {
	cases := corpus.Cases(t, corpus.Dir(), "skl")
	insts := 0
	for _, c := range cases {
		k := load(t, c.Stem+".visaasm")
		insts += len(k.Insts)
		for _, f := range verify.Kernel(k) {
			t.Error(f)
		}
	}
	t.Logf("%d kernels, %d instructions", len(cases), insts)
}

// families are the device families of the folders of the corpus.
var families = map[string]string{
	"skl": "SKL", "skl-O0": "SKL", "skl-stateless": "SKL", "bxt": "BXT", "bdw": "BDW", "lkf": "ICLLP", "tgllp": "TGLLP",
}

// Every text that the assembler reads is one that a compiler wrote, for a
// device family: it keeps the rules of that, and reads no predicate that is unset.
func TestWholeCorpusHasNoFindings(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(corpus.Dir(), "*", "*.visaasm"))
	require.NoError(t, err)
	n, unwritten := 0, 0
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		k, err := asm.Parse(path, src)
		if err != nil {
			continue // instructions outside of the op table; visa/asm's tests count them
		}
		n++
		on, ok := visa.ParsePlatform(families[filepath.Base(filepath.Dir(path))])
		require.True(t, ok, path)
		for _, f := range verify.For(k, on) {
			t.Error(f)
		}
		for _, f := range verify.Notes(k) {
			switch f.Rule {
			case "operand.unset":
				t.Error(f)
			case "operand.unwritten":
				unwritten++
			}
		}
	}
	floor.Exact(t, "texts without findings in "+corpus.Which(), n)
	floor.Exact(t, "variables that are read and never written in "+corpus.Which(), unwritten)
}
