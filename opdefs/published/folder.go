package published

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"

	"github.com/genvisa/genvisa/opdefs"
)

// maxFiles bounds how many pages of a folder are read: the public specification has 127.
const maxFiles = 2000

// Folder is what the pages of a folder say, in either form.
type Folder struct {
	Pages []*opdefs.Page
	Not   []*Inexpressible
	Mends []Mend
	Left  []Left
}

// ReadFolder reads every .md of a folder, or of its folder visa, as published or as ours,
// told apart by content. Enumerations and known ops are base's; a folder's own ENUMS.md
// comes first. The error is the first page that is neither.
func ReadFolder(fsys fs.FS, base *opdefs.Model) (*Folder, error) {
	dir := "."
	if in, err := fs.Stat(fsys, "visa"); err == nil && in.IsDir() {
		dir = "visa"
	}
	files, err := fs.Glob(fsys, path.Join(dir, "*.md"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no page *.md: %w", fs.ErrNotExist)
	}
	if len(files) > maxFiles {
		return nil, fmt.Errorf("%d pages; legal are at most %d", len(files), maxFiles)
	}
	with := &opdefs.Model{Types: base.Types, Enums: base.Enums, Known: base.Known, Pages: base.Pages}
	if enums := path.Join(dir, "ENUMS.md"); slices.Contains(files, enums) {
		src, err := readFile(fsys, enums)
		if err == nil {
			with.Enums, err = opdefs.ParseEnums(enums, src)
		}
		if err != nil {
			return nil, err
		}
	}
	if types := path.Join(dir, "TYPES.md"); slices.Contains(files, types) {
		src, err := readFile(fsys, types)
		if err == nil {
			with.Types, err = opdefs.ParseTypes(types, src)
		}
		if err != nil {
			return nil, err
		}
	}
	f := &Folder{}
	for _, name := range files {
		if b := path.Base(name); b == "TYPES.md" || b == "ENUMS.md" || b == "OPCODES.md" {
			continue
		}
		src, err := readFile(fsys, name)
		if err == nil {
			err = f.add(name, src, with)
		}
		if err != nil {
			return nil, err
		}
	}
	return f, nil
}

// add reads one page in either form.
func (f *Folder) add(name string, src []byte, base *opdefs.Model) error {
	if !Is(src) {
		p, _, err := opdefs.ParsePage(name, src, nil, base)
		if err == nil {
			f.Pages = append(f.Pages, p)
		}
		return err
	}
	p, _, err := Read(name, src)
	if err != nil {
		return err
	}
	r, err := Convert(p, base)
	if not, ok := err.(*Inexpressible); ok {
		f.Not = append(f.Not, not)
		return nil
	}
	if err != nil {
		return err
	}
	for _, made := range r.Results {
		f.Pages = append(f.Pages, made.Page)
	}
	f.Mends = append(f.Mends, r.Mends...)
	f.Left = append(f.Left, r.Left...)
	return nil
}

func readFile(fsys fs.FS, name string) ([]byte, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", name, err)
	}
	defer file.Close()
	src, err := Load(file)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return src, nil
}

// Load reads no more than a page may have and one byte, which shows that there is more.
// A byte order mark in front is no part of the page.
func Load(r io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, opdefs.MaxPageBytes+1))
	return bytes.TrimPrefix(src, []byte("\uFEFF")), err
}
