package opdefs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// TypeDef is a row of TYPES.md.
type TypeDef struct {
	Type
	Pos        Pos
	Code       uint8 // in the binary form
	Exp, Man   uint8 // bits of a float's exponent and of its mantissa; of the elements where they are packed
	Pack       uint8 // elements that one number packs; 0: it is one element
	Variables  bool  // variables have the type
	Immediates bool  // so do immediates
	Doc        string
}

// Bytes is the size of a number of the type; 0 for BOOL.
func (d *TypeDef) Bytes() int { return int(d.bits) / 8 }

// Kind says what the elements are.
func (d *TypeDef) Kind() Kind { return d.kind }

const (
	typeFile = "visa/TYPES.md"
	maxTypes = 32 // as many as a set of types has bits
	maxCode  = 15 // the binary form has four bits for the type of a variable
)

var (
	typeTableColumns = []string{"Name", "Code", "Bytes", "Kind", "Computes as", "Format", "Stands in", "Meaning"}
	typeName         = lazy.Regexp(`^[A-Z][A-Z0-9]*$`)
	typeFormat       = lazy.Regexp(`^(?:([1-9][0-9]?) of )?(?:e([1-9][0-9]?)m([1-9][0-9]?)|([1-9][0-9]?))$`)
)

// parseTypeTable reads the table below the title, which remarks may precede.
func parseTypeTable(file string, src []byte, errs *Errors) []TypeDef {
	r := newReader(file, src, errs)
	secs := r.sections()
	if len(secs) != 1 || secs[0].level != 1 || len(secs[0].blocks) == 0 {
		errs.add(r.ix.pos(0), "%d headings; legal is one of level 1, remarks, then one table", len(secs))
		return nil
	}
	s := secs[0]
	s.blocks = s.blocks[len(s.blocks)-1:]
	rows, ok := r.table(s)
	if !ok {
		return nil
	}
	if !slices.EqualFunc(rows[0], typeTableColumns, func(c span, want string) bool { return c.Text == want }) {
		errs.add(rows[0][0].Pos, "the table of types has other columns; legal are %s", strings.Join(typeTableColumns, ", "))
		return nil
	}
	if len(rows)-1 > maxTypes {
		errs.add(s.pos, "%d types; legal are at most %d", len(rows)-1, maxTypes)
		return nil
	}
	var out []TypeDef
	for _, row := range rows[1:] {
		if d, ok := r.typeDef(row); ok && d.fits(out, errs) {
			out = append(out, d)
		}
	}
	for _, t := range languageTypes {
		if !slices.ContainsFunc(out, func(d TypeDef) bool { return d.name == t.name }) {
			errs.add(s.pos, "type %s has no row; legal is one for each type of Semantics", t)
		}
	}
	return out
}

// typeDef reads the cells of a row.
func (r *reader) typeDef(row []span) (d TypeDef, ok bool) {
	bad := func(col int, format string, args ...any) {
		ok = false
		r.errs.add(row[col].Pos, format, args...)
	}
	ok = true
	d = TypeDef{Type: Type{name: row[0].Text, kind: kindNames[row[3].Text], as: row[4].Text}, Pos: row[0].Pos, Doc: row[7].Text}
	if !typeName.MatchString(d.name) {
		bad(0, "type %q; legal are capitals and digits", d.name)
	}
	code, err := strconv.ParseUint(row[1].Text, 0, 8)
	if d.Code = uint8(code); err != nil || code > maxCode {
		bad(1, "code %q of type %s; legal are 0 to %d", row[1].Text, d.name, maxCode)
	}
	bytes, err := strconv.ParseUint(row[2].Text, 10, 8)
	if d.bits = uint8(8 * bytes); err != nil || !slices.Contains([]uint64{0, 1, 2, 4, 8}, bytes) || (bytes == 0) != (d.kind == Boolean) {
		bad(2, "%q bytes of type %s; legal are 1, 2, 4 and 8, and 0 for a predicate", row[2].Text, d.name)
	}
	if d.kind == 0 {
		bad(3, "kind %q of type %s; legal are unsigned, signed, float and predicate", row[3].Text, d.name)
	}
	if d.kind == Boolean {
		d.bits = BOOL.bits
	}
	if f := typeFormat.FindStringSubmatch(row[5].Text); f != nil {
		d.Pack, d.Exp, d.Man = small(f[1]), small(f[2]), small(f[3])
		if bits := small(f[4]); d.Pack == 0 && bits != 0 || bits != 0 && d.kind == Float || d.Exp != 0 && d.kind != Float {
			bad(5, "format %q of type %s; legal are eEmM for a float, and N of M for N integers of M bits", row[5].Text, d.name)
		} else if n := int(max(d.Pack, 1)) * int(max(bits, d.floatBits())); ok && n != int(d.bits) {
			bad(5, "format %q of type %s has %d bits; legal is one of %d", row[5].Text, d.name, n, d.bits)
		}
	} else if row[5].Text != "" || d.kind == Float {
		bad(5, "format %q of type %s; legal are eEmM for a float, N of eEmM, N of M, and none for integers", row[5].Text, d.name)
	}
	for _, in := range splitList(row[6].Text) {
		switch in {
		case "variables":
			d.Variables = true
		case "immediates":
			d.Immediates = true
		case "":
		default:
			bad(6, "type %s stands in %q; legal are variables and immediates", d.name, in)
		}
	}
	return d, ok
}

