package opdefs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/genvisa/genvisa/internal/lazy"
)

var (
	formatCell = lazy.Regexp(`^([A-Z][A-Za-z0-9_]*):([a-z]+)([*?])?(?:=(0x[0-9a-f]+|[0-9]+|[A-Z][A-Za-z0-9_]*|null))?$`)
	dataKey    = lazy.Regexp(`^data from ([1-9][0-9]*)$`)
	hexPrefix  = lazy.Regexp(`^(?:0x|[a-z]+)$`)
	fieldHead  = lazy.Regexp(`(?s)^\*\*([A-Z][A-Za-z0-9_]*)\(([a-z]+[*?]?)\):\*\*\s*(.*)$`)
)

func fieldTypes() []string {
	return []string{"exec", "pred", "dst", "vec", "raw", "ub", "uw", "ud", "d", "tag", "surface", "sampler", "label", "string", "longstring", "var", "count", "same", "reg", "elts"}
}

func readFormat(r *reader, p *Page, _ *Model, s *section) {
	before := len(*r.errs)
	defer func() { p.badFields = len(*r.errs) > before }()
	rows, ok := r.table(s)
	if !ok {
		return
	}
	if len(rows) != 1 {
		r.errs.add(s.pos, "Format has %d rows below its header; all fields stand in the header row", len(rows)-1)
		return
	}
	want := fmt.Sprintf("0x%02x(%s)", p.Code, p.Name)
	if p.HasSub {
		want = fmt.Sprintf("0x%02x.0x%02x(%s)", p.Code, p.Sub, p.Name)
	}
	if p.hasCode && rows[0][0].Text != want {
		r.errs.add(rows[0][0].Pos, "first cell of Format is %q; legal is %q", rows[0][0].Text, want)
	}
	for i, c := range rows[0][1:] {
		if f := r.field(p, c, i); f != nil {
			p.Fields = append(p.Fields, f)
		}
	}
	r.repeats(p, len(rows[0])-2)
}

// repeats checks what takes a variable number of operands: the field at index
// last, and the count that stands for their number in the binary form.
func (r *reader) repeats(p *Page, last int) {
	var count *OpField
	for i, f := range p.Fields {
		switch {
		case f.Type == TSame && (i == 0 || p.Fields[i-1].Type != TVec):
			r.errs.add(f.Pos, "field %s of type same; legal is that behind a vec, which it writes again", f.Name)
		case f.Type == TCount && count != nil:
			r.errs.add(f.Pos, "second field of type count; legal is one")
		case f.Type == TCount:
			count = f
		case f.Repeat && f.Index != last:
			r.errs.add(f.Pos, "field %s repeats; legal is that for the last field of Format", f.Name)
		case f.Optional && (f.Type != TRaw || f.Fixed || p.Repeated() == nil || p.Repeated().Type != TRaw):
			r.errs.add(f.Pos, "field %s of type %s may be missing; legal is that for raw, before raw operands that repeat", f.Name, f.Type)
		case f.Repeat && f.Type != TLabel && f.Type != TRaw && f.Type != TVec || f.Repeat && f.Fixed:
			r.errs.add(f.Pos, "field %s of type %s repeats; legal are label, raw and vec", f.Name, f.Type)
		}
	}
	if count != nil && p.Repeated() == nil {
		r.errs.add(count.Pos, "field %s of type count, and no field that repeats; legal is a last field Name:TYPE*", count.Name)
	}
}

// typeText is the field's type as the page writes it.
func (f *OpField) typeText() string {
	switch {
	case f.Repeat:
		return string(f.Type) + "*"
	case f.Optional:
		return string(f.Type) + "?"
	}
	return string(f.Type)
}

