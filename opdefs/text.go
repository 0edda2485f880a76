package opdefs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

type textPiece struct {
	kind TextKind
	re   *lazy.Pattern
}

// textPieces match one piece of a template at the start of a string each.
var textPieces = []textPiece{
	{TextPred, lazy.Regexp(`^\[\(<([a-z0-9_]+)>\)\]`)},
	{TextSat, lazy.Regexp(`^\[\.sat\]`)},
	{TextOption, lazy.Regexp(`^\[<([a-z0-9_]+)>\]`)},
	{TextMod, lazy.Regexp(`^\.<([a-z0-9_]+)>`)},
	{TextParen, lazy.Regexp(`^\(<([a-z0-9_]+)>\)`)},
	{TextOpen, lazy.Regexp(`^\(<([a-z0-9_]+)>,`)},
	{TextClose, lazy.Regexp(`^<([a-z0-9_]+)>\)`)},
	{TextLabel, lazy.Regexp(`^<([a-z0-9_]+)>:`)},
	{TextQuoted, lazy.Regexp(`^"<([a-z0-9_]+)>"`)},
	{TextSlot, lazy.Regexp(`^<([a-z0-9_]+)>`)},
	{TextSigned, lazy.Regexp(`^\+<([a-z0-9_]+)>`)},
	{TextLit, lazy.Regexp(`^'([^' ]|[a-z]+)'`)},
	{TextName, lazy.Regexp(`^(?:\.?[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*|[A-Z]+\b)`)},
}

var fixClause = lazy.Regexp(`^([a-z0-9_]+)=(0x[0-9a-f]+|[0-9]+|[a-z][A-Za-z0-9_.]*)$`)

func readText(r *reader, p *Page, _ *Model, s *section) {
	f, ok := r.fence(s)
	if !ok || p.badFields {
		return
	}
	line := f.Pos
	blank := true
	for l := range strings.Lines(f.Text) {
		if l = strings.TrimRight(l, "\r\n"); strings.TrimSpace(l) != "" {
			r.textLine(p, l, line)
			blank = false
		}
		line.Line++
	}
	if blank {
		r.errs.add(s.pos, "section \"Text\" has no line; legal is one for each mnemonic")
	}
}

func (r *reader) textLine(p *Page, l string, at Pos) {
	op := &Op{Pos: at, Page: p}
	tmpl, fix, has := strings.Cut(l, ";")
	if has {
		for _, c := range splitList(fix) {
			r.fixClause(p, op, c, at)
		}
	}
	pos := at
	g := group{}
	for s := tmpl; ; {
		s = g.end(s)
		t := g.begin(strings.TrimLeft(s, " "))
		pos.Col = at.Col + len(tmpl) - len(t)
		if t == "" {
			break
		}
		n := r.textPiece(p, op, t, pos)
		if n == 0 {
			return
		}
		part := &op.Text[len(op.Text)-1]
		part.Wide, part.Glue = strings.HasPrefix(s, "  "), len(op.Text) > 1 && !strings.HasPrefix(s, " ")
		part.Group = g.number
		s = t[n:]
	}
	if g.open {
		r.errs.add(pos, "template ends inside of brackets; legal is \"]\" behind the last piece of a group")
		return
	}
	words(op)
	if op.Name == "" {
		op.Name = strings.ToLower(p.Name)
	}
	op.GoName = goName(op, p)
	p.Ops = append(p.Ops, op)
}

// group counts the groups of pieces in brackets.
type group struct {
	number, last int
	open         bool
}

// end takes the bracket that ends a group off the rest of a template.
func (g *group) end(s string) string {
	if g.open && strings.HasPrefix(s, "]") {
		g.open, g.number = false, 0
		s = strings.TrimPrefix(s, "]")
	}
	return s
}

// begin takes the bracket that begins a group off. Pieces with brackets of their own are none.
func (g *group) begin(t string) string {
	if !g.open && strings.HasPrefix(t, "[") && !single(t) {
		g.open, g.last = true, g.last+1
		g.number = g.last
		t = strings.TrimPrefix(t, "[")
	}
	return t
}

