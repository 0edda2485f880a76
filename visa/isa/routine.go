package isa

import (
	"bytes"

	"github.com/genvisa/genvisa/visa"
)

// The least bytes of records, by which counts are bounded before memory is taken; wide
// indices have two more.
const (
	varBytes   = 2 + 1 + 2 + 2 + 2 + 1 + 1
	declBytes  = 2 + 2 + 1
	labelBytes = 2 + 1 + 1
	inputBytes = 1 + 2 + 2 + 2
)

// Bits of the byte with the kind of an input.
const (
	inputClassMask     = 7
	inputImplicitShift = 3
)

// routine reads a kernel or function; inputs is where the header says that its inputs are.
func (d *decoder) routine(function bool, inputs int) {
	start := d.at
	d.strings()
	at := d.at
	i := d.index("name of the routine", d.codec.wideIndices(), len(d.pool))
	if d.err != nil {
		return
	}
	if d.k.Name = d.pool[i]; d.k.Name == "" {
		d.fail(at, ErrField, "the name of the routine is empty")
	}
	d.k.IsFunction = function
	d.variables()
	d.k.Addrs = d.decls(d.k.Addrs, "address", 2, "A")
	d.k.Preds = d.decls(d.k.Preds, "predicate", 2, "P")
	d.labels()
	d.k.Samplers = d.decls(d.k.Samplers, "sampler", 1, "S")
	d.k.Surfaces = d.decls(d.k.Surfaces, "surface", 1, "T")
	if at, n := d.here(), d.u8("number of VME variables"); d.err == nil && n != 0 {
		d.fail(at, ErrUnsupported, "%d VME variables", n)
	}
	if at = d.at; !function {
		if d.err == nil && at != inputs {
			d.fail(at, ErrField, "the inputs are here, and the header says at %d", inputs)
		}
		d.inputs()
	}
	d.code(start, function)
}

// strings reads the pool.
func (d *decoder) strings() {
	n := d.many("strings", d.codec.wideIndices(), 1)
	d.pool, d.names = make([]string, 0, n), make([]int32, n)
	for range n {
		end := bytes.IndexByte(d.p[d.at:], 0)
		if end < 0 {
			d.fail(d.at, ErrTruncated, "string %d has no end", len(d.pool))
			return
		}
		d.pool = append(d.pool, string(d.p[d.at:d.at+end]))
		d.at += end + 1
	}
}

// many reads the number of records of at least size bytes that follow.
func (d *decoder) many(what string, wide bool, size int) int {
	at := d.at
	n := uint64(0)
	if wide {
		n = uint64(d.u32("number of " + what))
	} else {
		n = uint64(d.u16("number of " + what))
	}
	return d.bounded(at, what, n, size)
}

// bounded checks that records of at least size bytes may follow.
func (d *decoder) bounded(at int, what string, n uint64, size int) int {
	if left := uint64(len(d.p) - d.at); d.err == nil && n > left/uint64(size) {
		d.fail(at, ErrLimit, "%d %s: %d bytes are left, and each has %d or more", n, what, left, size)
	}
	if d.err != nil {
		return 0
	}
	return int(n)
}

// poolName reads the index of a string and gives the string.
func (d *decoder) poolName() string {
	i := d.index("string", d.codec.wideIndices(), len(d.pool))
	if d.err != nil {
		return ""
	}
	return d.pool[i]
}

// variables reads the general variables.
func (d *decoder) variables() {
	n := d.many("variables", d.codec.wideIndices(), varBytes)
	all := visa.FirstUserVar + n
	for range n {
		v := visa.Var{Name: d.poolName(), Alias: -1}
		at, b := d.here(), d.u8("type and alignment")
		v.Type, v.Align = d.typeOfCode(at, b&typeMask, visa.InVariables), visa.Align(b>>alignShift)
		if d.err == nil && v.Align >= visa.NumAligns {
			d.fail(at, ErrField, "alignment %d of %s: want 0 to %d", v.Align, v.Name, visa.NumAligns-1)
		}
		v.Elems = int(d.u16("number of elements"))
		at = d.at
		if alias := d.index("alias", d.codec.wideIndices(), all); alias != 0 {
			v.Alias = alias
		}
		v.AliasOff = int(d.u16("offset of the alias"))
		if d.err == nil && v.Alias < 0 && v.AliasOff != 0 {
			d.fail(at, ErrField, "alias of nothing at byte %d of it", v.AliasOff)
		}
		if at, scope := d.here(), d.u8("scope of the alias"); d.err == nil && scope != 0 {
			d.fail(at, ErrUnsupported, "%s is an alias of a variable of the file", v.Name)
		}
		at = d.at
		v.Attrs = d.attrs(int(d.u8("number of attributes")))
		d.nullAlias(at, &v)
		if d.err != nil {
			return
		}
		d.k.Vars = append(d.k.Vars, v)
	}
	d.aliases()
}

