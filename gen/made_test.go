package gen_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMadePages adds the pages of testdata/made to a copy of the module: shapes
// of Semantics that the real pages do not have.
func TestMadePages(t *testing.T) {
	buildsModule(t)
	dir := copyModule(t)
	pages, err := filepath.Glob("testdata/made/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for _, p := range pages {
		copyFile(t, p, filepath.Join(dir, "specs", "visa", filepath.Base(p)))
	}
	generate(t, dir)
	t.Run("evaluator", func(t *testing.T) { madeAgainstEvaluator(t, dir) })
	t.Run("masks", func(t *testing.T) { madeUnderMasks(t, dir) })
	t.Run("traits", func(t *testing.T) { madeTraits(t, dir) })
	t.Run("fields", func(t *testing.T) { madeFields(t, dir) })
	t.Run("data", func(t *testing.T) { madeData(t, dir) })
}

// madeAgainstEvaluator runs the comparison of kernels and evaluator again, with
// the made-up pages among the others.
func madeAgainstEvaluator(t *testing.T, dir string) {
	for _, pattern := range []string{"oracle*_test.go", "eval*_test.go", "../opdefs/*.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, f := range files {
			if test := strings.HasSuffix(f, "_test.go"); test == (filepath.Dir(f) == ".") {
				copyFile(t, f, filepath.Join(dir, "gen", f))
			}
		}
	}
	cmd := exec.Command("go", "test", "./gen", "-run", "AgainstEvaluator", "-v")
	cmd.Dir = dir
	b, err := cmd.CombinedOutput()
	require.NoErrorf(t, err, "%s", b)
	assert.Contains(t, string(b), "ok  \tgithub.com/genvisa/genvisa/gen")
}

// madeUnderMasks runs made-up ops whose page says something about masks, which
// kernels leave to the engine.
func madeUnderMasks(t *testing.T, dir string) {
	insts, out := probe(t, dir, "testdata/made.visaasm")
	assert.Contains(t, insts, "(P1) swap (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> 0x64:ud")
	assert.Contains(t, insts, "(P1) samples.RG (M1, 8) OUT.0 IN.0")
	assert.Contains(t, insts, "samples.R (M1, 8) OUT.32 IN.0 OUT.0 IN.0")
	for i := range uint32(8) {
		want := i // where the predicate is set, the second source
		if i < 4 {
			want = 100
		}
		assert.Equal(t, want, out[i], "swap, lane %d", i)
		assert.Equal(t, 7+i, out[8+i], "spread, lane %d", i)
	}
}

// madeTraits runs made-up ops with what mov, cmp and shifts have beyond their
// kernels: the engine must see it in the op table, not in their names.
func madeTraits(t *testing.T, dir string) {
	_, out := probe(t, dir, "testdata/traits.visaasm")
	quad := func(i int) uint64 { return uint64(out[i]) | uint64(out[i+1])<<32 }
	a := ^uint64(15)
	assert.Equal(t, (a-1)*3-a<<63, quad(0), "uq and negative q run modulo 2^64")
	assert.Equal(t, (-a+4)*3-(-a)<<4, quad(2), "so does a negated uq")
	assert.Equal(t, []uint32{0x7FC00000, 0xB3800000, 0, 0xFFC12345}, out[4:8], "a NaN of hf, a denormal, one of f in arithmetic, a copy")
	assert.Equal(t, []uint32{0xFFFF0000, 0xFFFFFFFF, 0}, out[8:11], "truth in the size of the destination")
	assert.Equal(t, uint32(3+2), out[12], "all of a predicate, from any lane")
}

// madeFields: a size coded as elements, a number in hexadecimal, a source written as register
// and column and an operand that the binary form has twice are read, printed and run.
func madeFields(t *testing.T, dir string) {
	insts, out := probe(t, dir, "testdata/grid.visaasm")
	assert.Contains(t, insts, "grid.k1f (M1, 8) 0xa 0x3:ud IN(0,2) OUT.0")
	for i := range uint32(6) { // the dwords of IN are their numbers
		assert.Equal(t, i+2+31+3, out[i])
	}
}

// madeData: an op whose page is data is read and printed, and a thread that comes to
// it stops by the page's name and reason.
func madeData(t *testing.T, dir string) {
	kernel, err := filepath.Abs("testdata/unsaid.visaasm")
	require.NoError(t, err)
	cmd := exec.Command("go", "run", "-trimpath", "./probe", kernel)
	cmd.Dir = dir
	b, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(b), "(P1) unsaid.3 (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>")
	assert.Contains(t, string(b), "unsaid: the interpreter does not support it: page UNSAID says nothing of what it does: its page is a picture")
}
