package asm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Error is one fault in a text, at a 1-based line and column (in bytes).
type Error struct {
	File      string
	Line, Col int
	Msg       string
	// Unmodelled: the text is valid there, but has no place in visa.Kernel.
	Unmodelled bool
}

// Error is "file:line:col: error: message".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
}

// ErrorList is all faults of one text in line order. Parse stops at maxErrors
// of them.
type ErrorList []*Error

const maxErrors = 50

// Error is one fault a line.
func (l ErrorList) Error() string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Is reports that a text without any other fault is errors.ErrUnsupported.
func (l ErrorList) Is(target error) bool {
	wrong := func(e *Error) bool { return !e.Unmodelled }
	return target == errors.ErrUnsupported && !slices.ContainsFunc(l, wrong)
}

// Unwrap gives the single faults to errors.As.
func (l ErrorList) Unwrap() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}

// fault unwinds the parser from the middle of a statement to the statement
// loop, which records it and goes on with the next line.
type fault struct {
	at         pos
	msg        string
	unmodelled bool
}
