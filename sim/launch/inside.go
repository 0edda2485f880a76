package launch

import (
	"path/filepath"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
)

// ReadInside is Read for a launch that a stranger may have written: ParseInside
// of a file.
func ReadInside(path string) (*Launch, error) {
	src, _, err := files.Read(path, files.Launch)
	if err != nil {
		return nil, err
	}
	return ParseInside(path, src)
}

// ParseInside is Parse for a launch that a stranger may have written. It refuses
// files outside of the launch's folder, to be read or written, links in their paths followed:
// data at once, the program and the metadata when a run would read them. What the options of a run name is
// the caller's own.
func ParseInside(path string, src []byte) (*Launch, error) {
	l := &Launch{File: path, inside: true}
	if err := l.parse(src); err != nil {
		return nil, err
	}
	return l, nil
}

// refuseOutside refuses a path that leads out of the launch's folder, when that is asked for.
func (l *Launch) refuseOutside(n node, path string) error {
	if !l.inside || within(filepath.Dir(l.File), path) {
		return nil
	}
	return n.errorf("%s lies outside of the launch's folder: want a file in it, or --allow-outside", path)
}

// ProgramsInside refuses programs of the launch that lie where ParseLaunchInside says that
// none may. A run asks that itself; who reads them before it asks first.
func (l *Launch) ProgramsInside() error { return l.Inside("program", l.Programs...) }

// Inside is the error for what a key of the launch names, and what is read beside that.
func (l *Launch) Inside(key string, paths ...string) error {
	if !l.inside {
		return nil
	}
	for _, p := range paths {
		if p == "" {
			continue
		}
		if err := l.refuseOutside(l.at(key), p); err != nil {
			return err
		}
		stem := strings.TrimSuffix(p, filepath.Ext(p))
		beside, _ := filepath.Glob(files.GlobQuote(stem) + "[._]*") // sections, relocations, functions
		for _, p := range beside {
			if err := l.refuseOutside(l.at(key), p); err != nil {
				return err
			}
		}
	}
	return nil
}

// within says that a path lies in a folder when links are followed.
func within(dir, path string) bool {
	from, to := linkless(dir), linkless(path)
	rel, err := filepath.Rel(from, to)
	return from != "" && to != "" && err == nil && filepath.IsLocal(rel)
}

// linkless is a path from the root without links, as far as it exists; "" when that is not
// to be found.
func linkless(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	rest := ""
	for {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, rest)
		}
		up := filepath.Dir(path)
		if up == path {
			return ""
		}
		path, rest = up, filepath.Join(filepath.Base(path), rest)
	}
}
