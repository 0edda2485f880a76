package diag

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Error is one fault in a text, at a 1-based line and column in bytes. Err is
// why, where something below the reader says so: errors.ErrUnsupported of a text
// that is valid and has no place here.
type Error struct {
	File      string
	Line, Col int
	Msg       string
	Err       error
}

// Error is "file:line:col: error: message".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
}

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// List is all faults of one text in line order.
type List []*Error

// Most is how many faults of a text its readers record: they stop at the last.
const Most = 50

// Error is one fault a line.
func (l List) Error() string {
	text := make([]string, len(l))
	for i, e := range l {
		text[i] = e.Error()
	}
	return strings.Join(text, "\n")
}

// Is reports that all faults, of one at least, are errors.ErrUnsupported. A list
// does not unwrap: a single one would make all of it so.
func (l List) Is(target error) bool {
	wrong := func(e *Error) bool { return !errors.Is(e.Err, errors.ErrUnsupported) }
	return target == errors.ErrUnsupported && len(l) > 0 && !slices.ContainsFunc(l, wrong)
}

// As gives the first fault that is of the target's type.
func (l List) As(target any) bool {
	return slices.ContainsFunc(l, func(e *Error) bool { return errors.As(e, target) })
}
