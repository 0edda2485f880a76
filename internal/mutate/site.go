package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A mutation is one wrong line. File, Func, From and To name it; positions are
// of the tree that was read.
type mutation struct {
	Pkg  string `json:"pkg"`  // folder below the module's root
	File string `json:"file"` // path below the module's root
	Func string `json:"func"` // Receiver.Name, or the name of a package-level variable
	Kind string `json:"kind"`
	From string `json:"from"` // the line, without its indentation
	To   string `json:"to"`   // the line that takes its place
	Nth  int    `json:"nth,omitempty"`
	Line int    `json:"line"`
	Body string `json:"body"` // hash of the whole declaration: an old verdict holds for the same text only

	start, end int // bytes of the file that text replaces
	text       string
}

// id names a mutation as long as its line and its function's name stay.
func (m *mutation) id() string {
	return strings.Join([]string{m.File, m.Func, m.From, m.To, fmt.Sprint(m.Nth)}, "\x00")
}

func (m *mutation) String() string {
	return fmt.Sprintf("%s:%d %s: %s\n\t- %s\n\t+ %s", m.File, m.Line, m.Func, m.Kind, m.From, m.To)
}

// apply gives the mutated text of the file.
func (m *mutation) apply(src []byte) []byte {
	return []byte(string(src[:m.start]) + m.text + string(src[m.end:]))
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

// finder collects the mutations of one file.
type finder struct {
	fset *token.FileSet
	info *types.Info
	src  []byte
	pkg  string
	path string
	decl string // name of the declaration it is in
	body string
	out  []*mutation
	seen map[string]int
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *finder) textOf(n ast.Node) string { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }

func (f *finder) oneLine(n ast.Node) bool {
	return f.fset.Position(n.Pos()).Line == f.fset.Position(n.End()).Line
}

// line gives the bounds of the line that holds an offset.
func (f *finder) line(offset int) (from, to int) {
	from = strings.LastIndexByte(string(f.src[:offset]), '\n') + 1
	to = len(f.src)
	if n := strings.IndexByte(string(f.src[offset:]), '\n'); n >= 0 {
		to = offset + n
	}
	return from, to
}

// add records the replacement of [start, end) by text.
func (f *finder) add(kind string, start, end token.Pos, text string) {
	s, e := f.offset(start), f.offset(end)
	a, b := f.line(s)
	if e > b {
		return // not a single line
	}
	m := &mutation{
		Pkg: f.pkg, File: f.path, Func: f.decl, Kind: kind, Body: f.body, Line: f.fset.Position(start).Line,
		From:  strings.TrimSpace(string(f.src[a:b])),
		To:    strings.TrimSpace(string(f.src[a:s]) + text + string(f.src[e:b])),
		start: s, end: e, text: text,
	}
	if m.From == m.To {
		return
	}
	key := m.id()
	m.Nth = f.seen[key]
	f.seen[key]++
	f.out = append(f.out, m)
}

// file finds the mutations of all declarations.
func (f *finder) file(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body == nil || d.Name.Name == "String" {
				continue // names for people: no test should hold each of them
			}
			f.enter(funcName(d), d)
			f.earlyReturn(d)
			ast.Inspect(d.Body, f.visit)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					f.enter(v.Names[0].Name, v)
					for _, e := range v.Values {
						ast.Inspect(e, f.visit)
					}
				}
			}
		}
	}
}

func (f *finder) enter(name string, n ast.Node) {
	f.decl, f.body = name, hash(f.textOf(n))
}

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch v := t.(type) {
		case *ast.StarExpr:
			t = v.X
		case *ast.IndexExpr:
			t = v.X
		case *ast.IndexListExpr:
			t = v.X
		case *ast.Ident:
			return v.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}
