package lower

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAskedFacts: the list of facts that decides which targets there is code for has the
// facts that the package and those below it read, and beside them those that it takes for granted.
func TestAskedFacts(t *testing.T) {
	read := map[string]bool{}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	below, err := filepath.Glob("*/*.go")
	require.NoError(t, err)
	for _, f := range slices.Concat(files, below) {
		if strings.HasSuffix(f, "_test.go") || f == "target.go" {
			continue
		}
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		file, err := parser.ParseFile(token.NewFileSet(), f, src, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && isCaps(s.X) {
				read[s.Sel.Name] = true
			}
			return true
		})
	}
	for i, a := range asked {
		name := a.fact.String()
		assert.True(t, read[name] || a.has != nil, "nothing reads %s", name)
		assert.False(t, slices.ContainsFunc(asked[:i], func(b fact) bool { return b.fact == a.fact }), "%s twice", name)
		delete(read, name)
	}
	assert.Empty(t, read, "facts that are read and not in the list")
}

// isCaps tells an expression of a target's facts: caps, x.Caps or x.Caps().
func isCaps(e ast.Expr) bool {
	switch v := e.(type) {
	case *ast.Ident:
		return v.Name == "caps"
	case *ast.SelectorExpr:
		return v.Sel.Name == "Caps"
	case *ast.CallExpr:
		s, ok := v.Fun.(*ast.SelectorExpr)
		return ok && s.Sel.Name == "Caps"
	}
	return false
}
