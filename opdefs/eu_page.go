package opdefs

import (
	"bytes"
	"sort"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// euCell is one table cell: its trimmed source text and where it starts.
type euCell struct {
	Text string
	Pos  Pos
}

// euRow is a table row by column name; columns the table leaves out are empty.
type euRow struct {
	Pos   Pos
	cells map[string]euCell
}

func (r euRow) get(col string) euCell {
	c, ok := r.cells[col]
	if !ok {
		c.Pos = r.Pos
	}
	return c
}

// euSection is a second-level heading with the one table below it.
type euSection struct {
	Title  string
	Pos    Pos
	Header []euCell
	Rows   []euRow
}

// lineIndex turns byte offsets of a page into positions.
type lineIndex struct {
	file   string
	starts []int
}

func newLineIndex(file string, src []byte) lineIndex {
	ix := lineIndex{file: file, starts: []int{0}}
	for i, b := range src {
		if b == '\n' {
			ix.starts = append(ix.starts, i+1)
		}
	}
	return ix
}

func (ix lineIndex) pos(off int) Pos {
	n := sort.SearchInts(ix.starts, off+1)
	return Pos{File: ix.file, Line: n, Col: off - ix.starts[n-1] + 1}
}

// euSections cuts a page into its second-level sections. A section without a
// table, or with two, is an error: prose belongs before the first one.
func euSections(file string, src []byte, errs *Errors) []*euSection {
	md := goldmark.New(goldmark.WithExtensions(extension.Table))
	doc := md.Parser().Parse(text.NewReader(src))
	ix := newLineIndex(file, src)
	var out []*euSection
	var cur *euSection
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			cur = nil
			if n.Level == 2 {
				if n.Lines().Len() == 0 {
					errs.add(ix.pos(0), "a second-level heading is empty")
					continue
				}
				seg := n.Lines().At(0)
				cur = &euSection{Title: strings.TrimSpace(string(seg.Value(src))), Pos: ix.pos(seg.Start)}
				out = append(out, cur)
			}
		case *east.Table:
			switch {
			case cur == nil:
				errs.add(euTablePos(n, ix), "table outside a second-level section")
			case cur.Header != nil:
				errs.add(euTablePos(n, ix), "second table in section %q: want one", cur.Title)
			default:
				euTable(n, src, ix, cur, errs)
			}
		}
	}
	for _, s := range out {
		if s.Header == nil {
			errs.add(s.Pos, "section %q has no table", s.Title)
		}
	}
	return out
}

func euTablePos(t *east.Table, ix lineIndex) Pos {
	if c := t.FirstChild().FirstChild(); c != nil && c.Lines().Len() > 0 {
		return ix.pos(c.Lines().At(0).Start)
	}
	return ix.pos(0)
}

func euTable(t *east.Table, src []byte, ix lineIndex, s *euSection, errs *Errors) {
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		cells := euCells(r, src, ix)
		if _, head := r.(*east.TableHeader); head {
			s.Header = cells
			continue
		}
		row := euRow{Pos: cells[0].Pos, cells: map[string]euCell{}}
		if n := euSourceCells(src, ix, row.Pos.Line); n != len(s.Header) {
			errs.add(row.Pos, "row has %d cells: the header has %d", n, len(s.Header))
		}
		for i, c := range cells {
			if i < len(s.Header) {
				row.cells[s.Header[i].Text] = c
			}
		}
		s.Rows = append(s.Rows, row)
	}
}

// euSourceCells counts the cells as written, because the Markdown parser pads
// short rows and cuts long ones.
func euSourceCells(src []byte, ix lineIndex, line int) int {
	l := src[ix.starts[line-1]:]
	if i := bytes.IndexByte(l, '\n'); i >= 0 {
		l = l[:i]
	}
	return bytes.Count(l, []byte("|")) - bytes.Count(l, []byte(`\|`)) - 1
}

func euCells(row ast.Node, src []byte, ix lineIndex) []euCell {
	var out []euCell
	last := ix.pos(0)
	for c := row.FirstChild(); c != nil; c = c.NextSibling() {
		cell := euCell{Pos: last}
		if c.Lines().Len() > 0 {
			seg := c.Lines().At(0)
			raw := string(seg.Value(src))
			lead := len(raw) - len(strings.TrimLeft(raw, " \t"))
			cell = euCell{Text: strings.TrimSpace(raw), Pos: ix.pos(seg.Start + lead)}
		}
		last = cell.Pos
		out = append(out, cell)
	}
	return out
}
