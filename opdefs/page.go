package opdefs

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// span is a piece of a page with its place.
type span struct {
	Text string
	Pos  Pos
}

// section is a heading and the blocks below it.
type section struct {
	title  string
	level  int
	pos    Pos
	blocks []ast.Node
}

// reader holds one page while it is read.
type reader struct {
	ix    lineIndex
	src   []byte
	errs  *Errors
	legal []Type // that type maps may name
}

func newReader(file string, src []byte, errs *Errors) *reader {
	return &reader{ix: newLineIndex(file, src), src: src, errs: errs}
}

// sections cuts the page at its headings.
func (r *reader) sections() []*section {
	md := goldmark.New(goldmark.WithExtensions(extension.Table))
	doc := md.Parser().Parse(text.NewReader(r.src))
	var out []*section
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			s := &section{level: h.Level, pos: r.posOf(n)}
			if n.Lines().Len() > 0 {
				s.title = strings.TrimSpace(string(n.Lines().Value(r.src)))
			}
			out = append(out, s)
			continue
		}
		if len(out) == 0 {
			r.errs.add(r.posOf(n), "text before the page's title; a page starts with a level-1 heading")
			out = append(out, &section{pos: r.posOf(n)})
		}
		s := out[len(out)-1]
		s.blocks = append(s.blocks, n)
	}
	return out
}

// posOf is the place of a block's first line of text.
func (r *reader) posOf(n ast.Node) Pos {
	for n != nil {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return r.ix.pos(n.Lines().At(0).Start)
		}
		n = n.FirstChild()
	}
	return r.ix.pos(0)
}

// raw is a block's source text, trimmed, and the place of its first byte.
func (r *reader) raw(n ast.Node) span {
	if n == nil || n.Lines().Len() == 0 {
		return span{"", r.posOf(n)}
	}
	at := n.Lines().At(0).Start
	s := string(n.Lines().Value(r.src))
	lead := len(s) - len(strings.TrimLeft(s, " \t"))
	return span{strings.TrimSpace(s), r.ix.pos(at + lead)}
}

// prose joins the paragraphs and lists of a section as written.
func (r *reader) prose(blocks []ast.Node) string {
	var parts []string
	for _, n := range blocks {
		switch n := n.(type) {
		case *ast.List:
			for it := n.FirstChild(); it != nil; it = it.NextSibling() {
				parts = append(parts, "- "+r.raw(it.FirstChild()).Text)
			}
		default:
			if n.Lines().Len() > 0 {
				parts = append(parts, r.raw(n).Text)
			}
		}
	}
	return strings.Join(parts, "\n")
}

// fence is a section's one fenced block: its text as written and the place of its first line.
func (r *reader) fence(s *section) (span, bool) {
	if len(s.blocks) == 1 {
		if f, ok := s.blocks[0].(*ast.FencedCodeBlock); ok && f.Lines().Len() > 0 {
			return span{string(f.Lines().Value(r.src)), r.ix.pos(f.Lines().At(0).Start)}, true
		}
	}
	r.errs.add(s.pos, "section %q holds %s; legal is one fenced block that is not empty", s.title, describe(s.blocks))
	return span{}, false
}

// table is a section's one table as rows of cells, the header first.
func (r *reader) table(s *section) ([][]span, bool) {
	if len(s.blocks) == 1 {
		if t, ok := s.blocks[0].(*east.Table); ok {
			return r.tableRows(t), true
		}
	}
	r.errs.add(s.pos, "section %q holds %s; legal is one table", s.title, describe(s.blocks))
	return nil, false
}

func (r *reader) tableRows(t *east.Table) [][]span {
	var rows [][]span
	for n := t.FirstChild(); n != nil; n = n.NextSibling() {
		var row []span
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			cell := r.raw(c)
			if c.Lines().Len() == 0 && len(row) > 0 {
				cell.Pos = row[len(row)-1].Pos // an empty cell has no place of its own
			}
			row = append(row, cell)
		}
		if n := euSourceCells(r.src, r.ix, row[0].Pos.Line); n != len(row) {
			r.errs.add(row[0].Pos, "row has %d cells; legal are %d, as in the header", n, len(row))
		}
		rows = append(rows, row)
	}
	return rows
}

// items are a list's items: first line and the nested list, if any.
func (r *reader) items(n ast.Node) (heads []span, nested []*ast.List) {
	for it := n.FirstChild(); it != nil; it = it.NextSibling() {
		heads = append(heads, r.raw(it.FirstChild()))
		var sub *ast.List
		for c := it.FirstChild(); c != nil; c = c.NextSibling() {
			if l, ok := c.(*ast.List); ok {
				sub = l
			}
		}
		nested = append(nested, sub)
	}
	return heads, nested
}

func describe(blocks []ast.Node) string {
	if len(blocks) == 0 {
		return "nothing"
	}
	var kinds []string
	for _, b := range blocks {
		kinds = append(kinds, strings.ToLower(b.Kind().String()))
	}
	return strings.Join(kinds, ", ")
}
