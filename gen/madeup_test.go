package gen_test

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
)

// probePackages are the packages that the probe program is built from.
var probePackages = []string{"visa", "visa/sem", "visa/asm", "visa/isa", "visa/interp", "visa/verify", "internal/avx", "internal/blocks", "internal/cpu", "internal/diag", "internal/fixed", "internal/formats", "internal/grf", "internal/lazy", "internal/num", "internal/quote", "internal/source", "internal/yamldoc", "sim/abi", "sim/mem", "sim/dispatch"}

// buildsModule skips a test that compiles packages of the module with other
// generated files, half a minute of one core, unless it is asked for.
func buildsModule(t *testing.T) {
	t.Helper()
	if os.Getenv("GENVISA_BUILD") == "" {
		t.Skip("compiles a copy of the module for half a minute: set GENVISA_BUILD=1, as .ci/run does")
	}
}

// copyModule makes a module with the packages and the vISA pages of this one.
func copyModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join("..", f), filepath.Join(dir, f))
	}
	for _, p := range probePackages {
		from := filepath.Join("..", filepath.FromSlash(p))
		files, err := filepath.Glob(filepath.Join(from, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files, p)
		assembly, err := filepath.Glob(filepath.Join(from, "*.s"))
		require.NoError(t, err)
		files = append(files, assembly...)
		for _, f := range files {
			if !strings.HasSuffix(f, "_test.go") {
				copyFile(t, f, filepath.Join(dir, filepath.FromSlash(p), filepath.Base(f)))
			}
		}
	}
	pages, err := filepath.Glob("../specs/visa/*.md")
	require.NoError(t, err)
	for _, f := range pages {
		copyFile(t, f, filepath.Join(dir, "specs", "visa", filepath.Base(f)))
	}
	copyFile(t, "testdata/probe.go.txt", filepath.Join(dir, "probe", "main.go"))
	return dir
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o755))
	require.NoError(t, os.WriteFile(to, b, 0o644))
}

// generate brings a copied module up to date with its pages.
func generate(t *testing.T, dir string) {
	t.Helper()
	m, err := opdefs.ParseDir(os.DirFS(filepath.Join(dir, "specs")))
	require.NoError(t, err)
	files, err := gen.Generate(m)
	require.NoError(t, err)
	require.NoError(t, gen.Write(dir, files))
}

// probe runs a kernel in the copied module: its instructions as printed, and the
// sixteen dwords that it stores.
func probe(t *testing.T, dir, file string) (insts []string, out []uint32) {
	t.Helper()
	said := probed(t, dir, file)
	for _, s := range said["out"] {
		v, err := strconv.ParseUint(s, 10, 32)
		require.NoError(t, err)
		out = append(out, uint32(v))
	}
	require.Len(t, out, 16)
	return said["inst"], out
}

// probed is what the probe prints of a kernel, by the first word of the line. The kernel is the
// same when it comes back from the binary form.
func probed(t *testing.T, dir, file string, family ...string) map[string][]string {
	t.Helper()
	kernel, err := filepath.Abs(file)
	require.NoError(t, err)
	cmd := exec.Command("go", append([]string{"run", "-trimpath", "./probe", kernel}, family...)...)
	cmd.Dir = dir
	b, err := cmd.CombinedOutput()
	require.NoErrorf(t, err, "%s", b)
	said := map[string][]string{}
	for l := range strings.Lines(string(b)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(l), " ")
		said[word] = append(said[word], strings.TrimSpace(rest))
	}
	require.Equal(t, []string{"true"}, said["same"])
	return said
}

// TestPageMakesOp adds one page and nothing else: the op assembles, comes back
// from the binary form, prints and runs. Then it edits the Semantics of add, and add computes something else.
func TestPageMakesOp(t *testing.T) {
	buildsModule(t)
	dir := copyModule(t)
	copyFile(t, "testdata/TANGLE.md", filepath.Join(dir, "specs", "visa", "TANGLE.md"))
	generate(t, dir)
	insts, out := probe(t, dir, "testdata/probe.visaasm")
	assert.Contains(t, insts, "(P1) tangle.4 (M1, 8) OUT(1,0)<1> IN(0,0)<1;1,0> 0x9:ud IN(0,0)<1;1,0>")
	for i := range uint32(8) {
		assert.Equal(t, i+100, out[i])
		want := uint32(0)
		if i < 4 { // the predicate
			want = (i+9+1)>>1 ^ i<<2
		}
		assert.Equal(t, want, out[8+i], "lane %d", i)
	}

	page := filepath.Join(dir, "specs", "visa", "ADD.md")
	b, err := os.ReadFile(page)
	require.NoError(t, err)
	const old = "dst[i] = src0[i] + src1[i];"
	require.Equal(t, 1, strings.Count(string(b), old))
	require.NoError(t, os.WriteFile(page, []byte(strings.Replace(string(b), old, "dst[i] = 3 * src1[i] - src0[i];", 1)), 0o644))
	generate(t, dir)
	_, out = probe(t, dir, "testdata/probe.visaasm")
	for i := range uint32(8) {
		assert.Equal(t, 300-i, out[i])
	}
}

