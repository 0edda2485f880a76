package launch

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// valueKinds are the keys of arguments by value and of the fields of structures: bytes in hexadecimal, a number of that
// type or a list of them, and structures. Vectors are types followed by x and their length.
var valueKinds = append([]string{"bytes"}, typeNames()...)

// structureKinds are the keys whose values have fields.
var structureKinds = []string{"struct", "structs"}

func typeNames() (names []string) {
	for _, t := range Types {
		names = append(names, t.Name)
	}
	return names
}

// isValue says that a key is one of an argument by value.
func isValue(key string) bool {
	_, vector := FindVector(key)
	return vector || key == "bytes" || slices.Contains(structureKinds, key)
}

// packer lays values out in memory as OpenCL C does.
type packer struct {
	Layout
	data   []byte
	packed bool // no room between fields

	kind  string // the type of what was read last
	tight bool   // and whether that is packed
}

// put appends bytes at their alignment. Name and kind are for messages.
func (p *packer) put(n node, name, kind string, data []byte, align int) error {
	if p.packed {
		align = 1
	}
	at, ok := p.Place(len(data), align)
	if !ok {
		return n.errorf("a value of more than %d bytes", MaxValue)
	}
	p.data = append(append(p.data, make([]byte, at-len(p.data))...), data...)
	if kind != "" {
		p.Fields = append(p.Fields, Field{Name: name, Type: kind, Offset: at})
	}
	return nil
}

// value reads a mapping that gives a value by its type: {i32: 1}, {f32x4: [1, 2, 3, 4]}, {struct: [...]}.
func (p *packer) value(n node, name string) error {
	fields, err := n.fields()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(fields, func(f field) bool { return isValue(f.key) })
	if i < 0 {
		what := "no type"
		if len(fields) > 0 {
			n, what = fields[0].at, fmt.Sprintf("unknown type %q", fields[0].key)
		}
		return n.errorf("%s%s: want one of the keys %s", about(name), what, strings.Join(valueChoices(), ", "))
	}
	f := fields[i]
	legal := []string{f.key}
	if slices.Contains(structureKinds, f.key) {
		legal = append(legal, "packed")
	}
	if fields, err = n.fields(legal...); err != nil {
		return err
	}
	packed := false
	for _, o := range fields {
		if o.key == "packed" {
			if packed, err = o.val.boolean(); err != nil {
				return err
			}
		}
	}
	return p.typed(f, name, packed)
}

// typed reads the value of a field whose key is the type.
func (p *packer) typed(f field, name string, packed bool) error {
	p.kind, p.tight = f.key, packed
	if f.key == "bytes" {
		return p.bytes(f.val, name)
	}
	if slices.Contains(structureKinds, f.key) {
		return p.within(f, name, packed)
	}
	v, _ := FindVector(f.key)
	return p.vector(f.val, name, f.key, v)
}

// about is a field's name before a message.
func about(name string) string {
	if name == "" {
		return ""
	}
	return name + ": "
}

// valueChoices are the keys of values, for messages.
func valueChoices() []string {
	return slices.Concat(valueKinds, []string{"a vector such as f32x4"}, structureKinds)
}

// bytes reads a value in hexadecimal, which no type aligns.
func (p *packer) bytes(n node, name string) error {
	b, err := hex.DecodeString(n.text())
	if err != nil || len(b) == 0 {
		return n.want("hexadecimal bytes such as \"0000803f\"")
	}
	return p.put(n, name, "bytes", b, 1)
}

// vector reads a scalar, or an array of scalars in a list; and a vector in a list, or an array of vectors in a list of lists.
func (p *packer) vector(n node, name, kind string, v Vector) error {
	if !n.isList() {
		if v.Count > 1 {
			return n.want("a list of %d numbers", v.Count)
		}
		b, err := n.number(v.Type)
		if err != nil {
			return err
		}
		return p.put(n, name, kind, b, v.Size)
	}
	items, err := n.items()
	if err != nil {
		return err
	}
	array := v.Count == 1 || slices.ContainsFunc(items, node.isList)
	elements := []node{n}
	if array {
		if elements = items; len(items) == 0 {
			return n.errorf("an array of no elements: want one or more")
		}
		kind = fmt.Sprintf("%s[%d]", kind, len(items))
	}
	var data []byte
	for _, e := range elements {
		b, err := e.oneVector(v)
		if err != nil {
			return err
		}
		if data = append(data, b...); len(data) > MaxValue {
			return n.errorf("a value of more than %d bytes", MaxValue)
		}
	}
	return p.put(n, name, kind, data, v.Bytes())
}

