package container

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"io"

	"github.com/genvisa/genvisa/internal/quote"
)

// Numbers of ELF files that hold kernels.
const (
	machineIntelGT = 205
	typeExecutable = 0xff04 // OpenCL: holds a device binary
	typeOpenCL     = 0xff01 // first of OpenCL's types, the executable's among them
	typeOpenCLLast = 0xff05
	typeZebinFirst = 0xff11 // relocatable, executable, dynamic
	typeZebinLast  = 0xff13

	sectionDevice = 0xff000005 // "Intel(R) OpenCL Device Binary"
	sectionInfo   = 0xff000011 // ".ze_info"
)

// elfFile is an ELF file in a part of the container.
type elfFile struct {
	*elf.File
	name string
	data []byte
	at   int // of data in the container
}

// errorf is an error at a byte of the ELF file.
func (e *elfFile) errorf(offset uint64, format string, args ...any) *Error {
	return &Error{File: e.name, Offset: e.at + int(offset), Msg: fmt.Sprintf(format, args...)}
}

// openELF reads either kind of ELF file.
func openELF(name string, data []byte, at int) (*File, error) {
	x, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it ends before its header or tables do")
		}
		return nil, &Error{File: name, Offset: at, Msg: fmt.Sprintf("ELF file: %v", err)}
	}
	for _, s := range x.Sections {
		s.Name = quote.Name(s.Name)
	}
	e := &elfFile{x, name, data, at}
	if err := e.check(); err != nil {
		return nil, err
	}
	switch {
	case x.Type == elf.ET_REL || x.Type >= typeZebinFirst && x.Type <= typeZebinLast:
		return e.zebin()
	case x.Type == typeExecutable:
		return e.openCL()
	case x.Type >= typeOpenCL && x.Type <= typeOpenCLLast:
		return nil, &Error{File: name, Offset: at, Unsupported: true, Msg: fmt.Sprintf("ELF type %#x, OpenCL without native code: want %#x, an executable", uint16(x.Type), uint16(typeExecutable))}
	}
	return nil, &Error{File: name, Offset: at, Msg: fmt.Sprintf("ELF type %#x: legal are 1 and %#x to %#x for a zebin, %#x for OpenCL", uint16(x.Type), uint16(typeZebinFirst), uint16(typeZebinLast), uint16(typeExecutable))}
}

// check looks at the header and at where sections lie: after it, their bytes may
// be taken without asking.
func (e *elfFile) check() error {
	if e.Class != elf.ELFCLASS64 && e.Class != elf.ELFCLASS32 || e.Data != elf.ELFDATA2LSB {
		return e.errorf(0, "%v, %v: want little endian", e.Class, e.Data)
	}
	for i, s := range e.Sections {
		if s.Type == elf.SHT_NULL || s.Type == elf.SHT_NOBITS {
			continue
		}
		if s.Flags&elf.SHF_COMPRESSED != 0 {
			err := e.errorf(s.Offset, "section %d %q is compressed", i, s.Name)
			err.Unsupported = true
			return err
		}
		if n := uint64(len(e.data)); s.Offset > n || s.FileSize > n-s.Offset {
			return &Error{File: e.name, Offset: e.at, Msg: fmt.Sprintf("section %d %q: %d bytes at %#x: the file has %d", i, s.Name, s.FileSize, s.Offset, n)}
		}
	}
	return nil
}

// bytes are the contents of a section.
func (e *elfFile) bytes(s *elf.Section) []byte {
	if s.Type == elf.SHT_NULL || s.Type == elf.SHT_NOBITS {
		return nil
	}
	return e.data[s.Offset : s.Offset+s.FileSize : s.Offset+s.FileSize]
}

// sections lists what there is, for people. A section without bytes in the file may say
// that it lies anywhere.
func (e *elfFile) sections() (out []Section) {
	for _, s := range e.Sections {
		if s.Type != elf.SHT_NULL {
			out = append(out, Section{s.Name, e.at + int(min(s.Offset, uint64(len(e.data)))), len(e.bytes(s))})
		}
	}
	return out
}

// openCL reads the device binary of an OpenCL ELF file.
func (e *elfFile) openCL() (*File, error) {
	for _, s := range e.Sections {
		if s.Type != sectionDevice {
			continue
		}
		f, err := openTokens(e.name, e.bytes(s), e.at+int(s.Offset))
		if err != nil {
			return nil, err
		}
		f.Sections = e.sections()
		e.tokenDebug(f)
		return f, nil
	}
	return nil, e.errorf(0, "no section of type %#x, the device binary", uint32(sectionDevice))
}
