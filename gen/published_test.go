package gen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/opdefs/published"
)

// putPublished writes the converted pages that run into the pages of a copied module.
func putPublished(t *testing.T, dir string, files []string) (names []string) {
	t.Helper()
	base := model(t)
	enums := filepath.Join(dir, "specs", "visa", "ENUMS.md")
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		p, _, err := published.Read(filepath.Base(f), src)
		require.NoError(t, err)
		made, err := published.Convert(p, base)
		if err != nil {
			continue
		}
		for _, r := range made.Results {
			if !r.Page.HasBody() {
				continue
			}
			names = append(names, r.Name)
			for _, o := range base.Pages { // pages that differ in a field, of which the published one has all values
				if o.Code == r.Page.Code && o.HasSub && o.Sub == r.Page.Sub {
					require.NoError(t, os.Remove(filepath.Join(dir, "specs", "visa", o.Name+".md")))
				}
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, "specs", "visa", r.Name+".md"), r.Markdown, 0o644))
			if _, more, ok := strings.Cut(string(r.Enums), "\n"); ok {
				b, err := os.ReadFile(enums)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(enums, append(b, more...), 0o644))
			}
		}
	}
	return names
}

// TestPublishedValues puts the published pages that run in the place of ours and runs the
// literal cases of testdata/values: first all but MOV at once, then MOV, by which the cases
// store predicates and of which the published Semantics do not say so. The golden file has
// the cases of each page that give the expected bits, and why the first other one does not.
func TestPublishedValues(t *testing.T) {
	buildsModule(t)
	var most, mov []string
	for _, f := range corpus.FilesBeside(t, filepath.Join("visa-docs", "instructions"), "*.md") {
		if filepath.Base(f) == "MOV.md" {
			mov = append(mov, f)
		} else {
			most = append(most, f)
		}
	}
	got := publishedValues(t, most) + publishedValues(t, mov)
	const golden = "testdata/published_values.txt"
	if floor.Updating() {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// publishedValues runs the cases of published pages in a copy of the module.
func publishedValues(t *testing.T, files []string) string {
	t.Helper()
	dir := copyModule(t)
	names := putPublished(t, dir, files)
	generate(t, dir)
	sources, err := filepath.Glob("../internal/values/*.go")
	require.NoError(t, err)
	for _, f := range sources {
		if !strings.HasSuffix(f, "_test.go") {
			copyFile(t, f, filepath.Join(dir, "internal", "values", filepath.Base(f)))
		}
	}
	copyFile(t, "testdata/values.go.txt", filepath.Join(dir, "values", "main.go"))
	args := []string{"run", "-trimpath", "./values"}
	for _, n := range names {
		f, err := filepath.Abs(filepath.Join("..", "testdata", "values", n+".txt"))
		require.NoError(t, err)
		if _, err := os.Stat(f); err == nil {
			args = append(args, f)
		}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	b, err := cmd.CombinedOutput()
	require.NoErrorf(t, err, "%s", b)
	return string(b)
}
