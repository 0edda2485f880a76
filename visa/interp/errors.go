package interp

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/visa"
)

// UnsupportedError says what this engine does not run. New returns it for what is
// about the kernel as a whole; what is about an instruction stops the thread that
// comes to it, inside a Fault.
type UnsupportedError struct {
	File string
	visa.Pos
	Op   string // mnemonic, or "" for a declaration
	What string // the form that is not supported
}

// Error gives file, line, instruction and form.
func (e *UnsupportedError) Error() string {
	op := ""
	if e.Op != "" {
		op = e.Op + ": "
	}
	return fmt.Sprintf("%s:%v: error: %sthe interpreter does not support %s", e.File, e.Pos, op, e.What)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }

// otherModes are the bits of cr0.0 for ALT mode, accumulator disable, single program
// flow and vector mask (Ivy Bridge PRM vol. 4 part 3, 3.3.3.8).
const otherModes = 15

// ModeError is the cause of a Fault where a kernel asks for a mode that this engine
// does not have.
type ModeError struct{ CR0 uint32 }

// Error gives the value of cr0.0.
func (e *ModeError) Error() string {
	return fmt.Sprintf("cr0.0 of %#x: the interpreter does not support ALT mode, accumulator disable, single program flow and vector mask", e.CR0)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *ModeError) Is(target error) bool { return target == errors.ErrUnsupported }

// InvalidError is a kernel that breaks a vISA rule this engine relies on, for
// example an operand outside its variable.
type InvalidError struct {
	File string
	visa.Pos
	Op   string
	What string
}

// Error gives file, line, instruction and the broken rule.
func (e *InvalidError) Error() string {
	return fmt.Sprintf("%s:%v: error: %s: %s", e.File, e.Pos, e.Op, e.What)
}

// Fault is the end of a thread by an illegal access while running.
type Fault struct {
	Kernel   string
	File     string
	visa.Pos        // of the instruction
	Inst     string // its mnemonic, execution size and mask
	Group    [3]uint32
	Thread   int    // thread number in its group
	Lane     int    // thread lane, -1 when it belongs to no single lane
	Addr     uint64 // address or byte offset that was accessed
	Err      error
}

// Error gives place, lane, instruction and cause; the dispatcher puts group and
// thread before it.
func (e *Fault) Error() string {
	lane := "all lanes"
	if e.Lane >= 0 {
		lane = fmt.Sprintf("lane %d", e.Lane)
	}
	return fmt.Sprintf("%s:%v: kernel %s, %s: %s: %v", e.File, e.Pos, e.Kernel, lane, e.Inst, e.Err)
}

// Unwrap is the cause, for example a *mem.Fault.
func (e *Fault) Unwrap() error { return e.Err }

// RegionFault is an indirect operand outside the variable whose address it has,
// or outside the thread's storage, that is written, or read for a message, a jump or a call,
// or by an address that is no variable's. It comes inside a Fault.
type RegionFault struct {
	Var  string // the variable; "" when the address was computed from none
	Addr int64  // byte offset in the variable, or in the storage image
	Size int    // bytes per element
	Len  int    // bytes of the variable, or of the storage image
	Lane int    // element of the operand
}

// Error gives variable, address, size and bounds.
func (e *RegionFault) Error() string {
	what := "storage"
	if e.Var != "" {
		what = "variable " + e.Var
	}
	return fmt.Sprintf("indirect operand at byte %d of %s (%d bytes per element): legal are 0..%d", e.Addr, what, e.Size, e.Len-e.Size)
}

// regionFault is an access of element lane at storage byte p, by an address of
// element at.
func (w *worker) regionFault(t *thread, at int32, p int64, size uint8, lane int) error {
	e := &RegionFault{Addr: p, Size: int(size), Len: len(t.image), Lane: lane}
	if owner := t.owners[at]; owner > 0 {
		l := &w.prog.layout
		from := l.off[owner-1]
		e.Var, e.Addr, e.Len = w.prog.kernel.Vars[owner-1].Name, p-int64(from), int(l.limit[owner-1]-from)
	}
	return e
}

// fault completes err with what is known of the instruction and thread.
func (w *worker) fault(t *thread, in *inst, err error) error {
	src := &w.prog.kernel.Insts[in.index]
	f := &Fault{
		Kernel: w.prog.kernel.Name, File: w.prog.kernel.FileOf(int(in.index)), Pos: src.Pos, Inst: summary(src),
		Thread: t.index, Lane: -1, Err: err,
	}
	if t.group != nil {
		f.Group = t.group.ID
	}
	var region *RegionFault
	var lane *laneFault
	switch {
	case errors.As(err, &region):
		f.Addr, f.Lane = uint64(region.Addr), region.Lane+int(in.first)
	case errors.As(err, &lane):
		f.Addr, f.Lane, f.Err = lane.addr, lane.lane, lane.err
	}
	return f
}

// summary is an instruction without operands: "(P1) add (M5, 16)".
func summary(in *visa.Inst) string {
	info := in.Op.Info()
	s := info.Name
	if in.Pred.Var != 0 {
		s = "(P) " + s
	}
	if !info.HasExec {
		return s
	}
	nm := ""
	if in.Exec.NoMask {
		nm = "_NM"
	}
	return fmt.Sprintf("%s (M%d%s, %d)", s, in.Exec.Mask+1, nm, in.Exec.Size)
}

var _ dispatch.Engine = (*Program)(nil)