// aliases refuses chains that do not end, which visa.Kernel.Root takes for a bug. They
// are followed once each.
func (d *decoder) aliases() {
	const unknown, onPath, ends = 0, 1, 2
	state := make([]uint8, len(d.k.Vars))
	for i := range d.k.Vars {
		v := int32(i)
		for v >= 0 && state[v] == unknown {
			state[v] = onPath
			v = d.k.Vars[v].Alias
		}
		if v >= 0 && state[v] == onPath {
			d.fail(d.at, ErrField, "the aliases of variable %s form a circle", d.k.Vars[v].Name)
			return
		}
		for v = int32(i); v >= 0 && state[v] == onPath; v = d.k.Vars[v].Alias {
			state[v] = ends
		}
	}
}

// decls reads addresses, predicates, samplers or surfaces behind their number, which has
// one byte or two. What has the name that its
// place gives it, "T6", has it in text too; another one is that of its v_name.
func (d *decoder) decls(table []visa.Decl, what string, size int, class string) []visa.Decl {
	what += " variables"
	at, n := d.here(), uint64(d.number("number of "+what, size))
	for range d.bounded(at, what, n, declBytes) {
		decl := visa.Decl{Name: d.poolName()}
		if name := placeName(class, len(table)); hasVName(class) && name != decl.Name {
			decl.Name, decl.VName = name, decl.Name
		}
		decl.Elems = int(d.u16("number of elements"))
		decl.Attrs = d.attrs(int(d.u8("number of attributes")))
		if d.err != nil {
			return table
		}
		table = append(table, decl)
	}
	return table
}

// labels reads the labels.
func (d *decoder) labels() {
	for range d.many("labels", false, labelBytes) {
		l := visa.LabelInfo{Name: d.poolName()}
		at, kind := d.here(), d.u8("kind of a label")
		if l.Kind = visa.LabelKind(kind); d.err == nil && l.Kind > visa.LabelDivergentLoop {
			d.fail(at, ErrField, "label %s has kind %d: want 0 to %d", l.Name, kind, visa.LabelDivergentLoop)
		}
		if at, n := d.here(), d.u8("number of attributes"); d.err == nil && n != 0 {
			d.fail(at, ErrUnsupported, "%d attributes of label %s", n, l.Name)
		}
		if d.err != nil {
			return
		}
		d.k.Labels = append(d.k.Labels, l)
	}
}

// inputs reads what is in the payload.
func (d *decoder) inputs() {
	at, n := d.here(), uint64(0)
	if d.codec.version >= wideInputs {
		n = uint64(d.u32("number of inputs"))
	} else {
		n = uint64(d.u8("number of inputs"))
	}
	for range d.bounded(at, "inputs", n, inputBytes) {
		at := d.at
		kind := d.u8("kind of an input")
		in := visa.Input{Implicit: visa.Implicit(kind >> inputImplicitShift)}
		tables := [...]struct {
			state visa.StateVar
			size  int
		}{{visa.NoState, len(d.k.Vars)}, {visa.SamplerVar, len(d.k.Samplers)}, {visa.SurfaceVar, len(d.k.Surfaces)}}
		class := int(kind & inputClassMask)
		if d.err == nil && class >= len(tables) {
			d.fail(at, ErrField, "class %d of an input: want 0 general, 1 sampler, 2 surface", class)
		}
		if d.err != nil {
			return
		}
		in.Kind = tables[class].state
		in.Var = d.index("variable of an input", d.codec.wideIndices(), tables[class].size)
		at = d.at
		in.Offset = int(int16(d.u16("offset of an input")))
		if d.err == nil && in.Offset < 0 {
			d.fail(at, ErrField, "input at byte %d of the payload", in.Offset)
		}
		in.Size = int(d.u16("size of an input"))
		d.k.Inputs = append(d.k.Inputs, in)
	}
}

// code reads the size and place of the instructions, the attributes before them, and them.
func (d *decoder) code(start int, function bool) {
	at := d.at
	size, entry := d.u32("size of the code"), d.u32("start of the code")
	if function {
		at := d.at
		if args, ret := d.u8("size of the arguments"), d.u8("size of the result"); d.err == nil && args|ret != 0 {
			d.fail(at, ErrUnsupported, "sizes %d and %d of arguments and result outside of attributes", args, ret)
		}
	}
	d.k.Attrs = d.attrs(int(d.u16("number of attributes")))
	if d.err == nil && (start+int(entry) != d.at || int(size) != len(d.p)-d.at) {
		d.fail(at, ErrField, "%d bytes of code from byte %d of the routine: there are %d from byte %d", size, entry, len(d.p)-d.at, d.at-start)
	}
	d.instructions()
}
