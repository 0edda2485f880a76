package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/opdefs/published"
	"github.com/genvisa/genvisa/specs"
)

// ourPages are the pages that this program was built from.
func ourPages() (*opdefs.Model, error) {
	m, err := opdefs.ParseDir(specs.FS)
	if err != nil {
		return nil, fmt.Errorf("BUG: the pages of the program: %w", err)
	}
	return m, nil
}

// importPage writes a published page in our form. What was mended and what is left go
// to standard error.
func (c *opsCmd) importPage(s streams) error {
	if c.Path == "" {
		return &usageError{errors.New("ops import: want the file of a published page")}
	}
	if err := errors.Join(checkOutputs([]string{c.Path}, c.Out), keepOld(c.Out, c.Force)); err != nil {
		return err
	}
	in := s.in
	if c.Path != "-" {
		file, err := os.Open(c.Path)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	src, err := published.Load(in)
	if err != nil {
		return fmt.Errorf("reading %s: %w", c.Path, err)
	}
	if !published.Is(src) {
		return fmt.Errorf("%s:1:1: error: no published page; it has a heading ## Opcode and no title", c.Path)
	}
	p, _, err := published.Read(filepath.ToSlash(c.Path), src)
	if err != nil {
		return err
	}
	ours, err := ourPages()
	if err != nil {
		return err
	}
	r, err := published.Convert(p, ours)
	if err != nil {
		return err
	}
	var notes bytes.Buffer
	for _, m := range r.Mends {
		fmt.Fprintln(&notes, m)
	}
	for _, l := range r.Left {
		fmt.Fprintln(&notes, l)
	}
	var pages [][]byte
	for _, made := range r.Results {
		if len(made.Enums) > 0 {
			fmt.Fprintf(&notes, "for ENUMS.md:\n%s", made.Enums)
		}
		pages = append(pages, made.Markdown)
	}
	s.err.Write(notes.Bytes())
	return writeOutput(s, c.Out, bytes.Join(pages, []byte("\n")))
}

// diffPages shows in which facts the pages of a folder and ours differ.
func (c *opsCmd) diffPages(s streams) error {
	if c.Path == "" {
		return &usageError{errors.New("ops diff: want a folder of pages")}
	}
	ours, err := ourPages()
	if err != nil {
		return err
	}
	f, err := published.ReadFolder(os.DirFS(c.Path), ours)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: %w", c.Path, err)
	}
	if err != nil {
		return err
	}
	d := published.Compare(ours.Pages, f.Pages)
	same := len(d.Differences)+len(d.Missing)+len(d.Added)+len(f.Not) == 0
	if c.JSON {
		err = s.reply(same, nil, diffReply(d, f))
	} else {
		printDiff(s, d, f)
	}
	if !same {
		err = errors.Join(err, errFindings)
	}
	return err
}

func printDiff(s streams, d *published.Comparison, f *published.Folder) {
	for _, x := range d.Differences {
		fmt.Fprintln(s.out, x)
	}
	for _, l := range []struct {
		title string
		names []string
	}{{"only theirs", d.Added}, {"only ours", d.Missing}} {
		if len(l.names) > 0 {
			fmt.Fprintf(s.out, "%s: %s\n", l.title, strings.Join(l.names, " "))
		}
	}
	for _, n := range f.Not {
		fmt.Fprintln(s.out, n)
	}
	fmt.Fprintf(s.out, "%d ops in both: %d equal, %d differences; %d only theirs, %d only ours, %d pages not expressible; %d mends\n",
		d.Compared, d.Same, len(d.Differences), len(d.Added), len(d.Missing), len(f.Not), len(f.Mends))
}

// diffJSON is a comparison for programs.
type diffJSON struct {
	Compared      int          `json:"compared"` // ops that both have
	Equal         int          `json:"equal"`
	Differences   []diffedFact `json:"differences"`
	OnlyTheirs    []string     `json:"only_theirs"`
	OnlyOurs      []string     `json:"only_ours"`
	Inexpressible []string     `json:"inexpressible"` // pages, and why
	Mends         []string     `json:"mends"`
}

type diffedFact struct {
	Op     string `json:"op"`
	Fact   string `json:"fact"`
	Ours   string `json:"ours"`
	Theirs string `json:"theirs"`
}

func diffReply(d *published.Comparison, f *published.Folder) diffJSON {
	out := diffJSON{d.Compared, d.Same, []diffedFact{}, append([]string{}, d.Added...), append([]string{}, d.Missing...), []string{}, []string{}}
	for _, x := range d.Differences {
		out.Differences = append(out.Differences, diffedFact{x.Op, x.Fact, x.Ours, x.Theirs})
	}
	for _, n := range f.Not {
		out.Inexpressible = append(out.Inexpressible, n.Error())
	}
	for _, m := range f.Mends {
		out.Mends = append(out.Mends, m.String())
	}
	return out
}