// oneVector is the bytes of a vector, with those that fill it up.
func (n node) oneVector(v Vector) ([]byte, error) {
	if v.Count == 1 {
		return n.number(v.Type)
	}
	if !n.isList() {
		return nil, n.want("a list of %d numbers", v.Count)
	}
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	if len(items) != v.Count {
		return nil, n.errorf("%d numbers for a vector of %d of type %s", len(items), v.Count, v.Name)
	}
	b, err := numbersOf(items, v.Type)
	return append(b, make([]byte, max(v.Bytes()-len(b), 0))...), err
}

// within reads a structure, or an array of structures, as a field.
func (p *packer) within(f field, name string, packed bool) error {
	elements := []node{f.val}
	if f.key == "structs" {
		items, err := f.val.items()
		if err != nil {
			return err
		}
		if elements = items; len(items) == 0 {
			return f.val.errorf("an array of no structures: want one or more")
		}
	}
	size := 0
	for i, e := range elements {
		s := &packer{packed: packed}
		of := name
		if f.key == "structs" {
			of = fmt.Sprintf("%s[%d]", name, i)
		}
		if err := s.structure(of, e); err != nil {
			return err
		}
		if i > 0 && s.Size != size {
			return e.errorf("structure %d has %d bytes, those before it %d: want the same fields in each", i, s.Size, size)
		}
		size = s.Size
		if err := p.put(e, "", "", s.data, s.Align); err != nil {
			return err
		}
		for _, inner := range s.Fields {
			inner.Offset += p.Size - s.Size
			p.Fields = append(p.Fields, inner)
		}
	}
	return nil
}

// structure reads the fields of a structure, a list or a mapping with their names, and fills it up to a multiple of its
// alignment.
func (p *packer) structure(name string, n node) error {
	p.Align = 1
	inside := func(field string) string { return strings.TrimPrefix(name+"."+field, ".") }
	if n.isMapping() {
		fields, err := n.fields()
		if err != nil {
			return err
		}
		for _, f := range fields {
			if err := p.field(f.val, inside(f.key)); err != nil {
				return err
			}
		}
	} else {
		items, err := n.items()
		if err != nil {
			return n.want("fields: a list such as [{i32: 1}, {f32x4: [1, 2, 3, 4]}], or a mapping with their names")
		}
		for i, it := range items {
			at := ""
			if name != "" {
				at = inside(fmt.Sprint(i))
			}
			if err := p.field(it, at); err != nil {
				return err
			}
		}
	}
	if p.Size == 0 {
		return n.errorf("a structure without fields: want one or more")
	}
	return p.put(n, "", "", make([]byte, RoundUp(p.Size, p.Align)-p.Size), 1)
}

// field reads a field: a value, or {pad: N}.
func (p *packer) field(n node, name string) error {
	if !n.isMapping() {
		return n.errorf("%swant a field such as {i32: 1}, found %q", about(name), n.text())
	}
	if !n.has("pad") {
		return p.value(n, name)
	}
	fields, err := n.fields("pad")
	if err != nil {
		return err
	}
	size, err := fields[0].val.integer(0, MaxValue)
	if err != nil {
		return err
	}
	return p.put(n, name, fmt.Sprintf("pad of %d", size), make([]byte, size), 1)
}

// valueArg reads an argument by value.
func valueArg(n node) (Arg, error) {
	p := &packer{}
	if err := p.value(n, ""); err != nil {
		return Arg{}, err
	}
	return p.arg(), nil
}

// typedArg is valueArg of a value whose type is known.
func typedArg(f field, packed bool) (Arg, error) {
	p := &packer{}
	if err := p.typed(f, "", packed); err != nil {
		return Arg{}, err
	}
	return p.arg(), nil
}

// arg is what was packed as an argument.
func (p *packer) arg() Arg {
	a := Arg{Kind: ValueArg, Data: p.data, kind: p.kind, packed: p.tight}
	if len(p.Fields) > 1 || slices.Contains(structureKinds, p.kind) {
		a.layout = &p.Layout
	}
	return a
}
