package opdefs

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/genvisa/genvisa/internal/lazy"
)

// pageSections are the sections of a page in their order (README, "A vISA page").
var pageSections = []struct {
	title    string
	level    int
	optional bool
	read     func(*reader, *Page, *Model, *section)
}{
	{"Opcode", 2, false, readOpcode},
	{"Format", 2, false, readFormat},
	{"Semantics", 2, false, readSemantics},
	{"Description", 2, false, readDescription},
	{"Properties", 4, false, readProperties},
	{"Operand type maps", 4, true, readTypeMaps},
	{"Text", 2, false, readText},
	{"Vectors", 2, true, readVectors},
	{"Notes", 2, true, readNotes},
}

func parsePage(file string, src []byte, m *Model, errs *Errors) *Page {
	r := newReader(file, src, errs)
	r.legal = m.mapTypes()
	before := len(*errs)
	secs := r.sections()
	p := &Page{Name: pageName(file), Pos: Pos{File: file, Line: 1, Col: 1}}
	if len(secs) == 0 || secs[0].level != 1 || secs[0].title != p.Name {
		errs.add(p.Pos, "page does not start with the level-1 heading %q", p.Name)
		return nil
	}
	if len(secs[0].blocks) > 0 {
		errs.add(r.posOf(secs[0].blocks[0]), "text below the title; legal is the heading \"## Opcode\"")
	}
	next := 0
	for _, s := range secs[1:] {
		k := sectionIndex(s)
		if k < 0 {
			errs.add(s.pos, "heading %q of level %d; legal are %s", s.title, s.level, sectionList())
			continue
		}
		if k < next {
			errs.add(s.pos, "section %q comes after %q; each section stands once, in the order %s", s.title, pageSections[next-1].title, sectionList())
			continue
		}
		r.missing(s.pos, next, k)
		pageSections[k].read(r, p, m, s)
		next = k + 1
	}
	r.missing(r.ix.pos(len(src)), next, len(pageSections))
	if len(*errs) == before {
		checkPage(p, errs)
	}
	if len(*errs) > before {
		return nil
	}
	return p
}

func (r *reader) missing(at Pos, from, to int) {
	for _, s := range pageSections[from:to] {
		if !s.optional {
			r.errs.add(at, "section %q is missing", strings.Repeat("#", s.level)+" "+s.title)
		}
	}
}

func sectionIndex(s *section) int {
	for i, d := range pageSections {
		if d.title == s.title && d.level == s.level {
			return i
		}
	}
	return -1
}

func sectionList() string {
	var l []string
	for _, s := range pageSections {
		l = append(l, strings.Repeat("#", s.level)+" "+s.title)
	}
	return oneOf(l)
}

var opcodeLine = lazy.Regexp(`^([A-Z0-9_]+) = (0x[0-9a-f]{2})(\.0x[0-9a-f]{2})?$`)

func readOpcode(r *reader, p *Page, _ *Model, s *section) {
	if len(s.blocks) != 1 {
		r.errs.add(s.pos, "section \"Opcode\" holds %s; legal is one line NAME = 0xNN", describe(s.blocks))
		return
	}
	line := r.raw(s.blocks[0])
	f := opcodeLine.FindStringSubmatch(line.Text)
	if f == nil || f[1] != p.Name {
		r.errs.add(line.Pos, "opcode line %q; legal is %s = 0xNN, or 0xNN.0xNN with a sub-opcode, in lower-case hexadecimal", line.Text, p.Name)
		return
	}
	p.Code, p.Sub, p.HasSub = parseCode(f[2], f[3])
	p.hasCode = true
}

// parseCode reads "0x4e" and ".0x05", which may be empty.
func parseCode(code, sub string) (c, s uint8, hasSub bool) {
	v, _ := strconv.ParseUint(code, 0, 8)
	w, err := strconv.ParseUint(strings.TrimPrefix(sub, "."), 0, 8)
	return uint8(v), uint8(w), err == nil
}

// HookEnum is the enumeration of the names after "hook": what engines have code
// of their own for.
const HookEnum = "HOOK"

// hooks are the names of HookEnum.
func (m *Model) hooks() (names []string) {
	if e := m.Enum(HookEnum); e != nil {
		for _, v := range e.Values {
			names = append(names, v.Text)
		}
	}
	return names
}

func readSemantics(r *reader, p *Page, m *Model, s *section) {
	if len(s.blocks) == 1 {
		if para, ok := s.blocks[0].(*ast.Paragraph); ok {
			r.semanticsLine(p, m, r.raw(para))
			return
		}
	}
	if f, ok := r.fence(s); ok {
		p.bodyText, p.bodyPos = f.Text, f.Pos
	}
}

// semanticsLine reads what stands instead of a block: a hook, or why there is none.
func (r *reader) semanticsLine(p *Page, m *Model, line span) {
	hook, isHook := strings.CutPrefix(line.Text, "hook ")
	reason, isData := strings.CutPrefix(line.Text, "data ")
	switch {
	case isHook && slices.Contains(m.hooks(), hook):
		p.Hook = hook
	case isData && !strings.Contains(reason, "\n"):
		p.Data = strings.TrimSpace(reason)
	default:
		r.errs.add(line.Pos, "Semantics %q; legal is one fenced block, the line \"data REASON\" or the line \"hook NAME\" with NAME %s", firstLine(line.Text), oneOf(m.hooks()))
	}
}

func readVectors(r *reader, p *Page, _ *Model, s *section) {
	rows, ok := r.table(s)
	if !ok {
		return
	}
	if len(rows[0]) != 2 || rows[0][0].Text != "Text" || rows[0][1].Text != "Bytes" {
		r.errs.add(s.pos, "table of vectors has other columns; legal are Text and Bytes")
		return
	}
	for _, row := range rows[1:] {
		txt, ok1 := codeSpan(row[0].Text)
		hexa, ok2 := codeSpan(row[1].Text)
		b, err := hex.DecodeString(hexa)
		if !ok1 || !ok2 || err != nil || len(b) == 0 {
			r.errs.add(row[0].Pos, "vector %q %q; legal is a line of text and its bytes in hexadecimal, both between backquotes", row[0].Text, row[1].Text)
			continue
		}
		p.Vectors = append(p.Vectors, Vector{row[0].Pos, txt, b})
	}
}

func codeSpan(s string) (string, bool) {
	if len(s) < 3 || s[0] != '`' || s[len(s)-1] != '`' {
		return "", false
	}
	return s[1 : len(s)-1], true
}

func readNotes(r *reader, p *Page, _ *Model, s *section) { p.Notes = r.prose(s.blocks) }
