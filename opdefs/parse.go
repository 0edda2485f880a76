package opdefs

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// ParseDir reads visa/TYPES.md, visa/ENUMS.md, visa/OPCODES.md, every other visa/*.md and
// eu/*.md of a folder of specifications, checks the whole set and gives the model. The error is an
// Errors with every finding, or that of the file system.
func ParseDir(fsys fs.FS) (*Model, error) {
	return ParseMixed(fsys, func(file string, src []byte, _ *Model) ([]Source, error) {
		return []Source{{File: file, Page: src}}, nil
	})
}

// Source is the text of a page in the form of this package, with the sections that ENUMS.md
// lacks for it. The file's name is the page's.
type Source struct {
	File        string
	Page, Enums []byte
}

// Converter turns a page's file into pages in the form of this package: usually one. Its
// model has the types, the enumerations and the known ops.
type Converter func(file string, src []byte, m *Model) ([]Source, error)

// ParseMixed is ParseDir of a folder whose pages of ops go through a converter first.
func ParseMixed(fsys fs.FS, convert Converter) (*Model, error) {
	names, err := fs.Glob(fsys, "visa/*.md")
	if err != nil {
		return nil, fmt.Errorf("listing visa pages: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no visa/*.md in the specification folder: %w", fs.ErrNotExist)
	}
	m := &Model{}
	var errs Errors
	if err := m.readPages(fsys, names, convert, &errs); err != nil {
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

// readPages reads the types, the enumerations and the table of opcodes, then the pages,
// which name them.
func (m *Model) readPages(fsys fs.FS, names []string, convert Converter, errs *Errors) error {
	for _, first := range []string{typeFile, enumFile, opcodeFile} {
		if !slices.Contains(names, first) {
			continue
		}
		src, err := readPage(fsys, first)
		if err != nil {
			return err
		}
		switch {
		case !fits(first, src, errs):
		case first == typeFile:
			m.Types = parseTypeTable(first, src, errs)
		case first == enumFile:
			m.Enums = parseEnums(first, src, errs)
		default:
			m.Known = parseKnownOps(first, src, errs)
		}
	}
	for _, name := range names {
		if name == typeFile || name == enumFile || name == opcodeFile {
			continue
		}
		src, err := readPage(fsys, name)
		if err != nil {
			return err
		}
		if !fits(name, src, errs) {
			continue
		}
		if err := m.addPage(name, src, convert, errs); err != nil {
			return err
		}
	}
	slices.SortStableFunc(m.Pages, func(a, b *Page) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Sub, b.Sub), strings.Compare(a.Name, b.Name))
	})
	return nil
}

func (m *Model) addPage(name string, src []byte, convert Converter, errs *Errors) error {
	made, err := convert(name, src, m)
	if err != nil {
		return err
	}
	for _, s := range made {
		if len(s.Enums) > 0 {
			m.Enums = append(m.Enums, parseEnums(name, s.Enums, errs)...)
		}
		if p := parsePage(s.File, s.Page, m, errs); p != nil {
			m.Pages = append(m.Pages, p)
		}
	}
	return nil
}

// ParsePage reads one page beside the types and enumerations of a model; enums are sections of
// ENUMS.md that the model lacks, below a title. The page is not checked against others.
func ParsePage(file string, src, enums []byte, m *Model) (*Page, []*FieldEnum, error) {
	var errs Errors
	with := &Model{Types: m.Types, Enums: slices.Clone(m.Enums)}
	if fits(file, src, &errs) {
		keep := func(file string, src []byte, _ *Model) ([]Source, error) { return []Source{{file, src, enums}}, nil }
		_ = with.addPage(file, src, keep, &errs) // keep has no errors
	}
	if err := errs.err(); err != nil {
		return nil, nil, err
	}
	return with.Pages[0], with.Enums[len(m.Enums):], nil
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
