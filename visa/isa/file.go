package isa

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/genvisa/genvisa/visa"
)

// File is a CISA file with its vISA taken apart.
type File struct {
	Major, Minor uint8
	Profile      string // the layout of its instructions
	Kernels      []Routine
	Functions    []Routine
	Variables    []Variable

	unread  error  // of the first routine that is not read to its end
	padding []byte // behind the last part
}

// Unread is nil when all routines were read to their ends, else an error like ErrNoLayout
// with the place of the first op without a page. Such an op is the last instruction of its
// routine and has all bytes from there on: Encode writes them as they were.
func (f *File) Unread() error { return f.unread }

// Routine is a kernel or function: its vISA, and what is beside that.
type Routine struct {
	Kernel   *visa.Kernel
	Binaries []Code  // native code inside the file
	Linkage  Linkage // of a function
	Symbols  Symbols

	pool  []string         // strings in the order of the file that it was read from
	sizes map[string]uint8 // of attributes by their name: the most bytes that one had in that file
	kept  map[int]keptInst // by the index of the instruction
}

// Paired says that sampler messages of the file have a paired surface.
func (f *File) Paired() bool {
	i := slices.IndexFunc(profiles, func(p Profile) bool { return p.Name == f.Profile })
	return i >= 0 && profiles[i].paired
}

// Code is native code for a platform.
type Code struct {
	Platform Platform
	Code     []byte
}

// Read reads a CISA file of versions 3.2 to 4.1 with the vISA of all its kernels and
// functions, which stand behind each other without gaps. profile names the layout of the
// instructions; with "" all of the version are tried, and one must fit: ErrAmbiguous
// when several do and mean different things. File is the path for messages about the
// kernels; errors begin with an offset.
func Read(file string, src []byte, profile string) (*File, error) {
	h, err := ReadHeader(src)
	if err != nil {
		return nil, err
	}
	if err := h.checkTiling(len(src)); err != nil {
		return nil, err
	}
	v := versionOf(h.Major, h.Minor)
	among, err := profilesOf(v, profile)
	if err != nil {
		return nil, fmt.Errorf("offset 4: %w", err)
	}
	var out, part *File // read whole, and up to an op without a page
	var wrong error
	for _, p := range among {
		f, varied, err := h.read(file, src, newCodec(v, p, among))
		switch {
		case err != nil && wrong == nil:
			wrong = err
		case err == nil && f.unread != nil:
			if part == nil {
				part = f
			} else if part.unread.Error() != f.unread.Error() || !f.same(part) {
				wrong = part.unread // nobody knows which of the two is right
			}
		case err == nil && out == nil:
			out = f
		case err == nil && !f.same(out):
			return nil, fmt.Errorf("%w: profiles %s and %s both fit, and what they mean differs: one of them must be named", ErrAmbiguous, out.Profile, f.Profile)
		}
		if !varied {
			break // all others would give the same
		}
	}
	if out == nil {
		if cut := h.cut(src, v, among[0]); cut != nil {
			return nil, cut
		}
		if wrong != nil {
			return nil, wrong
		}
		out = part
	}
	out.padding = src[h.end():]
	return out, nil
}

// same says that two readings of one file have the same instructions.
func (f *File) same(other *File) bool {
	for i := range f.Kernels {
		if !reflect.DeepEqual(f.Kernels[i].Kernel.Insts, other.Kernels[i].Kernel.Insts) {
			return false
		}
	}
	for i := range f.Functions {
		if !reflect.DeepEqual(f.Functions[i].Kernel.Insts, other.Functions[i].Kernel.Insts) {
			return false
		}
	}
	return true
}

// read reads all routines in one profile; varied says that another profile might give
// something else.
func (h *Header) read(file string, src []byte, c *codec) (f *File, varied bool, err error) {
	f = &File{Major: h.Major, Minor: h.Minor, Profile: c.profile.Name, Variables: h.Variables}
	var externs []string
	for i := range h.Functions {
		if fn := &h.Functions[i]; fn.elsewhere() {
			externs = append(externs, fn.Name)
		}
	}
	one := func(r Range, function bool, inputs uint32) (Routine, error) {
		d := newDecoder(file, src, r, c)
		d.k.Externs = externs
		d.routine(function, int(inputs))
		varied = varied || d.varied
		if f.unread == nil {
			f.unread = d.unread
		}
		return Routine{Kernel: d.k, pool: d.pool, sizes: d.sizes, kept: d.kept}, d.err
	}
	for i := range h.Kernels {
		k := &h.Kernels[i]
		r, err := one(k.Routine, false, k.InputOffset)
		if err != nil {
			return nil, varied, err
		}
		if r.Symbols = k.Symbols; r.Kernel.Name != k.Name {
			return nil, varied, fmt.Errorf("offset %d: %w: kernel %q is called %q in the header", k.Routine.Offset, ErrField, r.Kernel.Name, k.Name)
		}
		for _, b := range k.Binaries {
			r.Binaries = append(r.Binaries, Code{b.Platform, b.Of(src)})
		}
		f.Kernels = append(f.Kernels, r)
	}
	for i := range h.Functions {
		fn := &h.Functions[i]
		if fn.elsewhere() {
			continue
		}
		r, err := one(fn.Routine, true, 0)
		if err != nil {
			return nil, varied, err
		}
		if r.Linkage, r.Symbols = fn.Linkage, fn.Symbols; r.Kernel.Name != fn.Name {
			return nil, varied, fmt.Errorf("offset %d: %w: function %q is called %q in the header", fn.Routine.Offset, ErrField, r.Kernel.Name, fn.Name)
		}
		f.Functions = append(f.Functions, r)
	}
	return f, varied, nil
}

// newDecoder reads the routine in a range of the file.
func newDecoder(file string, src []byte, r Range, c *codec) *decoder {
	d := &decoder{reader: reader{p: src[:r.Offset+r.Size], at: int(r.Offset)}, codec: c, k: visa.NewKernel(""), kept: map[int]keptInst{}, sizes: map[string]uint8{}}
	d.k.File, d.k.Major, d.k.Minor = file, uint8(c.version>>8), uint8(c.version)
	return d
}
