package container

import (
	"cmp"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// Names of a zebin's sections.
const (
	textPrefix = ".text."
	dataPrefix = ".data."
	relPrefix  = ".rel"
	relaPrefix = ".rela"
	infoName   = ".ze_info"
	visaName   = ".visaasm"
	compatName = ".note.intelgt.compat"
)

// maxZeInfo is the most bytes of metadata text: reading it costs a multiple.
const maxZeInfo = 16 << 20

// zebin reads the sections of a zebin.
func (e *elfFile) zebin() (*File, error) {
	f := &File{Name: e.name, Format: Zebin, Sections: e.sections()}
	if e.Class != elf.ELFCLASS64 {
		return nil, e.errorf(0, "%v: a zebin is %v", e.Class, elf.ELFCLASS64)
	}
	if e.Machine != machineIntelGT {
		return nil, e.errorf(0, "ELF machine %d: want %d, Intel graphics", e.Machine, machineIntelGT)
	}
	if err := e.oneOfEach(); err != nil {
		return nil, err
	}
	if err := e.metadata(f); err != nil {
		return nil, err
	}
	if err := e.device(f); err != nil {
		return nil, err
	}
	syms, err := e.symbols(f)
	if err != nil {
		return nil, err
	}
	for i, s := range e.Sections {
		switch {
		case s.Type == elf.SHT_PROGBITS && strings.HasPrefix(s.Name, textPrefix):
			f.Kernels = append(f.Kernels, Kernel{Name: s.Name[len(textPrefix):], Code: e.code(i, syms)})
		case (s.Type == elf.SHT_PROGBITS || s.Type == elf.SHT_NOBITS) && strings.HasPrefix(s.Name, dataPrefix):
			f.Data = append(f.Data, Data{s.Name, e.bytes(s), s.Flags&elf.SHF_WRITE != 0})
			if s.Type == elf.SHT_NOBITS && s.Size > 0 {
				err := e.errorf(0, "section %q has no contents in the file", s.Name)
				err.Unsupported = true
				return nil, err
			}
		case s.Type == elf.SHT_REL || s.Type == elf.SHT_RELA:
			if err := e.relocs(f, s, syms); err != nil {
				return nil, err
			}
		}
	}
	if f.ZeInfo == nil && len(f.Kernels) > 0 {
		return nil, e.errorf(0, "no section %s, which describes the kernels", infoName)
	}
	sortRelocs(f.Relocs)
	e.texts(f)
	e.zebinDebug(f)
	for _, k := range f.Info.Kernels {
		if _, err := f.Kernel(k.Name); err != nil {
			return nil, e.errorf(0, "no section %s%s of a kernel that %s describes", textPrefix, k.Name, infoName)
		}
	}
	return f, nil
}

// oneOfEach refuses two sections of a name that kernels, relocations or the metadata go
// by: nothing says which is meant.
func (e *elfFile) oneOfEach() error {
	seen := map[string]bool{}
	for i, s := range e.Sections {
		if s.Name != infoName && s.Name != compatName && !strings.HasPrefix(s.Name, textPrefix) && !strings.HasPrefix(s.Name, dataPrefix) {
			continue
		}
		if seen[s.Name] {
			return e.errorf(s.Offset, "section %d is a second %q: want one", i, s.Name)
		}
		seen[s.Name] = true
	}
	return nil
}

// texts gives the kernels their vISA texts. The sections do not say whose they
// are: a kernel's is followed by its functions', and the kernels come in the order
// of their code.
func (e *elfFile) texts(f *File) {
	n := 0
	for _, s := range e.Sections {
		if s.Name == visaName {
			n++
		}
	}
	if n != len(f.Kernels) {
		return
	}
	k := -1
	for _, s := range e.Sections {
		switch {
		case s.Name == visaName:
			k++
			f.Kernels[k].VISA = e.bytes(s)
		case strings.HasPrefix(s.Name, visaName+".") && k >= 0:
			f.Kernels[k].Functions = append(f.Kernels[k].Functions, e.bytes(s))
		}
	}
}

// metadata reads the text that describes the kernels.
func (e *elfFile) metadata(f *File) (err error) {
	for _, s := range e.Sections {
		if s.Type != sectionInfo && s.Name != infoName {
			continue
		}
		if s.FileSize > maxZeInfo {
			return e.errorf(s.Offset, "%s of %d bytes: legal are up to %d", infoName, s.FileSize, maxZeInfo)
		}
		f.ZeInfo = e.bytes(s)
		f.Info, err = abi.ParseZeInfo(e.name+":"+infoName, f.ZeInfo)
		return err
	}
	f.Info = &abi.Info{Name: e.name} // of a program without kernels
	return nil
}

// Notes of a zebin that say what it is for.
const (
	noteOwner   = "IntelGT"
	noteProduct = 1
	noteHeader  = 12 // bytes of three sizes before owner and contents
)

// device reads what the notes say: a product, or a core that targets share.
func (e *elfFile) device(f *File) error {
	f.Device = "not named"
	s := e.Section(compatName)
	if s == nil {
		return nil
	}
	le, b := binary.LittleEndian, e.bytes(s)
	for at := 0; len(b)-at >= noteHeader; {
		owner, value, kind := int64(le.Uint32(b[at:])), int64(le.Uint32(b[at+4:])), le.Uint32(b[at+8:])
		from := int64(at) + noteHeader + aligned(owner)
		end := from + aligned(value)
		if from+value > int64(len(b)) {
			return e.errorf(s.Offset+uint64(at), "note of %d and %d bytes: %d are left in %s", owner, value, len(b)-at-noteHeader, compatName)
		}
		name := b[at+noteHeader:][:owner]
		if strings.TrimRight(string(name), "\x00") == noteOwner && kind == noteProduct && value == 4 {
			v := le.Uint32(b[from:])
			f.Device = fmt.Sprintf("product family %#x", v)
			f.made(native.ProductsWith(func(p *native.Product) bool { return p.Family == v && v != 0 }))
			f.Foreign = len(f.Targets) == 0 && v != 0
		}
		at = int(min(end, int64(len(b))))
	}
	return nil
}

// aligned is a size with the padding behind it.
func aligned(n int64) int64 { return (n + 3) &^ 3 }

// symbols reads the symbol table. The first of it is the null symbol.
func (e *elfFile) symbols(f *File) ([]elf.Symbol, error) {
	if e.SectionByType(elf.SHT_SYMTAB) == nil {
		return nil, nil
	}
	all, err := e.Symbols()
	if err != nil {
		return nil, e.errorf(e.SectionByType(elf.SHT_SYMTAB).Offset, "symbol table: %v", err)
	}
	for i := range all {
		all[i].Name = quote.Name(all[i].Name)
	}
	for _, s := range all {
		kind, bind := elf.ST_TYPE(s.Info), elf.ST_BIND(s.Info)
		if int(s.Section) < len(e.Sections) && kind == elf.STT_NOTYPE && s.Section != elf.SHN_UNDEF {
			f.labels = append(f.labels, Symbol{Name: s.Name, Section: e.Sections[s.Section].Name, Offset: s.Value})
		}
		if int(s.Section) >= len(e.Sections) || kind != elf.STT_OBJECT && kind != elf.STT_FUNC {
			continue
		}
		f.Symbols = append(f.Symbols, Symbol{s.Name, e.Sections[s.Section].Name, s.Value, s.Size, kind == elf.STT_FUNC, bind == elf.STB_GLOBAL})
	}
	return all, nil
}

// code is the text of section i without its padding, as far as functions are
// said to lie in it.
func (e *elfFile) code(i int, syms []elf.Symbol) []byte {
	b, end := e.bytes(e.Sections[i]), uint64(0)
	for _, s := range syms {
		if int(s.Section) == i && elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Value <= uint64(len(b)) && s.Size <= uint64(len(b))-s.Value {
			end = max(end, s.Value+s.Size)
		}
	}
	if end == 0 {
		return b
	}
	return b[:end:end]
}

// relocs reads a table of relocations of code or data; those of other sections
// patch what debuggers read.
func (e *elfFile) relocs(f *File, s *elf.Section, syms []elf.Symbol) error {
	if int(s.Info) >= len(e.Sections) {
		return e.errorf(s.Offset, "section %q patches section %d: there are %d", s.Name, s.Info, len(e.Sections))
	}
	of, b := e.Sections[s.Info], e.bytes(s)
	if !strings.HasPrefix(of.Name, textPrefix) && !strings.HasPrefix(of.Name, dataPrefix) {
		return nil
	}
	if s.Type == elf.SHT_RELA {
		err := e.errorf(s.Offset, "section %q: relocations with addends", s.Name)
		err.Unsupported = true
		return err
	}
	const entry = 16
	for at := 0; len(b)-at >= entry; at += entry {
		off, info := binary.LittleEndian.Uint64(b[at:]), binary.LittleEndian.Uint64(b[at+8:])
		r := abi.Reloc{Section: of.Name, Off: int(min(off, math.MaxInt32)), Kind: abi.RelocKind(min(uint32(info), math.MaxUint8)), File: e.name}
		n := info >> 32
		if n == 0 || n > uint64(len(syms)) {
			return e.errorf(s.Offset+uint64(at)+8, "relocation by symbol %d: there are 1 to %d", n, len(syms))
		}
		sym := &syms[n-1] // the null symbol is not in the list
		switch r.Symbol = sym.Name; {
		case sym.Section == elf.SHN_UNDEF: // whoever uses it is refused
		case int(sym.Section) >= len(e.Sections):
			return e.errorf(s.Offset+uint64(at)+8, "relocation by symbol %q, which the file does not define", sym.Name)
		default:
			r.In, r.At = e.Sections[sym.Section].Name, int(min(sym.Value, math.MaxInt32))
		}
		if err := checkReloc(&r, len(e.bytes(of))); err != nil {
			return e.errorf(s.Offset+uint64(at), "%v", err)
		}
		f.Relocs = append(f.Relocs, r)
	}
	return nil
}

// sortRelocs puts relocations in the order of what they patch.
func sortRelocs(all []abi.Reloc) {
	slices.SortStableFunc(all, func(a, b abi.Reloc) int {
		return cmp.Or(cmp.Compare(a.Section, b.Section), cmp.Compare(a.Off, b.Off))
	})
}

// checkReloc refuses a relocation of a kind that is not known or outside of its
// section, which has so many bytes.
func checkReloc(r *abi.Reloc, size int) error {
	width := 4
	switch r.Kind {
	case abi.RelocAddr:
		width = 8
	case abi.RelocLow, abi.RelocHigh:
	default:
		return fmt.Errorf("relocation of kind %d: legal are %d to %d", r.Kind, abi.RelocAddr, abi.RelocHigh)
	}
	if r.Off > size-width {
		return fmt.Errorf("relocation of %d bytes at %#x of %s: it has %d", width, r.Off, r.Section, size)
	}
	return nil
}
