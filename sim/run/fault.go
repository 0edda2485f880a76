package run

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/sim/mem"
)

// AddressError is an access to an address where the launch has no memory, and
// what it has there.
type AddressError struct {
	Kernel string
	Near   string // the nearest buffer, and where the address is beside it
	Buffer string // its name; "" when there is none
	End    uint64 // where the access ends, from the start of that buffer; of one before it more than any size
	Err    error  // of the engine: group, thread, lane, instruction and address
}

// Error is the engine's, then the kernel and the nearest buffer.
func (e *AddressError) Error() string {
	return fmt.Sprintf("%v\n  in kernel %s: %s", e.Err, e.Kernel, e.Near)
}

// Unwrap is the engine's error.
func (e *AddressError) Unwrap() error { return e.Err }

// address adds the kernel and the nearest buffer to a fault at an address.
func (s *Session) address(m *mem.Memory, err error) error {
	var f *mem.Fault
	if !errors.As(err, &f) {
		return err
	}
	name := s.launch.Kernel
	if s.kernel != nil {
		name = s.kernel.Name
	}
	near := m.Flat().Near(f.Addr)
	out := &AddressError{Kernel: name, Near: beside(near, f.Addr), Err: err}
	if near != nil {
		out.Buffer, out.End = near.Name, f.Addr+uint64(f.Size)-near.Base
	}
	return out
}

// far is a distance beyond which the nearest buffer says little.
const far = 1 << 32

// beside says where an address is that does not begin an access inside the
// nearest buffer.
func beside(b *mem.Buffer, addr uint64) string {
	switch {
	case b == nil:
		return "the launch has no buffers"
	case addr < mem.FirstAddress && b.Base >= mem.FirstAddress:
		return fmt.Sprintf("buffers begin at %#x, below are no addresses but those of scratch space", uint64(mem.FirstAddress))
	}
	what := fmt.Sprintf("%s, %d bytes at %#x", b.Name, b.Len(), b.Base)
	switch end := b.Base + uint64(b.Len()); {
	case addr < b.Base:
		return fmt.Sprintf("%d bytes before %s", b.Base-addr, what)
	case addr-b.Base >= far:
		return "far behind the last buffer: " + what
	case addr >= end:
		return fmt.Sprintf("%d bytes past the end of %s", addr-end, what)
	default:
		return fmt.Sprintf("%d bytes before the end of %s", end-addr, what)
	}
}
