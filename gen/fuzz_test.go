package gen_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/specs"
)

// pageToken finds what a mutation replaces in a page.
var pageToken = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|0x[0-9a-fA-F]+|[0-9]+|\S`)

// oddTokens replace tokens of a page, beside the page's own.
var oddTokens = []string{
	"", "0", "1", "31", "32", "64", "255", "0xffffffffffffffffffff", "99999999999999999999", "-", "(", ")", "[", "]", "{", "}",
	"for", "if", "else", "lanes", "hook", "atomic", "flat", "dst", "src0", "src9", "i", "int", "exec_size", "ChEn", "bits", "sext",
	"<<", ">>", "?", ":", ";", "|", "#", "`", "UD", "UQ", "F", "DF", "BOOL", "raw", "vec", "exec", "pred", "ub", "enum", "no_such",
}

// mutatePage changes tokens and lines of a page; seed 0 changes nothing.
func mutatePage(src []byte, seed uint64) []byte {
	if seed == 0 {
		return src
	}
	r := rand.New(rand.NewPCG(seed, 13))
	own := pageToken.FindAllString(string(src), -1)
	lines := strings.Split(string(src), "\n")
	for range 1 + r.IntN(4) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		at := pageToken.FindAllStringIndex(lines[i], -1)
		switch n := r.IntN(10); {
		case n == 0:
			lines[i] = ""
		case n == 1:
			lines[i], lines[j] = lines[j], lines[i]
		case n == 2:
			lines[i] += "\n" + lines[j]
		case len(at) > 0:
			p := at[r.IntN(len(at))]
			with := oddTokens[r.IntN(len(oddTokens))]
			if r.IntN(2) == 0 {
				with = own[r.IntN(len(own))]
			}
			lines[i] = lines[i][:p[0]] + with + lines[i][p[1]:]
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// FuzzPage parses one mutated page of each kind beside the real enumerations,
// and generates from what parses: an error has a position and there is no panic.
func FuzzPage(f *testing.F) {
	enums, err := fs.ReadFile(specs.FS, "visa/ENUMS.md")
	require.NoError(f, err)
	pages, err := fs.Glob(specs.FS, "visa/*.md")
	require.NoError(f, err)
	for i, name := range pages {
		if path.Base(name) == "ENUMS.md" {
			continue
		}
		src, err := fs.ReadFile(specs.FS, name)
		require.NoError(f, err)
		f.Add(path.Base(name), src, uint64(0))
		f.Add(path.Base(name), src, uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, name string, src []byte, seed uint64) {
		if len(src) > 1<<14 || !fs.ValidPath(name) || path.Base(name) != name || path.Ext(name) != ".md" || name == "ENUMS.md" {
			return
		}
		m, err := opdefs.ParseDir(fstest.MapFS{
			"visa/ENUMS.md": {Data: enums}, "visa/" + name: {Data: mutatePage(src, seed)},
		})
		if err == nil {
			_, err = gen.Generate(m)
		}
		placed(t, err)
	})
}

// placed demands that an error, if there is one, says where.
func placed(t *testing.T, err error) {
	var list opdefs.Errors
	var one *opdefs.Error
	switch {
	case err == nil:
	case errors.As(err, &list):
		for _, e := range list {
			require.True(t, e.Pos.Line > 0 && e.Pos.Col > 0 && e.Msg != "", "%v", e)
		}
	case errors.As(err, &one):
		require.True(t, one.Pos.Line > 0, "%v", err)
	default:
		require.Regexp(t, `\.md:\d+`, err.Error())
	}
}

// FuzzEUPage does the same with the tables of native code.
func FuzzEUPage(f *testing.F) {
	pages, err := fs.Glob(specs.FS, "eu/*.md")
	require.NoError(f, err)
	for i := range pages {
		for n := range uint64(4) {
			f.Add(uint8(i), n)
		}
	}
	f.Fuzz(func(t *testing.T, page uint8, seed uint64) {
		set := fstest.MapFS{}
		for i, name := range pages {
			src, err := fs.ReadFile(specs.FS, name)
			require.NoError(t, err)
			if i == int(page)%len(pages) {
				src = mutatePage(src, seed)
			}
			set[path.Base(name)] = &fstest.MapFile{Data: src}
		}
		eu, err := opdefs.ParseEU(set)
		if err == nil && seed != 0 {
			_, err = gen.GenerateEU(eu) // what parses generates: no text of a cell is left to Go's parser
			require.NoError(t, err)
		}
		placed(t, err)
	})
}
