package asm

import "github.com/genvisa/genvisa/internal/diag"

// Error is one fault in a text, at a 1-based line and column in bytes. Err is
// errors.ErrUnsupported when the text is valid there and has no place in
// visa.Kernel.
type Error = diag.Error

// ErrorList is all faults of one text in line order. Parse stops at maxErrors
// of them.
type ErrorList = diag.List

const maxErrors = diag.Most

// fault is what ended the reading of a statement; the next line goes on.
type fault struct {
	at  pos
	msg string
	err error
}
