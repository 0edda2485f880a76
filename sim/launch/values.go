package launch

import (
	"slices"
)

// The keys of contents that stand in the launch file.
var (
	valuesKeys  = []string{"values", "bytes"}
	structsKeys = []string{"structs", "packed"}
)

// leaves are the numbers of a list in order, those of lists within it too.
func (n node) leaves() ([]node, error) {
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	var out []node
	for _, it := range items {
		if !it.isList() {
			out = append(out, it)
			continue
		}
		within, err := it.leaves()
		if err != nil {
			return nil, err
		}
		out = append(out, within...)
	}
	return out, nil
}

// numbersOf are the bytes of nodes that are numbers of a type.
func numbersOf(nodes []node, t Type) ([]byte, error) {
	out := make([]byte, 0, len(nodes)*t.Size)
	for _, n := range nodes {
		b, err := n.number(t)
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
	}
	return out, nil
}

// written is contents that stand in the launch file, and for numbers where each stands.
type written struct {
	data   []byte
	leaves []node
}

// isWritten says that a mapping gives contents number by number.
func (n node) isWritten() bool {
	return n.isMapping() && (n.has("values") || n.has("structs"))
}

// written is what a launch file gives as {values: [1, 2, 3], bytes: N} of a type, or {structs: [...]}; typed
// says that the launch names the type.
func (l *Launch) written(n node, e Elem, typed bool) (*written, error) {
	if n.has("structs") {
		data, err := l.structs(n)
		return &written{data: data}, err
	}
	fields, err := n.fields(valuesKeys...)
	if err != nil {
		return nil, err
	}
	if !typed {
		return nil, n.errorf("values need the key \"type\" beside buffer, such as f32")
	}
	t, _ := FindType(e.Name)
	var w written
	size, listed := -1, false
	for _, f := range fields {
		if f.key == "bytes" {
			size, err = f.val.integer(0, maxBuffers)
		} else {
			w.leaves, err = f.val.leaves()
			listed = true
		}
		if err != nil {
			return nil, err
		}
	}
	if !listed {
		return nil, n.errorf("missing key \"values\": want a list such as [1, 2, 3]")
	}
	given := len(w.leaves) * t.Size
	if size < 0 {
		size = given
	}
	if size < given {
		return nil, n.errorf("%d values of type %s have %d bytes: want bytes of at least that, found %d", len(w.leaves), t.Name, given, size)
	}
	if err := l.take(n, int64(size)); err != nil {
		return nil, err
	}
	b, err := numbersOf(w.leaves, t)
	w.data = append(b, make([]byte, size-given)...)
	return &w, err
}

// structs reads {structs: [...]}: the contents of a buffer of structures.
func (l *Launch) structs(n node) ([]byte, error) {
	fields, err := n.fields(structsKeys...)
	if err != nil {
		return nil, err
	}
	p := &packer{}
	var list node
	for _, f := range fields {
		if f.key == "packed" {
			if p.packed, err = f.val.boolean(); err != nil {
				return nil, err
			}
			continue
		}
		list = f.val
	}
	items, err := list.items()
	if err != nil {
		return nil, err
	}
	data := []byte{}
	size := 0
	for i, it := range items {
		one := &packer{packed: p.packed}
		if err := one.structure("", it); err != nil {
			return nil, err
		}
		if i > 0 && len(one.data) != size {
			return nil, it.errorf("structure %d has %d bytes, those before it %d: want the same fields in each", i, len(one.data), size)
		}
		size = len(one.data)
		if err := l.take(it, int64(size)); err != nil {
			return nil, err
		}
		data = append(data, one.data...)
	}
	return slices.Clip(data), nil
}
