package opdefs

import (
	"slices"
)

// Encoding is what one target makes of its family's layout: the rows whose
// guards name it, with conditions on bits instead of names.
type Encoding struct {
	Target  int // index in EUTargets
	Layout  *Layout
	Formats []FormatTable // in the order of the layout; those that an op of the target has
}

// FormatTable is one format of a target.
type FormatTable struct {
	Name    string
	Rows    []LayoutRow  // a row follows those that its conditions read
	Compact []CompactRow // likewise; nil when there is no 8-byte form
}

// LayoutRow is a field of one format on one target.
type LayoutRow struct {
	*Field
	Where  []BitCond   // the row counts when all hold
	Values []EnumRow   // the legal codes of its enumeration; nil without one
	Limits [][2]uint64 // ranges of legal codes without an enumeration; nil for all
	Tests  []EnumRow   // of an "is" field: the values of the tested field that make it 1
}

// CompactRow is a row of the 8-byte form of one format on one target.
type CompactRow struct {
	*CompactField
	Where []BitCond
	Table []uint64 // what the stored number stands for; nil: itself
}

// BitCond holds when the code at Bits, least significant piece first, is one of Codes.
type BitCond struct {
	Bits  []Range
	Codes []uint64
}

// Limits of a condition: native keeps two pieces and a set of 64 codes.
const (
	maxCondPieces = 2
	maxCondBits   = 6
)

// encodings resolves every layout for each of its targets.
func (eu *EU) encodings(enums map[string]*Enum, errs *Errors) {
	for _, l := range eu.Layouts {
		used := map[*Field]map[string]bool{}
		for t := range EUTargets {
			if !l.Targets.Has(t) {
				continue
			}
			if i := slices.IndexFunc(eu.Encodings, func(e *Encoding) bool { return e.Target == t }); i >= 0 {
				errs.add(l.Pos, "%s has layout %s already", EUTargets[t], eu.Encodings[i].Layout.Name)
				continue
			}
			r := resolver{eu: eu, l: l, t: t, enums: enums, errs: errs, used: used}
			eu.Encodings = append(eu.Encodings, r.encoding())
		}
		for i := range l.Fields {
			f := &l.Fields[i]
			for _, format := range f.Formats {
				if !used[f][format] {
					errs.add(f.Pos, "%s never applies in format %s: no target of the row has the format, or a condition contradicts another field", f.Name, format)
				}
			}
		}
	}
}

// resolver makes the tables of one target.
type resolver struct {
	eu     *EU
	l      *Layout
	t      int
	enums  map[string]*Enum
	errs   *Errors
	used   map[*Field]map[string]bool
	format string
	rows   []*Field // of the format, guards applied
}

func (r *resolver) encoding() *Encoding {
	e := &Encoding{Target: r.t, Layout: r.l}
	for _, format := range r.l.Formats() {
		if !slices.ContainsFunc(r.eu.Opcodes, func(o Opcode) bool { return o.Format == format && o.Targets.Has(r.t) }) {
			continue
		}
		r.format, r.rows = format, nil
		for _, f := range r.l.Of(format) {
			if f.Targets.Has(r.t) {
				r.rows = append(r.rows, f)
			}
		}
		table := FormatTable{Name: format}
		for _, f := range r.rows {
			if row, ok := r.row(f); ok {
				table.Rows = append(table.Rows, row)
			}
		}
		r.overlaps(table.Rows)
		table.Rows = sortRows(table.Rows, r.errs)
		table.Compact = r.compact()
		e.Formats = append(e.Formats, table)
	}
	return e
}

// row resolves one field; ok is false when its conditions can never hold.
func (r *resolver) row(f *Field) (LayoutRow, bool) {
	row := LayoutRow{Field: f}
	var ok bool
	if row.Where, ok = r.conds(f.Pos, f.Name, f.When, map[string]bool{}); !ok {
		return row, false
	}
	if r.used[f] == nil {
		r.used[f] = map[string]bool{}
	}
	r.used[f][r.format] = true
	switch {
	case f.Is != nil:
		row.Tests = r.tests(f)
	case f.Ratio != [2]string{}:
		for _, n := range f.Ratio {
			if !slices.ContainsFunc(r.rows, func(g *Field) bool { return g.Name == n }) {
				r.errs.add(f.Pos, "%s is derived from %s, which format %s lacks on %s", f.Name, n, r.format, EUTargets[r.t])
			}
		}
	case f.Enum != "":
		row.Values = r.values(f)
	case f.Codes != nil:
		row.Limits = rangesOf(f.Codes)
	}
	return row, true
}

