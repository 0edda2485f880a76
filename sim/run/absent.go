package run

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
)

// AbsentError is a kernel that uses memory which its metadata lists and which is
// not modelled. Kernels that list it and do not use it run.
type AbsentError struct {
	What string // payload argument that held the address
	Err  error  // where it was used
}

// Error is the place of the access and what is missing.
func (e *AbsentError) Error() string {
	return fmt.Sprintf("%v\n  the address comes from the payload argument %s: the memory behind it is not modelled", e.Err, e.What)
}

// Unwrap is the engine's error.
func (e *AbsentError) Unwrap() error { return e.Err }

// Is reports that the error is errors.ErrUnsupported.
func (e *AbsentError) Is(target error) bool { return target == errors.ErrUnsupported }

// absent names the memory that a fault at an unmapped address was about.
func absent(p dispatch.Payloads, err error) error {
	var f *mem.Fault
	b, ok := p.(*abi.Builder)
	if !ok || !errors.As(err, &f) {
		return err
	}
	if what, ok := b.Absent(f.Addr); ok {
		return &AbsentError{What: what, Err: err}
	}
	return err
}
