package container

import (
	"errors"
	"fmt"
)

// Error is a container that breaks its format, or holds what is not read here.
type Error struct {
	File        string
	Offset      int // byte of the file; 0 when the error is about the whole of it
	Msg         string
	Unsupported bool // valid, but not read
}

// Error has the form file: byte 0x40: message.
func (e *Error) Error() string {
	if e.Offset == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s: byte %#x: %s", e.File, e.Offset, e.Msg)
}

// Is reports whether the error is errors.ErrUnsupported.
func (e *Error) Is(target error) bool { return e.Unsupported && target == errors.ErrUnsupported }
