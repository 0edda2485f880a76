package opdefs

import (
	"slices"
)

// checkEU tests what no single row shows: duplicate codes, unknown names,
// overlapping fields, values outside their field, bits nobody owns.
func checkEU(eu *EU, errs *Errors) {
	enums := map[string]*Enum{}
	for _, e := range eu.Enums {
		if old := enums[e.Name]; old != nil {
			errs.add(e.Pos, "enumeration %s is already at %s:%d", e.Name, old.Pos.File, old.Pos.Line)
		}
		enums[e.Name] = e
		checkEnum(e, errs)
	}
	checkNeeded(eu, enums, errs)
	checkOpcodes(eu, errs)
	for _, l := range eu.Layouts {
		for _, f := range l.Fields {
			checkField(&f, l, enums, errs)
		}
	}
	checkLayoutFormats(eu, errs)
	for _, c := range eu.Compacts {
		checkCompact(c, eu, enums, errs)
	}
	checkMessages(eu, enums, errs)
	nestStates(eu, errs)
	checkStates(eu, enums, errs)
	checkFacts(eu, errs)
	checkOpTypes(eu, errs)
	checkRestrictions(eu, errs)
	checkLatencies(eu, errs)
	checkConflicts(eu, errs)
	checkFormats(eu, errs)
	checkMachines(eu, errs)
	checkSaved(eu, errs)
	checkRegisters(eu, enums, errs)
	checkScoreboard(eu, enums, errs)
	eu.encodings(enums, errs)
}

// checkNeeded wants what the generated files are made of.
func checkNeeded(eu *EU, enums map[string]*Enum, errs *Errors) {
	missing := func(what string) { errs.add(Pos{"eu", 1, 1}, "no page has %s", what) }
	for _, c := range ConstEnums {
		if enums[c.Enum] == nil {
			missing("the enumeration " + c.Enum)
		}
	}
	if e := enums[ArchRegisterEnum]; e == nil {
		missing("the enumeration " + ArchRegisterEnum)
	} else if e.Bits != 4 {
		errs.add(e.Pos, "%s has %d bits: want 4", e.Name, e.Bits)
	}
	if enums[SurfaceFormatEnum] == nil {
		missing("the enumeration " + SurfaceFormatEnum)
	}
	if len(eu.Opcodes) == 0 {
		missing("a section Opcodes")
	}
	if len(eu.Layouts) == 0 {
		missing("a section Layout")
	}
	if len(eu.Messages) == 0 {
		missing("a section Messages")
	}
	if len(eu.Effects) == 0 {
		missing("a section Effects")
	} else {
		checkEffects(eu, errs)
	}
	checkPayloads(eu, errs)
	if len(eu.Facts) == 0 {
		missing("a section Facts")
	}
	if len(eu.Flows) == 0 {
		missing("a section Flow")
	}
	if len(eu.Modifiers) == 0 {
		missing("a section Modifiers")
	}
	if len(eu.TargetFacts) == 0 {
		missing("a section Targets")
	}
	if len(eu.Products) == 0 {
		missing("a section Products")
	}
	if len(eu.Descriptor) == 0 {
		missing("a section Descriptor")
	}
	if len(eu.SurfaceFormats) == 0 {
		missing("a section Formats")
	}
	for _, l := range eu.Layouts {
		if !slices.ContainsFunc(eu.Compacts, func(c *Compact) bool { return c.Name == l.Name }) {
			errs.add(l.Pos, "layout %s: no page has its compact forms", l.Name)
		}
	}
}

