package isa

import (
	"math/bits"
	"slices"

	"github.com/genvisa/genvisa/visa"
)

// general reads the index of a general variable.
func (d *decoder) general() int32 {
	return d.index("variable", d.codec.wideIndices(), len(d.k.Vars))
}

func (d *decoder) raw(*visa.Slot) visa.Operand {
	d.lastAt = d.at
	v := d.general()
	return visa.Operand{Kind: visa.Raw, Type: d.typeOf(v), Var: v, Off: int32(d.u16("byte offset"))}
}

func (d *decoder) typeOf(v int32) visa.Type {
	if d.err != nil {
		return 0
	}
	return d.k.Vars[v].Type
}

// origin reads a raw operand that stands as the general one that begins there.
func (d *decoder) origin(s *visa.Slot) visa.Operand {
	at, o := d.here(), d.vector(s)
	if d.err == nil && (o.Kind != visa.General || o.Mod != visa.NoMod || o.Region != oneByOne) {
		d.fail(at, ErrField, "%s is %s: want a general variable of region <1;1,0>", s.Name, o.Kind)
	}
	return visa.Operand{Kind: visa.Raw, Type: o.Type, Var: o.Var, Off: int32(o.ByteOffset(visa.GRFBytes))}
}

func (d *decoder) missing(*visa.Slot) visa.Operand { return visa.Operand{} }

// small reads an index of one byte.
func (d *decoder) small(what string, n int) int32 {
	at, v := d.here(), int(d.u8(what))
	d.lastAt = at
	if d.err == nil && v >= n {
		d.fail(at, ErrRange, "%s %d: the routine has %d", what, v, n)
	}
	return int32(v)
}

func (d *decoder) surface(*visa.Slot) visa.Operand {
	return visa.Operand{Kind: visa.Surface, Var: d.small("surface", len(d.k.Surfaces))}
}

func (d *decoder) sampler(*visa.Slot) visa.Operand {
	at, v := d.here(), d.u8("sampler")
	d.lastAt = at
	return visa.Operand{Kind: visa.Sampler, Var: d.samplerIndex(at, int32(v))}
}

// bindlessIndex is the number of the sampler visa.BindlessSampler, which no table of a file has.
const bindlessIndex = 31

// samplerIndex is the place of a sampler in the kernel's table, where the bindless one gets
// one on first sight, as in text.
func (d *decoder) samplerIndex(at int, v int32) int32 {
	if v == bindlessIndex {
		if i := slices.IndexFunc(d.k.Samplers, isBindless); i >= 0 {
			return int32(i)
		}
		d.k.Samplers = append(d.k.Samplers, visa.Decl{Name: visa.BindlessSampler, Elems: 1})
		return int32(len(d.k.Samplers) - 1)
	}
	if d.err == nil && int(v) >= len(d.k.Samplers) || int(v) < len(d.k.Samplers) && isBindless(d.k.Samplers[v]) {
		d.fail(at, ErrRange, "sampler %d: the routine has %d", v, len(d.k.Samplers))
	}
	return v
}

func isBindless(s visa.Decl) bool { return s.Name == visa.BindlessSampler }

func (d *decoder) label(*visa.Slot) visa.Operand {
	d.lastAt = d.at
	return visa.Operand{Kind: visa.Label, Var: d.index("label", false, len(d.k.Labels))}
}

func (d *decoder) shortName(*visa.Slot) visa.Operand { return d.name(false) }
func (d *decoder) wideName(*visa.Slot) visa.Operand  { return d.name(d.codec.wideIndices()) }

// name reads the index of a string, which gets one in the kernel's own list on first sight.
func (d *decoder) name(wide bool) visa.Operand {
	d.lastAt = d.at
	i := d.index("string", wide, len(d.pool))
	if d.err != nil {
		return visa.Operand{}
	}
	if d.names[i] == 0 {
		d.k.Strings = append(d.k.Strings, d.pool[i])
		d.names[i] = int32(len(d.k.Strings))
	}
	return visa.Operand{Kind: visa.Name, Var: d.names[i] - 1}
}

// variable reads a variable as such, whose class stands in the byte before it.
func (d *decoder) variable(*visa.Slot) visa.Operand {
	class := d.last & classMask >> classShift
	at := d.lastAt
	table := [...]int{len(d.k.Vars), len(d.k.Addrs), len(d.k.Preds)}
	if d.err == nil && int(class) >= len(table) {
		d.fail(at, ErrField, "class of a variable is %d: want 0 general, 1 address, 2 predicate", class)
	}
	if d.err != nil {
		return visa.Operand{}
	}
	return visa.Operand{Kind: visa.Variable, Var: d.index("variable", true, table[class]), Imm: uint64(class)}
}

// offsets reads the offsets of a sampler message of old files, which later are an operand.
func (d *decoder) offsets(*visa.Slot) visa.Operand {
	d.lastAt = d.at
	return visa.Operand{Kind: visa.Immediate, Type: visa.UW, Imm: uint64(d.u16("offsets"))}
}

