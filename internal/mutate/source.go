package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// pkgSource is a package as the compiler sees it, without its tests.
type pkgSource struct {
	root string // the module's folder
	pkg  string // below root
	fset *token.FileSet
	imp  types.Importer
	path string // import path
	name []string
	file []*ast.File
	src  [][]byte
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Export string
	GoFiles            []string
	DepOnly            bool
}

// load reads and type-checks a package; an error of the unmutated text is one.
func load(root, pkg string) (*pkgSource, *types.Info, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,GoFiles,DepOnly", "./"+pkg)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	b, err := cmd.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list %s: %w", pkg, err)
	}
	p := &pkgSource{root: root, pkg: pkg, fset: token.NewFileSet()}
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(b)); ; {
		var l listed
		if err := dec.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return nil, nil, fmt.Errorf("go list %s: %w", pkg, err)
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly {
			p.path, p.name = l.ImportPath, l.GoFiles
		}
	}
	p.imp = importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, name := range p.name {
		src, err := os.ReadFile(filepath.Join(root, pkg, name))
		if err != nil {
			return nil, nil, err
		}
		file, err := parser.ParseFile(p.fset, name, src, parser.ParseComments)
		if err != nil {
			return nil, nil, err
		}
		p.src, p.file = append(p.src, src), append(p.file, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: p.imp}
	if _, err := conf.Check(p.path, p.fset, p.file, info); err != nil {
		return nil, nil, err
	}
	return p, info, nil
}

// mutations gives all of a package's hand-written files, in order of rank.
func (p *pkgSource) mutations(info *types.Info, seed int) []*mutation {
	var out []*mutation
	for i, file := range p.file {
		if ast.IsGenerated(file) {
			continue
		}
		f := &finder{fset: p.fset, info: info, src: p.src[i], pkg: p.pkg, path: filepath.ToSlash(filepath.Join(p.pkg, p.name[i])), seen: map[string]int{}}
		f.file(file)
		out = append(out, f.out...)
	}
	rank := map[*mutation]string{}
	for _, m := range out {
		rank[m] = hash(fmt.Sprint(seed, m.id()))
	}
	slices.SortFunc(out, func(a, b *mutation) int { return cmp.Compare(rank[a], rank[b]) })
	return out
}

// compiles says whether the package type-checks with the mutation in it.
func (p *pkgSource) compiles(m *mutation) bool {
	files := slices.Clone(p.file)
	for i, name := range p.name {
		if name != filepath.Base(m.File) {
			continue
		}
		file, err := parser.ParseFile(p.fset, name, m.apply(p.src[i]), 0)
		if err != nil {
			return false
		}
		files[i] = file
	}
	conf := types.Config{Importer: p.imp}
	_, err := conf.Check(p.path, p.fset, files, nil)
	return err == nil
}

// source gives the text of the mutated file.
func (p *pkgSource) source(m *mutation) []byte {
	return m.apply(p.src[slices.Index(p.name, filepath.Base(m.File))])
}
