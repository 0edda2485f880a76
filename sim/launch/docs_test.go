package launch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

func launchDoc(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "launch.md"))
	require.NoError(t, err)
	return string(b)
}

// firstColumn lists the rows of the document's table that begins with a key.
func firstColumn(t *testing.T, doc, key string) (out []string) {
	t.Helper()
	_, rest, ok := strings.Cut(doc, "\n| `"+key+"` |")
	require.True(t, ok, key)
	table, _, _ := strings.Cut("\n| `"+key+"` |"+rest, "\n\n")
	for _, m := range regexp.MustCompile("\n\\| `([^`]+)` \\|").FindAllStringSubmatch(table, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestDocumentedKeys: the document's tables have the keys that the loader takes
// and no others, and it names every element type, value kind and check.
func TestDocumentedKeys(t *testing.T) {
	doc := launchDoc(t)
	assert.Equal(t, launchKeys, firstColumn(t, doc, "kernel"))
	assert.Equal(t, bufferKeys, firstColumn(t, doc, "buffer"))
	_, native, ok := strings.Cut(doc, "## Native code without OpenCL")
	require.True(t, ok)
	for _, key := range slices.Concat(nativeKeys, surfaceKeys, threadKeys, dispatches, surfaceTypes) {
		assert.Regexp(t, `\b`+key+`\b`, native)
	}
	for _, key := range slices.Concat(argKinds, []string{"bytes", "struct", "structs", "pad"}) {
		assert.Contains(t, doc, "`{"+key+": ", key)
	}
	for _, key := range valueKinds[1:] {
		assert.Contains(t, doc, "`"+key+"`")
	}
	assert.Contains(t, doc, "`{"+strings.Join(generatedKeys, ": N, ")+": F}`")
	for _, key := range randomKeys {
		assert.Contains(t, doc, "`"+key+"`")
	}
	var row strings.Builder
	for _, e := range elems {
		row.WriteString(" `" + e.Name + "`")
	}
	assert.Contains(t, doc, "for values, comparing and printing:"+row.String()+" |")
	for _, c := range firstColumn(t, doc, "exact") {
		_, err := parseCheck(checkNode(t, strings.NewReplacer("E", "0.5", "N", "2").Replace(c)))
		assert.NoError(t, err, c)
	}
	_, err := parseCheck(checkNode(t, "close"))
	require.ErrorContains(t, err, "legal are "+strings.Join(firstColumn(t, doc, "exact"), ", "))
}

func checkNode(t *testing.T, text string) node {
	t.Helper()
	n, err := parseYAML("check", []byte("'"+text+"'"))
	require.NoError(t, err)
	return n
}
