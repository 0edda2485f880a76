package opdefs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/kept"
	"github.com/genvisa/genvisa/opdefs"
)

// expectation is a remark behind a bad line; it is not part of the page.
var expectation = regexp.MustCompile(` *<!-- ERROR ("(?:[^"\\]|\\.)*") -->`)

// TestBadPages: every marked line of testdata/bad gives exactly one error that
// matches, and no other line gives any.
func TestBadPages(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			want := map[int]string{}
			lines := strings.Split(string(src), "\n")
			for i, l := range lines {
				if m := expectation.FindStringSubmatch(l); m != nil {
					want[i+1], err = strconv.Unquote(m[1])
					require.NoError(t, err, "line %d", i+1)
					lines[i] = strings.Replace(l, m[0], "", 1)
				}
			}
			require.NotEmpty(t, want)
			name := "visa/" + filepath.Base(path)
			m, err := opdefs.ParseDir(fstest.MapFS{"visa/ENUMS.md": {Data: enums}, name: {Data: []byte(strings.Join(lines, "\n"))}})
			assert.Nil(t, m)
			var list opdefs.Errors
			require.ErrorAs(t, err, &list)
			for _, e := range list {
				assert.Equal(t, name, e.Pos.File)
				assert.Positive(t, e.Pos.Col)
				re, ok := want[e.Pos.Line]
				if assert.True(t, ok, "unexpected: %v", e) {
					assert.Regexp(t, re, e.Msg)
				}
				delete(want, e.Pos.Line)
			}
			assert.Empty(t, want, "lines without an error")
		})
	}
}

// FuzzParse: no text makes the page parser panic, and each of its errors has a
// place in the page.
func FuzzParse(f *testing.F) {
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(f, err)
	for _, pattern := range []string{"testdata/*.md", "testdata/bad/*.md", "../specs/visa/*ATOMIC.md", "../specs/visa/[BMFS]*.md"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(f, err)
		for _, p := range paths {
			src, err := os.ReadFile(p)
			require.NoError(f, err)
			// every seed has the name of the page that the fuzzer writes
			f.Add(strings.ReplaceAll(string(src), strings.TrimSuffix(filepath.Base(p), ".md"), "TEST"))
		}
	}
	kept.Add(f, "testdata/fuzz.tar.gz")
	for _, s := range []string{"", "text\n\n# TEST\n", "# TEST\n\n## \n", "## Enumeration E (2 bits)\n\n| code | name |\n| --- | --- |\n| 1 | A |\n",
		"## Opcodes\n\n| op | targets | code | format |\n| --- | --- | --- | --- |\n| mov | | 1 | f |\n\n## Layout g (skl)\n\n| field | formats | bits | when | value |\n| --- | --- | --- | --- | --- |\n| A | f | 127:1+0 | A = 1 | E 1..3 << 2 |\n",
		"## Messages g (skl)\n\n| message | sfid | match | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- |\n| M | DC | t 5 = 1 | mlen / (2 - t) | 1 | dword |\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, fsys := range []fstest.MapFS{
			{"visa/ENUMS.md": {Data: enums}, "visa/TEST.md": {Data: []byte(src)}},
			{"visa/ENUMS.md": {Data: []byte(src)}},
		} {
			_, err := opdefs.ParseDir(fsys)
			checkPlaces(t, err, src)
		}
		_, err := opdefs.ParseEU(fstest.MapFS{"t.md": {Data: []byte(src)}})
		checkPlaces(t, err, src)
	})
}

// checkPlaces: an error is a list of findings that stand inside the text.
func checkPlaces(t *testing.T, err error, src string) {
	t.Helper()
	if err == nil {
		return
	}
	var list opdefs.Errors
	require.ErrorAs(t, err, &list)
	for _, e := range list {
		assert.Positive(t, e.Pos.Line, e.Msg)
		assert.Positive(t, e.Pos.Col, e.Msg)
		assert.LessOrEqual(t, e.Pos.Line, 1+strings.Count(src, "\n"), e.Msg)
	}
}
