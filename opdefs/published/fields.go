package published

import (
	"regexp"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

// field is a field of Format in our form.
type field struct {
	name    string // as Format has it
	typ     opdefs.FieldType
	of      *Field // its bullet; nil when there is none
	pos     opdefs.Pos
	fixed   bool // to value, or to null: no text shows it
	value   uint32
	repeat  bool   // Name:TYPE*
	access  string // of raw fields
	class   string
	types   string
	enum    string
	log2    bool
	hex     string // what stands before hexadecimal digits in the text
	ignored bool
	pair    bool
	short   bool // its text has neither an offset of 0 nor a region
	limits  []string
	absent  string // when a vec is missing: "space=flat"
}

func (f *field) lower() string { return strings.ToLower(f.name) }

// isExec is true for the execution size, in whatever coding.
func (f *field) isExec() bool { return f.typ == opdefs.TExec || f.typ == opdefs.TElts }

func (f *field) isNumber() bool { return f.typ.IsNumber() }

var (
	mustHave   = lazy.Regexp(`Must have type ([A-Z]+(?:,[A-Z]+)*)`)
	classWords = lazy.Regexp(`Operand class: ([a-z0-9]+(?:, ?[a-z0-9]+)*)`)
	wordOnly   = lazy.Regexp(`^[A-Za-z][A-Za-z0-9_]*$`)
)

// makeFields gives the fields of Format their types. Variants of a page are one format
// when they begin alike and have nothing but raw operands behind a field that counts.
func (c *converter) makeFields() error {
	if len(c.Variants) == 0 {
		return nil
	}
	cells, rest := c.Variants[0].Cells, false
	if len(c.Variants) > 1 {
		n := c.commonCells()
		for _, v := range c.Variants {
			for _, cell := range v.Cells[n:] {
				if f := c.bullet(cell.Name); f == nil || f.Type != "raw_operand" {
					return &Inexpressible{cell.Pos, "field " + cell.Name + " stands in some forms of the op alone, and is no raw operand"}
				}
			}
		}
		c.mend(c.Variants[1].Pos, "forms of one layout", names(cells[n:]), "Params")
		cells, rest = cells[:n], true
	}
	if c.part.selector != "" {
		c.fields = append(c.fields, &field{name: "Sub", typ: opdefs.TUB, pos: cells[0].Pos})
		cells = cells[1:]
	}
	for i, cell := range cells {
		if f := c.labelList(cells[i:]); f != nil {
			c.fields = append(c.fields, f)
			c.counts(i)
			break
		}
		f, err := c.field(cell)
		if err != nil {
			return err
		}
		c.fields = append(c.fields, f)
	}
	if rest {
		c.fields = append(c.fields, &field{name: "Params", typ: opdefs.TRaw, repeat: true, access: "read", pos: c.Variants[0].Pos})
		if !c.counts(len(c.fields) - 1) {
			return &Inexpressible{c.Variants[0].Pos, "no field says how many operands a form of the op has"}
		}
	}
	return c.fewEnough()
}

// fewEnough refuses a page with more operands than an instruction of ours may have.
func (c *converter) fewEnough() error {
	n := 0
	for _, f := range c.fields {
		if !f.isExec() && !f.fixed && f.typ != opdefs.TPred && f.typ != opdefs.TCount && !(f.isNumber() && !c.inText(f)) {
			n++
		}
	}
	if n > opdefs.MaxSlots {
		return &Inexpressible{c.Variants[0].Pos, "more operands than an op of ours may have"}
	}
	return nil
}

func names(cells []Cell) string {
	var out []string
	for _, x := range cells {
		out = append(out, x.Name)
	}
	return strings.Join(out, " ")
}

// commonCells is how many fields all variants begin with.
func (c *converter) commonCells() int {
	first := c.Variants[0].Cells
	n := len(first)
	for _, v := range c.Variants[1:] {
		k := 0
		for k < min(n, len(v.Cells)) && v.Cells[k].Name == first[k].Name {
			k++
		}
		n = k
	}
	return n
}

// bullet finds a field's bullet, whatever the case of its letters.
func (c *converter) bullet(name string) *Field {
	for i := range c.Page.Fields {
		if strings.EqualFold(c.Page.Fields[i].Name, name) {
			return &c.Page.Fields[i]
		}
	}
	return nil
}

// labelList is the field that a list such as Label0 | LabelN | Label(n) makes.
func (c *converter) labelList(cells []Cell) *field {
	if len(cells) != 3 || !strings.HasSuffix(cells[0].Name, "0") || !strings.HasPrefix(cells[2].Name, strings.TrimSuffix(cells[0].Name, "0")+"(") {
		return nil
	}
	name := strings.TrimSuffix(cells[0].Name, "0") + "s"
	c.mend(cells[0].Pos, "operands that repeat", names(cells), name)
	return &field{name: name, typ: opdefs.TLabel, repeat: true, of: c.bullet(cells[0].Name), pos: cells[0].Pos}
}

// counts makes the last number field before index n the count of the field there.
func (c *converter) counts(n int) bool {
	for i := n - 1; i >= 0; i-- {
		if f := c.fields[i]; f.typ == opdefs.TUB && strings.HasPrefix(f.lower(), "num") {
			f.typ = opdefs.TCount
			return true
		}
	}
	return false
}

func (c *converter) field(cell Cell) (*field, error) {
	of := c.bullet(cell.Name)
	if of == nil || !wordOnly.MatchString(cell.Name) {
		return nil, &Inexpressible{cell.Pos, "field " + cell.Name + " of Format has no bullet that says its type"}
	}
	f := &field{name: strings.ToUpper(cell.Name[:1]) + cell.Name[1:], of: of, pos: cell.Pos}
	low := f.lower()
	switch of.Type {
	case "ub", "uw", "ud":
		f.typ = opdefs.FieldType(of.Type)
		c.numberField(f)
	case "d":
		f.typ = opdefs.TD
	case "vec_operand", "scalar":
		c.vectorField(f)
	case "raw_operand":
		f.typ = opdefs.TRaw
	default:
		return nil, &Inexpressible{of.Pos, "field " + cell.Name + " has type " + of.Type}
	}
	switch {
	case slices.Contains([]string{"inst", "flat", "if", "else", "for", "while", "lanes", "atomic", "int"}, low),
		low == "surface" && f.typ != opdefs.TSurface && f.typ != opdefs.TVec, low == "pred" && f.typ != opdefs.TPred:
		f.name += "_field"
		c.mend(cell.Pos, "name of the language", cell.Name, f.name)
	}
	return f, nil
}

// numberField finds what the bytes of a number field really are.
func (c *converter) numberField(f *field) {
	low, doc := f.lower(), strings.ToLower(f.of.Doc)
	was := f.typ
	if v, ok := c.part.fixed[low]; ok {
		f.fixed, f.value = true, v
		return
	}
	switch {
	case low == "exec_size" || low == "execsize":
		f.name, f.typ = "Exec_size", opdefs.TExec
	case low == "pred" || low == "predicate":
		f.name, f.typ = "Pred", opdefs.TPred
	case c.countsLanes(f.of):
		f.typ = opdefs.TElts
		c.mend(f.pos, "execution size in a number of elements", f.name, string(f.typ))
	case low == "surface":
		f.typ = opdefs.TSurface
	case low == "sampler":
		f.typ = opdefs.TSampler
	case strings.HasPrefix(low, "label"):
		f.typ = opdefs.TLabel
	case strings.Contains(doc, "string_pool") || strings.Contains(doc, "index to the string"):
		if f.typ = opdefs.TString; was == opdefs.TUD {
			f.typ = opdefs.TLongString
		}
	case low == "variable":
		f.typ = opdefs.TVar
	}
}

// countsLanes is true for a number that says both how many elements an instruction has, by
// the codes of 8, 16 and 1, and which mask.
func (c *converter) countsLanes(f *Field) bool {
	mask := slices.ContainsFunc(f.Bits, func(b Bits) bool { return b.Hi == 7 && b.Lo == 4 && strings.Contains(b.Doc, "execution mask") })
	sizes := slices.ContainsFunc(f.Bits, func(b Bits) bool {
		return slices.EqualFunc(b.Values, []string{"8", "16", "1"}, func(v Value, w string) bool { return v.word() == w && strings.Contains(v.Text, "element") })
	})
	return mask && sizes
}

// vectorField tells destinations from sources and finds their types and classes.
func (c *converter) vectorField(f *field) {
	f.typ = opdefs.TVec
	if c.assigned(f.lower()) || strings.HasSuffix(f.lower(), "dst") {
		f.typ = opdefs.TDst
	}
	if g := mustHave.FindStringSubmatch(f.of.Doc); g != nil && f.typ == opdefs.TVec {
		f.types = strings.Join(strings.Split(g[1], ","), ", ")
	}
	usual := []string{"general", "indirect", "immediate"}
	if f.typ == opdefs.TDst {
		usual = usual[:2]
	}
	if f.typ == opdefs.TVec && strings.Contains(f.of.Doc, "This can be an immediate or a register") {
		f.class = "general, immediate"
	}
	g := classWords.FindStringSubmatch(f.of.Doc)
	if g == nil {
		return
	}
	var classes []string
	for _, w := range strings.Split(g[1], ",") {
		switch w = strings.TrimSpace(w); w {
		case "immediate16":
			w = "immediate"
			c.mend(f.of.Pos, "operand class", "immediate16", w)
		case "predicate":
			continue // stands where a type map has BOOL
		}
		if slices.Contains(opdefs.ClassNames, w) {
			classes = append(classes, w)
		}
	}
	slices.Sort(classes)
	slices.Sort(usual)
	if len(classes) > 0 && !slices.Equal(classes, usual) {
		f.class = strings.Join(classes, ", ")
	}
}

// takesPredicate is true for a field that may be a predicate operand.
func (f *field) takesPredicate() bool {
	return f.of != nil && strings.Contains(classWords.FindString(f.of.Doc), "predicate")
}

// assigned reports whether Semantics store to elements of a name.
func (c *converter) assigned(name string) bool {
	store := regexp.MustCompile(`(?i)(?:^|[{;]\s*)` + regexp.QuoteMeta(name) + `(?:\.[a-z]+)?\[[^=;]*\]\s*=[^=]`)
	return slices.ContainsFunc(c.Body, func(l Line) bool {
		code, _, _ := strings.Cut(l.Text, "//")
		return store.MatchString(code)
	})
}

// findAccess says of raw fields what Semantics do with them; without such Semantics
// their names do.
func (c *converter) findAccess() {
	for _, f := range c.fields {
		if f.typ != opdefs.TRaw || f.access != "" {
			continue
		}
		low := f.lower()
		switch {
		case c.assigned(low) || strings.HasPrefix(low, "dst") || strings.HasSuffix(low, "dst") || low == "output":
			f.access = "write"
		default:
			f.access = "read"
		}
	}
}
