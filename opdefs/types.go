package opdefs

import (
	"cmp"
	"slices"
	"strings"
)

// Type is an element type. The zero value is none.
type Type struct {
	name string
	bits uint8
	kind Kind
	as   string // the type as which elements compute; "" for the type itself
}

// Kind says what the elements of a type are.
type Kind uint8

// Kinds of types.
const (
	Unsigned Kind = iota + 1
	Signed
	Float
	Boolean
)

// kindNames are the kinds as TYPES.md writes them.
var kindNames = map[string]Kind{"unsigned": Unsigned, "signed": Signed, "float": Float, "predicate": Boolean}

// The types that Semantics compute in. Others are formats of one of them: rows of TYPES.md.
var (
	UB   = Type{"UB", 8, Unsigned, ""}
	B    = Type{"B", 8, Signed, ""}
	UW   = Type{"UW", 16, Unsigned, ""}
	W    = Type{"W", 16, Signed, ""}
	UD   = Type{"UD", 32, Unsigned, ""}
	D    = Type{"D", 32, Signed, ""}
	UQ   = Type{"UQ", 64, Unsigned, ""}
	Q    = Type{"Q", 64, Signed, ""}
	HF   = Type{"HF", 16, Float, ""}
	F    = Type{"F", 32, Float, ""}
	DF   = Type{"DF", 64, Float, ""}
	BOOL = Type{"BOOL", 1, Boolean, ""}
)

var languageTypes = []Type{UB, B, UW, W, UD, D, UQ, Q, HF, F, DF, BOOL}

// String is the type's name in upper case.
func (t Type) String() string { return t.name }

// Bits is the width of an element; 1 for BOOL.
func (t Type) Bits() int { return int(t.bits) }

// IsFloat tells float types.
func (t Type) IsFloat() bool { return t.kind == Float }

// IsInt tells integer types; BOOL is none.
func (t Type) IsInt() bool { return t.kind == Unsigned || t.kind == Signed }

// IsSigned tells signed integers.
func (t Type) IsSigned() bool { return t.kind == Signed }

// Compare orders types: integers, floats and predicates, the short ones first.
func (t Type) Compare(o Type) int {
	sort := func(t Type) int { return int(max(t.kind, Signed)) }
	return cmp.Or(cmp.Compare(sort(t), sort(o)), cmp.Compare(t.bits, o.bits), cmp.Compare(t.kind, o.kind), cmp.Compare(t.as, o.as), cmp.Compare(t.name, o.name))
}

// Computes is the type of Semantics as which elements compute: t itself but for formats of another.
func (t Type) Computes() Type {
	if as, ok := typeByName(t.as); ok {
		return as
	}
	return t
}

// typeByName finds a type of Semantics.
func typeByName(s string) (Type, bool) {
	for _, t := range languageTypes {
		if t.name == s {
			return t, true
		}
	}
	return Type{}, false
}

// Type finds a type that type maps may name.
func (m *Model) Type(name string) (Type, bool) {
	for _, t := range m.mapTypes() {
		if t.name == name {
			return t, true
		}
	}
	return Type{}, false
}

// mapTypes are the types of type maps: those of Semantics, then the formats of them that
// variables have.
func (m *Model) mapTypes() []Type {
	out := slices.Clone(languageTypes)
	for i := range m.Types {
		if d := &m.Types[i]; d.as != "" && d.Variables {
			out = append(out, d.Type)
		}
	}
	return out
}

// typeNames lists types for messages.
func typeNames(l []Type) string {
	var names []string
	for _, t := range l {
		names = append(names, t.name)
	}
	return oneOf(names)
}

// platforms in order of time (README, guards).
var platforms = []string{
	"BDW", "SKL", "BXT", "ICLLP", "TGLLP", "XEHP", "DG2", "MTL", "ARL", "PVC", "PVC_XT", "Xe2", "Xe3", "Xe3P",
}

// Platforms are the names that a Guard is about, in the order of its bits.
func Platforms() []string { return slices.Clone(platforms) }

// Guard is a set of platforms, bit i for the i-th of the README's list; 0 means all.
type Guard uint32

// parseGuard reads "{ICLLP+,-BXT}"; msg is what is wrong, "" when nothing is.
func parseGuard(s string) (g Guard, msg string) {
	if len(s) < 3 || s[0] != '{' || s[len(s)-1] != '}' {
		return 0, "guard " + quote(s) + " is not of the form {ICLLP+,-BXT}"
	}
	for _, term := range splitList(s[1 : len(s)-1]) {
		name, from, upto := term, false, false
		switch {
		case len(term) > 0 && term[0] == '-':
			name, upto = term[1:], true
		case len(term) > 0 && term[len(term)-1] == '+':
			name, from = term[:len(term)-1], true
		}
		at := -1
		for i, p := range platforms {
			if p == name {
				at = i
			}
		}
		if at < 0 {
			return 0, "guard names platform " + quote(name) + "; legal are " + oneOf(platforms)
		}
		all := Guard(1)<<len(platforms) - 1
		switch {
		case from:
			g |= all &^ (1<<at - 1)
		case upto:
			g |= 1<<at - 1
		default:
			g |= 1 << at
		}
	}
	return g, ""
}

// IsGuard tells guards that name platforms of ours.
func IsGuard(s string) bool {
	_, msg := parseGuard(s)
	return msg == ""
}

// String lists the platforms of the set: "{XEHP,DG2}".
func (g Guard) String() string {
	var l []string
	for i, p := range platforms {
		if g>>i&1 != 0 {
			l = append(l, p)
		}
	}
	return "{" + strings.Join(l, ",") + "}"
}
