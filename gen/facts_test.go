package gen_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
)

// factChanges are cells of specs/eu, one of each kind of fact, with what stands
// there and what the test makes of it.
var factChanges = []struct{ page, old, new string }{
	{"opcodes.md", "| add | 2 | alu |  |  |  |  |  | commutes widens truncates low wide saturates |", "| add | 2 | alu |  |  |  |  |  | widens truncates low wide saturates |"},
	{"opcodes.md", "| line | 2 | alu |  |  |  |  | src0 0 3 |", "| line | 2 | alu |  |  |  |  | src0 0 2 |"},
	{"opcodes.md", "| smov | 1 | alu |  |  | src1 |", "| smov | 1 | alu |  |  |  |"},
	{"opcodes.md", "| if | next | JIP | next | JIP | there | |", "| if | next | UIP | next | JIP | there | |"},
	{"targets.md", "| GRFs |" + strings.Repeat(" 128 |", len(opdefs.EUTargets)), "| GRFs |" + strings.Repeat(" 124 |", len(opdefs.EUTargets))},
	{"targets.md", "| GRFBytes |" + strings.Repeat(" 32 |", len(opdefs.EUTargets)), "| GRFBytes |" + strings.Repeat(" 64 |", len(opdefs.EUTargets))},
	{"targets.md", "| FirstEOT | 112 | 112 | 112 | 112 |", "| FirstEOT | 112 | 112 | 112 | 120 |"},
	{"targets.md", " 0x8F000000 | 0x8F000000 |", " 0x4F000000 | 0x8F000000 |"},
	{"messages.md", "| mlen | descriptor | 28:25 |", "| mlen | descriptor | 28:26 |"},
	{"messages.md", "| EOT | extended | 5 |", "| EOT | extended | 4 |"},
}

// changedFacts are the generated files of package native and of the register
// file with some of the changes made.
func changedFacts(t *testing.T, change func(i int) bool) map[string][]byte {
	t.Helper()
	fsys := fstest.MapFS{}
	files, err := filepath.Glob("../specs/eu/*.md")
	require.NoError(t, err)
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		text := string(b)
		for i, c := range factChanges {
			if c.page != filepath.Base(f) {
				continue
			}
			require.Equal(t, 1, strings.Count(text, c.old), "%s: %s", f, c.old)
			if change(i) {
				text = strings.Replace(text, c.old, c.new, 1)
			}
		}
		fsys[filepath.Base(f)] = &fstest.MapFile{Data: []byte(text)}
	}
	eu, err := opdefs.ParseEU(fsys)
	require.NoError(t, err)
	out, err := gen.GenerateEU(eu)
	require.NoError(t, err)
	return out
}

// TestChangedFacts changes facts in their pages, generates the tables and builds
// a program with them: what reads a fact must see the change. The size of a
// register stays, since no such code is meant to run with another.
func TestChangedFacts(t *testing.T) {
	buildsModule(t)
	files := changedFacts(t, func(i int) bool { return !strings.Contains(factChanges[i].old, "GRFBytes") })
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	dir := t.TempDir()
	for name, text := range files {
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		require.NoError(t, os.WriteFile(to, text, 0o600))
		overlay.Replace[filepath.Join(root, filepath.FromSlash(name))] = to
	}
	b, err := json.Marshal(overlay)
	require.NoError(t, err)
	list := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(list, b, 0o600))

	before, after := readers(t), readers(t, "-overlay", list)
	for _, c := range []struct{ reader, before, after string }{
		{"compiler: (W)     and", "0x8F000000", "0x4F000000"},
		{"compiler: (W)     mov (8|M0)", "r112.0", "r120.0"},
		{"compiler: (W)     send (8|M0)", "r112              0x27              0x02000010", "r120              0x17              0x04000010"},
		{"rules:", "bxt.3.1", "bxt.1.1"},
		{"model:", "2", "3"},
		{"flow:", "[1 2]", "[1 3]"},
		{"message:", "0x2106e00 1 1", "0x4106e00 1 1"},
		{"register file:", "128 32 128 128", "124 32 124 124"},
		{"compiler:         add", "5:d", "r1.0<0;1,0>:d"},
	} {
		find := func(lines string) string {
			for l := range strings.Lines(lines) {
				if strings.HasPrefix(l, c.reader) {
					return strings.TrimSpace(strings.TrimPrefix(l, c.reader))
				}
			}
			return ""
		}
		assert.Contains(t, find(before), c.before, "%s before", c.reader)
		assert.Contains(t, find(after), c.after, "%s after\n%s", c.reader, after)
		assert.NotContains(t, find(before), c.after, c.reader)
	}
}

// readers is what testdata/readers prints when it is built with more flags.
func readers(t *testing.T, flags ...string) string {
	t.Helper()
	args := append(append([]string{"run", "-trimpath"}, flags...), "./testdata/readers")
	b, err := exec.Command("go", args...).CombinedOutput()
	require.NoErrorf(t, err, "%s", b)
	return string(b)
}

// TestFactsReachTables: each change of a cell alone changes the generated files.
func TestFactsReachTables(t *testing.T) {
	if testing.Short() {
		t.Skip("each fact takes a generation of all tables")
	}
	same := changedFacts(t, func(int) bool { return false })
	for i, want := range []string{
		"native/zfacts.go", "native/zfacts.go", "native/zfacts.go", "native/zfacts.go", "internal/grf/zgrf.go native/ztargets.go", "internal/grf/zgrf.go native/ztargets.go",
		"native/ztargets.go", "native/ztargets.go", "native/zmessages.go", "native/zmessages.go",
	} {
		changed := changedFacts(t, func(k int) bool { return k == i })
		for name, text := range changed {
			assert.Equal(t, strings.Contains(want, name), string(text) != string(same[name]), "%s: %s", factChanges[i].new, name)
		}
	}
}
