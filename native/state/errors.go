package state

import (
	"errors"
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// TargetError is a target of which specs/eu/state.md has nothing of a class, such as the commands of Gen10.
type TargetError struct {
	Target native.Target
	Class  string // state, command or register
}

// Error says so.
func (e *TargetError) Error() string {
	return fmt.Sprintf("%ss of %v are not described in specs/eu/state.md", e.Class, e.Target)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *TargetError) Is(target error) bool { return target == errors.ErrUnsupported }

// NameError is a name that nothing has.
type NameError struct {
	What  string // of what: "structure of skl"
	Name  string
	Legal []string
}

// Error lists those that there are.
func (e *NameError) Error() string {
	return fmt.Sprintf("no %s is %q: want %s", e.What, e.Name, strings.Join(e.Legal, ", "))
}

// Error says which bits of a structure are wrong.
type Error struct {
	Struct string
	Target native.Target
	Offset int    // lowest bit, counted from the start of the structure; its size without a field
	Width  int    // of the lowest piece of the field; 0 for the structure as a whole
	Field  string // "" for bits that no row has
	Value  string
	Legal  string
}

// Error is "STRUCT of TARGET: 0.31:29 FIELD is VALUE: want LEGAL".
func (e *Error) Error() string {
	where := fmt.Sprintf("%s of %v: ", e.Struct, e.Target)
	switch {
	case e.Width == 0:
		return where + e.Value + ": want " + e.Legal
	case e.Field == "":
		return fmt.Sprintf("%sreserved %s is %s: want %s", where, place(piece{e.Offset, e.Width}), e.Value, e.Legal)
	}
	return fmt.Sprintf("%s%s %s is %s: want %s", where, place(piece{e.Offset, e.Width}), e.Field, e.Value, e.Legal)
}

// place is where bits are, as specs/eu/state.md has it.
func place(p piece) string {
	if p.width == 1 {
		return fmt.Sprintf("%d.%d", p.lo/32, p.lo%32)
	}
	return fmt.Sprintf("%d.%d:%d", p.lo/32, p.lo%32+p.width-1, p.lo%32)
}

// wrong is an error about a field.
func (l *Layout) wrong(f *field, value, legal string) *Error {
	return &Error{l.Name, l.Target, f.bits[0].lo, f.bits[0].width, f.name, value, legal}
}
