package isa

import (
	"encoding/binary"
	"fmt"

	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/visa"
)

const maxKernels = 512

// Platform is the platform code of a GEN binary in a CISA file; native.Product.CISA says
// whose it is.
type Platform uint8

// String is "platform N".
func (p Platform) String() string { return fmt.Sprintf("platform %d", uint8(p)) }

// Range is a part of the file in bytes.
type Range struct {
	Offset, Size uint32
}

// Of is the bytes of the range in the file p that the header was read from.
func (r Range) Of(p []byte) []byte { return p[r.Offset : r.Offset+r.Size] }

// Binary is native code of one platform inside the file.
type Binary struct {
	Platform Platform
	Range
}

// Kernel is one kernel of the file: its vISA routine and native binaries.
type Kernel struct {
	Name        string
	Routine     Range
	InputOffset uint32 // absolute offset of the routine's input count
	Binaries    []Binary
	Symbols     Symbols
}

// Symbols are the variables and functions of the file that a routine names by numbers of
// its own.
type Symbols struct{ Variables, Functions []Symbol }

// Symbol is a number of a routine, and the index in the file's table that it means.
type Symbol struct{ Number, Index uint16 }

// Linkage is the linkage of a function.
type Linkage uint8

// Linkages with their codes.
const (
	Extern Linkage = iota
	Static
	Global
)

// Function is a separately compiled function of the file.
type Function struct {
	Name    string
	Linkage Linkage
	Routine Range // of an Extern one it is empty
	Symbols Symbols
}

// Variable is a general variable of the file's scope, which kernels name by their
// relocations. Native code has a register in its place.
type Variable struct {
	Name     string
	Linkage  Linkage
	Type     visa.Type
	Align    visa.Align
	Elements uint16
}

// Header is the table of contents of a CISA file.
type Header struct {
	Major, Minor uint8
	Kernels      []Kernel
	Variables    []Variable
	Functions    []Function
	Size         uint32 // bytes of the header itself
}

// ReadHeader reads the header of a CISA file (versions 3.0 to 4.2) and checks
// that every routine and binary lies inside p. Errors give the offset of what
// they object to.
func ReadHeader(p []byte) (*Header, error) {
	r := &reader{p: p}
	h := &Header{}
	if len(p) < 4 || string(p[:4]) != "CISA" {
		return nil, fmt.Errorf("offset 0: %w: want the bytes \"CISA\"", ErrMagic)
	}
	r.at = 4
	h.Major, h.Minor = r.u8("major version"), r.u8("minor version")
	if r.err == nil && (h.Major < 3 || h.Major > 4 || h.Major == 4 && h.Minor > 2) {
		return nil, fmt.Errorf("offset 4: %w %d.%d: want 3.0 to 4.2", ErrVersion, h.Major, h.Minor)
	}
	r.wideNames = h.Major > 3 || h.Minor >= 7
	for range r.count("number of kernels", maxKernels) {
		h.Kernels = append(h.Kernels, r.kernel())
		if r.err != nil {
			return nil, r.err
		}
	}
	for range r.count("number of file-scope variables", 1<<16-1) {
		h.Variables = append(h.Variables, r.variable())
		if r.err != nil {
			return nil, r.err
		}
	}
	for range r.count("number of functions", 1<<16-1) {
		h.Functions = append(h.Functions, r.function())
		if r.err != nil {
			return nil, r.err
		}
	}
	h.Size = uint32(r.at)
	if r.err != nil {
		return nil, r.err
	}
	return h, nil
}

// reader takes little-endian fields from p; the first error sticks.
type reader struct {
	p         []byte
	at        int
	err       error
	wideNames bool // name lengths have two bytes (since version 3.7)
}

func (r *reader) take(n int, what string) []byte {
	if r.err == nil && n > len(r.p)-r.at {
		r.err = fmt.Errorf("offset %d: %w: %s needs %d bytes, %d are left", r.at, ErrTruncated, what, n, len(r.p)-r.at)
	}
	if r.err != nil {
		return make([]byte, min(n, 4))
	}
	b := r.p[r.at : r.at+n]
	r.at += n
	return b
}

