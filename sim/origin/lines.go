package origin

import (
	"errors"
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// lines says which vISA instruction each instruction of code compiled from it
// comes from.
type lines struct {
	kernel *visa.Kernel
	ips    []int   // ascending offsets of the native instructions
	from   []int32 // of each: 1 + index in kernel.Insts, 0 when it comes from none
}

// newLines reads where insts, the compiled program, stand in its code.
func newLines(k *visa.Kernel, t native.Target, insts []native.Inst, code []byte) (*lines, error) {
	_, offs, err := native.DecodeAll(t, code)
	if err != nil || len(offs) != len(insts) {
		return nil, fmt.Errorf("BUG: %d instructions were encoded as %d: %w", len(insts), len(offs), err)
	}
	l := &lines{kernel: k, ips: offs, from: make([]int32, len(insts))}
	for i := range insts {
		l.from[i] = int32(insts[i].VISA)
	}
	return l, nil
}

// at is the line of the text that the native instruction at ip comes from, with
// its text; "" when there is none.
func (l *lines) at(ip int) string {
	if l == nil {
		return ""
	}
	i := l.origin(ip)
	if i < 0 {
		return ""
	}
	in := &l.kernel.Insts[i]
	return fmt.Sprintf("%s:%v: %s", l.kernel.FileOf(i), in.Pos, asm.Text(l.kernel, in))
}

// origin is the index of the instruction that the native one at ip comes from, or
// -1.
func (l *lines) origin(ip int) int {
	i, ok := slices.BinarySearch(l.ips, ip)
	if !ok {
		return -1
	}
	return int(l.from[i]) - 1
}

// FunctionError is a call of an address that no function has.
type FunctionError struct{ Addr uint32 }

// Error names the address.
func (e *FunctionError) Error() string { return fmt.Sprintf("no function has the address %#x", e.Addr) }

// StackError is a call for whose variables the stack of compiled code has no room.
type StackError struct{}

// Error names the bound.
func (*StackError) Error() string {
	return fmt.Sprintf("calls that have not returned keep more than %d bytes of their variables, which the stack has", lower.StackBytes)
}

// calls finds the faults that compiled code makes of a call of an address which is
// no function's, and of one too many, and says so.
func (l *lines) calls(err error) error {
	var fault *eu.Fault
	var at *mem.Fault
	if l == nil || !errors.As(err, &fault) || !errors.As(fault.Err, &at) {
		return err
	}
	i := l.origin(int(fault.IP))
	if i < 0 {
		return err
	}
	switch hook := l.kernel.Insts[i].Op.Info().Hook; {
	case at.Addr>>32 == lower.StackFull && (hook == visa.HookCall || hook == visa.HookFcall || hook == visa.HookIfcall):
		fault.Err = &StackError{}
	case at.Addr>>32 == lower.NoFunction && hook == visa.HookIfcall:
		fault.Err = &FunctionError{uint32(at.Addr)}
	}
	return err
}