// values are the rows of a field's enumeration that count on the target, under
// the field's conditions, cut to its legal codes.
func (r *resolver) values(f *Field) []EnumRow {
	e := r.enums[f.Enum]
	if e == nil {
		return nil // said by checkField
	}
	codes := f.Codes
	if len(f.Bits) == 0 {
		codes = []uint64{f.Implied}
	}
	var out []EnumRow
	for _, row := range e.Rows {
		if !row.Targets.Has(r.t) || !implies(f.When, row.When) || codes != nil && !slices.Contains(codes, row.Code) {
			continue
		}
		if w := f.Width(); w > 0 && row.Code>>w != 0 {
			r.errs.add(f.Pos, "code %d of %s does not fit the %d bits of %s: name the legal codes", row.Code, e.Name, w, f.Name)
		}
		out = append(out, row)
	}
	if len(out) == 0 {
		r.errs.add(f.Pos, "%s: %s has none of its legal codes on %s", f.Name, e.Name, EUTargets[r.t])
	}
	if e.Bits > 8 {
		r.errs.add(f.Pos, "%s: enumeration %s has %d bits: want at most 8 for a field", f.Name, e.Name, e.Bits)
	}
	return out
}

// tests finds the values of the tested field that an "is" field names.
func (r *resolver) tests(f *Field) []EnumRow {
	var out []EnumRow
	for _, name := range f.Is.Names {
		found := false
		for _, g := range r.rows {
			if g.Name != f.Is.Field || r.enums[g.Enum] == nil {
				continue
			}
			for _, row := range r.enums[g.Enum].Rows {
				if row.Name == name && row.Targets.Has(r.t) && !found {
					found, out = true, append(out, row)
				}
			}
		}
		if !found {
			r.errs.add(f.Pos, "%s: %s is never %q in format %s on %s", f.Name, f.Is.Field, name, r.format, EUTargets[r.t])
		}
	}
	return out
}

// conds turns conditions on fields into conditions on bits, and adds those
// under which a field that stands in one row exists. ok is false when an
// implied field contradicts a condition.
func (r *resolver) conds(at Pos, of string, when []Cond, seen map[string]bool) (out []BitCond, ok bool) {
	for _, c := range when {
		var named []*Field
		for _, g := range r.rows {
			if g.Name == c.Field {
				named = append(named, g)
			}
		}
		if len(named) == 0 {
			r.errs.add(at, "condition of %s names %s, which format %s lacks on %s", of, c.Field, r.format, EUTargets[r.t])
			return nil, false
		}
		f := named[0]
		if len(f.Bits) == 0 && len(named) == 1 {
			if !slices.Contains(c.Codes, f.Implied) {
				return nil, false
			}
			continue
		}
		if len(f.Bits) == 0 || slices.ContainsFunc(named, func(g *Field) bool { return !slices.Equal(g.Bits, f.Bits) }) {
			r.errs.add(at, "condition of %s names %s, which has several places in format %s on %s: want one", of, c.Field, r.format, EUTargets[r.t])
			return nil, false
		}
		if !r.fits(at, of, c, f) {
			return nil, false
		}
		if always, never := r.decided(c, named); never {
			return nil, false
		} else if always {
			continue
		}
		if len(named) == 1 && !seen[c.Field] {
			seen[c.Field] = true
			more, ok := r.conds(at, of, f.When, seen)
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		}
		if len(c.Codes) < 1<<f.Width() {
			out = append(out, BitCond{f.Bits, c.Codes})
		}
	}
	return out, true
}

// decided tells conditions on a field whose legal codes on the target all satisfy
// them, or none: what has another code is refused whatever the condition says.
// Only a field with one row without conditions has always the same legal codes.
func (r *resolver) decided(c Cond, named []*Field) (always, never bool) {
	f := named[0]
	if len(named) > 1 || len(f.When) > 0 {
		return false, false
	}
	legal := f.Codes
	if e := r.enums[f.Enum]; e != nil {
		legal = nil
		for _, row := range e.Rows {
			if row.Targets.Has(r.t) && (f.Codes == nil || slices.Contains(f.Codes, row.Code)) {
				legal = append(legal, row.Code)
			}
		}
	}
	if len(legal) == 0 {
		return false, false
	}
	met := func(code uint64) bool { return slices.Contains(c.Codes, code) }
	always = !slices.ContainsFunc(legal, func(code uint64) bool { return !met(code) })
	return always, !slices.ContainsFunc(legal, met)
}

// fits wants that a condition's field is small enough to be one and its codes
// fit the field.
func (r *resolver) fits(at Pos, of string, c Cond, f *Field) bool {
	w := f.Width()
	if len(f.Bits) > maxCondPieces || w > maxCondBits {
		r.errs.add(at, "condition of %s names %s, which has %d bits in %d pieces: want at most %d in %d", of, c.Field, w, len(f.Bits), maxCondBits, maxCondPieces)
		return false
	}
	for _, v := range c.Codes {
		if v>>w != 0 {
			r.errs.add(at, "condition of %s: code %d does not fit the %d bits of %s", of, v, w, c.Field)
			return false
		}
	}
	return true
}

