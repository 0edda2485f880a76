package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fixedName is a constant that says where r0 or a header has something, or which binding
// table index is no surface of a launch.
var fixedName = regexp.MustCompile(`^(r0|header)[A-Z]\w*$|(?i:bti)`)

// firstReserved is the first binding table index with a meaning of its own.
const firstReserved = 240

// fixedWords finds numbers that specs/eu/messages.md has as Words and Surfaces: constants
// of such names, numbers of dwords of a header, and comparisons of an index with one.
func fixedWords(fset *token.FileSet, file *ast.File) []string {
	var found []string
	add := func(n ast.Node) { found = append(found, fset.Position(n.Pos()).String()) }
	ast.Inspect(file, func(n ast.Node) bool {
		switch v := n.(type) {
		case *ast.GenDecl:
			if v.Tok != token.CONST {
				return true
			}
			for _, s := range v.Specs {
				spec := s.(*ast.ValueSpec)
				for i, name := range spec.Names {
					if i < len(spec.Values) && fixedName.MatchString(name.Name) && isLiteral(spec.Values[i], 0) {
						add(spec)
					}
				}
			}
		case *ast.CallExpr:
			if id, ok := v.Fun.(*ast.Ident); ok && id.Name == "word" && len(v.Args) == 3 && mentions(v.Args[1], "Header") && isLiteral(v.Args[2], 0) {
				add(v)
			}
		case *ast.BinaryExpr:
			if v.Op != token.SHL && v.Op != token.MUL && (isLiteral(v.Y, firstReserved) && mentions(v.X, "(?i)bti") || isLiteral(v.X, firstReserved) && mentions(v.Y, "(?i)bti")) {
				add(v)
			}
		}
		return true
	})
	return found
}

// isLiteral reports an expression of numbers alone, the first of which is at least a number.
func isLiteral(e ast.Expr, least uint64) bool {
	switch v := e.(type) {
	case *ast.BasicLit:
		n, err := strconv.ParseUint(v.Value, 0, 64)
		return err == nil && n >= least
	case *ast.ParenExpr:
		return isLiteral(v.X, least)
	case *ast.BinaryExpr:
		return isLiteral(v.X, least) && isLiteral(v.Y, 0)
	case *ast.UnaryExpr:
		return v.Op != token.SUB && isLiteral(v.X, least)
	}
	return false
}

// mentions reports that a name in an expression has the pattern.
func mentions(e ast.Expr, pattern string) bool {
	has, re := false, regexp.MustCompile(pattern)
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		has = has || ok && re.MatchString(id.Name)
		return !has
	})
	return has
}

// TestFixedWords: where r0 and headers have what stands in specs/eu/messages.md.
func TestFixedWords(t *testing.T) {
	eachSource(t, func(path string, fset *token.FileSet, file *ast.File) {
		if filepath.Dir(path) == "internal/fixed" {
			return
		}
		for _, f := range fixedWords(fset, file) {
			t.Errorf("%s: a place in r0 or a header, or an index that is no surface, as a number: internal/fixed has them", f)
		}
	})
}

// TestFixedFinder: the search finds what it is for, and nothing else.
func TestFixedFinder(t *testing.T) {
	for src, want := range map[string]int{
		`const btiSLM = 254`:                                        1,
		`const noBTI = -1`:                                          0,
		`const btiSLM = fixed.SurfaceLocal`:                         0,
		`const ( r0GroupX = 1; headerMask = 7; maskShift = 12 )`:    2,
		`const headerBase = 5 << 2`:                                 1,
		`const header = 3`:                                          0,
		`const headerOf = native.GRFBytes`:                          0,
		`func f() { g(word(regs, m.Header, 5)) }`:                   1,
		`func f() { g(word(regs, m.Header, fixed.X.Dword())) }`:     0,
		`func f() { g(word(regs, at, 5)) }`:                         0,
		`func f() bool { return m.BTI == 255 }`:                     1,
		`func f() bool { return 0xFE == bti }`:                      1,
		`func f() bool { return m.BTI >= 0 && bti < 4 && n > 255 }`: 0,
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "x.go", "package x\n"+src, 0)
		require.NoError(t, err, src)
		assert.Len(t, fixedWords(fset, file), want, src)
	}
}
