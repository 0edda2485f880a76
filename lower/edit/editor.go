package edit

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// Editor is a program that a pass changes, and the target that it is for.
type Editor struct {
	P    *native.Program
	T    native.Target
	Caps *native.Caps // of T

	Outside map[int32]int32 // address variables of more words than a0 has -> variables that hold the words

	spare []native.Inst // what the program was before the last Rewrite, to be written over by the next
}

// New is an editor of a program.
func New(p *native.Program, t native.Target) *Editor {
	return &Editor{P: p, T: t, Caps: t.Caps()}
}

// UnsupportedError says that a program needs something that the passes do not have for
// its target.
type UnsupportedError struct {
	VISA int32  // what native.Inst.VISA of the instruction is: who made the program knows its place
	What string // what is not supported
}

// Error is a fault of a pass itself at an instruction.
type Error struct {
	VISA int32 // as of an UnsupportedError
	Msg  string
}

// Error gives the message, and nothing of the place.
func (e *Error) Error() string { return e.Msg }

// Error says what is missing, and nothing of the place.
func (e *UnsupportedError) Error() string { return "not supported: " + e.What }

// Is reports that the error is errors.ErrUnsupported.
func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }

// Unsupported says what an instruction needs and the passes lack.
func Unsupported(in *native.Inst, format string, args ...any) error {
	return &UnsupportedError{in.VISA, fmt.Sprintf(format, args...)}
}
