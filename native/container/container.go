package container

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// Format is how a container holds its kernels.
type Format uint8

// Formats.
const (
	Zebin Format = iota
	PatchTokens
)

// String is the format in words.
func (f Format) String() string { return [...]string{"zebin", "patch tokens"}[f] }

// File is a container that was read.
type File struct {
	Name     string // as messages show it
	Format   Format
	Device   string          // what the file says it is for, in words
	Products []string        // devices of that description, by name; none when it does not say. See Encode
	Targets  []native.Target // whose code these run
	Foreign  bool            // it is for a device that is no target here: its code cannot be read
	Kernels  []Kernel
	Info     *abi.Info
	ZeInfo   []byte // text that Info was read from: of the file, or made of its patch tokens
	Sections []Section
	Data     []Data
	Relocs   []abi.Reloc
	Symbols  []Symbol
	labels   []Symbol // places to which no relocation refers
	Strings  []string // formats of printf by their number: patch tokens only

	debug map[string]*debugData // by kernel: see Lines
}

// Kernel is the native code of one kernel.
type Kernel struct {
	Name string
	Code []byte // without what the compiler pads it with; functions that it calls come after it

	VISA      []byte   // the text that Code was compiled from, of a compiler that was told to add it; else nil
	Functions [][]byte // texts of functions that it calls

	Bound map[string]int // binding table indices of data, by its name: patch tokens only
}

// GRFs is the number of registers of a thread of a kernel, as the metadata say; 0 where they
// do not have the kernel.
func (f *File) GRFs(k *Kernel) int {
	if f.Info == nil {
		return 0
	}
	if info, err := f.Info.Kernel(k.Name); err == nil {
		return info.GRFCount
	}
	return 0
}

// Section is a named part of the file.
type Section struct {
	Name         string
	Offset, Size int // bytes
}

// Data is initialised memory of the program, which all its kernels share.
type Data struct {
	Name     string // ".data.const", ".data.const.string", ".data.global"
	Bytes    []byte
	Writable bool
}

// Symbol is a name that relocations refer to.
type Symbol struct {
	Name    string
	Section string
	Offset  uint64 // in the section
	Size    uint64
	Func    bool
	Global  bool
}

// Link is the program-scope data and the code, and who points to them.
func (f *File) Link() *abi.Link {
	l := &abi.Link{Relocs: f.Relocs}
	for _, d := range f.Data {
		l.Sections = append(l.Sections, abi.Section{Name: d.Name, Bytes: d.Bytes})
	}
	for i := range f.Kernels {
		l.Code = append(l.Code, abi.Section{Name: abi.TextSection(f.Kernels[i].Name), Bytes: f.Kernels[i].Code})
	}
	return l
}

// Kernel finds a kernel's code, or lists the names there are.
func (f *File) Kernel(name string) (*Kernel, error) {
	var names []string
	for i := range f.Kernels {
		if f.Kernels[i].Name == name {
			return &f.Kernels[i], nil
		}
		if f.Kernels[i].Name != abi.SymbolTable {
			names = append(names, f.Kernels[i].Name)
		}
	}
	return nil, fmt.Errorf("%s: no kernel %q; %s", f.Name, name, abi.Have(names))
}

// made enters the products that the file may be for.
func (f *File) made(list []*native.Product) {
	f.Products, f.Targets = native.ProductNames(list), native.TargetsOf(list)
}

// For says whether the file may hold code of target t: its bytes say so, or do
// not say otherwise.
func (f *File) For(t native.Target) bool {
	return !f.Foreign && (len(f.Targets) == 0 || slices.Contains(f.Targets, t))
}

const arMagic, elfMagic = "!<arch>\n", "\x7fELF"

// IsArchive reports whether the file is an archive of containers.
func IsArchive(data []byte) bool { return bytes.HasPrefix(data, []byte(arMagic)) }

// Open reads the container for target t: an archive's member for it, and any
// other file whatever it is for, since File.Targets says that. Errors are of
// type *Error, or of package abi when the metadata is wrong.
func Open(name string, data []byte, t native.Target) (*File, error) {
	if !IsArchive(data) {
		return open(name, data, 0)
	}
	members, err := Members(name, data)
	if err != nil {
		return nil, err
	}
	if m := memberFor(members, t); m != nil {
		return m.open(name)
	}
	var have []string
	for _, m := range members {
		have = append(have, m.Name)
	}
	want := "of no known version"
	if p := t.Product(); p != nil && p.Archive != 0 {
		want = "version " + ipName(p.Archive)
	}
	return nil, &Error{File: name, Unsupported: true, Msg: fmt.Sprintf("no member for %s (%s); it has %s", t, want, strings.Join(have, ", "))}
}

// open reads one container, which begins at a byte of the file.
func open(name string, data []byte, at int) (*File, error) {
	switch {
	case bytes.HasPrefix(data, []byte(elfMagic)):
		return openELF(name, data, at)
	case bytes.HasPrefix(data, []byte(tokenMagic)):
		return openTokens(name, data, at)
	}
	return nil, &Error{File: name, Offset: at, Msg: fmt.Sprintf("begins with %q; legal are %q, %q, and %q around them", data[:min(len(data), 4)], elfMagic, tokenMagic, arMagic)}
}
