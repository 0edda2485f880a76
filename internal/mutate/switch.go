package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// chooser is the variable that says which mutation of a switched package is on.
const chooser = "mutationNumber"

// chooserFile declares it, from the environment.
const chooserFile = "zmutation.go"

func chooserText(pkg string) []byte {
	return []byte("package " + pkg + "\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar " + chooser + ", _ = strconv.Atoi(os.Getenv(\"" + chooserEnv + "\"))\n")
}

const chooserEnv = "MUTATION"

// switched is a package with many mutations in it, of which one at most is on:
// it is built once. Each mutated function has a copy for each of its mutations,
// and calls the one that is on.
type switched struct {
	files  map[string][]byte // by name
	number map[*mutation]int // from 1; those that are not in it need builds of their own
}

// switched puts mutations into the package; nil when the result is not right Go.
func (p *pkgSource) switched(list []*mutation) *switched {
	s := &switched{files: map[string][]byte{}, number: map[*mutation]int{}}
	for i, name := range p.name {
		if text := p.switchFile(i, list, s.number); text != nil {
			s.files[name] = text
		}
	}
	if len(s.files) == 0 {
		return nil
	}
	s.files[chooserFile] = chooserText(p.file[0].Name.Name)
	var files []*ast.File
	for i, name := range append(slices.Clone(p.name), chooserFile) {
		text := s.files[name]
		if text == nil {
			files = append(files, p.file[i])
			continue
		}
		file, err := parser.ParseFile(p.fset, name, text, 0)
		if err != nil {
			return nil
		}
		files = append(files, file)
	}
	// What the package imports is known; the chooser's imports may not be.
	conf := types.Config{Importer: p.imp, Error: func(error) {}}
	if _, err := conf.Check(p.path, p.fset, files, nil); err != nil && !strings.Contains(err.Error(), "could not import") {
		return nil
	}
	return s
}

// switchFile is file i with the mutations of its functions; nil when it has none.
func (p *pkgSource) switchFile(i int, list []*mutation, number map[*mutation]int) []byte {
	at := func(pos token.Pos) int { return p.fset.Position(pos).Offset }
	src := p.src[i]
	var out, copies bytes.Buffer
	done := 0
	for _, decl := range p.file[i].Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || d.Body == nil {
			continue
		}
		call, blanks, ok := callOf(d)
		if !ok {
			continue
		}
		from, to := at(d.Pos()), at(d.End())
		var cases strings.Builder
		for k, m := range list {
			if filepath.Base(m.File) != p.name[i] || m.start < from || m.start >= to {
				continue
			}
			number[m] = k + 1
			name := fmt.Sprintf("%s_%s%d", d.Name.Name, chooser, k+1)
			text := string(src[from:at(d.Name.Pos())]) + name + string(src[at(d.Name.End()):m.start]) + m.text + string(src[m.end:to])
			copies.WriteString("\n" + text + "\n")
			fmt.Fprintf(&cases, "case %d: ", k+1)
			if d.Type.Results != nil {
				fmt.Fprintf(&cases, "return %s; ", fmt.Sprintf(call, name))
			} else {
				fmt.Fprintf(&cases, "%s; return; ", fmt.Sprintf(call, name))
			}
		}
		if cases.Len() == 0 {
			continue
		}
		for _, b := range blanks {
			out.Write(src[done:at(b.ident.Pos())])
			out.WriteString(b.name)
			done = at(b.ident.End())
		}
		body := at(d.Body.Lbrace) + 1
		out.Write(src[done:body])
		out.WriteString(" switch " + chooser + " { " + cases.String() + "}; ")
		done = body
	}
	if copies.Len() == 0 {
		return nil
	}
	out.Write(src[done:])
	out.Write(copies.Bytes())
	return out.Bytes()
}

// blank is a parameter _ and the name that it gets.
type blank struct {
	ident *ast.Ident
	name  string
}

// callOf is the text of a call of a function with its own arguments, %s for its
// name; false where that cannot be written.
func callOf(d *ast.FuncDecl) (call string, blanks []blank, ok bool) {
	if d.Name.Name == "init" || d.Name.Name == "_" {
		return "", nil, false
	}
	if d.Doc != nil && slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:") }) {
		return "", nil, false
	}
	call = "%s"
	if d.Recv != nil {
		names := d.Recv.List[0].Names
		if len(names) == 0 || names[0].Name == "_" {
			return "", nil, false
		}
		call = names[0].Name + ".%s"
	}
	if d.Type.TypeParams != nil {
		var list []string
		for _, f := range d.Type.TypeParams.List {
			for _, n := range f.Names {
				list = append(list, n.Name)
			}
		}
		call += "[" + strings.Join(list, ", ") + "]"
	}
	var args []string
	for _, f := range d.Type.Params.List {
		if len(f.Names) == 0 {
			return "", nil, false
		}
		for _, n := range f.Names {
			name := n.Name
			if name == "_" {
				name = fmt.Sprintf("%sArgument%d", chooser, len(args))
				blanks = append(blanks, blank{n, name})
			}
			if _, variadic := f.Type.(*ast.Ellipsis); variadic {
				name += "..."
			}
			args = append(args, name)
		}
	}
	return call + "(" + strings.Join(args, ", ") + ")", blanks, true
}
