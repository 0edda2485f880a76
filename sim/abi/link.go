package abi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// RelocKind is what a relocation does, by its number in a zebin (R_ZE_SYM_ADDR
// and its halves; runtime reference, section 5.1).
type RelocKind uint8

// Kinds of relocations.
const (
	RelocAddr RelocKind = 1 // all 64 bits: stored in code, added to what is there in data
	RelocLow  RelocKind = 2 // the low 32 bits, stored
	RelocHigh RelocKind = 3 // the high 32 bits, stored
)

// Reloc is one place that gets the address of a symbol.
type Reloc struct {
	Section string // where: ".text.<kernel>", ".data.const", ...
	Off     int    // byte in the section
	Kind    RelocKind
	Symbol  string
	In      string // section of the symbol; "" when another program defines it
	At      int    // its byte there

	File string
	Line int
}

// Section is program-scope data, or native code, as it is before the program
// starts.
type Section struct {
	Name  string // ".data.const", ".data.const.string", ".data.global"; ".text.<kernel>"
	Bytes []byte
}

// Link is what a kernel's code is linked with: data, code of other sections that
// kernels of the program share, and who points to what.
type Link struct {
	Sections []Section // of data
	Code     []Section
	Relocs   []Reloc
}

// Limits of what a program may bring.
const (
	maxRelocs   = 1 << 16
	maxSections = 64
	maxData     = 256 << 20 // bytes of all sections
	maxOffset   = 1 << 40
)

// LinkError is a relocation or section that cannot be taken.
type LinkError struct {
	File        string
	Line        int // 0 when it is about the whole file
	Msg         string
	Unsupported bool // it is legal, and linking it is not implemented
}

// Error has the form file:line:1: error: message.
func (e *LinkError) Error() string {
	return fmt.Sprintf("%s:%d:1: error: %s", e.File, max(e.Line, 1), e.Msg)
}

// Is reports that the error is errors.ErrUnsupported when it says so.
func (e *LinkError) Is(target error) bool { return e.Unsupported && target == errors.ErrUnsupported }

var relocLine = lazy.Regexp(`^(\S+)\+(\d+) type (\d+) symbol (\S+) = (\S+)\+(\d+)$`)

// ParseReloc reads a list of relocations, one a line:
//
//	.text.sub_nibbles+48 type 1 symbol sbox = .data.const.string+0
//
// The first offset is the place, the second the symbol's; both are bytes in their
// section. Errors are *LinkError.
func ParseReloc(file string, src []byte) ([]Reloc, error) {
	var list []Reloc
	n := 0
	for line := range strings.Lines(string(src)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		r, msg := parseReloc(line)
		if msg == "" && len(list) == maxRelocs {
			msg = fmt.Sprintf("more than %d relocations", maxRelocs)
		}
		if msg != "" {
			return nil, &LinkError{File: file, Line: n, Msg: msg}
		}
		r.File, r.Line = file, n
		list = append(list, r)
	}
	return list, nil
}

func parseReloc(line string) (r Reloc, msg string) {
	m := relocLine.FindStringSubmatch(line)
	if m == nil {
		return r, fmt.Sprintf("%.60q: want a relocation such as \".text.kernel+48 type 1 symbol table = .data.const+0\"", line)
	}
	off, err1 := strconv.ParseUint(m[2], 10, 64)
	at, err2 := strconv.ParseUint(m[6], 10, 64)
	if err1 != nil || err2 != nil || off > maxOffset || at > maxOffset {
		return r, fmt.Sprintf("offset %s or %s: legal are 0..%d", m[2], m[6], maxOffset)
	}
	kind, err := strconv.ParseUint(m[3], 10, 8)
	if err != nil || kind < uint64(RelocAddr) || kind > uint64(RelocHigh) {
		return r, fmt.Sprintf("relocation type %s: legal are %d (address), %d and %d (its low and its high half)", m[3], RelocAddr, RelocLow, RelocHigh)
	}
	return Reloc{Section: m[1], Off: int(off), Kind: RelocKind(kind), Symbol: m[4], In: m[5], At: int(at)}, ""
}

// FormatReloc writes a list that ParseReloc reads.
func FormatReloc(list []Reloc) []byte {
	var out []byte
	for i := range list {
		r := &list[i]
		out = fmt.Appendf(out, "%s+%d type %d symbol %s = %s+%d\n", r.Section, r.Off, r.Kind, r.Symbol, r.In, r.At)
	}
	return out
}

// errorf is an error at the relocation.
func (r *Reloc) errorf(format string, args ...any) error {
	return &LinkError{File: r.File, Line: r.Line, Msg: fmt.Sprintf(format, args...)}
}

// TextSection is the name of the section with a kernel's code.
func TextSection(kernel string) string { return ".text." + kernel }

// crossOffset is a symbol that no section has: the bytes in front of the data that r0.0 has the
// address of, which a driver may put there. A launch puts none: the zeros in code stay (Xe-HPG 3.1).
const crossOffset = "__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0"

// Of lists the relocations of one section that change something.
func (l *Link) Of(section string) (list []Reloc) {
	for i := range l.Relocs {
		if r := &l.Relocs[i]; r.Section == section && (r.Symbol != crossOffset || r.In != "") {
			list = append(list, l.Relocs[i])
		}
	}
	return list
}

