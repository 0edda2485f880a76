package isa

import (
	"slices"

	"github.com/genvisa/genvisa/visa"
)

// attribute is what a binary must know of an attribute, since it has neither its kind nor
// the words of its values.
type attribute struct {
	name   string
	kind   visa.AttrKind
	size   uint8    // bytes of an integer, as compilers write it
	values []string // words of an integer's values, from 0
}

// attributes are those of vISA survey, appendix D, that have a value: others have none,
// or what their size says. AsmName is the old name of OutputAsmPath.
var attributes = []attribute{
	{"Target", visa.AttrString, 1, []string{"cm", "3d", "cs"}},
	{"OutputAsmPath", visa.AttrString, 0, nil},
	{"AsmName", visa.AttrString, 0, nil},
}

// intBytes is the size of all other integers.
const intBytes = 4

// attributeOf finds what is known of an attribute.
func attributeOf(name string) attribute {
	if i := slices.IndexFunc(attributes, func(a attribute) bool { return a.name == name }); i >= 0 {
		return attributes[i]
	}
	return attribute{name: name, kind: visa.AttrInt, size: intBytes}
}

// attrs reads attributes behind their number.
func (d *decoder) attrs(n int) (out []visa.Attr) {
	for range n {
		if d.err != nil {
			return nil
		}
		out = append(out, d.attr())
	}
	return out
}

// attr reads an attribute: none of its bytes say what kind of value it has.
func (d *decoder) attr() visa.Attr {
	a := visa.Attr{Name: d.poolName()}
	at, size := d.here(), d.u8("size of an attribute")
	value := d.take(int(size), "value of attribute "+a.Name)
	known := attributeOf(a.Name)
	switch {
	case d.err != nil || size == 0 && known.kind != visa.AttrString:
		return a
	case known.kind == visa.AttrString && known.values == nil:
		a.Kind, a.Str = visa.AttrString, string(value)
		return a
	case size > 4 || size == 3:
		d.fail(at, ErrField, "attribute %s has %d bytes: want 0, 1, 2 or 4", a.Name, size)
		return a
	}
	a.Kind = visa.AttrInt
	for i, b := range value {
		a.Int |= int64(b) << (8 * i)
	}
	a.Int = a.Int << (64 - 8*size) >> (64 - 8*size)
	d.sizes[a.Name] = max(d.sizes[a.Name], size)
	if known.values != nil {
		if a.Int < 0 || a.Int >= int64(len(known.values)) {
			d.fail(at+1, ErrField, "attribute %s is %d: want 0 to %d", a.Name, a.Int, len(known.values)-1)
			return a
		}
		a.Kind, a.Str, a.Int = visa.AttrString, known.values[a.Int], 0
	}
	return a
}

// attrs writes attributes without their number.
func (e *encoder) attrs(list []visa.Attr) {
	for _, a := range list {
		e.index(e.text(a.Name))
		known := attributeOf(a.Name)
		value := a.Int
		switch {
		case a.Kind == visa.AttrBool:
			e.u8(0)
			continue
		case a.Kind == visa.AttrString && known.values != nil:
			i := slices.Index(known.values, a.Str)
			if i < 0 {
				e.fail("attribute %s is %q: want %q", a.Name, a.Str, known.values)
			}
			value = int64(i)
		case a.Kind == visa.AttrString && (known.kind != visa.AttrString || len(a.Str) > 255):
			e.fail("attribute %s is a text of %d bytes: want a number; up to 255 bytes where it is a text", a.Name, len(a.Str))
		case a.Kind == visa.AttrString:
			e.u8(uint8(len(a.Str)))
			e.out = append(e.out, a.Str...)
			continue
		}
		size := known.size
		if s, ok := e.sizes[a.Name]; ok {
			size = s
		}
		if v := value << (64 - 8*size) >> (64 - 8*size); v != value {
			e.fail("attribute %s is %d: want a number of %d signed bytes", a.Name, value, size)
		}
		e.u8(size)
		e.number(uint64(value), int(size))
	}
}
