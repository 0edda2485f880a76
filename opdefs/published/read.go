package published

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

var (
	heading    = lazy.Regexp(`^(#{2,4}) +(Opcode|Format|Semantics|Description|Properties|Operand type maps|Text|Examples|Notes)\s*$`)
	opcodeLine = lazy.Regexp(`^\s*([A-Za-z0-9_]+)\s*=\s*0x([0-9a-fA-F]{1,2})\s*$`)
	pageName   = lazy.Regexp(`^[A-Z0-9_]+$`)
)

// Is tells a published page from one of ours, which starts with a heading of level 1.
func Is(src []byte) bool {
	lines := bytes.Split(src[:min(len(src), opdefs.MaxPageBytes)], []byte("\n"))
	opcode := slices.ContainsFunc(lines, func(l []byte) bool { return heading.Match(bytes.TrimRight(l, "\r")) })
	ours := slices.IndexFunc(lines, func(l []byte) bool { return len(bytes.TrimSpace(l)) > 0 })
	return opcode && !bytes.HasPrefix(lines[ours], []byte("# "))
}

// Read finds the parts of a page. It takes whatever it can use and says of the rest what it
// made of it; the error is that of a page without an opcode, or of one that is too long.
func Read(file string, src []byte) (*Page, []Mend, error) {
	start := opdefs.Pos{File: file, Line: 1, Col: 1}
	if len(src) > opdefs.MaxPageBytes {
		return nil, nil, &opdefs.Error{Pos: start, Msg: fmt.Sprintf("the page has %d bytes; legal are at most %d", len(src), opdefs.MaxPageBytes)}
	}
	p := &Page{File: file}
	secs := p.sections(src)
	if !p.opcodes(secs["Opcode"]) {
		return nil, nil, &opdefs.Error{Pos: start, Msg: "no line NAME = 0xNN below a heading ## Opcode; a published page has one"}
	}
	if p.Name, _, _ = strings.Cut(path.Base(file), "."); !pageName.MatchString(p.Name) {
		p.Name = strings.ToUpper(p.Code.Name)
		if p.Sub != nil {
			p.Name += "_" + strings.ToUpper(p.Sub.Name)
		}
	}
	p.layout(secs["Format"])
	p.Body = p.code(secs["Semantics"], "Semantics")
	p.description(secs["Description"])
	p.properties(secs["Properties"])
	p.typeMaps(secs["Operand type maps"])
	p.Text = p.code(secs["Text"], "Text")
	p.Notes = p.code(secs["Notes"], "")
	return p, p.mends, nil
}

func (p *Page) lose(at opdefs.Pos, kind, format string, args ...any) {
	p.left = append(p.left, Left{at, kind, fmt.Sprintf(format, args...)})
}

func (p *Page) mend(at opdefs.Pos, kind, was, now string) {
	p.mends = append(p.mends, Mend{at, kind, was, now})
}

// sections cuts a page at the headings that it knows; what stands before the first one is
// the notice of rights, or what a web page has around its text.
func (p *Page) sections(src []byte) map[string][]Line {
	out := map[string][]Line{}
	name, n := "", 0
	for l := range strings.Lines(string(src)) {
		n++
		l = strings.TrimRight(l, "\r\n")
		if h := heading.FindStringSubmatch(l); h != nil {
			name = h[2]
			if _, twice := out[name]; !twice {
				out[name] = []Line{}
			}
			continue
		}
		out[name] = append(out[name], Line{l, opdefs.Pos{File: p.File, Line: n, Col: 1}})
	}
	comment := false
	for _, l := range out[""] {
		t := strings.TrimSpace(strings.TrimPrefix(l.Text, "\uFEFF"))
		comment = comment || strings.HasPrefix(t, "<!--")
		if t != "" && !comment {
			p.mend(l.Pos, "text before the page", t, "")
			break
		}
		comment = comment && !strings.Contains(t, "-->")
	}
	return out
}

func (p *Page) opcodes(lines []Line) bool {
	found := 0
	for _, l := range lines {
		g := opcodeLine.FindStringSubmatch(l.Text)
		if g == nil {
			continue
		}
		v, _ := strconv.ParseUint(g[2], 16, 8)
		n := Number{g[1], uint8(v), l.Pos}
		switch found++; found {
		case 1:
			p.Code = n
		case 2:
			p.Sub = &n
		}
	}
	return found > 0
}

// code gives the lines of a block without its fences, whose absence or doubling is
// reported when the section has a name.
func (p *Page) code(lines []Line, section string) []Line {
	var out []Line
	fences := 0
	for _, l := range lines {
		t := l.Text
		if strings.HasPrefix(strings.TrimSpace(t), "```") {
			fences++
			continue
		}
		if strings.Contains(t, "\t") {
			was := t
			t = strings.ReplaceAll(t, "\t", " ")
			p.mend(l.Pos, "tab", was, t)
		}
		if strings.TrimSpace(t) == "" {
			continue
		}
		l.Pos.Col = 1 + len(t) - len(strings.TrimLeft(t, " "))
		out = append(out, Line{strings.TrimSpace(t), l.Pos})
	}
	if section != "" && fences != 2 && len(out) > 0 {
		p.mend(out[0].Pos, "fences of "+section, strconv.Itoa(fences), "2")
	}
	return out
}
