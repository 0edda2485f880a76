package lower

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa"
)

// UnsupportedError says that valid input needs something that the compiler does
// not have for this target. It is never a wrong answer in disguise.
type UnsupportedError struct {
	File string
	Line int32   // line of the vISA text, 0 when it is about the kernel as a whole
	Op   visa.Op // visa.OpInvalid when it is not about an instruction
	What string  // what is not supported
}

// Error gives the place, the opcode if there is one, and what is missing.
func (e *UnsupportedError) Error() string {
	op := ""
	if e.Op != visa.OpInvalid {
		op = e.Op.String() + ": "
	}
	return fmt.Sprintf("%s: %snot supported: %s", place(e.File, e.Line), op, e.What)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }

// Error is a fault of the input at a line of the vISA text.
type Error struct {
	File string
	Line int32 // 0 when it is about the kernel as a whole
	Msg  string
}

// Error gives place and message.
func (e *Error) Error() string { return place(e.File, e.Line) + ": " + e.Msg }

// place is the beginning of an error: "file:line:1: error".
func place(file string, line int32) string {
	return fmt.Sprintf("%s:%d:1: error", file, max(line, 1))
}

// errorf is an Error at a line; 0 stands for the kernel as a whole.
func (c *compiler) errorf(line int32, format string, args ...any) error {
	return &Error{c.k.File, line, fmt.Sprintf(format, args...)}
}

// placeAlloc puts the vISA line of the instruction that an error of the
// allocator is about before it. An operand outside its variable is a fault of
// the text: verify.Kernel does not know how far raw operands of messages reach.
func (c *compiler) placeAlloc(err error) error {
	var operand *regalloc.InstError
	var lacks *regalloc.UnsupportedError
	var pressure *regalloc.PressureError
	switch {
	case errors.As(err, &operand) && errors.As(err, &lacks):
		return c.unsupportedAt(&c.p.Insts[operand.Inst], "%s", lacks.What)
	case errors.As(err, &operand):
		in := &c.p.Insts[operand.Inst]
		return c.errorf(c.lineOf(in), "%s: operand %v", c.opOf(in), operand.Err)
	case errors.As(err, &pressure):
		return fmt.Errorf("%s: %w", place(c.k.File, c.lineOf(&c.p.Insts[pressure.Inst])), err)
	}
	return fmt.Errorf("%s: %w", c.k.File, err)
}

// lineOf is the vISA source line of a native instruction.
func (c *compiler) lineOf(in *native.Inst) int32 {
	if in.VISA == 0 {
		return 0
	}
	return c.k.Insts[in.VISA-1].Line
}

// opOf is the vISA op that a native instruction comes from.
func (c *compiler) opOf(in *native.Inst) visa.Op {
	if in.VISA == 0 {
		return visa.OpInvalid
	}
	return c.k.Insts[in.VISA-1].Op
}

// unsupportedAt says what a native instruction needs and the compiler lacks.
func (c *compiler) unsupportedAt(in *native.Inst, format string, args ...any) error {
	return &UnsupportedError{c.k.File, c.lineOf(in), c.opOf(in), fmt.Sprintf(format, args...)}
}

// unsupported records the first thing that the current instruction needs and
// the compiler lacks; selection goes on, and its result is thrown away.
func (s *selector) unsupported(format string, args ...any) {
	if s.err == nil {
		s.err = &UnsupportedError{s.k.File, s.in.Line, s.in.Op, fmt.Sprintf(format, args...)}
	}
}
