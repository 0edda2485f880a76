package isa

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// encodedRoutine is a routine as bytes, with the place of its inputs in them.
type encodedRoutine struct {
	bytes  []byte
	inputs int
}

// encode writes the file: header, each kernel with its native code behind it, functions.
func (f *File) encode(c *codec) ([]byte, error) {
	var kernels, functions []encodedRoutine
	for _, part := range []struct {
		from []Routine
		to   *[]encodedRoutine
	}{{f.Kernels, &kernels}, {f.Functions, &functions}} {
		for i := range part.from {
			r, err := part.from[i].encode(c)
			if err != nil {
				return nil, err
			}
			*part.to = append(*part.to, r)
		}
	}
	size := len(f.header(c, kernels, functions, 0).out) // which does not depend on the offsets in it
	h := f.header(c, kernels, functions, size)
	for i, r := range kernels {
		h.out = append(h.out, r.bytes...)
		for _, b := range f.Kernels[i].Binaries {
			h.out = append(h.out, b.Code...)
		}
	}
	for _, r := range functions {
		h.out = append(h.out, r.bytes...)
	}
	h.out = append(h.out, f.padding...)
	if h.err == nil && len(h.out) > math.MaxUint32 {
		h.fail("%w: %d bytes", ErrLimit, len(h.out))
	}
	return h.out, h.err
}

