package batch

import (
	"errors"
	"fmt"
)

// Error is a command or a descriptor that cannot be followed.
type Error struct {
	What        string // GPGPU_WALKER, "batch"
	Address     uint64
	Field       string // "" when it is about the whole
	Value       string
	Why         string // what is legal
	Unsupported bool   // hardware does it; the model does not
}

// Error names the place, the field, its value and what is legal.
func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%s at %#x: %s", e.What, e.Address, e.Why)
	}
	return fmt.Sprintf("%s at %#x: %s is %s: %s", e.What, e.Address, e.Field, e.Value, e.Why)
}

// Is reports that what hardware does and the model does not is errors.ErrUnsupported.
func (e *Error) Is(target error) bool { return e.Unsupported && target == errors.ErrUnsupported }
