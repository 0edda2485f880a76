package eu

import "fmt"

// Fault is an instruction that a run cannot complete: an unmapped address, an
// unbound surface, a register access outside the file.
type Fault struct {
	Thread int // in its group
	IP     uint32
	Lane   int    // channel of the thread; -1 when the access is not a lane's
	Inst   string // the instruction without operands: "send (16|M0)"
	Err    error
}

// Error names place, lane, instruction and cause; the dispatcher puts group and
// thread before it.
func (f *Fault) Error() string {
	lane := ""
	if f.Lane >= 0 {
		lane = fmt.Sprintf(", lane %d", f.Lane)
	}
	if f.Inst == "" {
		return fmt.Sprintf("ip %#05x%s: %v", f.IP, lane, f.Err)
	}
	return fmt.Sprintf("ip %#05x%s: %s: %v", f.IP, lane, f.Inst, f.Err)
}

// Unwrap is the cause, such as a *mem.Fault.
func (f *Fault) Unwrap() error { return f.Err }

// EntryError is a place where a thread cannot start.
type EntryError struct{ At uint32 }

// Error names the place.
func (e *EntryError) Error() string {
	return fmt.Sprintf("a thread starts at ip %#05x, where no instruction begins", e.At)
}

// RegisterError is an indirect register operand that leaves the register file.
type RegisterError struct {
	Addr, Size int // first byte and bytes
	Limit      int // bytes of the file
}

// Error names the range and the file's size.
func (e *RegisterError) Error() string {
	return fmt.Sprintf("indirect operand reaches register bytes %d to %d of a file of %d", e.Addr, e.Addr+e.Size-1, e.Limit)
}

// Illegal is the cause of the Fault of an executed illegal opcode.
type Illegal struct{}

// Error says what was executed.
func (Illegal) Error() string { return "illegal opcode executed" }

// NoGroup is the cause of the Fault of a barrier in a thread that is in no group.
type NoGroup struct{}

// Error says why there is no barrier.
func (NoGroup) Error() string { return "a barrier: threads of the media walker are in no group" }
