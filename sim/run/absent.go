package run

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
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

// placeholder is the immediate that Intel's compiler leaves where a loader
// stores an address, or one half of it.
const placeholder = 0x6E10CA2E

// openAddresses lists the offsets of instructions that still have a placeholder.
func openAddresses(insts []native.Inst, offs []int) (out []uint32) {
	for i := range insts {
		for j := range insts[i].Src {
			if o := &insts[i].Src[j]; o.File == native.Imm && o.Imm == placeholder && o.Type.Size() >= 4 && insts[i].Op == native.OpMov {
				out = append(out, uint32(offs[i]))
			}
		}
	}
	return out
}

// relocated refuses native code with addresses that only relocations could fill
// in: run as it is, it would read at the placeholder.
func (s *Session) relocated(p *Program) error {
	if len(p.open) == 0 || s.needs(p) {
		return nil
	}
	return s.notRelocated(p, p.open)
}

// notRelocated is relocated for addresses that are left.
func (s *Session) notRelocated(p *Program, open []uint32) error {
	list := "the compiler's .reloc"
	if s.reloc != "" {
		list = s.reloc
	}
	return &UnsupportedError{p.Path, fmt.Sprintf("instruction at ip %#05x: an address that a loader fills in (program-scope data or a function; relocations are in %s), 1 of %d here,",
		open[0], list, len(open))}
}