// overlaps wants that rows that share bits or a name exclude each other, and
// that all 128 bits belong to some row.
func (r *resolver) overlaps(rows []LayoutRow) {
	var all bitset
	own := make([]bitset, len(rows))
	for i := range rows {
		f := &rows[i]
		own[i] = bitsOf(f.Bits)
		all = all.or(own[i])
		for k := range i {
			g := &rows[k]
			meets, twin := own[i].meets(own[k]), f.Name == g.Name && f.Name != ReservedField
			if (meets || twin) && !excludesBits(f.Where, g.Where) {
				if meets {
					r.errs.add(f.Pos, "%s overlaps %s (line %d) in format %s and no condition separates them", f.Name, g.Name, g.Pos.Line, r.format)
				}
				if twin {
					r.errs.add(f.Pos, "%s is at line %d already in format %s and no condition separates them", f.Name, g.Pos.Line, r.format)
				}
			}
		}
	}
	for b := range 128 {
		if !all.has(b) {
			r.errs.add(r.l.Pos, "bit %d of format %s has neither a field nor a Reserved row on %s", b, r.format, EUTargets[r.t])
		}
	}
}

// excludesBits reports that no instruction satisfies both.
func excludesBits(when, other []BitCond) bool {
	for _, a := range when {
		for _, b := range other {
			if slices.Equal(a.Bits, b.Bits) && !slices.ContainsFunc(a.Codes, func(c uint64) bool { return slices.Contains(b.Codes, c) }) {
				return true
			}
		}
	}
	return false
}

// implies reports that whatever satisfies when satisfies want.
func implies(when, want []Cond) bool {
	for _, c := range want {
		if !slices.ContainsFunc(when, func(o Cond) bool {
			return o.Field == c.Field && !slices.ContainsFunc(o.Codes, func(v uint64) bool { return !slices.Contains(c.Codes, v) })
		}) {
			return false
		}
	}
	return true
}

// rangesOf joins sorted codes to ranges.
func rangesOf(codes []uint64) [][2]uint64 {
	var out [][2]uint64
	for _, c := range codes {
		if n := len(out); n > 0 && out[n-1][1]+1 >= c {
			out[n-1][1] = c
			continue
		}
		out = append(out, [2]uint64{c, c})
	}
	return out
}

// sortRows orders rows so that a row follows the fields that it reads, keeping
// the page's order otherwise.
func sortRows(rows []LayoutRow, errs *Errors) []LayoutRow {
	return ordered(rows, errs, func(f, g *LayoutRow) bool {
		return slices.ContainsFunc(f.When, func(c Cond) bool { return c.Field == g.Name }) || slices.Contains(f.Ratio[:], g.Name)
	}, func(f *LayoutRow) (Pos, string) { return f.Pos, f.Name })
}

// ordered sorts so that no row stands before one that it needs.
func ordered[T any](rows []T, errs *Errors, needs func(f, g *T) bool, name func(*T) (Pos, string)) []T {
	var out []T
	done := make([]bool, len(rows))
	for len(out) < len(rows) {
		n := len(out)
		for i := range rows {
			blocked := done[i]
			for k := range rows {
				blocked = blocked || !done[k] && k != i && needs(&rows[i], &rows[k])
			}
			if !blocked {
				done[i] = true
				out = append(out, rows[i])
			}
		}
		if len(out) == n {
			at, of := name(&rows[slices.Index(done, false)])
			errs.add(at, "the conditions of %s and of other rows form a cycle", of)
			return out
		}
	}
	return out
}

// compact resolves the 8-byte form of the format; nil when it has none.
func (r *resolver) compact() []CompactRow {
	var out []CompactRow
	var from *Compact
	for _, c := range r.eu.Compacts {
		if c.Name != r.l.Name || !c.Targets.Has(r.t) || !slices.Contains(c.Formats, r.format) {
			continue
		}
		if from != nil {
			r.errs.add(c.Pos, "format %s has a compact form on %s at line %d already", r.format, EUTargets[r.t], from.Pos.Line)
			return nil
		}
		from = c
		for i := range c.Fields {
			f := &c.Fields[i]
			if !f.Targets.Has(r.t) {
				continue
			}
			where, ok := r.conds(f.Pos, f.Name, f.When, map[string]bool{})
			if !ok {
				continue
			}
			row := CompactRow{CompactField: f, Where: where}
			if e := r.enums[f.Index]; e != nil {
				for _, v := range e.Rows {
					row.Table = append(row.Table, v.Value)
				}
			}
			out = append(out, row)
		}
	}
	// rows of one name exclude each other, perhaps by the bits that they write
	return ordered(out, r.errs, func(f, g *CompactRow) bool {
		return f.Name != g.Name && slices.ContainsFunc(f.Where, func(c BitCond) bool { return g.writes(c.Bits) })
	}, func(f *CompactRow) (Pos, string) { return f.Pos, f.Name })
}

// writes reports that an expansion of the row touches one of the bits.
func (f *CompactField) writes(bits []Range) bool {
	for _, m := range f.Maps {
		if bitsOf(bits).meets(bitsOf([]Range{m.Native})) {
			return true
		}
	}
	return false
}
