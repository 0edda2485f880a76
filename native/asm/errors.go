package asm

import "github.com/genvisa/genvisa/internal/diag"

// Error is one fault in a text, at a 1-based line and column in bytes. Err is
// the encoder's error, or nil.
type Error = diag.Error

// ErrorList is all faults of one text in line order; the last one says so when
// there are more than maxErrors.
type ErrorList = diag.List

const maxErrors = diag.Most

// fault is what ended the reading of a line.
type fault struct {
	at  int // byte of the line
	msg string
	err error
}