// externs are the functions of other files that kernels of this one may call.
func (f *File) externs() (out []string) {
	for _, list := range [][]Routine{f.Kernels, f.Functions} {
		for i := range list {
			for _, name := range list[i].Kernel.Externs {
				if !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

// header writes what stands before the routines, the first of which is at an offset.
func (f *File) header(c *codec, kernels, functions []encodedRoutine, at int) *encoder {
	e := &encoder{codec: c, k: &visa.Kernel{Name: "of the file"}}
	e.out = append(e.out, "CISA"...)
	e.out = append(e.out, uint8(c.version>>8), uint8(c.version))
	if len(f.Kernels) > maxKernels {
		e.fail("%w: %d kernels: want at most %d", ErrLimit, len(f.Kernels), maxKernels)
	}
	e.short("number of kernels", len(f.Kernels))
	extent := func(n int) {
		e.u32(uint32(at))
		e.u32(uint32(n))
		at += n
	}
	for i := range f.Kernels {
		r := &f.Kernels[i]
		e.name(r.Kernel.Name)
		inputs := at + kernels[i].inputs
		extent(len(kernels[i].bytes))
		e.u32(uint32(inputs))
		e.symbols(r.Symbols)
		e.byte("number of binaries", len(r.Binaries))
		for _, b := range r.Binaries {
			e.u8(uint8(b.Platform))
			extent(len(b.Code))
		}
	}
	e.short("number of variables", len(f.Variables))
	for _, v := range f.Variables {
		e.u8(uint8(v.Linkage))
		e.short("length of a name", len(v.Name))
		e.out = append(e.out, v.Name...)
		e.u8(e.typeCode(v.Type, visa.InVariables) | uint8(v.Align)<<alignShift)
		e.u16(v.Elements)
		e.u8(0)
	}
	externs := f.externs()
	e.short("number of functions", len(f.Functions)+len(externs))
	for i := range f.Functions {
		e.u8(uint8(f.Functions[i].Linkage))
		e.name(f.Functions[i].Kernel.Name)
		extent(len(functions[i].bytes))
		e.symbols(f.Functions[i].Symbols)
	}
	for _, name := range externs {
		e.u8(uint8(Extern))
		e.name(name)
		e.u32(0)
		e.u32(0)
		e.symbols(Symbols{})
	}
	return e
}

func (e *encoder) symbols(s Symbols) {
	for _, list := range [][]Symbol{s.Variables, s.Functions} {
		e.short("number of relocations", len(list))
		for _, x := range list {
			e.u16(x.Number)
			e.u16(x.Index)
		}
	}
}

// name writes a name with its length before it.
func (e *encoder) name(s string) {
	if e.codec.version >= wideNames {
		e.short("length of a name", len(s))
	} else {
		e.byte("length of a name", len(s))
	}
	e.out = append(e.out, s...)
}

// encode writes the routine.
func (r *Routine) encode(c *codec) (encodedRoutine, error) {
	e := &encoder{codec: c, k: r.Kernel, sizes: r.sizes, kept: r.kept}
	k := r.Kernel
	if len(k.Functions) > 0 {
		e.lacks("a kernel that is linked with functions: want it and them apart")
	}
	e.strings(r)
	e.index(e.text(k.Name))
	vars := k.Vars[min(visa.FirstUserVar, len(k.Vars)):]
	e.wide("number of variables", len(vars))
	for i := range vars {
		e.declaration(&vars[i])
	}
	e.short("number of addresses", len(k.Addrs))
	e.decls(k.Addrs, 0, "A")
	e.short("number of predicates", max(len(k.Preds)-visa.FirstUserPred, 0))
	e.decls(k.Preds, visa.FirstUserPred, "P")
	e.short("number of labels", len(k.Labels))
	for _, l := range k.Labels {
		e.index(e.text(l.Name))
		e.u8(uint8(l.Kind))
		e.u8(0)
	}
	samplers := declared(k.Samplers)
	e.byte("number of samplers", len(samplers))
	e.decls(samplers, 0, "S")
	e.byte("number of surfaces", max(len(k.Surfaces)-visa.FirstUserSurface, 0))
	e.decls(k.Surfaces, visa.FirstUserSurface, "T")
	e.u8(0) // VME variables
	inputs := len(e.out)
	if !k.IsFunction {
		e.inputs()
	}
	e.code()
	return encodedRoutine{e.out, inputs}, e.err
}

// code writes the size and place of the instructions, attributes, and them.
func (e *encoder) code() {
	at := len(e.out)
	e.u32(0)
	e.u32(0)
	if e.k.IsFunction {
		e.u16(0) // sizes of arguments and result, which attributes say
	}
	e.short("number of attributes", len(e.k.Attrs))
	e.attrs(e.k.Attrs)
	entry := len(e.out)
	for i := range e.k.Insts {
		if e.err != nil {
			return
		}
		if kept, ok := e.kept[i]; ok && reflect.DeepEqual(kept.inst, e.k.Insts[i]) {
			e.out = append(e.out, kept.bytes...)
			continue
		}
		e.instruction(&e.k.Insts[i])
	}
	e.pos = visa.Pos{}
	sizes := encoder{}
	sizes.u32(uint32(len(e.out) - entry))
	sizes.u32(uint32(entry))
	copy(e.out[at:], sizes.out)
}

// strings writes the pool: that which was read where it has all names, else those that
// Intel's compilers write, in their order.
func (e *encoder) strings(r *Routine) {
	e.pool, e.place = r.pool, make(map[string]int, len(r.pool))
	for i, s := range slices.Backward(r.pool) {
		e.place[s] = i
	}
	if e.names(); len(e.pool) > len(r.pool) {
		e.pool, e.place = nil, map[string]int{}
		e.names()
	}
	e.wide("number of strings", len(e.pool))
	for _, s := range e.pool {
		if strings.IndexByte(s, 0) >= 0 {
			e.lacks("the name %q, since a zero byte ends one", s)
		}
		e.out = append(append(e.out, s...), 0)
	}
}

// add puts a string into the pool unless it is there.
func (e *encoder) add(s string) {
	if _, ok := e.place[s]; !ok {
		e.place[s] = len(e.pool)
		e.pool = append(e.pool, s)
	}
}

// names puts all names of the routine into the pool.
func (e *encoder) names() {
	k := e.k
	e.add(k.Name)
	if len(e.pool) <= 1 { // others may lack what nothing refers to
		e.predefined()
	}
	attrs := func(list []visa.Attr) {
		for i := range list {
			e.add(list[i].Name)
		}
	}
	for i := range k.Vars[min(visa.FirstUserVar, len(k.Vars)):] {
		v := &k.Vars[visa.FirstUserVar+i]
		e.add(v.Name)
		attrs(e.attributed(v))
	}
	for _, t := range []struct {
		list  []visa.Decl
		first int
		class string
	}{{k.Addrs, 0, "A"}, {k.Preds, visa.FirstUserPred, "P"}, {declared(k.Samplers), 0, "S"}, {k.Surfaces, visa.FirstUserSurface, "T"}} {
		for i := t.first; i < len(t.list); i++ {
			e.add(storedName(&t.list[i], i, t.class))
			attrs(t.list[i].Attrs)
		}
	}
	attrs(k.Attrs)
	for i := range k.Labels {
		e.add(k.Labels[i].Name)
	}
	written := map[int32]bool{} // texts of ops without a page are no names
	for i := range k.Insts {
		if in := &k.Insts[i]; in.Op.Opaque() {
			for _, o := range in.Args {
				written[o.Var] = true
			}
		}
	}
	for i, s := range k.Strings {
		if !written[int32(i)] {
			e.add(s)
		}
	}
}

// predefined puts the names of predefined variables into the pool.
func (e *encoder) predefined() {
	for i := range e.k.Vars[:min(visa.VarScratch, len(e.k.Vars))] {
		if name := e.k.Vars[i].Name; name != "" {
			e.add(name)
		}
	}
	for i := range e.k.Surfaces[:min(visa.FirstUserSurface, len(e.k.Surfaces))] {
		e.add(e.k.Surfaces[i].Name)
	}
	e.add(visa.BindlessSampler) // in every routine, though no table has it
}

// hasVName says that variables of a class have a second name in text, v_name.
func hasVName(class string) bool { return class == "S" || class == "T" }

// declared are the samplers without the bindless one.
func declared(list []visa.Decl) []visa.Decl {
	return slices.DeleteFunc(slices.Clone(list), isBindless)
}

// placeName is the name that text gives the variable at a place of its table.
func placeName(class string, i int) string { return class + strconv.Itoa(i) }

// storedName is the one name that the binary form has: that of v_name, where the other one
// follows from the place.
func storedName(d *visa.Decl, i int, class string) string {
	if d.VName != "" && d.Name == placeName(class, i) {
		return d.VName
	}
	return d.Name
}

// decls writes addresses, predicates, samplers or surfaces from a first one on.
func (e *encoder) decls(list []visa.Decl, first int, class string) {
	for i := first; i < len(list); i++ {
		d := &list[i]
		e.pos = d.Pos
		e.index(e.text(storedName(d, i, class)))
		e.short("number of elements", d.Elems)
		e.byte("number of attributes", len(d.Attrs))
		e.attrs(d.Attrs)
	}
}

// declaration writes a general variable.
func (e *encoder) declaration(v *visa.Var) {
	e.pos = v.Pos
	e.index(e.text(v.Name))
	if v.Type >= visa.NumTypes || v.Align >= visa.NumAligns {
		e.fail("%w: type %d and alignment %d of %s", ErrField, v.Type, v.Align, v.Name)
	}
	e.u8(e.typeCode(v.Type, visa.InVariables) | uint8(v.Align)<<alignShift)
	e.short("number of elements", v.Elems)
	e.general(max(v.Alias, 0))
	if v.Alias == visa.VarNull {
		e.u16(0) // its offset is the value of its attribute
	} else {
		e.short("offset of an alias", v.AliasOff)
	}
	e.u8(0) // scope of the alias
	attrs := e.attributed(v)
	e.byte("number of attributes", len(attrs))
	e.attrs(attrs)
}

// inputs writes what is in the payload.
func (e *encoder) inputs() {
	if n := len(e.k.Inputs); e.codec.version >= wideInputs {
		e.u32(uint32(n))
	} else {
		e.byte("number of inputs", n)
	}
	classes := [...]uint8{visa.NoState: 0, visa.SamplerVar: 1, visa.SurfaceVar: 2}
	for _, in := range e.k.Inputs {
		e.pos = in.Pos
		if int(in.Kind) >= len(classes) || in.Offset > math.MaxInt16 {
			e.fail("%w: input of class %d at byte %d", ErrField, in.Kind, in.Offset)
			return
		}
		e.u8(classes[in.Kind] | uint8(in.Implicit)<<inputImplicitShift)
		e.index(int(in.Var))
		e.short("offset of an input", in.Offset)
		e.short("size of an input", in.Size)
	}
}