func (r *reader) field(p *Page, c span, i int) *OpField {
	g := formatCell.FindStringSubmatch(c.Text)
	if g == nil {
		r.errs.add(c.Pos, "cell %q of Format; legal is Name:TYPE, Name:TYPE=NUMBER, Name:TYPE=NAME of a field before, Name:raw=null, Name:TYPE? or Name:TYPE*", c.Text)
		return nil
	}
	f := &OpField{Name: strings.ToLower(g[1]), Type: FieldType(g[2]), Repeat: g[3] == "*", Optional: g[3] == "?", Pos: c.Pos, Index: i}
	if fieldLetters[f.Type] == 0 {
		r.errs.add(c.Pos, "type %q of field %s; legal are %s", g[2], g[1], oneOf(fieldTypes()))
		return nil
	}
	if f.Type == TElts {
		f.Type, f.Elts = TExec, true
	}
	if p.Field(f.Name) != nil {
		r.errs.add(c.Pos, "field %s stands twice", g[1])
	}
	if t, ok := reservedFields[f.Name]; ok && !slices.Contains(t, f.Type) {
		r.errs.add(c.Pos, "field %s of type %s has a name of the language; legal is another name%s", g[1], f.Type, only(t))
	}
	for _, o := range p.Fields {
		if o.Type == f.Type && (f.Type == TExec || f.Type == TPred) {
			r.errs.add(c.Pos, "second field of type %s; legal is one", f.Type)
		}
	}
	if g[4] == "" {
		return f
	}
	f.Fixed = true
	if f.Like = p.Field(strings.ToLower(g[4])); f.Like != nil && f.Like.Type == f.Type && f.Type.IsNumber() || f.Type == TRaw && g[4] == "null" {
		return f
	}
	v, err := strconv.ParseUint(g[4], 0, 32)
	if err != nil || !f.Type.IsNumber() || v > f.Type.max() {
		r.errs.add(c.Pos, "field %s of type %s is fixed to %s; legal are number fields with numbers that fit them or fields of their type, and null for raw", g[1], f.Type, g[4])
		return nil
	}
	f.Value = uint32(v)
	return f
}

// maxDataCode is the largest code that "data of" and "approximate of" can name.
const maxDataCode = 31

// maxLog2 is the largest code of a field that Semantics see as a power of two.
const maxLog2 = 62

// reservedFields are names with a meaning in Semantics or in the typed views,
// with the only types that such a field may have.
var reservedFields = map[string][]FieldType{
	"if": nil, "else": nil, "for": nil, "while": nil, "lanes": nil, "atomic": nil, "int": nil, "flat": nil, "inst": nil, Undefined: nil,
	"exec": {TExec}, "exec_size": {TExec}, "pred": {TPred}, "surface": {TSurface, TVec}, "space": {TUB},
}

func only(types []FieldType) string {
	if len(types) == 0 {
		return ""
	}
	var names []string
	for _, t := range types {
		names = append(names, string(t))
	}
	return ", or type " + oneOf(names)
}

