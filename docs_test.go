package genvisa_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// documents are all Markdown files of the repository but those of test data.
func documents(t *testing.T) (out []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "examples/*/*.md", "specs/*.md"} {
		found, err := filepath.Glob(filepath.FromSlash(pattern))
		require.NoError(t, err)
		for _, f := range found {
			out = append(out, filepath.ToSlash(f))
		}
	}
	return out
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noID    = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors are what a link to a heading of a document ends with.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		out[strings.ReplaceAll(noID.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return out
}

// TestLinks: what a document links to is there, and so is its heading.
func TestLinks(t *testing.T) {
	links := 0
	for _, d := range documents(t) {
		text, err := os.ReadFile(d)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			to, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(to, ":") {
				continue // the web
			}
			links++
			if to = path.Join(path.Dir(d), to); strings.HasPrefix(m[1], "#") {
				to = d
			}
			if _, err := os.Stat(to); !assert.NoError(t, err, "%s: link to %s", d, m[1]) || anchor == "" {
				continue
			}
			target, err := os.ReadFile(to)
			require.NoError(t, err)
			assert.True(t, anchors(string(target))[anchor], "%s: no heading for %s", d, m[1])
		}
	}
	assert.Greater(t, links, 30)
}

// TestFuzzTargets: docs/fuzzing.md names every fuzz target, and none that is gone.
func TestFuzzTargets(t *testing.T) {
	text, err := os.ReadFile("docs/fuzzing.md")
	require.NoError(t, err)
	target := regexp.MustCompile(`\bFuzz[A-Z]\w*`)
	named := map[string]bool{}
	for _, n := range target.FindAllString(string(text), -1) {
		named[n] = true
	}
	there := map[string]bool{}
	err = fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, "_test.go") {
			return err
		}
		src, err := os.ReadFile(p)
		for _, m := range regexp.MustCompile(`(?m)^func (Fuzz[A-Z]\w*)`).FindAllStringSubmatch(string(src), -1) {
			there[m[1]] = true
		}
		return err
	})
	require.NoError(t, err)
	assert.Equal(t, there, named)
}

// TestDocumentParts: each document has its own: the README at most what one reads to its end
// (TestReadmeCommands), limits and reasons stand by part, counts of tests in no guide.
func TestDocumentParts(t *testing.T) {
	read := func(path string) string {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return string(text)
	}
	parts := func(path string) (out []string) {
		for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(read(path), -1) {
			out = append(out, m[1])
		}
		return out
	}
	var listed []string
	for _, m := range regexp.MustCompile(`(?m)^\* \[(.*)\]\(#`).FindAllStringSubmatch(read("RATIONALE.md"), -1) {
		listed = append(listed, m[1])
	}
	assert.Equal(t, parts("RATIONALE.md"), listed)
	assert.Subset(t, parts("docs/limits.md"), []string{"Compiler", "vISA text and interpreter", "EU model", "Results", "Launches", "Containers", "Tests"})
	for _, m := range regexp.MustCompile(`\]\((docs/[a-z]+\.md)`).FindAllStringSubmatch(read("README.md"), -1) {
		listed = append(listed, m[1])
	}
	assert.Subset(t, listed, []string{"docs/limits.md", "docs/results.md", "docs/words.md"}, "the README leads there")
	words := read("docs/words.md")
	for _, w := range []string{"row", "stint", "unit", "spread", "sink", "pitch", "eights", "atom", "touch", "flight", "body", "outside"} {
		assert.Regexp(t, `(?m)^\| `+w+`[ ,|]`, words, "a word of ours without an explanation")
	}
	assert.NotRegexp(t, `[0-9][0-9,]{3,}`, read("CONTRIBUTING.md"), "a count belongs to docs/results.md or docs/fuzzing.md")
	for _, path := range []string{"regalloc", "sim/eu", "lower", "gen", "opdefs", "native"} {
		assert.Greater(t, strings.Count(read(path+"/doc.go"), "\n"), 50, "%s/doc.go says how the package thinks", path)
	}
}