// Reached lists the sections of code that a kernel's section, or what it reaches
// through code or data, has the address of a function in: in their order, without
// the kernel's.
func (l *Link) Reached(section string) (out []*Section) {
	next := map[string][]string{}
	for i := range l.Relocs {
		r := &l.Relocs[i]
		next[r.Section] = append(next[r.Section], r.In)
	}
	reached, work := map[string]bool{section: true}, []string{section}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range next[s] {
			if !reached[to] {
				reached[to] = true
				work = append(work, to)
			}
		}
	}
	for i := range l.Code {
		if s := &l.Code[i]; s.Name != section && reached[s.Name] {
			out = append(out, s)
		}
	}
	return out
}

// Check finds what cannot be linked whatever the addresses: sections without
// end, relocations of data outside of it, symbols outside of their section, one
// name for two places.
func (l *Link) Check() error {
	total := 0
	for i := range l.Sections {
		if total += len(l.Sections[i].Bytes); total > maxData || i >= maxSections {
			return &LinkError{File: l.Sections[i].Name, Msg: fmt.Sprintf("program-scope data of more than %d bytes or %d sections", maxData, maxSections)}
		}
	}
	sizes := map[string]int{}
	for _, list := range [...][]Section{l.Code, l.Sections} {
		for i := range list {
			sizes[list[i].Name] = len(list[i].Bytes)
		}
	}
	first := map[string]*Reloc{}
	for i := range l.Relocs {
		r := &l.Relocs[i]
		if err := l.check(r, sizes); err != nil {
			return err
		}
		if f := first[r.Symbol]; f == nil {
			first[r.Symbol] = r
		} else if f.In != r.In || f.At != r.At {
			return r.errorf("symbol %s is %s+%d, in line %d %s+%d", r.Symbol, r.In, r.At, f.Line, f.In, f.At)
		}
	}
	return nil
}

// check is Check of one relocation; sizes are those of all sections, in bytes.
func (l *Link) check(r *Reloc, sizes map[string]int) error {
	size, known := sizes[r.In]
	if known && r.At > size {
		return r.errorf("symbol %s at byte %d of %s, which has %d", r.Symbol, r.At, r.In, size)
	}
	s := l.section(r.Section)
	switch {
	case strings.HasPrefix(r.Section, ".text."):
	case s == nil:
		return r.errorf("a place in section %s: there is no such data; it would be in <name>%s.bin beside this file", r.Section, r.Section)
	case r.Kind != RelocAddr:
		return r.errorf("relocation type %d in data: want %d", r.Kind, RelocAddr)
	case r.Off > len(s.Bytes)-8:
		return r.errorf("an address at byte %d of %s, which has %d", r.Off, r.Section, len(s.Bytes))
	case !known:
		return l.Missing(r)
	}
	return nil
}

func (l *Link) section(name string) *Section {
	for i := range l.Sections {
		if l.Sections[i].Name == name {
			return &l.Sections[i]
		}
	}
	return nil
}

// Names are the sections that are there, of data and of code.
func (l *Link) Names() map[string]bool {
	names := map[string]bool{}
	for _, list := range [...][]Section{l.Sections, l.Code} {
		for i := range list {
			names[list[i].Name] = true
		}
	}
	return names
}

// Missing is the error for a relocation whose symbol lies in a section that is
// not there, or in another program.
func (l *Link) Missing(r *Reloc) error {
	if r.In == "" {
		return &LinkError{
			File: r.File, Line: r.Line, Unsupported: true,
			Msg: fmt.Sprintf("%s uses symbol %s, which another program defines: linking programs is not supported, want one program with both", r.Section, r.Symbol),
		}
	}
	what := fmt.Sprintf("symbol %s is in section %s, which is not there: want <name>%s.bin beside this file", r.Symbol, r.In, r.In)
	if strings.HasPrefix(r.In, ".text.") {
		what = fmt.Sprintf("symbol %s is a function of section %s, whose code is not there: want <name>%s.bin beside this file, or the container that both are from", r.Symbol, r.In, r.In)
	}
	return &LinkError{File: r.File, Line: r.Line, Msg: what}
}

// Symbols gives the addresses of the symbols, from those of the sections.
func (l *Link) Symbols(base map[string]uint64) map[string]uint64 {
	out := map[string]uint64{}
	for i := range l.Relocs {
		if b, ok := base[l.Relocs[i].In]; ok {
			out[l.Relocs[i].Symbol] = b + uint64(l.Relocs[i].At)
		}
	}
	return out
}

// Fill writes a section as the program finds it: its bytes, with the addresses
// of the symbols that it holds added. Check must hold.
func (l *Link) Fill(dst []byte, s *Section, symbols map[string]uint64) {
	copy(dst, s.Bytes)
	for i := range l.Relocs {
		r := &l.Relocs[i]
		if r.Section != s.Name {
			continue
		}
		p := dst[r.Off:]
		binary.LittleEndian.PutUint64(p, binary.LittleEndian.Uint64(p)+symbols[r.Symbol])
	}
}
