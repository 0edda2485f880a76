package seeds

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
)

// counts is how many mechanisms each document has, in the order of documents.
var counts = []int{65, 39, 84, 13}

// TestRows: every mechanism has one row, with what shows it.
func TestRows(t *testing.T) {
	rows, err := read("rows.txt")
	require.NoError(t, err)
	p, err := load(rows)
	require.NoError(t, err)
	next := 1
	for i, d := range documents {
		n := 0
		for _, r := range rows {
			if r.document == d.name {
				assert.Equal(t, next, r.number, r.mechanism)
				next++
				n++
			}
		}
		assert.Equal(t, counts[i], n, d.name)
	}
	assert.Len(t, rows, next-1, "rows of no document")
	for _, r := range rows {
		for _, e := range r.evidence {
			if err := p.check(&r, e); err != nil {
				t.Errorf("row %d: %v", r.number, err)
			}
		}
		has := func(kinds ...string) bool {
			return slices.ContainsFunc(r.evidence, func(e evidence) bool { return slices.Contains(kinds, e.kind) })
		}
		switch r.state {
		case "works":
			assert.True(t, has("test", "case", "table", "values"), "row %d works: want a test", r.number)
		case "stops", "data", "limit":
			assert.True(t, has("limits"), "row %d: want the line of docs/limits.md with the reason", r.number)
		default:
			t.Errorf("row %d: state %q", r.number, r.state)
		}
	}
}

// TestCitations: every comment "seed:" of the repository names a document and a chapter.
func TestCitations(t *testing.T) {
	n := 0
	require.NoError(t, filepath.WalkDir(corpus.Root(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(src)) {
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), "// seed: "); ok {
				n++
				_, err := parseCites(text)
				assert.NoError(t, err, path)
			}
		}
		return nil
	}))
	floor.Exact(t, "comments that cite a document", n)
}

// TestDocument: docs/mechanisms.md has the table of the states.
func TestDocument(t *testing.T) {
	rows, err := read("rows.txt")
	require.NoError(t, err)
	file := filepath.Join(corpus.Root(), "docs", "mechanisms.md")
	floor.Table(t, file, "states", summary(rows))
	for _, d := range documents {
		var out strings.Builder
		out.WriteString("| # | chapter | mechanism | state | shown by |\n| --- | --- | --- | --- | --- |\n")
		for _, r := range rows {
			if r.document == d.name {
				fmt.Fprintf(&out, "| %d | %s | %s | %s | %s |\n", r.number, cell(strings.Join(r.chapters, ", ")), cell(r.mechanism), r.state, shown(r.evidence))
			}
		}
		floor.Table(t, file, d.name, out.String())
	}
}

// summary counts states by document.
func summary(rows []row) string {
	names := []string{}
	for _, s := range states {
		names = append(names, s.name)
	}
	for _, r := range rows {
		if !slices.Contains(names, r.state) {
			names = append(names, r.state)
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "| document | mechanisms | %s |\n| --- | ---: |%s\n", strings.Join(names, " | "), strings.Repeat(" ---: |", len(names)))
	line := func(name string, of func(*row) bool) {
		n, by := 0, make([]int, len(names))
		for _, r := range rows {
			if of(&r) {
				n++
				by[slices.Index(names, r.state)]++
			}
		}
		fmt.Fprintf(&out, "| %s | %d |", name, n)
		for _, k := range by {
			fmt.Fprintf(&out, " %d |", k)
		}
		out.WriteByte('\n')
	}
	for _, d := range documents {
		line(d.name, func(r *row) bool { return r.document == d.name })
	}
	line("all", func(*row) bool { return true })
	out.WriteByte('\n')
	for _, s := range states {
		fmt.Fprintf(&out, "* **%s**: %s.\n", s.name, s.meaning)
	}
	return out.String()
}

// shown is evidence as a cell of the table.
func shown(list []evidence) string {
	var out []string
	for _, e := range list {
		switch e.kind {
		case "test":
			pkg, name, _ := strings.Cut(e.text, ".")
			out = append(out, fmt.Sprintf("`%s` in `%s`", name, pkg))
		case "case":
			out = append(out, "case “"+cell(e.text)+"”")
		case "table":
			out = append(out, "`TestLakefield` in `opdefs`")
		case "values":
			page, _, _ := strings.Cut(e.text, " ")
			out = append(out, "values of `"+page+"`")
		case "limits":
			out = append(out, "[limits](limits.md): “"+cell(e.text)+"”")
		}
	}
	return strings.Join(slices.Compact(out), "; ")
}

// cell is text in a cell of a table, with what is code in the document as it is written.
func cell(s string) string {
	return strings.NewReplacer("|", "\\|", "[", "", "]", "", "<", "&lt;").Replace(s)
}
