package launch

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	yamltoken "github.com/goccy/go-yaml/token"
)

// setSizes are what a run may set beside arguments.
var setSizes = []string{"global", "local", "offset"}

// setter changes a launch for one run.
type setter struct {
	launch *Launch
	names  []string // of arguments, where the kernel's metadata say one; else ""
}

// Set makes changes, each "NAME=VALUE", of a launch that Ready returned; the one that Ready was given stays. names are
// those of arguments by number; nil or "" leaves argN alone.
func (l *Launch) Set(changes, names []string) error {
	if len(changes) == 0 {
		return nil
	}
	l.reads = slices.Clip(l.reads) // the caller's launch has the same
	if l.parts == nil {            // a program made it
		l.room = maxBuffers
	}
	s := &setter{l, names}
	for _, text := range changes {
		if err := s.setOne(text); err != nil {
			return fmt.Errorf("--set %s: %w", shortened(text), err)
		}
	}
	s.setDimensions()
	if err := l.checkSaves(); err != nil {
		return err
	}
	return l.check()
}

// setDimensions counts them again, unless the launch file says how many there are.
func (s *setter) setDimensions() {
	l := s.launch
	if _, named := l.parts["dimensions"]; named || l.Inputs != nil || l.Native != nil {
		return
	}
	dims := l.Dims
	l.Dims = 0
	if l.countDimensions(); l.parts == nil {
		l.Dims = max(l.Dims, dims)
	}
}

func shortened(text string) string {
	if len(text) > maxQuoted {
		return text[:maxQuoted] + "..."
	}
	return text
}

func (s *setter) setOne(text string) error {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" || value == "" {
		return fmt.Errorf("want NAME=VALUE, such as arg0=2.5")
	}
	if slices.Contains(setSizes, name) {
		return s.setSize(name, value)
	}
	i, err := s.launch.Argument(name, s.names, setSizes...)
	inside := ""
	if arg, of, ok := strings.Cut(name, "."); err != nil && ok {
		inside = of
		i, err = s.launch.Argument(arg, s.names, setSizes...)
	}
	if err != nil {
		return err
	}
	if inside != "" {
		n, err := parseYAML("", []byte(value))
		if err != nil {
			return err
		}
		return s.setField(i, inside, n)
	}
	if path, ok := strings.CutPrefix(value, "@"); ok {
		return s.setFile(i, path)
	}
	n, err := parseYAML("", []byte(value))
	if err != nil {
		return err
	}
	return s.setArg(i, n)
}

// Argument finds an argument by its name in names, which metadata say, or as argN. The error lists what is legal, and
// the words of more with it.
func (l *Launch) Argument(name string, names []string, more ...string) (int, error) {
	var have []string
	for i := range l.Args {
		of := fmt.Sprintf("arg%d", i)
		if i < len(names) && names[i] != "" {
			of = names[i] + " or " + of
		}
		if slices.Contains(strings.Split(of, " or "), name) {
			return i, nil
		}
		have = append(have, of)
	}
	if l.Native == nil && l.Inputs == nil {
		have = append(have, more...)
	}
	return 0, fmt.Errorf("no argument %q: legal are %s", name, shortened(strings.Join(have, ", ")))
}

func (s *setter) setSize(name, value string) error {
	l := s.launch
	if l.Native != nil || l.Inputs != nil {
		return fmt.Errorf("this launch has no %s: its threads are named by themselves", name)
	}
	n, err := parseYAML("", []byte(value))
	if err != nil {
		return err
	}
	n.key = name
	least := int64(1)
	to := &l.Global
	switch name {
	case "local":
		to = &l.Local
	case "offset":
		to, least = &l.Offset, 0
	}
	if n.isList() {
		*to, err = n.triple(least)
		return err
	}
	v, err := n.whole(least, 1<<32-1)
	if err == nil {
		*to = [3]uint32{uint32(v), uint32(least), uint32(least)}
	}
	return err
}