func (r *reader) u8(what string) uint8   { return r.take(1, what)[0] }
func (r *reader) u16(what string) uint16 { return binary.LittleEndian.Uint16(r.take(2, what)) }
func (r *reader) u32(what string) uint32 { return binary.LittleEndian.Uint32(r.take(4, what)) }

func (r *reader) count(what string, limit int) int {
	at, n := r.here(), int(r.u16(what))
	if r.err == nil && n > limit {
		r.err = fmt.Errorf("offset %d: %w: %s is %d, at most %d", at, ErrLimit, what, n, limit)
	}
	if r.err != nil {
		return 0
	}
	return n
}

// symbols reads which variables and functions of the file a routine means by its indices.
func (r *reader) symbols() Symbols {
	return Symbols{r.symbolTable("variable"), r.symbolTable("function")}
}

func (r *reader) symbolTable(what string) (out []Symbol) {
	const entry = 4 // two indices
	n := r.count("number of "+what+" relocations", 1<<16-1)
	p := r.take(entry*n, what+" relocations")
	for i := range n {
		if r.err != nil {
			return nil
		}
		out = append(out, Symbol{binary.LittleEndian.Uint16(p[entry*i:]), binary.LittleEndian.Uint16(p[entry*i+2:])})
	}
	return out
}

// variable reads a file-scope variable, whose name length has two bytes in all versions.
func (r *reader) variable() Variable {
	v := Variable{Linkage: Linkage(r.u8("linkage"))}
	v.Name = quote.Name(string(r.take(int(r.u16("length of a name")), "name")))
	typeAt, b := r.at, r.u8("type and alignment")
	var known bool
	if v.Type, known = visa.TypeOfCode(b&typeMask, visa.InVariables); r.err == nil && !known {
		r.err = fmt.Errorf("offset %d: %w: %s", typeAt, ErrField, noType(b&typeMask))
	}
	v.Align = visa.Align(b >> alignShift)
	v.Elements = r.u16("number of elements")
	at := r.at
	if n := r.u8("number of attributes"); r.err == nil && n != 0 {
		r.err = fmt.Errorf("offset %d: %w: %d attributes of a file-scope variable", at, ErrUnsupported, n)
	}
	return v
}

func (r *reader) name() string {
	n := 0
	if r.wideNames {
		n = int(r.u16("length of a name"))
	} else {
		n = int(r.u8("length of a name"))
	}
	return quote.Name(string(r.take(n, "name")))
}

// extent reads offset and size of a part and checks that it lies in the file.
func (r *reader) extent(what string) Range {
	at := r.at
	x := Range{r.u32("offset of a " + what), r.u32("size of a " + what)}
	if r.err == nil && uint64(x.Offset)+uint64(x.Size) > uint64(len(r.p)) {
		r.err = fmt.Errorf("offset %d: %w: %s has bytes %d to %d, the file %d", at, ErrRange, what, x.Offset, uint64(x.Offset)+uint64(x.Size), len(r.p))
	}
	return x
}

func (r *reader) kernel() Kernel {
	k := Kernel{Name: r.name(), Routine: r.extent("kernel")}
	at := r.at
	k.InputOffset = r.u32("offset of the inputs")
	if r.err == nil && (k.InputOffset < k.Routine.Offset || uint64(k.InputOffset) > uint64(k.Routine.Offset)+uint64(k.Routine.Size)) {
		r.err = fmt.Errorf("offset %d: %w: inputs at %d lie outside of their kernel", at, ErrRange, k.InputOffset)
	}
	k.Symbols = r.symbols()
	for range r.u8("number of binaries") {
		b := Binary{Platform: Platform(r.u8("platform"))}
		b.Range = r.extent("native binary")
		k.Binaries = append(k.Binaries, b)
		if r.err != nil {
			return k
		}
	}
	return k
}

func (r *reader) function() Function {
	f := Function{Linkage: Linkage(r.u8("linkage"))}
	f.Name = r.name()
	f.Routine = r.extent("function")
	f.Symbols = r.symbols()
	return f
}

// here is the offset of the next field. It is a call, whose order beside a call that
// reads on is certain.
func (r *reader) here() int { return r.at }
