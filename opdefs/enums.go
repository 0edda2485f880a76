package opdefs

import (
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

var (
	enumName = lazy.Regexp(`^[A-Z][A-Z0-9_]*$`)
	flagText = lazy.Regexp(`^[A-Za-z][A-Za-z0-9_]*$`)
	enumText = lazy.Regexp(`^(?:[A-Za-z0-9_.]+(?:-[a-z]+)?)?$`)
)

func parseEnums(file string, src []byte, errs *Errors) []*FieldEnum {
	r := newReader(file, src, errs)
	var out []*FieldEnum
	for i, s := range r.sections() {
		if i == 0 {
			if s.level != 1 {
				errs.add(s.pos, "heading %q of level %d; the page starts with a level-1 heading", s.title, s.level)
			}
			continue // remarks stand below the title
		}
		if s.level != 2 {
			errs.add(s.pos, "heading %q of level %d; an enumeration has level 2", s.title, s.level)
			continue
		}
		if !enumName.MatchString(s.title) {
			errs.add(s.pos, "enumeration %q; legal are names in upper case", s.title)
		}
		e := &FieldEnum{Name: s.title, Pos: s.pos}
		for _, o := range out {
			if o.Name == e.Name {
				errs.add(s.pos, "enumeration %s stands twice, first at %s", e.Name, o.Pos)
			}
		}
		if n := len(s.blocks); n > 1 {
			s.blocks = s.blocks[n-1:] // remarks stand before the table
		}
		if rows, ok := r.table(s); ok {
			r.enumRows(e, rows, s.pos)
		}
		out = append(out, e)
	}
	return out
}

func (r *reader) enumRows(e *FieldEnum, rows [][]span, at Pos) {
	h := rows[0]
	if len(h) != 3 || h[0].Text != "Text" || h[1].Text != "Code" && h[1].Text != "Bit" || h[2].Text != "Meaning" {
		r.errs.add(at, "table of enumeration %s has other columns; legal are Text, Code and Meaning, or Text, Bit and Meaning for flags", e.Name)
		return
	}
	e.Flags = h[1].Text == "Bit"
	if len(rows) == 1 {
		r.errs.add(at, "enumeration %s has no values", e.Name)
	}
	for _, row := range rows[1:] {
		code, other, ok := e.code(row[1].Text)
		if e.Flags {
			var bit bool
			if code, bit = flagBit(row[1].Text); !bit || !flagText.MatchString(row[0].Text) {
				r.errs.add(row[1].Pos, "flag %q with bit %q; legal is a text of letters and digits, and a number up to 31", row[0].Text, row[1].Text)
				continue
			}
			other, ok = false, true
		}
		if !ok || !enumText.MatchString(row[0].Text) {
			r.errs.add(row[1].Pos, "value %q with code %q; legal is a text of letters, digits, \"_\" and \".\", or none, and a number of at most 32 bits or \"as TEXT\", a text above", row[0].Text, row[1].Text)
			continue
		}
		v := EnumValue{row[0].Text, code, row[0].Pos}
		for _, o := range e.Values {
			if o.Text == v.Text || o.Code == v.Code && !other {
				r.errs.add(v.Pos, "value %s = %d of enumeration %s repeats %s = %d", v.Text, v.Code, e.Name, o.Text, o.Code)
			}
		}
		e.Values = append(e.Values, v)
	}
}

// flagBit is the value of a bit by its number.
func flagBit(cell string) (code uint32, ok bool) {
	n, err := strconv.ParseUint(cell, 10, 32)
	return 1 << n, err == nil && n < 32
}

// code reads the code of a row: a number, or for another spelling of a value that
// stands above, "as TEXT".
func (e *FieldEnum) code(cell string) (code uint32, other, ok bool) {
	if of, is := strings.CutPrefix(cell, "as "); is {
		code, ok = e.Value(of)
		return code, true, ok
	}
	v, err := strconv.ParseUint(cell, 0, 32)
	return uint32(v), false, err == nil
}

// ParseEnums reads a page of enumerations alone.
func ParseEnums(file string, src []byte) ([]*FieldEnum, error) {
	var errs Errors
	if !fits(file, src, &errs) {
		return nil, errs.err()
	}
	enums := parseEnums(file, src, &errs)
	return enums, errs.err()
}