// single reports whether t begins with a piece that has brackets of its own.
func single(t string) bool {
	return slices.ContainsFunc(textPieces, func(p textPiece) bool { return p.re.MatchString(t) })
}

// words finds the number fields that are written without a blank before or behind them,
// where only their enumeration, or the last digit, says where they end.
func words(op *Op) {
	for i := range op.Text {
		t := &op.Text[i]
		glued := t.Glue || i+1 < len(op.Text) && op.Text[i+1].Glue
		if t.Kind == TextSlot && glued && t.Field.Type.IsNumber() {
			t.Kind = TextWord
		}
	}
}

func (r *reader) fixClause(p *Page, op *Op, c string, at Pos) {
	g := fixClause.FindStringSubmatch(c)
	if g == nil {
		r.errs.add(at, "clause %q after \";\"; legal is field=NUMBER or field=TEXT", c)
		return
	}
	f := p.Field(g[1])
	v, err := strconv.ParseUint(g[2], 0, 32)
	if f != nil && f.Enum != nil && err != nil {
		if code, ok := f.Enum.Value(g[2]); ok {
			v, err = uint64(code), nil
		}
	}
	if f == nil || !f.Type.IsNumber() || f.Fixed || err != nil {
		r.errs.add(at, "clause %q; legal is a number field of Format that is not fixed there", c)
		return
	}
	if v > f.Type.max() || f.Enum != nil && !slices.Contains(fieldCodes(f), uint32(v)) {
		r.errs.add(at, "clause %q; legal are the values of field %s of type %s", c, f.Name, f.Type)
		return
	}
	if _, twice := op.FixedOf(f); twice {
		r.errs.add(at, "clause %q fixes field %s a second time", c, f.Name)
		return
	}
	op.Fixed = append(op.Fixed, FixedValue{f, uint32(v)})
}

// textPiece reads one piece at the start of t and returns its length, 0 on error.
func (r *reader) textPiece(p *Page, op *Op, t string, at Pos) int {
	for _, piece := range textPieces {
		m := piece.re.FindStringSubmatch(t)
		if m == nil {
			continue
		}
		part := TextPart{Kind: piece.kind, Pos: at}
		if piece.kind == TextName {
			part.Lit = m[0]
			if op.Name != "" {
				r.errs.add(at, "second mnemonic %q in a template", m[0])
				return 0
			}
			op.Name = m[0]
		}
		if piece.kind == TextLit {
			part.Lit = m[1]
		} else if len(m) > 1 {
			if part.Field = p.Field(m[1]); part.Field == nil {
				r.errs.add(at, "placeholder <%s> is no field of Format; legal are %s", m[1], oneOf(fieldNames(p)))
				return 0
			}
		}
		if part.Kind == TextSat {
			op.Sat = true
		}
		switch {
		case part.Kind == TextParen && part.Field.Type == TExec:
			part.Kind = TextExec
		case part.Kind == TextMod && part.Field.Enum != nil && part.Field.Enum.Flags:
			part.Kind = TextFlags
		case part.Kind == TextParen && part.Field.Repeat:
			part.Kind = TextList
		}
		op.Text = append(op.Text, part)
		return len(m[0])
	}
	r.errs.add(at, "template %q; legal are [(<pred>)], a mnemonic of lower-case letters or of capitals, [.sat], [<field>], .<field>, (<field>), (<field>, <field>), <field>, \"<field>\", <label>:, +<field>, 'c', 'word' and groups of these in brackets", t)
	return 0
}

func fieldNames(p *Page) []string {
	var out []string
	for _, f := range p.Fields {
		out = append(out, f.Name)
	}
	return out
}

// goName is the mnemonic in camel case; the page's name when the mnemonic is none.
func goName(op *Op, p *Page) string {
	s := op.Name
	if s[0] == '.' {
		s = strings.ToLower(p.Name)
	}
	var b strings.Builder
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == '_' || r == '.' }) {
		b.WriteString(title(strings.ToLower(w)))
	}
	return b.String()
}
