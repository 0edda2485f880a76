package visa

import (
	"strconv"
	"strings"
)

// Implicit is the implicit kind of an input: what the driver fills in without
// being asked by the kernel's arguments. The values are those of bits 3 to 7 of
// the kind byte of the CISA binary.
type Implicit uint8

// Implicit kinds that have a name; the others are UNDEFINED_n in text.
const (
	NoImplicit          Implicit = 0 // an explicit .input
	ImplicitLocalSize   Implicit = 1
	ImplicitGroupCount  Implicit = 2
	ImplicitLocalID     Implicit = 3
	ImplicitPseudoInput Implicit = 16
	maxImplicit         Implicit = 31
)

var implicitNames = []struct {
	kind Implicit
	name string
}{
	{ImplicitLocalSize, "LOCAL_SIZE"}, {ImplicitGroupCount, "GROUP_COUNT"},
	{ImplicitLocalID, "LOCAL_ID"}, {ImplicitPseudoInput, "PSEUDO_INPUT"},
}

const undefinedPrefix = "UNDEFINED_"

// String is the kind as in the directive .implicit_NAME.
func (i Implicit) String() string {
	for _, n := range implicitNames {
		if n.kind == i {
			return n.name
		}
	}
	return undefinedPrefix + strconv.Itoa(int(i))
}

// ParseImplicit finds a kind by its name in text.
func ParseImplicit(s string) (Implicit, bool) {
	for _, n := range implicitNames {
		if n.name == s {
			return n.kind, true
		}
	}
	num, ok := strings.CutPrefix(s, undefinedPrefix)
	v, err := strconv.ParseUint(num, 10, 8)
	if !ok || err != nil || v == 0 || Implicit(v) > maxImplicit || strconv.FormatUint(v, 10) != num {
		return 0, false
	}
	if i := Implicit(v); i.String() == s {
		return i, true
	}
	return 0, false
}
