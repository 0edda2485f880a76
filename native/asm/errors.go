package asm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Error is one fault in a text, at a 1-based line and column in bytes. Err is
// the encoder's error, or nil.
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

// Unwrap gives the encoder's error.
func (e *Error) Unwrap() error { return e.Err }

// ErrorList is all faults of one text in line order; the last one says so when
// there are more than maxErrors.
type ErrorList []*Error

const maxErrors = 50

// Error is one fault a line.
func (l ErrorList) Error() string {
	text := make([]string, len(l))
	for i, e := range l {
		text[i] = e.Error()
	}
	return strings.Join(text, "\n")
}

// Is reports that all faults are errors.ErrUnsupported.
func (l ErrorList) Is(target error) bool {
	wrong := func(e *Error) bool { return !errors.Is(e.Err, errors.ErrUnsupported) }
	return target == errors.ErrUnsupported && !slices.ContainsFunc(l, wrong)
}

// fault unwinds the parser from the middle of a line to the loop over lines,
// which records it and goes on.
type fault struct {
	at  int // byte of the line
	msg string
	err error
}
