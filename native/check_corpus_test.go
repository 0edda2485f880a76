package native_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
)

// compiledDirs are the folders of code that Intel's compiler wrote, beside those of
// Gen9.
var compiledDirs = []struct {
	dir string
	t   native.Target
}{{"bdw", native.BDW}, {"lkf", native.LKF}, {"tgllp", native.TGL}}

// TestCorpusObeysRules: no rule finds anything in code that Intel's compiler
// wrote for the target.
func TestCorpusObeysRules(t *testing.T) {
	n := 0
	for _, d := range slices.Concat(corpusDirs, compiledDirs) {
		for _, file := range gen9Files(t, d.dir) {
			base := d.dir + "/" + filepath.Base(file)
			found, insts := findingsIn(t, d.t, file, base)
			assert.Empty(t, found)
			n += insts
		}
	}
	floor.Exact(t, "instructions that obey the rules in "+corpus.Which(), n)
}

// releaseDirs are the folders of containers of targets that have no other code.
var releaseDirs = []struct {
	dir string
	t   native.Target
}{{"dg2", native.DG2}, {"mtl-h", native.MTL}}

// eachRelease visits the kernels of their containers.
func eachRelease(t *testing.T, visit func(target native.Target, name string, code []byte)) {
	for _, d := range releaseDirs {
		for _, file := range corpus.FilesBeside(t, filepath.Join("corpus", "releases", "igc-2.40", d.dir), "*.bin") {
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			f, err := container.Open(file, b, d.t)
			require.NoError(t, err)
			for _, k := range f.Kernels {
				visit(d.t, d.dir+"/"+filepath.Base(file)+" "+k.Name, k.Code)
			}
		}
	}
}

// TestReleasesObeyRules: no rule finds anything in the native code of dg2 and mtl, and
// what is doubtful there are writes of sr0.1 alone.
func TestReleasesObeyRules(t *testing.T) {
	n, doubts := map[native.Target]int{}, map[string]int{}
	eachRelease(t, func(target native.Target, name string, code []byte) {
		insts, _, err := native.DecodeAll(target, code)
		require.NoError(t, err, name)
		n[target] += len(insts)
		for _, f := range native.Check(target, insts) {
			assert.Fail(t, "broken", "%s: instruction %d: %s", name, f.Inst, f.Rule.ID)
		}
		for _, f := range native.Doubts(target, insts) {
			doubts[fmt.Sprintf("%v %s", target, f.Rule.ID)]++
		}
	})
	assert.Equal(t, map[native.Target]int{native.DG2: 37585, native.MTL: 63256}, n)
	assert.Equal(t, map[string]int{"mtl eu.arf.readonly": 33}, doubts)
}

// findingsIn are the places of a file that break rules, by ID, and its
// instructions. Zeros at the end are padding.
func findingsIn(t *testing.T, target native.Target, file, base string) (found map[string][]string, insts int) {
	t.Helper()
	code, err := os.ReadFile(file)
	require.NoError(t, err)
	list, offs := []native.Inst{}, []int{}
	for off := 0; off < len(bytes.TrimRight(code, "\x00")); {
		in, n, err := native.Decode(target, code[off:])
		require.NoError(t, err, "%s %#x", base, off)
		list, offs = append(list, in), append(offs, off)
		off += n
	}
	found = map[string][]string{}
	for _, f := range native.Check(target, list) {
		found[f.Rule.ID] = append(found[f.Rule.ID], fmt.Sprintf("%s %#x", base, offs[f.Inst]))
	}
	return found, len(list)
}

// TestDoubts: how often code breaks the rules that documents state for its target and Intel's
// compiler does not keep there, or breaks them where they count. docs/restrictions.md has it.
//
// seed: Broxton vol. 6 Register Region Restrictions 9
func TestDoubts(t *testing.T) {
	var table strings.Builder
	table.WriteString("| code | instructions over two registers | rule | breaks it |\n| --- | ---: | --- | ---: |\n")
	count := func(dir string, target native.Target, files []string) {
		wide, broken := 0, map[string]int{}
		for _, file := range files {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			insts, _, err := native.DecodeAll(target, code)
			require.NoError(t, err)
			for i := range insts {
				in := &insts[i]
				d := &in.Dst
				end := (int(in.ExecSize)-1)*max(int(d.Region.H), 1)*d.Type.Size() + d.Type.Size()
				if in.Op.IsALU() && d.File == native.GRF && !d.Indirect && int(d.Sub)+end > native.GRFBytes {
					wide++
				}
			}
			for _, f := range slices.Concat(native.Check(target, insts), native.Doubts(target, insts)) {
				broken[f.Rule.ID]++
			}
		}
		for _, r := range native.AllRules() {
			if r.Doubtful&(1<<native.DG2-1) != 0 && (r.On(target) || r.Doubtful>>target&1 != 0) {
				fmt.Fprintf(&table, "| %s | %d | %s | %d |\n", dir, wide, r.ID, broken[r.ID])
				assert.False(t, r.On(target) && broken[r.ID] > 0, "%s counts for %s", r.ID, target)
			}
		}
	}
	for _, d := range slices.Concat(corpusDirs, compiledDirs) {
		count(d.dir, d.t, gen9Files(t, d.dir))
	}
	for _, d := range identities {
		if strings.HasPrefix(d.dir, "shipped/") {
			count(d.dir, d.t, corpus.FilesBeside(t, d.dir, "*.dat"))
		}
	}
	if _, full := corpus.Full(); full {
		floor.Table(t, restrictionsDoc, "doubts", table.String())
	}
}