// enumsOfFetch are the enumerations of testdata/FETCH.md that no other page has.
const enumsOfFetch = `
## FETCH_HINT

| Text | Code | Meaning |
| --- | --- | --- |
| none | 0 | |
| near | 2 | |

## FETCH_SHAPE

| Text | Code | Meaning |
| --- | --- | --- |
| d32 | 9 | |

## FETCH_COUNT

| Text | Code | Meaning |
| --- | --- | --- |
| | 1 | |
| x2 | 2 | |
`

// TestPageMakesOpsAndType adds a page with operands like those of the load/store cache, under a new sub-opcode of
// its opcode, a type, a page that computes on it and a line of the type map of mov: ops and type are in
// text and binary form, the verifier knows them, and they run. No line of Go knows them.
func TestPageMakesOpsAndType(t *testing.T) {
	buildsModule(t)
	dir := copyModule(t)
	addFetch(t, dir)
	copyFile(t, "testdata/MELT.md", filepath.Join(dir, "specs", "visa", "MELT.md"))
	editPage(t, filepath.Join(dir, "specs", "visa", "TYPES.md"), "bfloat16, the upper half of a float |\n", "$0| QF | 8 | 1 | float | F | e5m2 | variables | |\n")
	editPage(t, filepath.Join(dir, "specs", "visa", "MOV.md"), "types:** F, BF", "$0, QF")
	generate(t, dir)
	insts, out := probe(t, dir, "testdata/melt.visaasm")
	assert.Contains(t, insts, "fetch (M1, 8)  Q1:d32  bti(0x0){AT}")
	assert.Contains(t, insts, "melt.sat (M1, 8) Q2(0,3)<4> Q1(0,0)<4;1,0> Q1(0,2)<4;1,0>")
	product := []float32{-6, -7, -8, -10, -12, -14, -16, -20}
	rounded := []uint32{0x43, 0x44, 0x44, 0x46, 0x47, 0x48, 0x48, 0x4a} // times 1.125: 3.5 4 4 6 7 8 8 12
	for i := range 8 {
		assert.Equal(t, product[i], math.Float32frombits(out[i]), "lane %d", i)
		nan := uint32(0)
		if i < 4 { // the predicate; the bits of a NaN are copied
			nan = 0xfd
		}
		assert.Equal(t, rounded[i]|nan<<8|0x52<<16|0x3c<<24, out[8+i], "lane %d: product, NaN, 45 as 48, saturation", i)
	}

	assert.Empty(t, probed(t, dir, "testdata/melt.visaasm", "DG2")["finding"])
	assert.Contains(t, probed(t, dir, "testdata/melt.visaasm", "SKL")["finding"], "inst.platform melt does not exist on SKL: want one of DG2 MTL ARL PVC PVC_XT Xe2 Xe3 Xe3P")
	assert.Equal(t, []string{
		"operand.type melt does not take destination f with sources uw qf: want f qf from f qf",
		"operand.bounds operand src0 of melt reaches bytes 25 to 33 of Q1, which has 32 bytes",
		"operand.type add does not take destination f with sources f qf: want ud d uw w ub b from ud d uw w ub b, or uq q from ud d uw w uq q, or df from df, or f hf from f hf, or f bf from f bf",
	}, probed(t, dir, "testdata/melt_wrong.visaasm", "DG2")["finding"])
}

// editPage replaces a text that a page has, $0 in the new one, everywhere in it.
func editPage(t *testing.T, page, old, replace string) {
	t.Helper()
	b, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(b), old)
	require.NoError(t, os.WriteFile(page, []byte(strings.ReplaceAll(string(b), old, strings.ReplaceAll(replace, "$0", old))), 0o644))
}

// addFetch adds testdata/FETCH.md and its enumerations.
func addFetch(t *testing.T, dir string) {
	t.Helper()
	copyFile(t, "testdata/FETCH.md", filepath.Join(dir, "specs", "visa", "FETCH.md"))
	enums := filepath.Join(dir, "specs", "visa", "ENUMS.md")
	b, err := os.ReadFile(enums)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(enums, append(b, enumsOfFetch...), 0o644))
}

// TestPageMakesOperands adds a page whose operands are made of the pieces of those of the load/store
// cache, with spellings, sub-opcodes and a sort of brackets of its own: no line of Go knows them.
func TestPageMakesOperands(t *testing.T) {
	buildsModule(t)
	dir := copyModule(t)
	addFetch(t, dir)
	generate(t, dir)
	insts, out := probe(t, dir, "testdata/fetch.visaasm")
	assert.Contains(t, insts, "fetch.near (M1, 8)  OUT:d32x2  bti(0x0){AT+0x8}")
	assert.Contains(t, insts, "(P1) fetch_low (M1, 8)  OUT.32:d32  bti(0x0){AT-0x4}")
	for i := range uint32(8) {
		assert.Equal(t, 0x1000+i+2, out[i], "element 0 of lane %d", i)
		want := 0x1000 + i + 3
		if i < 4 { // the predicate; lane 0 is outside, where zeros are read
			want = max(i, 1) - 1
		}
		assert.Equal(t, want, out[8+i], "element 1 of lane %d", i)
	}
}