func readDescription(r *reader, p *Page, m *Model, s *section) {
	if p.badFields {
		return
	}
	n := len(s.blocks)
	if n > 0 {
		if l, ok := s.blocks[n-1].(*ast.List); ok {
			n--
			r.fieldBullets(p, m, l)
		}
	}
	if p.Doc = r.prose(s.blocks[:n]); p.Doc == "" {
		r.errs.add(s.pos, "Description has no text before its fields")
	}
	for _, f := range p.Fields {
		if f.IsOperand() && !f.described {
			r.errs.add(s.pos, "Description has no bullet for field %s: legal is \"- **%s(%s):** text\"", f.Name, title(f.Name), f.typeText())
		}
		r.flagLimits(p, f)
		if f.Log2 && (f.Enum == nil || !f.Enum.Flags && slices.Max(fieldCodes(f)) > maxLog2) {
			r.errs.add(f.Pos, "field %s has value: log2; legal is that with an enumeration of codes up to %d", f.Name, maxLog2)
		}
		if f.Hex != "" && f.Enum != nil {
			r.errs.add(f.Pos, "field %s has both enum and hex; legal is one of them", f.Name)
		}
		if f.IsRaw() && f.described && !f.accessSet {
			r.errs.add(f.Pos, "raw field %s has no access; legal is a sub-bullet \"access: read\", \"write\", \"read write\" or \"none\"", f.Name)
		}
	}
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func (r *reader) fieldBullets(p *Page, m *Model, l *ast.List) {
	heads, nested := r.items(l)
	last := -1
	for i, h := range heads {
		g := fieldHead.FindStringSubmatch(h.Text)
		if g == nil {
			r.errs.add(h.Pos, "bullet %q of Description; legal is **Name(TYPE):** text", firstLine(h.Text))
			continue
		}
		f := p.Field(strings.ToLower(g[1]))
		switch {
		case f == nil || !f.IsOperand():
			r.errs.add(h.Pos, "bullet for %q, which is no operand field of Format; legal are %s", g[1], oneOf(slotNames(p)))
			continue
		case f.Index <= last:
			r.errs.add(h.Pos, "bullet for %s is out of order or stands twice; the order is that of Format", g[1])
		case f.typeText() != g[2]:
			r.errs.add(h.Pos, "bullet gives %s type %s, Format gives %s", g[1], g[2], f.typeText())
		}
		last, f.described, f.Doc = f.Index, true, g[3]
		f.Written, f.Read = f.Type == TDst, f.Type == TVec
		if nested[i] != nil {
			r.fieldKeys(p, f, m, nested[i])
		}
	}
}

func slotNames(p *Page) []string {
	var out []string
	for _, f := range p.Fields {
		if f.IsOperand() {
			out = append(out, title(f.Name))
		}
	}
	return out
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

func (r *reader) fieldKeys(p *Page, f *OpField, m *Model, l *ast.List) {
	heads, _ := r.items(l)
	for _, h := range heads {
		key, val, _ := strings.Cut(h.Text, ":")
		val = strings.TrimSpace(val)
		switch {
		case strings.HasPrefix(h.Text, "Bit["):
		case h.Text == "ignored":
			f.Ignored = true
		case h.Text == "pair" && f.Type == TDst:
			f.Pair = true
		case h.Text == "short" && (f.Type == TVec || f.Type == TRaw):
			f.Short = true
		case key == "one element" && f.Enum != nil:
			if v, ok := f.Enum.Value(val); ok {
				f.One = &v
				continue
			}
			r.errs.add(h.Pos, "one element %q; legal is a text of enumeration %s", val, f.Enum.Name)
		case key == "absent" && f.Type == TVec:
			r.absence(p, f, h, val)
		case key == "present" && (f.Type == TVec || f.Type == TRaw):
			r.presence(p, f, h, val)
		case strings.HasPrefix(key, "beside ") && f.Type.IsNumber():
			r.pairs(p, f, h, strings.TrimPrefix(key, "beside "), val)
		case key == "access":
			r.access(f, h, val)
		case key == "class" && (f.Type == TVec || f.Type == TDst):
			f.Classes = r.classes(h, val)
		case key == "type" && (f.Type == TVec || f.IsRaw()):
			f.Types = r.types(h, val)
		case key == "value" && val == "log2" && f.Type.IsNumber():
			f.Log2 = true
		case key == "hex" && f.Type.IsNumber() && hexPrefix.MatchString(val):
			f.Hex = val
		case strings.HasPrefix(key, "data of ") && f.Enum != nil && val != "":
			f.Why = val
			f.DataOf = r.valuesOf(f, h.Pos, key, "data of ")
		case strings.HasPrefix(key, "approximate of ") && f.Enum != nil && val != "":
			f.RoughOf, f.Rough = r.valuesOf(f, h.Pos, key, "approximate of "), val
		case key == "omitted" && f.Type.IsNumber() && f.Enum == nil:
			n, err := strconv.ParseUint(val, 10, 32)
			if err != nil || n == 0 || n > f.Type.max() {
				r.errs.add(h.Pos, "omitted %q of field %s of type %s; legal are numbers that the field has, but 0", val, f.Name, f.Type)
			}
			f.Omitted = uint32(n)
		case dataKey.MatchString(key) && f.Type.IsNumber() && val != "":
			n, err := strconv.ParseUint(dataKey.FindStringSubmatch(key)[1], 10, 32)
			if err != nil || n > f.Type.max() {
				r.errs.add(h.Pos, "%s of field %s of type %s; legal are numbers that the field has", key, f.Name, f.Type)
			}
			f.DataFrom, f.Why = uint32(n), val
		case key == "enum" && f.Type.IsNumber():
			if f.Enum = m.Enum(val); f.Enum == nil {
				r.errs.add(h.Pos, "enumeration %q is not in ENUMS.md", val)
			}
		case r.fieldLimit(f, h, key, val):
		default:
			r.errs.add(h.Pos, "sub-bullet %q of field %s of type %s; legal are \"access: ...\", \"ignored\" and \"Bit[...\", on vec and dst \"class: ...\", on dst \"pair\", on vec and raw \"type: ...\", \"present: FIELD=FLAG\" and \"short\", on vec \"absent: FIELD=TEXT\", on number fields \"enum: NAME\", \"one element: TEXT\" and \"beside FIELD: TEXT TEXT, ...\" behind it, \"value: log2\", \"range: LOW..HIGH\", \"omitted: N\", \"data from N: REASON\", \"data of TEXT: REASON\", \"approximate of TEXT: REASON\" and \"hex: 0x\" or \"hex: LETTERS\", on surfaces \"not slm {GUARD}\", on raw \"required\" and \"bytes: EXPRESSION\", and on labels \"begins: block\" or \"begins: subroutine\"", firstLine(h.Text), f.Name, f.Type)
		}
	}
}

// valuesOf are the values that a sub-bullet names behind its first words, by their texts.
func (r *reader) valuesOf(f *OpField, pos Pos, key, words string) (list []uint32) {
	for _, text := range splitList(strings.TrimPrefix(key, words)) {
		v, ok := f.Enum.Value(text)
		if !ok || v > maxDataCode {
			r.errs.add(pos, "%s of field %s; legal are texts of enumeration %s with codes up to %d", key, f.Name, f.Enum.Name, maxDataCode)
		}
		list = append(list, v)
	}
	return list
}

// ClassNames are the operand classes of vec and dst fields. Predicates stand
// where a type map has BOOL.
var ClassNames = []string{"general", "indirect", "immediate", "address", "address of", "state"}

func (r *reader) classes(h span, val string) []string {
	list := splitList(val)
	for _, c := range list {
		if !slices.Contains(ClassNames, c) {
			r.errs.add(h.Pos, "operand class %q; legal are %s", c, oneOf(ClassNames))
		}
	}
	return list
}

func (r *reader) access(f *OpField, h span, val string) {
	f.accessSet, f.Read, f.Written = true, false, false
	switch val {
	case "read":
		f.Read = true
	case "write":
		f.Written = true
	case "read write":
		f.Read, f.Written = true, true
	case "none":
	default:
		r.errs.add(h.Pos, "access %q; legal are read, write, read write or none", val)
	}
	if !f.IsRaw() {
		r.errs.add(h.Pos, "access on field %s of type %s; legal on raw and reg: a dst is written and a vec read", f.Name, f.Type)
	}
}

// absence reads "space=flat": the value of an earlier field with which the operand is missing.
func (r *reader) absence(p *Page, f *OpField, h span, val string) {
	name, text, _ := strings.Cut(val, "=")
	if of := p.Field(name); of != nil && of.Enum != nil && !of.Enum.Flags && of.Index < f.Index {
		if v, ok := of.Enum.Value(text); ok {
			f.Absent = &Absence{of, v}
			return
		}
	}
	r.errs.add(h.Pos, "absent %q; legal is FIELD=TEXT with an earlier field and a text of its enumeration", val)
}
