package container

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Names of what compilers add for debuggers.
const (
	lineName    = ".debug_line"
	lineStrName = ".debug_line_str"
	strName     = ".debug_str"
	elfText     = ".text" // of a kernel of patch tokens, in an ELF file of its own

	sectionDebug = 0xff000008 // "Intel(R) OpenCL Device Debug"
)

// Kinds of relocations of debug data.
const (
	debugAddr   = 1 // 8 bytes
	debugAddr32 = 2
)

// The headers of debug data beside patch tokens: dwords in this order.
const (
	debugHeadKernels = 6 // after magic, version, size, device, stepping, pointers
	debugHeadDwords  = 7

	debugName   = 0 // of each kernel: sizes in bytes of what follows
	debugVISA   = 1
	debugNative = 2
	debugDwords = 3
)

// debugData are the debug data of one ELF file: of all kernels of a zebin, of one
// kernel beside patch tokens.
type debugData struct {
	elf   *elfFile
	line  *elf.Section      // nil without lines
	bases map[string]uint64 // by kernel: the address at which its code is taken to lie
	texts map[string]uint64 // the same by section

	once sync.Once
	rows []lineRow // of all kernels, once they were read: by address
	err  error
}

// section0 is a distance between the addresses of sections that no code reaches.
const section0 = 1 << 32

// zebinDebug finds the debug data of a zebin.
func (e *elfFile) zebinDebug(f *File) {
	line := e.Section(lineName)
	if line == nil {
		return
	}
	d := &debugData{elf: e, line: line, bases: map[string]uint64{}, texts: map[string]uint64{}}
	for i, s := range e.Sections {
		if strings.HasPrefix(s.Name, textPrefix) {
			d.texts[s.Name] = d.base(i)
		}
	}
	f.debug = map[string]*debugData{}
	for i := range f.Kernels {
		name := f.Kernels[i].Name
		f.debug[name], d.bases[name] = d, d.texts[textPrefix+name]
	}
}

// base is the address at which section i is taken to lie. In the file all begin at
// 0; relocations tell them apart.
func (d *debugData) base(i int) uint64 {
	if s := d.elf.Sections[i]; s.Name == elfText || strings.HasPrefix(s.Name, textPrefix) {
		return uint64(i) * section0
	}
	return 0
}

// tokenDebug finds the debug data beside patch tokens. What is broken is left for
// those who ask for lines.
func (e *elfFile) tokenDebug(f *File) {
	for _, s := range e.Sections {
		if s.Type == sectionDebug {
			f.debug = map[string]*debugData{}
			if err := f.debugTokens(&cursor{e.name, e.bytes(s), e.at + int(s.Offset)}); err != nil {
				for i := range f.Kernels {
					f.debug[f.Kernels[i].Name] = &debugData{err: err}
				}
			}
			return
		}
	}
}

// debugTokens reads the list of ELF files, one a kernel.
func (f *File) debugTokens(c *cursor) error {
	head, err := c.dwords(debugHeadDwords, "header of debug data")
	if err != nil {
		return err
	}
	if n := head[debugHeadKernels]; n > maxKernels {
		return c.errorf(c.at, "debug data of %d kernels: legal are up to %d", n, maxKernels)
	}
	for range head[debugHeadKernels] {
		sizes, err := c.dwords(debugDwords, "header of a kernel's debug data")
		if err != nil {
			return err
		}
		name, err := c.take(sizes[debugName], "kernel name of debug data")
		if err != nil {
			return err
		}
		at := c.at
		data, err := c.take(sizes[debugVISA], "debug data of a kernel")
		if err != nil {
			return err
		}
		if _, err := c.take(sizes[debugNative], "more debug data of a kernel"); err != nil {
			return err
		}
		if bytes.HasPrefix(data, []byte(elfMagic)) {
			kernel := strings.TrimRight(string(name), "\x00")
			f.debug[kernel] = kernelDebug(kernel, c.name, data, at)
		}
	}
	return nil
}

// kernelDebug finds the debug data of a kernel whose ELF file lies at a byte of the
// container.
func kernelDebug(kernel, name string, data []byte, at int) *debugData {
	x, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return &debugData{err: &Error{File: name, Offset: at, Msg: fmt.Sprintf("ELF file of debug data: %v", err)}}
	}
	d := &debugData{elf: &elfFile{x, name, data, at}, line: x.Section(lineName), bases: map[string]uint64{}}
	if d.err = d.elf.check(); d.err != nil || d.line == nil {
		return d
	}
	for i, s := range x.Sections {
		if s.Name == elfText {
			d.bases[kernel] = d.base(i)
		}
	}
	return d
}

