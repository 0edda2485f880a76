package seeds

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/corpus"
)

// project is what evidence may name.
type project struct {
	tests  map[string][]cite // by package and name: what its comments cite
	cases  []string          // first lines of the cases of sim/eu
	tables []string          // headings of the enumerations of opdefs
	limits []string          // lines of docs/limits.md, each whole
}

// load reads the folders of packages that rows name.
func load(rows []row) (*project, error) {
	p := &project{tests: map[string][]cite{}}
	seen := map[string]bool{}
	for _, r := range rows {
		for _, e := range r.evidence {
			pkg, _, _ := strings.Cut(e.text, ".")
			if e.kind != "test" || seen[pkg] {
				continue
			}
			seen[pkg] = true
			if err := p.loadTests(pkg); err != nil {
				return nil, err
			}
		}
	}
	for _, folder := range []string{"ivb", "ref"} {
		lines, err := headings(filepath.Join("sim", "eu", "testdata", folder, "*.txt"))
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			if folder == "ivb" {
				l = "IVB " + l
			}
			p.cases = append(p.cases, l)
		}
	}
	tables, err := headings(filepath.Join("opdefs", "testdata", "lakefield.txt"))
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		p.tables = append(p.tables, t[:strings.LastIndexByte(t, ' ')])
	}
	p.limits, err = wholeLines(filepath.Join(corpus.Root(), "docs", "limits.md"))
	return p, err
}

// loadTests finds the tests of a package, and the lines "seed: DOCUMENT CHAPTER" of their comments.
func (p *project) loadTests(pkg string) error {
	files, err := filepath.Glob(filepath.Join(corpus.Root(), filepath.FromSlash(pkg), "*_test.go"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("package %s has no tests: %v", pkg, err)
	}
	for _, file := range files {
		src, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, d := range src.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Test") {
				continue
			}
			var cites []cite
			if f.Doc != nil {
				for _, c := range f.Doc.List {
					if text, ok := strings.CutPrefix(c.Text, "// seed: "); ok {
						list, err := parseCites(text)
						if err != nil {
							return fmt.Errorf("%s: %s: %w", file, f.Name.Name, err)
						}
						cites = append(cites, list...)
					}
				}
			}
			p.tests[pkg+"."+f.Name.Name] = cites
		}
	}
	return nil
}

// headings are the lines "# HEADING" of the files of a pattern.
func headings(pattern string) (out []string, err error) {
	files, err := filepath.Glob(filepath.Join(corpus.Root(), pattern))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no file %s: %v", pattern, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range regexp.MustCompile(`(?m)^# (.+)$`).FindAllStringSubmatch(string(text), -1) {
			out = append(out, m[1])
		}
	}
	return out, nil
}

// wholeLines are the items and rows of a Markdown file, with the lines that go on joined.
func wholeLines(file string) (out []string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for _, l := range strings.Split(string(text), "\n") {
		if rest, ok := strings.CutPrefix(l, "  "); ok && len(out) > 0 {
			out[len(out)-1] += " " + strings.TrimSpace(rest)
			continue
		}
		out = append(out, l)
	}
	return out, nil
}

// check says what is wrong with a piece of evidence of a row, nil when it shows the row.
func (p *project) check(r *row, e evidence) error {
	i := slices.IndexFunc(documents, func(d document) bool { return d.name == r.document })
	if i < 0 {
		return fmt.Errorf("unknown document %q", r.document)
	}
	switch e.kind {
	case "test":
		cites, ok := p.tests[e.text]
		if !ok {
			return fmt.Errorf("there is no test %s", e.text)
		}
		for _, c := range cites {
			if c.document == r.document && slices.ContainsFunc(r.chapters, c.names) {
				return nil
			}
		}
		return fmt.Errorf("no comment of %s is // seed: %s %s", e.text, r.document, r.chapters[0])
	case "case":
		return p.checkCase(r, documents[i].word, e.text)
	case "table":
		if !slices.Contains(r.chapters, e.text) || !slices.Contains(p.tables, e.text) {
			return fmt.Errorf("%q is no enumeration of the row and of opdefs/testdata/lakefield.txt", e.text)
		}
		return nil
	case "values":
		page, line, _ := strings.Cut(e.text, " ")
		text, err := os.ReadFile(filepath.Join(corpus.Root(), "testdata", "values", page+".txt"))
		if err != nil || !slices.Contains(r.chapters, page) || !strings.Contains("\n"+string(text), "\n"+line) {
			return fmt.Errorf("testdata/values/%s.txt has no line %q, or it is of another page: %v", page, line, err)
		}
		return nil
	case "limits":
		for _, l := range p.limits {
			if strings.Contains(l, e.text) {
				return nil
			}
		}
		return fmt.Errorf("docs/limits.md has no line with %q", e.text)
	}
	return fmt.Errorf("unknown evidence %q: want test, case, table, values or limits", e.kind)
}

// checkCase finds a case of sim/eu that begins so, of the row's chapter.
func (p *project) checkCase(r *row, word, text string) error {
	if !strings.HasPrefix(text, word+" ") {
		text = word + " " + text
	}
	cites := func(chapter string) bool {
		rest, ok := strings.CutPrefix(text, word+" "+chapter)
		return ok && rest != "" && (rest[0] == ' ' || rest[0] == ':' || rest[0] == '.')
	}
	if !slices.ContainsFunc(r.chapters, cites) {
		return fmt.Errorf("the case %q is of another chapter than %v", text, r.chapters)
	}
	if !slices.ContainsFunc(p.cases, func(c string) bool { return strings.HasPrefix(c, text) }) {
		return fmt.Errorf("sim/eu/testdata has no case %q", text)
	}
	return nil
}
