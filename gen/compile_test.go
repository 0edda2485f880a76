package gen_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
)

// exportData finds the compiled form of what visa/sem imports.
func exportData(t *testing.T) importer.Lookup {
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "../visa/sem")
	b, err := cmd.Output()
	require.NoError(t, err)
	files := map[string]string{}
	for l := range strings.Lines(string(b)) {
		path, file, _ := strings.Cut(strings.TrimSpace(l), " ")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// TestFoldedCodeCompiles: constants and conditions that the ranges decide leave
// locals without use and constants without type, which Go refuses unless the
// generator takes care.
func TestFoldedCodeCompiles(t *testing.T) {
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	base, err := os.ReadFile("../opdefs/testdata/TEST.md")
	require.NoError(t, err)
	fset := token.NewFileSet()
	var helpers []*ast.File
	for _, name := range []string{"access.go", "atomic.go", "frame.go", "runtime.go"} {
		f, err := parser.ParseFile(fset, "../visa/sem/"+name, nil, 0)
		require.NoError(t, err)
		helpers = append(helpers, f)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", exportData(t))}
	const old = "dst[i] = r ? src0[i] + 1 : src1[i];"
	for _, body := range []string{
		"int w = src0[i] & 0; int o = src1[i] & 31; dst[i] = r ? (1 << w) + (o < 40 ? 1 : o) : 7;",
		"int m = 8 | 1; int k = 8 ^ 3; int n = src1[i] & m; dst[i] = r ? (src0[i] & k) >> n : n;",
		"int m = 7 < 1; int n = src1[i] & m; int v = bits(src0[i], m, 0); dst[i] = r ? v << n : v >> (8 - n);",
		"dst[i] = 1 < 2 || r ? 3 : src0[i];",
		"int q = (src0[i] & 3) < 9 ? 1 : src1[i]; dst[i] = r ? 2 : q;",
	} {
		page := strings.Replace(string(base), old, body, 1)
		require.NotEqual(t, string(base), page)
		m, err := opdefs.ParseDir(fstest.MapFS{"visa/ENUMS.md": {Data: enums}, "visa/TEST.md": {Data: []byte(page)}})
		require.NoError(t, err, body)
		files, err := gen.Generate(m)
		require.NoError(t, err, body)
		kernels, err := parser.ParseFile(fset, "zkernels1.go", files["visa/sem/zkernels1.go"], 0)
		require.NoError(t, err, body)
		_, err = conf.Check("sem", fset, append([]*ast.File{kernels}, helpers...), nil)
		require.NoErrorf(t, err, "%s\n%s", body, files["visa/sem/zkernels1.go"])
	}
}
