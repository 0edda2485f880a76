package interp

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
)

// UnsupportedError says what this engine does not run. New returns it; a
// program that loads never meets an unsupported form later.
type UnsupportedError struct {
	File string
	Line int32  // 1-based source line, 0 when unknown
	Op   string // mnemonic, or "" for a declaration
	What string // the form that is not supported
}

// Error gives file, line, instruction and form.
func (e *UnsupportedError) Error() string {
	op := ""
	if e.Op != "" {
		op = e.Op + ": "
	}
	return fmt.Sprintf("%s:%d:1: error: %sthe interpreter does not support %s", e.File, max(e.Line, 1), op, e.What)
}

// InvalidError is a kernel that breaks a vISA rule this engine relies on, for
// example an operand outside its variable.
type InvalidError struct {
	File string
	Line int32
	Op   string
	What string
}

// Error gives file, line, instruction and the broken rule.
func (e *InvalidError) Error() string {
	return fmt.Sprintf("%s:%d:1: error: %s: %s", e.File, max(e.Line, 1), e.Op, e.What)
}

// Fault is the end of a thread by an illegal access while running.
type Fault struct {
	Kernel string
	File   string
	Line   int32  // source line of the instruction
	Inst   string // its mnemonic, execution size and mask
	Group  [3]uint32
	Thread int    // thread number in its group
	Lane   int    // thread lane, -1 when it belongs to no single lane
	Addr   uint64 // address or byte offset that was accessed
	Err    error
}

// Error gives place, lane, instruction and cause; the dispatcher puts group and
// thread before it.
func (e *Fault) Error() string {
	lane := "all lanes"
	if e.Lane >= 0 {
		lane = fmt.Sprintf("lane %d", e.Lane)
	}
	return fmt.Sprintf("%s:%d: kernel %s, %s: %s: %v", e.File, e.Line, e.Kernel, lane, e.Inst, e.Err)
}

// Unwrap is the cause, for example a *mem.Fault.
func (e *Fault) Unwrap() error { return e.Err }

// RegionFault is an indirect operand outside the thread's storage. It comes
// inside a Fault.
type RegionFault struct {
	Addr int64 // byte offset in the storage image
	Size int   // bytes per element
	Len  int   // bytes of the storage image
	Lane int   // element of the operand
}

// Error gives address, size and bounds.
func (e *RegionFault) Error() string {
	return fmt.Sprintf("indirect operand at storage byte %d (%d bytes per element): legal are 0..%d", e.Addr, e.Size, e.Len-e.Size)
}

// fault completes err with what is known of the instruction and thread.
func (w *worker) fault(t *thread, in *inst, err error) error {
	src := &w.prog.kernel.Insts[in.index]
	f := &Fault{
		Kernel: w.prog.kernel.Name, File: w.prog.kernel.File, Line: src.Line, Inst: summary(src),
		Thread: t.index, Lane: -1, Err: err,
	}
	if t.group != nil {
		f.Group = t.group.ID
	}
	var region *RegionFault
	var flat *mem.Fault
	switch {
	case errors.As(err, &region):
		f.Addr, f.Lane = uint64(region.Addr), region.Lane+int(in.first)
	case errors.As(err, &flat):
		f.Addr, f.Lane = flat.Addr, w.faultLane(in, flat.Addr)
	}
	return f
}

// faultLane finds the enabled lane whose 64-bit address in the instruction's
// address operand is nearest below addr; -1 for block accesses. A lane reaches
// at most 64 bytes: eight quadwords of svm_gather.
func (w *worker) faultLane(in *inst, addr uint64) int {
	const reach = 64
	if in.lanes == nil {
		return -1
	}
	f, best, lane := &w.frame, uint64(reach), -1
	raw := f.Raw[in.lanes.slot]
	for i := range f.N {
		if f.ChEn>>i&1 == 0 || len(raw) < 8*i+8 {
			continue
		}
		if d := addr - le64(raw[8*i:]); d < best {
			best, lane = d, i+int(in.first)
		}
	}
	return lane
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