// setFile gives a buffer or image the contents of a file, whose path is relative to the current folder.
func (s *setter) setFile(i int, path string) error {
	l := s.launch
	if rel, err := filepath.Rel(filepath.Dir(l.File), path); err == nil && !filepath.IsAbs(path) {
		path = rel
	} else if path, err = filepath.Abs(path); err != nil {
		return err
	}
	n := node{ast: ast.String(yamltoken.String(path, path, &yamltoken.Position{Line: 1, Column: 1}))}
	switch l.Args[i].Kind {
	case BufferArg:
		return s.setBuffer(i, n)
	case ImageArg:
		return s.setImage(i, n)
	}
	return fmt.Errorf("argument %d is no buffer or image: want its value", i)
}

// setArg gives an argument a value as it stands in a launch file, without the key of its type if the launch has that.
func (s *setter) setArg(i int, n node) (err error) {
	a := &s.launch.Args[i]
	switch a.Kind {
	case ValueArg:
		if n.isMapping() {
			*a, err = valueArg(n)
			return err
		}
		if a.kind == "" || a.kind == "bytes" {
			return n.errorf("the type of argument %d is not known: want a value such as {i32: 1}, found %q", i, n.text())
		}
		n.key = a.kind
		*a, err = typedArg(field{key: a.kind, at: n, val: n}, a.packed)
		return err
	case LocalArg:
		a.Size, err = n.integer(1, 1<<16)
		return err
	case BufferArg:
		if !n.isMapping() && !n.isList() {
			return n.errorf("argument %d is a buffer: want @FILE, [1, 2, 3] or {bytes: N, fill: F}, found %q", i, n.text())
		}
		return s.setBuffer(i, n)
	case ImageArg:
		if !n.isMapping() && !n.isList() {
			return n.errorf("argument %d is an image: want @FILE or a list of components, found %q", i, n.text())
		}
		return s.setImage(i, n)
	}
	return n.errorf("argument %d is a sampler, which the launch file alone says", i)
}

// setBuffer replaces the contents of a buffer. What is expected stays.
func (s *setter) setBuffer(i int, n node) error {
	l, a := s.launch, &s.launch.Args[i]
	l.room += int64(a.Len())
	r := &bufferReader{l: l, a: *a}
	r.a.Data, r.a.fill, r.a.Size, r.a.inline, r.a.dataFile, r.a.shape = nil, nil, 0, nil, "", nil
	if l.Native != nil { // its surfaces are bytes, and take numbers of any type
		r.a.Elem = Elem{}
	}
	err := r.listed(n)
	if l.Native != nil {
		r.a.Elem = a.Elem
	}
	if err == nil {
		err = r.check()
	}
	if err == nil && a.Save != "" {
		err = l.takeSaved(n, &r.a, int64(r.a.Len()), 0)
	}
	*a = r.a
	return err
}

// listed is contents of a mapping or file, or of a list of values.
func (r *bufferReader) listed(n node) (err error) {
	if !n.isList() {
		return r.contents(n)
	}
	if r.a.inline, err = r.l.list(n, r.a.Elem); err == nil {
		r.a.Data = r.a.inline.data
	}
	return err
}

// list is contents of a list of numbers alone.
func (l *Launch) list(n node, e Elem) (*written, error) {
	t, ok := FindType(e.Name)
	if !ok {
		return nil, n.errorf("the launch says no type of these numbers: want the key \"type\" in it, or @FILE")
	}
	leaves, err := n.leaves()
	if err != nil {
		return nil, err
	}
	if err := l.take(n, int64(len(leaves)*t.Size)); err != nil {
		return nil, err
	}
	data, err := numbersOf(leaves, t)
	return &written{data, leaves}, err
}

// setImage replaces the contents of an image, which keeps its size and format.
func (s *setter) setImage(i int, n node) (err error) {
	l, a := s.launch, &s.launch.Args[i]
	l.room += int64(a.Len())
	r := &imageReader{l: l, a: *a, shape: *a.Image, at: map[string]node{}}
	r.a.Data, r.a.fill, r.a.Size, r.a.inline, r.a.dataFile = nil, nil, 0, nil, ""
	src := &imageSource{n: n}
	if n.isList() {
		src.written, err = l.list(n, r.elem())
	} else {
		src, err = r.source(n)
	}
	if err != nil {
		return err
	}
	if src.file != nil {
		r.a.dataFile = src.file.path
	}
	if r.a.Data, err = r.contentsOf(src); err == nil {
		*a = r.a
	}
	return err
}
