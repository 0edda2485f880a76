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
