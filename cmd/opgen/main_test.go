package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBrokenPagesWriteNothing gives opgen a page without sections.
func TestBrokenPagesWriteNothing(t *testing.T) {
	specs, out := t.TempDir(), t.TempDir()
	require.NoError(t, os.CopyFS(specs, os.DirFS("../../specs")))
	require.NoError(t, os.WriteFile(filepath.Join(specs, "visa", "ADD.md"), []byte("# ADD\n"), 0o644))
	err := run(specs, out)
	require.ErrorContains(t, err, `visa/ADD.md:2:1: error: section "## Opcode" is missing`)
	left, err := os.ReadDir(out)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// TestUnprovablePagesWriteNothing gives opgen the real pages, twice, whose files appear,
// and then pages that parse but from which no kernel can be generated; files from before
// stay.
func TestUnprovablePagesWriteNothing(t *testing.T) {
	specs, out := t.TempDir(), t.TempDir()
	require.NoError(t, os.CopyFS(specs, os.DirFS("../../specs")))
	for range 2 {
		require.NoError(t, run(specs, out))
		for _, f := range []string{"visa/zops.go", "visa/zbuild.go", "visa/sem/ztables.go", "visa/sem/zkernels1.go", "native/zrestrictions.go"} {
			assert.FileExists(t, filepath.Join(out, filepath.FromSlash(f)))
		}
	}
	before, err := os.ReadFile(filepath.Join(out, "visa", "zops.go"))
	require.NoError(t, err)
	page := filepath.Join(specs, "visa", "AVG.md")
	b, err := os.ReadFile(page)
	require.NoError(t, err)
	b = bytes.Replace(b, []byte("AVG = 0x02"), []byte("AVG = 0xf1"), 1)
	b = bytes.Replace(b, []byte("| 0x02(AVG)"), []byte("| 0xf1(AVG)"), 1)
	require.NoError(t, os.WriteFile(page, bytes.Replace(b, []byte("+ 1) >> 1"), []byte("+ 1) >> src1[i]"), 1), 0o644))
	table := filepath.Join(specs, "visa", "OPCODES.md")
	b, err = os.ReadFile(table)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(table, bytes.Replace(b, []byte("| 0x02 | avg |\n"), nil, 1), 0o644))
	require.ErrorContains(t, run(specs, out), "error: avg in class UD: shift count from 0 to 4294967295; legal is a count that is provably in 0..63")
	after, err := os.ReadFile(filepath.Join(out, "visa", "zops.go"))
	require.NoError(t, err)
	assert.Equal(t, before, after)
}

// TestMissingPages takes one page out of a whole set: nothing is written, and
// the page is named.
func TestMissingPages(t *testing.T) {
	for _, page := range []string{"visa/OPCODES.md", "visa/ENUMS.md", "eu/opcodes.md", "eu/messages.md", "eu/enums-3d.md"} {
		specs, out := t.TempDir(), t.TempDir()
		require.NoError(t, os.CopyFS(specs, os.DirFS("../../specs")))
		require.NoError(t, os.Remove(filepath.Join(specs, filepath.FromSlash(page))))
		require.EqualError(t, run(specs, out), page+":1:1: error: the page is missing; legal is a set with it")
		left, err := os.ReadDir(out)
		require.NoError(t, err)
		assert.Empty(t, left)
	}
}

func TestMissingFolder(t *testing.T) {
	err := run(filepath.Join(t.TempDir(), "nothing"), t.TempDir())
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestPublishedPages gives opgen a folder with a page as published in the place of ours:
// the generated table has its op, and a page that nothing can express is left out.
func TestPublishedPages(t *testing.T) {
	specs, out := t.TempDir(), t.TempDir()
	require.NoError(t, os.CopyFS(specs, os.DirFS("../../specs")))
	for _, name := range []string{"SLIPS", "MANY"} {
		page, err := os.ReadFile(filepath.Join("../../opdefs/published/testdata/made", name+".md"))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(specs, "visa", name+".md"), page, 0o644))
	}
	require.NoError(t, run(specs, out))
	ops, err := os.ReadFile(filepath.Join(out, "visa", "zops.go"))
	require.NoError(t, err)
	assert.Contains(t, string(ops), `"slips"`)
	assert.NotContains(t, string(ops), "many")
}
