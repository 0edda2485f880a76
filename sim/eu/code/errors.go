package code

import (
	"errors"
	"fmt"
)

// UnmodelledError is legal native code that this model does not cover: what an
// instruction shows by itself, or only a run (a descriptor in a register, a
// register read at another type). It stops the thread that comes to it.
type UnmodelledError struct {
	What string
	IP   uint32 // byte offset of the instruction from the kernel's entry
	Inst string // the instruction without operands: "send (16|M0)"
	Desc uint32 // message descriptor of a send; 0 for other instructions
}

// Error names the instruction's place and what is not modelled.
func (e *UnmodelledError) Error() string {
	if e.Desc != 0 {
		return fmt.Sprintf("ip %#05x: %s: not modelled: %s (descriptor %#08x)", e.IP, e.Inst, e.What, e.Desc)
	}
	return fmt.Sprintf("ip %#05x: %s: not modelled: %s", e.IP, e.Inst, e.What)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *UnmodelledError) Is(target error) bool { return target == errors.ErrUnsupported }

// PlaceError is a jump, call or return to an address in a register that is no
// instruction's.
type PlaceError struct {
	IP    uint32 // where it goes, in bytes from the kernel's entry
	Bytes uint32 // of the code
}

// Error names the address and where there is code.
func (e *PlaceError) Error() string {
	return fmt.Sprintf("jump to ip %#05x: no instruction begins there; the code has ips 0 to %#05x", e.IP, e.Bytes-1)
}
