package lower

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/lower/optimise"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa"
)

// UnsupportedError says that valid input needs something that the compiler does
// not have for this target. It is never a wrong answer in disguise.
type UnsupportedError struct {
	File     string
	visa.Pos         // zero when it is about the kernel as a whole
	Op       visa.Op // visa.OpInvalid when it is not about an instruction
	What     string  // what is not supported
}

// Error gives the place, the opcode if there is one, and what is missing.
func (e *UnsupportedError) Error() string {
	op := ""
	if e.Op != visa.OpInvalid {
		op = e.Op.String() + ": "
	}
	return fmt.Sprintf("%s: %snot supported: %s", place(e.File, e.Pos), op, e.What)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }

// Error is a fault of the input at a place of the vISA text.
type Error struct {
	File     string
	visa.Pos // zero when it is about the kernel as a whole
	Msg      string
}

// Error gives place and message.
func (e *Error) Error() string { return place(e.File, e.Pos) + ": " + e.Msg }

// place is the beginning of an error: "file:line:column: error".
func place(file string, at visa.Pos) string { return fmt.Sprintf("%s:%v: error", file, at) }

// errorf is an Error at a place of the text.
func (c *compiler) errorf(at visa.Pos, format string, args ...any) error {
	return &Error{c.k.File, at, fmt.Sprintf(format, args...)}
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
		return c.unsupportedAt(&c.P.Insts[operand.Inst], "%s", lacks.What)
	case errors.As(err, &operand):
		in := &c.P.Insts[operand.Inst]
		return c.errorf(c.posOf(in), "%s: operand %v", c.opOf(in), operand.Err)
	case errors.As(err, &pressure):
		return fmt.Errorf("%s: %w", place(c.k.File, c.posOf(&c.P.Insts[pressure.Inst])), err)
	}
	return fmt.Errorf("%s: %w", c.k.File, err)
}

// placed puts the vISA line of the instruction that an error of a pass on native
// instructions is about before it.
func (c *compiler) placed(err error) error {
	var lacks *edit.UnsupportedError
	var fault *edit.Error
	switch {
	case errors.As(err, &lacks):
		return c.unsupportedAt(&native.Inst{VISA: lacks.VISA}, "%s", lacks.What)
	case errors.As(err, &fault):
		return fmt.Errorf("%s: %w", place(c.k.File, c.posOf(&native.Inst{VISA: fault.VISA})), err)
	}
	return err
}

// lanesOf are the lanes of the vISA instruction that a native one comes from.
func (c *compiler) lanesOf(in *native.Inst) optimise.Lanes {
	e := &c.text.Insts[in.VISA-1].Exec
	return optimise.Lanes{First: uint8(e.First()), Size: e.Size, NoMask: e.NoMask}
}

// posOf is the place of the vISA instruction that a native one comes from.
func (c *compiler) posOf(in *native.Inst) visa.Pos {
	if in.VISA == 0 {
		return visa.Pos{}
	}
	return c.text.Insts[in.VISA-1].Pos
}

// fileOf is the text of the vISA instruction that a native one comes from.
func (c *compiler) fileOf(in *native.Inst) string {
	if in.VISA == 0 {
		return c.text.File
	}
	return c.text.FileOf(int(in.VISA) - 1)
}

// origin is the instruction of the text that instruction i of c.k comes from.
func (c *compiler) origin(i int) int32 {
	if c.from == nil || i < 0 || i >= len(c.from) {
		return int32(i)
	}
	return c.from[i]
}

// opOf is the vISA op that a native instruction comes from.
func (c *compiler) opOf(in *native.Inst) visa.Op {
	if in.VISA == 0 {
		return visa.OpInvalid
	}
	return c.text.Insts[in.VISA-1].Op
}

// unsupportedAt says what a native instruction needs and the compiler lacks.
func (c *compiler) unsupportedAt(in *native.Inst, format string, args ...any) error {
	return &UnsupportedError{c.fileOf(in), c.posOf(in), c.opOf(in), fmt.Sprintf(format, args...)}
}

// unsupported records the first thing that the current instruction needs and
// the compiler lacks; selection goes on, and its result is thrown away.
func (s *selector) unsupported(format string, args ...any) {
	if s.err == nil {
		s.err = &UnsupportedError{s.text.FileOf(int(s.origin(s.idx))), s.in.Pos, s.in.Op, fmt.Sprintf(format, args...)}
	}
}