// all are the lines of all kernels, read when they are asked for the first time.
func (d *debugData) all() ([]lineRow, error) {
	d.once.Do(func() {
		if d.err == nil && d.line != nil {
			d.rows, d.err = d.read()
		}
	})
	return d.rows, d.err
}

// read reads the lines, with what relocations say about them.
func (d *debugData) read() ([]lineRow, error) {
	e, b := d.elf, bytes.Clone(d.elf.bytes(d.line))
	moved, err := d.relocate(b)
	if err != nil {
		return nil, err
	}
	t := &lineTable{order: e.ByteOrder, data: b, strings: map[string][]byte{}}
	for _, name := range []string{strName, lineStrName} {
		if s := e.Section(name); s != nil {
			t.strings[name] = e.bytes(s)
		}
	}
	sequences, err := t.sequences()
	if err != nil {
		return nil, e.errorf(d.line.Offset+uint64(t.at()), "%s: %v", lineName, err)
	}
	if moved {
		sequences = slices.DeleteFunc(sequences, func(s []lineRow) bool { return s[0].addr < section0 }) // of no code
	} else if !d.unmoved() {
		return nil, nil
	}
	rows, err := ordered(sequences)
	if err != nil {
		return nil, e.errorf(d.line.Offset, "%s: %v", lineName, err)
	}
	return rows, nil
}

// unmoved takes addresses as they stand: without relocations they are those of the
// only code; false when there is more than one.
func (d *debugData) unmoved() bool {
	if len(d.bases) > 1 {
		return false
	}
	for name := range d.bases {
		d.bases[name] = 0
	}
	return true
}

// relocate applies the relocations of the lines, whose bytes b are; false when
// there is none.
func (d *debugData) relocate(b []byte) (moved bool, err error) {
	e := d.elf
	var syms []elf.Symbol
	for _, s := range e.Sections {
		if s.Type != elf.SHT_REL && s.Type != elf.SHT_RELA || int(s.Info) >= len(e.Sections) || e.Sections[s.Info] != d.line {
			continue
		}
		if e.Class != elf.ELFCLASS64 {
			err := e.errorf(s.Offset, "relocations of debug data in a file of %v: want %v", e.Class, elf.ELFCLASS64)
			err.Unsupported = true
			return false, err
		}
		if syms == nil {
			if syms, err = e.Symbols(); err != nil {
				return false, e.errorf(s.Offset, "symbol table of debug data: %v", err)
			}
		}
		entry, list := 16, e.bytes(s)
		if s.Type == elf.SHT_RELA {
			entry = 24
		}
		for at := 0; len(list)-at >= entry; at += entry {
			if err := d.move(b, list[at:at+entry], syms); err != nil {
				return false, e.errorf(s.Offset+uint64(at), "%s: %v", s.Name, err)
			}
			moved = true
		}
	}
	return moved, nil
}

// move applies one relocation: an offset, a kind and a symbol's number, and where
// the third number is missing, an addend in the bytes.
func (d *debugData) move(b, entry []byte, syms []elf.Symbol) error {
	le := binary.LittleEndian
	off, info := le.Uint64(entry), le.Uint64(entry[8:])
	size := uint64(8)
	switch uint32(info) {
	case debugAddr:
	case debugAddr32:
		size = 4
	default:
		return fmt.Errorf("relocation of kind %d: legal are %d and %d", uint32(info), debugAddr, debugAddr32)
	}
	if off > uint64(len(b)) || size > uint64(len(b))-off {
		return fmt.Errorf("relocation of %d bytes at %#x: %s has %#x", size, off, lineName, len(b))
	}
	n := info >> 32
	if n == 0 || n > uint64(len(syms)) {
		return fmt.Errorf("relocation by symbol %d: there are 1 to %d", n, len(syms))
	}
	base, err := d.symbol(&syms[n-1])
	if err != nil {
		return err
	}
	var addend uint64
	switch {
	case len(entry) == 24:
		addend = le.Uint64(entry[16:])
	case size == 8:
		addend = le.Uint64(b[off:])
	default:
		addend = uint64(le.Uint32(b[off:]))
	}
	if v := syms[n-1].Value + addend; size == 8 {
		le.PutUint64(b[off:], v+base)
	} else {
		le.PutUint32(b[off:], uint32(v))
	}
	return nil
}

// symbol is the address of the section that a symbol is in. One with the name of a
// section is that, whatever else it says: zebins of IGC 1.0.12504 place those of
// code in .debug_info.
func (d *debugData) symbol(s *elf.Symbol) (uint64, error) {
	if base, ok := d.texts[s.Name]; ok {
		return base, nil
	}
	if int(s.Section) >= len(d.elf.Sections) {
		return 0, fmt.Errorf("relocation by symbol %q, which the file does not define", s.Name)
	}
	return d.base(int(s.Section)), nil
}
