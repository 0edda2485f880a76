package visa

// Type is the element type of an operand or variable. The values are the codes
// of the CISA binary (vISA survey, appendix D).
type Type uint8

// Element types in binary order.
const (
	UD Type = iota
	D
	UW
	W
	UB
	B
	DF
	F
	V  // eight packed signed nibbles, immediates only
	VF // four packed 8-bit floats, immediates only
	BOOL
	UQ
	UV // eight packed unsigned nibbles, immediates only
	Q
	HF
	BF
	NumTypes
)

var typeInfo = [NumTypes]struct {
	name   string
	size   uint8 // bytes of one element; 0 for BOOL
	float  bool
	signed bool
}{
	UD:   {"ud", 4, false, false},
	D:    {"d", 4, false, true},
	UW:   {"uw", 2, false, false},
	W:    {"w", 2, false, true},
	UB:   {"ub", 1, false, false},
	B:    {"b", 1, false, true},
	DF:   {"df", 8, true, true},
	F:    {"f", 4, true, true},
	V:    {"v", 4, false, true},
	VF:   {"vf", 4, true, true},
	BOOL: {"bool", 0, false, false},
	UQ:   {"uq", 8, false, false},
	UV:   {"uv", 4, false, false},
	Q:    {"q", 8, false, true},
	HF:   {"hf", 2, true, true},
	BF:   {"bf", 2, true, true},
}

// String is the type's name in vISA text, for example "ud".
func (t Type) String() string {
	if t >= NumTypes {
		return "type?"
	}
	return typeInfo[t].name
}

// Size is the number of bytes of one element; 0 for BOOL and for a number that
// is no type.
func (t Type) Size() int {
	if t >= NumTypes {
		return 0
	}
	return int(typeInfo[t].size)
}

// IsFloat tells floating-point types from integer ones.
func (t Type) IsFloat() bool { return t < NumTypes && typeInfo[t].float }

// IsSigned is true for signed integers and for floats.
func (t Type) IsSigned() bool { return t < NumTypes && typeInfo[t].signed }

// ParseType finds a type by its text name in lower or upper case.
func ParseType(s string) (Type, bool) {
	for t := range NumTypes {
		if equalFold(typeInfo[t].name, s) {
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
