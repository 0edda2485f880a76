package launch

import (
	"fmt"
	"slices"
	"strings"
)

// setField gives one field of a structure a value as it stands in a launch file, of the type that the field has
// there. A field without a name is known by its place, from 0 on.
func (s *setter) setField(i int, name string, n node) error {
	a := &s.launch.Args[i]
	if a.Kind != ValueArg || !slices.Contains(structureKinds, a.kind) {
		return fmt.Errorf("argument %d is no structure whose fields the launch says, and has no field %q", i, name)
	}
	fields := a.layout.Fields
	k := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if k < 0 {
		k = slices.IndexFunc(fieldNames(fields), func(f string) bool { return f == name })
	}
	if k < 0 {
		return fmt.Errorf("argument %d has no field %q: legal are %s", i, name, shortened(strings.Join(fieldNames(fields), ", ")))
	}
	f := &fields[k]
	kind, _, _ := strings.Cut(f.Type, "[") // of an array its elements
	if !isValue(kind) {
		return fmt.Errorf("field %s of argument %d is a %s: want a field of the structure", name, i, f.Type)
	}
	p := &packer{}
	n.key = kind
	if err := p.typed(field{key: kind, at: n, val: n}, "", false); err != nil {
		return err
	}
	room := a.layout.Size
	if k+1 < len(fields) {
		room = fields[k+1].Offset
	}
	if p.Fields[0].Type != f.Type || len(p.data) > room-f.Offset {
		return n.errorf("field %s of argument %d is of type %s, not %s", name, i, f.Type, p.Fields[0].Type)
	}
	a.Data = slices.Clone(a.Data) // the caller's launch has the same
	copy(a.Data[f.Offset:], p.data)
	return nil
}

// fieldNames are the names of fields, or their places.
func fieldNames(fields []Field) (names []string) {
	for k, f := range fields {
		if f.Name == "" {
			f.Name = fmt.Sprint(k)
		}
		names = append(names, f.Name)
	}
	return names
}
