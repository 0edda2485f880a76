package opdefs

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// ParseDir reads visa/ENUMS.md, visa/OPCODES.md, every other visa/*.md and
// eu/*.md of a folder of specifications, checks the whole set and gives the model. The error is an
// Errors with every finding, or that of the file system.
func ParseDir(fsys fs.FS) (*Model, error) {
	names, err := fs.Glob(fsys, "visa/*.md")
	if err != nil {
		return nil, fmt.Errorf("listing visa pages: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no visa/*.md in the specification folder: %w", fs.ErrNotExist)
	}
	m := &Model{}
	var errs Errors
	if err := m.readPages(fsys, names, &errs); err != nil {
		return nil, err
	}
	checkSet(m, &errs)
	if err := errs.err(); err != nil {
		return nil, err
	}
	if eu, _ := fs.Glob(fsys, "eu/*.md"); len(eu) > 0 {
		sub, err := fs.Sub(fsys, "eu")
		if err != nil {
			return nil, fmt.Errorf("opening eu: %w", err)
		}
		if m.EU, err = ParseEU(sub); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Files of the folder visa that are no pages.
const (
	enumFile   = "visa/ENUMS.md"
	opcodeFile = "visa/OPCODES.md"
)

// readPages reads the enumerations, then the pages, which name them, and the
// table of opcodes.
func (m *Model) readPages(fsys fs.FS, names []string, errs *Errors) error {
	if slices.Contains(names, enumFile) {
		src, err := readPage(fsys, enumFile)
		if err != nil {
			return err
		}
		if fits(enumFile, src, errs) {
			m.Enums = parseEnums(enumFile, src, errs)
		}
	}
	for _, name := range names {
		if name == enumFile {
			continue
		}
		src, err := readPage(fsys, name)
		if err != nil {
			return err
		}
		if !fits(name, src, errs) {
			continue
		}
		if name == opcodeFile {
			m.Known = parseKnownOps(name, src, errs)
			continue
		}
		if p := parsePage(name, src, m, errs); p != nil {
			m.Pages = append(m.Pages, p)
		}
	}
	slices.SortStableFunc(m.Pages, func(a, b *Page) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Sub, b.Sub), strings.Compare(a.Name, b.Name))
	})
	return nil
}

func quote(s string) string { return fmt.Sprintf("%q", s) }

// splitList cuts "a, b" at commas and trims.
func splitList(s string) []string {
	parts := strings.Split(s, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// pageName is the name of a page's file without folder and suffix.
func pageName(file string) string { return strings.TrimSuffix(path.Base(file), ".md") }