// Formats lists the formats of a layout in order of first use.
func (l *Layout) Formats() []string {
	var out []string
	for _, f := range l.Fields {
		for _, n := range f.Formats {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// Of lists the rows of one format.
func (l *Layout) Of(format string) []*Field {
	var out []*Field
	for i := range l.Fields {
		if slices.Contains(l.Fields[i].Formats, format) {
			out = append(out, &l.Fields[i])
		}
	}
	return out
}

// Width is the number of bits of the field's code.
func (f *Field) Width() int {
	n := 0
	for _, r := range f.Bits {
		n += r.Width
	}
	return n
}

func checkEnum(e *Enum, errs *Errors) {
	checkConstants(e, errs)
	for i, r := range e.Rows {
		if r.Code>>e.Bits != 0 {
			errs.add(r.Pos, "code %#x does not fit the %d bits of %s", r.Code, e.Bits, e.Name)
		}
		for _, o := range e.Rows[:i] {
			if o.Code == r.Code && o.Targets&r.Targets != 0 && !excludes(o.When, r.When) {
				errs.add(r.Pos, "code %#x of %s is already at line %d", r.Code, e.Name, o.Pos.Line)
			}
		}
	}
}

func checkOpcodes(eu *EU, errs *Errors) {
	for i, o := range eu.Opcodes {
		if o.Code > 127 {
			errs.add(o.Pos, "opcode %#x of %s does not fit 7 bits", o.Code, o.Op)
		}
		for _, q := range eu.Opcodes[:i] {
			if o.Targets&q.Targets == 0 {
				continue
			}
			if o.Code == q.Code {
				errs.add(o.Pos, "opcode %#x of %s is already %s at line %d", o.Code, o.Op, q.Op, q.Pos.Line)
			}
			if o.Op == q.Op {
				errs.add(o.Pos, "%s has a code on these targets at line %d already", o.Op, q.Pos.Line)
			}
		}
	}
}

func checkField(f *Field, l *Layout, enums map[string]*Enum, errs *Errors) {
	w := f.Width()
	if len(f.Bits) > 0 && f.Absent>>w != 0 {
		errs.add(f.Pos, "absent code %d of %s does not fit %d bits", f.Absent, f.Name, w)
	}
	if f.Twice && w != 32 {
		errs.add(f.Pos, "%s is stored twice but has %d bits: want 32", f.Name, w)
	}
	for _, b := range f.Bits {
		if f.Name != ReservedField && b.Lo>>6 != (b.Lo+b.Width-1)>>6 {
			errs.add(f.Pos, "bits %d:%d of %s cross bit 64: write two pieces", b.Lo+b.Width-1, b.Lo, f.Name)
		}
	}
	if w > 64 && f.Name != ReservedField {
		errs.add(f.Pos, "%s has %d bits: want at most 64", f.Name, w)
	}
	e := enums[f.Enum]
	if f.Enum != "" && e == nil {
		errs.add(f.Pos, "%s names the unknown enumeration %q", f.Name, f.Enum)
		return
	}
	codes := f.Codes
	if len(f.Bits) == 0 {
		codes = []uint64{f.Implied}
	}
	for _, c := range codes {
		switch {
		case len(f.Bits) > 0 && c>>w != 0:
			errs.add(f.Pos, "code %d of %s does not fit %d bits", c, f.Name, w)
		case e != nil && !e.has(c, l.Targets):
			errs.add(f.Pos, "code %d of %s is not in enumeration %s", c, f.Name, e.Name)
		}
	}
}

// has reports whether some target of the set gives code a meaning.
func (e *Enum) has(code uint64, set TargetSet) bool {
	return slices.ContainsFunc(e.Rows, func(r EnumRow) bool { return r.Code == code && r.Targets&set != 0 })
}

// excludes reports that nothing satisfies both conditions.
func excludes(when, other []Cond) bool {
	for _, a := range when {
		for _, b := range other {
			if a.Field == b.Field && !slices.ContainsFunc(a.Codes, func(c uint64) bool { return slices.Contains(b.Codes, c) }) {
				return true
			}
		}
	}
	return false
}

// checkLayoutFormats wants an opcode for every format of a layout, and a
// format for every opcode of a target that has a layout.
func checkLayoutFormats(eu *EU, errs *Errors) {
	for _, l := range eu.Layouts {
		formats := l.Formats()
		for _, o := range eu.Opcodes {
			if o.Targets&l.Targets != 0 && !slices.Contains(formats, o.Format) {
				errs.add(o.Pos, "%s has format %q, which layout %s lacks", o.Op, o.Format, l.Name)
			}
		}
		for _, f := range formats {
			if !slices.ContainsFunc(eu.Opcodes, func(o Opcode) bool { return o.Format == f && o.Targets&l.Targets != 0 }) {
				errs.add(l.Pos, "no opcode uses format %q of layout %s", f, l.Name)
			}
		}
	}
}

func checkCompact(c *Compact, eu *EU, enums map[string]*Enum, errs *Errors) {
	i := slices.IndexFunc(eu.Layouts, func(l *Layout) bool { return l.Name == c.Name && c.Targets&^l.Targets == 0 })
	if i < 0 {
		errs.add(c.Pos, "compact form of %s: no layout of this name has its targets", c.Name)
		return
	}
	for _, format := range c.Formats {
		if len(eu.Layouts[i].Of(format)) == 0 {
			errs.add(c.Pos, "compact form of %q: layout %s lacks that format", format, c.Name)
		}
	}
	for _, f := range c.Fields {
		w := 0
		for _, r := range f.Bits {
			w += r.Width
		}
		if bitsOf(f.Bits).meets(bitset{0, ^uint64(0)}) {
			errs.add(f.Pos, "%s lies outside the 64 bits of a compact word", f.Name)
		}
		for _, m := range f.Maps {
			if m.Native.Lo>>6 != (m.Native.Lo+m.Native.Width-1)>>6 {
				errs.add(f.Pos, "%s: bits %d:%d cross bit 64: write two maps", f.Name, m.Native.Lo+m.Native.Width-1, m.Native.Lo)
			}
		}
		if f.Index == "" {
			continue
		}
		e := enums[f.Index]
		switch {
		case e == nil:
			errs.add(f.Pos, "%s names the unknown index table %q", f.Name, f.Index)
		case e.Bits != w:
			errs.add(f.Pos, "%s has %d bits but index table %s has %d", f.Name, w, e.Name, e.Bits)
		default:
			checkIndex(e, errs)
		}
	}
}

// checkIndex wants a number for every code, in order: the table is an array.
func checkIndex(e *Enum, errs *Errors) {
	for i, r := range e.Rows {
		if r.Code != uint64(i) {
			errs.add(r.Pos, "code %d of index table %s: want %d, the next", r.Code, e.Name, i)
		}
		if r.Const != "" {
			errs.add(r.Pos, "value %s of index table %s: want a number", r.Const, e.Name)
		}
	}
	if e.Bits < 16 && len(e.Rows) != 1<<e.Bits {
		errs.add(e.Pos, "index table %s has %d rows: want %d", e.Name, len(e.Rows), 1<<e.Bits)
	}
}

func checkMessages(eu *EU, enums map[string]*Enum, errs *Errors) {
	for i, m := range eu.Messages {
		if e := enums["SFID"]; e == nil || !slices.ContainsFunc(e.Rows, func(r EnumRow) bool { return r.Name == m.SFID && r.Targets&m.Targets == m.Targets }) {
			errs.add(m.Pos, "message %s: %q is not an SFID of its targets", m.Name, m.SFID)
		}
		if !slices.Contains([]string{"yes", "no", "optional", "none"}, m.Header) {
			errs.add(m.Pos, "message %s: header %q: want yes, no, optional or none", m.Name, m.Header)
		}
		if !slices.Contains([]string{"dword", "word", "qword", "qwords", "qbytes", "dqwords", "vectors", "sized", "thread"}, m.Lanes) {
			errs.add(m.Pos, "message %s: lanes %q: want dword, word, qword, qwords, qbytes, dqwords, vectors, sized or thread", m.Name, m.Lanes)
		}
		for _, r := range m.Ignored {
			if r.Lo+r.Width > 32 {
				errs.add(m.Pos, "message %s: ignored bits %d:%d: want bits of the extended descriptor, 31:0", m.Name, r.Lo+r.Width-1, r.Lo)
			}
		}
		for _, d := range slices.Concat(m.Match, m.Fields, m.Extended) {
			if d.Bits.Lo+d.Bits.Width > 32 || d.Value>>d.Bits.Width != 0 {
				errs.add(m.Pos, "message %s: field %s does not fit the descriptor", m.Name, d.Name)
			}
		}
		for _, d := range slices.Concat(m.Fields, m.Extended) {
			if e := enums[d.Enum]; d.Enum != "" && (e == nil || e.Bits != d.Bits.Width) {
				errs.add(m.Pos, "message %s: field %s: %q is not an enumeration of %d bits", m.Name, d.Name, d.Enum, d.Bits.Width)
			} else if e != nil && slices.ContainsFunc(e.Rows, func(r EnumRow) bool { return r.Const != "" }) {
				errs.add(m.Pos, "message %s: field %s: enumeration %s has values that are no numbers", m.Name, d.Name, d.Enum)
			}
		}
		for _, o := range eu.Messages[:i] {
			if o.Name == m.Name && o.Targets&m.Targets != 0 {
				errs.add(m.Pos, "message %s is already at line %d", m.Name, o.Pos.Line)
			}
		}
	}
}

// bitset has one bit per bit of an instruction word.
type bitset [2]uint64

func bitsOf(rs []Range) bitset {
	var s bitset
	for _, r := range rs {
		for b := r.Lo; b < r.Lo+r.Width; b++ {
			s[b>>6] |= 1 << (b & 63)
		}
	}
	return s
}

func (s bitset) or(t bitset) bitset  { return bitset{s[0] | t[0], s[1] | t[1]} }
func (s bitset) meets(t bitset) bool { return s[0]&t[0]|s[1]&t[1] != 0 }
func (s bitset) has(b int) bool      { return s[b>>6]>>(b&63)&1 != 0 }
