package isa

import "errors"

// Errors that readers and writers wrap. Those of readers begin with the offset of what
// they object to, in bytes from the start of the file.
var (
	// ErrMagic: the file does not begin with "CISA".
	ErrMagic = errors.New("not a CISA file")
	// ErrVersion: the layout of the version is not known here. It is also
	// errors.ErrUnsupported.
	ErrVersion error = &unread{"unsupported CISA version"}
	// ErrTruncated: a part needs bytes behind the end of the file, or of its routine.
	ErrTruncated = errors.New("CISA file is truncated")
	// ErrRange: a routine, binary, name or variable lies outside of its file or table.
	ErrRange = errors.New("CISA range outside of the file")
	// ErrTiling: header, routines and binaries overlap, or leave bytes between them.
	ErrTiling = errors.New("CISA parts do not fill the file")
	// ErrLimit: more entries than the format allows, or than there are bytes for.
	ErrLimit = errors.New("CISA count out of range")
	// ErrUnsupported: a part of the format that is documented but not read or written
	// here. It is also errors.ErrUnsupported.
	ErrUnsupported error = &unread{"unsupported part of a CISA file"}
	// ErrField: a field has a value that vISA has no meaning for.
	ErrField = errors.New("illegal CISA field")
	// ErrNoLayout: an instruction whose operands no page describes: where it ends,
	// and with it all that follows, cannot be known. It is also errors.ErrUnsupported.
	ErrNoLayout error = &unread{"no layout of this vISA op"}
	// ErrCut: the instructions lack their last operands, as one compiler wrote them.
	ErrCut = errors.New("CISA instructions without their last operands")
	// ErrProfile: no such profile, or one of another version.
	ErrProfile = errors.New("CISA profile")
	// ErrAmbiguous: the instructions can be read in two ways that differ.
	ErrAmbiguous = errors.New("CISA layout is ambiguous")
	// ErrForm: vISA that has no binary form.
	ErrForm = errors.New("no binary form")
)

// unread is an error that says what is valid but not read here.
type unread struct{ what string }

func (e *unread) Error() string        { return e.what }
func (e *unread) Is(target error) bool { return target == errors.ErrUnsupported }
