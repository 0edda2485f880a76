package opdefs

import (
	"slices"
	"strings"
)

// Type is an element type of a type map.
type Type uint8

// Element types.
const (
	UB Type = iota
	B
	UW
	W
	UD
	D
	UQ
	Q
	HF
	BF
	F
	DF
	BOOL
	numTypes
)

var typeNames = [numTypes]string{"UB", "B", "UW", "W", "UD", "D", "UQ", "Q", "HF", "BF", "F", "DF", "BOOL"}

// String is the type's name in upper case.
func (t Type) String() string { return typeNames[t] }

// Bits is the width of an element; 1 for BOOL.
func (t Type) Bits() int {
	return [numTypes]int{8, 8, 16, 16, 32, 32, 64, 64, 16, 16, 32, 64, 1}[t]
}

// IsFloat tells float types.
func (t Type) IsFloat() bool { return t >= HF && t <= DF }

// IsInt tells integer types; BOOL is none.
func (t Type) IsInt() bool { return t <= Q }

// IsSigned tells signed integers.
func (t Type) IsSigned() bool { return t == B || t == W || t == D || t == Q }

func typeByName(s string) (Type, bool) {
	for t, n := range typeNames {
		if n == s {
			return Type(t), true
		}
	}
	return 0, false
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

// IsType tells the names of element types.
func IsType(name string) bool {
	_, ok := typeByName(name)
	return ok
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
