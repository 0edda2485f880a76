package archtest

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sharedFacts are read as generated constants of internal/grf.
var sharedFacts = map[string]bool{"GRFs": true, "GRFBytes": true}

// factNames are the facts of targets, by the constants that are generated for them.
func factNames(t *testing.T) []string {
	_, file, _, _ := parsed(t, "native/ztargets.go")
	var out []string
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			if name, is := strings.CutPrefix(s.(*ast.ValueSpec).Names[0].Name, "Fact"); is {
				out = append(out, name)
			}
		}
	}
	require.Contains(t, out, "ScratchGRFs")
	return out
}

// TestFactsHaveReaders: a fact of targets that no code asks for says something about a
// machine that nobody obeys.
func TestFactsHaveReaders(t *testing.T) {
	read := map[string]bool{}
	eachSource(t, func(path string, _ *token.FileSet, file *ast.File) {
		if strings.HasPrefix(path, "opdefs/") || strings.HasPrefix(path, "gen/") {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				read[strings.TrimPrefix(s.Sel.Name, "Fact")] = true
			}
			return true
		})
	})
	for _, name := range factNames(t) {
		assert.True(t, read[name] || sharedFacts[name], "the fact %s of specs/eu/targets.md has no reader", name)
	}
}
