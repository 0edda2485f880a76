package published

import (
	"fmt"

	"github.com/genvisa/genvisa/opdefs"
)

// Page is a published page: its parts as they were written, each with its place.
type Page struct {
	Name     string // of the file, or of the opcodes when the file has another kind of name
	File     string
	Code     Number
	Sub      *Number // second opcode byte
	Variants []Variant
	Body     []Line // Semantics, without fences
	Prose    []Line // Description before its fields
	Fields   []Field
	Props    []Prop
	Types    []TypeMap
	Text     []Line
	Notes    []Line
	mends    []Mend // of reading
	left     []Left
}

// Line is a piece of a page.
type Line struct {
	Text string
	Pos  opdefs.Pos
}

// Number is an opcode byte and the name before it.
type Number struct {
	Name  string
	Value uint8
	Pos   opdefs.Pos
}

// Variant is one table of Format, under the conditions before it.
type Variant struct {
	Conds []Line
	Cells []Cell
	Pos   opdefs.Pos
}

// Cell is a field of a table. Sometimes marks one that not all variants have.
type Cell struct {
	Name      string
	Sometimes bool
	Pos       opdefs.Pos
}

// Field is a bullet of Description.
type Field struct {
	Name, Type string
	Doc        string // the bullet's text, in one line
	Bits       []Bits
	More       []Line // what else stands below the bullet
	Pos        opdefs.Pos
}

// Bits is a range of bits below a field's bullet, with the values listed there.
// A list without a range belongs to the whole field, from bit 0 on.
type Bits struct {
	Hi, Lo int
	Doc    string
	Values []Value
	Pos    opdefs.Pos
}

// Value is a code of a field with what is said of it.
type Value struct {
	Code  uint32
	Guard string // "{XEHP+}" or empty
	Text  string
	Pos   opdefs.Pos
}

// Prop is an item of Properties.
type Prop struct {
	Key, Value string
	Pos        opdefs.Pos
}

// TypeMap is one map of operand types.
type TypeMap struct {
	Guard    string
	Dst, Src string
	Pos      opdefs.Pos
}

// Mend is one thing that was repaired or rewritten.
type Mend struct {
	Pos  opdefs.Pos
	Kind string // a few words, the same for all mends of a kind
	Was  string
	Now  string
}

// String is "file:line:col: mend: kind: was -> now".
func (m Mend) String() string {
	return fmt.Sprintf("%s: mend: %s: %q -> %q", m.Pos, m.Kind, m.Was, m.Now)
}

// Left is one thing that the page says and its conversion does not.
type Left struct {
	Pos  opdefs.Pos
	Kind string
	What string
}

// String is "file:line:col: left: kind: what".
func (l Left) String() string { return fmt.Sprintf("%s: left: %s: %s", l.Pos, l.Kind, l.What) }