// floatBits are the bits of a float of the format: sign, exponent and mantissa.
func (d *TypeDef) floatBits() uint8 {
	if d.Exp == 0 {
		return 0
	}
	return 1 + d.Exp + d.Man
}

// small is a number of at most two digits; 0 for none.
func small(s string) uint8 {
	n, _ := strconv.Atoi(s)
	return uint8(n)
}

// fits holds a row to those before it and to the types of Semantics.
func (d *TypeDef) fits(before []TypeDef, errs *Errors) bool {
	n := len(*errs)
	for i := range before {
		o := &before[i]
		if o.name == d.name {
			errs.add(d.Pos, "type %s stands twice, first at %s", d.name, o.Pos)
		}
		if o.Code == d.Code && (o.Variables && d.Variables || o.Immediates && d.Immediates) {
			errs.add(d.Pos, "type %s has code %d of %s; legal is a code of its own where both stand", d.name, d.Code, o.name)
		}
	}
	t, own := typeByName(d.name)
	as, _ := typeByName(d.as)
	switch {
	case own && t != d.Type:
		errs.add(d.Pos, "type %s differs from that of Semantics; legal are its size and kind, and no other type as which it computes", d.name)
	case own && d.Pack != 0:
		errs.add(d.Pos, "type %s is packed; legal are types that are none of Semantics", d.name)
	case own:
	case d.Pack != 0:
		d.fitsPacked(as, errs)
	case as != F || d.kind != Float || d.Exp > 8 || d.Exp < 2 || d.Man > 22 || d.bits > 16:
		errs.add(d.Pos, "type %s computes as %q; legal is F, for floats of 1 or 2 bytes whose exponent has 2 to 8 bits", d.name, d.as)
	}
	return len(*errs) == n
}

// fitsPacked holds a row of packed elements to what engines can unpack.
func (d *TypeDef) fitsPacked(as Type, errs *Errors) {
	bits := int(d.bits / d.Pack)
	switch {
	case d.Variables:
		errs.add(d.Pos, "type %s is packed and stands in variables; legal are immediates", d.name)
	case d.kind == Float && (as != F || d.Exp != 3 || d.Man != 4):
		errs.add(d.Pos, "type %s packs floats e%dm%d as %q; legal are e3m4 as F", d.name, d.Exp, d.Man, d.as)
	case d.kind != Float && (as.kind != d.kind || as.Bits() <= bits):
		errs.add(d.Pos, "type %s computes as %q; legal is a longer integer type of its kind", d.name, d.as)
	}
}

// ParseTypes reads a page of types alone.
func ParseTypes(file string, src []byte) ([]TypeDef, error) {
	var errs Errors
	if !fits(file, src, &errs) {
		return nil, errs.err()
	}
	types := parseTypeTable(file, src, &errs)
	return types, errs.err()
}
