package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// The limits of hand-written files (the style guide's hard budget).
const (
	maxFileLines    = 500
	maxFuncLines    = 80
	maxParams       = 8    // more are a structure whose fields have names
	maxPackageLines = 7000 // generated code of a package; tables, which grow with the pages, are not counted
)

func parsed(t *testing.T, path string) (*token.FileSet, *ast.File, int, bool) {
	src, err := os.ReadFile(filepath.Join(corpus.Root(), path))
	require.NoError(t, err)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, src, parser.ParseComments)
	require.NoError(t, err)
	return fset, file, bytes.Count(src, []byte("\n")), ast.IsGenerated(file)
}

func TestSizes(t *testing.T) {
	generated := map[string]int{}
	walkGo(t, func(path string) {
		fset, file, lines, isGenerated := parsed(t, path)
		if isGenerated {
			generated[filepath.Dir(path)] += lines - tableLines(fset, file)
			return
		}
		if lines > maxFileLines {
			t.Errorf("%s has %d lines: at most %d", path, lines, maxFileLines)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1
			if n > maxFuncLines {
				t.Errorf("%s: function %s has %d lines: at most %d", path, f.Name.Name, n, maxFuncLines)
			}
			if n := f.Type.Params.NumFields(); n > maxParams {
				t.Errorf("%s: function %s has %d parameters: at most %d", path, f.Name.Name, n, maxParams)
			}
		}
	})
	for pkg, lines := range generated {
		t.Logf("%s: %d lines of generated code", pkg, lines)
		if lines > maxPackageLines {
			t.Errorf("%s has %d generated lines besides tables: at most %d", pkg, lines, maxPackageLines)
		}
	}
}

// tableLines counts the lines of constants and variables.
func tableLines(fset *token.FileSet, file *ast.File) (n int) {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && (g.Tok == token.CONST || g.Tok == token.VAR) {
			n += fset.Position(g.End()).Line - fset.Position(g.Pos()).Line + 1
		}
	}
	return n
}

func TestDocumented(t *testing.T) {
	packages := map[string]bool{}
	walkGo(t, func(path string) {
		fset, file, _, isGenerated := parsed(t, path)
		dir := filepath.Dir(path)
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		packages[dir] = packages[dir] || filepath.Base(path) == "doc.go" && file.Doc != nil
		if isGenerated || strings.HasPrefix(dir, "cmd") {
			return
		}
		for _, d := range file.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s: exported %s has no comment", fset.Position(d.Pos()), name)
			}
		}
	})
	for dir, ok := range packages {
		if !ok {
			t.Errorf("package %s has no doc.go that says what lives there and what may not", dir)
		}
	}
}

func undocumented(d ast.Decl) (out []string) {
	switch v := d.(type) {
	case *ast.FuncDecl:
		if v.Name.IsExported() && v.Doc == nil && exportedReceiver(v) {
			out = append(out, v.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range v.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && v.Doc == nil && s.Doc == nil {
					out = append(out, s.Name.Name)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && v.Doc == nil && s.Doc == nil && s.Comment == nil {
					out = append(out, s.Names[0].Name)
				}
			}
		}
	}
	return out
}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	e := f.Recv.List[0].Type
	if s, ok := e.(*ast.StarExpr); ok {
		e = s.X
	}
	id, ok := e.(*ast.Ident)
	return !ok || id.IsExported()
}
