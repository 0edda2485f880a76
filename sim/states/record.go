package states

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/mem"
)

// record is a structure that was read from memory.
type record struct {
	state.Object
	at uint64
}

// read decodes the structure at an address. Reserved bits and codes without a name are errors.
func (m *Memory) read(name string, at uint64) (*record, error) {
	l, err := state.Struct(m.target, name)
	if err != nil {
		return nil, err
	}
	at %= mem.EndAddress
	b := make([]byte, 4*l.Dwords)
	if err := m.memory.Flat().ReadBytes(at, b); err != nil {
		return nil, &Error{Struct: name, Address: at, Why: fmt.Sprintf("its %d bytes are in no buffer of the launch", len(b))}
	}
	o, err := l.Decode(m.cache.through(name, at, b))
	if err != nil {
		return nil, err
	}
	if wrong := o.Findings(); len(wrong) > 0 {
		f := wrong[0]
		field := f.Field
		if field == "" {
			field = fmt.Sprintf("bit %d of dword %d, which is reserved,", f.Offset%32, f.Offset/32)
		}
		return nil, &Error{Struct: name, Address: at, Field: field, Value: f.Value, Why: "want " + f.Legal}
	}
	return &record{o, at}, nil
}

// field is a value; ok is false where this state has none of the name.
func (s *record) field(name string) (v state.Value, ok bool) {
	v, err := s.Field(name)
	return v, err == nil
}

// number is what a field means, 0 where this state has none of the name.
func (s *record) number(name string) uint64 {
	if v, ok := s.field(name); ok {
		return v.Uint()
	}
	return 0
}

// code is how a field is stored, 0 where this state has none of the name.
func (s *record) code(name string) uint64 {
	v, _ := s.field(name)
	return v.Code
}

// text is the name that an enumeration gives a field, or its value.
func (s *record) text(name string) string {
	if v, ok := s.field(name); ok {
		return v.String()
	}
	return ""
}

// wrong is a field that no state may have so.
func (s *record) wrong(field, why string, args ...any) error {
	return &Error{Struct: s.Layout.Name, Address: s.at, Field: field, Value: s.text(field), Why: fmt.Sprintf(why, args...)}
}

// unsupported is a field that the model does not do.
func (s *record) unsupported(field, why string, args ...any) error {
	return &Error{Struct: s.Layout.Name, Address: s.at, Field: field, Value: s.text(field), Why: "not modelled: " + fmt.Sprintf(why, args...), Valid: true}
}

// only is an error for the first field that is not zero as it is stored, and in none of the lists.
func (s *record) only(lists ...[]string) error {
	for _, v := range s.Fields() {
		if v.Code != 0 && !slices.ContainsFunc(lists, func(l []string) bool { return slices.Contains(l, v.Name()) }) {
			return s.unsupported(v.Name(), "want zero bits")
		}
	}
	return nil
}
