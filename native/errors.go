package native

import (
	"errors"
	"fmt"
	"strings"
)

// TargetError is a target whose native code is neither read nor written.
type TargetError struct{ Target Target }

// Error lists the targets that are.
func (e *TargetError) Error() string {
	var have []string
	for t := range NumTargets {
		if layouts[t] != nil {
			have = append(have, t.String())
		}
	}
	last := len(have) - 1
	return fmt.Sprintf("native code of %v is not supported: want %s or %s", e.Target, strings.Join(have[:last], ", "), have[last])
}

// Is reports that the error is errors.ErrUnsupported.
func (e *TargetError) Is(target error) bool { return target == errors.ErrUnsupported }

// EncodeError says which field of an instruction cannot be written.
type EncodeError struct {
	Op    Op
	Field string // layout field, or "" for the instruction as a whole
	Value string
	Legal string // what the field takes
}

// Error is "OP: FIELD is VALUE: want LEGAL".
func (e *EncodeError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%v: %s: want %s", e.Op, e.Value, e.Legal)
	}
	return fmt.Sprintf("%v: %s is %s: want %s", e.Op, e.Field, e.Value, e.Legal)
}

// DecodeError says which bytes are not an instruction of the target.
type DecodeError struct {
	Offset int // bytes from the start of the code
	Op     Op
	Field  string // layout field, or "" for the instruction as a whole
	Value  string
	Legal  string
}

// Error is the same after "offset 0x...".
func (e *DecodeError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("offset %#x: %s: want %s", e.Offset, e.Value, e.Legal)
	}
	return fmt.Sprintf("offset %#x: %v: %s is %s: want %s", e.Offset, e.Op, e.Field, e.Value, e.Legal)
}

// legal describes what a field takes, for errors: its codes, or the model's
// values of them.
func (f *field) legal(codes bool) string {
	switch {
	case f.implied:
		v, _ := f.value(f.code, 0)
		return fmt.Sprintf("%d, which the format implies", int64(v))
	case f.codes != nil:
		var names []string
		for _, c := range f.codes {
			name := fmt.Sprintf("%d (%s)", c.value, c.name)
			if codes {
				name = fmt.Sprintf("%#x (%s)", c.code, c.name)
			}
			names = append(names, name)
		}
		return "one of " + strings.Join(names, ", ")
	case f.limits != nil:
		var ranges []string
		for _, l := range f.limits {
			ranges = append(ranges, fmt.Sprintf("%d..%d", l.lo, l.hi))
		}
		return strings.Join(ranges, ", ")
	case f.twice:
		return "16 bits"
	}
	s := fmt.Sprintf("%d bits", f.width())
	if f.signed {
		s = "signed " + s
	}
	if f.scale != 0 {
		s += fmt.Sprintf(" times %d", 1<<f.scale)
	}
	if f.signed && f.width()+f.scale > 32 {
		s += ", a value of 32 bits"
	}
	return s
}
