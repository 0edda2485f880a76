package states

import (
	"errors"
	"fmt"
)

// Error is a state in memory that gives no surface or sampler.
type Error struct {
	Struct  string // such as RENDER_SURFACE_STATE
	Address uint64 // of the state
	Field   string // "" for the state as a whole
	Value   string // of the field, as package native/state prints it
	Why     string // what is wrong, and what is legal
	Valid   bool   // the hardware knows what to do with it, and only the model does not
}

// Error is "STRUCT at ADDRESS: FIELD is VALUE: WHY".
func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%s at %#x: %s", e.Struct, e.Address, e.Why)
	}
	return fmt.Sprintf("%s at %#x: %s is %s: %s", e.Struct, e.Address, e.Field, e.Value, e.Why)
}

// Is reports that the error is errors.ErrUnsupported: of a valid state alone.
func (e *Error) Is(target error) bool { return e.Valid && target == errors.ErrUnsupported }
