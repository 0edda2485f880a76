package launch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
)

// path is a file that the launch names, inside its folder if that is asked for.
func (l *Launch) path(n node) (string, error) {
	p, err := l.name(n)
	if err != nil {
		return "", err
	}
	return p, l.refuseOutside(n, p)
}

// name is the path of a file that the launch names, wherever that is.
func (l *Launch) name(n node) (string, error) {
	s, err := n.str()
	if err != nil {
		return "", err
	}
	if filepath.IsAbs(s) {
		return s, nil
	}
	return filepath.Join(filepath.Dir(l.File), s), nil
}

func (l *Launch) paths(n node) ([]string, error) {
	if !n.isList() {
		p, err := l.name(n)
		return []string{p}, err
	}
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, n.errorf("no program: want a file or a list of files")
	}
	var out []string
	for _, it := range items {
		p, err := l.name(it)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func (l *Launch) file(n node) (data []byte, path string, err error) {
	p, err := l.path(n)
	if err != nil {
		return nil, "", err
	}
	info, err := os.Stat(p)
	switch {
	case err != nil:
		return nil, "", n.unreadable(p, err)
	case info.IsDir():
		return nil, "", n.errorf("%s: want a file with data, found a folder", p)
	case !info.Mode().IsRegular():
		return nil, "", n.errorf("%s: want a file with data, found a device or pipe", p)
	}
	if err := l.take(n, info.Size()); err != nil {
		return nil, "", err
	}
	l.reads = append(l.reads, p)
	b, err := os.ReadFile(p)
	if err != nil {
		return nil, "", n.unreadable(p, err)
	}
	return b, p, nil
}

// unreadable is the error for a file that the launch names at n.
func (n node) unreadable(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return n.errorf("%s: %v", path, err)
}

// Named puts the place of the key that names a file before an error of reading
// that file, unless the file is not the launch's.
func (l *Launch) Named(key, path string, err error) error {
	var at *fs.PathError
	if !errors.As(err, &at) || path != l.Info && !slices.Contains(l.Programs, path) {
		return err
	}
	return l.at(key).unreadable(path, err)
}

// checkSaves refuses to write a result over a file that the launch reads: the
// next run would silently be another one.
func (l *Launch) checkSaves() error {
	taken := slices.Concat(l.reads, []string{l.File, l.Info}, l.Programs, l.others)
	for i := range l.Args {
		save := l.Args[i].Save
		if save == "" {
			continue
		}
		if slices.ContainsFunc(taken, func(p string) bool { return files.Same(p, save) }) {
			return l.at(ArgPart(i)).errorf("save: %s is a file that this launch reads or saves already: want another name", save)
		}
		taken = append(taken, save)
	}
	return nil
}

// platformOf reads the name of a target.
func platformOf(n node) (string, error) {
	name, err := n.str()
	if err != nil {
		return "", err
	}
	if _, err := native.ParseTarget(name); err != nil {
		return "", n.errorf("%v", err)
	}
	return name, nil
}
