package archtest

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestShortSkips: the tests that -short leaves out are those that docs/limits.md
// names.
func TestShortSkips(t *testing.T) {
	var skipped []string
	walkGo(t, func(path string) {
		if !strings.HasSuffix(path, "_test.go") {
			return
		}
		_, file, _, _ := parsed(t, path)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && skipsWhenShort(f) {
				skipped = append(skipped, f.Name.Name)
			}
		}
	})
	doc, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "limits.md"))
	require.NoError(t, err)
	_, limits, ok := strings.Cut(string(doc), "It leaves out")
	require.True(t, ok)
	limits, _, _ = strings.Cut(limits, ".\n")
	assert.ElementsMatch(t, skipped, regexp.MustCompile(`Test\w+`).FindAllString(limits, -1))
}

// skipsWhenShort finds a Skip behind testing.Short.
func skipsWhenShort(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.IfStmt); ok && calls(s.Cond, "Short") && calls(s.Body, "Skip") {
			found = true
		}
		return !found
	})
	return found
}

// calls finds a call of a function or method of that name.
func calls(n ast.Node, name string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if s, ok := c.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == name {
				found = true
			}
		}
		return !found
	})
	return found
}
