package visa

// Type is the element type of an operand or variable: a row of specs/visa/TYPES.md,
// from which constants and table are generated.
type Type uint8

// typeRow is what a row says of a type.
type typeRow struct {
	name     string
	size     uint8 // bytes of one element; 0 for BOOL
	kind     typeKind
	computes Type  // as which elements compute; the type itself but for formats of another
	exp, man uint8 // bits of a float's exponent and mantissa
	pack     uint8 // elements that one number packs; 0: it is one element
	code     uint8 // in the binary form
	stands   TypePlace
}

type typeKind uint8

const (
	kindBoolean typeKind = iota
	kindUnsigned
	kindSigned
	kindFloat
)

// TypePlace is a set of places where a type may stand.
type TypePlace uint8

// Places of types.
const (
	InVariables TypePlace = 1 << iota
	InImmediates
)

// String is the type's name in vISA text, for example "ud".
func (t Type) String() string {
	if t >= NumTypes {
		return "type?"
	}
	return typeTable[t].name
}

// Size is the number of bytes of one element; 0 for BOOL and for a number that
// is no type.
func (t Type) Size() int {
	if t >= NumTypes {
		return 0
	}
	return int(typeTable[t].size)
}

// IsFloat tells floating-point types from integer ones.
func (t Type) IsFloat() bool { return t < NumTypes && typeTable[t].kind == kindFloat }

// IsSigned is true for signed integers and for floats.
func (t Type) IsSigned() bool { return t < NumTypes && typeTable[t].kind >= kindSigned }

// Stands says that the type is one of variables or of immediates.
func (t Type) Stands(in TypePlace) bool { return t < NumTypes && typeTable[t].stands&in != 0 }

// Packed is how many elements a number of the type packs, all of type Computes; 0
// when it is one element.
func (t Type) Packed() int {
	if t >= NumTypes {
		return 0
	}
	return int(typeTable[t].pack)
}

// Computes is the type as which elements compute: t itself but for packed types and
// for formats of another float, such as bf of f.
func (t Type) Computes() Type {
	if t >= NumTypes {
		return t
	}
	return typeTable[t].computes
}

// IsFormat is true for floats that become another type where they are read, and that
// results of that type are rounded to.
func (t Type) IsFormat() bool {
	return t < NumTypes && typeTable[t].computes != t && typeTable[t].pack == 0
}

// Float is how many bits exponent and mantissa of a float have; 0 for other types.
func (t Type) Float() (exp, man uint8) {
	if t >= NumTypes {
		return 0, 0
	}
	return typeTable[t].exp, typeTable[t].man
}

// Code is the type's number in the binary form.
func (t Type) Code() (code uint8, ok bool) {
	if t >= NumTypes {
		return 0, false
	}
	return typeTable[t].code, true
}

// TypeOfCode is the type that a code of the binary form means in a place: that which may
// stand there, or else one that may not.
func TypeOfCode(code uint8, in TypePlace) (t Type, ok bool) {
	for i := range NumTypes {
		if typeTable[i].code != code {
			continue
		}
		if typeTable[i].stands&in != 0 {
			return i, true
		}
		t, ok = i, true
	}
	return t, ok
}

// ParseType finds a type by its text name in lower or upper case.
func ParseType(s string) (Type, bool) {
	for t := range NumTypes {
		if equalFold(typeTable[t].name, s) {
			return t, true
		}
	}
	return 0, false
}

func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		c := b[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if a[i] != c {
			return false
		}
	}
	return true
}