// vector reads any class of vector operand.
func (d *decoder) vector(s *visa.Slot) visa.Operand {
	at, tag := d.here(), d.u8("tag of an operand")
	d.lastAt = at
	class, mod := tag&modBits, visa.Modifier(tag>>modShift&modBits)
	if d.err == nil && (tag>>(2*modShift) != 0 || mod > visa.Not) {
		d.fail(at, ErrField, "tag 0x%02x of %s: want a class in bits 0 to 2, a modifier up to %d in bits 3 to 5", tag, s.Name, visa.Not)
	}
	if d.err != nil {
		return visa.Operand{}
	}
	var o visa.Operand
	switch class {
	case classGeneral:
		o = d.generalOperand(s)
	case classAddress:
		o = visa.Operand{Kind: visa.Address, Var: d.index("address", false, len(d.k.Addrs)), Off: int32(d.u8("element"))}
		o.Width = d.width()
	case classPredicate:
		o = visa.Operand{Kind: visa.Predicate, Type: visa.BOOL, Var: d.index("predicate", false, len(d.k.Preds))}
	case classIndirect:
		o = visa.Operand{Kind: visa.Indirect, Var: d.index("address", false, len(d.k.Addrs)), Off: int32(d.u8("element"))}
		o.Imm = uint64(int64(int16(d.u16("byte offset"))))
		o.Type = d.elementType(visa.InVariables)
		o.Region = d.region(s, true)
	case classImmediate:
		o = d.immediate()
	case classState:
		o = d.stateOperand(s)
	default:
		d.fail(at, ErrField, "class %d of %s: want 0 general, 1 address, 2 predicate, 3 indirect, 5 immediate, 6 state", class, s.Name)
	}
	o.Mod = mod
	return o
}

// isAddressOf says that a variable in the slot stands for its address: nothing else tells.
func isAddressOf(s *visa.Slot) bool { return s.Legal().Has(visa.AddressOf) }

func (d *decoder) generalOperand(s *visa.Slot) visa.Operand {
	o := visa.Operand{Kind: visa.General, Var: d.general()}
	o.Type = d.typeOf(o.Var)
	o.Row, o.Col = d.u8("row"), d.u8("column")
	at := d.at
	o.Region = d.region(s, false)
	if !isAddressOf(s) {
		return o
	}
	if d.err == nil && o.Region != visa.Scalar {
		d.fail(at, ErrField, "region %v of an address: want <0;1,0>", o.Region)
	}
	return visa.Operand{Kind: visa.AddressOf, Type: o.Type, Var: o.Var, Off: int32(o.ByteOffset(visa.GRFBytes))}
}

// width reads how many addresses an operand has.
func (d *decoder) width() uint8 {
	at, w := d.here(), d.u8("width")
	if d.err == nil && w > 5 {
		d.fail(at, ErrField, "width code %d of an address: want 0 to 5, for 1 to 32", w)
	}
	return 1 << (w & 7)
}

// elementType reads the type of what stands in a place.
func (d *decoder) elementType(in visa.TypePlace) visa.Type {
	at := d.here()
	return d.typeOfCode(at, d.u8("type"), in)
}

func (d *decoder) typeOfCode(at int, code byte, in visa.TypePlace) visa.Type {
	t, ok := visa.TypeOfCode(code, in)
	if d.err == nil && !ok {
		d.fail(at, ErrField, "%s", noType(code))
	}
	return t
}

// region reads a region. That of a destination has its horizontal stride alone, that of
// several addresses no vertical one.
func (d *decoder) region(s *visa.Slot, indirect bool) visa.Region {
	at, w := d.here(), d.u16("region")
	v, width, h := w&0xf, w>>4&0xf, w>>8&0xf
	good := w>>12 == 0 && max(v, width, h) <= maxStrideCode && h != 0
	if s.Kind == visa.SlotDst {
		good = good && v == 0 && width == 0
	} else {
		good = good && width > 1 && (v != 0 || indirect)
	}
	if d.err == nil && !good {
		d.fail(at, ErrField, "region 0x%04x of %s: want codes 1 to %d of vertical stride, width and horizontal stride in bits 0, 4 and 8; of a destination the last alone", w, s.Name, maxStrideCode)
	}
	return visa.Region{V: strideOf(v), W: strideOf(width), H: strideOf(h), NoV: s.Kind != visa.SlotDst && v == 0}
}

func (d *decoder) immediate() visa.Operand {
	o := visa.Operand{Kind: visa.Immediate, Type: d.elementType(visa.InImmediates)}
	at := d.at
	if o.Type.Size() == 8 {
		low := d.u32("immediate")
		o.Imm = uint64(low) | uint64(d.u32("immediate"))<<32
		return o
	}
	v := d.u32("immediate")
	var ok bool
	if o.Imm, ok = extend(v, o.Type); d.err == nil && !ok {
		d.fail(at, ErrField, "immediate 0x%08x is no number of type %v, extended to 32 bits", v, o.Type)
	}
	return o
}

// stateOperand reads a surface or sampler variable.
func (d *decoder) stateOperand(s *visa.Slot) visa.Operand {
	at, class := d.here(), d.u8("class of a state variable")
	tables := [...]int{len(d.k.Surfaces), bindlessIndex + 1}
	if d.err == nil && int(class) >= len(tables) {
		d.fail(at, ErrField, "class of a state variable is %d: want 0 surface, 1 sampler", class)
	}
	if d.err != nil {
		return visa.Operand{}
	}
	o := visa.Operand{Kind: visa.State, StateVar: visa.SurfaceVar + visa.StateVar(class)}
	at = d.here()
	if o.Var = d.index("state variable", false, tables[class]); o.StateVar == visa.SamplerVar {
		o.Var = d.samplerIndex(at, o.Var)
	}
	o.Off = int32(d.u8("element"))
	if isAddressOf(s) {
		o.Kind, o.Off = visa.AddressOf, o.Off*stateBytes
	}
	return o
}

// stateBytes is what an element of a surface or sampler variable takes.
const stateBytes = 4

// log2 is the code of a size of 1 to 32.
func log2(n uint8) byte { return byte(bits.Len8(n) - 1) }
